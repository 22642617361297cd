import { type Effect, type ProgramTraits, traitEffects } from '../approval/approval-evidence.ts';
import { lastDayOf } from '../approval/known-evidence.ts';
import {
  effectiveSampleSize,
  oddsRatio,
  percent,
  wilsonInterval,
  withRatio,
} from '../approval/odds.ts';
import {
  areaOf,
  modalityOf,
  type RatedStage,
  remainingTransitions,
} from '../approval/success-rates.ts';
import { areaOfDisease } from '../approval/therapeutic-area.ts';
import { stageOf } from '../programs/development-stage.ts';
import { TRIAL_OUTCOME } from './methods.ts';

export interface TrialFeatures {
  /** `Phase 2`, `PHASE2`, `Phase 2/Phase 3` (the earlier phase counts). */
  readonly phase?: string | null | undefined;
  readonly therapeuticArea?: string | null | undefined;
  /** Names the area where no therapeutic area is given. */
  readonly condition?: string | null | undefined;
  readonly drugType?: string | null | undefined;
  readonly program?: ProgramTraits | null;
}

interface Driver {
  readonly feature: string;
  /** Percentage points; base_rate + Σ effect = 100 · success_probability. */
  readonly effect: number;
}

export interface TrialOutcome {
  /** 0–1: that the program advances to the next phase (after Phase 3: files). */
  readonly success_probability: number | null;
  /** Percent: the shrunk rate of the phase in the area. */
  readonly base_rate: number | null;
  /** Percents: the base rate's Wilson interval, moved by the same ratio of odds. */
  readonly interval_low: number | null;
  readonly interval_high: number | null;
  readonly sample_size: number | null;
  readonly drivers: readonly Driver[];
  readonly predicted_outcome: 'success' | 'failure' | null;
  readonly method: string;
  readonly flags: readonly string[];
}

/**
 * Probability that a trial's program passes its phase, from features known before the outcome.
 *
 * Base: phase transition rate of the area, shrunk to all indications; adjusted by modality,
 * selection biomarker and rare disease in odds (BIO/QLS/Informa 2021, Figures 2, 8b, 10b and 11).
 * Nothing published measures the effect of registry features such as enrolment, masking or the
 * number of endpoints on this rate, so they do not move it. Our choice: 0.5 and above predicts
 * success.
 *
 * Judged on 734 labels of ClinicalTrials.gov results (primary endpoint p < 0.05; 22 of phase 1,
 * 310 of phase 2, 402 of phase 3; 62.4 % positive) that hold the phase alone, so that this is the
 * base rate by phase and the adjustments stay unjudged: Brier 0.258, worse than the 0.235 of
 * always forecasting the labels' own share, AUC 0.60. It ranks a little better than chance and
 * lies 17 points below this label on average: a significant endpoint is not yet a program that
 * goes on, and trials that post a p-value are no random draw.
 *
 * @param asOf day of the estimate, `YYYY-MM-DD`; traits known later, or undated, do not count
 * @returns nulls with flag `unknown_phase` or `no_base_rate` (Phase 4, preclinical)
 */
export function trialOutcome(trial: TrialFeatures, asOf: string): TrialOutcome {
  const phase = stageOf(trial.phase ?? '');
  if (phase !== 'phase1' && phase !== 'phase2' && phase !== 'phase3') {
    return unforeseen(phase ? 'no_base_rate' : 'unknown_phase');
  }
  const area = areaOf(trial.therapeuticArea) ?? areaOfDisease(trial.condition);
  const base = remainingTransitions(area, phase)[0]!;
  const known = (lastDayOf(trial.program?.updated_date) ?? '9999') <= asOf;
  const modality = modalityOf(trial.drugType);
  const traits = known ? (trial.program ?? null) : null;
  const effects = traitEffects({ stage: phase, area, modality }, traits);
  const { rate, drivers } = drive(base.rate, effects, phase);
  const interval = wilsonInterval(base.rate, effectiveSampleSize([base]));
  const moved = (bound: number) => withRatio(bound, oddsRatio(rate, base.rate));
  return {
    success_probability: Math.round(rate * 1000) / 1000,
    base_rate: percent(base.rate),
    interval_low: percent(moved(interval.low)),
    interval_high: percent(moved(interval.high)),
    sample_size: base.sample_size,
    drivers,
    predicted_outcome: rate >= 0.5 ? 'success' : 'failure',
    method: TRIAL_OUTCOME.id,
    flags: area ? [] : ['no_area'],
  };
}

/** A result that was announced of a trial. */
export interface AnnouncedResult {
  /** What the catalyst is called, or the headline of the announcement. */
  readonly title: string;
  /** `positive`, `negative`, `mixed`; others are no result. */
  readonly outcome?: string | null | undefined;
  /** `YYYY-MM-DD`. */
  readonly day: string;
}

/** What came of a trial, and the day from which that is known. */
export interface ActualOutcome {
  readonly result: 'success' | 'failure' | 'mixed' | 'terminated';
  readonly day: string;
}

/**
 * What came of a trial: the result of its readout. Our choice of what counts, in this order:
 * 1. the first readout (topline data, or word on the primary endpoint);
 * 2. a termination or withdrawal, on its day: data that are shown later do not undo it;
 * 3. the first other result (data at a congress) on or after the last day of the trial's completion:
 *    before it, or where the completion is not known, data are an interim look.
 *
 * Our choice: of several results of one kind on one day the worst counts.
 *
 * @param completion_date `YYYY-MM-DD` or a period, which counts as its last day
 * @param ended_early day of a termination or withdrawal; null where the trial was not ended so
 * @returns null while the trial is open, or where nothing is known of its result by `asOf`
 */
export function actualOutcome(
  announced: readonly AnnouncedResult[],
  completion_date: string | null | undefined,
  ended_early: string | null,
  asOf: string,
): ActualOutcome | null {
  const known = announced
    .flatMap((one) => {
      const result = resultOf(one);
      const { title, day } = one;
      return result && day <= asOf ? [{ result, day, readout: isReadout(title) }] : [];
    })
    .toSorted((a, b) => a.day.localeCompare(b.day) || a.result.localeCompare(b.result));
  const completed = lastDayOf(completion_date) ?? '9999';
  const first = known.find(({ readout }) => readout);
  const later = known.find(({ readout, day }) => !readout && day >= completed);
  if (first) return { result: first.result, day: first.day };
  if (ended_early !== null && ended_early <= asOf)
    return { result: 'terminated', day: ended_early };
  return later ? { result: later.result, day: later.day } : null;
}

/** Sorted by name they stand worst first. */
const RESULTS: Readonly<Record<string, 'failure' | 'mixed' | 'success'>> = {
  negative: 'failure',
  mixed: 'mixed',
  positive: 'success',
};

/** What an announcement says that a trial showed; undefined for words that are no result. */
export function resultOf({ outcome }: Pick<AnnouncedResult, 'outcome'>) {
  return RESULTS[(outcome ?? '').trim().toLowerCase()];
}

/** Whether an announcement is of the readout itself: topline data, or word on the primary endpoint. */
export function isReadout(title: string): boolean {
  return /read-?out|top-?line|primary endpoint/i.test(title) && !/interim|preliminary/i.test(title);
}

function drive(base: number, effects: readonly Effect[], phase: RatedStage) {
  let rate = base;
  const drivers = effects.map(({ name, ratio, weight }) => {
    const before = percent(rate);
    rate = withRatio(rate, (typeof ratio === 'number' ? ratio : ratio[phase]) ** weight);
    return { feature: name, effect: Math.round((percent(rate) - before) * 10) / 10 };
  });
  return { rate, drivers };
}

function unforeseen(flag: string): TrialOutcome {
  return {
    success_probability: null,
    base_rate: null,
    interval_low: null,
    interval_high: null,
    sample_size: null,
    drivers: [],
    predicted_outcome: null,
    method: TRIAL_OUTCOME.id,
    flags: [flag],
  };
}
