import * as z from 'zod';
import { dayOf } from '../domain/dates.ts';
import { withoutMarkup } from './formats/markup.ts';
import type { Problem } from './formats/records.ts';
import { isObject, readJson } from './formats/untrusted.ts';
import { type Connector, type Parsed, type PlacedText, refused } from './parsed.ts';

/** Default values for all texts of an import. */
export interface ReleaseOptions {
  readonly ticker?: string | undefined;
  readonly cik?: string | undefined;
  readonly company?: string | undefined;
  /** Publication date, `YYYY-MM-DD`. */
  readonly published?: string | undefined;
  /** URL of the text. */
  readonly url?: string | undefined;
}

/**
 * Number of characters at the start of a file that are searched for binary data. The SEC form type
 * is read from the same number of characters after the markup is removed.
 */
const MAX_HEAD = 4_096;

const word = z.string().trim().min(1).max(1_000).nullish();
const line = z.object({
  text: z.string().min(1),
  published: word,
  ticker: word,
  cik: z.union([z.string().max(10), z.number()]).nullish(),
  company: word,
  url: word,
  form: word,
  title: word,
});
type Line = z.output<typeof line>;

/**
 * Reads press releases and filings that the user imports. A file is one document in HTML or plain
 * text, or NDJSON with one document per line: `{text, published, ticker?, cik?, company?, url?,
 * form?, title?}`. The options are default values. The option `url` applies only to a file with one
 * document. A text without a publication date is refused.
 */
export function pressReleasesOf(options: ReleaseOptions): Connector {
  return {
    name: 'press-releases',
    title: 'Press releases and filings, from which statements are extracted',
    reads:
      'one HTML or plain-text document per file, with --published and --ticker; or NDJSON with one object per document: {text, published, ticker?, cik?, company?, url?, form?, title?}',
    cut: 'lines',
    parse: (text, _, before = 0) => parseReleases(text, before, options),
  };
}

export const pressReleases: Connector = pressReleasesOf({});

/** Whether a file starts with a JSON object that has the field `text`. */
export function isNdjson(start: string): boolean {
  const [first = ''] = start.trimStart().split('\n', 1);
  const json = first.startsWith('{') ? readJson(first) : { reason: 'is no object' };
  return 'value' in json && isObject(json.value) && typeof json.value.text === 'string';
}

function parseReleases(text: string, before: number, options: ReleaseOptions): Parsed {
  if (text.trim() === '') return refused('is empty');
  if (text.slice(0, MAX_HEAD).includes('\0')) return refused('is not text');
  // In a large file, all parts after the first are NDJSON, even if their first line is invalid.
  if (isNdjson(text) || before > 0) {
    const { url: _, ...others } = options;
    return parsed(
      text.split('\n').flatMap((one, at) => {
        const where = `line ${before + at + 1}`;
        return one.trim() === '' ? [] : [readLine(one, where, others)];
      }),
    );
  }
  if (/^\s*[[{]/.test(text))
    return refused('is JSON without the field text: use one object {text, published} per line');
  return parsed([placed({ text }, 'file', options)]);
}

function parsed(read: readonly (PlacedText | Problem)[]): Parsed {
  const problems = read.filter((one) => 'reason' in one);
  const texts = read.filter((one) => 'text' in one);
  return { batches: [], problems, texts };
}

function readLine(text: string, where: string, options: ReleaseOptions): PlacedText | Problem {
  const json = readJson(text);
  if ('reason' in json) return { where, reason: json.reason };
  const { success, data, error } = line.safeParse(json.value);
  if (success) return placed(data, where, options);
  const field = error.issues[0]?.path.join('.') || 'the record';
  return { where, reason: `${field} is invalid` };
}

/** Matches the dateline of a newswire, or the heading `for immediate release`. */
const RELEASE =
  /\((?:GLOBE ?NEWSWIRE|BUSINESS WIRE|ACCESS ?WIRE|ACCESS ?NEWSWIRE)\)|\/?PR ?Newswire|\bNewsfile Corp\b|\bfor immediate release\b/i;

/**
 * Number of characters at the start of a text from which markup is removed before the form type is
 * read.
 */
const MAX_MARKED_HEAD = 40_000;
/** Matches the form on the cover of a report or registration statement. */
const COVER =
  /(?:(?<!\b(?:ON|THIS) )\bFORM|\bSecurities and Exchange Commission\b.{0,300} Form) (8-K|6-K|10-[KQ]|20-F|40-F|[SF]-[134])\b/;

/**
 * Returns the SEC form type of a text, as stated in its first lines. The first of these that exists
 * is used:
 * - the filing rule on the cover of a prospectus, which gives a form such as `424B5`;
 * - the type of the EDGAR document;
 * - the form on the cover of a report;
 * - `press release`, if the text has a dateline.
 */
function formIn(text: string): string | undefined {
  const head = withoutMarkup(text.slice(0, MAX_MARKED_HEAD)).slice(0, MAX_HEAD);
  const [, letter] = /\bfiled pursuant to rule 424 ?\(b\) ?\(([1-8])\)/i.exec(head) ?? [];
  if (letter) return `424B${letter}`;
  const [, type] = /<TYPE>\s*([A-Z0-9][\w.-]{1,15})/.exec(text.slice(0, MAX_HEAD)) ?? [];
  const [, report] = COVER.exec(head) ?? [];
  return type ?? report ?? (RELEASE.test(head) ? 'press release' : undefined);
}

function placed(one: Line, where: string, options: ReleaseOptions): PlacedText | Problem {
  const published = dayOf(one.published ?? options.published);
  if (published === undefined) {
    const reason = 'has no publication date: use --published YYYY-MM-DD';
    return { where, reason };
  }
  const cik = one.cik ?? options.cik;
  return {
    where,
    text: one.text,
    published,
    ticker: (one.ticker ?? options.ticker)?.toUpperCase(),
    cik: cik === undefined || cik === null ? undefined : String(cik),
    company: one.company ?? options.company,
    address: one.url ?? options.url,
    form: one.form ?? formIn(one.text),
    title: one.title ?? undefined,
  };
}
