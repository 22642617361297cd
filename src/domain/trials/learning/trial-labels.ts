import { compareText } from '../../compare-text.ts';
import { FOLLOW_ON_DAYS } from '../../constants.ts';
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

/** The outcome of a trial, as determined by a rule. */
export interface TrialLabel {
  readonly succeeded: boolean;
  /** Day from which the outcome is known, `YYYY-MM-DD`. */
  readonly day: string;
  readonly rule: LabelRule;
  /** The evidence as text. */
  readonly basis: string;
}

/**
 * Labels of the trials in phases 1 to 3, by registry number. A trial without a known outcome has no
 * label. An imported label applies from its day on. Before this day, or if there is no imported
 * label, the rules below apply. If a trial has a label of each kind, the imported label comes last.
 * Of the rules that give a label, the one with the earliest day is used:
 * - the first announced result at a readout or after completion; mixed results give no label;
 * - posted results;
 * - success: after the primary completion, the sponsor started a trial of the drug in a later phase
 *   and in the same indication. Two indications are the same if one contains all words of the
 *   other;
 * - success: the drug was approved in the indication after the primary completion;
 * - failure: a stop for safety, lack of efficacy or lack of money;
 * - failure: no next step within `FOLLOW_ON_DAYS` after completion, although the company continues
 *   other trials. A next step is an approval, a trial in a later phase, or a new trial in the same
 *   phase. The next step must be for the same drug and indication, but any sponsor may take it. In
 *   Phase 3, this rule applies only if the store has approvals from before the completion.
 * Our choice: if a success and a failure have the same day, the failure is used.
 * @param records the trials; they are iterated twice
 * @param approvalsSince the day of the first stored approval, or null
 * @param asOf `YYYY-MM-DD`; later facts are not used
 */
export function trialLabels(
  records: Iterable<TrialCourse>,
  approvalsSince: string | null,
  asOf: string,
): ReadonlyMap<string, readonly TrialLabel[]> {
  const { followers, sponsors } = timelinesOf(records);
  const byTrial = new Map<string, readonly TrialLabel[]>();
  for (const record of records) {
    if (!isLabeledStage(record.stage)) continue;
    const imported = first(importedLabels(record), asOf);
    const ruled = first(
      [
        announcedLabel(record),
        postedLabel(record),
        advancedLabel(record, followers),
        approvedLabel(record),
        stoppedLabel(record),
        noFollowOnLabel(record, followers, sponsors, approvalsSince),
      ],
      asOf,
    );
    const past = ruled && (!imported || ruled.day < imported.day) ? [ruled] : [];
    const labels = imported ? [...past, imported] : past;
    if (labels.length > 0) byTrial.set(record.nctId, labels);
  }
  return byTrial;
}

function isLabeledStage(stage: Stage | null): stage is keyof typeof FOLLOW_ON_DAYS {
  return stage !== null && Object.hasOwn(FOLLOW_ON_DAYS, stage);
}

/**
 * The first of the labels on or before a day. If a failure and a success have the same day, the
 * failure is the first.
 */
function first(labels: readonly (TrialLabel | null)[], asOf: string): TrialLabel | undefined {
  const known = labels.flatMap((label) => (label && label.day <= asOf ? label : []));
  const [earliest] = known.sort(
    (a, b) => compareText(a.day, b.day) || Number(a.succeeded) - Number(b.succeeded),
  );
  return earliest;
}

function importedLabels({ labels }: TrialCourse): readonly TrialLabel[] {
  return labels.map(({ succeeded, source, day }) => ({
    succeeded,
    day,
    rule: 'imported',
    basis: `labeled by ${source}`,
  }));
}

/** Our choice: after a stop, only the result of a readout is used as a label. */
function announcedLabel({ announced, completion, stop }: TrialCourse): TrialLabel | null {
  const counts = ({ title, day }: AnnouncedResult) =>
    isReadout(title) ||
    (completion !== null && day >= completion && (stop === null || day < stop.day));
  const results = announced.flatMap((one) => {
    const result = resultOf(one);
    return result && counts(one) ? [{ ...one, result }] : [];
  });
  const [earliest] = results.sort(
    (a, b) => compareText(a.day, b.day) || compareText(a.result, b.result),
  );
  if (!earliest || earliest.result === 'mixed') return null;
  const { result, day, title } = earliest;
  return { succeeded: result === 'success', day, rule: 'announced', basis: `announced: ${title}` };
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
 * Whether the rule `nothing_followed` can apply to a trial. If not, the rules `advanced` and
 * `approved` can only show successes, and no rule shows the failures that correspond to them.
 * Labels of `advanced` and `approved` are then not used to fit a model.
 */
export function canBeGivenUp(
  { isCompany, isCompleted, treatments, stage, completion, approvals }: TrialCourse,
  approvalsSince: string | null,
): boolean {
  if (!isCompany || !isCompleted || treatments.length === 0 || completion === null) return false;
  const isKnown = approvals !== null && approvalsSince !== null && approvalsSince <= completion;
  return stage !== 'phase3' || isKnown;
}

function noFollowOnLabel(
  record: TrialCourse,
  followers: Followers,
  sponsors: Signs,
  approvalsSince: string | null,
): TrialLabel | null {
  const { nctId, stage, completion, approvals } = record;
  if (!isLabeledStage(stage) || !completion || !canBeGivenUp(record, approvalsSince)) return null;
  const days = FOLLOW_ON_DAYS[stage];
  const sign = sponsors.firstAfter(record.sponsor, completion, (one) => one.nctId !== nctId);
  if (sign === undefined) return null;
  const end = shiftDays(completion, days);
  // The day of the label is `end` or the day of the sponsor's next activity, whichever is later.
  // The search for later trials includes this day, because the activity may be such a trial.
  const day = sign.day > end ? sign.day : end;
  if (followers.hasFollowed(record, completion, day)) return null;
  if (approvals?.some((one) => one <= day)) return null;
  const basis = `no next trial or approval followed for ${days} days after its completion on ${completion}`;
  return { succeeded: false, day, rule: 'nothing_followed', basis };
}

interface Follower {
  readonly nctId: string;
  readonly phase: string;
  readonly day: string;
}

/** Days on which a sponsor's trials started or were updated. */
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

/** Returns functions that find trials by treatment and stage. */
function followersOf(started: Timeline<Follower>, seen: Timeline<{ readonly day: string }>) {
  const later = (rank: number) => RANKS.filter((one) => one > rank);
  return {
    /** The first later-stage trial that has one of the keys and started after a day. */
    firstLater(keys: readonly string[], rank: number, day: string): Follower | undefined {
      const candidates = keys.flatMap((key) =>
        later(rank).flatMap((one) => started.firstAfter(`${one} ${key}`, day) ?? []),
      );
      return candidates.sort((a, b) => compareText(a.day, b.day))[0];
    },
    /** Whether the drug had a next trial in the indication by the day `end` (see `trialLabels`). */
    hasFollowed({ stage, continuations }: TrialCourse, completion: string, end: string): boolean {
      const rank = stageRank(stage);
      const isSeen = (one: number, key: string, after: string) =>
        (seen.firstAfter(`${one} ${key}`, after)?.day ?? NEVER) <= end;
      return continuations.some(
        (key) => later(rank).some((one) => isSeen(one, key, '')) || isSeen(rank, key, completion),
      );
    },
  };
}

type Followers = ReturnType<typeof followersOf>;

const NEVER = '9999-12-31';

/** Ranks of the stages of trials. Phase 4 has the rank of `approved`. */
const RANKS = (['phase1', 'phase2', 'phase3', 'approved'] as const).map(stageRank);

function ownKeys(sponsor: string, treatments: readonly string[]): readonly string[] {
  return treatments.map((treatment) => `${sponsor} ${treatment}`);
}
