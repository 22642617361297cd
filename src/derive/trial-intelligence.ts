import { shiftDays } from '../domain/calendar.ts';
import { dayOf } from '../domain/dates.ts';
import { groupBy } from '../domain/group-by.ts';
import { trialOutcome } from '../domain/trial-outcomes.ts';
import { trialRisk as scoreRisk } from '../domain/trial-risk.ts';
import {
  type AdverseEvent,
  clinicalHolds,
  isStopped,
  type TrialHistory,
  type TrialVersion,
  versionsKnownBy,
} from '../domain/trial-versions.ts';
import type { Sourced } from '../store/facts-store.ts';
import type { Row } from '../store/served-store.ts';
import { newestDay } from './as-of.ts';
import {
  drugKey,
  knownCatalysts,
  knownTrials,
  type Program,
  programsByTrial,
  trialDrug,
  trialTicker,
} from './programs.ts';
import type { Refresh } from './refresh-context.ts';
import { adverseEvents } from './regulatory.ts';

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
  const owner = refresh.once(programsByTrial);
  return refresh.once(knownTrials).map((trial) => {
    const program = owner.get(trial.nctId);
    return {
      trial,
      ticker: trialTicker(refresh, trial) ?? null,
      drug_name: program?.drug_name ?? trialDrug(trial),
      program,
      history: {
        versions: withNewest(
          versionsKnownBy(versions.get(trial.nctId) ?? [], refresh.today),
          trial,
        ),
        start_date: trial.start_date,
        results_posted_date: trial.results_posted_date,
      },
    };
  });
}

/**
 * Probability of each trial's phase success from what was known before its outcome, beside that
 * outcome: `success`, `failure` or `mixed` as announced, `terminated` where the trial was stopped
 * and no result was announced.
 */
export function clinicalTrialOutcomes(refresh: Refresh): Row[] {
  const announced = announcedOutcomes(refresh);
  return refresh.once(trialFiles).map(({ trial, ticker, drug_name, program, history }) => {
    const outcome = announced.get(trial.nctId) ?? stop(trial);
    const eve = outcome ? shiftDays(outcome.day, -1) : refresh.today;
    const { success_probability, base_rate, drivers, predicted_outcome, method, flags } =
      trialOutcome(
        {
          phase: trial.Phase,
          therapeuticArea: program?.therapeuticArea,
          condition: trial.Condition,
          drugType: program?.drugType,
          program: program ?? null,
        },
        eve,
      );
    const known = history.versions.filter(({ version_date }) => version_date <= eve);
    const traits = (program?.updated_date ?? '') <= eve ? program?.updated_date : null;
    return {
      nctId: trial.nctId,
      ticker,
      drug_name,
      phase: trial.Phase ?? null,
      condition: trial.Condition ?? null,
      completion_date: trial.CompletionDate ?? null,
      success_probability,
      base_rate,
      drivers,
      predicted_outcome,
      actual_outcome: outcome?.result ?? null,
      method,
      as_of: newestDay(outcome?.day, known.at(-1)?.version_date, traits),
      flags,
    };
  });
}

/** Rule scores of every trial; the weights of the four components stand beside them. */
export function trialRisk(refresh: Refresh): Row[] {
  const events = refresh.once(adverseEventsByDrug);
  return refresh.once(trialFiles).map(({ trial, ticker, drug_name, history }) => {
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
    .once(adverseEvents)
    .filter(({ ticker, drug_name }) => ticker && drug_name) as unknown as readonly ReportedEvent[];
  return groupBy(reported, (event) => drugKey(event.ticker, event.drug_name));
}

interface Outcome {
  readonly result: string;
  readonly day: string;
}

const RESULTS: Readonly<Record<string, string>> = {
  positive: 'success',
  negative: 'failure',
  mixed: 'mixed',
};

/** The first outcome that was announced of each trial, by registry number. */
function announcedOutcomes(refresh: Refresh): ReadonlyMap<string, Outcome> {
  const first = new Map<string, Outcome>();
  const add = (
    nctId: string | null | undefined,
    outcome: string | null | undefined,
    day: string | null | undefined,
  ) => {
    const result = RESULTS[(outcome ?? '').trim().toLowerCase()];
    if (!nctId || !result || !day || day > refresh.today) return;
    const known = first.get(nctId);
    if (!known || day < known.day) first.set(nctId, { result, day });
  };
  for (const one of refresh.facts.all('trial_results')) {
    add(one.nctId, one.outcome, dayOf(one.published_date));
  }
  for (const one of refresh.once(knownCatalysts)) add(one.nctId, one.outcome, one.formattedDate);
  return first;
}

function stop(trial: Sourced<'trials'>): Outcome | null {
  const day = dayOf(trial.updatedAt);
  return isStopped(trial.status ?? '') && day ? { result: 'terminated', day } : null;
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
    primary_outcomes: trial.primaryOutcomes,
    why_stopped: trial.why_stopped,
  };
  return [...versions, newest];
}
