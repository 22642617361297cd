import { compareText } from '../../compare-text.ts';
import { shiftDays } from '../../dates.ts';
import { type Stage, stageRank } from '../../programs/development-stage.ts';
import { type AnnouncedResult, isReadout, resultOf } from '../trial-outcomes.ts';
import { isFailure, stopReason } from './stop-reasons.ts';
import { type Timeline, timeline } from './timeline.ts';
import type { TrialCourse } from './trial-record.ts';

type LabelRule =
  | 'imported'
  | 'announced'
  | 'posted'
  | 'advanced'
  | 'approved'
  | 'stopped'
  | 'nothing_followed';

/** What came of a trial, by which rule, and the day from which that is known. */
export interface TrialLabel {
  readonly succeeded: boolean;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly rule: LabelRule;
  /** The evidence in words: what happened, and where it is told. */
  readonly basis: string;
}

/**
 * Days after completion from which a program without a next step counts as given up, by phase.
 * Wong, Siah & Lo 2019 (Biostatistics 20:273): 360, 540 and 900 days.
 */
export const GIVEN_UP_DAYS = { phase1: 360, phase2: 540, phase3: 900 } as const;

/**
 * The outcomes of trials of phases 1 to 3 that are known on a day, by registry number: for each trial
 * the labels that stood, each from its own day on, the last of which stands now. A trial of which
 * nothing is decided has none.
 *
 * An imported label stands from its day on. Else the earliest of: the result that was announced first,
 * at a readout or from the completion on; posted
 * results; a later-phase trial of the same sponsor, drug and indication that started after this one's
 * primary completion; an approval after it; a stop for safety, lack of efficacy or money; and nothing
 * at all for 360, 540 or 900 days after the completion of phases 1, 2 and 3 although the company goes
 * on. An indication counts as the same where one says all words of the other.
 *
 * Our choice: of several on one day a failure counts; mixed results decide nothing; nothing
 * followed means no trial of the drug in the indication, of whatever sponsor, in a later phase by
 * then or begun in the same phase since, and no approval, and in Phase 3 only where the store knows
 * of approvals from before the completion.
 *
 * @param records gone through twice
 * @param approvalsSince day of the first approval that the store knows, or null
 * @param asOf nothing later counts
 */
export function trialLabels(
  records: Iterable<TrialCourse>,
  approvalsSince: string | null,
  asOf: string,
): ReadonlyMap<string, readonly TrialLabel[]> {
  const { followers, sponsors } = timelinesOf(records);
  const found = new Map<string, readonly TrialLabel[]>();
  for (const record of records) {
    if (!isLabelled(record.stage)) continue;
    const imported = first(importedLabels(record), asOf);
    const ruled = first(
      [
        announcedLabel(record),
        postedLabel(record),
        advancedLabel(record, followers),
        approvedLabel(record),
        stoppedLabel(record),
        nothingFollowed(record, followers, sponsors, approvalsSince),
      ],
      asOf,
    );
    const stood = ruled && (!imported || ruled.day < imported.day) ? [ruled] : [];
    const labels = imported ? [...stood, imported] : stood;
    if (labels.length > 0) found.set(record.nctId, labels);
  }
  return found;
}

function isLabelled(stage: Stage | null): stage is keyof typeof GIVEN_UP_DAYS {
  return stage !== null && Object.hasOwn(GIVEN_UP_DAYS, stage);
}

/** The earliest that is known by the day, a failure before a success of the same day. */
function first(labels: readonly (TrialLabel | null)[], asOf: string): TrialLabel | undefined {
  let earliest: TrialLabel | undefined;
  for (const label of labels) {
    if (!label || label.day > asOf) continue;
    const isEarlier = !earliest || label.day < earliest.day;
    const isWorse = label.day === earliest?.day && !label.succeeded && earliest.succeeded;
    if (isEarlier || isWorse) earliest = label;
  }
  return earliest;
}

function importedLabels({ labels }: TrialCourse): readonly TrialLabel[] {
  return labels.map(({ succeeded, source, day }) => ({
    ...{ succeeded, day, rule: 'imported' },
    basis: `labelled so by ${source}`,
  }));
}

/** Our choice: results that are shown after a stop do not undo it, unless they are a readout. */
function announcedLabel({ announced, completion, stop }: TrialCourse): TrialLabel | null {
  const counts = ({ title, day }: AnnouncedResult) =>
    isReadout(title) ||
    (completion !== null && day >= completion && (stop === null || day < stop.day));
  const results = announced.flatMap((one) => {
    const result = resultOf(one);
    return result && counts(one) ? [{ ...one, result }] : [];
  });
  const [told] = results.sort(
    (a, b) => compareText(a.day, b.day) || compareText(a.result, b.result),
  );
  if (!told || told.result === 'mixed') return null;
  const succeeded = told.result === 'success';
  return { succeeded, day: told.day, rule: 'announced', basis: `announced: ${told.title}` };
}

function postedLabel({ posted }: TrialCourse): TrialLabel | null {
  if (!posted || posted.isMet === null) return null;
  const basis = `posted results ${posted.isMet ? 'met' : 'missed'} the primary endpoint`;
  return { succeeded: posted.isMet, day: posted.day, rule: 'posted', basis };
}

function advancedLabel(
  { completion, sponsor, stage, continuations }: TrialCourse,
  followers: Followers,
): TrialLabel | null {
  if (!completion) return null;
  const next = followers.firstLater(ownKeys(sponsor, continuations), stageRank(stage), completion);
  if (!next) return null;
  const basis = `${next.nctId} of ${next.phase} started on ${next.day}`;
  return { succeeded: true, day: next.day, rule: 'advanced', basis };
}

function approvedLabel({ completion, approvals }: TrialCourse): TrialLabel | null {
  const after = (approvals ?? []).filter((day) => completion !== null && day > completion).sort();
  if (after[0] === undefined) return null;
  const basis = `approved on ${after[0]}`;
  return { succeeded: true, day: after[0], rule: 'approved', basis };
}

function stoppedLabel({ stop }: TrialCourse): TrialLabel | null {
  const reason = stopReason(stop?.why);
  if (!stop || !isFailure(reason)) return null;
  const basis = `stopped for ${REASONS[reason] ?? reason}`;
  return { succeeded: false, day: stop.day, rule: 'stopped', basis };
}

const REASONS: Readonly<Record<string, string>> = {
  efficacy: 'lack of efficacy',
  money: 'lack of money',
};

/**
 * Whether it could be told of a trial that nothing followed. Where it could not, to know that
 * something did says nothing of how often that happens.
 */
export function canBeGivenUp(
  { isCompany, isCompleted, treatments, stage, completion, approvals }: TrialCourse,
  approvalsSince: string | null,
): boolean {
  if (!isCompany || !isCompleted || treatments.length === 0 || completion === null) return false;
  const isTold = approvals !== null && approvalsSince !== null && approvalsSince <= completion;
  return stage !== 'phase3' || isTold;
}

function nothingFollowed(
  record: TrialCourse,
  followers: Followers,
  sponsors: Signs,
  approvalsSince: string | null,
): TrialLabel | null {
  const { nctId, stage, completion, approvals } = record;
  if (!isLabelled(stage) || !completion || !canBeGivenUp(record, approvalsSince)) return null;
  const days = GIVEN_UP_DAYS[stage];
  const sign = sponsors.firstAfter(record.sponsor, completion, (one) => one.nctId !== nctId);
  if (sign === undefined) return null;
  const end = shiftDays(completion, days);
  // The sign may be of the next step itself, late: until it came nobody knew, then it had followed.
  const day = sign.day > end ? sign.day : end;
  if (followers.hasFollowed(record, completion, day)) return null;
  if (approvals?.some((one) => one <= day)) return null;
  const basis = `nothing followed for ${days} days after its completion on ${completion}`;
  return { succeeded: false, day, rule: 'nothing_followed', basis };
}

/** Trials by what they treat and how far they are. */
interface Followers {
  /** The first trial under any of the keys, in a later stage, that started after a day. */
  firstLater(keys: readonly string[], rank: number, day: string): Follower | undefined;
  /** Whether a trial goes on with its treatment by the end (see `trialLabels`). */
  hasFollowed(record: TrialCourse, completion: string, end: string): boolean;
}

interface Follower {
  readonly nctId: string;
  readonly phase: string;
  readonly day: string;
}

/** Days on which trials of a sponsor started or were updated. */
type Signs = Timeline<{ readonly day: string; readonly nctId: string }>;

function timelinesOf(records: Iterable<TrialCourse>) {
  const [started, seen] = [timeline<Follower>(), timeline<{ readonly day: string }>()];
  const signs = timeline<{ readonly day: string; readonly nctId: string }>();
  for (const { nctId, phase, stage, sponsor, treatments, updates, start, seen: day } of records) {
    const rank = stageRank(stage);
    if (start !== null) {
      const follower = { nctId, phase, day: start };
      for (const key of ownKeys(sponsor, treatments)) started.add(`${rank} ${key}`, follower);
      signs.add(sponsor, follower);
    }
    if (day !== null) for (const key of treatments) seen.add(`${rank} ${key}`, { day });
    for (const update of updates) signs.add(sponsor, { day: update, nctId });
  }
  return { followers: followersOf(started.end(), seen.end()), sponsors: signs.end() };
}

function followersOf(
  started: Timeline<Follower>,
  seen: Timeline<{ readonly day: string }>,
): Followers {
  const later = (rank: number) => RANKS.filter((one) => one > rank);
  return {
    firstLater(keys, rank, day) {
      const found = keys.flatMap((key) =>
        later(rank).flatMap((one) => started.firstAfter(`${one} ${key}`, day) ?? []),
      );
      return found.reduce<Follower | undefined>(
        (best, one) => (best && best.day <= one.day ? best : one),
        undefined,
      );
    },
    hasFollowed({ stage, continuations }, completion, end) {
      const rank = stageRank(stage);
      const isSeen = (one: number, key: string, after: string) =>
        (seen.firstAfter(`${one} ${key}`, after)?.day ?? NEVER) <= end;
      return continuations.some(
        (key) => later(rank).some((one) => isSeen(one, key, '')) || isSeen(rank, key, completion),
      );
    },
  };
}

const NEVER = '9999-12-31';

/** Of the stages that trials have: phases 1 to 3, and 4, which is of what is approved. */
const RANKS = (['phase1', 'phase2', 'phase3', 'approved'] as const).map(stageRank);

function ownKeys(sponsor: string, treatments: readonly string[]): readonly string[] {
  return treatments.map((treatment) => `${sponsor} ${treatment}`);
}
