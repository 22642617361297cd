import * as z from 'zod';
import { date, id, kind, name, number, text, ticker } from './kind.ts';

/** A day, or the first and the last day of a period. */
const dayOrPeriod = z.union([date, z.object({ from: date, to: date })]).nullish();

/** Statements of one document; real ones have a few dozen. */
const MAX_MENTIONS = 1_000;

/** What texts say, before anything is concluded from it. */
export const mentionFacts = {
  mentions: kind(
    'What texts state, one record a document with each statement and its sentence',
    {
      /** The address of the document, else a word that its text makes. */
      document_id: name,
      ticker,
      /** Of who filed or issued it. */
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
            /** `sentence` where the drug's name stands beside the statement, else `text`. */
            drug_from: text,
            indication: text,
            /** `announced`, `historical`, `conditional`, `negated`, `other_company`. */
            status: text,
            /** 0–1. */
            confidence: z.number().min(0).max(1),
            /** `confirmed` or `reported`; absent in what older versions read. */
            tier: text,
            /** Which fit of the reader gave confidence and tier. */
            model: text,
            sentence: name,
            /** What the type says beyond its date: amounts, parties, outcome. */
            detail: z.looseObject({ amount: number, outcome: text }).nullish(),
          }),
        )
        .max(MAX_MENTIONS),
    },
    ['document_id'],
    { knownFrom: ['published_date'] },
  ),
} as const;

/** What stands beside a fact that was read out of a text. */
export const statedIn = {
  source_url: text,
  /** The sentence that says so, at most 400 characters. */
  evidence: text,
  /** 0–1: how sure the reading is. */
  confidence: number,
  /** `day`, `month`, `quarter`, `half`, `year`: how exactly the text states the date. */
  date_precision: text,
};
