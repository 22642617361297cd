import { describe, expect, it, onTestFinished } from 'vitest';
import { catalystAnalysis } from '../../src/derive/catalysts/company-outlooks.ts';
import { distress } from '../../src/derive/finance/financial-health.ts';
import { priceSnapshot } from '../../src/derive/market/market-signals.ts';
import { insiderSummary, insiderTransactions } from '../../src/derive/ownership/insiders.ts';
import { competitiveLandscape } from '../../src/derive/programs/competition.ts';
import type { Fact } from '../../src/facts/fact-kinds.ts';
import { identifier } from '../../src/store/facts-store.ts';
import { startApp } from '../support/start-app.ts';
import { catalyst, developer, TODAY } from './developer.ts';
import { type FactsByKind, refreshOf } from './refresh-of.ts';

describe('a trade that two owners filed jointly', () => {
  const trade = (owner_name: string, rest: Partial<Fact<'insider_transactions'>> = {}) => ({
    ...{ ticker: 'DEVT', accession: 'joint', line: 1, transaction_code: 'P', owner_name },
    ...{ transaction_date: '2026-11-02', filing_date: '2026-11-03', shares: 100, price_usd: 5 },
    ...rest,
  });
  const insider_transactions = [
    trade('Fund A'),
    trade('Partner B'),
    // A second lot of the same size is a second trade.
    trade('Fund A', { line: 2 }),
    trade('Partner B', { line: 2 }),
    trade('Partner B', { accession: 'alone' }),
  ];

  it('is one, in rows and in sums', async () => {
    const refresh = await refreshOf(TODAY, { insider_transactions });
    const rows = [...insiderTransactions(refresh)];
    expect(rows).toHaveLength(3);
    const joint = rows.filter(({ accession }) => accession === 'joint');
    expect(joint).toHaveLength(2);
    for (const { owner_name, joint_owners } of joint) {
      expect([owner_name, ...(joint_owners ?? [])].sort()).toEqual(['Fund A', 'Partner B']);
    }
    expect(rows.find(({ accession }) => accession === 'alone')!.joint_owners).toBeNull();
    expect(insiderSummary(refresh)[0]).toMatchObject({ buys: 3, buy_value_usd: 1_500 });
  });
});

describe('a doubt of going on', () => {
  const event = { ...catalyst('PDUFA Date', '2026-12-20', '2026/02/01'), _id: 'ahead' };
  const past = { ...catalyst('Phase 2 Readout', '2026-08-20', '2026/02/01'), _id: 'past' };
  const doubted = (filed_at: string): FactsByKind => ({
    ...developer,
    catalysts: [event, past],
    filing_events: [{ ticker: 'DEVT', event: 'going_concern', filed_at }],
  });

  // The newest balance sheet is of 30 September, so it did not exist on 19 August.
  it.each([
    ['2026-08-05', false, 'A filing of 2026-08-05 doubts'],
    ['2026-11-05', true, undefined],
  ])('of %s stands in key_risks as in distress', async (filed_at, stands, before) => {
    const refresh = await refreshOf(TODAY, doubted(filed_at));
    expect(distress(refresh).find(({ ticker }) => ticker === 'DEVT')!.going_concern).toBe(stands);
    const analyses = catalystAnalysis(refresh);
    const risksOf = (one: Fact<'catalysts'>) =>
      analyses.get(identifier('catalysts', one))?.key_risks ?? '';
    expect(risksOf(event).includes('doubts that the company can go on')).toBe(stands);
    if (before) expect(risksOf(past)).toContain(before);
    else expect(risksOf(past)).not.toContain('doubts');
  });
});

describe('a delisted company', () => {
  const facts: FactsByKind = {
    companies: [
      { ticker: 'LIVQZ', name: 'Live Bio' },
      { ticker: 'GONQZ', name: 'Gone Bio', delisted_date: '2026-11-10' },
    ],
    programs: ['LIVQZ', 'GONQZ'].map((ticker) => ({
      ...{ ticker, drug_name: `${ticker}ib`, indication: 'Ague', phase: 'Phase 2' },
    })),
    prices: ['LIVQZ', 'GONQZ'].map((ticker) => ({ ticker, date: '2026-11-09', close: 4 })),
  };

  it('is no rival, and its last price is marked', async () => {
    const refresh = await refreshOf(TODAY, facts);
    const rivals = competitiveLandscape(refresh);
    expect(rivals.map((row) => [row.ticker, row.competitor_count])).toEqual([['LIVQZ', 0]]);
    const flags = new Map(priceSnapshot(refresh).map((row) => [row.ticker, row.flags]));
    expect(flags.get('GONQZ')).toContain('delisted');
    expect(flags.get('LIVQZ')).not.toContain('delisted');
  });
});

describe('the calendar', () => {
  it('says that its cash is no runway, with records alone', async () => {
    const started = await startApp();
    onTestFinished(() => started.close());
    const said = 'how long the money lasts, with investments and debt, is in cash_runway';
    const full = await started.ask('/fdacalendar');
    expect(full.headers.get('catalyst-notice')).toContain(said);
    const none = await started.ask('/fdacalendar', { ticker: 'NOBODYQZ' });
    expect(none.body.result).toEqual([]);
    expect(none.headers.get('catalyst-notice') ?? '').not.toContain(said);
    const { app, key } = started;
    const answer = JSON.parse(await app.toolbox.callTool({ key }, 'fda_calendar', {}));
    expect(JSON.stringify(answer)).toContain(said);
  });
});
