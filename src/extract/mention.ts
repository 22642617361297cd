/** What the extractor reads out of a text: statements, each with its sentence. */

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
  | 'reverse_split';

/**
 * `announced`: what the text reports, or a plan that stands. `historical`: told as background.
 * `conditional`: hoped for, in talks, not assigned. `other_company`: not the filer's own.
 */
export type MentionStatus =
  | 'announced'
  | 'historical'
  | 'conditional'
  | 'negated'
  | 'other_company';

export type Precision = 'day' | 'month' | 'quarter' | 'half' | 'year';

/** `confirmed`: sure enough to be served. `reported`: worth showing as waiting for another source. */
export type Tier = 'confirmed' | 'reported';

/** First and last day, both `YYYY-MM-DD`. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/**
 * How the day was read: written out; as a bound ("by year-end"); "today" beside a dateline; counted
 * from the day of publication ("next quarter"); with the year left out.
 */
export type DateBasis = 'stated' | 'by' | 'today' | 'relative' | 'year_inferred' | 'none';

/** What a type of mention says beyond its date; amounts in the stated currency's units. */
export interface MentionDetail {
  /** Which designation: `Fast Track`, `Orphan Drug`, `Priority Review` … */
  readonly which?: string;
  readonly outcome?: 'met' | 'not_met' | 'mixed' | 'unclear';
  readonly trial?: string;
  /** Whose decision, where it is not the FDA's. */
  readonly agency?: string;
  readonly kind?: string;
  readonly stage?: string;
  readonly amount?: number;
  readonly upfront?: number;
  readonly currency?: string;
  readonly price?: number;
  readonly shares?: number;
  readonly acquirer?: string;
  readonly target?: string;
  readonly counterparty?: string;
  readonly partial?: boolean;
  /** The goal date before and after an extension. */
  readonly old?: string;
  readonly new?: string;
  readonly months?: number;
  readonly ratio?: string;
  readonly exchange?: string;
  /** Which part was withdrawn. */
  readonly what?: string;
}

export interface Mention {
  readonly type: MentionType;
  /** A day, a period, or null where the text states none. */
  readonly date: string | Period | null;
  readonly precision: Precision | null;
  readonly date_basis: DateBasis;
  readonly ticker: string | null;
  readonly drug: string | null;
  /** Where the drug's name stands: beside the statement, or only elsewhere in the text. */
  readonly drug_from: 'sentence' | 'text' | null;
  readonly indication: string | null;
  readonly status: MentionStatus;
  /**
   * Probability that the text announces this, two decimals; of a statement with another status, the
   * probability that it does not.
   */
  readonly confidence: number;
  /** Null unless the status is `announced`. */
  readonly tier: Tier | null;
  /** Which fit of the text models and the second stage gave the confidence. */
  readonly model: string;
  /** The sentence as written, white space folded, at most 400 characters around the statement. */
  readonly sentence: string;
  readonly detail: MentionDetail;
}

/** A text to read; `published` is the day it was filed or released, `YYYY-MM-DD`. */
export interface SourceText {
  readonly text: string;
  readonly published?: string | undefined;
  readonly ticker?: string | undefined;
  readonly company?: string | undefined;
}
