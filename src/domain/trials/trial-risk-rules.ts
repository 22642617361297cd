import { lastDayOf } from '../approval/known-evidence.ts';
import { daysBetween, shiftYears } from '../dates.ts';
import { stageOf } from '../programs/development-stage.ts';
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

/** What adds to a trial's risk, rule by rule. All points are our choice. */

export type RiskComponent = 'delay_risk' | 'enrollment_risk' | 'endpoint_risk' | 'safety_risk';

export interface RiskFactor {
  readonly name: string;
  readonly component: RiskComponent;
  /** Points that it adds to its component, which stops at 100. */
  readonly points: number;
  readonly note: string;
}

export interface SafetyEvents {
  readonly holds?: readonly ClinicalHold[];
  readonly adverse_events?: readonly AdverseEvent[];
}

export interface Situation {
  readonly history: TrialHistory;
  /** Oldest first, known by `asOf`. */
  readonly versions: readonly TrialVersion[];
  readonly safety: CountedSafety;
  readonly asOf: string;
}

/** What counts of the events of a trial, from `countedSafety`. */
interface CountedSafety {
  /** Placed by the day of the score. */
  readonly holds: readonly ClinicalHold[];
  /** Of them those that were lifted by then. */
  readonly lifted: readonly ClinicalHold[];
  /** Serious events of the year before. */
  readonly serious: readonly AdverseEvent[];
}

/** Our choice: a month's rounding of month-only dates is no push. */
export const PUSH_DAYS = 31;
/** Our choice: smaller changes of the target are housekeeping. */
export const CUT_PCT = 10;

/** 15 points a push (up to 45), up to 40 for a year's net slip, and what stands still. */
export function delayFactors({ history, versions, asOf }: Situation): readonly RiskFactor[] {
  const moves = dateChanges(versions);
  const pushes = moves.filter(({ slip_days }) => slip_days > PUSH_DAYS).length;
  const slip = moves.reduce((sum, { slip_days }) => sum + slip_days, 0);
  const status = statusOf(latest(versions, (version) => version.status) ?? '');
  const planned = plannedCompletion(versions);
  const overdue = planned ? Math.max(0, daysBetween(planned, asOf)) : 0;
  const open = /^(NOT_YET_RECRUITING|RECRUITING|ENROLLING_BY_INVITATION)$/.test(status);
  return present([
    factor(
      'delay_risk',
      'Completion pushed',
      Math.min(45, 15 * pushes),
      pushes === 1 ? 'once' : `${pushes} times`,
    ),
    factor('delay_risk', 'Net slip', 40 * clamp(slip / 365), `${slip} days in all`),
    factor('delay_risk', 'Still recruiting', open && overdue ? 30 : 0, `${overdue} days past plan`),
    factor('delay_risk', 'Stopped', isStopped(status) ? 100 : 0, status.toLowerCase()),
    factor('delay_risk', 'Status unknown', status === 'UNKNOWN' ? 30 : 0, 'not verified for years'),
    factor(
      'delay_risk',
      'Results overdue',
      (resultsDueDate(history, versions, asOf) ?? '9999') < asOf ? 20 : 0,
      'more than 12 months after primary completion (FDAAA 801)',
    ),
  ]);
}

/** Our choice of the enrolment below which a trial of a phase is small. */
const SMALL_ENROLLMENT: Readonly<Record<string, number>> = { phase1: 20, phase2: 50, phase3: 150 };

/** Two points a percent cut from the highest target (up to 70), 30 for a small trial. */
export function enrollmentFactors({ versions }: Situation): readonly RiskFactor[] {
  const numbers = versions.map(({ enrollment: n }) => n).filter((n) => typeof n === 'number');
  if (numbers.length === 0) return [];
  const highest = Math.max(...numbers);
  const now = numbers.at(-1)!;
  const cut = highest > 0 ? (100 * (highest - now)) / highest : 0;
  const small = SMALL_ENROLLMENT[stageOf(latest(versions, (version) => version.phase) ?? '') ?? ''];
  return present([
    factor(
      'enrollment_risk',
      'Enrolment cut',
      cut >= CUT_PCT ? Math.min(70, 2 * cut) : 0,
      `${highest} to ${now}`,
    ),
    factor('enrollment_risk', 'Small trial', small && now < small ? 30 : 0, `${now} participants`),
  ]);
}

/** The gravest change of the primary outcome counts in full, each further one 20 points. */
export function endpointFactors({ history, versions }: Situation): readonly RiskFactor[] {
  const points = { before_start: 20, after_start: 60, after_completion: 90 } as const;
  const changed = endpointChanges(history, versions)
    .map(({ changed_date, timing }) => ({ changed_date, timing, points: points[timing] }))
    .toSorted((a, b) => b.points - a.points || a.changed_date.localeCompare(b.changed_date));
  return changed.map(({ changed_date, timing, points: full }, index) => ({
    name: 'Primary outcome changed',
    component: 'endpoint_risk',
    points: index === 0 ? full : 20,
    note: `${timing.replace('_', ' ')}, ${changed_date}`,
  }));
}

/**
 * The holds and the serious events that count on the day of the score. What is reported once the trial
 * is completed befell nobody in it.
 *
 * @param versions oldest first, known by `asOf`
 */
export function countedSafety(
  versions: readonly TrialVersion[],
  events: SafetyEvents,
  asOf: string,
): CountedSafety {
  const holds = (events.holds ?? []).filter(({ hold_date }) => hold_date <= asOf);
  const since = shiftYears(asOf, -1);
  const until = completedOn(versions) ?? asOf;
  return {
    holds,
    lifted: holds.filter(({ lifted_date }) => (lastDayOf(lifted_date) ?? '9999') <= asOf),
    serious: (events.adverse_events ?? []).filter((event) => {
      const date = lastDayOf(event.event_date);
      const isInTime = date !== undefined && date > since && date <= asOf && date <= until;
      return isInTime && isSerious(event);
    }),
  };
}

/** The days of what counts. */
export function safetyDays({ holds, lifted, serious }: CountedSafety): readonly string[] {
  return [
    ...holds.map(({ hold_date }) => hold_date),
    ...lifted.map(({ lifted_date }) => lastDayOf(lifted_date)!),
    ...serious.map(({ event_date }) => lastDayOf(event_date)!),
  ];
}

/** Stops for safety and holds; serious reports of the last year add little each. */
export function safetyFactors({ versions, safety }: Situation): readonly RiskFactor[] {
  const stopped = isStopped(latest(versions, (version) => version.status) ?? '');
  const why = latest(versions, (version) => version.why_stopped) ?? null;
  const { holds, lifted, serious } = safety;
  const fatal = serious.filter(isFatal).length;
  const others = serious.length - fatal;
  const active = holds.length - lifted.length;
  return present([
    factor(
      'safety_risk',
      'Stopped for safety',
      stopped && isSafetyReason(why) ? 100 : 0,
      why ?? '',
    ),
    factor('safety_risk', 'Clinical hold in effect', active ? 80 : 0, holds.at(-1)?.reason ?? ''),
    factor(
      'safety_risk',
      'Clinical hold lifted',
      lifted.length ? 30 : 0,
      `${lifted.length} lifted`,
    ),
    factor('safety_risk', 'Fatal events', Math.min(40, 10 * fatal), `${fatal} in 12 months`),
    factor('safety_risk', 'Serious events', Math.min(30, 5 * others), `${others} in 12 months`),
  ]);
}

function factor(component: RiskComponent, name: string, points: number, note: string): RiskFactor {
  return { name, component, points: Math.round(points * 10) / 10, note };
}

function present(factors: readonly RiskFactor[]): readonly RiskFactor[] {
  return factors.filter(({ points }) => points > 0);
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
}
