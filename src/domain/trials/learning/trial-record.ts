import type { Stage } from '../../programs/development-stage.ts';
import type { AnnouncedResult } from '../trial-outcomes.ts';
import type { TrialHistory } from '../trial-versions.ts';

/** What is known of a trial, of whatever phase, that tells its outcome or foretells it. */
export interface TrialRecord extends TrialCourse {
  /** Its versions, the newest registration among them, oldest first. */
  readonly history: TrialHistory;
}

/** What is known of it but for its versions. */
export interface TrialCourse {
  readonly nctId: string;
  readonly stage: Stage | null;
  /** The phase as registered. */
  readonly phase: string;
  /** The company's ticker, else the sponsor's name. */
  readonly sponsor: string;
  /** Hospitals leave the next step to others. */
  readonly isCompany: boolean;
  /** Keys of its drugs in its indications, the same whoever tests them; none where either is unknown. */
  readonly treatments: readonly string[];
  /** Keys of `treatments` that are of the same drugs in what may be the same indications; its own too. */
  readonly continuations: readonly string[];
  /** `YYYY-MM-DD`, as all days. */
  readonly start: string | null;
  /** The day from which the registry knows it: the first posting, else the start. */
  readonly seen: string | null;
  /** Last day of its primary completion. */
  readonly completion: string | null;
  /** Whether it ran to its end, by its status. */
  readonly isCompleted: boolean;
  readonly stop: { readonly day: string; readonly why: string | null } | null;
  readonly announced: readonly AnnouncedResult[];
  /** Posted results, and whether they met the primary endpoint (see `primaryEndpointMet`). */
  readonly posted: { readonly day: string; readonly isMet: boolean | null } | null;
  readonly labels: readonly ImportedLabel[];
  /** Days on which its drug was approved in its indication; null where nobody would tell. */
  readonly approvals: readonly string[] | null;
  /** The same, in whatever indication. */
  readonly drugApprovals: readonly string[] | null;
  /** Days of its versions, oldest first. */
  readonly updates: readonly string[];
  readonly design: TrialDesign;
}

/** An outcome as a user's file has it. */
interface ImportedLabel {
  readonly succeeded: boolean;
  readonly source: string;
  readonly day: string;
}

/** What a trial sets out to do. */
export interface TrialDesign {
  readonly area: string | null;
  readonly modality: string | null;
  /** Keys of its conditions. */
  readonly conditions: readonly string[];
  /** Its title and its conditions as registered. */
  readonly words: string;
  /** Whether its heading or its indication is rare; null where nobody says. */
  readonly isRare: boolean | null;
  readonly sponsorClass: string | null;
  /** Roles of the arms, as registered; null where none is. */
  readonly armRoles: readonly string[] | null;
  readonly masking: string | null;
  readonly allocation: string | null;
  readonly purpose: string | null;
  readonly primaryOutcomes: string | null;
  /** Kinds of designation of the drug in the indication; null where nobody would tell. */
  readonly designations: readonly { readonly kind: string; readonly day: string }[] | null;
}
