import type { Fact } from '../../facts/fact-kinds.ts';
import { compareText } from '../compare-text.ts';
import { daysBetween, isCalendarDate } from '../dates.ts';

/** First and last day, `YYYY-MM-DD`. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

type StoredMention = Fact<'mentions'>['mentions'][number];

/** A document as a refresh reads it, with the source that brought it. */
export type ReadDocument = Fact<'mentions'> & { readonly source: string };

/** One mention together with the document that makes it. */
export interface Statement {
  readonly ticker: string;
  readonly type: string;
  /** A day counts as a period of one day; null where the text states none. */
  readonly date: Period | null;
  readonly precision: string | null;
  /** How the date was read, in the words of `DateBasis`. */
  readonly date_basis: string | null;
  readonly drug: string | null;
  /** `text` where the drug's name stands only elsewhere in the document. */
  readonly drug_from: string | null;
  readonly indication: string | null;
  readonly status: string;
  /** 0–1 */
  readonly confidence: number;
  /** `confirmed` or `reported`; null where the confidence decides. */
  readonly tier?: string | null;
  readonly sentence: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly document: string;
  /** Its place among the document's mentions. */
  readonly place: number;
  /** `YYYY-MM-DD` */
  readonly published: string;
  readonly form: string | null;
  readonly title: string | null;
  readonly source_url: string | null;
  readonly source: string;
}

/** What is as sure as this is served; what is less sure, down to `MIN_CANDIDATE`, waits. */
export const MIN_SERVED = 0.8;
const MIN_CANDIDATE = 0.5;

/** Whether a statement is sure enough to be served. */
export function isSure({ tier, confidence }: Pick<Statement, 'tier' | 'confidence'>): boolean {
  return tier ? tier === 'confirmed' : confidence >= MIN_SERVED;
}

/**
 * The statements of documents, the earliest published first. The order depends on the documents
 * alone and never on the order in which they arrived.
 */
export function statementsOf(documents: readonly ReadDocument[]): readonly Statement[] {
  return documents
    .flatMap((document) =>
      document.mentions.map((mention, place) => statementOf(document, mention, place)),
    )
    .filter(({ tier, confidence }) => tier || confidence >= MIN_CANDIDATE)
    .sort(inOrder);
}

function inOrder(a: Statement, b: Statement): number {
  return (
    compareText(a.published, b.published) ||
    compareText(a.document, b.document) ||
    a.place - b.place
  );
}

function statementOf(document: ReadDocument, mention: StoredMention, place: number): Statement {
  return {
    ticker: document.ticker,
    type: mention.type,
    date: periodOf(mention.date),
    precision: mention.precision ?? null,
    date_basis: mention.date_basis ?? null,
    drug: mention.drug ?? null,
    drug_from: mention.drug_from ?? null,
    indication: mention.indication ?? null,
    status: mention.status ?? '',
    confidence: mention.confidence,
    tier: mention.tier ?? null,
    sentence: mention.sentence.slice(0, MAX_EVIDENCE),
    detail: mention.detail ?? {},
    document: document.document_id,
    place,
    published: document.published_date,
    form: document.form ?? null,
    title: document.title ?? null,
    source_url: document.source_url ?? null,
    source: document.source,
  };
}

/** Characters of a sentence that stand as evidence. */
const MAX_EVIDENCE = 400;

function periodOf(date: StoredMention['date']): Period | null {
  if (!date) return null;
  const period = typeof date === 'string' ? { from: date, to: date } : date;
  const isReal = isCalendarDate(period.from) && isCalendarDate(period.to);
  return isReal && period.from <= period.to ? period : null;
}

/** A text of a mention's detail. */
export function detailText({ detail }: Statement, name: string): string | null {
  const value = detail[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** An amount of a mention's detail in US dollars; null where it is of another currency. */
export function detailUsd({ detail }: Statement, name: string): number | null {
  const value = detail[name];
  const isDollars = (detail.currency ?? 'USD') === 'USD';
  return typeof value === 'number' && isDollars ? value : null;
}

/** Days between the event and the text by which the text still reports it as news. */
const NEWS_DAYS = 31;

/**
 * The day of what a statement reports: the stated day where it lies within a month before the day
 * of publication, else that day.
 */
export function dayReported({ date, published }: Statement): string {
  const day = date !== null && date.from === date.to ? date.from : undefined;
  if (day === undefined || day > published) return published;
  const age = daysBetween(day, published);
  return age <= NEWS_DAYS ? day : published;
}

/** Whether two periods share a day. */
export function overlaps(a: Period, b: Period): boolean {
  return a.from <= b.to && b.from <= a.to;
}

/** What stands beside a fact that statements make: where, in which words, how surely. */
export function evidenceOf(statement: Statement) {
  const { source_url, sentence, confidence, precision, source } = statement;
  return {
    source_url,
    evidence: sentence,
    confidence,
    date_precision: precision,
    source,
  };
}
