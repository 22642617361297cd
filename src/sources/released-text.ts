import { format, parseISO } from 'date-fns';
import { sha256 } from '../base/sha256.ts';
import { dayOf } from '../domain/dates.ts';
import { isKeptOnly } from '../domain/events/statement.ts';
import type { Mention, SourceText } from '../extract/mention.ts';
import { openingOf } from '../extract/opening.ts';
import { issuerIn } from '../extract/ticker.ts';
import { ticker as tickerRule } from '../facts/kind.ts';
import type { Problem } from './formats/records.ts';
import { textAt, type Untrusted } from './formats/untrusted.ts';
import type { Batch, Parsed, PlacedText, ReleasedText } from './parsed.ts';

/**
 * Matches the applicant in `submitted by Abcora Therapeutics, Inc., for the treatment of` and
 * `sponsored by Abcora, to treat`.
 */
const APPLICANT =
  /\b(?:submitted|sponsored|filed) by ([A-Z][^;:]{1,80}?)(?=,? (?:for|to|proposed|in|as)\b|\.(?:\s|$)|;|$)/g;

/** Error for a text that could not be read. The message completes the sentence "the text …". */
export class UnreadText extends Error {}

/**
 * Extracts the statements of a text.
 * @param over the signal that aborts the reading
 * @throws UnreadText
 */
export type ReadText = (source: SourceText, over?: AbortSignal) => Promise<readonly Mention[]>;

export type MentionRecord = Readonly<Record<string, unknown>> & {
  readonly mentions: readonly unknown[];
};

/**
 * Creates a record of `mentions`, which replaces the earlier record of the same document. Unknown
 * fields are null. Our choice: a text without a URL is identified by a hash. The company is
 * identified by the given CIK and ticker. If no ticker is given, the first ticker in the text is
 * used. The given company name is used only if there is neither a CIK nor a ticker.
 * @returns undefined if the company is unknown
 */
export function mentionRecord(
  { text, published, address, cik, ticker, company, form, title }: ReleasedText,
  mentions: readonly Mention[],
): MentionRecord | undefined {
  const own = ticker ?? tickerOf(mentions);
  const subject = {
    ...(own === undefined ? {} : { ticker: own }),
    ...(cik === undefined ? {} : { cik }),
    ...(own === undefined && cik === undefined && company ? { company_name: company } : {}),
  };
  if (Object.keys(subject).length === 0) return undefined;
  return {
    document_id: identifierOf({ address, text }),
    ...subject,
    published_date: published,
    form: form ?? null,
    title: title ?? null,
    source_url: address ?? null,
    mentions,
  };
}

function tickerOf(mentions: readonly Mention[]): string | undefined {
  return mentions.find((mention) => mention.ticker !== null)?.ticker ?? undefined;
}

function identifierOf({ address, text }: Pick<ReleasedText, 'address' | 'text'>): string {
  return address ?? `text:${sha256(text).slice(0, 24)}`;
}

/** Maximum number of drugs in the record of a text. */
const MAX_DRUGS = 10;

/**
 * Creates the record of `news` for a text: its title, its body, and the drugs of its statements.
 * @returns undefined if the text has no words
 */
function newsRecord(
  source: ReleasedText,
  mentions: readonly Mention[],
): Readonly<Record<string, unknown>> | undefined {
  const { text, published, address, ticker = tickerOf(mentions), company, form } = source;
  const opening = openingOf(text, source.title);
  const drugs = mentions.flatMap(({ drug, status }) =>
    drug !== null && status !== 'other_company' ? drug : [],
  );
  return (
    opening && {
      id: identifierOf(source),
      title: opening.title,
      tickers: tickerRule.safeParse(ticker).success ? [ticker] : [],
      issuer_name: company ?? null,
      drugs: [...new Set(drugs)].slice(0, MAX_DRUGS),
      form: form ?? null,
      source_url: address ?? null,
      summary: opening.body,
      published_at: published,
    }
  );
}

/** The records of one text. */
export interface ReadRecords {
  readonly where: string;
  /** Absent if the company is unknown or the statements could not be extracted. */
  readonly record?: MentionRecord | undefined;
  /** Absent if another record already shows the title of the text (`isServed`). */
  readonly news?: Readonly<Record<string, unknown>> | undefined;
  /** Why `record` is absent. */
  readonly reason?: string;
}

/**
 * Reads texts one at a time. If no company is given for a text, its title or body identifies the
 * company.
 */
export async function* readTexts(
  texts: readonly PlacedText[],
  read: ReadText,
): AsyncGenerator<ReadRecords> {
  for (const { where, isServed, ...given } of texts) {
    const isGiven = given.ticker ?? given.cik ?? given.company;
    const source = isGiven ? given : { ...given, ...issuerIn(given.text, given.title) };
    const { text, published, ticker, company } = source;
    const newsOf = (mentions: readonly Mention[]) =>
      isServed ? undefined : newsRecord(source, mentions);
    try {
      const mentions = await read({ text, published, ticker, company });
      const record = mentionRecord(source, mentions);
      const reason =
        'names no company, so it is stored only as news: use --ticker, --cik or --company';
      yield { where, news: newsOf(mentions), ...(record ? { record } : { reason }) };
    } catch (cause) {
      if (!(cause instanceof UnreadText)) throw cause;
      yield { where, news: newsOf([]), reason: cause.message };
    }
  }
}

/**
 * Extracts the statements of texts. A text gets a record of `news` unless `isServed` is set. A text
 * with statements also gets a record of `mentions`.
 */
export async function statedIn(texts: readonly PlacedText[], read: ReadText): Promise<Parsed> {
  const records: MentionRecord[] = [];
  const openings: Readonly<Record<string, unknown>>[] = [];
  const problems: Problem[] = [];
  for await (const { where, record, news, reason } of readTexts(texts, read)) {
    if (news) openings.push(news);
    if (reason !== undefined) problems.push({ where, reason });
    else if (record && record.mentions.length > 0) records.push(record);
  }
  const batch: Batch = { kind: 'news', records: openings };
  return {
    batches: [...mentionBatches(records), ...(openings.length > 0 ? [batch] : [])],
    problems,
  };
}

/** Returns the texts of the records that are headlines or committee notices. */
export function textsAmong(batches: readonly Batch[]): readonly PlacedText[] {
  return batches.flatMap(({ kind, records }) => {
    if (kind !== 'news' && kind !== 'advisory_meetings') return [];
    const textOf = kind === 'news' ? headlineText : noticeText;
    return records.flatMap((record) => {
      if (isKeptOnly(textAt(record, 'form'))) return [];
      const text = textOf(record);
      const where = text?.address ?? text?.title ?? kind;
      return text ? [{ ...text, where, isServed: true }] : [];
    });
  });
}

/**
 * Converts a headline and its summary to one text. Our choice: the ticker in the text identifies
 * the company. If the text has no ticker, the issuer's name in the feed identifies it. The tickers
 * in the feed are not used, because they may belong to another company.
 */
function headlineText(item: Untrusted): ReleasedText | undefined {
  const published = dayOf(textAt(item, 'published_at'));
  const company = textAt(item, 'issuer_name');
  const title = textAt(item, 'title') ?? '';
  if (published === undefined || company === undefined) return undefined;
  return {
    text: `${title}\n\n${textAt(item, 'summary') ?? ''}`,
    published,
    company,
    title,
    address: textAt(item, 'source_url') ?? textAt(item, 'id'),
    form: 'news',
  };
}

/**
 * Converts the notice of a committee meeting to a text. The text belongs to the company whose
 * application the committee will discuss.
 * @returns undefined if the meeting is postponed or canceled, or if the notice has no date or does
 * not name exactly one company
 */
export function noticeText(meeting: Untrusted): ReleasedText | undefined {
  const published = dayOf(textAt(meeting, 'published_date'));
  const day = dayOf(textAt(meeting, 'start_date'));
  const discusses = textAt(meeting, 'discusses') ?? '';
  const applicants = new Set([...discusses.matchAll(APPLICANT)].map(([, name]) => name!));
  const [company] = applicants;
  const isOff = /^(?:postponed|cancelled)$/.test(textAt(meeting, 'status') ?? '');
  if (!published || !day || !company || applicants.size > 1 || isOff) return undefined;
  const committee = textAt(meeting, 'committee') ?? 'advisory committee of the FDA';
  const held = format(parseISO(day), 'MMMM d, yyyy');
  return {
    text: `The ${committee} will meet on ${held}. ${discusses}`,
    published,
    company,
    form: 'committee notice',
    title: textAt(meeting, 'title'),
    address: textAt(meeting, 'source_url') ?? textAt(meeting, 'meeting_id'),
  };
}

/**
 * Splits records of `mentions` into two batches. The first batch has the records with a ticker or
 * CIK. The second batch has the records with only a company name. An empty batch is omitted.
 */
export function mentionBatches(records: readonly MentionRecord[]): readonly Batch[] {
  const isNamed = ({ company_name }: MentionRecord) => company_name !== undefined;
  const known = records.filter((record) => !isNamed(record));
  const named = records.filter(isNamed);
  return [
    ...(known.length > 0 ? [{ kind: 'mentions', records: known } as const] : []),
    ...(named.length > 0 ? [{ kind: 'mentions', records: named, needsTicker: true } as const] : []),
  ];
}
