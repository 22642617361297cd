export type LearnedPhase = 'phase1' | 'phase2' | 'phase3';

/** The value of a feature: a category, a number, yes or no. Null if it is not known. */
export type FeatureValue = string | number | boolean | null;

export type TrialFeatureValues = Readonly<Record<string, FeatureValue>>;

/** A trial with a known outcome. */
export interface LabelledTrial {
  readonly nctId: string;
  readonly phase: LearnedPhase;
  /** The sponsor of the trial, because the outcomes of one sponsor may be correlated. */
  readonly sponsor: string;
  /** Day of the features, `YYYY-MM-DD`. */
  readonly asOf: string;
  /** Day from which the outcome is known, `YYYY-MM-DD`, after `asOf`. */
  readonly ended: string;
  readonly succeeded: boolean;
  readonly features: TrialFeatureValues;
  /** Probability of success according to the published rates on `asOf`, 0–1. */
  readonly published: number;
}
