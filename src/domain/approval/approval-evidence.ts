import published from '../data/approval-evidence.json' with { type: 'json' };
import type { ClinicalStage } from '../programs/development-stage.ts';
import { correlationWeight, oddsRatio } from './odds.ts';
import {
  type Area,
  type Modality,
  modalityTransitions,
  remainingTransitions,
  traitRates,
} from './success-rates.ts';

/**
 * Converts evidence about a program to likelihood ratios. The ratios are computed from published
 * data.
 */

interface AdcommVote {
  readonly meeting_date?: string | null | undefined;
  readonly votes_yes?: number | null | undefined;
  readonly votes_no?: number | null | undefined;
}

export interface Crl {
  readonly letter_date?: string | null | undefined;
  /** The day on which the complete response letter (CRL) became public. Default: `letter_date`. */
  readonly known_date?: string | null | undefined;
  /** The day on which the reasons became public. If absent, they became public with the letter. */
  readonly reasons_date?: string | null | undefined;
  /** Reasons for the refusal, such as `efficacy`, `safety`, `manufacturing` or `labeling`. */
  readonly reasons?: readonly string[] | null | undefined;
  /** The indication in the application. Null if no record states it. */
  readonly indication?: string | null | undefined;
}

interface Designation {
  readonly designation_type: string;
  readonly designation_date?: string | null | undefined;
}

export interface ProgramTraits {
  /** The day on which the traits became public. */
  readonly updated_date?: string | null | undefined;
  readonly biomarker_selected?: boolean | null | undefined;
  readonly rare_disease?: boolean | null | undefined;
}

/** The trial-outcome model's forecast for the trial on which a program's current stage depends. */
export interface LearnedEvidence {
  readonly nctId: string;
  /** The stage whose success depends on the trial. */
  readonly stage: 'phase2' | 'phase3';
  /** The day of the forecast, `YYYY-MM-DD`. */
  readonly day: string;
  /**
   * Odds of success in the forecast ÷ odds of success at the published rate. The published rate is
   * adjusted for the traits of the program.
   */
  readonly ratio: number;
  /** Number of trials to which the model was fitted. */
  readonly trials: number;
}

export interface ApprovalEvidence {
  readonly votes?: readonly AdcommVote[];
  readonly crls?: readonly Crl[];
  readonly designations?: readonly Designation[];
  readonly program?: ProgramTraits | null;
  readonly learned?: LearnedEvidence | null;
}

export interface Program {
  readonly stage: ClinicalStage;
  readonly area: Area | null;
  readonly modality: Modality | null;
}

type StageRatios = Readonly<Record<ClinicalStage, number>>;

/**
 * The effect of one piece of evidence. An effect with a ratio of 1 is shown but changes nothing.
 */
export interface Effect {
  readonly name: string;
  /**
   * Likelihood ratios of success, one for each stage. A single number is the ratio for the approval
   * as a whole.
   */
  readonly ratio: StageRatios | number;
  /** Exponent of the ratio. It is below 1 if the effect overlaps with other effects. */
  readonly weight: number;
  readonly note: string;
  /** Whether the ratio is based on a single published example. */
  readonly uncertain?: true;
}

/**
 * Lists the effects of the evidence in a fixed order. Votes of advisory committees apply only at
 * the filing stage, and breakthrough designation applies only before filing. Our choice: after a
 * complete response letter (CRL), only the reasons in the letter and later votes apply, because the
 * second-cycle rate already includes the other evidence.
 * @param known the evidence that was known on the day of the estimate
 * @param crl the CRL that the current application answers, or null
 */
export function effectsOf(
  program: Program,
  known: ApprovalEvidence,
  crl: Crl | null,
): readonly Effect[] {
  const traits = traitEffects(program, known.program ?? null);
  return [
    ...(crl ? traits.map((effect) => notCounted(effect, IN_LETTER)) : traits),
    ...(crl ? [crlEffect(crl)] : []),
    ...voteEffects(program.stage, known.votes ?? [], crl),
    ...designationEffects(program.stage, known.designations ?? [], crl !== null),
    ...learnedEffects(program.stage, known.learned ?? null),
  ];
}

/**
 * Effects of modality, biomarker selection and rare disease (BIO/QLS/Informa 2021, Figures 8b, 10b
 * and 11). The effects overlap, so if m of them apply, each ratio is raised to the power
 * `correlationWeight(m)`. The published rates of a modality are shrunk toward the rates of all
 * indications and then compared with them.
 */
export function traitEffects(program: Program, traits: ProgramTraits | null): readonly Effect[] {
  const effects = [
    program.modality && modalityEffect(program.modality),
    traits?.biomarker_selected && biomarkerEffect(),
    traits?.rare_disease && rareDiseaseEffect(program.area),
  ].filter((effect) => effect !== null && effect !== undefined && effect !== false);
  const weight = correlationWeight(effects.filter(({ ratio }) => ratio !== 1).length);
  return effects.map((effect) => ({ ...effect, weight }));
}

function modalityEffect(modality: Modality): Effect {
  const parent = remainingTransitions(null, 'phase1');
  const ratios = modalityTransitions(modality).map(({ rate }, index) =>
    oddsRatio(rate, parent[index]!.rate),
  );
  return {
    name: `Modality: ${modality}`,
    ratio: byStage(ratios),
    weight: 1,
    note: 'Odds for the modality (shrunk) against odds for all indications; BIO/QLS/Informa 2021, Figure 10b',
  };
}

function biomarkerEffect(): Effect {
  return {
    name: 'Patients selected by biomarker',
    ratio: traitRatios('biomarker'),
    weight: 1,
    note: 'Odds with a selection biomarker against odds without; BIO/QLS/Informa 2021, Figure 11',
  };
}

function rareDiseaseEffect(area: Area | null): Effect {
  const name = 'Rare disease';
  if (area !== null && area !== 'Oncology') {
    const note =
      'Odds in non-oncology rare diseases against odds in all diseases; BIO/QLS/Informa 2021, Figure 8b';
    return { name, ratio: traitRatios('rare_disease'), weight: 1, note };
  }
  const note = area
    ? 'Not counted in oncology: the published effect (BIO/QLS/Informa 2021, Figure 8b) excludes it'
    : 'Not counted: the published effect excludes oncology, and the area is unknown';
  return { name, ratio: 1, weight: 1, note };
}

function crlEffect(crl: Crl): Effect {
  const { efficacy_deficiency_approved_later_pct: later, efficacy_deficiency_never_approved_pct } =
    published.second_cycle;
  const never = efficacy_deficiency_never_approved_pct;
  const reasons = crl.reasons ?? [];
  const name = `Complete response letter ${crl.letter_date}`;
  const source = published.second_cycle.source;
  if (reasons.length === 0) {
    const note =
      'The base rate is that of second-cycle applications; the letter’s reasons are not known';
    return { name, ratio: 1, weight: 1, note: `${note}; ${source}` };
  }
  const efficacy = reasons.some((reason) => /effica/i.test(reason));
  const ratio = efficacy ? later / never : (100 - later) / (100 - never);
  const shares = efficacy ? [later, never] : [100 - later, 100 - never];
  const [approved, refused] = shares.map((share) => share.toFixed(1));
  const note =
    `${efficacy ? 'Efficacy deficiency' : 'No efficacy deficiency'}, as in ${approved} % of ` +
    `applications approved later and in ${refused} % of applications never approved`;
  return { name, ratio, weight: 1, note: `${note}; ${source}` };
}

function voteEffects(
  stage: ClinicalStage,
  votes: readonly AdcommVote[],
  crl: Crl | null,
): readonly Effect[] {
  const effects = votes.flatMap((vote) => {
    const effect = voteEffect(vote);
    if (!effect) return [];
    if (stage !== 'filing') return [notCounted(effect, 'counts only after filing')];
    const isEarlier = crl !== null && (vote.meeting_date ?? '') <= (crl.letter_date ?? '');
    return [isEarlier ? notCounted(effect, IN_LETTER) : effect];
  });
  const weight = correlationWeight(effects.filter(({ ratio }) => ratio !== 1).length);
  return effects.map((effect) => ({ ...effect, weight }));
}

/**
 * The likelihood ratio of a positive or negative vote: the fraction of approved drugs that had this
 * vote ÷ the fraction of refused drugs that had it. Null if the votes are not known.
 */
function voteEffect({ meeting_date, votes_yes, votes_no }: AdcommVote): Effect | null {
  if (typeof votes_yes !== 'number' || typeof votes_no !== 'number') return null;
  const { positive_vote: positive, negative_vote: negative, source } = published.adcomm;
  const approved = positive.approved + negative.approved;
  const refused = positive.not_approved + negative.not_approved;
  const name = `Advisory committee ${meeting_date}: ${votes_yes} to ${votes_no}`;
  if (votes_yes === votes_no) return { name, ratio: 1, weight: 1, note: 'A tie favors no outcome' };
  const counts = votes_yes > votes_no ? positive : negative;
  const ratio = counts.approved / approved / (counts.not_approved / refused);
  const outcome = `After a vote in this direction, ${counts.approved} drugs were approved and ${counts.not_approved} were not`;
  return { name, ratio, weight: 1, note: `${outcome}; ${source}` };
}

/**
 * The effects of designations. Only breakthrough designation has a published effect. This effect is
 * based on one worked example.
 */
function designationEffects(
  stage: ClinicalStage,
  designations: readonly Designation[],
  isResubmission: boolean,
): readonly Effect[] {
  const types = new Map(
    designations.map(({ designation_type: type }) => [type.trim().toLowerCase(), type.trim()]),
  );
  return [...types.values()].sort().map((type) => {
    const name = `Designation: ${type}`;
    if (/orphan/i.test(type)) {
      const note = 'Published effects contradict each other (BIO/QLS/Informa 2021, Wong 2019)';
      return { name, ratio: 1, weight: 1, note };
    }
    if (!/breakthrough/i.test(type)) {
      return { name, ratio: 1, weight: 1, note: 'No published evidence' };
    }
    const { probability_with_pct, probability_without_pct, source } = published.breakthrough;
    const ratio = oddsRatio(probability_with_pct / 100, probability_without_pct / 100);
    const effect: Effect = { name, ratio, weight: 1, note: source, uncertain: true };
    if (isResubmission) return notCounted(effect, IN_LETTER);
    return stage === 'filing' ? notCounted(effect, 'no published effect after filing') : effect;
  });
}

/** The effect of a trial's forecast. It changes only the success rate of the trial's stage. */
function learnedEffects(stage: ClinicalStage, learned: LearnedEvidence | null): readonly Effect[] {
  if (!learned || learned.stage !== stage) return [];
  const { nctId, ratio, trials } = learned;
  return [
    {
      name: `Model forecast of ${nctId}`,
      ratio: { phase1: 1, phase2: 1, phase3: 1, filing: 1, [stage]: ratio },
      weight: 1,
      note: `Odds from a model fitted to ${trials} trials against odds at the published rate`,
    },
  ];
}

const IN_LETTER = 'already included in the base rate after a CRL';

function notCounted({ name }: Effect, reason: string): Effect {
  return { name, ratio: 1, weight: 1, note: `Not counted: ${reason}` };
}

function traitRatios(trait: 'biomarker' | 'rare_disease'): StageRatios {
  const { arm, reference } = traitRates(trait);
  return byStage(arm.map((rate, index) => oddsRatio(rate, reference[index]!)));
}

function byStage(ratios: readonly number[]): StageRatios {
  const [phase1, phase2, phase3, filing] = ratios as [number, number, number, number];
  return { phase1, phase2, phase3, filing };
}
