import published from '../data/approval-evidence.json' with { type: 'json' };
import { correlationWeight, oddsRatio } from './odds.ts';
import {
  type Area,
  type Modality,
  modalityTransitions,
  type RATED_STAGES,
  type RatedStage,
  remainingTransitions,
  traitRates,
} from './success-rates.ts';

/** What is known of a program, turned into likelihood ratios with their published sources. */

interface AdcommVote {
  readonly meeting_date?: string | null | undefined;
  readonly votes_yes?: number | null | undefined;
  readonly votes_no?: number | null | undefined;
}

export interface Crl {
  readonly letter_date?: string | null | undefined;
  /** `efficacy`, `safety`, `manufacturing`, `labeling` … */
  readonly reasons?: readonly string[] | null | undefined;
  /** Null where neither the letter nor another record tells of what the application was. */
  readonly indication?: string | null | undefined;
}

export interface Designation {
  readonly designation_type: string;
  readonly designation_date?: string | null | undefined;
}

export interface ProgramTraits {
  /** The day from which the traits are known. */
  readonly updated_date?: string | null | undefined;
  readonly biomarker_selected?: boolean | null | undefined;
  readonly rare_disease?: boolean | null | undefined;
}

/** What the record of trials says of the trial that a program is waiting for. */
export interface LearnedEvidence {
  readonly nctId: string;
  /** The stage that the trial decides on. */
  readonly stage: 'phase2' | 'phase3';
  /** The day of the forecast, `YYYY-MM-DD`. */
  readonly day: string;
  /** Odds of success as learned ÷ odds by the published rate with the traits of the program. */
  readonly ratio: number;
  /** Trials that the forecast was learned from. */
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
  readonly stage: RatedStage;
  readonly area: Area | null;
  readonly modality: Modality | null;
}

type StageRatios = Readonly<Record<RatedStage, number>>;

/** One piece of evidence. Its ratio is 1 where it is shown but does not move the number. */
export interface Effect {
  readonly name: string;
  /** Likelihood ratio of each stage's success, or one of approval as a whole. */
  readonly ratio: StageRatios | number;
  /** Exponent of the ratio: less than 1 beside correlated evidence. */
  readonly weight: number;
  readonly note: string;
  /** The ratio rests on a single published example. */
  readonly uncertain?: true;
}

/** What second-cycle applications achieve; it replaces the base rate after a CRL. */
export const secondCycle = {
  approved: published.second_cycle.approved,
  total: published.second_cycle.not_approved_first_cycle,
  source: published.second_cycle.source,
  note: `${published.second_cycle.source}; ${published.second_cycle.later_study}`,
} as const;

/**
 * Likelihood ratios of the known evidence, in a fixed order.
 *
 * Votes count at the filing stage only; breakthrough counts before filing only. A complete response
 * CRL closes the book on what came before it: only its reasons and later votes count then
 * (Our choice), since the second-cycle rate is that of applications with all such traits.
 *
 * @param known evidence dated on or before the day of the estimate
 * @param crl the CRL that a resubmission answers, or null
 */
export function effectsOf(
  program: Program,
  known: ApprovalEvidence,
  crl: Crl | null,
): readonly Effect[] {
  const traits = traitEffects(program, known.program ?? null);
  return [
    ...(crl ? traits.map((effect) => setAside(effect, 'already weighed in the letter')) : traits),
    ...(crl ? [crlEffect(crl)] : []),
    ...voteEffects(program.stage, known.votes ?? [], crl),
    ...designationEffects(program.stage, known.designations ?? [], crl !== null),
    ...learnedEffects(program.stage, known.learned ?? null),
  ];
}

/**
 * Modality, biomarker selection and rare disease. They overlap with each other, so that each keeps
 * the exponent 1 ÷ (1 + 0.5·(m − 1)) of the m that are present. BIO/QLS/Informa 2021, Figures 8b,
 * 10b and 11; the modality's cell is shrunk to all indications before it is compared with them.
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
    note: 'Shrunk rates of the modality against all; BIO/QLS/Informa 2021, Figure 10b',
  };
}

function biomarkerEffect(): Effect {
  return {
    name: 'Patients selected by biomarker',
    ratio: traitRatios('biomarker'),
    weight: 1,
    note: 'Odds with against without a selection biomarker; BIO/QLS/Informa 2021, Figure 11',
  };
}

function rareDiseaseEffect(area: Area | null): Effect {
  const name = 'Rare disease';
  if (area !== null && area !== 'Oncology') {
    const note = 'Odds of non-oncology rare diseases against all; BIO/QLS/Informa 2021, Figure 8b';
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
    const note = 'Replaces the base rate; its reasons are not known';
    return { name, ratio: 1, weight: 1, note: `${note}; ${source}` };
  }
  const efficacy = reasons.some((reason) => /effica/i.test(reason));
  const ratio = efficacy ? later / never : (100 - later) / (100 - never);
  const shares = efficacy ? [later, never] : [100 - later, 100 - never];
  const [approved, refused] = shares.map((share) => share.toFixed(1));
  const note =
    `${efficacy ? 'Efficacy deficiency' : 'No efficacy deficiency'}: ` +
    `${approved} % of those approved later, ${refused} % of those never approved`;
  return { name, ratio, weight: 1, note: `${note}; ${source}` };
}

function voteEffects(
  stage: RatedStage,
  votes: readonly AdcommVote[],
  crl: Crl | null,
): readonly Effect[] {
  const effects = votes.flatMap((vote) => {
    const effect = voteEffect(vote);
    if (!effect) return [];
    if (stage !== 'filing') return [setAside(effect, 'counts once the application is filed')];
    const earlier = crl !== null && (vote.meeting_date ?? '') <= (crl.letter_date ?? '');
    return [earlier ? setAside(effect, 'already weighed in the letter') : effect];
  });
  const weight = correlationWeight(effects.filter(({ ratio }) => ratio !== 1).length);
  return effects.map((effect) => ({ ...effect, weight }));
}

/** Share of approved drugs with such a vote ÷ share of refused drugs with it. */
function voteEffect({ meeting_date, votes_yes, votes_no }: AdcommVote): Effect | null {
  if (typeof votes_yes !== 'number' || typeof votes_no !== 'number') return null;
  const { positive_vote: positive, negative_vote: negative, source } = published.adcomm;
  const approved = positive.approved + negative.approved;
  const refused = positive.not_approved + negative.not_approved;
  const name = `Advisory committee ${meeting_date}: ${votes_yes} to ${votes_no}`;
  if (votes_yes === votes_no) return { name, ratio: 1, weight: 1, note: 'A tie favours neither' };
  const counts = votes_yes > votes_no ? positive : negative;
  const ratio = counts.approved / approved / (counts.not_approved / refused);
  const outcome = `${counts.approved} approved, ${counts.not_approved} not, after such a vote`;
  return { name, ratio, weight: 1, note: `${outcome}; ${source}` };
}

/** Each type once. Only breakthrough has a published effect, and that from one worked example. */
function designationEffects(
  stage: RatedStage,
  designations: readonly Designation[],
  answered: boolean,
): readonly Effect[] {
  const types = new Map(
    designations.map(({ designation_type: type }) => [type.trim().toLowerCase(), type.trim()]),
  );
  return [...types.values()].sort().map((type) => {
    const name = `Designation: ${type}`;
    if (/orphan/i.test(type)) {
      const note = 'Published evidence conflicts (BIO/QLS/Informa 2021, Wong 2019)';
      return { name, ratio: 1, weight: 1, note };
    }
    if (!/breakthrough/i.test(type)) {
      return { name, ratio: 1, weight: 1, note: 'No published evidence' };
    }
    const { probability_with_pct, probability_without_pct, source } = published.breakthrough;
    const ratio = oddsRatio(probability_with_pct / 100, probability_without_pct / 100);
    const effect: Effect = { name, ratio, weight: 1, note: source, uncertain: true };
    if (answered) return setAside(effect, 'already weighed in the letter');
    return stage === 'filing' ? setAside(effect, 'no published effect after filing') : effect;
  });
}

/** The forecast of a trial moves its own stage alone; the traits are in what it is compared with. */
function learnedEffects(stage: RatedStage, learned: LearnedEvidence | null): readonly Effect[] {
  if (!learned || learned.stage !== stage) return [];
  const { nctId, ratio, trials } = learned;
  return [
    {
      name: `Learned from the record: ${nctId}`,
      ratio: { phase1: 1, phase2: 1, phase3: 1, filing: 1, [stage]: ratio },
      weight: 1,
      note: `Odds of the trial's success as learned from ${trials} trials against the published rate`,
    },
  ];
}

function setAside({ name }: Effect, why: string): Effect {
  return { name, ratio: 1, weight: 1, note: `Not counted: ${why}` };
}

function traitRatios(trait: 'biomarker' | 'rare_disease'): StageRatios {
  const { arm, reference } = traitRates(trait);
  return byStage(arm.map((rate, index) => oddsRatio(rate, reference[index]!)));
}

function byStage(ratios: readonly number[]): StageRatios {
  const [phase1, phase2, phase3, filing] = ratios as [number, number, number, number];
  return { phase1, phase2, phase3, filing } satisfies Record<(typeof RATED_STAGES)[number], number>;
}
