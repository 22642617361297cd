import { expect, it } from 'vitest';
import { refreshServed } from '../../src/derive/refresh-served.ts';
import { readMeta } from '../../src/store/facts-store.ts';
import { tablesOf } from '../../src/store/served-tables.ts';
import { endpoints } from '../../tools/index.ts';
import { balanceSheet, developer, TODAY } from './developer.ts';
import { type FactsByKind, storeOf } from './refresh-of.ts';

const served = endpoints.filter(({ name }) => ['companies', 'ma_deals'].includes(name));

async function refreshed(...facts: readonly FactsByKind[]) {
  const database = await storeOf(developer, ...facts);
  refreshServed(database, served, () => Date.parse(`${TODAY}T12:00:00Z`));
  const rows = (name: string) =>
    database
      .prepare(`SELECT record FROM ${tablesOf(served.find((one) => one.name === name)!).stored}`)
      .all()
      .map((row) => JSON.parse(String(row.record)));
  return { rows, implausible: JSON.parse(readMeta(database, 'implausible')!) };
}

it('leaves out a value outside its bounds, and counts it', async () => {
  const deal = {
    acquirer: 'Large Pharma',
    target: 'Small Bio',
    announcedDate: '2026-10-01',
    dealType: 'acquisition',
    premiumPct: 4800,
    totalValue: 900e6,
  };
  const { rows, implausible } = await refreshed({ deals: [deal] });
  expect(rows('ma_deals')).toMatchObject([{ premiumPct: null, totalValue: 900e6 }]);
  expect(implausible).toEqual({ 'ma_deals.premiumPct': 1 });
});

it('knows no market value above a thousand times the total assets', async () => {
  // 50 million shares at 4 dollars have a market value of 200 million dollars. This is exactly a
  // thousand times total assets of 0.2 million dollars.
  for (const [assets, value] of [
    [0.2, 200e6],
    [0.19, null],
  ] as const) {
    const sheet = balanceSheet('2026-09-30', '2026-11-06', { Assets: assets });
    const company = (await refreshed({ financial_facts: sheet })).rows('companies')[0];
    expect(company.market_cap_usd).toBe(value);
    expect(company.flags.includes('implausible')).toBe(value === null);
  }
});

it('counts shares in depositary shares, and knows no market value without their ratio', async () => {
  // 50 million shares are 6.25 million depositary shares at 4.
  const report = { ...balanceSheet('2025-12-31', '2026-03-02', { Assets: 90 })[0]!, form: '20-F' };
  const cover = { ticker: 'DEVT', cover_date: '2026-03-02', is_depositary: true };
  for (const [covers, value] of [
    [[], null],
    [[cover], null],
    [[{ ...cover, shares_per_depositary: 8 }], 25e6],
    [[{ ...cover, is_depositary: false, shares_per_depositary: 1 }], 200e6],
  ] as const) {
    const facts = { financial_facts: [report], depositary_ratios: covers };
    const company = (await refreshed(facts)).rows('companies')[0];
    expect(company.market_cap_usd).toBe(value);
    expect(company.flags.includes('adr_ratio_unknown')).toBe(value === null);
  }
});
