import * as z from 'zod';
import { dayOf } from '../domain/dates.ts';
import { isObject, readJson } from './formats/untrusted.ts';
import { type Collector, type Connector, collector, type Parsed, refused } from './parsed.ts';
import { mentionRecord, type ReleasedText } from './released-text.ts';

/** What is said of all texts of an import that do not say so themselves. */
export interface ReleaseOptions {
  readonly ticker?: string | undefined;
  readonly cik?: string | undefined;
  readonly company?: string | undefined;
  /** `YYYY-MM-DD` */
  readonly published?: string | undefined;
  /** Where the text can be read. */
  readonly url?: string | undefined;
}

/** Characters of one text; filings with more are data, not prose. */
const MAX_TEXT = 8 * 2 ** 20;
/** Characters in which a file that is no text shows it. */
const MAX_HEAD = 4_096;

const word = z.string().trim().min(1).max(1_000).nullish();
const line = z.object({
  text: z.string().min(1).max(MAX_TEXT),
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
 * Press releases and filings by hand. A file is one text, HTML or plain; or NDJSON, one text a line:
 * `{text, published, ticker?, cik?, company?, url?, form?, title?}`. The options stand where a text
 * does not say so itself; one whose day or company nobody says is refused.
 */
export function pressReleasesOf(options: ReleaseOptions): Connector {
  return {
    name: 'press-releases',
    title: 'Press releases and filings, read for what they state',
    reads:
      'one text a file, HTML or plain, with --published and --ticker; or NDJSON of {text, published, ticker?, cik?, company?, url?, form?, title?}',
    cut: 'lines',
    parse: (text, _, before = 0) => parseReleases(text, before, options),
  };
}

export const pressReleases: Connector = pressReleasesOf({});

/** Whether a file's beginning is one text a line: a JSON object of one line with a text. */
export function isNdjson(start: string): boolean {
  const [first = ''] = start.trimStart().split('\n', 1);
  const json = first.startsWith('{') ? readJson(first) : { reason: 'is no object' };
  return 'value' in json && isObject(json.value) && typeof json.value.text === 'string';
}

function parseReleases(text: string, before: number, options: ReleaseOptions): Parsed {
  if (text.trim() === '') return refused('is empty');
  if (text.slice(0, MAX_HEAD).includes('\0')) return refused('is not text');
  const found = collector();
  // A later part of a large file may begin with a line that is none.
  if (isNdjson(text) || before > 0) {
    // An address is that of one text.
    const { url: _, ...others } = options;
    text.split('\n').forEach((one, at) => {
      if (one.trim() !== '') addLine(found, one, `line ${before + at + 1}`, others);
    });
    return found.parsed();
  }
  if (/^\s*[[{]/.test(text))
    return refused('is JSON without a text: give {text, published} a line');
  if (text.length > MAX_TEXT) return refused(`has more than ${MAX_TEXT / 2 ** 20} MiB of text`);
  addText(found, { text }, 'file', options);
  return found.parsed();
}

function addLine(found: Collector, text: string, where: string, options: ReleaseOptions): void {
  const json = readJson(text);
  if ('reason' in json) {
    found.problem(where, json.reason);
    return;
  }
  const { success, data, error } = line.safeParse(json.value);
  if (success) addText(found, data, where, options);
  else found.problem(where, `${error.issues[0]?.path.join('.') || 'it'} is not as it should be`);
}

function addText(found: Collector, one: Line, where: string, options: ReleaseOptions): void {
  const published = dayOf(one.published ?? options.published);
  if (published === undefined) {
    found.problem(where, 'has no day of publication: give it with --published YYYY-MM-DD');
    return;
  }
  const cik = one.cik ?? options.cik;
  const text: ReleasedText = {
    text: one.text,
    published,
    ticker: (one.ticker ?? options.ticker)?.toUpperCase(),
    cik: cik === undefined || cik === null ? undefined : String(cik),
    company: one.company ?? options.company,
    address: one.url ?? options.url,
    form: one.form ?? 'press release',
    title: one.title ?? undefined,
  };
  const record = mentionRecord(text);
  if (record) found.add('mentions', where, record, ...('ticker' in record ? [] : [NO_TICKER]));
  else found.problem(where, 'does not say whose it is: give --ticker, --cik or --company');
}

const NO_TICKER = { needsTicker: true } as const;
