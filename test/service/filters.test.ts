import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smallDemo } from '../support/demo-facts.ts';
import { type Started, startApp } from '../support/start-app.ts';
import { today } from '../support/universe.ts';

/** Tests the filters of this project's own endpoints over REST, on a part of the demo. */
type Row = Readonly<Record<string, unknown>>;

const facts = smallDemo(today);
const names = new Map(facts.companies.map(({ ticker, name }) => [ticker, name]));
let started: Started;
beforeAll(async () => {
  started = await startApp({ facts });
});
afterAll(() => started.close());

async function all(path: string, query: Record<string, string> = {}): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const { status, body } = await started.ask(path, { ...query, page: String(page) });
    expect([status, body.error]).toEqual([200, undefined]);
    rows.push(...body.result);
    if (rows.length >= body.pagination.total) return rows;
  }
}

const daysBefore = (days: number) =>
  new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);

type Case = readonly [
  path: string,
  query: Record<string, string>,
  whole: Record<string, string>,
  passes: (row: Row) => boolean,
];

/** A filtered query, a wider query that includes its records, and the expected condition. */
const cases: readonly Case[] = [
  ['/smart-money/insiders', { code: 'p' }, {}, (row) => row.transaction_code === 'P'],
  ['/smart-money/insiders', { days: '90' }, {}, (row) => `${row.filing_date}` >= daysBefore(90)],
  [
    '/smart-money/insiders',
    { minValue: '100000', code: 'S' },
    {},
    (row) => Number(row.value_usd) >= 100_000 && row.transaction_code === 'S',
  ],
  [
    '/clinical-trials/risk-signals',
    { type: 'crl', days: '3650' },
    { days: '3650' },
    (row) => row.signal_type === 'crl',
  ],
  [
    '/clinical-trials/risk-signals',
    { days: '365' },
    { days: '3650' },
    (row) => `${row.signal_date}` >= daysBefore(365),
  ],
  [
    '/clinical-trials/risk-signals',
    { reason: 'Strategy', days: '3650' },
    { days: '3650', type: 'termination' },
    (row) => row.reason === 'strategy',
  ],
  [
    '/clinical-trials/risk-signals',
    { phase: 'phase 3', type: 'termination', days: '3650' },
    { days: '3650' },
    (row) => row.phase === 'Phase 3' && row.signal_type === 'termination',
  ],
  [
    '/financial-health/runway',
    { coversNextCatalyst: 'true' },
    {},
    (row) => row.covers_next_catalyst === true,
  ],
  [
    '/financial-health/runway',
    { nextCatalyst: 'readout' },
    {},
    (row) => /readout/i.test(String(row.next_catalyst ?? '')),
  ],
  ['/financial-health/distress', { level: 'Low' }, {}, (row) => row.distress_level === 'low'],
  [
    '/financial-health/distress',
    { trigger: 'going_concern|runway_under_6' },
    {},
    (row) => (row.triggers as string[]).some((one) => /going_concern|runway_under_6/.test(one)),
  ],
  ['/smart-money/flows', { quarter: '2025q3' }, {}, (row) => row.quarter === '2025Q3'],
  [
    '/smart-money/flows',
    { direction: 'outflows' },
    {},
    (row) => Number(row.net_value_change_usd) < 0,
  ],
  [
    '/smart-money/flows',
    { direction: 'inflows' },
    {},
    (row) => Number(row.net_value_change_usd) > 0,
  ],
  [
    '/fda/poa',
    { designation: 'priority' },
    {},
    (row) => /priority/i.test(String(row.designations ?? '')),
  ],
  ['/fda/poa', { vote: 'against|for' }, {}, (row) => row.vote_date !== null],
  ['/ma/deals', { status: 'ANNOUNCED' }, {}, (row) => row.status === 'announced'],
  [
    '/ma/deals',
    { announcedFrom: '2025-06', status: 'closed' },
    { status: 'closed' },
    (row) => `${row.announcedDate}` >= '2025-06-01',
  ],
  ['/fda/decisions', { outcome: 'refused' }, {}, (row) => row.outcome === 'refused'],
  [
    '/fda/decisions',
    { vote: 'against' },
    {},
    (row) => Number(row.votes_yes ?? 0) < Number(row.votes_no ?? 0),
  ],
  [
    '/fda/decisions',
    { decidedFrom: '2024', decidedTo: '2025-06' },
    {},
    (row) => `${row.decision_date}` >= '2024-01-01' && `${row.decision_date}` <= '2025-06-30',
  ],
];

describe('filters', () => {
  it.each(cases)('%s %j', async (path, query, whole, passes) => {
    const expected = (await all(path, whole)).filter(passes);
    const found = await all(path, query);
    const asText = (rows: readonly Row[]) => rows.map((row) => JSON.stringify(row)).sort();
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan((await all(path, whole)).length);
    expect(asText(found)).toEqual(asText(expected));
  });

  it('finds what one fund holds, and asks for a fund or a ticker', async () => {
    const [held] = await all('/smart-money/funds');
    const own = await all('/smart-money/positions', { fund: `^${held?.fund_name}$` });
    expect(own.length).toBeGreaterThan(0);
    expect(new Set(own.map(({ fund_name }) => fund_name))).toEqual(new Set([held?.fund_name]));
    const { status, body } = await started.ask('/smart-money/positions');
    expect([status, body.error]).toEqual([400, 'Missing ticker or fund']);
  });

  it.each([
    [{ action: 'EXIT' }, (row: Row) => row.action === 'exit'],
    [{ specialist: 'true' }, (row: Row) => row.is_specialist === true],
    [
      { specialist: 'false', action: 'hold' },
      (row: Row) => row.is_specialist === false && row.action === 'hold',
    ],
  ])('finds positions by %j', async (query, passes) => {
    const funds = { fund: '.' };
    const whole = await all('/smart-money/positions', funds);
    const found = await all('/smart-money/positions', { ...funds, ...query });
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThan(whole.length);
    expect(found).toEqual(whole.filter(passes));
  });

  it('names the triggers that there are in place of one that there is not', async () => {
    const known = (await all('/financial-health/distress')).flatMap(
      ({ triggers }) => triggers as string[],
    );
    const args = { trigger: 'quarrel' };
    const text = await started.app.toolbox.callTool('owner', 'distress', args);
    const names = [...new Set(known)].sort().join(', ');
    expect(names).toContain('going_concern_doubt, ');
    expect(JSON.parse(text).content[0].text).toContain(
      `No triggers matches "quarrel". It is one of: ${names}.`,
    );
  });

  it('finds the trials of one drug with their status', async () => {
    const whole = await all('/clinical-trials/risk', { drug: '.' });
    const name = String(whole[0]?.drug_name);
    const found = await all('/clinical-trials/risk', { drug: name.toUpperCase() });
    expect(found.length).toBeLessThan(whole.length);
    expect(found).toEqual(whole.filter((row) => String(row.drug_name).includes(name)));
    for (const { status } of found) expect(status).toMatch(/^[A-Z_]+$/);
  });

  it('sorts outflows by the largest first, within the newest quarter', async () => {
    const rows = await all('/smart-money/flows', { direction: 'outflows', quarter: '2025Q3' });
    const values = rows.map((row) => Number(row.net_value_change_usd));
    expect(values).toEqual([...values].sort((a, b) => a - b));
  });

  it('names the company in each record that has a ticker', async () => {
    for (const path of ['/smart-money/flows', '/financial-health/runway', '/fda/decisions']) {
      for (const { ticker, company_name } of await all(path)) {
        // Records of unlisted companies have no name, and some approvals have no ticker.
        const name = names.get(String(ticker)) ?? null;
        expect([path, ticker, company_name]).toEqual([path, ticker, name]);
      }
    }
  });

  it.each([
    ['/clinical-trials/risk-signals', { days: '3651' }, 'Invalid days: a whole number, 1–3650'],
    [
      '/clinical-trials/risk-signals',
      { type: 'strike' },
      'Invalid type: one of hold, hold_lifted, ',
    ],
    [
      '/financial-health/runway',
      { coversNextCatalyst: 'maybe' },
      'Invalid coversNextCatalyst: one of true, false',
    ],
    [
      '/smart-money/insiders',
      { minValue: '-1' },
      'Invalid minValue: a number, 0 or more US dollars',
    ],
    ['/smart-money/flows', { direction: 'up' }, 'Invalid direction: one of inflows, outflows'],
    ['/fda/decisions', { decidedFrom: 'soon' }, 'Invalid decidedFrom'],
  ])('%s refuses %j', async (path, query, error) => {
    const { status, body } = await started.ask(path, query as Record<string, string>);
    expect([status, body.error?.startsWith(error)]).toEqual([400, true]);
  });
});

describe('decisions', () => {
  it('stand with goal date, reasons and vote, each from its own record', async () => {
    const facts = {
      companies: [{ ticker: 'ABCQZ', name: 'Abcora Bio' }],
      decisions: [
        {
          Ticker: 'ABCQZ',
          Drug: 'abcorimab',
          Indication: 'Gout',
          'PDUFA Date': '2026-02-20',
          Decision: 'Complete Response',
          decision_date: '2026-02-10',
        },
      ],
      complete_response_letters: [
        { ticker: 'ABCQZ', drug_name: 'Abcorimab', letter_date: '2026-02-11', reasons: ['safety'] },
      ],
      adcomm_votes: [
        {
          ticker: 'ABCQZ',
          drug_name: 'abcorimab',
          meeting_date: '2025-12-01',
          votes_yes: 3,
          votes_no: 9,
        },
        // One vote is after the decision, and one vote is too long before the decision.
        {
          ticker: 'ABCQZ',
          drug_name: 'abcorimab',
          meeting_date: '2026-03-01',
          votes_yes: 9,
          votes_no: 1,
        },
        {
          ticker: 'ABCQZ',
          drug_name: 'abcorimab',
          meeting_date: '2023-12-01',
          votes_yes: 8,
          votes_no: 1,
        },
      ],
    };
    const own = await startApp({ facts });
    const { body } = await own.ask('/fda/decisions', { ticker: 'abcqz' });
    expect(body.result).toEqual([
      {
        ticker: 'ABCQZ',
        company_name: 'Abcora Bio',
        drug_name: 'abcorimab',
        indication: 'Gout',
        outcome: 'refused',
        decision: 'Complete Response',
        decision_date: '2026-02-10',
        goal_date: '2026-02-20',
        days_before_goal: 10,
        refusal_reasons: ['safety'],
        vote: 'against',
        votes_yes: 3,
        votes_no: 9,
        vote_date: '2025-12-01',
        review_designation: null,
        application_number: null,
        applicant: null,
        ...{ deficiencies: null, deficiency_kinds: null, resubmission_class: null },
        ...{ days_to_resubmission: null, days_to_outcome: null, next_decision: null },
        ...{ company_statement: null, company_statement_url: null },
        ...{ source: 'fixture', source_url: null, source_date: '2026-02-10' },
        known: [
          expect.objectContaining({ field: 'decision', known_from: '2026-02-10' }),
          expect.objectContaining({ field: 'refusal_reasons', value: 'safety' }),
        ],
        flags: [],
      },
    ]);
    await own.close();
  });
});
