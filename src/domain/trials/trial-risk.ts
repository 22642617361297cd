import { combine } from '../composite.ts';
import { bandOf } from '../risk-level.ts';
import { HIGH_COMPONENT, RISK_FLOORS, RISK_WEIGHTS } from './constants.ts';
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
  dateChanges,
  latest,
  plannedCompletion,
  type TrialHistory,
  type TrialVersion,
  versionsKnownBy,
} from './trial-versions.ts';

const COMPONENTS = Object.keys(RISK_WEIGHTS) as RiskComponent[];

export type Severity = keyof typeof RISK_FLOORS;

/**
 * Scores the operational and safety risk of a trial. The rules use the trial's registry versions
 * and safety events. The risk factors come from publications (Elkin & Zhu 2021 for termination,
 * FDAAA 801 for overdue results). Their points and weights are our choice and are not calibrated to
 * outcomes. A safety report does not prove that the drug caused the event.
 * @param asOf day of the score, `YYYY-MM-DD`; later versions and events are not used
 * @returns components of 0–100. A component is null if its input is missing and it has no factor.
 *   The flags are listed in `TRIAL_RISK`.
 */
export function trialRisk(history: TrialHistory, events: SafetyEvents, asOf: string) {
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
  const components = byComponent((name) => pointsOf(name, factors, missing));
  const combined = combine(
    COMPONENTS.map((name) => ({
      name,
      weight: RISK_WEIGHTS[name],
      value: components[name],
      score: components[name],
    })),
  );
  const risk_score = combined.score === null ? null : Math.round(combined.score * 10) / 10;
  return {
    /** The weighted sum of the components, 0–100. Null if the flag `low_coverage` is set. */
    risk_score,
    risk_level: risk_score === null ? null : levelOf(risk_score, Object.values(components)),
    ...components,
    /**
     * The weights of the known components, rescaled to a sum of 1. A null component has weight 0.
     */
    weights: byComponent((name) => combined.components[name]!.weight),
    date_changes: dateChanges(versions),
    factors,
    method: TRIAL_RISK.id,
    /** Date of the newest version, hold, lift or serious event that the score uses. */
    as_of: newest ? [newest, ...safetyDays(safety)].sort().at(-1)! : null,
    flags: [
      ...new Set(missing.values()),
      ...(versions.length === 1 ? ['single_version'] : []),
      ...(versions.length ? combined.flags : []),
    ],
  };
}

function byComponent<Value>(of: (name: RiskComponent) => Value): Record<RiskComponent, Value> {
  return Object.fromEntries(COMPONENTS.map((name) => [name, of(name)])) as Record<
    RiskComponent,
    Value
  >;
}

function missingInputs(versions: readonly TrialVersion[]): ReadonlyMap<RiskComponent, string> {
  if (versions.length === 0) return new Map(COMPONENTS.map((name) => [name, 'no_versions']));
  const stated = (value: (version: TrialVersion) => unknown) =>
    latest(versions, value) !== undefined;
  const checks: readonly (readonly [RiskComponent, boolean, string])[] = [
    ['delay_risk', plannedCompletion(versions) !== undefined, 'no_completion_date'],
    ['enrollment_risk', stated((version) => version.enrollment), 'no_enrollment'],
    ['endpoint_risk', stated((version) => version.primary_outcomes), 'no_primary_outcomes'],
  ];
  return new Map(checks.filter(([, has]) => !has).map(([name, , flag]) => [name, flag]));
}

function pointsOf(
  name: RiskComponent,
  factors: readonly RiskFactor[],
  missing: ReadonlyMap<RiskComponent, string>,
): number | null {
  const ofComponent = factors.filter(({ component }) => component === name);
  if (ofComponent.length === 0 && missing.has(name)) return null;
  const total = ofComponent.reduce((sum, { points }) => sum + points, 0);
  return Math.min(100, Math.round(total * 10) / 10);
}

function levelOf(score: number, components: readonly (number | null)[]): Severity | null {
  const isHigh = components.some((value) => (value ?? 0) >= HIGH_COMPONENT);
  return isHigh && score < RISK_FLOORS.high ? 'high' : bandOf(RISK_FLOORS, score);
}
