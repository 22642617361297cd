import { lastDayOf } from '../approval/known-evidence.ts';
import { daysBetween, shiftYears } from '../dates.ts';
import { stageOf } from '../programs/development-stage.ts';
import {
  CUT_PCT,
  DELAY_POINTS,
  ENDPOINT_POINTS,
  ENROLLMENT_POINTS,
  NEXT_ENDPOINT_POINTS,
  PUSH_DAYS,
  type RISK_WEIGHTS,
  SAFETY_POINTS,
  SMALL_ENROLLMENT,
} from './constants.ts';
import {
  type AdverseEvent,
  type ClinicalHold,
  completedOn,
  dateChanges,
  endpointChanges,
  isFatal,
  isSafetyReason,
  isSerious,
  isStopped,
  latest,
  plannedCompletion,
  resultsDueDate,
  statusOf,
  type TrialHistory,
  type TrialVersion,
} from './trial-versions.ts';

export type RiskComponent = keyof typeof RISK_WEIGHTS;

export interface RiskFactor {
  readonly name: string;
  readonly component: RiskComponent;
  /** Points that the factor adds to its component. The points of a component are capped at 100. */
  readonly points: number;
  readonly note: string;
}

export interface SafetyEvents {
  readonly holds?: readonly ClinicalHold[];
  readonly adverse_events?: readonly AdverseEvent[];
}

export interface Situation {
  readonly history: TrialHistory;
  /** Versions dated on or before `asOf`, oldest first. */
  readonly versions: readonly TrialVersion[];
  readonly safety: CountedSafety;
  readonly asOf: string;
}

export function delayFactors({ history, versions, asOf }: Situation): readonly RiskFactor[] {
  const moves = dateChanges(versions);
  const pushes = moves.filter(({ slip_days }) => slip_days > PUSH_DAYS).length;
  const slip = moves.reduce((sum, { slip_days }) => sum + slip_days, 0);
  const status = statusOf(latest(versions, (version) => version.status) ?? '');
  const planned = plannedCompletion(versions);
  const overdue = planned ? Math.max(0, daysBetween(planned, asOf)) : 0;
  const open = /^(NOT_YET_RECRUITING|RECRUITING|ENROLLING_BY_INVITATION)$/.test(status);
  const isOverdue = (resultsDueDate(history, versions, asOf) ?? '9999') < asOf;
  const points = DELAY_POINTS;
  return factorsOf('delay_risk', [
    [
      'Completion pushed',
      Math.min(points.max_pushes, points.push * pushes),
      pushes === 1 ? 'once' : `${pushes} times`,
    ],
    ['Net slip', points.slip_per_year * clamp(slip / 365), `${slip} days in all`],
    [
      'Still recruiting',
      open && overdue ? points.recruiting_past_plan : 0,
      `${overdue} days past plan`,
    ],
    ['Stopped', isStopped(status) ? points.stopped : 0, status.toLowerCase()],
    ['Status unknown', status === 'UNKNOWN' ? points.status_unknown : 0, 'not verified for years'],
    [
      'Results overdue',
      isOverdue ? points.results_overdue : 0,
      'more than 12 months after primary completion (FDAAA 801)',
    ],
  ]);
}

export function enrollmentFactors({ versions }: Situation): readonly RiskFactor[] {
  const numbers = versions.map(({ enrollment: n }) => n).filter((n) => typeof n === 'number');
  if (numbers.length === 0) return [];
  const highest = Math.max(...numbers);
  const now = numbers.at(-1)!;
  const cut = highest > 0 ? (100 * (highest - now)) / highest : 0;
  const smallest: Readonly<Record<string, number>> = SMALL_ENROLLMENT;
  const small = smallest[stageOf(latest(versions, (version) => version.phase) ?? '') ?? ''];
  const points = ENROLLMENT_POINTS;
  return factorsOf('enrollment_risk', [
    [
      'Enrollment cut',
      cut >= CUT_PCT ? Math.min(points.max_cut, points.percent_cut * cut) : 0,
      `${highest} to ${now}`,
    ],
    ['Small trial', small && now < small ? points.small : 0, `${now} participants`],
  ]);
}

/**
 * Returns one factor for each change of the primary outcome. The change with the most points counts
 * in full. Each other change counts as `NEXT_ENDPOINT_POINTS`.
 */
export function endpointFactors({ history, versions }: Situation): readonly RiskFactor[] {
  const changed = endpointChanges(history, versions)
    .map(({ changed_date, timing }) => ({ changed_date, timing, points: ENDPOINT_POINTS[timing] }))
    .toSorted((a, b) => b.points - a.points || a.changed_date.localeCompare(b.changed_date));
  return changed.map(({ changed_date, timing, points: full }, index) => ({
    name: 'Primary outcome changed',
    component: 'endpoint_risk',
    points: index === 0 ? full : NEXT_ENDPOINT_POINTS,
    note: `${timing.replace('_', ' ')}, ${changed_date}`,
  }));
}

/**
 * The clinical holds and serious adverse events that count in a score. Serious adverse events after
 * the trial's completion are excluded.
 * @param versions versions dated on or before `asOf`, oldest first
 */
export function countedSafety(
  versions: readonly TrialVersion[],
  events: SafetyEvents,
  asOf: string,
) {
  const holds = (events.holds ?? []).filter(({ hold_date }) => hold_date <= asOf);
  const since = shiftYears(asOf, -1);
  const until = completedOn(versions) ?? asOf;
  return {
    /** Clinical holds that began on or before `asOf`. */
    holds,
    /** The holds in `holds` that were lifted on or before `asOf`. */
    lifted: holds.filter(({ lifted_date }) => (lastDayOf(lifted_date) ?? '9999') <= asOf),
    /** Serious events in the year before `asOf`. */
    serious: (events.adverse_events ?? []).filter((event) => {
      const date = lastDayOf(event.event_date);
      const isInTime = date !== undefined && date > since && date <= asOf && date <= until;
      return isInTime && isSerious(event);
    }),
  };
}

type CountedSafety = ReturnType<typeof countedSafety>;

/** The dates on which the holds began or were lifted, and the dates of the serious events. */
export function safetyDays({ holds, lifted, serious }: CountedSafety): readonly string[] {
  return [
    ...holds.map(({ hold_date }) => hold_date),
    ...lifted.map(({ lifted_date }) => lastDayOf(lifted_date)!),
    ...serious.map(({ event_date }) => lastDayOf(event_date)!),
  ];
}

export function safetyFactors({ versions, safety }: Situation): readonly RiskFactor[] {
  const stopped = isStopped(latest(versions, (version) => version.status) ?? '');
  const why = latest(versions, (version) => version.why_stopped) ?? null;
  const { holds, lifted, serious } = safety;
  const fatal = serious.filter(isFatal).length;
  const others = serious.length - fatal;
  const active = holds.length - lifted.length;
  const points = SAFETY_POINTS;
  return factorsOf('safety_risk', [
    ['Stopped for safety', stopped && isSafetyReason(why) ? points.stopped : 0, why ?? ''],
    ['Clinical hold in effect', active ? points.on_hold : 0, holds.at(-1)?.reason ?? ''],
    ['Clinical hold lifted', lifted.length ? points.lifted_hold : 0, `${lifted.length} lifted`],
    ['Fatal events', Math.min(points.max_deaths, points.death * fatal), `${fatal} in 12 months`],
    [
      'Serious events',
      Math.min(points.max_serious, points.serious * others),
      `${others} in 12 months`,
    ],
  ]);
}

/** Builds the factors of one component. Rows with 0 points are omitted. */
function factorsOf(
  component: RiskComponent,
  rows: readonly (readonly [name: string, points: number, note: string])[],
): readonly RiskFactor[] {
  return rows
    .filter(([, points]) => points > 0)
    .map(([name, points, note]) => ({
      name,
      component,
      points: Math.round(points * 10) / 10,
      note,
    }));
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
}
