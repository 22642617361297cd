/** The stages for which success rates are published, in order. */
export const CLINICAL_STAGES = ['phase1', 'phase2', 'phase3', 'filing'] as const;
export type ClinicalStage = (typeof CLINICAL_STAGES)[number];

/** All stages of development, in order. */
export const STAGES = ['preclinical', ...CLINICAL_STAGES, 'approved'] as const;
export type Stage = (typeof STAGES)[number];

const PATTERNS: readonly (readonly [RegExp, Stage])[] = [
  // An IND (investigational new drug application) is filed before the first trial. The pattern of
  // `filing` also matches "IND filing", so the pattern of an IND comes first.
  [/\bind (filing|filed|submi|application|approv)/i, 'preclinical'],
  [/approved|market|launched|phase\s*(4|iv)\b/i, 'approved'],
  [/\b(s?nda|s?bla|maa|pdufa|filing|filed|submitted|registration|under review)\b/i, 'filing'],
  [/phase\s*(1|i)(?![iv\d])/i, 'phase1'],
  [/phase\s*(2|ii)(?![iv\d])/i, 'phase2'],
  [/phase\s*(3|iii)(?![iv\d])/i, 'phase3'],
  [/pre-?clinical|discovery|\bind\b/i, 'preclinical'],
];

/**
 * Returns the stage that a phase name means, such as "Phase 2b", "PHASE3", "BLA Filing" or "Phase
 * II". Null for other text. Our choice: for a combined phase ("Phase 1/2"), the earlier phase is
 * used.
 */
export function stageOf(phase: string): Stage | null {
  return PATTERNS.find(([pattern]) => pattern.test(phase))?.[1] ?? null;
}

/** Position of a stage, from 0 (preclinical) to 5 (approved). −1 for null. */
export function stageRank(stage: Stage | null): number {
  return stage === null ? -1 : STAGES.indexOf(stage);
}

/** The rank of the stage that a phase name means (see `stageRank`). */
export function phaseRank(phase: string | null | undefined): number {
  return stageRank(stageOf(phase ?? ''));
}

/**
 * Whether a program may have an application under FDA review. Our choice: true for Phase 2/3 and
 * later phases, and for an unknown phase.
 */
export function mayBeFiled(phase: string | null | undefined): boolean {
  const stage = stageOf(phase ?? '');
  return stage === null || stageRank(stage) >= stageRank('phase3') || PHASE_2_3.test(phase ?? '');
}

const PHASE_2_3 = /phase\s*(2|ii)[ab]?\s*[/,|]\s*(phase\s*)?(3|iii)\b/i;
