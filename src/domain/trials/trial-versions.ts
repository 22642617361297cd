import type { Fact } from '../../facts/fact-kinds.ts';
import { lastDayOf } from '../approval/known-evidence.ts';
import { compareText } from '../compare-text.ts';
import { daysBetween, shiftYears } from '../dates.ts';
import { stageOf } from '../programs/development-stage.ts';
import { FINAL_RULE } from './constants.ts';

/** The registry record of a trial after an update. */
export type TrialVersion = Pick<
  Fact<'trial_versions'>,
  | 'version_date'
  | 'status'
  | 'phase'
  | 'enrollment'
  | 'primary_outcomes'
  | 'why_stopped'
  | 'countries'
  | 'primary_completion_date'
  | 'primary_completion_date_type'
>;

export interface TrialHistory {
  /** Versions of the trial in any order. */
  readonly versions: readonly TrialVersion[];
  readonly start_date?: string | null | undefined;
  readonly results_posted_date?: string | null | undefined;
  /** Study type: `INTERVENTIONAL`, `OBSERVATIONAL`, `EXPANDED_ACCESS`. */
  readonly study_type?: string | null | undefined;
  /** Whether the registry has results, even if their posting date is not known. */
  readonly has_results?: boolean | null | undefined;
}

export interface ClinicalHold {
  readonly hold_date: string;
  readonly lifted_date?: string | null | undefined;
  readonly partial?: boolean | null | undefined;
  readonly reason?: string | null | undefined;
}

export type AdverseEvent = Pick<
  Fact<'adverse_events'>,
  'event_date' | 'adverse_event' | 'severity' | 'outcome'
>;

interface Change<Value> {
  readonly changed_date: string;
  readonly previous_value: Value;
  readonly new_value: Value;
}

export interface EndpointChange extends Change<string> {
  readonly timing: 'before_start' | 'after_start' | 'after_completion';
}

export interface StatusChange extends Change<string> {
  readonly why_stopped: string | null;
}

/** Versions dated on or before `asOf`, oldest first. */
export function versionsKnownBy(
  versions: readonly TrialVersion[],
  asOf: string,
): readonly TrialVersion[] {
  return versions
    .filter(({ version_date }) => version_date <= asOf)
    .toSorted((a, b) => compareText(a.version_date, b.version_date));
}

/**
 * Changes of the primary completion date, oldest first. `slip_days` is the change in days, positive
 * for a delay.
 * @param versions oldest first
 */
export function dateChanges(versions: readonly TrialVersion[]) {
  const planned = changes(versions, ({ primary_completion_date: date }) =>
    lastDayOf(date) ? date : null,
  );
  return planned
    .map((change) => ({ ...change, slip_days: slipDays(change) }))
    .filter(({ slip_days }) => slip_days !== 0);
}

/**
 * Changes of the enrollment, oldest first. `cut_pct` is the decrease as a percentage of the
 * previous number. It is negative for an increase.
 * @param versions oldest first
 */
export function enrollmentChanges(versions: readonly TrialVersion[]) {
  return changes(versions, ({ enrollment }) => enrollment).map((change) => {
    const { previous_value, new_value } = change;
    const cut = previous_value > 0 ? (previous_value - new_value) / previous_value : 0;
    return { ...change, cut_pct: Math.round(cut * 1000) / 10 };
  });
}

/** Changes of the primary outcomes. A change of only case, spaces or punctuation is ignored. */
export function endpointChanges(
  { start_date }: TrialHistory,
  versions: readonly TrialVersion[],
): readonly EndpointChange[] {
  const outcomes = changes(versions, ({ primary_outcomes }) => primary_outcomes, wordsOf);
  return outcomes.map((change) => {
    const before = versions.filter(({ version_date }) => version_date < change.changed_date);
    const started =
      (lastDayOf(start_date) ?? '9999') <= change.changed_date ||
      before.some(
        ({ status }) => status && !/^(NOT_YET_RECRUITING|WITHDRAWN)$/.test(statusOf(status)),
      );
    const completed = (plannedCompletion(before) ?? '9999') < change.changed_date;
    const timing = !started ? 'before_start' : completed ? 'after_completion' : 'after_start';
    return { ...change, timing };
  });
}

/** Changes of the status, oldest first, with the stated reason for a stop. */
export function statusChanges(versions: readonly TrialVersion[]): readonly StatusChange[] {
  return changes(versions, ({ status }) => status, statusOf).map((change) => {
    const version = versions.findLast(({ version_date }) => version_date === change.changed_date);
    return { ...change, why_stopped: version?.why_stopped ?? null };
  });
}

/**
 * Clinical holds by the FDA. A hold counts as lifted if the trial's next status is not a stop.
 * Terminated and withdrawn are stops.
 */
export function clinicalHolds(versions: readonly TrialVersion[]): readonly ClinicalHold[] {
  const moves = statusChanges(versions);
  return moves.flatMap((move, at) => {
    if (!isClinicalHold(move)) return [];
    const next = moves[at + 1];
    const lifted_date = next && !isStopped(next.new_value) ? next.changed_date : null;
    return [{ hold_date: move.changed_date, lifted_date, reason: move.why_stopped }];
  });
}

/** Whether a change of status is a suspension with a clinical hold as its stated reason. */
export function isClinicalHold({
  new_value,
  why_stopped,
}: Pick<StatusChange, 'new_value' | 'why_stopped'>): boolean {
  return statusOf(new_value) === 'SUSPENDED' && /clinical hold|fda hold/i.test(why_stopped ?? '');
}

/**
 * The date of the version that first shows the trial as completed. Undefined if the trial's newest
 * status is not completed.
 *
 * @param versions oldest first
 */
export function completedOn(versions: readonly TrialVersion[]): string | undefined {
  let day: string | undefined;
  for (const { status, version_date } of versions) {
    if (!status) continue;
    day = statusOf(status) === 'COMPLETED' ? (day ?? version_date) : undefined;
  }
  return day;
}

/**
 * The newest stated value, or undefined if no version states one.
 * @param versions oldest first
 */
export function latest<Value>(
  versions: readonly TrialVersion[],
  value: (version: TrialVersion) => Value | null | undefined,
): Value | undefined {
  for (const version of versions.toReversed()) {
    const stated = value(version);
    if (stated !== null && stated !== undefined) return stated;
  }
  return undefined;
}

/**
 * The newest valid primary completion date. If it is a month or a year, the last day is returned.
 * @param versions oldest first
 */
export function plannedCompletion(versions: readonly TrialVersion[]): string | undefined {
  return latest(versions, ({ primary_completion_date }) => lastDayOf(primary_completion_date));
}

/**
 * The last day on which posted results are not overdue: one year after primary completion (FDAAA
 * 801, 42 CFR 11). Undefined if no results are due. Results are due if all of these are true:
 * - the trial is interventional, or its study type is not known;
 * - it is in Phase 2 or later;
 * - its status is completed, terminated, or active but not recruiting;
 * - its primary completion date is not an estimate;
 * - no results are posted.
 * Our choice: results are due only for completions after the final rule took effect. The registry
 * does not state certified delays, so they are ignored.
 * @param versions versions dated on or before `asOf`, oldest first
 */
export function resultsDueDate(
  { results_posted_date, has_results, study_type }: TrialHistory,
  versions: readonly TrialVersion[],
  asOf: string,
): string | undefined {
  const posted = lastDayOf(results_posted_date);
  const isPosted = posted === undefined ? has_results === true : posted <= asOf;
  if (isPosted || (study_type && study_type !== 'INTERVENTIONAL')) return undefined;
  const status = statusOf(latest(versions, (version) => version.status) ?? '');
  if (!/^(COMPLETED|TERMINATED|ACTIVE_NOT_RECRUITING)$/.test(status)) return undefined;
  const phase = stageOf(latest(versions, (version) => version.phase) ?? '');
  if (phase !== 'phase2' && phase !== 'phase3' && phase !== 'approved') return undefined;
  const type = latest(versions, (version) => version.primary_completion_date_type);
  const completed = plannedCompletion(versions);
  if (type === 'ESTIMATED' || !completed || completed < FINAL_RULE) return undefined;
  return shiftYears(completed, 1);
}

/** Normalizes a status. For example, `Active, not recruiting` becomes `ACTIVE_NOT_RECRUITING`. */
export function statusOf(status: string): string {
  return status
    .trim()
    .toUpperCase()
    .replaceAll(/[^A-Z]+/g, '_');
}

export function isStopped(status: string): boolean {
  return ['TERMINATED', 'SUSPENDED', 'WITHDRAWN'].includes(statusOf(status));
}

/** Whether a trial with this status ended early. A suspended trial may continue. */
export function isEndedEarly(status: string): boolean {
  return ['TERMINATED', 'WITHDRAWN'].includes(statusOf(status));
}

/** Whether the stated reason for a stop is safety. False for "not due to safety". */
export function isSafetyReason(why: string | null | undefined): boolean {
  const text = why ?? '';
  if (/\b(no|not|unrelated|without|non)\b[^.;]*\b(safety|adverse)/i.test(text)) return false;
  return /safety|adverse|toxic|death|fatal|clinical hold/i.test(text);
}

/**
 * Whether an event is serious. Our choice: its severity or outcome contains a word such as
 * `severe`, `hospital` or `death`.
 */
export function isSerious({ severity, outcome }: AdverseEvent): boolean {
  const text = `${severity ?? ''} ${outcome ?? ''}`.replaceAll(/non-?serious|not serious/gi, '');
  return isFatal({ severity, outcome }) || /serious|severe|life|hospital|disab/i.test(text);
}

export function isFatal({ severity, outcome }: AdverseEvent): boolean {
  const text = `${severity ?? ''} ${outcome ?? ''}`.replaceAll(/non-?fatal|not fatal/gi, '');
  return /fatal|death|died/i.test(text);
}

function slipDays({ previous_value, new_value }: Change<string>): number {
  return daysBetween(lastDayOf(previous_value)!, lastDayOf(new_value)!);
}

/**
 * The changes from each stated value to the next. Versions without a value are skipped.
 * @param same converts a value to the form in which it is compared
 */
function changes<Value>(
  versions: readonly TrialVersion[],
  value: (version: TrialVersion) => Value | null | undefined,
  same: (value: Value) => unknown = (it) => it,
): readonly Change<Value>[] {
  const all: Change<Value>[] = [];
  let previous: Value | undefined;
  for (const version of versions) {
    const stated = value(version);
    if (stated === null || stated === undefined) continue;
    if (previous !== undefined && previous !== stated && same(previous) !== same(stated)) {
      all.push({ changed_date: version.version_date, previous_value: previous, new_value: stated });
    }
    previous = stated;
  }
  return all;
}

function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
