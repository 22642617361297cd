import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { companiesOf } from '../../../src/ingest/sync/known-companies.ts';
import { unzipped } from '../../../src/ingest/sync/unzip.ts';
import { allSources } from '../../../src/sources/index.ts';
import type { QueuedRequest, ReadResult, SourceContext } from '../../../src/sources/source.ts';
import { describeRecordings, recording } from '../../sources/samples.ts';

const folder = resolve(import.meta.dirname, '../../../../shared/recordings');

/** What a source knows where one company belongs. */
function contextOf(ticker: string, name: string): SourceContext {
  const listedOn = '2026-09-15';
  const note = { cik: '1001', name, tickers: [ticker], exchange: 'Nasdaq', sic: '2834', listedOn };
  const companies = companiesOf(new Map([['1001', note]]), listedOn);
  const now = Date.parse('2026-09-15T23:00:00Z');
  return {
    cursorOf: () => undefined,
    now,
    since: '2020-01-01',
    companies,
    cusips: () => new Set(),
  };
}

const sourceOf = (name: string) => allSources(false).find((one) => one.name === name)!;

function read(
  source: string,
  text: string,
  context: SourceContext,
  request: Partial<QueuedRequest> = {},
): ReadResult {
  const asked = { address: 'https://host.invalid/file', version: '2026-09-15', ...request };
  const whole = { source, about: null, subject: '1001', lane: 0, rank: 0, ...asked };
  const response = { status: 200, text, headers: {}, request: whole as QueuedRequest };
  return sourceOf(source).read(response, context);
}

const recordsOf = ({ batches = [], failed }: ReadResult) => {
  expect(failed).toBeUndefined();
  return batches.flatMap(({ records }) => records);
};

describeRecordings('recorded answers', () => {
  it('a zip of fails to deliver: of 40,000 lines those of the company', async () => {
    const context = contextOf('MRNA', 'Moderna, Inc.');
    const body = readFileSync(resolve(folder, 'sec_fails/cnsfails202009a.zip'));
    const text = await unzipped(body, sourceOf('sec-fails').sieve!(context));
    const records = recordsOf(read('sec-fails', text, context));
    // As grep finds them in the unpacked file: five lines of MRNA, the last of 14 September.
    expect(records.filter(({ cusip }) => cusip)).toEqual([
      { cusip: '60770K107', ticker: 'MRNA', name: 'MODERNA INC COM', seen_date: '2020-09-14' },
    ]);
    expect(records.filter(({ close }) => close).map(({ date, close }) => [date, close])).toEqual([
      ['2020-09-01', 63.32],
      ['2020-09-03', 64.84],
      ['2020-09-09', 56.9],
      ['2020-09-10', 57.56],
      ['2020-09-11', expect.any(Number)],
    ]);
  });

  it('short interest', () => {
    const text = recording('finra_short_interest/shrt20210715_17rows.csv');
    const records = recordsOf(
      read('finra-short-interest', text, contextOf('A', 'Agilent Technologies Inc.')),
    );
    expect(records).toEqual([
      {
        ticker: 'A',
        settlement_date: '2021-07-15',
        short_shares: 2_571_122,
        previous_short_shares: 2_456_982,
        average_daily_volume: 1_646_442,
        days_to_cover: 1.56,
      },
    ]);
  });

  it("rows of Nasdaq's screener, under the day of the last close", () => {
    const text = recording('nasdaq_screener/nasdaq_rows_2026-08.json');
    const records = recordsOf(read('nasdaq-screener', text, contextOf('AMGN', 'Amgen Inc')));
    expect(records).toEqual([
      expect.objectContaining({ ticker: 'AMGN', date: '2026-09-15', as_traded: true }),
    ]);
  });

  it('a chart of Yahoo', () => {
    const exchange = recording('yahoo_chart/chart-ABBV-2020-01-01-to-2020-01-03.json');
    const text = JSON.stringify(JSON.parse(exchange).response.bodyJson);
    const records = recordsOf(read('yahoo-chart', text, contextOf('ABBV', 'AbbVie Inc.')));
    expect(records.map(({ date }) => date)).toContain('2020-01-02');
  });

  it('bill rates', () => {
    const text = recording('treasury_bills/daily_treasury_bill_rates_2026-09.xml');
    const records = recordsOf(read('treasury-rates', text, contextOf('XQZ', 'X')));
    expect(records.map(({ date }) => date)).toEqual(['2026-09-01', '2026-09-02']);
  });

  it("the calendar of the FDA's committees", () => {
    const text = recording('fda_adcomm/advisory-committee-calendar_2026-08-31_2of194.json');
    const records = recordsOf(read('fda-adcomm-calendar', text, contextOf('XQZ', 'X')));
    expect(records.map(({ start_date, status }) => [start_date, status])).toEqual([
      ['2026-09-16', 'scheduled'],
      ['2024-05-16', 'postponed'],
    ]);
  });

  it('a complete response letter, and no page after it', () => {
    const text = recording('openfda_crl/crl_2026-08-29_1of458.json');
    const address = 'https://api.fda.gov/transparency/crl.json?limit=1000';
    const result = read('openfda-crl', text, contextOf('CORT', 'Corcept Therapeutics Inc'), {
      address,
      version: '2026-08-28 2026-08-29',
    });
    expect(result).toMatchObject({ requests: [], cursor: '2026-08-28' });
    const sentence = '1. Substantial evidence of effectiveness';
    expect(recordsOf(result)).toMatchObject([
      { company_name: expect.stringMatching(/corcept/i), first_listed: '2026-08-26' },
      {
        deficiencies: [
          { kind: 'statistical', sentence },
          { kind: 'clinical', sentence },
        ],
      },
    ]);
  });

  it('labels', () => {
    const text = recording('openfda_label/ambien.json');
    const records = recordsOf(read('openfda-labels', text, contextOf('XQZ', 'X')));
    expect(records.length).toBeGreaterThan(0);
    expect(records[0]).toHaveProperty('set_id');
  });

  it.each([
    ['424B5_Calidi_2025-03-31.txt', '424B5'],
    ['424B5_Imunon_2025-12-31.txt', '424B5'],
    ['S-3_Vincerx_2025-01-24.txt', 'S-3'],
  ])('the cover of %s', (file, form_type) => {
    const text = recording(`sec_offerings/${file}`);
    const records = recordsOf(read('sec-offerings', text, contextOf('XQZ', 'X')));
    expect(records).toEqual([expect.objectContaining({ form_type })]);
  });

  it('a program of another trade, or an amendment, is read and is no failure', () => {
    for (const file of ['424B5_NextEra-ATM_2025-12-31.txt', 'S-3A_Vincerx_2025-03-31.txt']) {
      expect(
        read('sec-offerings', recording(`sec_offerings/${file}`), contextOf('XQZ', 'X')),
      ).not.toHaveProperty('failed');
    }
  });
});
