import { sum } from 'simple-statistics';
import { beforeAll, describe, expect, it } from 'vitest';
import { baseRateCollections } from '../../src/derive/approval/base-rates.ts';
import { approvalCollections } from '../../src/derive/approval/program-approvals.ts';
import { beginRefresh } from '../../src/derive/begin-refresh.ts';
import { catalystAnalysis } from '../../src/derive/catalysts/company-outlooks.ts';
import type { Collections } from '../../src/derive/collection.ts';
import type { Refresh } from '../../src/derive/computation.ts';
import { dealCollections } from '../../src/derive/deals/acquisitions.ts';
import { financialHealthCollections } from '../../src/derive/finance/financial-health.ts';
import { analystCollections } from '../../src/derive/market/analysts.ts';
import { companyCollections } from '../../src/derive/market/companies.ts';
import { marketSignalCollections } from '../../src/derive/market/market-signals.ts';
import { optionCollections } from '../../src/derive/options/options.ts';
import { predictedVolatility } from '../../src/derive/options/predicted-volatility.ts';
import { fundCollections } from '../../src/derive/ownership/funds.ts';
import { insiderCollections } from '../../src/derive/ownership/insiders.ts';
import { portfolioCollections } from '../../src/derive/portfolio/portfolios.ts';
import { competitionCollections } from '../../src/derive/programs/competition.ts';
import { pipelineCollections } from '../../src/derive/programs/pipeline.ts';
import { riskSignalCollections } from '../../src/derive/trials/risk-signals.ts';
import { trialIntelligenceCollections } from '../../src/derive/trials/trial-intelligence.ts';
import { scoreCollections } from '../../src/derive/valuation/scoring.ts';
import { valuationCollections } from '../../src/derive/valuation/valuations.ts';
import { groupBy } from '../../src/domain/group-by.ts';
import type { Database } from '../../src/store/database.ts';
import { readFacts } from '../../src/store/read-facts.ts';
import type { Row } from '../../src/store/served-order.ts';
import { demoFactsOf } from '../support/demo-facts.ts';
import { asServed } from './as-served.ts';
import { TODAY } from './developer.ts';
import { storeOf } from './refresh-of.ts';

const collections: Collections = {
  ...financialHealthCollections,
  ...marketSignalCollections,
  ...companyCollections,
  ...approvalCollections,
  ...baseRateCollections,
  ...pipelineCollections,
  ...competitionCollections,
  ...trialIntelligenceCollections,
  ...riskSignalCollections,
  ...scoreCollections,
  ...valuationCollections,
  ...fundCollections,
  ...insiderCollections,
  ...analystCollections,
  ...optionCollections,
  ...dealCollections,
  ...portfolioCollections,
};
const names = Object.keys(collections);

/** Collections with one record per company. */
const onePerTicker = [
  ...['financialHealth', 'cashRunway', 'distress', 'priceSnapshot', 'movers', 'companies'],
  ...['priceTargets', 'maTargets'],
];

interface Part {
  readonly score: number | null;
  readonly z?: number | null;
  readonly weight: number;
}

let database: Database;
let refresh: Refresh;
const computed = new Map<string, readonly Row[]>();
/** Returns the rows of a collection, which are computed once. */
function rows(name: string): readonly Row[] {
  const known = computed.get(name) ?? [...(refresh.memo(collections[name]!.rows) as Iterable<Row>)];
  computed.set(name, known);
  return known;
}
const served = (name: string) => asServed(name, rows(name));
const byTicker = (name: string) => new Map(rows(name).map((row) => [row.ticker as string, row]));
const number = (row: Row | undefined, field: string) => row?.[field] as number;
const nameOf = (row: Row) => JSON.stringify([row.ticker, row.drug_name, row.indication]);
const flagsOf = (row: Row) => row.flags as string[];
const bytesOf = (one: Refresh) =>
  JSON.stringify([
    names.map((name) => [...one.memo(collections[name]!.rows)]),
    [...one.memo(catalystAnalysis)],
    [...one.memo(predictedVolatility)],
  ]);

beforeAll(async () => {
  database = await storeOf(demoFactsOf(TODAY));
  refresh = beginRefresh(readFacts(database), TODAY);
});

describe('records of any collection on the demo facts', () => {
  it('exist, every number is finite, and nothing is dated ahead', () => {
    for (const name of names) {
      expect(rows(name).length, name).toBeGreaterThan(0);
      expect(JSON.stringify(rows(name)), name).not.toMatch(/NaN|Infinity|undefined/);
      const numbers = rows(name).flatMap((row) => numbersIn(row));
      const infinite = numbers.filter((value) => !Number.isFinite(value));
      expect(infinite, name).toEqual([]);
      const ahead = rows(name).filter((row) => ((row.as_of as string | null) ?? '') > TODAY);
      expect(ahead, name).toEqual([]);
    }
  });

  it('have different keys', () => {
    const keys: Readonly<Record<string, readonly string[]>> = {
      ...Object.fromEntries(onePerTicker.map((name) => [name, ['ticker']])),
      cashBurn: ['ticker', 'period_end'],
      dilution: ['ticker', 'form_type', 'filed_at', 'offering_type'],
      unusualVolume: ['ticker', 'alert_date'],
      news: ['id'],
      hedgeFunds: ['cik'],
      // Share classes of one company are separate positions.
      hedgeFundPositions: ['ticker', 'cik', 'put_call', 'shares'],
      hedgeFundFlows: ['ticker', 'quarter'],
      hedgeFundSentiment: ['ticker', 'quarter'],
      insiderSummary: ['ticker', 'period'],
      optionsChain: ['option_symbol'],
      optionsPutCall: ['ticker', 'date'],
      maAcquirers: ['rank'],
      modelPortfolioHoldings: ['portfolio', 'ticker'],
      modelPortfolioReturns: ['portfolio', 'quarter'],
    };
    for (const [name, fields] of Object.entries(keys)) {
      const found = rows(name).map((row) => fields.map((field) => row[field]).join('|'));
      expect(new Set(found).size, name).toBe(found.length);
    }
  });

  it.each([
    ['dilution', 'dilution_score', undefined],
    ['distress', 'distress_score', undefined],
    ['financialHealth', 'dilution_score', 'dilution'],
    ['financialHealth', 'distress_score', 'distress'],
    ['companyScores', 'score', undefined],
    ['programScores', 'score', undefined],
    ['pipelineHealth', 'health_score', undefined],
    ['competitiveLandscape', 'threat_score', undefined],
    ['maTargets', 'score', undefined],
    ['maAcquirers', 'appetiteScore', undefined],
  ])('%s: %s = Σ weight × score of its components, or the floor above that', (name, field, of) => {
    const scored = rows(name).filter((row) => row[field] !== null);
    expect(scored.length).toBeGreaterThan(0);
    for (const row of scored) {
      const components = row.components as Readonly<Record<string, unknown>>;
      const { floor, ...rest } = (of ? components[of] : components) as Record<string, Part>;
      const parts = Object.values(rest);
      const weighted = sum(parts.map(({ weight, score }) => weight * (score ?? 0)));
      const score = Math.max(weighted, floor?.score ?? 0);
      expect(Math.abs(score - number(row, field))).toBeLessThan(0.006);
      expect(Math.abs(sum(parts.map(({ weight }) => weight)) - 1)).toBeLessThan(0.0005);
      if (!of) expect(number(row, 'coverage_pct')).toBeGreaterThanOrEqual(50);
    }
  });

  it('are the same bytes if the facts are the same', () => {
    expect(bytesOf(beginRefresh(readFacts(database), TODAY)) === bytesOf(refresh)).toBe(true);
  });
});

describe('financial records', () => {
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
      expect('floor' in (risk.components as Record<string, Part>)).toBe(floors.length === 1);
      for (const flag of floors) expect(risk.triggers).toContain(flag.slice('floor_'.length));
    }
  });

  it('market value = shares × price', () => {
    for (const row of rows('companies').filter((each) => each.market_cap_usd !== null)) {
      const value = number(row, 'shares_outstanding') * number(row, 'price_usd');
      expect(Math.abs(number(row, 'market_cap_usd') - value)).toBeLessThanOrEqual(1);
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
});

describe('clinical records', () => {
  it('a probability lies in its interval, between 0 and 100, or has a reason to be absent', () => {
    for (const row of rows('poaScores')) {
      if (row.poa === null) {
        expect(flagsOf(row).length).toBeGreaterThan(0);
        continue;
      }
      expect(number(row, 'poa')).toBeGreaterThan(0);
      expect(number(row, 'poa')).toBeLessThan(100);
      expect(number(row, 'interval_low')).toBeLessThanOrEqual(number(row, 'poa'));
      expect(number(row, 'interval_high')).toBeGreaterThanOrEqual(number(row, 'poa'));
    }
  });

  it('a program, its next catalyst and the calendars have one probability', () => {
    const analyses = [...refresh.memo(catalystAnalysis).values()];
    const summaries = new Set(analyses.map(({ poa_summary }) => poa_summary));
    const scored = rows('poaScores').filter((row) => row.poa !== null);
    for (const row of scored) expect(summaries).toContain(row.poa_summary);
    const values = new Map(rows('rnpv').map((row) => [nameOf(row), row]));
    for (const program of rows('programScores').filter((row) => row.poa !== null)) {
      const chance = 100 * number(values.get(nameOf(program))!, 'cumulative_pos');
      expect(Math.abs(number(program, 'poa') - chance)).toBeLessThan(0.06);
    }
  });

  it('rNPV = Σ discounted rows; a company = Σ of its programs; their shares sum to 100', () => {
    const companies = new Map(rows('companyScores').map((row) => [row.ticker, row]));
    const byTicker = new Map<unknown, Row[]>();
    for (const row of rows('rnpv')) {
      byTicker.set(row.ticker, [...(byTicker.get(row.ticker) ?? []), row]);
      const flows = row.cash_flows as { discounted: number }[];
      if (row.rNPV === null) expect(flagsOf(row).length).toBeGreaterThan(0);
      else expect(sum(flows.map(({ discounted }) => discounted))).toBe(row.rNPV);
    }
    for (const [ticker, own] of byTicker) {
      const valued = own.filter(({ rNPV }) => rNPV !== null);
      const total = sum(valued.map((row) => number(row, 'rNPV')));
      const company = companies.get(ticker);
      if (company) expect(company.rNPV).toBe(valued.length ? total : null);
      const shares = own.flatMap((row) => (row.share_of_total_pct as number | null) ?? []);
      if (shares.length) expect(Math.abs(sum(shares) - 100)).toBeLessThan(0.01 * own.length);
    }
  });
});

describe('positioning records', () => {
  it('the weights of a portfolio’s holdings before sum to 100', () => {
    const portfolios = groupBy(served('modelPortfolioHoldings'), (row) => row.portfolio as string);
    for (const holdings of portfolios.values()) {
      const before = holdings.map((row) => number(row, 'previous_weight_pct'));
      expect(sum(before)).toBeCloseTo(100, 8);
    }
  });

  it('quarters compound to the cumulative return, and the last one is the total', () => {
    for (const portfolio of served('modelPortfolios')) {
      const own = served('modelPortfolioReturns').filter((row) => row.portfolio === portfolio.id);
      expect(own.length).toBeGreaterThanOrEqual(8);
      let growth = 1;
      for (const quarter of own.toReversed()) {
        growth *= 1 + number(quarter, 'return_pct') / 100;
        const off = number(quarter, 'cumulative_return_pct') - 100 * (growth - 1);
        expect(Math.abs(off)).toBeLessThan(0.0051);
      }
      expect(portfolio.total_return_pct).toBe(own[0]!.cumulative_return_pct);
    }
  });

  it('put/call ratio = puts ÷ calls', () => {
    for (const row of served('optionsPutCall')) {
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

  it('a delta and a volatility lie where they can', () => {
    const priced = served('optionsChain').filter((row) => row.implied_volatility !== null);
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
});

function numbersIn(value: unknown): readonly number[] {
  if (typeof value === 'number') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(numbersIn);
}
