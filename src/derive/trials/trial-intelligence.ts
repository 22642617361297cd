import { newestDay } from '../../domain/dates.ts';
import {
  TRIAL_LABELS,
  TRIAL_LEARNING,
  TRIAL_OUTCOME,
  TRIAL_RISK,
} from '../../domain/trials/methods.ts';
import { trialRisk as scoreRisk } from '../../domain/trials/trial-risk.ts';
import { trialTitleOf } from '../../domain/trials/trial-title.ts';
import { type AdverseEvent, clinicalHolds, isSerious } from '../../domain/trials/trial-versions.ts';
import type { Sourced } from '../../store/facts-store.ts';
import { newestReports } from '../approval/regulatory.ts';
import { type Collections, lazily } from '../collection.ts';
import type { Refresh } from '../computation.ts';
import { drugKey, programOn } from '../programs/programs.ts';
import { outcomeForecaster } from './outcome-forecasts.ts';
import { trialsWithFiles } from './trial-files.ts';
import { knownTrials } from './trial-records.ts';

export const trialIntelligenceCollections = {
  clinicalTrialOutcomes: {
    from: ['trials'],
    rows: lazily(clinicalTrialOutcomes),
    method: TRIAL_OUTCOME,
    behind: [TRIAL_LABELS, TRIAL_LEARNING],
  },
  trialRisk: { from: ['trials'], rows: lazily(trialRisk), method: TRIAL_RISK },
} satisfies Collections;

/**
 * The outcome of each trial, and its probability of phase success as of the day before the outcome.
 * The outcomes `success` and `failure` come from the trial's label (see `trialLabels`). The other
 * outcomes are `mixed` and `terminated`. While the trial is open, the outcome is null, and the
 * probability is as of today. The probability comes from the learned model if this model passed its
 * tests. If not, it is the published rate, with a flag that states the reason. The published rate
 * is not adjusted for registry signals (holds, delays, enrollment cuts), because no publication
 * states their effect.
 */
export function* clinicalTrialOutcomes(refresh: Refresh) {
  const forecastOf = refresh.memo(outcomeForecaster);
  for (const { file, record } of refresh.memo(knownTrials)) {
    const { trial, origin, ticker, drug_name, program, history } = file;
    const { outcome, dayBefore, forecast } = forecastOf(file, record);
    const known = history.versions.filter(({ version_date }) => version_date <= dayBefore);
    const completion_date = record.completion;
    const { flags, ...shown } = forecast;
    yield {
      nctId: trial.nctId,
      ticker,
      drug_name,
      phase: trial.Phase ?? null,
      condition: trial.Condition ?? null,
      completion_date,
      ...shown,
      actual_outcome: outcome?.result ?? null,
      outcome_basis: outcome?.basis ?? null,
      as_of: newestDay(
        outcome?.day,
        known.at(-1)?.version_date,
        programOn(program, dayBefore)?.updated_date,
      ),
      flags: [...flags, ...(completion_date === null ? ['no_completion_date'] : [])],
      ...origin,
    };
  }
}

/** Rule-based risk scores of each trial, with the weights of the four components. */
export function* trialRisk(refresh: Refresh) {
  const reported = refresh.memo(reportedDrugs);
  for (const { trial, file } of trialsWithFiles(refresh)) {
    const { origin, ticker, drug_name, history } = file;
    const drug = ticker && drug_name ? reported.get(drugKey(ticker, drug_name)) : undefined;
    const risk = scoreRisk(
      history,
      { holds: clinicalHolds(history.versions), adverse_events: drug?.serious ?? [] },
      refresh.today,
    );
    const newest = history.versions.at(-1);
    const { primary_completion } = trial.dates ?? {};
    yield {
      nctId: trial.nctId,
      title: trialTitleOf(trial.BriefTitle, trial.acronym),
      ticker,
      sponsor: trial.LeadSponsorName ?? null,
      collaborators: trial.collaborators?.flatMap(({ name }) => name ?? []) ?? null,
      drug_name,
      drugs: searchedNames(trial, drug_name),
      phase: trial.Phase ?? null,
      status: trial.status ?? null,
      why_stopped: newest?.why_stopped ?? trial.why_stopped ?? null,
      enrollment: newest?.enrollment ?? trial.enrollment ?? null,
      enrollment_type: trial.enrollment_type ?? null,
      start_date: trial.start_date ?? null,
      primary_completion_date: primary_completion?.date ?? null,
      primary_completion_type: primary_completion?.type ?? null,
      completion_date: trial.dates?.completion?.date ?? null,
      results_posted_date: history.results_posted_date ?? null,
      primary_endpoint: trial.primary_endpoint ?? trial.primaryOutcomes ?? null,
      ...risk,
      ...origin,
    };
  }
}

/**
 * The names that the parameter `drug` searches: the drug, all interventions and their other names.
 */
function searchedNames(
  { InterventionName, interventions }: Sourced<'trials'>,
  drug_name: string | null,
): string | null {
  const others = interventions?.flatMap(({ other_names }) => other_names ?? []) ?? [];
  const names = [drug_name, InterventionName, ...others].filter(Boolean);
  return [...new Set(names)].join('; ') || null;
}

/** Adverse events reported for a company's drug. */
export interface ReportedDrug {
  readonly ticker: string;
  readonly drug_name: string;
  readonly serious: readonly SeriousEvent[];
}

type SeriousEvent = AdverseEvent &
  Pick<Sourced<'adverse_events'>, 'source' | 'source_url' | 'updated_date'>;

/** Drugs with adverse event reports, by `drugKey`. */
export function reportedDrugs(refresh: Refresh): ReadonlyMap<string, ReportedDrug> {
  const drugs = new Map<string, ReportedDrug & { serious: SeriousEvent[] }>();
  for (const event of newestReports(refresh)) {
    const { drug_name, event_date, updated_date, severity, outcome, source, source_url } = event;
    const ticker = refresh.universe.ticker(event.ticker, event.manufacturer);
    if (!ticker || !drug_name) continue;
    const key = drugKey(ticker, drug_name);
    const drug = drugs.get(key) ?? { ticker, drug_name, serious: [] };
    drugs.set(key, drug);
    if (isSerious(event)) {
      drug.serious.push({ event_date, updated_date, severity, outcome, source, source_url });
    }
  }
  return drugs;
}
