import { dayOf } from '../../domain/dates.ts';
import { groupBy } from '../../domain/group-by.ts';
import {
  isEndedEarly,
  statusChanges,
  type TrialHistory,
  type TrialVersion,
  versionsKnownBy,
} from '../../domain/trials/trial-versions.ts';
import type { Sourced } from '../../store/facts-store.ts';
import { lazily } from '../collection.ts';
import type { Refresh } from '../computation.ts';
import { type Origin, originOf } from '../origin.ts';
import type { Program } from '../programs/drug-program.ts';
import { programTrials, trialDrug } from '../programs/programs.ts';

/** A trial with its history and the program of the drug that it tests. */
export interface TrialFile {
  /** The fields of the registration that several computations use. */
  readonly trial: Pick<
    Sourced<'trials'>,
    'nctId' | 'Phase' | 'status' | 'Condition' | 'conditions' | 'start_date'
  >;
  readonly origin: Origin;
  readonly ticker: string | null;
  readonly drug_name: string | null;
  readonly program: Program | undefined;
  /** Registry versions up to today, including the latest registration. */
  readonly history: TrialHistory;
}

/** All registered trials known today, in the order of the facts. */
export const trialFiles = lazily<TrialFile>(function* ({ memo }) {
  const owner = memo(programTrials).owner;
  for (const file of memo(ownFiles)) yield { ...file, program: owner.get(file.trial.nctId) };
});

/**
 * Each registered trial with its file. The registrations are read again, because a file keeps only
 * the fields that several computations use.
 */
export function* trialsWithFiles(refresh: Refresh) {
  const files = refresh.memo(trialFiles)[Symbol.iterator]();
  for (const trial of refresh.facts.each('trials')) {
    yield { trial, file: files.next().value as TrialFile };
  }
}

/** A trial's data without its program. */
type OwnFile = Omit<TrialFile, 'program'>;

export function ownFiles(refresh: Refresh): readonly OwnFile[] {
  const versions = versionsByTrial(refresh);
  const owner = refresh.memo(programTrials).owner;
  return Array.from(refresh.facts.each('trials'), (trial) => {
    const { nctId, Phase, status, Condition, conditions, start_date } = trial;
    const { results_posted_date, study_type, has_results } = trial;
    const known = versionsKnownBy(versions.get(nctId) ?? [], refresh.today);
    return {
      trial: { nctId, Phase, status, Condition, conditions, start_date },
      origin: originOf('trials', trial),
      ticker: refresh.universe.ticker(trial.ticker, trial.LeadSponsorName) ?? null,
      drug_name: owner.get(nctId)?.drug_name ?? trialDrug(refresh, trial),
      history: {
        versions: withNewest(known, trial),
        start_date,
        results_posted_date,
        study_type,
        has_results,
      },
    };
  });
}

/**
 * Maps registry numbers to the versions of the trial. The versions contain only the needed fields.
 */
function versionsByTrial({ facts }: Refresh): ReadonlyMap<string, readonly TrialVersion[]> {
  const versions = new Map<string, TrialVersion[]>();
  for (const { nctId, source: _, ...version } of facts.each('trial_versions')) {
    const own = versions.get(nctId) ?? [];
    const { primary_outcomes } = own.at(-1) ?? {};
    // Equal texts share one string, because most versions of a trial repeat the outcomes.
    own.push(
      version.primary_outcomes === primary_outcomes ? { ...version, primary_outcomes } : version,
    );
    versions.set(nctId, own);
  }
  return versions;
}

/**
 * Maps registry numbers to the announced results of the trial. The results come from facts of the
 * kind `trial_results` and from catalysts.
 */
export function announcedResults(refresh: Refresh) {
  const ofResults = refresh.facts.all('trial_results').map((one) => ({
    nctId: one.nctId,
    title: one.trial_title,
    outcome: one.outcome,
    day: dayOf(one.published_date),
  }));
  const ofCatalysts = refresh.facts.all('catalysts').map((one) => ({
    nctId: one.nctId,
    title: one.catalyst,
    outcome: one.outcome,
    day: one.formattedDate,
  }));
  const dated = [...ofResults, ...ofCatalysts].flatMap(({ nctId, day, ...one }) =>
    nctId && day ? [{ ...one, nctId, day }] : [],
  );
  return groupBy(dated, ({ nctId }) => nctId);
}

/**
 * The day on which a trial was terminated or withdrawn, according to its versions. If the versions
 * do not show this change, it is the date of the registration. Null for all other trials.
 */
export function endedEarly(trial: Sourced<'trials'>, { versions }: TrialHistory): string | null {
  if (!isEndedEarly(trial.status ?? '')) return null;
  const stop = statusChanges(versions).findLast(({ new_value }) => isEndedEarly(new_value));
  return stop?.changed_date ?? dayOf(trial.updatedAt) ?? null;
}

/**
 * Appends the registration as the newest version, unless a version has the same or a later date.
 */
function withNewest(versions: readonly TrialVersion[], trial: Sourced<'trials'>) {
  const version_date = dayOf(trial.updatedAt);
  if (!version_date || (versions.at(-1)?.version_date ?? '') >= version_date) return versions;
  const newest: TrialVersion = {
    version_date,
    status: trial.status,
    phase: trial.Phase,
    enrollment: trial.enrollment,
    primary_completion_date: trial.CompletionDate,
    primary_completion_date_type: trial.dates?.primary_completion?.type,
    primary_outcomes: trial.primaryOutcomes,
    why_stopped: trial.why_stopped,
    countries: trial.countries?.length,
  };
  return [...versions, newest];
}
