import { describe, expect, it } from 'vitest';
import { read, useApp } from '../support/start-app.ts';

/**
 * Tests the filters of the nine specified endpoints over HTTP on 2026-03-10, with the records in
 * `test/support/universe.ts`.
 */
const started = useApp();

/** The field that identifies an endpoint's records in the test data. */
const nameField: Readonly<Record<string, string>> = {
  '/fdacalendar': 'description',
  '/fdacalendar/historical': 'description',
  '/pdufa/upcoming': 'description',
  '/pdufa/historical': 'Indication',
  '/catalystsync': 'nctId',
  '/fda/designations': 'designation_type',
  '/fda/approvals': 'indication',
  '/fda/adverse-events': 'adverse_event',
  '/clinical-trials/results': 'trial_title',
};

async function names(path: string, query: Record<string, string>): Promise<unknown[]> {
  const { status, body } = await started.ask(path, query);
  expect(body.error).toBeUndefined();
  expect(status).toBe(200);
  return body.result.map((record) => record[nameField[path] ?? '']);
}

type Case = readonly [query: Record<string, string>, expected: readonly string[]];

/** For each endpoint: a query and the names of all matching records, in order. */
const cases: Readonly<Record<string, readonly Case[]>> = {
  '/fdacalendar': [
    [{ ticker: 'ACME' }, ['december', 'today']],
    [{ ticker: 'acme' }, []],
    [{ ticker: 'ACM' }, []],
    [{ drug: 'aCmEzUmAb' }, ['december', 'today']],
    [{ drug: 'zumab \\(ac-1' }, ['today']],
    [{ drug: '^boltinib$' }, ['may']],
    [{ drug: '^olt' }, []],
    [{ phase: 'Phase 2' }, ['april']],
    [{ phase: 'phase 2' }, []],
    [{ phase: 'Phase' }, []],
    [{ catalyst: 'BLA Filing' }, ['april']],
    [{ catalyst: 'BLA filing' }, []],
    [{ treatment: 'COLITIS|cancer' }, ['may', 'today']],
    [{ treatment: "crohn's" }, ['december']],
    [{ treatment: '\\[fistu' }, ['december']],
    [{ treatment: 'haemophilia b' }, []],
    [{ catdate: 'Q4 2026' }, ['december']],
    [{ catdate: 'q4 2026' }, []],
    [{ catdateFrom: '2026-05', catdateTo: '2026-12' }, ['december', 'may']],
    [{ catdateFrom: '2026-12-31', catdateTo: '2026-12-31' }, ['december']],
    [{ catdateTo: '2026' }, ['december', 'may', 'april', 'today']],
    [{ catdateTo: '2026-03' }, ['today']],
    [{ catdateTo: '2026-03-09' }, []],
    [{ catdateTo: '2026-05-30' }, ['april', 'today']],
    [{ catdateFrom: '2026-05-31', catdateTo: '2026-06' }, ['may']],
    [{ as_of: '2026-03-10' }, ['may', 'april', 'today']],
    [{ as_of: '2026-03-09' }, ['may', 'today']],
    [{ as_of: '2025-06-02' }, ['today']],
    [{ as_of: '2025-06-01' }, []],
    [{ ticker: 'ACME', drug: 'ac-101', catdateTo: '2026' }, ['today']],
    [{ ticker: 'BOLT', drug: 'ac-101' }, []],
  ],
  '/fdacalendar/historical': [
    [{}, ['yesterday', 'risen', 'half priced', 'unpriced']],
    [{ ticker: 'BOLT' }, ['yesterday', 'half priced']],
    [{ drug: 'ZUMAB' }, ['risen']],
    [{ phase: 'Phase 2' }, ['risen']],
    [{ catalyst: 'PDUFA Date' }, ['yesterday', 'half priced', 'unpriced']],
    [{ treatment: 'ulcer' }, ['risen']],
    [{ catdate: 'Feb 2026' }, ['risen']],
    [{ as_of: '2025-12-01' }, ['yesterday', 'half priced']],
    [{ as_of: '2026-01-05' }, ['yesterday', 'risen', 'half priced']],
    // The historical calendar has no catdateFrom. An unknown parameter is ignored.
    [{ catdateFrom: 'nonsense', ticker: 'ZZZZ' }, ['unpriced']],
  ],
  '/pdufa/upcoming': [
    [{ ticker: 'ACME' }, ['today']],
    [{ drug: 'boltinib' }, ['may']],
    [{ treatment: 'Ulcerative colitis' }, ['today']],
    [{ catalyst: 'BLA Filing' }, ['april']],
    [{ catalyst: 'Phase 3 Readout' }, []],
    [{ pdufadate: 'May 2026' }, ['may']],
  ],
  '/pdufa/historical': [
    [{}, ['Ulcerative colitis', 'NSCLC', 'Haemophilia A']],
    [{ ticker: 'BOLT' }, ['NSCLC']],
    [{ drug: 'Nobodyvec' }, ['Haemophilia A']],
    [{ company: 'Bolt & Co. (Holdings)' }, ['NSCLC']],
    [{ indication: 'NSCLC' }, ['NSCLC']],
    [{ pdufadate: '2026-03-10' }, ['Ulcerative colitis']],
    [{ pdufadate: '2026-03-11' }, []],
  ],
  '/catalystsync': [
    [{ ticker: 'ACME' }, ['NCT00000001', 'NCT00000003']],
    [{ phase: 'Phase 2' }, ['NCT00000003']],
    [{ phase: 'Phase 2/Phase 3' }, ['NCT00000002']],
    [{ condition: 'asthma' }, ['NCT00000001', 'NCT00000003']],
    [{ condition: 'asthma \\(mild\\)' }, ['NCT00000001']],
    [{ condition: '50% response' }, ['NCT00000002']],
    [{ condition: '50. response' }, ['NCT00000002', 'NCT00000006']],
    [{ condition: 'NAÏVE\\ssecond' }, ['NCT00000005']],
    [{ condition: 'naïve.second' }, []],
    [{ interventionName: 'a.b+c?' }, ['NCT00000005', 'NCT00000004']],
    [{ interventionName: '\\Qa.b+c?\\E' }, ['NCT00000004']],
    [{ interventionName: 'UNDER_SCORE' }, ['NCT00000006']],
    [{ completionDate: '2026-03' }, ['NCT00000001']],
    [{ completionDate: 'Unknown' }, ['NCT00000004']],
  ],
  '/fda/designations': [
    [{}, ['RMAT', 'Orphan Drug', 'Fast Track']],
    [{ ticker: 'acme' }, ['Orphan Drug', 'Fast Track']],
    [{ designation_type: 'orphan|rmat' }, ['RMAT', 'Orphan Drug']],
    [{ drug: 'NOBODY' }, ['RMAT']],
  ],
  '/fda/approvals': [
    // Two approvals are only in the list of decisions.
    [{}, ['third', 'second', 'first', 'fourth', 'Ulcerative colitis', 'Haemophilia A']],
    [{ ticker: 'Bolt' }, ['third']],
    [{ drug: 'acmezumab' }, ['second', 'first', 'Ulcerative colitis']],
    [{ drug: 'acmezumab$' }, ['first', 'Ulcerative colitis']],
    [{ year: '2025' }, ['third', 'second', 'first']],
    [{ year: '2025-0' }, ['second', 'first']],
    // The day of the approval in Haemophilia A is unknown.
    [{ year: '2024' }, ['fourth']],
    [{ year: '2023' }, []],
  ],
  '/fda/adverse-events': [
    [{ ticker: 'acme' }, ['Nausea', 'Headache']],
    [{ drug: 'BOLT' }, ['Rash']],
    [{ ticker: 'acme', severity: '^serious' }, ['Nausea']],
    [{ severity: 'non-serious' }, ['Headache']],
  ],
  '/clinical-trials/results': [
    [{ ticker: 'bolt' }, ['Boltinib fails']],
    [{ phase: 'PHASE 1/2' }, ['Acmezumab begins']],
    [{ phase: 'phase (2|3)$' }, ['Acmezumab works', 'Boltinib fails']],
    [{ condition: 'ulcerative' }, ['Acmezumab works']],
  ],
};

const rows = Object.entries(cases).flatMap(([path, some]) =>
  some.map(([query, expected]) => [path, query, expected] as const),
);

describe('filters', () => {
  it.each(rows)('%s %j finds %j', async (path, query, expected) => {
    expect(await names(path, query)).toEqual(expected);
  });

  it('takes an empty value for an absent parameter', async () => {
    expect(
      await names('/fdacalendar/historical', { ticker: '', drug: '', as_of: '' }),
    ).toHaveLength(4);
  });

  it('ignores unknown parameters and refuses one that is given twice', async () => {
    const address = `${started.base}/api/v2/pdufa/historical?apiKey=${started.key}`;
    expect((await read(`${address}&Ticker=X&x=1&x=2`)).body.pagination.total).toBe(3);
    const refused = await read(`${address}&ticker=ACME&ticker=BOLT`);
    expect(refused.status).toBe(400);
    expect(refused.body).toEqual({ error: 'Invalid ticker: one value, as text or number' });
  });
});
