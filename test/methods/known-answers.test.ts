import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { oddsRatio } from '../../src/domain/approval/odds.ts';
import { likelihoodOfApproval } from '../../src/domain/approval/success-rates.ts';
import { runwayMonths } from '../../src/domain/finance/runway.ts';
import { ownershipDilution, sharesForRaise } from '../../src/domain/finance/share-count.ts';
import { robustZ } from '../../src/domain/market/volume.ts';
import { methods } from '../../src/domain/methods.ts';
import { maxPain, painByStrike, putCallRatio } from '../../src/domain/options/option-flow.ts';
import { optionPrice } from '../../src/domain/options/option-pricing.ts';
import { expectedMove, straddleMove } from '../../src/domain/options/option-volatility.ts';
import {
  annualizedVolatility,
  maximumDrawdown,
  sharpeRatio,
  sortinoRatio,
} from '../../src/domain/portfolio/portfolio-metrics.ts';
import { riskAdjustedNpv } from '../../src/domain/valuation/cash-flows.ts';

const path = new URL('../../../shared/methods/known-answers.json', import.meta.url);
const isHere = existsSync(path);
// biome-ignore lint/suspicious/noExplicitAny: Each test reads its part of an external file.
const known: any = isHere ? JSON.parse(readFileSync(path, 'utf8')) : {};

/**
 * Checks of published answers by method version. A raised version is not found by its old name, so
 * its answers must be reviewed.
 */
const answers: Readonly<Record<string, () => void>> = {
  [idOf('poa/6')]: () => {
    for (const { p, expected, tol } of known.poa) {
      expect(Math.abs(likelihoodOfApproval(p) - expected)).toBeLessThanOrEqual(tol);
    }
    for (const { p1, p0, expected } of known.odds.filter((one: object) => 'p1' in one)) {
      expect(oddsRatio(p1, p0)).toBeCloseTo(expected, 3);
    }
  },
  [idOf('rnpv/5')]: () => {
    const leaves = known.rnpv.filter((one: object) => 'leaves' in one);
    for (const { leaves: tree, expected, tol } of leaves) {
      const flows = tree.map(([amount, probability]: [number, number]) => ({
        amount,
        probability,
        years: 0,
      }));
      expect(Math.abs(riskAdjustedNpv(flows, 0) - expected)).toBeLessThanOrEqual(tol);
    }
    const { rate, cf, expected, tol } = known.discount.find(
      (one: { fn: string }) => one.fn === 'NPV',
    );
    const flows = cf.map((amount: number, at: number) => ({
      amount,
      probability: 1,
      years: at + 1,
    }));
    expect(Math.abs(riskAdjustedNpv(flows, rate) - expected)).toBeLessThanOrEqual(tol);
  },
  [idOf('runway/5')]: () => {
    for (const one of known.runway) {
      const burn = one.cfo ? -one.cfo / one.period_months : one.quarterly_burn / 3;
      expect(runwayMonths(one.liquid, burn)).toBeCloseTo(one.months ?? 3 * one.quarters, 3);
    }
  },
  [idOf('dilution/2')]: () => {
    for (const one of known.dilution) {
      expect(sharesForRaise(one.raise, one.price)).toBe(one.new);
      expect(ownershipDilution(one.old, one.new)).toBeCloseTo(one.ownership_dilution, 6);
    }
  },
  [idOf('black-scholes/1')]: () => {
    for (const [side, strike, price, q, r, years, sigma, value] of known.black_scholes) {
      const terms = {
        type: side === 'c' ? ('call' as const) : ('put' as const),
        strike,
        underlying_price_usd: price,
        years,
        risk_free_rate: r,
        dividend_yield: q,
      };
      expect(Math.abs(optionPrice(terms, sigma) - value)).toBeLessThanOrEqual(1e-4);
    }
  },
  [idOf('put-call/1')]: () => {
    for (const { put, call, expected } of known.put_call) {
      expect(putCallRatio(put, call)).toBeCloseTo(expected, 2);
    }
    for (const { S, iv, dte, straddle, expected, pct } of known.expected_move) {
      if (straddle) expect(straddleMove(straddle, S).implied_move_pct / 100).toBeCloseTo(pct, 3);
      else expect(expectedMove(S, iv, dte)).toBeCloseTo(expected, 1);
    }
    for (const one of known.max_pain) {
      const sides = [
        { type: 'put', open: one.put_oi },
        { type: 'call', open: one.call_oi },
      ] as const;
      const contracts = sides.flatMap(({ type, open }) =>
        one.strikes.map((strike: number, at: number) => ({
          type,
          strike,
          open_interest: open[at],
        })),
      );
      expect(painByStrike(contracts).map(({ pain_usd }) => pain_usd)).toEqual(one.pain);
      expect(maxPain(contracts)).toBe(one.max_pain);
    }
  },
  [idOf('volume/2')]: () => {
    for (const { x, modified_z_last } of known.mad) {
      expect(robustZ(x, x.at(-1))).toBeCloseTo(modified_z_last, 3);
    }
  },
  [idOf('model-portfolio/2')]: () => {
    const monthly = known.returns_empyrical_monthly;
    expect(annualizedVolatility(monthly.r, 12)).toBeCloseTo(monthly.annual_vol, 9);
    expect(sortinoRatio(monthly.r, 0, 12)).toBeCloseTo(monthly.sortino, 9);
    const values = [100];
    for (const one of monthly.r) values.push(values.at(-1)! * (1 + one));
    expect(maximumDrawdown(values)).toBeCloseTo(monthly.max_drawdown, 9);
    const daily = known.returns_empyrical_daily;
    expect(sharpeRatio(daily.r, 0, 252)).toBeCloseTo(daily.sharpe, 9);
    expect(sortinoRatio(daily.r, 0, 252)).toBeCloseTo(daily.sortino, 9);
  },
};

/** @throws Error for a version that is no longer in use */
function idOf(version: string): string {
  const method = methods.find(({ id }) => id.split(' ')[0] === version);
  if (!method) throw new Error(`${version} is not in use: review the answers of its successor`);
  return method.id;
}

describe.skipIf(!isHere)('the answers in ../shared/methods/known-answers.json', () => {
  it.each(Object.entries(answers))('match %s', (_, check) => {
    expect.hasAssertions();
    check();
  });
});
