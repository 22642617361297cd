import { describe, expect, it } from 'vitest';
import { sourceList, sourcesByRow, sourcesOf } from '../../src/service/source-list.ts';
import { clientOf } from '../support/mcp.ts';
import { useApp } from '../support/start-app.ts';

/** Tests that records and answers name their sources, over REST and through tools. */
const company = { ticker: 'ABCQZ', name: 'Abcora Bio', cik: '1999001' };
const balance = (tag: string, value: number, more: object = {}) => ({
  ticker: 'ABCQZ',
  cik: '1999001',
  taxonomy: 'us-gaap',
  tag,
  unit: 'USD',
  value,
  end: '2025-12-31',
  form: '10-K',
  filed: '2026-02-12',
  source: 'sec-companyfacts',
  accession: '0001999001-26-000007',
  ...more,
});
const goal = {
  _id: 'goal',
  ticker: 'ABCQZ',
  drugname: 'abcorimab',
  catalyst: 'PDUFA Date',
  formattedDate: '2026-01-20',
  catdate: '2026-01-20',
  createdDate: '2025/05/05',
  source: 'sec-documents',
  source_url: 'https://filings.example/8k',
  document_form: '8-K',
  document_date: '2025-06-01',
  evidence: 'The goal date is January 20, 2026.',
};
const facts = {
  companies: [company],
  financial_facts: [
    balance('CashAndCashEquivalentsAtCarryingValue', 90e6),
    balance('NetCashProvidedByUsedInOperatingActivities', -60e6, { start: '2025-01-01' }),
  ],
  trials: [
    {
      nctId: 'NCT99000001',
      ticker: 'ABCQZ',
      CompletionDate: '2027-01',
      Phase: 'PHASE2',
      updatedAt: '2026-03-01',
      source: 'clinicaltrials',
    },
  ],
  catalysts: [goal],
  catalyst_changes: [
    {
      catalyst_id: 'goal',
      changed_date: '2025-06-01',
      field: 'formattedDate',
      previous_value: '2025-11-20',
      new_value: '2026-01-20',
      source: 'sec-documents',
      source_url: 'https://filings.example/8k',
      document_form: '8-K',
      evidence: 'The FDA extended the goal date to January 20, 2026.',
    },
  ],
  decisions: [
    {
      Ticker: 'ABCQZ',
      Drug: 'abcorimab',
      'PDUFA Date': '2026-01-20',
      Decision: 'Approved',
      decision_date: '2026-01-18',
      source: 'press-releases',
      document_form: 'press release',
      source_url: 'https://news.example/a',
      evidence: 'The FDA approved abcorimab.',
    },
  ],
};

const filing = 'https://www.sec.gov/Archives/edgar/data/1999001/000199900126000007/';
const decision = {
  field: 'decision',
  value: 'Approved',
  source: 'press release',
  url: 'https://news.example/a',
  sentence: 'The FDA approved abcorimab.',
  known_from: '2026-01-18',
};

const started = useApp({ facts });

async function textOf(name: string, args: Readonly<Record<string, string>> = {}) {
  const client = await clientOf(started.base, {
    headers: { 'X-API-Key': started.key },
    structured: false,
  });
  const { content } = await client.callTool({ name, arguments: args });
  return (content as readonly { readonly text: string }[])[0]!.text;
}

describe('a record names its source, its URL and its date', () => {
  const fields = 'source,source_url,source_date';
  const study = 'https://clinicaltrials.gov/study/NCT99000001';
  const registered = ['ClinicalTrials.gov', study, '2026-03-01'];

  it.each([
    ['cash_runway', ['SEC 10-K', filing, '2026-02-12']],
    ['cash_burn', ['SEC 10-K', filing, '2026-02-12']],
    ['catalyst_sync', registered],
    ['trial_risk', registered],
    ['fda_calendar_historical', ['SEC 8-K', 'https://filings.example/8k', '2025-06-01']],
    ['calendar_changes', ['SEC 8-K', 'https://filings.example/8k', '2025-06-01']],
    ['pdufa_historical', ['press release', 'https://news.example/a', '2026-01-18']],
    ['fda_decisions', ['press release', 'https://news.example/a', '2026-01-18']],
    ['companies', ['fixture', 'https://www.sec.gov/edgar/browse/?CIK=1999001']],
  ])('of %s on request', async (name, origin) => {
    const ofTicker = /cash_burn|trial_risk/.test(name) ? { ticker: 'ABCQZ' } : {};
    const text = await textOf(name, { fields, ...ofTicker });
    expect(text.split('\n')).toContain(origin.join('\t'));
  });

  it('in full REST records, except where the specification fixes the columns', async () => {
    const runway = await started.ask('/financial-health/runway');
    expect(runway.body.result).toMatchObject([
      { source: 'SEC 10-K', source_url: filing, source_date: '2026-02-12' },
    ]);
    expect(runway.headers.get('Catalyst-Source')).toBeNull();
    const trials = await started.ask('/catalystsync');
    expect(Object.keys(trials.body.result[0]!)).not.toContain('source');
    expect(trials.headers.get('Catalyst-Source')).toBe(
      'ClinicalTrials.gov (1 row, newest 2026-03-01) https://clinicaltrials.gov/study/NCT99000001',
    );
  });

  it('for the values that became known on other days', async () => {
    const moved = {
      field: 'formattedDate',
      value: '2026-01-20',
      source: 'SEC 8-K',
      url: 'https://filings.example/8k',
      known_from: '2025-06-01',
      sentence: 'The FDA extended the goal date to January 20, 2026.',
    };
    const history = await textOf('fda_calendar_historical', { fields: 'known' });
    const known = (text: string) =>
      JSON.parse(text.split('\n').find((line) => line.startsWith('['))!);
    expect(known(history)).toEqual([decision, moved]);
    const { body } = await started.ask('/fda/decisions');
    expect(body.result[0]!.known).toEqual([
      decision,
      {
        field: 'goal_date',
        value: '2026-01-20',
        source: 'SEC 8-K',
        url: 'https://filings.example/8k',
        known_from: '2025-06-01',
        sentence: 'The goal date is January 20, 2026.',
      },
    ]);
  });
});

it('an answer names the sources of its records first and lists them last', async () => {
  const text = await textOf('cash_runway');
  expect(text.split('\n')[0]).toMatch(/ Source: SEC 10-K through 2026-02-12\.$/);
  expect(text.split('\n').slice(-2)).toEqual([
    `Sources: SEC 10-K (1 row, newest 2026-02-12) ${filing}`,
    'Next: dilution with {"ticker":"ABCQZ"}',
  ]);
});

describe('the list of sources', () => {
  const rows = (source: string, count: number, url = '') =>
    Array.from({ length: count }, (_, at) => ({
      source,
      source_date: `2026-01-0${at + 1}`,
      ...(url ? { source_url: `${url}${at + 1}` } : {}),
    }));
  const list = (...all: readonly object[][]) => sourceList(sourcesOf(all.flat() as never));

  it('names the records of each source in a short answer with several sources', () => {
    const [one, two] = [rows('A', 2, 'https://a.example/'), rows('B', 1)];
    expect(sourcesByRow([one[0]!, two[0]!, one[0]!])).toBe(
      'rows 1, 3 A 2026-01-01 https://a.example/1; row 2 B 2026-01-01 (no address)',
    );
    expect(sourcesByRow([one[0]!, one[0]!])).toBeUndefined();
    expect(sourcesByRow([...rows('A', 5), ...two])).toBeUndefined();
  });

  it('has the source of most records first, and three URLs', () => {
    expect(list(rows('B', 2, 'https://b.example/'), rows('A', 3, 'https://a.example/'))).toBe(
      'A (3 rows, newest 2026-01-03) https://a.example/3 https://a.example/2; ' +
        'B (2 rows, newest 2026-01-02) https://b.example/2',
    );
    expect(list(rows('A', 1), [{ title: 'no source' }])).toBe('A (1 row, newest 2026-01-01)');
    expect(list([{ source: 'A\n\tB', source_date: null }])).toBe('A B (1 row)');
  });

  it('has at most 450 characters, counts what does not fit, and cuts no URL', () => {
    const many = Array.from({ length: 30 }, (_, at) => rows(`source number ${at}`, 1));
    const text = list(...many);
    expect(text.length).toBeLessThanOrEqual(450);
    expect(text).toMatch(/; and \d+ more$/);
    const named = (text.match(/row/g) ?? []).length;
    expect(text).toContain(`and ${30 - named} more`);
    expect(list(rows('A', 1, `https://a.example/${'x'.repeat(450)}`))).toBe(
      'A (1 row, newest 2026-01-01)',
    );
    expect(list(rows('n'.repeat(2_000), 1)).length).toBeLessThanOrEqual(450);
  });
});
