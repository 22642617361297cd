import { describe, expect, it } from 'vitest';
import { federalRegister } from '../../src/sources/fda-meetings.ts';
import { openFda } from '../../src/sources/hosts.ts';
import { openfdaApprovals } from '../../src/sources/openfda-approvals.ts';
import { openfdaCrl } from '../../src/sources/openfda-crl.ts';
import { readOf } from './asking.ts';

const host = openFda(false);
const approvals = openfdaApprovals(host);
const letters = openfdaCrl(host);
const DRUGS = 'https://api.fda.gov/drug';
const updated = (day: string) => JSON.stringify({ meta: { last_updated: day }, results: [] });

describe.each([
  ['approvals', approvals, `${DRUGS}/drugsfda.json`],
  ['letters', letters, 'https://api.fda.gov/transparency/crl.json'],
])('the day of the data of %s', (_, source, endpoint) => {
  const renewal = (text: string, cursor?: string) =>
    readOf(source, text, { address: `${endpoint}?limit=1` }, cursor ? { cursor } : {});

  it('requests all pages if newer, and none if unchanged', () => {
    const request = { address: `${endpoint}?limit=1000`, expects: 'json', lane: 'registry' };
    expect(renewal(updated('2026-03-09'), '2026-03-08')).toEqual({
      requests: [{ ...request, version: '2026-03-09 2026-03-10', chain: 'pages' }],
    });
    expect(renewal(updated('2026-03-09')).requests).toHaveLength(1);
    expect(renewal(updated('2026-03-09'), '2026-03-09')).toEqual({});
  });

  it('is required', () => {
    expect(renewal('{"meta":{}}')).toEqual({ failed: 'does not say when it was last updated' });
    expect(renewal('<html>')).toHaveProperty('failed');
  });

  it('becomes the cursor after the last page', () => {
    const version = '2026-03-09 2026-03-10';
    const page = (link?: string) =>
      readOf(
        source,
        JSON.stringify({ meta: { last_updated: '2026-03-09' }, results: [record(source.name)] }),
        {
          address: `${endpoint}?limit=1000`,
          version,
          headers: link === undefined ? {} : { link },
        },
      );
    expect(page()).toMatchObject({ cursor: '2026-03-09', requests: expect.any(Array) });
    const address = `${endpoint}?limit=1000&search_after=5`;
    const next = page(`<${address}>; rel="next"`);
    expect(next.cursor).toBeUndefined();
    expect(next.requests?.[0]).toEqual({
      address,
      expects: 'json',
      lane: 'registry',
      version,
      continues: true,
    });
    expect(page('<https://elsewhere.invalid/>; rel="next"').cursor).toBe('2026-03-09');
    expect(readOf(source, '<html>', { address: `${endpoint}?limit=1000`, version })).toEqual({
      failed: expect.any(String),
    });
  });
});

function record(source: string): object {
  return source === 'openfda-approvals'
    ? application('NDA000009', 'Nobody')
    : {
        company_name: 'Nobody',
        letter_date: '02/17/2026',
        file_name: 'x.pdf',
        application_number: ['NDA 000009'],
        letter_type: 'COMPLETE RESPONSE',
        text: 'Dear',
      };
}

function application(application_number: string, sponsor_name: string) {
  const status = { submission_status: 'AP', submission_status_date: '20240115' };
  return {
    application_number,
    sponsor_name,
    submissions: [{ submission_type: 'ORIG', submission_number: '1', ...status }],
    products: [{ brand_name: 'ZORBEX' }],
  };
}

describe('a page of approvals', () => {
  const read = (...applications: readonly (readonly [number: string, sponsor: string])[]) =>
    readOf(approvals, JSON.stringify({ results: applications.map((one) => application(...one)) }), {
      address: `${DRUGS}/drugsfda.json?limit=1000`,
      version: '2026-03-09 2026-03-10',
    }).requests;
  const quarter = '2026-01-01';

  it('requests labels and events separately for each application of companies in the universe', () => {
    const requests = read(
      ['NDA000001', 'Abacus Bio'],
      ['BLA000002', 'DEFORMA'],
      ['NDA000003', 'Plainfield'],
      ['NDA000004', 'Nobody'],
      ['ANDA000005', 'Abacus Bio'],
    );
    const common = { expects: 'json', lane: 'slow', version: quarter };
    const events = (rank: number, subject: string, number: string) => ({
      ...common,
      source: 'openfda-events',
      rank,
      subject,
      address: `${DRUGS}/event.json?search=patient.drug.openfda.application_number:%22${number}%22+AND+serious:1&sort=receivedate:desc&limit=100`,
    });
    const quoted = (number: string) => `openfda.application_number:%22${number}%22`;
    expect(requests).toEqual([
      ...[
        ['NDA000001', '77'],
        ['BLA000002', '4400123'],
        ['NDA000003', '900'],
      ].map(([number, subject]) => ({
        ...common,
        source: 'openfda-labels',
        rank: -1,
        subject,
        address: `${DRUGS}/label.json?search=${quoted(number!)}&sort=effective_time:desc&limit=50`,
      })),
      events(0, '77', 'NDA000001'),
      events(5, '4400123', 'BLA000002'),
      // It waits until its company belongs.
      events(2, '900', 'NDA000003'),
    ]);
  });

  it('requests the labels of ten applications together', () => {
    const labels = (count: number) =>
      read(
        ...Array.from({ length: count }, (_, at) => [`NDA00010${at}`, 'Abacus Bio'] as const),
      )?.filter(({ source }) => source === 'openfda-labels').length;
    expect([labels(0), labels(10), labels(11)]).toEqual([0, 1, 2]);
  });
});

describe('notices of committees', () => {
  const notice = (published: string) => ({
    document_number: `2026-${published}`,
    publication_date: published,
    title: 'Oncologic Drugs Advisory Committee; Notice of Meeting',
    abstract: 'A meeting.',
    dates: 'The meeting will be held on April 2, 2026.',
    html_url: 'https://www.federalregister.gov/d/x',
    agencies: [{ slug: 'food-and-drug-administration' }],
  });
  const read = (results: readonly object[], more: object = {}, cursor?: string) =>
    readOf(
      federalRegister,
      JSON.stringify({ count: results.length, results, ...more }),
      { version: 'hour' },
      cursor ? { cursor } : {},
    );

  it('move the cursor to the newest date, and never back', () => {
    const both = [notice('2026-02-02'), notice('2026-03-02')];
    expect(read(both).cursor).toBe('2026-03-02');
    expect(read(both, {}, '2026-03-05').cursor).toBe('2026-03-05');
    expect(read([])).not.toHaveProperty('cursor');
  });

  it('request the next page of the register, and no other URL', () => {
    const next = 'https://www.federalregister.gov/api/v1/documents?page=2';
    const page = (address?: string) => read([notice('2026-02-02')], { next_page_url: address });
    expect(page(next).requests).toEqual([
      {
        address: next,
        expects: 'json',
        lane: 'registry',
        version: 'hour',
        continues: true,
      },
    ]);
    expect(page().requests).toEqual([]);
    expect(page('https://elsewhere.invalid/').requests).toEqual([]);
  });
});
