import { beforeAll, describe, expect, it } from 'vitest';
import { demoFacts, demoSeed } from '../../src/demo/demo.ts';
import { beginRefresh } from '../../src/derive/begin-refresh.ts';
import type { Collections } from '../../src/derive/collection.ts';
import type { Refresh } from '../../src/derive/computation.ts';
import { financialHealthCollections } from '../../src/derive/finance/financial-health.ts';
import { companyCollections } from '../../src/derive/market/companies.ts';
import { marketSignalCollections } from '../../src/derive/market/market-signals.ts';
import { type Database, inTransaction, openDatabase } from '../../src/store/database.ts';
import { factMigrations, writeFacts } from '../../src/store/facts-store.ts';
import { readFacts } from '../../src/store/read-facts.ts';
import type { Row } from '../../src/store/served-order.ts';
import { TODAY } from './developer.ts';

const collections: Collections = {
  ...financialHealthCollections,
  ...marketSignalCollections,
  ...companyCollections,
};
const names = Object.keys(collections);

type Parts = Readonly<Record<string, { readonly score: number | null; readonly weight: number }>>;

const allOf = (refresh: Refresh) =>
  Object.fromEntries(names.map((name) => [name, [...collections[name]!.rows(refresh)]]));

describe('over the demo facts', () => {
  let database: Database;
  let refresh: Refresh;
  const rows = (name: string) => [...(refresh.memo(collections[name]!.rows) as Iterable<Row>)];
  const byTicker = (name: string) => new Map(rows(name).map((row) => [row.ticker as string, row]));
  const number = (row: Row | undefined, field: string) => row?.[field] as number;

  beforeAll(async () => {
    database = await openDatabase(':memory:', factMigrations);
    inTransaction(database, () => {
      for (const { kind, records } of demoFacts(demoSeed, TODAY)) {
        writeFacts(database, kind, records, 'demo');
      }
    });
    refresh = beginRefresh(readFacts(database), TODAY);
  }, 60_000);

  it('every collection has records, and every number is finite', () => {
    for (const name of names) {
      expect(rows(name).length, name).toBeGreaterThan(0);
      const numbers = rows(name).flatMap((row) => Object.values(row).filter(isNumber));
      expect(numbers.filter((value) => !Number.isFinite(value))).toEqual([]);
    }
  });

  it('liquid assets ÷ burn = runway, and a runway that is null has its reason', () => {
    const known = rows('financialHealth').filter((row) => row.runway_months !== null);
    expect(known.length).toBeGreaterThan(35);
    for (const row of known) {
      const months = number(row, 'liquid_usd') / number(row, 'monthly_burn_usd');
      expect(Math.abs(number(row, 'runway_months') - months)).toBeLessThan(0.006);
    }
    for (const row of rows('cashRunway').filter((each) => each.runway_months === null)) {
      expect((row.flags as string[]).length).toBeGreaterThan(0);
    }
  });

  it('burn = capital expenditure − operating cash flow, and a quarter is three months of it', () => {
    for (const row of rows('cashBurn')) {
      const burnt =
        ((row.capex_usd as number | null) ?? 0) - number(row, 'operating_cash_flow_usd');
      const months = number(row, 'months');
      expect(Math.abs(number(row, 'quarterly_burn_usd') - (burnt / months) * 3)).toBeLessThan(1);
      const monthly = number(row, 'monthly_burn_usd');
      expect(Math.abs(number(row, 'quarterly_burn_usd') - 3 * monthly)).toBeLessThanOrEqual(2);
    }
  });

  it('one figure is the same under its name in every endpoint', () => {
    const [health, runways] = [byTicker('financialHealth'), byTicker('cashRunway')];
    const [snapshots, risks] = [byTicker('priceSnapshot'), byTicker('distress')];
    for (const company of rows('companies')) {
      const ticker = company.ticker as string;
      expect(runways.get(ticker)?.runway_months).toBe(company.runway_months);
      expect(health.get(ticker)?.runway_months).toBe(company.runway_months);
      expect(risks.get(ticker)?.distress_score).toBe(health.get(ticker)?.distress_score);
      expect(snapshots.get(ticker)?.market_cap_usd).toBe(company.market_cap_usd);
      expect(runways.get(ticker)?.next_catalyst_date).toBe(company.next_catalyst_date);
    }
  });

  it('a score = Σ weight × score of its components, or the floor above that', () => {
    const health = rows('financialHealth').map(({ components, ...row }) => {
      const { dilution: ofDilution, distress: ofDistress } = components as Record<string, Parts>;
      return { ...row, ofDilution, ofDistress } as Row;
    });
    const scores = [
      ...rows('dilution').map((row) => [row.dilution_score, row.components] as const),
      ...rows('distress').map((row) => [row.distress_score, row.components] as const),
      ...health.map((row) => [row.dilution_score, row.ofDilution] as const),
      ...health.map((row) => [row.distress_score, row.ofDistress] as const),
    ].filter(([score]) => score !== null);
    expect(scores.length).toBeGreaterThan(180);
    for (const [score, components] of scores) {
      const { floor, ...rest } = components as Parts;
      const parts = Object.values(rest);
      const sum = parts.reduce((total, part) => total + part.weight * (part.score ?? 0), 0);
      expect(Math.abs(Math.max(sum, floor?.score ?? 0) - (score as number))).toBeLessThan(0.006);
      expect(parts.reduce((total, part) => total + part.weight, 0)).toBeCloseTo(1, 3);
    }
  });

  it('level and grade are those of the score; each floor has its trigger', () => {
    const [risks, levels] = [byTicker('distress'), ['low', 'moderate', 'high', 'severe']];
    for (const row of rows('financialHealth').filter((each) => each.distress_score !== null)) {
      const [score, risk] = [number(row, 'distress_score'), risks.get(row.ticker as string)!];
      expect(row.distress_level).toBe(levels[Math.min(3, Math.floor(score / 25))]);
      expect(row.health_grade).toBe('FDCBA'[Math.min(4, Math.floor((100 - score) / 20))]);
      expect(risk.distress_level).toBe(row.distress_level);
      if (risk.going_concern) expect(score).toBeGreaterThanOrEqual(50);
      if (row.runway_months === null) continue;
      if (number(row, 'runway_months') < 12) expect(score).toBeGreaterThanOrEqual(25);
      if (number(row, 'runway_months') < 6) expect(score).toBeGreaterThanOrEqual(75);
      const floors = (risk.flags as string[]).filter((flag) => flag.startsWith('floor_'));
      expect('floor' in (risk.components as Parts)).toBe(floors.length === 1);
      for (const flag of floors) expect(risk.triggers).toContain(flag.slice('floor_'.length));
    }
  });

  it('market value = shares × price; a move = price − the close before', () => {
    for (const row of rows('companies').filter((each) => each.market_cap_usd !== null)) {
      const value = number(row, 'shares_outstanding') * number(row, 'price_usd');
      expect(Math.abs(number(row, 'market_cap_usd') - value)).toBeLessThanOrEqual(1);
    }
    const snapshots = byTicker('priceSnapshot');
    for (const row of rows('movers')) {
      const before = number(snapshots.get(row.ticker as string), 'previous_close_usd');
      expect(number(row, 'price_usd') - number(row, 'change_usd')).toBeCloseTo(before, 8);
    }
  });

  it('relative volume = volume ÷ average, at least twice; catalysts lie on or after the alert', () => {
    for (const row of rows('unusualVolume')) {
      const relative = number(row, 'volume') / number(row, 'avg_volume_20d');
      expect(number(row, 'relative_volume')).toBeCloseTo(relative, 3);
      expect(relative).toBeGreaterThanOrEqual(2);
      if (row.days_to_catalyst !== null) expect(row.days_to_catalyst).toBeGreaterThanOrEqual(0);
    }
  });

  it('no two records of a collection are the same record', () => {
    const keys: Readonly<Record<string, readonly string[]>> = {
      cashBurn: ['ticker', 'period_end'],
      dilution: ['ticker', 'form_type', 'filed_at', 'offering_type'],
      unusualVolume: ['ticker', 'alert_date'],
      news: ['id'],
    };
    for (const name of names) {
      const fields = keys[name] ?? ['ticker'];
      const found = rows(name).map((row) => fields.map((field) => row[field]).join('|'));
      expect(new Set(found).size, name).toBe(found.length);
    }
  });

  it('the same facts give the same bytes', () => {
    const again = beginRefresh(readFacts(database), TODAY);
    expect(JSON.stringify(allOf(again))).toBe(JSON.stringify(allOf(refresh)));
  });
});

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}
