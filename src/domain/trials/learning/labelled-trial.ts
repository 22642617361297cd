export type LearnedPhase = 'phase1' | 'phase2' | 'phase3';

/** The value of a feature: a category, a number, or true or false. Null if it is not known. */
export type FeatureValue = string | number | boolean | null;

export type TrialFeatureValues = Readonly<Record<string, FeatureValue>>;

/** A trial with a known outcome. */
export interface LabelledTrial {
  readonly nctId: string;
  readonly phase: LearnedPhase;
  /** The sponsor of the trial. Outcomes of one sponsor's trials may be correlated. */
  readonly sponsor: string;
  /** Day as of which the features are computed, `YYYY-MM-DD`. */
  readonly asOf: string;
  /** Day from which the outcome is known, `YYYY-MM-DD`, after `asOf`. */
  readonly ended: string;
  readonly succeeded: boolean;
  readonly features: TrialFeatureValues;
  /** Probability of success according to the published rates on `asOf`, 0–1. */
  readonly published: number;
}
