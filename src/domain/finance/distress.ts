import { combine } from '../composite.ts';
import { shiftMonths } from '../dates.ts';
import { pointsBetween, ratio } from '../risk-level.ts';
import { altmanOf } from './altman.ts';
import {
  CATALYST_MARGIN_MONTHS,
  DISTRESS_WEIGHTS,
  FLOORS,
  FULL_DEBT_RATIO,
  FULL_SHARE_GROWTH_PCT,
  LOW_PRICE_POINTS,
  MINIMUM_BID_USD,
  OLD_BALANCE_MONTHS,
  RUNWAY_POINTS,
} from './constants.ts';
import { type Concept, type FactTable, instantAt } from './financial-facts.ts';
import { doesNotBurn, type Runway } from './runway.ts';

/**
 * Signals of distress that the balance sheet does not contain. A signal is null if its source was
 * not read.
 */
export interface DistressSignals {
  /**
   * Whether a 10-K or 10-Q states "substantial doubt about its ability to continue as a going
   * concern".
   */
  readonly going_concern: boolean | null;
  /** Whether the company has an open listing notice (8-K item 3.01). */
  readonly exchange_deficiency: boolean | null;
  readonly reverse_split_pending: boolean | null;
  readonly price_usd: number | null;
  readonly market_cap_usd: number | null;
  readonly share_growth_12m_pct: number | null;
}

/** The value of a component and its points, 0–100. Null if they are unknown. */
interface Points {
  readonly value: number | null;
  readonly score: number | null;
}

/**
 * Computes the distress of a company from its runway and other signals. `distress_score` (0–100,
 * higher is worse) is the weighted sum of the components. If a trigger sets a higher minimum score,
 * the score is this minimum, and the record has the flag `floor_` followed by the name of the
 * trigger. If too few components have an input, the score is null, and the flag `low_coverage` is
 * set. If the balance sheet is too old, the score is null, and the flag `old_balance_sheet` is set.
 * Altman's Z'' is added for comparison.
 * @param today `YYYY-MM-DD`, compared with the cash depletion date
 */
export function distress(table: FactTable, funds: Runway, signals: DistressSignals, today: string) {
  const at = (concept: Concept) =>
    funds.period_end === null ? null : (instantAt(table, concept, funds.period_end)?.value ?? null);
  const currentRatio = ratio(at('current_assets'), at('current_liabilities'));
  const debtToLiquid = debtShare(funds);
  const belowCash = isBelowCash(funds, at('debt_noncurrent'), signals.market_cap_usd);
  const combined = combine(
    Object.entries(components(funds, signals, debtToLiquid, belowCash)).map(([name, points]) => {
      const weight = DISTRESS_WEIGHTS[name as keyof typeof DISTRESS_WEIGHTS];
      return { name, weight, ...points };
    }),
  );
  const altman = altmanOf(table, funds.period_end);
  const triggers = triggersOf(funds, signals, { debtToLiquid, belowCash, currentRatio }, today);
  const oldest = shiftMonths(today, -OLD_BALANCE_MONTHS);
  const isOld = funds.period_end !== null && funds.period_end < oldest;
  const sum = isOld ? null : combined.score;
  const floor = floorOf(sum, triggers);
  const score = floor?.score ?? sum;
  return {
    distress_score: score,
    /**
     * The minimum score that a trigger sets. Null if the sum of the components is at least as high.
     */
    floor: floor?.score ?? null,
    altman_z2: altman.altman_z2,
    runway_months: funds.runway_months,
    debt_due_12m_usd: funds.debt_due_12m_usd,
    current_ratio: currentRatio,
    /** Whether the market value is below the liquid assets minus all debt. */
    below_cash_value: belowCash,
    triggers,
    coverage_pct: combined.coverage_pct,
    components: combined.components,
    flags: [
      ...funds.flags,
      ...altman.flags,
      ...missingSignals(funds, signals, currentRatio),
      ...combined.flags,
      ...(isOld ? ['old_balance_sheet'] : []),
      ...(floor ? [`floor_${floor.trigger}`] : []),
    ],
  };
}

function missingSignals(
  funds: Runway,
  signals: DistressSignals,
  currentRatio: number | null,
): readonly string[] {
  return [
    ...(funds.next_catalyst_date === null ? ['no_catalyst'] : []),
    ...(signals.share_growth_12m_pct === null ? ['no_share_growth'] : []),
    ...(currentRatio === null ? ['no_current_ratio'] : []),
    ...(signals.price_usd === null ? ['no_price'] : []),
    ...(signals.market_cap_usd === null ? ['no_market_cap'] : []),
    ...(signals.going_concern === null ? ['going_concern_unknown'] : []),
    ...(signals.exchange_deficiency === null ? ['listing_notices_unknown'] : []),
    ...(signals.reverse_split_pending === null ? ['reverse_splits_unknown'] : []),
  ];
}

function components(
  funds: Runway,
  signals: DistressSignals,
  debtToLiquid: number | null,
  belowCash: boolean | null,
): Readonly<Record<keyof typeof DISTRESS_WEIGHTS, Points>> {
  const { months_after_catalyst: margin } = funds;
  const { share_growth_12m_pct: growth } = signals;
  return {
    runway_months: { value: funds.runway_months, score: runwayPoints(funds) },
    months_after_catalyst: {
      value: margin,
      score: pointsBetween(margin, CATALYST_MARGIN_MONTHS, 0),
    },
    going_concern: yesNo(signals.going_concern),
    debt_to_liquid: { value: debtToLiquid, score: pointsBetween(debtToLiquid, 0, FULL_DEBT_RATIO) },
    listing: listing(signals),
    share_growth_12m_pct: { value: growth, score: pointsBetween(growth, 0, FULL_SHARE_GROWTH_PCT) },
    below_cash_value: yesNo(belowCash),
  };
}

/**
 * Returns the points for the runway: 0 for a company that does not burn cash, null if the runway is
 * unknown.
 */
function runwayPoints(funds: Runway): number | null {
  if (funds.runway_months === null) return doesNotBurn(funds) ? 0 : null;
  const months = funds.runway_months;
  const upper = RUNWAY_POINTS.findIndex(([at]) => at > months);
  if (upper === -1) return 0;
  const [[fromMonths, fromPoints], [toMonths, toPoints]] = [
    RUNWAY_POINTS[upper - 1]!,
    RUNWAY_POINTS[upper]!,
  ];
  const part = (months - fromMonths) / (toMonths - fromMonths);
  return fromPoints + part * (toPoints - fromPoints);
}

/**
 * Returns the points for the listing. A listing notice or a pending reverse split gives 100 points.
 * Otherwise, a price below `MINIMUM_BID_USD` gives `LOW_PRICE_POINTS`.
 */
function listing(signals: DistressSignals): Points {
  const { exchange_deficiency, reverse_split_pending, price_usd } = signals;
  if (exchange_deficiency || reverse_split_pending) return { value: price_usd, score: 100 };
  if (price_usd === null) return { value: null, score: null };
  return { value: price_usd, score: price_usd < MINIMUM_BID_USD ? LOW_PRICE_POINTS : 0 };
}

function yesNo(fact: boolean | null): Points {
  return fact === null
    ? { value: null, score: null }
    : { value: Number(fact), score: fact ? 100 : 0 };
}

/**
 * Returns debt due within twelve months ÷ liquid assets. Unreported debt is taken as 0. Our choice:
 * if the company has debt but no liquid assets, the ratio is 1.
 */
function debtShare(funds: Runway): number | null {
  const { gross_liquid_usd: liquid, debt_due_12m_usd: debt } = funds;
  if (liquid === null) return null;
  if (debt === null || debt === 0) return 0;
  return liquid > 0 ? debt / liquid : 1;
}

function isBelowCash(
  funds: Runway,
  noncurrentDebt: number | null,
  marketCapUsd: number | null,
): boolean | null {
  if (funds.liquid_usd === null || marketCapUsd === null) return null;
  return marketCapUsd < funds.liquid_usd - (noncurrentDebt ?? 0);
}

/** Returns the trigger with the highest minimum score, if this minimum exceeds the score. */
function floorOf(score: number | null, triggers: readonly string[]) {
  const [trigger, floor] = Object.entries(FLOORS).find(([name]) => triggers.includes(name)) ?? [];
  return floor !== undefined && score !== null && score < floor ? { trigger, score: floor } : null;
}

function triggersOf(
  funds: Runway,
  signals: DistressSignals,
  ratios: {
    readonly debtToLiquid: number | null;
    readonly belowCash: boolean | null;
    readonly currentRatio: number | null;
  },
  today: string,
): readonly string[] {
  const months = funds.runway_months ?? Infinity;
  const conditions: readonly (readonly [string, boolean | null])[] = [
    ['runway_under_6_months', months < 6],
    ['runway_under_12_months', months >= 6 && months < 12],
    ['cash_out_passed', funds.cash_out_date !== null && funds.cash_out_date <= today],
    ['cash_out_before_catalyst', funds.covers_next_catalyst === false],
    ['going_concern_doubt', signals.going_concern],
    ['debt_due_over_half_of_liquid', (ratios.debtToLiquid ?? 0) > 0.5],
    ['current_ratio_under_1', (ratios.currentRatio ?? 1) < 1],
    ['exchange_deficiency', signals.exchange_deficiency],
    ['price_under_1_usd', (signals.price_usd ?? MINIMUM_BID_USD) < MINIMUM_BID_USD],
    ['reverse_split_pending', signals.reverse_split_pending],
    ['shares_grew_over_50_pct', (signals.share_growth_12m_pct ?? 0) > 50],
    ['market_value_below_net_cash', ratios.belowCash],
  ];
  return conditions.filter(([, holds]) => holds === true).map(([name]) => name);
}
