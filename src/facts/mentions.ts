import * as z from 'zod';
import { date, id, kind, name, number, optionalDate, text, ticker } from './kind.ts';

/** A day, or the first and the last day of a period. */
const dayOrPeriod = z.union([date, z.object({ from: date, to: date })]).nullish();

/** Maximum number of statements per document. Real documents have a few dozen. */
const MAX_MENTIONS = 1_000;

export const mentionFacts = {
  mentions: kind(
    'Statements found in texts, each with its sentence; one record per document',
    () => ({
      /** The document's URL, or a hash of its text if it has no URL. */
      document_id: name,
      ticker,
      /** CIK of the company that filed or issued the document. */
      cik: id,
      published_date: date,
      /** Type of document, such as `8-K`, `EX-99.1` or `press release`. */
      form: text,
      title: text,
      source_url: text,
      mentions: z
        .array(
          z.looseObject({
            /**
             * Type of the statement (see `MentionType`), such as `pdufa_date`, `approval` or
             * `offering`.
             */
            type: name,
            date: dayOrPeriod,
            /** Precision of the date: `day`, `month`, `quarter`, `half` or `year`. */
            precision: text,
            date_basis: text,
            ticker: text,
            drug: text,
            /**
             * Where the drug is named: `sentence` if the sentence names it, `text` if only another
             * part of the document does.
             */
            drug_from: text,
            indication: text,
            /**
             * Status of the statement: `announced`, `historical`, `conditional`, `negated` or
             * `other_company`.
             */
            status: text,
            /** Confidence of the statement, 0–1. */
            confidence: z.number().min(0).max(1),
            /**
             * Tier of the statement: `confirmed` or `reported`. Absent in records of older
             * versions.
             */
            tier: text,
            /** Identifies the model version that computed the confidence and the tier. */
            model: text,
            sentence: name,
            /** The sentences after `sentence`, at most 600 characters. */
            context: text,
            /** Details of the statement other than its date: amounts, parties, outcome. */
            detail: z.looseObject({ amount: number, outcome: text }).nullish(),
          }),
        )
        .max(MAX_MENTIONS),
    }),
    ['document_id'],
    { knownFrom: ['published_date'] },
  ),
} as const;

/** The fields that a kind of fact has if its facts can be read from texts. */
export const statedIn = {
  source_url: text,
  /** Form of the document, such as `8-K`. `document_date` is its date. */
  document_form: text,
  document_date: optionalDate,
  /** The sentence that states the fact, at most 400 characters. */
  evidence: text,
  /** The sentences after the evidence, at most 600 characters. */
  context: text,
  /** Confidence that the text was read correctly, 0–1. */
  confidence: number,
  /** Precision of the stated date: `day`, `month`, `quarter`, `half` or `year`. */
  date_precision: text,
};
