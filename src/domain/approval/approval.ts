import published from '../data/approval-evidence.json' with { type: 'json' };
import {
  CLINICAL_STAGES,
  type ClinicalStage,
  type Stage,
  stageOf,
} from '../programs/development-stage.ts';
import {
  type ApprovalEvidence,
  type Crl,
  type Effect,
  effectsOf,
  type Program,
} from './approval-evidence.ts';
import { PROBABILITY_BOUNDS } from './constants.ts';
import { answeredCrl, knownEvidence } from './known-evidence.ts';
import { APPROVAL } from './methods.ts';
import { effectiveSampleSize, oddsRatio, percent, wilsonInterval, withRatio } from './odds.ts';
import {
  areaOf,
  likelihoodOfApproval,
  modalityOf,
  remainingTransitions,
  STAGE_TITLES,
  type Transition,
} from './success-rates.ts';

export interface ApprovalCatalyst {
  /** Kind of event, such as `PDUFA Date`, `NDA Filing`, `AdComm Meeting` or `Phase 3 Readout`. */
  readonly catalyst?: string | null | undefined;
  readonly stage?: string | null | undefined;
  readonly therapeuticArea?: string | null | undefined;
  readonly drugType?: string | null | undefined;
  /** Day of the event, `YYYY-MM-DD`. */
  readonly formattedDate: string;
}

interface Factor {
  readonly name: string;
  readonly direction: 'raises' | 'lowers' | 'none';
  /**
   * Likelihood ratio: odds with the evidence ÷ odds without it. The odds of approval are the base
   * odds multiplied by all ratios.
   */
  readonly likelihood_ratio: number;
  readonly note: string;
}

type Confidence = 'low' | 'medium' | 'high';

/**
 * Computes the probability of approval (PoA) of a program at the catalyst's stage: a base rate
 * whose odds are adjusted by evidence. The base rate is the product of the published rates of the
 * remaining stages (BIO/QLS/Informa 2021). The rates are those of the catalyst's area, shrunk
 * toward the rates of all indications. After a complete response letter, the base rate is the rate
 * of second-cycle applications (Sacks 2014). `effectsOf` explains which evidence is used.
 * Likelihood ratios are treated as exact, so the interval covers only the sampling error of the
 * base rate.
 * @param evidence the facts about this drug in this indication
 * @param asOf the day of the estimate, `YYYY-MM-DD`. Only evidence dated on or before this day and
 *   before the event is used. A month or year is read as its last day. Undated evidence is not
 *   used.
 * @param adjustment `off` to compute the base rate without evidence
 * @returns null values with the flag `unknown_stage` or `no_base_rate` if no published rate applies
 */
export function scoreApproval(
  catalyst: ApprovalCatalyst,
  evidence: ApprovalEvidence,
  asOf: string,
  adjustment: Adjustment = 'unproven',
) {
  const stage = catalystStage(catalyst);
  if (!isRated(stage)) return unscored(stage ? 'no_base_rate' : 'unknown_stage');
  const area = areaOf(catalyst.therapeuticArea);
  const program = { stage, area, modality: modalityOf(catalyst.drugType) };
  const { known, undated } = knownEvidence(evidence, asOf, catalyst.formattedDate);
  const crl = stage === 'filing' ? answeredCrl(known, catalyst.formattedDate) : null;
  const base = crl ? [secondCycleRate] : remainingTransitions(area, stage);
  const effects = adjustment === 'off' ? [] : effectsOf(program, known, crl);
  const estimate = applyEffects(
    base.map(({ rate }) => rate),
    effects,
  );
  const flags = [
    ...(area ? [] : ['no_area']),
    ...(hasOnlyStage(program, effects) && !crl ? ['only_stage_known'] : []),
    ...(undated ? ['undated_evidence'] : []),
    ...(crl?.indication === null ? ['letter_of_unknown_indication'] : []),
    ...(adjustment === 'off' ? ['adjustment_off'] : []),
  ];
  return { ...summarize(program, crl, base, effects, estimate, adjustment), flags };
}

export type ApprovalScore = ReturnType<typeof scoreApproval>;

/**
 * The stage whose success depends on the catalyst. Our choice: the kind of event takes precedence
 * over the stage of the program. A planned filing is scored at the filing stage, because Phase 3
 * has succeeded.
 */
export function catalystStage({
  catalyst,
  stage,
}: Pick<ApprovalCatalyst, 'catalyst' | 'stage'>): Stage | null {
  if (/ad-?comm\b|advisory comm|\b(approval|fda) decision|resubmi/i.test(catalyst ?? '')) {
    return 'filing';
  }
  return stageOf(catalyst ?? '') ?? stageOf(stage ?? '');
}

/**
 * Whether forecasts adjusted by evidence are better than base rates, according to the recorded
 * forecasts. `proven`: they scored better. `off`: they scored worse. `unproven`: the difference is
 * not significant.
 */
export type Adjustment = 'unproven' | 'proven' | 'off';

const ADJUSTMENTS: Readonly<Record<Adjustment, string>> = {
  unproven: 'with an unproven adjustment (track_record, /record)',
  proven: 'with an adjustment that scored better than the base rate (track_record, /record)',
  off: 'from the base rate alone, because the adjustment scored worse (track_record, /record)',
};

type BaseRate = Pick<Transition, 'rate' | 'weight' | 'sample_size'>;

interface Estimate {
  readonly rates: readonly number[];
  readonly factors: readonly Factor[];
}

const { approved, not_approved_first_cycle: refused } = published.second_cycle;

/** Approval rate of second-cycle applications, which are resubmissions after a first refusal. */
const secondCycleRate: BaseRate = {
  rate: approved / refused,
  weight: refused,
  sample_size: refused,
};

function summarize(
  program: Program,
  crl: Crl | null,
  base: readonly BaseRate[],
  effects: readonly Effect[],
  { rates, factors }: Estimate,
  adjustment: Adjustment,
) {
  const base_rate = likelihoodOfApproval(base.map(({ rate }) => rate));
  const estimate = likelihoodOfApproval(rates);
  const size = effectiveSampleSize(base);
  const wilson = wilsonInterval(base_rate, size);
  const moved = (bound: number) =>
    percent(bounded(withRatio(bound, oddsRatio(estimate, base_rate))));
  const interval = { low: moved(wilson.low), high: moved(wilson.high) };
  const poa = percent(bounded(estimate));
  const sample_size = Math.min(...base.map((rate) => rate.sample_size));
  const source = crl
    ? `second-cycle applications, n = ${sample_size}`
    : `${program.area ?? 'all indications'}, n = ${sample_size}`;
  const remaining = CLINICAL_STAGES.slice(CLINICAL_STAGES.indexOf(program.stage));
  const isAlone = factors.length === 0 && adjustment !== 'off';
  return {
    /** Probability of approval in percent, between 0 and 100 exclusive. */
    poa,
    base_rate: percent(base_rate),
    /** The smallest sample size, in programs, of the published rates in the base rate. */
    sample_size,
    /**
     * Lower bound of the PoA, percent. It is the lower bound of the base rate's Wilson interval,
     * with its odds multiplied by the likelihood ratios of the evidence.
     */
    interval_low: interval.low,
    /** Upper bound, computed in the same way. */
    interval_high: interval.high,
    factors,
    confidence: confidenceOf(program, effects, size, interval.high - interval.low),
    poa_summary:
      `Base rate ${percent(base_rate)} % from ${STAGE_TITLES[program.stage]} (95 % interval ` +
      `${percent(wilson.low)}–${percent(wilson.high)} %; ${source}). ` +
      `PoA ${poa} % ${isAlone ? 'from the base rate alone' : ADJUSTMENTS[adjustment]}. ${factorSentence(factors)}`,
    method: APPROVAL.id,
    /**
     * Probability of success in each remaining stage, 0–1, adjusted by the evidence. The PoA is the
     * product of these probabilities.
     */
    transitions: remaining.map((stage, index) => ({ stage, probability: rates[index]! })),
  };
}

/**
 * Applies the effects one after another. The likelihood ratio of a factor is (odds of approval
 * after the effect) ÷ (odds before the effect).
 */
function applyEffects(base: readonly number[], effects: readonly Effect[]): Estimate {
  let rates = base;
  const factors = effects.map((effect) => {
    const before = likelihoodOfApproval(rates);
    rates = applyEffect(rates, effect);
    const ratio = Math.round(oddsRatio(likelihoodOfApproval(rates), before) * 1000) / 1000;
    const direction: Factor['direction'] = ratio > 1 ? 'raises' : ratio < 1 ? 'lowers' : 'none';
    const exponent = `; exponent ${effect.weight.toFixed(2)} for overlap`;
    const note = effect.note + (ratio !== 1 && effect.weight < 1 ? exponent : '');
    return { name: effect.name, direction, likelihood_ratio: ratio, note };
  });
  return { rates, factors };
}

/**
 * Multiplies the odds of each stage by its ratio. A single ratio for the approval is spread over
 * the remaining stages in proportion to the logarithms of their rates.
 */
function applyEffect(rates: readonly number[], { ratio, weight }: Effect): readonly number[] {
  if (typeof ratio !== 'number') {
    const stages = CLINICAL_STAGES.slice(CLINICAL_STAGES.length - rates.length);
    return rates.map((rate, index) => withRatio(rate, ratio[stages[index]!] ** weight));
  }
  const before = likelihoodOfApproval(rates);
  const exponent = Math.log(withRatio(before, ratio ** weight)) / Math.log(before);
  return rates.map((rate) => rate ** exponent);
}

/**
 * Our choice of the confidence level. High: the interval spans at most 10 percentage points, and
 * the effective sample size is at least 200 programs. Medium: at most 25 points and at least 50
 * programs. Low: all other cases. The level is at most medium if the area is unknown or if a ratio
 * is based on a single example. The level is low if no area, modality or effect is known, because
 * all programs at one stage then have the same estimate.
 */
function confidenceOf(
  program: Program,
  effects: readonly Effect[],
  size: number,
  width: number,
): Confidence {
  if (width > 25 || size < 50 || hasOnlyStage(program, effects)) return 'low';
  const doubtful = program.area === null || effects.some(({ uncertain }) => uncertain);
  return width <= 10 && size >= 200 && !doubtful ? 'high' : 'medium';
}

function hasOnlyStage(program: Program, effects: readonly Effect[]): boolean {
  return program.area === null && program.modality === null && effects.length === 0;
}

function factorSentence(factors: readonly Factor[]): string {
  const list = (direction: Factor['direction']) =>
    factors
      .filter((factor) => factor.direction === direction)
      .map(({ name, likelihood_ratio }) => `${name} (odds ×${likelihood_ratio})`)
      .join(', ');
  const [raising, lowering] = [list('raises'), list('lowers')];
  if (raising && lowering) return `Raised by ${raising}; lowered by ${lowering}.`;
  if (raising) return `Raised by ${raising}.`;
  if (lowering) return `Lowered by ${lowering}.`;
  return 'No evidence with a date and a published effect is known.';
}

function isRated(stage: Stage | null): stage is ClinicalStage {
  return (CLINICAL_STAGES as readonly (Stage | null)[]).includes(stage);
}

function bounded(probability: number): number {
  return Math.min(PROBABILITY_BOUNDS.high, Math.max(PROBABILITY_BOUNDS.low, probability));
}

function unscored(flag: string) {
  return {
    poa: null,
    base_rate: null,
    sample_size: null,
    interval_low: null,
    interval_high: null,
    factors: [],
    confidence: null,
    poa_summary: null,
    method: APPROVAL.id,
    transitions: [],
    flags: [flag],
  };
}
