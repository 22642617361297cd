/** Types of statements that are extracted from texts. */

export type MentionType =
  | 'pdufa_date'
  | 'pdufa_extended'
  | 'adcomm_date'
  | 'readout_expected'
  | 'filing_expected'
  | 'nda_bla_submitted'
  | 'nda_bla_accepted'
  | 'approval'
  | 'crl'
  | 'withdrawn'
  | 'refuse_to_file'
  | 'clinical_hold'
  | 'hold_lifted'
  | 'designation'
  | 'trial_result'
  | 'offering'
  | 'acquisition'
  | 'licence'
  | 'going_concern'
  | 'exchange_deficiency'
  | 'deficiency_cured'
  | 'reverse_split'
  | 'stated_runway';

/**
 * The status of a statement:
 * - `announced`: reported as news, or a current plan;
 * - `historical`: mentioned as background;
 * - `conditional`: hoped for or under discussion, or a goal date that is not assigned yet;
 * - `negated`: denied;
 * - `other_company`: about another company.
 */
export type MentionStatus =
  | 'announced'
  | 'historical'
  | 'conditional'
  | 'negated'
  | 'other_company';

export type Precision = 'day' | 'month' | 'quarter' | 'half' | 'year';

/**
 * The tier of a statement. `confirmed`: the confidence is high enough for the statement to become a
 * fact. `reported`: another source must report the same fact first.
 */
export type Tier = 'confirmed' | 'reported';

/** First and last day, both `YYYY-MM-DD`. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/**
 * How the date was read:
 * - `stated`: the text states it;
 * - `by`: it is a limit, such as "by year-end";
 * - `today`: "today" means the day in the dateline;
 * - `relative`: it is relative to the publication, such as "next quarter";
 * - `year_inferred`: the text does not state the year;
 * - `none`: the statement has no date.
 */
export type DateBasis = 'stated' | 'by' | 'today' | 'relative' | 'year_inferred' | 'none';

/** The value of `agency` for an approval if the text does not name the agency. */
export const UNNAMED_AGENCY = 'unnamed';

/** Details of a mention other than its date. Amounts are in units of the stated currency. */
export interface MentionDetail {
  /** The designation, such as `Fast Track`, `Orphan Drug` or `Priority Review`. */
  readonly which?: string;
  readonly outcome?: 'met' | 'not_met' | 'mixed' | 'unclear';
  readonly trial?: string;
  /**
   * The agency of a decision. Absent for the FDA. It is `unnamed` for an approval that names no
   * agency.
   */
  readonly agency?: string;
  readonly kind?: string;
  readonly stage?: string;
  readonly amount?: number;
  readonly upfront?: number;
  /** The part of a deal's value that depends on milestones. */
  readonly milestones?: number;
  readonly currency?: string;
  readonly price?: number;
  readonly shares?: number;
  /** Number of shares that holders of pre-funded warrants can buy. */
  readonly prefunded?: number;
  /** Number of shares that holders of other warrants can buy. */
  readonly warrants?: number;
  /** Exercise price of the warrants that are not pre-funded. */
  readonly strike?: number;
  readonly acquirer?: string;
  readonly target?: string;
  readonly counterparty?: string;
  readonly partial?: boolean;
  /** The goal date before an extension. The goal date after the extension is in `new`. */
  readonly old?: string;
  readonly new?: string;
  readonly months?: number;
  readonly ratio?: string;
  readonly exchange?: string;
  /** What was withdrawn, such as `application`, `indication` or `product`. */
  readonly what?: string;
  /** The word that introduces the end of a stated runway, such as `into` or `through`. */
  readonly bound?: string;
  /** Whether a stated runway ends in a fiscal period instead of a calendar period. */
  readonly fiscal?: boolean;
  /** Conditions of a stated runway, such as `later proceeds` or `assumption`. */
  readonly conditions?: string;
}

export interface Mention {
  readonly type: MentionType;
  /** A day, a period, or null if the text has none. */
  readonly date: string | Period | null;
  readonly precision: Precision | null;
  readonly date_basis: DateBasis;
  readonly ticker: string | null;
  readonly drug: string | null;
  /**
   * Where the text names the drug: in the sentence of the statement, or only in another sentence.
   */
  readonly drug_from: 'sentence' | 'text' | null;
  readonly indication: string | null;
  readonly status: MentionStatus;
  /**
   * If the status is `announced`, the probability that the text announces what the statement says.
   * For any other status, 1 minus this probability. Two decimals.
   */
  readonly confidence: number;
  /** The tier of the statement. Null unless the status is `announced`. */
  readonly tier: Tier | null;
  /** Identifies the fitted model or the rules that determined the confidence. */
  readonly model: string;
  /**
   * The original sentence with collapsed whitespace, at most 400 characters around the statement.
   */
  readonly sentence: string;
  /**
   * The sentences after `sentence`, at most 600 characters. Absent if the text ends with
   * `sentence`.
   */
  readonly context?: string | undefined;
  readonly detail: MentionDetail;
}

/** A text to read. `published` is the date of filing or release, `YYYY-MM-DD`. */
export interface SourceText {
  readonly text: string;
  readonly published?: string | undefined;
  readonly ticker?: string | undefined;
  readonly company?: string | undefined;
}
