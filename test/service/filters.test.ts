import { describe, expect, it } from 'vitest';
import { smallDemo } from '../support/demo-facts.ts';
import { useApp } from '../support/start-app.ts';
import { today } from '../support/universe.ts';

/** Tests the filters of this project's own endpoints over REST, on a part of the demo. */
type Row = Readonly<Record<string, unknown>>;

const facts = smallDemo(today);
const names = new Map(facts.companies.map(({ ticker, name }) => [ticker, name]));
const started = useApp({ facts });

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
  passes: (row: Row) => boolean,
  whole?: Record<string, string>,
];

const [signals, decade] = ['/clinical-trials/risk-signals', { days: '3650' }] as const;
const insiders = '/smart-money/insiders';
const [runway, distress] = ['/financial-health/runway', '/financial-health/distress'];
const decisions = '/fda/decisions';
const flowOf = (row: Row) => Number(row.net_value_change_usd);
const votes = ({ votes_yes, votes_no }: Row) => Number(votes_yes ?? 0) - Number(votes_no ?? 0);
const isTrigger = (name: string) => /going_concern|runway_under_6/.test(name);

/** A filtered query, its condition, and a wider query that includes its records: all by default. */
const cases: readonly Case[] = [
  [insiders, { code: 'p' }, (row) => row.transaction_code === 'P'],
  [
    insiders,
    { since: daysBefore(200), until: daysBefore(100) },
    (row) =>
      `${row.transaction_date}` >= daysBefore(200) && `${row.transaction_date}` <= daysBefore(100),
  ],
  [insiders, { days: '90' }, (row) => `${row.filing_date}` >= daysBefore(90)],
  [
    insiders,
    { minValue: '100000', code: 'S' },
    (row) => Number(row.value_usd) >= 100_000 && row.transaction_code === 'S',
  ],
  [signals, { type: 'crl', ...decade }, (row) => row.signal_type === 'crl', decade],
  [signals, { days: '365' }, (row) => `${row.signal_date}` >= daysBefore(365), decade],
  [
    signals,
    { reason: 'Strategy', ...decade },
    (row) => row.reason === 'strategy',
    { ...decade, type: 'termination' },
  ],
  [
    signals,
    { phase: 'phase 3', type: 'termination', ...decade },
    (row) => row.phase === 'Phase 3' && row.signal_type === 'termination',
    decade,
  ],
  [runway, { coversNextCatalyst: 'true' }, (row) => row.covers_next_catalyst === true],
  [runway, { nextCatalyst: 'readout' }, (row) => /readout/i.test(String(row.next_catalyst ?? ''))],
  [distress, { level: 'Low' }, (row) => row.distress_level === 'low'],
  [
    distress,
    { trigger: 'going_concern|runway_under_6' },
    (row) => (row.triggers as string[]).some(isTrigger),
  ],
  ['/smart-money/flows', { quarter: '2025q3' }, (row) => row.quarter === '2025Q3'],
  ['/smart-money/flows', { direction: 'outflows' }, (row) => flowOf(row) < 0],
  ['/smart-money/flows', { direction: 'inflows' }, (row) => flowOf(row) > 0],
  [
    '/fda/poa',
    { designation: 'priority' },
    (row) => /priority/i.test(String(row.designations ?? '')),
  ],
  ['/fda/poa', { vote: 'against|for' }, (row) => row.vote_date !== null],
  ['/ma/deals', { status: 'ANNOUNCED' }, (row) => row.status === 'announced'],
  [
    '/ma/deals',
    { announcedFrom: '2025-06', status: 'closed' },
    (row) => `${row.announcedDate}` >= '2025-06-01',
    { status: 'closed' },
  ],
  [decisions, { outcome: 'refused' }, (row) => row.outcome === 'refused'],
  [decisions, { vote: 'against' }, (row) => votes(row) < 0],
  [
    decisions,
    { decidedFrom: '2024', decidedTo: '2025-06' },
    (row) => `${row.decision_date}` >= '2024-01-01' && `${row.decision_date}` <= '2025-06-30',
  ],
];

describe('filters', () => {
  const complete = cases.map(([path, query, passes, whole = {}]) => {
    return [path, query, passes, whole] as const;
  });
  it.each(complete)('%s %j', async (path, query, passes, whole) => {
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
      `No triggers matches "quarrel". Known values: ${names}.`,
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
});
