import { shiftDays } from '../dates.ts';
import { stageOf } from './development-stage.ts';

/**
 * Days without a follow-on after which a program counts as ended: Wong, Siah & Lo 2019
 * (Biostatistics 20:273). Our choice: trials of marketed drugs and filings have those of phase 3,
 * trials of unknown phase those of phase 2.
 */
const DAYS_WITHOUT_FOLLOW_ON = { phase1: 360, phase2: 540, phase3: 900 } as const;

/** What tells of the life of a program: a trial, or an event that was announced of it. */
export interface LifeSign {
  readonly phase?: string | null | undefined;
  /** As the registry writes it: `ACTIVE_NOT_RECRUITING`. */
  readonly status?: string | null | undefined;
  /** The last of its completion dates, `YYYY-MM-DD`. */
  readonly completion?: string | null | undefined;
  /** The day on which it was last known so, `YYYY-MM-DD`. */
  readonly updated?: string | null | undefined;
}

/** How a program stands by its trials; those after `Completed` are not active any more. */
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
 * How a program stands on a day: as the liveliest of its trials. A trial that is open or completed
 * keeps it alive until the limit of its phase after its completion, an open one also after its last
 * update; one that was ended early does not. Our choice: `Completed` is a program whose last trial is
 * done and whose next step may still come; `Inactive` one that is past the limit.
 *
 * @param today `YYYY-MM-DD`
 * @returns null where a sign tells of no status and of no date that is past: nothing speaks against it
 */
export function programStatus(signs: readonly LifeSign[], today: string): ProgramStatus | null {
  const found = signs.map((sign) => statusOfSign(sign, today));
  const best = PROGRAM_STATUSES.find((status) => found.includes(status)) ?? null;
  const isGoing = best !== null && Object.values(OPEN).includes(best);
  return found.includes(null) && !isGoing ? null : best;
}

function statusOfSign(sign: LifeSign, today: string): ProgramStatus | null {
  const status = sign.status ?? '';
  if (status === 'TERMINATED' || status === 'WITHDRAWN') return 'Terminated';
  const open = OPEN[status];
  const vouched = open || status === '' ? sign.updated : null;
  const last = [sign.completion ?? '', vouched ?? ''].sort().at(-1)!;
  if (last !== '' && shiftDays(last, daysWithoutFollowOn(sign.phase)) < today) return 'Inactive';
  if (open) return open;
  return status === 'COMPLETED' ? 'Completed' : status === 'UNKNOWN' ? 'Inactive' : null;
}

function daysWithoutFollowOn(phase: string | null | undefined): number {
  const stage = stageOf(phase ?? '');
  if (stage === 'phase1' || stage === 'phase2') return DAYS_WITHOUT_FOLLOW_ON[stage];
  return stage === null || stage === 'preclinical'
    ? DAYS_WITHOUT_FOLLOW_ON.phase2
    : DAYS_WITHOUT_FOLLOW_ON.phase3;
}
