import { type Effect, type ProgramTraits, traitEffects } from '../approval/approval-evidence.ts';
import { lastDayOf } from '../approval/known-evidence.ts';
import {
  effectiveSampleSize,
  oddsRatio,
  percent,
  wilsonInterval,
  withRatio,
} from '../approval/odds.ts';
import { areaOf, modalityOf, remainingTransitions } from '../approval/success-rates.ts';
import { areaOfDisease } from '../approval/therapeutic-area.ts';
import { type ClinicalStage, stageOf } from '../programs/development-stage.ts';
import { SUCCESS_FROM } from './constants.ts';
import type { Driver } from './learning/drivers.ts';
import { TRIAL_OUTCOME } from './methods.ts';

export interface TrialFeatures {
  /** Phase in any spelling, such as `Phase 2` or `PHASE2`. `Phase 2/Phase 3` counts as Phase 2. */
  readonly phase?: string | null | undefined;
  readonly therapeuticArea?: string | null | undefined;
  /**
   * The conditions that the trial studies. They determine the area if `therapeuticArea` is not a
   * known area.
   */
  readonly condition?: string | null | undefined;
  readonly drugType?: string | null | undefined;
  readonly program?: ProgramTraits | null;
}

export interface TrialOutcome {
  /**
   * Probability, 0–1, that the program advances to the next phase. After Phase 3, the next phase is
   * the filing of an application.
   */
  readonly success_probability: number | null;
  /**
   * Percentage of programs that advance, for this area and phase. It is shrunk toward the
   * percentage for all indications.
   */
  readonly base_rate: number | null;
  /**
   * The bounds of the interval of the probability, percent. The odds of the bounds of the base
   * rate's Wilson interval are multiplied by the likelihood ratios of the evidence.
   */
  readonly interval_low: number | null;
  readonly interval_high: number | null;
  readonly sample_size: number | null;
  /** The effects are in percentage points. Their sum is 100 · success_probability − base_rate. */
  readonly drivers: readonly Driver[];
  readonly predicted_outcome: 'success' | 'failure' | null;
  readonly method: string;
  readonly flags: readonly string[];
}

/**
 * Estimates the probability that a trial's program advances from its phase. The estimate uses only
 * features that were known before the outcome. It starts from `base_rate`. Modality, selection by
 * biomarker and rare disease adjust the odds (BIO/QLS/Informa 2021, Figures 2, 8b, 10b and 11).
 * Other registry features have no published effect and are not used.
 *
 * In a test with 734 ClinicalTrials.gov results, only the phase was used. A result was a success if
 * the primary endpoint had p < 0.05, which was true for 62.4%. The Brier score was 0.258, worse
 * than the 0.235 of a constant forecast of 62.4%. The AUC was 0.60. On average, the estimates were
 * 17 percentage points below the success rate. There are two reasons: a program does not always
 * advance after a significant endpoint, and trials with a posted p-value are not a random sample.
 * @param asOf day of the estimate, `YYYY-MM-DD`; later or undated traits are not used
 * @returns nulls with a flag if the phase is not 1, 2 or 3. The flag is `no_base_rate` if another
 *   stage is stated, such as Phase 4, and `unknown_phase` if no stage is stated.
 */
export function trialOutcome(trial: TrialFeatures, asOf: string): TrialOutcome {
  const phase = stageOf(trial.phase ?? '');
  if (phase !== 'phase1' && phase !== 'phase2' && phase !== 'phase3') {
    return withoutEstimate(phase ? 'no_base_rate' : 'unknown_phase');
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
    predicted_outcome: rate >= SUCCESS_FROM ? 'success' : 'failure',
    method: TRIAL_OUTCOME.id,
    flags: area ? [] : ['no_area'],
  };
}

export interface AnnouncedResult {
  /** Name of the catalyst, or headline of the announcement. */
  readonly title: string;
  /** Result of the announcement: `positive`, `negative` or `mixed`. Any other text is ignored. */
  readonly outcome?: string | null | undefined;
  /** Day of the announcement, `YYYY-MM-DD`. */
  readonly day: string;
}

export interface ActualOutcome {
  readonly result: 'success' | 'failure' | 'mixed' | 'terminated';
  /** The first day on which the trial's result is known. */
  readonly day: string;
}

/**
 * The outcome of a trial. Our choice: the first of these results that exists:
 * 1. the first readout (topline data or the primary endpoint);
 * 2. a termination or withdrawal, even if other data follow;
 * 3. the first other result on or after the completion date, such as data at a congress.
 * Other results before the completion date count as interim and are not used. If the trial has no
 * completion date, no other result is used. Our choice: if several results of one kind have the
 * same day, the worst is used.
 * @param completion_date `YYYY-MM-DD`, or a period such as a month; the last day of a period is
 *   used
 * @param ended_early day of a termination or withdrawal, or null
 * @returns null if no result is known by `asOf`
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

/**
 * Maps announced outcomes to results. `actualOutcome` relies on the names of the results: in
 * alphabetical order, they go from worst to best.
 */
const RESULTS: Readonly<Record<string, 'failure' | 'mixed' | 'success'>> = {
  negative: 'failure',
  mixed: 'mixed',
  positive: 'success',
};

/** The result of an announcement. Undefined if `RESULTS` does not list its outcome. */
export function resultOf({ outcome }: Pick<AnnouncedResult, 'outcome'>) {
  return RESULTS[(outcome ?? '').trim().toLowerCase()];
}

/**
 * Whether an announcement is a readout: topline data or the primary endpoint, but not interim or
 * preliminary data.
 */
export function isReadout(title: string): boolean {
  return /read-?out|top-?line|primary endpoint/i.test(title) && !/interim|preliminary/i.test(title);
}

function drive(base: number, effects: readonly Effect[], phase: ClinicalStage) {
  let rate = base;
  const drivers = effects.map(({ name, ratio, weight }) => {
    const before = percent(rate);
    rate = withRatio(rate, (typeof ratio === 'number' ? ratio : ratio[phase]) ** weight);
    return { feature: name, effect: Math.round((percent(rate) - before) * 10) / 10 };
  });
  return { rate, drivers };
}

function withoutEstimate(flag: string): TrialOutcome {
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
