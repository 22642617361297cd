import { type Component, combine, type Grade, gradeOf } from '../composite.ts';
import { levelOf, pointsBetween, type RiskLevel, ratio } from '../risk-level.ts';
import { type AltmanZone, altmanOf } from './altman.ts';
import { type Concept, type FactTable, instantAt } from './financial-facts.ts';
import { doesNotBurn, type Runway } from './runway.ts';

/** What is known beside the balance sheet; null where nobody looked. */
export interface DistressSignals {
  /** "Substantial doubt about its ability to continue as a going concern" in a 10-K or 10-Q. */
  readonly going_concern: boolean | null;
  /** A listing notice (8-K item 3.01) still open. */
  readonly exchange_deficiency: boolean | null;
  readonly reverse_split_pending: boolean | null;
  readonly price_usd: number | null;
  readonly market_cap_usd: number | null;
  readonly share_growth_12m_pct: number | null;
}

export interface Distress {
  readonly distress_score: number | null;
  /** Points below which the score cannot fall, where they are more than its components' sum. */
  readonly floor: number | null;
  readonly distress_level: RiskLevel | null;
  readonly health_grade: Grade | null;
  readonly altman_z2: number | null;
  readonly altman_z2_zone: AltmanZone | null;
  readonly runway_months: number | null;
  readonly going_concern: boolean | null;
  readonly exchange_deficiency: boolean | null;
  readonly reverse_split_pending: boolean | null;
  readonly debt_due_12m_usd: number | null;
  readonly current_ratio: number | null;
  /** True where the market values the company below its liquid assets less all debt. */
  readonly below_cash_value: boolean | null;
  readonly triggers: readonly string[];
  readonly coverage_pct: number;
  readonly components: Readonly<Record<string, Component>>;
  readonly as_of: string | null;
  readonly flags: readonly string[];
}

/**
 * Weights of `distress_score`, which sum to 1. Our choice: a developer fails by running out of
 * money, so the runway weighs most and no score stands without it (the rest sums to 0.45, below
 * the half of the weight that a score needs); then the auditors' word and the next catalyst.
 */
const DISTRESS_WEIGHTS = {
  runway_months: 0.4,
  months_after_catalyst: 0.15,
  going_concern: 0.15,
  debt_to_liquid: 0.1,
  listing: 0.1,
  share_growth_12m_pct: 0.05,
  below_cash_value: 0.05,
} as const;

/**
 * Our choice of points within the industry's bands (under 6 months red, 6–12 yellow, over 12
 * green): 100 with no money, 75 at 6 months, 40 at 12, 0 from 24 on, linear between.
 */
const RUNWAY_POINTS = [
  [0, 100],
  [6, 75],
  [12, 40],
  [24, 0],
] as const;
/** Our choice: running out by the catalyst is 100 points, a year's money after it none. */
const CATALYST_MARGIN_MONTHS = 12;
/** Our choice: a share price below Nasdaq's $1 minimum bid, without a notice yet. */
const LOW_PRICE_POINTS = 50;
const MINIMUM_BID_USD = 1;

/**
 * Our choice: least points by trigger, the highest first. What is good elsewhere cannot make up for
 * money that ends within six months (red), within twelve (financing overhang), has ended by the
 * company's own figures, or is doubted by its auditors. A company that does not burn has no floor
 * but for such doubt.
 */
const FLOORS = [
  { trigger: 'runway_under_6_months', points: 75 },
  { trigger: 'cash_out_passed', points: 75 },
  { trigger: 'going_concern_doubt', points: 50 },
  { trigger: 'runway_under_12_months', points: 25 },
] as const;

/**
 * Runway-based distress of a company, with Altman's Z'' beside it.
 *
 * `distress_score` (0–100, higher is worse) = the larger of Σ weight × points over the components
 * that have an input, re-weighted, and the floor of its triggers (flag `floor_` and the trigger);
 * null below half of the weight (`low_coverage`). Level and grade follow the score: low < 25 <=
 * moderate < 50 <= high < 75 <= severe; `health_grade` is A–F by fifths of 100 − score.
 *
 * `altman_z2` is secondary and carries `altman_not_calibrated_for_pre_revenue` without revenue:
 * accumulated deficit and losses are negative by design for every developer.
 *
 * @param today the day by which money has ended or not, YYYY-MM-DD
 */
export function distress(
  table: FactTable,
  funds: Runway,
  signals: DistressSignals,
  today: string,
): Distress {
  const at = (concept: Concept) =>
    funds.period_end === null ? null : (instantAt(table, concept, funds.period_end)?.value ?? null);
  const currentRatio = ratio(at('current_assets'), at('current_liabilities'));
  const debtToLiquid = debtShare(funds);
  const belowCash = isBelowCash(funds, at('debt_noncurrent'), signals.market_cap_usd);
  const combined = combine(
    components(funds, signals, debtToLiquid, belowCash).map(({ name, value, score }) => ({
      name,
      weight: DISTRESS_WEIGHTS[name],
      value,
      score,
    })),
  );
  const altman = altmanOf(table, funds.period_end);
  const triggers = triggersOf(funds, signals, { debtToLiquid, belowCash, currentRatio }, today);
  const floor = floorOf(combined.score, triggers);
  const score = floor?.points ?? combined.score;
  return {
    distress_score: score,
    floor: floor?.points ?? null,
    distress_level: levelOf(score),
    health_grade: gradeOf(score === null ? null : 100 - score),
    altman_z2: altman.altman_z2,
    altman_z2_zone: altman.altman_z2_zone,
    runway_months: funds.runway_months,
    going_concern: signals.going_concern,
    exchange_deficiency: signals.exchange_deficiency,
    reverse_split_pending: signals.reverse_split_pending,
    debt_due_12m_usd: funds.debt_due_12m_usd,
    current_ratio: currentRatio,
    below_cash_value: belowCash,
    triggers,
    coverage_pct: combined.coverage_pct,
    components: combined.components,
    as_of: funds.as_of,
    flags: [
      ...funds.flags,
      ...altman.flags,
      ...missingSignals(funds, signals, currentRatio),
      ...combined.flags,
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
) {
  const rows: readonly {
    readonly name: keyof typeof DISTRESS_WEIGHTS;
    readonly value: number | null;
    readonly score: number | null;
  }[] = [
    { name: 'runway_months', value: funds.runway_months, score: runwayPoints(funds) },
    {
      name: 'months_after_catalyst',
      value: funds.months_after_catalyst,
      score: pointsBetween(funds.months_after_catalyst, CATALYST_MARGIN_MONTHS, 0),
    },
    { name: 'going_concern', ...yesNo(signals.going_concern) },
    { name: 'debt_to_liquid', value: debtToLiquid, score: pointsBetween(debtToLiquid, 0, 1) },
    { name: 'listing', ...listing(signals) },
    {
      name: 'share_growth_12m_pct',
      value: signals.share_growth_12m_pct,
      score: pointsBetween(signals.share_growth_12m_pct, 0, 100),
    },
    { name: 'below_cash_value', ...yesNo(belowCash) },
  ];
  return rows;
}

/** A company that does not burn has no points for its runway; a missing runway has no score. */
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

/** A notice or a pending reverse split is full points, a price below the minimum bid half. */
function listing(signals: DistressSignals): { value: number | null; score: number | null } {
  const { exchange_deficiency, reverse_split_pending, price_usd } = signals;
  if (exchange_deficiency || reverse_split_pending) return { value: price_usd, score: 100 };
  if (price_usd === null) return { value: null, score: null };
  return { value: price_usd, score: price_usd < MINIMUM_BID_USD ? LOW_PRICE_POINTS : 0 };
}

function yesNo(fact: boolean | null): { value: number | null; score: number | null } {
  return fact === null
    ? { value: null, score: null }
    : { value: Number(fact), score: fact ? 100 : 0 };
}

/**
 * Debt due in twelve months over liquid assets; none reported counts as none on a balance sheet. Our
 * choice: debt without any liquid assets counts as the whole of them.
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

/** The highest floor among the triggers, where it lies above the score. */
function floorOf(score: number | null, triggers: readonly string[]) {
  const floor = FLOORS.find(({ trigger }) => triggers.includes(trigger));
  return floor && score !== null && score < floor.points ? floor : null;
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
