import type { Stage } from '../../programs/development-stage.ts';
import type { AnnouncedResult } from '../trial-outcomes.ts';
import type { TrialHistory } from '../trial-versions.ts';

/** The data of a trial from which its label and its features are computed. */
export interface TrialRecord extends TrialCourse {
  /** All stored registry versions of the trial. */
  readonly history: TrialHistory;
}

/** The data of a trial without its versions. Days are `YYYY-MM-DD`. */
export interface TrialCourse {
  readonly nctId: string;
  readonly stage: Stage | null;
  /** The registered phase. */
  readonly phase: string;
  /** The ticker of the company, or the name of the sponsor if it has no ticker. */
  readonly sponsor: string;
  /**
   * Whether the sponsor is a company. The rule `nothing_followed` does not apply to other sponsors,
   * such as hospitals. The drugs that they test may be developed further by companies.
   */
  readonly isCompany: boolean;
  /**
   * One key for each combination of a drug and an indication of the trial. The key does not depend
   * on the sponsor. Empty if the drugs or the indications are unknown.
   */
  readonly treatments: readonly string[];
  /**
   * `treatments`, and keys of the same drugs with similar indications. A similar indication may be
   * the same indication in other words.
   */
  readonly continuations: readonly string[];
  readonly start: string | null;
  /** The day of the first posting. If it is unknown, it is the day of the start. */
  readonly seen: string | null;
  /**
   * The primary completion date. If only its month or year is known, it is the last day of the
   * period. Null if it is unknown.
   */
  readonly completion: string | null;
  /** Whether the status of the trial is completed. */
  readonly isCompleted: boolean;
  readonly stop: { readonly day: string; readonly why: string | null } | null;
  readonly announced: readonly AnnouncedResult[];
  /**
   * The day of the posted results, and whether the primary endpoint was met (see
   * `primaryEndpointMet`).
   */
  readonly posted: { readonly day: string; readonly isMet: boolean | null } | null;
  readonly labels: readonly ImportedLabel[];
  /** Days on which the drug was approved in the indication. Null if no source reports approvals. */
  readonly approvals: readonly string[] | null;
  /** Days on which the drug was approved in any indication. Null if no source reports approvals. */
  readonly drugApprovals: readonly string[] | null;
  /** Days of the versions, oldest first. */
  readonly updates: readonly string[];
  readonly design: TrialDesign;
}

interface ImportedLabel {
  readonly succeeded: boolean;
  readonly source: string;
  readonly day: string;
}

export interface TrialDesign {
  readonly area: string | null;
  readonly modality: string | null;
  /** Keys of the trial's conditions. */
  readonly conditions: readonly string[];
  /** Registered title and conditions. */
  readonly words: string;
  /** Whether the disease is rare. Null if the registration does not show it. */
  readonly isRare: boolean | null;
  readonly sponsorClass: string | null;
  /** Registered roles of the arms, or null if there are none. */
  readonly armRoles: readonly string[] | null;
  readonly masking: string | null;
  readonly allocation: string | null;
  readonly purpose: string | null;
  readonly primaryOutcomes: string | null;
  /** Designations of the drug in the indication. Null if no source reports designations. */
  readonly designations: readonly { readonly kind: string; readonly day: string }[] | null;
}
