import { dayOf } from '../../domain/dates.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { AnnouncedResult } from '../../domain/trials/trial-outcomes.ts';
import {
  isEndedEarly,
  statusChanges,
  type TrialHistory,
  type TrialVersion,
  versionsKnownBy,
} from '../../domain/trials/trial-versions.ts';
import type { Sourced } from '../../store/facts-store.ts';
import { type Program, programsByTrial, trialDrug } from '../programs/programs.ts';
import type { Refresh } from '../refresh.ts';
import { trialTicker } from './sponsors.ts';

/** A trial with what is known of it, and of the drug that it tests. */
export interface TrialFile {
  readonly trial: Sourced<'trials'>;
  readonly ticker: string | null;
  readonly drug_name: string | null;
  readonly program: Program | undefined;
  /** Its versions up to today, the newest registration among them. */
  readonly history: TrialHistory;
}

/** Every registered trial known today. */
export function trialFiles(refresh: Refresh): readonly TrialFile[] {
  const versions = groupBy(refresh.facts.all('trial_versions'), ({ nctId }) => nctId);
  const owner = refresh.memo(programsByTrial);
  return refresh.facts.all('trials').map((trial) => {
    const program = owner.get(trial.nctId);
    return {
      trial,
      ticker: trialTicker(refresh, trial) ?? null,
      drug_name: program?.drug_name ?? trialDrug(refresh, trial),
      program,
      history: {
        versions: withNewest(
          versionsKnownBy(versions.get(trial.nctId) ?? [], refresh.today),
          trial,
        ),
        start_date: trial.start_date,
        results_posted_date: trial.results_posted_date,
        study_type: trial.study_type,
        has_results: trial.has_results,
      },
    };
  });
}

/** What was announced of each trial, by registry number: results, and catalysts that came to one. */
export function announcedResults(
  refresh: Refresh,
): ReadonlyMap<string, readonly AnnouncedResult[]> {
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
 * The day on which a trial was terminated or withdrawn: that of the version which first says so,
 * else of its registration. Null where it was not; a suspended trial may go on.
 */
export function endedEarly(trial: Sourced<'trials'>, { versions }: TrialHistory): string | null {
  if (!isEndedEarly(trial.status ?? '')) return null;
  const stop = statusChanges(versions).findLast(({ new_value }) => isEndedEarly(new_value));
  return stop?.changed_date ?? dayOf(trial.updatedAt) ?? null;
}

/** The registration itself is the newest version, unless its date is among the versions. */
function withNewest(
  versions: readonly TrialVersion[],
  trial: Sourced<'trials'>,
): readonly TrialVersion[] {
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
