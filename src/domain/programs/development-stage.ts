/** The stages of development in order, and how a free-text phase is read as one of them. */

export const STAGES = ['preclinical', 'phase1', 'phase2', 'phase3', 'filing', 'approved'] as const;
export type Stage = (typeof STAGES)[number];

const PATTERNS: readonly (readonly [RegExp, Stage])[] = [
  // Before the others: what is filed here asks to begin the first trial.
  [/\bind (filing|filed|submi|application|approv)/i, 'preclinical'],
  [/approved|market|launched|phase\s*(4|iv)\b/i, 'approved'],
  [/\b(s?nda|s?bla|maa|pdufa|filing|filed|submitted|registration|under review)\b/i, 'filing'],
  [/phase\s*(1|i)(?![iv\d])/i, 'phase1'],
  [/phase\s*(2|ii)(?![iv\d])/i, 'phase2'],
  [/phase\s*(3|iii)(?![iv\d])/i, 'phase3'],
  [/pre-?clinical|discovery|\bind\b/i, 'preclinical'],
];

/**
 * Reads "Phase 2b", "PHASE3", "BLA Filing", "Phase II" … as a stage; null when it is none.
 * Our choice: a combined phase ("Phase 1/2") counts as the earlier of the two.
 */
export function stageOf(phase: string): Stage | null {
  return PATTERNS.find(([pattern]) => pattern.test(phase))?.[1] ?? null;
}

/** Position in the order of development: 0 preclinical … 5 approved, −1 for none. */
export function stageRank(stage: Stage | null): number {
  return stage === null ? -1 : STAGES.indexOf(stage);
}

/** How far a free-text phase is, as `stageRank`. */
export function phaseRank(phase: string | null | undefined): number {
  return stageRank(stageOf(phase ?? ''));
}

/**
 * Whether a program at a free-text phase may have an application before the FDA. Our choice: from
 * Phase 3 on, a combined Phase 2/3 too; where no phase is stated nothing speaks against it.
 */
export function mayBeFiled(phase: string | null | undefined): boolean {
  const stage = stageOf(phase ?? '');
  return stage === null || stageRank(stage) >= stageRank('phase3') || PHASE_2_3.test(phase ?? '');
}

const PHASE_2_3 = /phase\s*(2|ii)[ab]?\s*[/,|]\s*(phase\s*)?(3|iii)\b/i;
