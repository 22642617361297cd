import { beforeAll, describe, expect, it } from 'vitest';
import { demoFacts, demoSeed } from '../../src/demo/demo.ts';
import { baseRateCollections } from '../../src/derive/approval/base-rates.ts';
import { approvalCollections } from '../../src/derive/approval/program-approvals.ts';
import { beginRefresh } from '../../src/derive/begin-refresh.ts';
import { catalystAnalysis } from '../../src/derive/catalysts/company-outlooks.ts';
import type { Collections } from '../../src/derive/collection.ts';
import type { Refresh } from '../../src/derive/computation.ts';
import { competitionCollections } from '../../src/derive/programs/competition.ts';
import { pipelineCollections } from '../../src/derive/programs/pipeline.ts';
import { riskSignalCollections } from '../../src/derive/trials/risk-signals.ts';
import { trialIntelligenceCollections } from '../../src/derive/trials/trial-intelligence.ts';
import { scoreCollections } from '../../src/derive/valuation/scoring.ts';
import { valuationCollections } from '../../src/derive/valuation/valuations.ts';
import { type Database, inTransaction, openDatabase } from '../../src/store/database.ts';
import { factMigrations, writeFacts } from '../../src/store/facts-store.ts';
import { readFacts } from '../../src/store/read-facts.ts';
import type { Row } from '../../src/store/served-order.ts';
import { TODAY } from './developer.ts';

const collections: Collections = {
  ...approvalCollections,
  ...baseRateCollections,
  ...pipelineCollections,
  ...competitionCollections,
  ...trialIntelligenceCollections,
  ...riskSignalCollections,
  ...scoreCollections,
  ...valuationCollections,
};
const names = Object.keys(collections);

interface Part {
  readonly score: number | null;
  readonly weight: number;
}

describe('over the demo facts', () => {
  let database: Database;
  let refresh: Refresh;
  const rows = (name: string) => [...(refresh.memo(collections[name]!.rows) as Iterable<Row>)];
  const number = (row: Row, field: string) => row[field] as number;
  const flagsOf = (row: Row) => row.flags as string[];
  const nameOf = (row: Row) => JSON.stringify([row.ticker, row.drug_name, row.indication]);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const bytesOf = (from: Refresh) =>
    JSON.stringify([
      names.map((name) => [...collections[name]!.rows(from)]),
      [...catalystAnalysis(from)],
    ]);

  beforeAll(async () => {
    database = await openDatabase(':memory:', factMigrations);
    inTransaction(database, () => {
      for (const { kind, records } of demoFacts(demoSeed, TODAY)) {
        writeFacts(database, kind, records, 'demo');
      }
    });
    refresh = beginRefresh(readFacts(database), TODAY);
  }, 60_000);

  it('every collection has records, every number is finite, and nothing is dated ahead', () => {
    for (const name of names) {
      expect(rows(name).length, name).toBeGreaterThan(0);
      expect(JSON.stringify(rows(name)), name).not.toMatch(/NaN|Infinity|undefined/);
      const numbers = rows(name).flatMap((row) => numbersIn(row));
      expect(
        numbers.filter((value) => !Number.isFinite(value)),
        name,
      ).toEqual([]);
      const dates = rows(name).flatMap((row) => (row.as_of as string | null) ?? []);
      expect(
        dates.filter((date) => date > TODAY),
        name,
      ).toEqual([]);
    }
  });

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

  it('the factors, multiplied in odds, lead from the base rate to the probability', () => {
    for (const row of rows('poaScores').filter((each) => each.poa !== null)) {
      const base = number(row, 'base_rate') / 100;
      const factors = row.factors as { likelihood_ratio: number }[];
      const odds = factors.reduce(
        (product, { likelihood_ratio }) => product * likelihood_ratio,
        base / (1 - base),
      );
      // The rate and the odds ratios are rounded in the record.
      expect(Math.abs((100 * odds) / (1 + odds) - number(row, 'poa'))).toBeLessThan(0.25);
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

  it('a score = Σ weight × score of its components, whose weights sum to 1', () => {
    const scores = [
      ...rows('companyScores').map((row) => ({ row, score: row.score })),
      ...rows('programScores').map((row) => ({ row, score: row.score })),
      ...rows('pipelineHealth').map((row) => ({ row, score: row.health_score })),
      ...rows('competitiveLandscape').map((row) => ({ row, score: row.threat_score })),
    ];
    for (const { row, score } of scores) {
      if (score === null) continue;
      const parts = Object.values(row.components as Record<string, Part>);
      expect(number(row, 'coverage_pct')).toBeGreaterThanOrEqual(50);
      expect(Math.abs(sum(parts.map(({ weight }) => weight)) - 1)).toBeLessThan(0.0005);
      const total = sum(parts.map((part) => part.weight * (part.score ?? 0)));
      expect(Math.abs(total - (score as number))).toBeLessThan(0.006);
    }
  });

  it("a trial's risk = Σ weight × component, each the sum of its factors' points up to 100", () => {
    for (const row of rows('trialRisk').filter((each) => each.risk_score !== null)) {
      const weights = Object.entries(row.weights as Record<string, number>);
      const total = sum(weights.map(([name, weight]) => weight * ((row[name] as number) ?? 0)));
      expect(Math.abs(total - number(row, 'risk_score'))).toBeLessThan(0.051);
      const factors = row.factors as { component: string; points: number }[];
      for (const [name] of weights.filter(([each]) => row[each] !== null)) {
        const points = factors.filter((one) => one.component === name).map((one) => one.points);
        expect(Math.abs(Math.min(100, sum(points)) - number(row, name))).toBeLessThan(0.051);
      }
    }
  });

  it('a driver adds its points to the base rate of a trial', () => {
    for (const row of rows('clinicalTrialOutcomes').filter((each) => each.base_rate !== null)) {
      const drivers = row.drivers as { effect: number }[];
      const whole = number(row, 'base_rate') + sum(drivers.map(({ effect }) => effect));
      expect(Math.abs(whole - 100 * number(row, 'success_probability'))).toBeLessThan(0.11);
    }
  });

  it('the same facts give the same bytes', () => {
    expect(bytesOf(beginRefresh(readFacts(database), TODAY))).toBe(bytesOf(refresh));
  });
});

function numbersIn(value: unknown): readonly number[] {
  if (typeof value === 'number') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(numbersIn);
}
