import type { Crl } from '../approval/approval-evidence.ts';
import { lastDayOf } from '../approval/known-evidence.ts';
import { compareText } from '../compare-text.ts';
import { daysBetween, shiftDays } from '../dates.ts';
import { groupBy } from '../group-by.ts';
import { CUT_PCT, PUSH_DAYS } from './constants.ts';
import { type StopReason, stopReason } from './learning/stop-reasons.ts';
import type { Severity } from './trial-risk.ts';
import {
  type AdverseEvent,
  type ClinicalHold,
  clinicalHolds,
  dateChanges,
  endpointChanges,
  enrollmentChanges,
  isClinicalHold,
  isFatal,
  isSafetyReason,
  isSerious,
  isStopped,
  resultsDueDate,
  type StatusChange,
  statusChanges,
  statusOf,
  type TrialHistory,
  type TrialVersion,
  versionsKnownBy,
} from './trial-versions.ts';

export interface RiskSignal {
  readonly signal_type:
    | 'hold'
    | 'hold_lifted'
    | 'delay'
    | 'termination'
    | 'suspension'
    | 'enrollment_cut'
    | 'endpoint_change'
    | 'safety'
    | 'crl';
  readonly severity: Severity;
  readonly signal_date: string;
  readonly description: string;
  readonly previous_value: string | null;
  readonly new_value: string | null;
  /**
   * The stated reason for a termination or a suspension. Null if no reason is stated, and for all
   * other signals.
   */
  readonly reason: StopReason | null;
}

export interface ProductEvents {
  readonly crls?: readonly Crl[];
  readonly holds?: readonly ClinicalHold[];
  /** Holds that were lifted. Each gets a signal that is dated `lifted_date`. */
  readonly lifts?: readonly ClinicalHold[];
  readonly adverse_events?: readonly AdverseEvent[];
}

/**
 * Returns the signals of a trial, latest first: its warning signs and its lifted holds. A warning
 * sign is a change between consecutive registry versions, a stop in the oldest known version, or
 * overdue results (see `resultsDueDate`). Our choice of severity:
 * - termination: critical if the reason is safety. Otherwise, medium if the trial was withdrawn
 *   before enrolling, else high;
 * - suspension: critical if the reason is safety, else high;
 * - suspension because of a clinical hold, which has the type `hold`: critical;
 * - delay of more than `PUSH_DAYS`: low below 90 days, medium below a year, else high;
 * - overdue results, which have the type `delay`: low in the first year after the due date, then
 *   medium;
 * - enrollment cut of at least `CUT_PCT`: low below 25%, medium below 50%, else high. A cut on the
 *   day of a stop gets no signal;
 * - change of the primary outcome: low before the start of the trial, high after the start,
 *   critical after completion.
 * @param asOf `YYYY-MM-DD`; later versions are not used
 */
export function trialSignals(history: TrialHistory, asOf: string): readonly RiskSignal[] {
  const versions = versionsKnownBy(history.versions, asOf);
  const stops = [...firstStop(versions), ...statusChanges(versions)].filter(({ new_value }) =>
    isStopped(new_value),
  );
  const stopDates = stops.map(({ changed_date }) => changed_date);
  const delays = dateChanges(versions).filter(({ slip_days }) => slip_days > PUSH_DAYS);
  const cuts = enrollmentChanges(versions).filter(
    ({ cut_pct, changed_date }) => cut_pct >= CUT_PCT && !stopDates.includes(changed_date),
  );
  return newestFirst([
    ...stops.map(stopSignal),
    ...clinicalHolds(versions).flatMap(liftSignal),
    ...delays.map(({ slip_days, ...change }) =>
      signal('delay', grade(slip_days, [90, 365]), change.changed_date, {
        description: `Primary completion moved by ${slip_days} days`,
        ...change,
      }),
    ),
    ...cuts.map(({ cut_pct, ...change }) =>
      signal('enrollment_cut', grade(cut_pct, [25, 50]), change.changed_date, {
        description: `Enrollment cut by ${cut_pct} %`,
        ...change,
      }),
    ),
    ...overdueResults(history, versions, asOf),
    ...endpointChanges(history, versions).map(({ timing, ...change }) =>
      signal('endpoint_change', ENDPOINT_SEVERITY[timing], change.changed_date, {
        description: `Primary outcome changed ${timing.replace('_', ' ')}`,
        ...change,
      }),
    ),
  ]);
}

/**
 * Returns the signals of a product, latest first: its warning signs and its lifted holds. Our
 * choice of severity:
 * - complete response letter: critical if it states a safety reason, else high;
 * - clinical hold: high if it is partial, else critical;
 * - serious adverse events: high if a patient died, else medium.
 * @param asOf `YYYY-MM-DD`; undated or later events are not used
 */
export function productSignals(events: ProductEvents, asOf: string): readonly RiskSignal[] {
  const crls = (events.crls ?? []).filter(({ letter_date }) => isBy(letter_date, asOf));
  const lifts = (events.lifts ?? []).filter(({ lifted_date }) => isBy(lifted_date, asOf));
  const holds = (events.holds ?? []).filter(({ hold_date }) => isBy(hold_date, asOf));
  return newestFirst([
    ...crls.map(({ letter_date, reasons }) =>
      signal('crl', (reasons ?? []).some(isSafetyReason) ? 'critical' : 'high', letter_date!, {
        description: `Complete response letter${suffix(reasons?.join(', '))}`,
      }),
    ),
    ...holds.map(({ hold_date, partial, reason }) =>
      signal('hold', partial ? 'high' : 'critical', hold_date, {
        description: `${partial ? 'Partial clinical' : 'Clinical'} hold${suffix(reason)}`,
      }),
    ),
    ...lifts.flatMap(liftSignal),
    ...safetySignals(events.adverse_events ?? [], asOf),
  ]);
}

const ENDPOINT_SEVERITY = {
  before_start: 'low',
  after_start: 'high',
  after_completion: 'critical',
} as const;

/**
 * Returns the first known status of a trial as a change. If the trial was already stopped in its
 * first version, a comparison of versions does not find the stop.
 */
function firstStop(versions: readonly TrialVersion[]): readonly Stop[] {
  const first = versions.find(({ status }) => status);
  if (!first?.status) return [];
  const { version_date, status, why_stopped = null } = first;
  return [{ changed_date: version_date, new_value: status, why_stopped }];
}

function overdueResults(
  history: TrialHistory,
  versions: readonly TrialVersion[],
  asOf: string,
): readonly RiskSignal[] {
  const due = resultsDueDate(history, versions, asOf);
  if (due === undefined || due >= asOf) return [];
  const severity = daysBetween(due, asOf) > 365 ? 'medium' : 'low';
  const description = `Results not posted a year after primary completion (due by ${due}, FDAAA 801)`;
  return [signal('delay', severity, shiftDays(due, 1), { description })];
}

/**
 * A change to the status suspended, terminated or withdrawn. The previous status may be unknown.
 */
type Stop = Omit<StatusChange, 'previous_value'> & { readonly previous_value?: string };

function stopSignal(change: Stop): RiskSignal {
  const { changed_date, new_value, why_stopped } = change;
  const status = statusOf(new_value);
  const isHold = isClinicalHold(change);
  const type = isHold ? 'hold' : status === 'SUSPENDED' ? 'suspension' : 'termination';
  const usual = status === 'WITHDRAWN' ? 'medium' : 'high';
  const severity = isHold || isSafetyReason(why_stopped) ? 'critical' : usual;
  const description = `Trial ${status.toLowerCase()}${suffix(why_stopped)}`;
  const reason = isHold ? 'unstated' : stopReason(why_stopped);
  return {
    ...signal(type, severity, changed_date, { ...change, description }),
    reason: reason === 'unstated' ? null : reason,
  };
}

/** A lifted hold is not a warning, so its severity is low. */
function liftSignal({ lifted_date, reason }: ClinicalHold): readonly RiskSignal[] {
  const description = `Clinical hold lifted${suffix(reason)}`;
  return lifted_date ? [signal('hold_lifted', 'low', lifted_date, { description })] : [];
}

/** Our choice: one signal for each calendar month, dated on the day of the month's newest event. */
function safetySignals(all: readonly AdverseEvent[], asOf: string): readonly RiskSignal[] {
  const serious = all.filter((event) => isBy(event.event_date, asOf) && isSerious(event));
  const months = groupBy(serious, ({ event_date }) => lastDayOf(event_date)!.slice(0, 7));
  return [...months].map(([month, events]) => {
    const deaths = events.filter(isFatal).length;
    const dates = events.map(({ event_date }) => lastDayOf(event_date)!).toSorted();
    return signal('safety', deaths ? 'high' : 'medium', dates.at(-1)!, {
      description:
        `${events.length} serious adverse event${events.length === 1 ? '' : 's'} reported in ` +
        `${month}, ${deaths} fatal`,
    });
  });
}

function signal(
  signal_type: RiskSignal['signal_type'],
  severity: Severity,
  signal_date: string,
  detail: {
    readonly description: string;
    readonly previous_value?: string | number;
    readonly new_value?: string | number;
  },
): RiskSignal {
  const { description, previous_value = null, new_value = null } = detail;
  return {
    signal_type,
    severity,
    signal_date,
    description,
    previous_value: previous_value === null ? null : String(previous_value),
    new_value: new_value === null ? null : String(new_value),
    reason: null,
  };
}

function suffix(reason: string | null | undefined): string {
  return reason ? `: ${reason}` : '';
}

function grade(size: number, [medium, high]: readonly [number, number]): Severity {
  return size >= high ? 'high' : size >= medium ? 'medium' : 'low';
}

function isBy(date: string | null | undefined, asOf: string): boolean {
  return (lastDayOf(date) ?? '9999') <= asOf;
}

function newestFirst(signals: readonly RiskSignal[]): readonly RiskSignal[] {
  return signals.toSorted((a, b) => compareText(b.signal_date, a.signal_date));
}
