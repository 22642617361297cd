export type LearnedPhase = 'phase1' | 'phase2' | 'phase3';

/** A feature of a trial: a category, a number, yes or no; null where it is not known. */
export type FeatureValue = string | number | boolean | null;

export type TrialFeatureValues = Readonly<Record<string, FeatureValue>>;

/** A trial of which the outcome is known. */
export interface LabelledTrial {
  readonly nctId: string;
  readonly phase: LearnedPhase;
  /** Outcomes of one sponsor may go together. */
  readonly sponsor: string;
  /** Day of which the features are, `YYYY-MM-DD`. */
  readonly asOf: string;
  /** Day from which the outcome is known, `YYYY-MM-DD`, later than that of the features. */
  readonly ended: string;
  readonly succeeded: boolean;
  readonly features: TrialFeatureValues;
  /** 0–1: what the published rates say of it, on the day of the features. */
  readonly published: number;
}
