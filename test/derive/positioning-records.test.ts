import { sum } from 'simple-statistics';
import { beforeAll, expect, it } from 'vitest';
import { demoFacts, demoSeed } from '../../src/demo/demo.ts';
import { beginRefresh } from '../../src/derive/begin-refresh.ts';
import type { Collections } from '../../src/derive/collection.ts';
import type { Refresh } from '../../src/derive/computation.ts';
import { dealCollections } from '../../src/derive/deals/acquisitions.ts';
import { analystCollections } from '../../src/derive/market/analysts.ts';
import { optionCollections } from '../../src/derive/options/options.ts';
import { predictedVolatility } from '../../src/derive/options/predicted-volatility.ts';
import { fundCollections } from '../../src/derive/ownership/funds.ts';
import { insiderCollections } from '../../src/derive/ownership/insiders.ts';
import { portfolioCollections } from '../../src/derive/portfolio/portfolios.ts';
import { groupBy } from '../../src/domain/group-by.ts';
import { type Database, inTransaction, openDatabase } from '../../src/store/database.ts';
import { factMigrations, writeFacts } from '../../src/store/facts-store.ts';
import { readFacts } from '../../src/store/read-facts.ts';
import type { Row } from '../../src/store/served-order.ts';
import { asServed } from './as-served.ts';

const collections: Collections = {
  ...fundCollections,
  ...insiderCollections,
  ...analystCollections,
  ...optionCollections,
  ...dealCollections,
  ...portfolioCollections,
};
const names = Object.keys(collections);
const TODAY = '2026-11-21';

let database: Database;
let refresh: Refresh;
let bytes: string;

const rows = (name: string): readonly Row[] =>
  asServed(name, refresh.memo(collections[name]!.rows)) as readonly Row[];
const number = (row: Row, field: string) => row[field] as number;

function allOf(one: Refresh): string {
  const records = names.map((name) => [...one.memo(collections[name]!.rows)]);
  return JSON.stringify([records, [...one.memo(predictedVolatility)]]);
}

beforeAll(async () => {
  database = await openDatabase(':memory:', factMigrations);
  inTransaction(database, () => {
    for (const { kind, records } of demoFacts(demoSeed, TODAY)) {
      writeFacts(database, kind, records, 'demo');
    }
  });
  refresh = beginRefresh(readFacts(database), TODAY);
  bytes = allOf(refresh);
});

it('every collection has records', () => {
  for (const name of names) expect(rows(name).length, name).toBeGreaterThan(0);
  const numbers = names.flatMap((name) => rows(name).flatMap(Object.values));
  expect(numbers.filter((value) => typeof value === 'number' && !Number.isFinite(value))).toEqual(
    [],
  );
});

it('the weights of a portfolio’s holdings sum to 100, and so do those before', () => {
  const portfolios = groupBy(rows('modelPortfolioHoldings'), (row) => row.portfolio as string);
  expect([...portfolios.keys()]).toEqual(['conviction', 'consensus']);
  for (const holdings of portfolios.values()) {
    for (const field of ['weight_pct', 'previous_weight_pct']) {
      expect(sum(holdings.map((row) => number(row, field)))).toBeCloseTo(100, 8);
    }
  }
});

it('quarters compound to the cumulative return, and the last one is the total', () => {
  for (const portfolio of rows('modelPortfolios')) {
    const quarters = rows('modelPortfolioReturns').filter((row) => row.portfolio === portfolio.id);
    expect(quarters.length).toBeGreaterThanOrEqual(8);
    let growth = 1;
    for (const quarter of quarters.toReversed()) {
      growth *= 1 + number(quarter, 'return_pct') / 100;
      expect(Math.abs(number(quarter, 'cumulative_return_pct') - 100 * (growth - 1))).toBeLessThan(
        0.0051,
      );
      expect(number(quarter, 'return_pct') - number(quarter, 'benchmark_return_pct')).toBeCloseTo(
        number(quarter, 'excess_pct'),
        6,
      );
    }
    expect(portfolio.total_return_pct).toBe(quarters[0]!.cumulative_return_pct);
  }
});

it('put/call ratio = puts ÷ calls', () => {
  for (const row of rows('optionsPutCall')) {
    if (row.put_call_volume_ratio !== null) {
      const ratio = number(row, 'put_volume') / number(row, 'call_volume');
      expect(row.put_call_volume_ratio).toBeCloseTo(ratio, 3);
    }
    if (row.put_call_oi_ratio !== null) {
      const ratio = number(row, 'put_oi') / number(row, 'call_oi');
      expect(row.put_call_oi_ratio).toBeCloseTo(ratio, 3);
    }
  }
});

it('analysts’ grades sum to their count', () => {
  const grades = ['strong_buy', 'buy', 'hold', 'sell', 'strong_sell'];
  for (const row of rows('priceTargets')) {
    expect(sum(grades.map((grade) => number(row, grade)))).toBe(row.analysts);
  }
});

interface Part {
  readonly score: number | null;
  readonly z: number | null;
  readonly weight: number;
}

const parts = (row: Row) => Object.values(row.components as Record<string, Part>);

it('a score is its components, weighted', () => {
  for (const [name, field] of [
    ['maTargets', 'score'],
    ['maAcquirers', 'appetiteScore'],
  ] as const) {
    for (const row of rows(name).filter((each) => each[field] !== null)) {
      const weighted = sum(parts(row).map((part) => part.weight * (part.score ?? 0)));
      expect(Math.abs(number(row, field) - weighted)).toBeLessThan(0.0051);
      expect(number(row, 'coverage_pct')).toBeGreaterThanOrEqual(50);
    }
  }
  for (const row of rows('hedgeFundSentiment').filter((each) => each.sentiment_score !== null)) {
    const lean = sum(parts(row).map((part) => part.weight * (part.z ?? 0)));
    expect(Math.abs(number(row, 'sentiment_score') - 100 * Math.tanh(lean))).toBeLessThan(0.02);
  }
});

it('what funds did adds up', () => {
  for (const row of rows('hedgeFundFlows').filter((each) => each.funds_change !== null)) {
    expect(row.funds_change).toBe(number(row, 'new_positions') - number(row, 'closed'));
  }
  const books = groupBy(rows('hedgeFundPositions'), (row) => row.cik as string);
  for (const book of books.values()) {
    expect(sum(book.map((row) => number(row, 'portfolio_pct') ?? 0))).toBeLessThan(100.5);
  }
  for (const row of rows('insiderSummary').filter((each) => each.net_value_usd !== null)) {
    expect(row.net_value_usd).toBe(number(row, 'buy_value_usd') - number(row, 'sell_value_usd'));
  }
});

it('a delta and a volatility lie where they can', () => {
  const priced = rows('optionsChain').filter((row) => row.implied_volatility !== null);
  expect(priced.length).toBeGreaterThan(500);
  for (const row of priced) {
    const delta = number(row, 'delta') * (row.type === 'call' ? 1 : -1);
    expect(delta).toBeGreaterThanOrEqual(0);
    expect(delta).toBeLessThanOrEqual(1);
  }
  for (const volatility of predictedVolatility(refresh).values()) {
    expect(volatility).toBeGreaterThan(0.05);
    expect(volatility).toBeLessThan(10);
  }
});

it('no two records of a collection are the same record', () => {
  const keys: Readonly<Record<string, readonly string[]>> = {
    hedgeFunds: ['cik'],
    // Share classes of one company are separate positions.
    hedgeFundPositions: ['ticker', 'cik', 'put_call', 'shares'],
    hedgeFundFlows: ['ticker', 'quarter'],
    hedgeFundSentiment: ['ticker', 'quarter'],
    insiderSummary: ['ticker', 'period'],
    priceTargets: ['ticker'],
    optionsChain: ['option_symbol'],
    optionsPutCall: ['ticker', 'date'],
    maTargets: ['ticker'],
    maAcquirers: ['rank'],
    modelPortfolioHoldings: ['portfolio', 'ticker'],
    modelPortfolioReturns: ['portfolio', 'quarter'],
  };
  for (const [name, fields] of Object.entries(keys)) {
    const found = rows(name).map((row) => fields.map((each) => row[each]).join('|'));
    expect(new Set(found).size, name).toBe(found.length);
  }
});

it('the same facts give the same bytes', () => {
  expect(allOf(beginRefresh(readFacts(database), TODAY)) === bytes).toBe(true);
});
