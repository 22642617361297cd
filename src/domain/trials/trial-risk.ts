import { TRIAL_RISK } from './methods.ts';
import {
  countedSafety,
  delayFactors,
  endpointFactors,
  enrollmentFactors,
  type RiskComponent,
  type RiskFactor,
  type SafetyEvents,
  safetyDays,
  safetyFactors,
} from './trial-risk-rules.ts';
import {
  type DateChange,
  dateChanges,
  latest,
  plannedCompletion,
  type TrialHistory,
  type TrialVersion,
  versionsKnownBy,
} from './trial-versions.ts';

/**
 * Our choice: delay and recruitment lead to most terminations (low accrual alone to 55 % of them,
 * Scientific Reports 2025), a changed endpoint seldom does. They sum to 1; where a component
 * cannot be computed, the rest are re-weighted.
 */
const TRIAL_RISK_WEIGHTS = {
  delay_risk: 0.35,
  enrollment_risk: 0.25,
  endpoint_risk: 0.15,
  safety_risk: 0.25,
} as const satisfies Readonly<Record<RiskComponent, number>>;

export type Severity = 'low' | 'medium' | 'high' | 'critical';

export interface TrialRisk {
  /** 0–100: the components weighted; null where they hold less than half of the weight. */
  readonly risk_score: number | null;
  readonly risk_level: Severity | null;
  readonly delay_risk: number | null;
  readonly enrollment_risk: number | null;
  readonly endpoint_risk: number | null;
  readonly safety_risk: number | null;
  /** Weights used, after re-weighting; they sum to 1. */
  readonly weights: Readonly<Record<RiskComponent, number>>;
  readonly date_changes: readonly DateChange[];
  readonly factors: readonly RiskFactor[];
  readonly method: string;
  /** Newest day of what was used: versions, holds and the serious events that count. */
  readonly as_of: string | null;
  readonly flags: readonly string[];
}

/** Our choice: a score that rests on less than half of its weight is not a score. */
const MINIMUM_COVERAGE = 0.5;

/**
 * Rule score of a trial's operational and safety risk from its registry versions. The signals are
 * those of the literature (status, slips, cuts, endpoint changes, overdue results under FDAAA 801;
 * Elkin & Zhu 2021 for termination); all points and weights are our choice, and no calibration to
 * outcomes stands behind them. Safety reports do not establish a cause.
 *
 * @param asOf day of the score, `YYYY-MM-DD`; versions and events after it do not count
 * @returns components 0–100, each the sum of its factors' points up to 100; a component is null
 *   with flag `no_completion_date`, `no_enrollment` or `no_primary_outcomes` where no version
 *   states its input; the score with `low_coverage`; all of them with `no_versions` where there is
 *   no version
 */
export function trialRisk(history: TrialHistory, events: SafetyEvents, asOf: string): TrialRisk {
  const versions = versionsKnownBy(history.versions, asOf);
  const safety = countedSafety(versions, events, asOf);
  const situation = { history, versions, safety, asOf };
  const factors = versions.length
    ? [delayFactors, enrollmentFactors, endpointFactors, safetyFactors].flatMap((rule) =>
        rule(situation),
      )
    : [];
  const newest = versions.at(-1)?.version_date;
  const missing = missingInputs(versions);
  const components = componentsOf(factors, missing);
  const weights = reweighted(components);
  const score = (Object.keys(weights) as RiskComponent[]).reduce(
    (sum, name) => sum + weights[name] * (components[name] ?? 0),
    0,
  );
  const covered = coverage(components) >= MINIMUM_COVERAGE;
  const risk_score = covered ? Math.round(score * 10) / 10 : null;
  return {
    risk_score,
    risk_level: risk_score === null ? null : levelOf(risk_score, Object.values(components)),
    ...components,
    weights,
    date_changes: dateChanges(versions),
    factors,
    method: TRIAL_RISK.id,
    as_of: newest ? [newest, ...safetyDays(safety)].sort().at(-1)! : null,
    flags: [
      ...new Set(missing.values()),
      ...(versions.length === 1 ? ['single_version'] : []),
      ...(versions.length && !covered ? ['low_coverage'] : []),
    ],
  };
}

function missingInputs(versions: readonly TrialVersion[]): ReadonlyMap<RiskComponent, string> {
  if (versions.length === 0) {
    return new Map(
      (Object.keys(TRIAL_RISK_WEIGHTS) as RiskComponent[]).map((name) => [name, 'no_versions']),
    );
  }
  const stated = (value: (version: TrialVersion) => unknown) =>
    latest(versions, value) !== undefined;
  const checks: readonly (readonly [RiskComponent, boolean, string])[] = [
    ['delay_risk', plannedCompletion(versions) !== undefined, 'no_completion_date'],
    ['enrollment_risk', stated((version) => version.enrollment), 'no_enrollment'],
    ['endpoint_risk', stated((version) => version.primary_outcomes), 'no_primary_outcomes'],
  ];
  return new Map(checks.filter(([, has]) => !has).map(([name, , flag]) => [name, flag]));
}

function componentsOf(
  factors: readonly RiskFactor[],
  missing: ReadonlyMap<RiskComponent, string>,
): Readonly<Record<RiskComponent, number | null>> {
  const total = (name: RiskComponent) => {
    const own = factors.filter(({ component }) => component === name);
    if (own.length === 0 && missing.has(name)) return null;
    return Math.min(100, Math.round(own.reduce((sum, { points }) => sum + points, 0) * 10) / 10);
  };
  return {
    delay_risk: total('delay_risk'),
    enrollment_risk: total('enrollment_risk'),
    endpoint_risk: total('endpoint_risk'),
    safety_risk: total('safety_risk'),
  };
}

function reweighted(
  components: Readonly<Record<RiskComponent, number | null>>,
): Readonly<Record<RiskComponent, number>> {
  const names = Object.keys(TRIAL_RISK_WEIGHTS) as RiskComponent[];
  const used = names.filter((name) => components[name] !== null);
  const whole = coverage(components);
  const weightOf = (name: RiskComponent) =>
    used.includes(name) ? TRIAL_RISK_WEIGHTS[name] / whole : 0;
  return Object.fromEntries(names.map((name) => [name, weightOf(name)])) as Record<
    RiskComponent,
    number
  >;
}

function coverage(components: Readonly<Record<RiskComponent, number | null>>): number {
  const used = (Object.keys(TRIAL_RISK_WEIGHTS) as RiskComponent[]).filter(
    (name) => components[name] !== null,
  );
  return used.reduce((sum, name) => sum + TRIAL_RISK_WEIGHTS[name], 0);
}

/** Our choice: quarters of the scale; one component at 80 or above makes it high at least. */
function levelOf(score: number, components: readonly (number | null)[]): Severity {
  if (score >= 75) return 'critical';
  if (score >= 50 || components.some((value) => (value ?? 0) >= 80)) return 'high';
  return score >= 25 ? 'medium' : 'low';
}
