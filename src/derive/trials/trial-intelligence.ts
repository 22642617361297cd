import { lastDayOf } from '../../domain/approval/known-evidence.ts';
import { areaOfTrial } from '../../domain/approval/therapeutic-area.ts';
import { dayOf, shiftDays } from '../../domain/dates.ts';
import { groupBy } from '../../domain/group-by.ts';
import { TRIAL_OUTCOME, TRIAL_RISK } from '../../domain/trials/methods.ts';
import {
  type AnnouncedResult,
  actualOutcome,
  trialOutcome,
} from '../../domain/trials/trial-outcomes.ts';
import { trialRisk as scoreRisk } from '../../domain/trials/trial-risk.ts';
import { trialSignals } from '../../domain/trials/trial-signals.ts';
import {
  type AdverseEvent,
  clinicalHolds,
  isEndedEarly,
  statusChanges,
  type TrialHistory,
  type TrialVersion,
  versionsKnownBy,
} from '../../domain/trials/trial-versions.ts';
import type { Sourced } from '../../store/facts-store.ts';
import { adverseEvents } from '../approval/regulatory.ts';
import { newestDay } from '../as-of.ts';
import type { Collections } from '../collection.ts';
import {
  areasByCondition,
  drugKey,
  type Program,
  programOn,
  programsByTrial,
  trialDrug,
} from '../programs/programs.ts';
import { areasOfDiseases, trialDrugType } from '../programs/trial-programs.ts';
import type { Refresh } from '../refresh.ts';
import { trialTicker } from './sponsors.ts';

export const trialIntelligenceCollections = {
  clinicalTrialOutcomes: { rows: clinicalTrialOutcomes, method: TRIAL_OUTCOME },
  trialRisk: { rows: trialRisk, method: TRIAL_RISK },
} satisfies Collections;

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

/**
 * Probability of each trial's phase success from what was known before its outcome, beside that
 * outcome (see `actualOutcome`): `success`, `failure` or `mixed` as it read out, `terminated` where
 * it was ended early without a readout, null while it is open or suspended.
 *
 * The signs of the registry (holds, slips, cuts) move no probability, since their effect on it is
 * published nowhere: flag `registry_signals_not_weighed` where the trial showed any on the day before.
 */
export function clinicalTrialOutcomes(refresh: Refresh) {
  const announced = refresh.memo(announcedResults);
  const areas = refresh.memo(areasByCondition);
  const areaOf = refresh.memo(areasOfDiseases);
  return refresh.memo(trialFiles).map(({ trial, ticker, drug_name, program, history }) => {
    const outcome = actualOutcome(
      announced.get(trial.nctId) ?? [],
      trial.CompletionDate,
      endedEarly(trial, history),
      refresh.today,
    );
    const dayBefore = outcome ? shiftDays(outcome.day, -1) : refresh.today;
    const knownProgram = programOn(program, dayBefore);
    const { success_probability, base_rate, drivers, predicted_outcome, method, flags } =
      trialOutcome(
        {
          phase: trial.Phase,
          therapeuticArea:
            program?.therapeuticArea ?? areas(trial.Condition) ?? areaOfTrial(trial, areaOf),
          condition: trial.Condition,
          drugType: program?.drugType ?? trialDrugType(refresh, trial),
          program: knownProgram ?? null,
        },
        dayBefore,
      );
    const known = history.versions.filter(({ version_date }) => version_date <= dayBefore);
    const completion_date = lastDayOf(trial.CompletionDate) ?? null;
    const unweighed = success_probability !== null && trialSignals(history, dayBefore).length > 0;
    return {
      nctId: trial.nctId,
      ticker,
      drug_name,
      phase: trial.Phase ?? null,
      condition: trial.Condition ?? null,
      completion_date,
      success_probability,
      base_rate,
      drivers,
      predicted_outcome,
      actual_outcome: outcome?.result ?? null,
      method,
      as_of: newestDay(outcome?.day, known.at(-1)?.version_date, knownProgram?.updated_date),
      flags: [
        ...flags,
        ...(unweighed ? ['registry_signals_not_weighed'] : []),
        ...(completion_date === null ? ['no_completion_date'] : []),
      ],
    };
  });
}

/** Rule scores of every trial; the weights of the four components stand beside them. */
export function trialRisk(refresh: Refresh) {
  const events = refresh.memo(adverseEventsByDrug);
  return refresh.memo(trialFiles).map(({ trial, ticker, drug_name, history }) => {
    const adverse_events = ticker && drug_name ? events.get(drugKey(ticker, drug_name)) : [];
    const risk = scoreRisk(
      history,
      { holds: clinicalHolds(history.versions), adverse_events: adverse_events ?? [] },
      refresh.today,
    );
    return {
      nctId: trial.nctId,
      ticker,
      drug_name,
      phase: trial.Phase ?? null,
      status: trial.status ?? null,
      ...risk,
    };
  });
}

/** An adverse event under its company's ticker. */
export type ReportedEvent = AdverseEvent & {
  readonly ticker: string;
  readonly drug_name: string;
  readonly source_url?: string | null;
};

/** Reported adverse events of a drug of a company, by `drugKey`. */
export function adverseEventsByDrug(
  refresh: Refresh,
): ReadonlyMap<string, readonly ReportedEvent[]> {
  const reported = refresh
    .memo(adverseEvents)
    .filter(({ ticker, drug_name }) => ticker && drug_name) as unknown as readonly ReportedEvent[];
  return groupBy(reported, (event) => drugKey(event.ticker, event.drug_name));
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
function endedEarly(trial: Sourced<'trials'>, { versions }: TrialHistory): string | null {
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
  };
  return [...versions, newest];
}
