import { FOLLOW_ON_DAYS } from '../constants.ts';
import { shiftDays } from '../dates.ts';
import { stageOf } from './development-stage.ts';

/** Evidence of activity in a program: a trial or an announced event. */
export interface LifeSign {
  readonly phase?: string | null | undefined;
  /** Status in the registry's wording, such as `ACTIVE_NOT_RECRUITING`. */
  readonly status?: string | null | undefined;
  /** The latest completion date of the trial, `YYYY-MM-DD`. */
  readonly completion?: string | null | undefined;
  /** The day of the last update, `YYYY-MM-DD`. */
  readonly updated?: string | null | undefined;
}

/** Statuses of programs, most active first. */
const PROGRAM_STATUSES = [
  'Recruiting',
  'Not yet recruiting',
  'Active, not recruiting',
  'On hold',
  'Completed',
  'Inactive',
  'Terminated',
] as const;
export type ProgramStatus = (typeof PROGRAM_STATUSES)[number];

const OPEN: Readonly<Record<string, ProgramStatus>> = {
  RECRUITING: 'Recruiting',
  ENROLLING_BY_INVITATION: 'Recruiting',
  NOT_YET_RECRUITING: 'Not yet recruiting',
  ACTIVE_NOT_RECRUITING: 'Active, not recruiting',
  SUSPENDED: 'On hold',
};

/**
 * The status of a program is the status of its most active trial. Our choice: a trial becomes
 * `Inactive` when the `FOLLOW_ON_DAYS` of its phase have passed since its completion date. For an
 * open trial, and for a trial whose status or completion date is unknown, the days are counted from
 * the completion date or the last update, whichever is later.
 * @param today `YYYY-MM-DD`
 * @returns null if no trial is open and at least one trial has an unknown status
 */
export function programStatus(signs: readonly LifeSign[], today: string): ProgramStatus | null {
  const statuses = signs.map((sign) => statusOfSign(sign, today));
  const best = PROGRAM_STATUSES.find((status) => statuses.includes(status)) ?? null;
  const isOpen = best !== null && Object.values(OPEN).includes(best);
  return statuses.includes(null) && !isOpen ? null : best;
}

function statusOfSign(sign: LifeSign, today: string): ProgramStatus | null {
  const status = sign.status ?? '';
  if (status === 'TERMINATED' || status === 'WITHDRAWN') return 'Terminated';
  const open = OPEN[status];
  const updated = open || status === '' || !sign.completion ? sign.updated : null;
  const last = [sign.completion ?? '', updated ?? ''].sort().at(-1)!;
  if (last !== '' && shiftDays(last, followOnDays(sign.phase)) < today) return 'Inactive';
  if (open) return open;
  return status === 'COMPLETED' ? 'Completed' : status === 'UNKNOWN' ? 'Inactive' : null;
}

/**
 * The `FOLLOW_ON_DAYS` of a phase. Our choice: for filings and marketed drugs, the days of Phase 3
 * are used. For an unknown or preclinical phase, the days of Phase 2 are used.
 */
function followOnDays(phase: string | null | undefined): number {
  const stage = stageOf(phase ?? '');
  if (stage === 'phase1' || stage === 'phase2') return FOLLOW_ON_DAYS[stage];
  return FOLLOW_ON_DAYS[stage === null || stage === 'preclinical' ? 'phase2' : 'phase3'];
}
