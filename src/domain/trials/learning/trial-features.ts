import { DAYS_PER_YEAR } from '../../constants.ts';
import { stageRank } from '../../programs/development-stage.ts';
import { PRIOR_LABELS } from '../constants.ts';
import {
  dateChanges,
  endpointChanges,
  enrollmentChanges,
  latest,
  statusChanges,
  statusOf,
  type TrialVersion,
  versionsKnownBy,
} from '../trial-versions.ts';
import { comparatorOf, endpointKind, isBiomarkerSelected } from './design-words.ts';
import type { FeatureValue, TrialFeatureValues } from './labelled-trial.ts';
import { runningTotals, timeline } from './timeline.ts';
import type { TrialLabel } from './trial-labels.ts';
import type { TrialRecord } from './trial-record.ts';

/** Past and current labels of each trial, by registry number (see `trialLabels`). */
type TrialLabels = ReadonlyMap<string, readonly TrialLabel[]>;

export type TrialFeatureReader = (record: TrialRecord, asOf: string) => TrialFeatureValues;

/**
 * Our choice: the enrollment of a trial is compared with that of other trials only if there are at
 * least this number of other trials.
 */
const MIN_PEERS = 5;

/**
 * Returns a function that computes the features of a trial as known on a day (`YYYY-MM-DD`). A
 * feature is null if it was not known. Enrollment, countries, dates and endpoint changes come from
 * the stored versions up to that day. The sponsor's success rate comes from the labels up to that
 * day. Our choice: the current masking, arms, conditions and outcomes are used for every day since
 * the first posting, because the registry's API returns only the current version. Counts are given
 * as logarithms. Enrollment is given as its logarithm minus the mean logarithm of the trials in the
 * same phase and area at that time.
 * @param records all known trials, in any order; they are iterated once
 * @param labels the labels of these trials, by registry number
 */
export function trialFeatureReader(
  records: Iterable<TrialRecord>,
  labels: TrialLabels,
): TrialFeatureReader {
  const world = worldOf(records, labels);
  return (record, asOf) => ({
    ...designFeatures(record, asOf),
    ...courseFeatures(record, asOf, world),
    ...sponsorFeatures(record, asOf, world),
    ...drugFeatures(record, asOf, world),
  });
}

type World = ReturnType<typeof worldOf>;

function worldOf(records: Iterable<TrialRecord>, labels: TrialLabels) {
  const [trials, outcomes] = [runningTotals(), runningTotals()];
  const [open, enrollment] = [runningTotals(), runningTotals()];
  const earlier = timeline<TrialLabel>();
  for (const record of records) {
    const { nctId, stage, sponsor, treatments, seen, design } = record;
    if (seen !== null) trials.add(sponsor, { day: seen, count: 1, value: 0 });
    const ofTrial = labels.get(nctId) ?? [];
    for (const amount of outcomesOf(ofTrial)) {
      outcomes.add(sponsor, amount);
      outcomes.add(ALL, amount);
    }
    for (const label of ofTrial) {
      for (const one of treatments) earlier.add(`${stageRank(stage)} ${sponsor} ${one}`, label);
    }
    for (const amount of openings(record)) {
      for (const condition of design.conditions) open.add(condition, amount);
    }
    for (const amount of enrollments(record)) {
      enrollment.add(peersKey(stage, design.area), amount);
    }
  }
  return {
    trials: trials.end(),
    outcomes: outcomes.end(),
    open: open.end(),
    enrollment: enrollment.end(),
    earlier: earlier.end(),
  };
}

/** The key of the totals over all sponsors. */
const ALL = '';

/**
 * How each label of a trial changes the sponsor's counts of outcomes and successes. Each label
 * replaces the previous label of the trial.
 */
function outcomesOf(labels: readonly TrialLabel[]) {
  let before: number | null = null;
  return labels.map(({ day, succeeded }) => {
    const won = succeeded ? 1 : 0;
    const amount = { day, count: before === null ? 1 : 0, value: won - (before ?? 0) };
    before = won;
    return amount;
  });
}

/**
 * How a trial changes the number of open trials. A trial is open from its start until it is
 * completed or stopped.
 */
function openings(record: TrialRecord) {
  const span = openSpan(record);
  if (!span) return [];
  const { start, end } = span;
  const opening = { day: start, count: 1, value: 0 };
  return end === null ? [opening] : [opening, { day: end, count: -1, value: 0 }];
}

/** Start and end of the period in which a trial is open, or null if it never opened. */
function openSpan({ start, completion, stop }: TrialRecord) {
  const ends = [stop?.day, completion].filter((day) => typeof day === 'string').sort();
  const end = ends[0] ?? null;
  return start === null || (end !== null && end < start) ? null : { start, end };
}

/** How each version of a trial changes the logarithm of its enrollment. */
function enrollments({ history }: TrialRecord) {
  let before: number | null = null;
  return versionsKnownBy(history.versions, '9999').flatMap(({ version_date: day, enrollment }) => {
    const value = logarithm(enrollment);
    if (value === null || value === before) return [];
    const [count, change] = before === null ? [1, value] : [0, value - before];
    before = value;
    return [{ day, count, value: change }];
  });
}

function peersKey(stage: TrialRecord['stage'], area: string | null): string {
  return `${stage} ${area}`;
}

function isPosted({ seen }: TrialRecord, asOf: string): boolean {
  return seen !== null && seen <= asOf;
}

/** The features of a trial's design. They are null before the first posting. */
function designFeatures(record: TrialRecord, asOf: string): TrialFeatureValues {
  const { design, phase } = record;
  const features: TrialFeatureValues = {
    Phase: phase,
    'Therapeutic area': design.area,
    Modality: design.modality,
    'Rare disease': design.isRare,
    'Patients selected by biomarker': isBiomarkerSelected(design.words),
    Arms: design.armRoles?.length ?? null,
    Masking: design.masking,
    Randomised: design.allocation && design.allocation === 'RANDOMIZED',
    Comparator: comparatorOf(design.armRoles),
    'Primary endpoint': endpointKind(design.primaryOutcomes),
    Purpose: design.purpose,
    'Kind of sponsor': design.sponsorClass,
  };
  if (isPosted(record, asOf)) return features;
  return Object.fromEntries(Object.keys(features).map((name) => [name, null]));
}

function courseFeatures(
  { stage, design, history }: TrialRecord,
  asOf: string,
  { enrollment }: World,
): TrialFeatureValues {
  const versions = versionsKnownBy(history.versions, asOf);
  const size = logarithm(latest(versions, (version) => version.enrollment));
  const peers = enrollment(peersKey(stage, design.area), asOf);
  const isComparable = size !== null && peers.count >= MIN_PEERS;
  return {
    'Enrollment compared with trials of the same phase and area': isComparable
      ? size - peers.sum / peers.count
      : null,
    Countries: logarithm(latest(versions, (version) => version.countries)),
    ...changeFeatures(versions, history),
  };
}

/**
 * The features that describe changes between versions of a trial. They are null if only one version
 * exists.
 */
function changeFeatures(
  versions: readonly TrialVersion[],
  history: TrialRecord['history'],
): TrialFeatureValues {
  const known = (value: FeatureValue) => (versions.length > 1 ? value : null);
  const slip = dateChanges(versions).reduce((sum, { slip_days }) => sum + slip_days, 0);
  const isCut = enrollmentChanges(versions).some(({ cut_pct }) => cut_pct > 0);
  const endpoints = endpointChanges(history, versions);
  const statuses = statusChanges(versions).map(({ new_value }) => statusOf(new_value));
  return {
    'Delay so far': known(slip / DAYS_PER_YEAR),
    'Enrollment was cut': known(isCut),
    'Primary endpoint was changed': known(endpoints.some((one) => one.timing !== 'before_start')),
    'Was suspended': known(statuses.includes('SUSPENDED')),
  };
}

function sponsorFeatures(
  record: TrialRecord,
  asOf: string,
  { trials, outcomes, open }: World,
): TrialFeatureValues {
  const { sponsor, design } = record;
  const others = trials(sponsor, asOf).count - Number(isPosted(record, asOf));
  const [ofSponsor, all] = [outcomes(sponsor, asOf), outcomes(ALL, asOf)];
  const share = all.count > 0 ? all.sum / all.count : 0;
  const span = openSpan(record);
  const isOpen = span !== null && span.start <= asOf && (span.end === null || span.end > asOf);
  const rivals = design.conditions.map((one) => open(one, asOf).count - Number(isOpen));
  return {
    'Trials of the sponsor': Math.log1p(others),
    'Record of the sponsor':
      ofSponsor.count > 0
        ? (ofSponsor.sum + PRIOR_LABELS * share) / (ofSponsor.count + PRIOR_LABELS)
        : null,
    'Open trials of the condition': rivals.length > 0 ? Math.log1p(Math.max(0, ...rivals)) : null,
  };
}

function drugFeatures(
  { stage, sponsor, treatments, drugApprovals, design }: TrialRecord,
  asOf: string,
  { earlier }: World,
): TrialFeatureValues {
  const ranks = [1, 2].map((back) => stageRank(stage) - back);
  const label = ranks.flatMap((rank) =>
    treatments.flatMap((one) => earlier.lastUpTo(`${rank} ${sponsor} ${one}`, asOf) ?? []),
  )[0];
  return {
    'Phase before': label ? (label.succeeded ? 'succeeded' : 'failed') : null,
    'Drug is approved': drugApprovals?.some((day) => day <= asOf) ?? null,
    Designations: designationOf(design.designations, asOf),
  };
}

function designationOf(
  designations: TrialRecord['design']['designations'],
  asOf: string,
): FeatureValue {
  const known = designations?.filter(({ day }) => day <= asOf);
  if (!known) return null;
  if (known.some(({ kind }) => /breakthrough/i.test(kind))) return 'breakthrough';
  return known.length > 0 ? 'others' : 'none';
}

function logarithm(count: number | null | undefined): number | null {
  return typeof count === 'number' && count > 0 ? Math.log(count) : null;
}
