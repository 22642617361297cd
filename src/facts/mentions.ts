import * as z from 'zod';
import { date, id, kind, name, number, text, ticker } from './kind.ts';

/** A day, or the first and the last day of a period. */
const dayOrPeriod = z.union([date, z.object({ from: date, to: date })]).nullish();

/** Most statements of one document; real documents have a few dozen. */
const MAX_MENTIONS = 1_000;

export const mentionFacts = {
  mentions: kind(
    'Statements found in texts, one record per document with each statement and its sentence',
    {
      /** The document's URL, else a hash of its text. */
      document_id: name,
      ticker,
      /** CIK of the company that filed or issued the document. */
      cik: id,
      published_date: date,
      /** `8-K`, `EX-99.1`, `press release` … */
      form: text,
      title: text,
      source_url: text,
      mentions: z
        .array(
          z.looseObject({
            /** `pdufa_date`, `approval`, `offering` … as `extract` names them. */
            type: name,
            date: dayOrPeriod,
            /** `day`, `month`, `quarter`, `half`, `year`. */
            precision: text,
            date_basis: text,
            ticker: text,
            drug: text,
            /** `sentence` if the sentence names the drug, `text` if only the document does. */
            drug_from: text,
            indication: text,
            /** `announced`, `historical`, `conditional`, `negated`, `other_company`. */
            status: text,
            /** 0–1. */
            confidence: z.number().min(0).max(1),
            /** `confirmed` or `reported`; absent in records of older versions. */
            tier: text,
            /** Identifies the fit of the reader that computed confidence and tier. */
            model: text,
            sentence: name,
            /** Details of the type other than its date: amounts, parties, outcome. */
            detail: z.looseObject({ amount: number, outcome: text }).nullish(),
          }),
        )
        .max(MAX_MENTIONS),
    },
    ['document_id'],
    { knownFrom: ['published_date'] },
  ),
} as const;

/** Fields of every kind of fact that can be read from a text. */
export const statedIn = {
  source_url: text,
  /** The sentence that states the fact, at most 400 characters. */
  evidence: text,
  /** Confidence in the reading, 0–1. */
  confidence: number,
  /** Precision of the stated date: `day`, `month`, `quarter`, `half`, `year`. */
  date_precision: text,
};
