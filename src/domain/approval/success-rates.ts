import { product } from 'simple-statistics';
import published from '../data/success-rates.json' with { type: 'json' };
import { CLINICAL_STAGES, type ClinicalStage } from '../programs/development-stage.ts';
import { PRIOR_PROGRAMS } from './constants.ts';
import { percent, type Rate, shrunkRate } from './odds.ts';

/**
 * Published phase-by-phase success rates: BIO/QLS Advisors/Informa 2021, Clinical Development
 * Success Rates 2011–2020 (Figures 1, 2, 8b, 10b, 11). The denominator of a rate is the number of
 * programs that advanced or were suspended. Rates with a different definition (Wong, Siah & Lo
 * 2019) are not used.
 */

export const ALL_INDICATIONS = 'All indications';
export const ALL_MODALITIES = 'All modalities';

export const STAGE_TITLES: Readonly<Record<ClinicalStage, string>> = {
  phase1: 'Phase 1',
  phase2: 'Phase 2',
  phase3: 'Phase 3',
  filing: 'NDA/BLA',
};

export type Area = keyof typeof published.areas;
export type Modality = keyof typeof published.modalities;

/** A published success rate of one stage, shrunk toward the rate of all indications. */
export interface Transition extends Rate {
  readonly stage: ClinicalStage;
  /** The published rate, 0–1. */
  readonly published_rate: number;
  /** Number of programs from which the published rate was computed. */
  readonly sample_size: number;
}

/**
 * Returns the rates of the stages from `stage` to approval in an area, each shrunk toward the rate
 * of all indications (see `shrunkRate`). If the area is null, the rates are those of all
 * indications.
 */
export function remainingTransitions(
  area: Area | null,
  stage: ClinicalStage,
): readonly Transition[] {
  const cells = area ? published.areas[area] : published.all_indications;
  return transitions(cells, area !== null).slice(CLINICAL_STAGES.indexOf(stage));
}

/** Likelihood of approval: the product of the remaining rates (Hay 2014, Nat Biotechnol 32:40). */
export function likelihoodOfApproval(rates: readonly number[]): number {
  return product([...rates]);
}

/** A modality's rates from Phase 1 to approval, shrunk toward the rates of all indications. */
export function modalityTransitions(modality: Modality): readonly Transition[] {
  return transitions(published.modalities[modality], true);
}

/**
 * Published success rates (0–1) from Phase 1 to approval: `arm` for programs with a trait, and
 * `reference` for the group with which they are compared.
 */
export function traitRates(trait: 'biomarker' | 'rare_disease') {
  const { with_biomarker, without_biomarker, rare_disease, all_indications } = published;
  return trait === 'biomarker'
    ? { arm: fractions(with_biomarker), reference: fractions(without_biomarker) }
    : { arm: fractions(rare_disease), reference: fractions(all_indications) };
}

/**
 * All published success rates by stage: for all indications together, for each of 15 areas and for
 * each of 10 modalities.
 */
export function publishedRates(): readonly PublishedRate[] {
  const { figures, all_indications } = published;
  return [
    ...cellRows(ALL_INDICATIONS, ALL_MODALITIES, all_indications, figures.all_indications),
    ...Object.entries(published.areas).flatMap(([area, cells]) =>
      cellRows(area, ALL_MODALITIES, cells, figures.areas),
    ),
    ...Object.entries(published.modalities).flatMap(([modality, cells]) =>
      cellRows(ALL_INDICATIONS, modality, cells, figures.modalities),
    ),
  ];
}

/** The published area that a text mentions ("CNS", "Infectious Diseases"), or null. */
export function areaOf(text: string | null | undefined): Area | null {
  return firstMatch(AREA_PATTERNS, text);
}

/** The published modality that a text mentions ("mAb", "Antisense oligonucleotide"), or null. */
export function modalityOf(text: string | null | undefined): Modality | null {
  return firstMatch(MODALITY_PATTERNS, text);
}

/**
 * Our choice of synonyms. The first match is used. The pattern of "Others" includes the areas that
 * the report groups under "Others" (dermatology, renal, women's health). Some stems match only at
 * the start of a word, because words of another area contain the stem: "retin" must not match
 * "transthyretin". Pulmonary arterial hypertension is a cardiovascular disease named after the
 * lung, so its pattern comes before the respiratory pattern.
 */
const AREA_PATTERNS: readonly (readonly [RegExp, Area])[] = [
  [
    /oncolog|cancer|tumou?r|carcinom|leuk[ae]?emi|lymphom|myelom|sarcom|melanom|blastoma|glioma|neoplas/i,
    'Oncology',
  ],
  [/cardiomyopath|arterial hypertension/i, 'Cardiovascular'],
  [
    /ophthal|\bocular|\b(vitreo|chorio)?retin|\bmacular|\bamd\b|\boptic\b|\beyes?\b/i,
    'Ophthalmology',
  ],
  [/h[ae]?ematolog|\bblood\b(?! pressure)|h[ae]?emophil|sickle|ana?emi/i, 'Hematology'],
  [/infect|virolog|viral|bacteri|antimicrob|vaccin|hepatitis [bcd]\b/i, 'Infectious disease'],
  [/psychiat|depress|schizophren|\bmental/i, 'Psychiatry'],
  [/neuro|\bcns\b|central nervous|alzheimer|parkinson|epilep/i, 'Neurology'],
  [/cardi|\b(cerebro)?vascular|\bheart\b/i, 'Cardiovascular'],
  [/endocrin|diabet|hormon|\badrenal/i, 'Endocrine'],
  [/metabol/i, 'Metabolic'],
  [/autoimmun|immunolog|inflammat|rheumat/i, 'Autoimmune'],
  [/allerg/i, 'Allergy'],
  [/gastro|digestive|hepatolog|\bliver/i, 'Gastroenterology'],
  [/respirat|pulmon|asthma|copd/i, 'Respiratory'],
  [/urolog|genitourin/i, 'Urology'],
  [/^others?$|dermat|\brenal|kidney|nephro|women|obstet|gyn[ae]?ecol|dental/i, 'Others'],
];

const MODALITY_PATTERNS: readonly (readonly [RegExp, Modality])[] = [
  [/\bcar-?\s?ts?\b/i, 'CAR-T'],
  [/\bsirna|\brnai\b|rna interference/i, 'siRNA/RNAi'],
  [/antisense|\basos?\b/i, 'Antisense'],
  [/\badcs?\b|antibody[- ]drug/i, 'ADCs'],
  [/\bmabs?\b|monoclonal|antibod/i, 'Monoclonal antibody'],
  [/gene therap|\baav\b/i, 'Gene therapy'],
  [/vaccin/i, 'Vaccine'],
  [/peptide/i, 'Peptide'],
  [/protein|enzyme/i, 'Protein'],
  [/small[- ]molecule/i, 'Small molecule'],
];

function firstMatch<Name>(
  patterns: readonly (readonly [RegExp, Name])[],
  text: string | null | undefined,
): Name | null {
  return patterns.find(([pattern]) => pattern.test(text ?? ''))?.[1] ?? null;
}

type Cells = readonly (readonly number[])[];

function fractions(cells: Cells): readonly number[] {
  return cells.map(([rate]) => rate! / 100);
}

function transitions(cells: Cells, shrink: boolean): readonly Transition[] {
  return CLINICAL_STAGES.map((stage, index) => {
    const [published_rate, sample_size] = cellOf(cells[index]!);
    if (!shrink)
      return { stage, rate: published_rate, weight: sample_size, published_rate, sample_size };
    const parent = cellOf(published.all_indications[index]!)[0];
    const rate = shrunkRate(published_rate * sample_size, sample_size, parent);
    return { stage, rate, weight: sample_size + PRIOR_PROGRAMS, published_rate, sample_size };
  });
}

/** Published rate (0–1) and its number of programs. */
function cellOf([percent_advanced, programs]: readonly number[]): readonly [number, number] {
  return [percent_advanced! / 100, programs!];
}

function cellRows(therapeuticArea: string, drugType: string, cells: Cells, figure: string) {
  const rates = transitions(cells, false);
  return rates.map(({ stage, published_rate }, index) => {
    const remaining = rates.slice(index);
    return {
      therapeuticArea,
      drugType,
      stage: STAGE_TITLES[stage],
      /** Likelihood of approval from this stage, percent: the product of the published rates. */
      published_rate: percent(likelihoodOfApproval(remaining.map((cell) => cell.published_rate))),
      /** Success rate of the stage alone, percent. */
      published_transition_rate: percent(published_rate),
      published_source: `${published.source}, ${figure}`,
      /** The smallest sample size, in programs, of the multiplied rates. */
      sample_size: Math.min(...remaining.map((cell) => cell.sample_size)),
    };
  });
}

export type PublishedRate = ReturnType<typeof cellRows>[number];
