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
      { id: 'CRL_NDA219398_20260128.pdf', published_at: '2025-12-30' },
      {
        deficiencies: [
          { kind: 'statistical', sentence },
          { kind: 'clinical', sentence },
        ],
      },
    ]);
  });
});
