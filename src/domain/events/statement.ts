import type { Fact } from '../../facts/fact-kinds.ts';
import { compareText } from '../compare-text.ts';
import { daysBetween, isCalendarDate } from '../dates.ts';

/** A period with its first and last day, `YYYY-MM-DD`. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

type StoredMention = Fact<'mentions'>['mentions'][number];

/** A document with its extracted statements (mentions) and its source. */
export type ReadDocument = Fact<'mentions'> & { readonly source: string };

/** An extracted statement (mention), together with the fields of its document. */
export interface Statement {
  readonly ticker: string;
  readonly type: string;
  /**
   * The date that the text states, as a period. A day is a period of one day. Null if the text
   * states no date.
   */
  readonly date: Period | null;
  readonly precision: string | null;
  /** The way in which the text states the date (a value of `DateBasis`). */
  readonly date_basis: string | null;
  readonly drug: string | null;
  /** Where the drug's name was found: `text` if it is in the document but not in the sentence. */
  readonly drug_from: string | null;
  readonly indication: string | null;
  readonly status: string;
  /** Confidence of the statement, 0–1. */
  readonly confidence: number;
  /**
   * The tier of the statement: `confirmed` or `reported`. If it is null, `confidence` is used
   * instead.
   */
  readonly tier?: string | null;
  readonly sentence: string;
  /** The sentences that follow `sentence` in the document; absent if none are stored. */
  readonly context?: string | undefined;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly document: string;
  /** The index of the statement in the document. */
  readonly place: number;
  /** Publication date of the document, `YYYY-MM-DD`. */
  readonly published: string;
  readonly form: string | null;
  readonly title: string | null;
  readonly source_url: string | null;
  readonly source: string;
}

/** Minimum confidence of a statement from which records are computed. */
export const MIN_SERVED = 0.8;
/** Minimum confidence of an unconfirmed statement, which a later text may confirm. */
const MIN_CANDIDATE = 0.5;
/** Maximum number of characters of a sentence that is stored as evidence. */
const MAX_EVIDENCE = 400;

/**
 * Whether a statement has the tier `confirmed`. If it has no tier, its confidence must be at least
 * `MIN_SERVED`.
 */
export function isSure({ tier, confidence }: Pick<Statement, 'tier' | 'confidence'>): boolean {
  return tier ? tier === 'confirmed' : confidence >= MIN_SERVED;
}

/**
 * Returns the statements of documents, sorted by publication date, kind of source, document and
 * position.
 */
export function statementsOf(documents: readonly ReadDocument[]): readonly Statement[] {
  return documents
    .flatMap((document) =>
      document.mentions.map((mention, place) => statementOf(document, mention, place)),
    )
    .filter(
      // A statement with the status `historical` is kept at any confidence, because its confidence
      // is the probability that the statement does not announce an event.
      ({ tier, status, confidence }) =>
        tier || status === 'historical' || confidence >= MIN_CANDIDATE,
    )
    .sort(inOrder);
}

function inOrder(a: Statement, b: Statement): number {
  return (
    compareText(a.published, b.published) ||
    sourceRank(a) - sourceRank(b) ||
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
    context: mention.context ?? undefined,
    detail: mention.detail ?? {},
    document: document.document_id,
    place,
    published: document.published_date,
    form: document.form ?? null,
    title: document.title ?? null,
    source_url: document.source_url ?? null,
    source: sourceOf(document),
  };
}

/** The form of an imported text whose source states no form. */
export const UNKNOWN_FORM = 'imported text';

/** The form of the text of a complete response letter, from which no statements are read. */
export const LETTER_FORM = 'complete response letter';

/**
 * Whether a record of `news` has the form of a complete response letter or a prospectus. No
 * statements are read from these.
 */
export function isKeptOnly(form: string | null | undefined): boolean {
  return form === LETTER_FORM || /^(?:424B|[SF]-3)/.test(form ?? '');
}

/**
 * Matches the hosts of newswires and of companies' investor sites. They publish the companies' own
 * press releases.
 */
export const RELEASES =
  /^(?:[\w-]+\.)*(?:globenewswire|prnewswire|businesswire|accesswire|accessnewswire|newsfilecorp)\.com$|^(?:ir|investors?)\./;
/** Names of news sites, without their top-level domain. */
const NEWS_NAMES = [
  'reuters|bloomberg|fierce(?:biotech|pharma)|endpoints|endpts|statnews|biopharmadive|biospace',
  'pharmatimes|seekingalpha|benzinga|stocktwits|investing|marketwatch|yahoo|google|nasdaq',
  'rttnews|tradingview|cnbc|wsj',
].join('|');
const NEWS = new RegExp(`^(?:[\\w-]+\\.)*(?:${NEWS_NAMES})\\.(?:com|news|net)$`);
/**
 * Matches the publisher's name that news aggregators add to a headline: `… on gene therapies -
 * Reuters`.
 */
const PUBLISHER =
  / - (?!.*(?:Wire|Phase|Trial|Study|Data|Result|FDA|Endpoint|Met\b|wire))[A-Z][\w.&]*(?: [A-Z(][\w.&:)]*){0,3}$/;
/** Source of a headline that neither the company nor an agency published. */
const HEADLINE = 'news headline';

/**
 * The source of a document. This is usually the connector that stored the document. A document on
 * the SEC's site counts as a filing. A third party's headline does not count as a press release of
 * the company.
 */
function sourceOf({ source, source_url, form, mentions }: ReadDocument): string {
  const host = hostOf(source_url);
  if (host?.endsWith('sec.gov') && source === 'press-releases') return 'sec-documents';
  if (!/^(?:press-releases|rss-news)$/.test(source) || (host && RELEASES.test(host))) return source;
  const isHeadline =
    mentions.length > 0 && mentions.every(({ sentence }) => PUBLISHER.test(sentence));
  return form === 'news' || isHeadline || (host && NEWS.test(host)) ? HEADLINE : source;
}

const FILING = /^(?:8-K|6-K|10-[KQ]|20-F|40-F|424B|[SF]-[134]|EX-)/;

/** The order of sources: 0 for a filing, 1 for a press release, 2 for a third party's headline. */
export function sourceRank({ source, form }: Pick<Statement, 'source' | 'form'>): number {
  if (source === HEADLINE) return 2;
  return FILING.test(form ?? '') ? 0 : 1;
}

/** The host of a URL, without `www.`. */
export function hostOf(address: string | null | undefined): string | undefined {
  return /^https?:\/\/(?:www\.)?([^/]+)/i.exec(address ?? '')?.[1]?.toLowerCase();
}

function periodOf(date: StoredMention['date']): Period | null {
  if (!date) return null;
  const period = typeof date === 'string' ? { from: date, to: date } : date;
  const isReal = isCalendarDate(period.from) && isCalendarDate(period.to);
  return isReal && period.from <= period.to ? period : null;
}

export function detailText({ detail }: Statement, name: string): string | null {
  const value = detail[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/**
 * Returns a number in the details of a statement, such as a price. Null if the details do not
 * contain the number.
 */
export function detailNumber({ detail }: Statement, name: string): number | null {
  const value = detail[name];
  return typeof value === 'number' ? value : null;
}

/**
 * Returns an amount in the details of a statement, in US dollars. Null if the details do not
 * contain the amount, or if it is in another currency.
 */
export function detailUsd(statement: Statement, name: string): number | null {
  const isDollars = (statement.detail.currency ?? 'USD') === 'USD';
  return isDollars ? detailNumber(statement, name) : null;
}

/**
 * Our choice: a stated day is taken as the day of the event if the text is published at most this
 * many days after it.
 */
const NEWS_DAYS = 31;

/**
 * Returns the day of the reported event. This is the stated day if it is recent. If not, it is the
 * day of publication.
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

/** Returns the publisher of a document: the host of its URL, or its source if it has no URL. */
export function publisherOf({ source_url, source }: Statement): string {
  return hostOf(source_url) ?? source;
}

/**
 * Returns the fields in which a record cites the document of its statement. A document with neither
 * a form nor a URL is named by its title.
 */
export function evidenceOf(statement: Statement) {
  const { source_url, sentence, context, confidence, precision, source, published } = statement;
  return {
    source_url,
    evidence: sentence,
    context,
    confidence,
    date_precision: precision,
    source,
    document_form: statement.form ?? (source_url === null ? statement.title : null),
    document_date: published,
  };
}
