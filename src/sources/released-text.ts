import { createHash } from 'node:crypto';
import { format, parseISO } from 'date-fns';
import { dayOf } from '../domain/dates.ts';
import type { Mention, SourceText } from '../extract/mention.ts';
import type { Problem } from './formats/records.ts';
import { textAt, type Untrusted } from './formats/untrusted.ts';
import type { Batch, Parsed, PlacedText, ReleasedText } from './parsed.ts';

/** `submitted by Abcora Therapeutics, Inc., for the treatment of …`, `sponsored by Abcora, to treat` */
const APPLICANT =
  /\b(?:submitted|sponsored|filed) by ([A-Z][^;:]{1,80}?)(?=,? (?:for|to|proposed|in|as)\b|\.(?:\s|$)|;|$)/g;

/** Why a text is given up; the message completes "the text …". */
export class UnreadText extends Error {}

/**
 * Reads what a text states.
 *
 * @param over ends the reading, which then rejects with its reason
 * @throws UnreadText
 */
export type ReadText = (source: SourceText, over?: AbortSignal) => Promise<readonly Mention[]>;

/** What a text states, as a record of `mentions`. */
export type MentionRecord = Readonly<Record<string, unknown>> & {
  readonly mentions: readonly unknown[];
};

/**
 * What was read in a text as one record of `mentions`, which replaces what was read of the same
 * document before: a field that is not known is null rather than absent.
 *
 * Our choice: a text without an address is known by its own words. Its company is the ticker or CIK
 * that is given with it, else the ticker that the text itself names, else the name given.
 *
 * @returns undefined where nothing tells whose text it is
 */
export function mentionRecord(
  { text, published, address, cik, ticker, company, form, title }: ReleasedText,
  mentions: readonly Mention[],
): MentionRecord | undefined {
  const own = ticker ?? mentions.find((mention) => mention.ticker !== null)?.ticker ?? undefined;
  const subject = {
    ...(own === undefined ? {} : { ticker: own }),
    ...(cik === undefined ? {} : { cik }),
    ...(own === undefined && cik === undefined && company ? { company_name: company } : {}),
  };
  if (Object.keys(subject).length === 0) return undefined;
  return {
    document_id: address ?? wordOf(text),
    ...subject,
    published_date: published,
    form: form ?? null,
    title: title ?? null,
    source_url: address ?? null,
    mentions,
  };
}

/** Reads texts one after another: the record of each, or why it has none. */
export async function* readTexts(
  texts: readonly PlacedText[],
  read: ReadText,
): AsyncGenerator<{ readonly where: string; readonly record: MentionRecord } | Problem> {
  for (const { where, ...source } of texts) {
    const { text, published, ticker, company } = source;
    try {
      const record = mentionRecord(source, await read({ text, published, ticker, company }));
      const reason = 'does not say whose it is: give --ticker, --cik or --company';
      yield record ? { where, record } : { where, reason };
    } catch (cause) {
      if (!(cause instanceof UnreadText)) throw cause;
      yield { where, reason: cause.message };
    }
  }
}

/** What texts state; one that states nothing has no record. */
export async function statedIn(texts: readonly PlacedText[], read: ReadText): Promise<Parsed> {
  const records: MentionRecord[] = [];
  const problems: Problem[] = [];
  for await (const one of readTexts(texts, read)) {
    if ('reason' in one) problems.push(one);
    else if (one.record.mentions.length > 0) records.push(one.record);
  }
  return { batches: mentionBatches(records), problems };
}

/** The headlines and the notices of committees among some batches. */
export function textsAmong(batches: readonly Batch[]): readonly PlacedText[] {
  return batches.flatMap(({ kind, records }) => {
    if (kind !== 'news' && kind !== 'advisory_meetings') return [];
    const textOf = kind === 'news' ? headlineText : noticeText;
    return records.flatMap((record) => {
      const text = textOf(record);
      return text ? [{ ...text, where: text.address ?? text.title ?? kind }] : [];
    });
  });
}

/**
 * A headline with its summary as one text. Our choice: the company is the one whose ticker the text
 * itself gives, else the issuer that the feed names; the feed's own tickers may be another's.
 */
function headlineText(item: Untrusted): ReleasedText | undefined {
  const published = dayOf(textAt(item, 'published_at'));
  const company = textAt(item, 'issuer_name');
  const title = textAt(item, 'title') ?? '';
  if (published === undefined || company === undefined) return undefined;
  return {
    text: `${title}\n\n${textAt(item, 'summary') ?? ''}`,
    ...{ published, company, title },
    address: textAt(item, 'source_url') ?? textAt(item, 'id'),
    form: 'news',
  };
}

/**
 * The notice of a committee's meeting as a text of the company whose application it discusses.
 *
 * @returns undefined for a notice that names no company or several, or no day, and for a meeting
 *   that is postponed or cancelled
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

/** Records of `mentions`, those that name their company by name alone apart. */
export function mentionBatches(records: readonly MentionRecord[]): readonly Batch[] {
  const isNamed = ({ company_name }: MentionRecord) => company_name !== undefined;
  const [known, named] = [
    records.filter((record) => !isNamed(record)),
    records.filter((record) => isNamed(record)),
  ];
  return [
    ...(known.length > 0 ? [{ kind: 'mentions', records: known } as const] : []),
    ...(named.length > 0 ? [{ kind: 'mentions', records: named, needsTicker: true } as const] : []),
  ];
}

function wordOf(text: string): string {
  return `text:${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
}
