import { ServiceError } from '../base/errors.ts';
import { cutTo } from '../base/foreign-text.ts';
import { rowsIn } from '../catalogue/query.ts';
import { readable } from '../catalogue/units.ts';
import { type AskedPart, type Dossier, type NamedDossier, noticesOf } from '../service/dossiers.ts';
import type { Answer } from '../service/service.ts';
import { originWords, sourcesOf } from '../service/source-list.ts';
import { type AskedText, excerptOf, joinedText, textId } from './passage.ts';
import { cell } from './render.ts';
import { pageOf, type SearchResult, trialPage } from './search.ts';

/**
 * Maximum bytes of the text of a dossier. With four bytes per token, the answer of `fetch` then has
 * fewer than 2,000 tokens.
 */
const MAX_DOSSIER_BYTES = 6_600;
/** Maximum characters of a value in a dossier. The prose field of a part has a higher maximum. */
const MAX_CELL = 110;
/** Maximum characters of a value of the prose field. Unlimited if a part has only one record. */
const MAX_PROSE_CELL = 600;

/** A dossier in the result format of `fetch`. */
interface Document extends SearchResult {
  readonly text: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/**
 * @param origin the URL of this server, such as `http://127.0.0.1:8787`. Undefined over stdio
 * @param asked the passage of a long text to return
 */
export function documentOf(
  dossier: NamedDossier,
  origin: string | undefined,
  asked: AskedText = {},
): Document {
  const { kind, key, title, source, Note } = dossier;
  const { from, asOf } = source.describe();
  const id = kind === 'text' ? textId(key) : `${kind}:${key}`;
  return {
    id,
    title,
    text: withinBudget(dossier, asked),
    url: kind === 'trial' ? trialPage(key, source.demo, origin) : pageOf(id, origin),
    metadata: { kind, source: from, ...(asOf ? { as_of: asOf } : {}), ...(Note ? { Note } : {}) },
  };
}

/**
 * Formats the parts of a dossier as text, up to the maximum size. Each part states its source, its
 * date, and the tool call that returns more records.
 */
function withinBudget(dossier: NamedDossier, asked: AskedText): string {
  const isAsked = Object.values(asked).some(Boolean);
  const told = dossier.parts.filter(hasText);
  const long = told.filter((part) => hasLong(part) && (isAsked || showsLong(part)));
  const isOnly = isAsked && long.length > 0;
  const parts = isOnly ? long : told;
  const head = [...(isAsked && !isOnly ? [NO_TEXT] : []), ...headOf(dossier)];
  const empty = isOnly ? [] : emptyLine(dossier);
  const frame = [...head, ...parts.map(() => ''), ...empty].join('\n\n');
  const free = MAX_DOSSIER_BYTES - Buffer.byteLength(frame);
  const budget = Math.floor(free / Math.max(1, parts.length));
  let left = 0;
  const texts = parts.map((part) => {
    // A part can also use the bytes that the earlier parts did not need.
    const text = partText(part, dossier, budget + left, long.includes(part) ? asked : undefined);
    left += budget - Buffer.byteLength(text);
    return text;
  });
  return [...head, ...texts, ...empty].join('\n\n');
}

const NO_TEXT = 'query and offset select a passage of a text, but no text is available here.';

/** Whether a part has a long text from which `query` and `offset` select a passage. */
function hasLong(part: AskedPart): boolean {
  const { endpoint, prose = '', most } = part;
  const isLong = endpoint.fields[prose]?.passage !== undefined;
  const rows = rowsOf(part).slice(0, most);
  return isLong && rows.some((row) => joinedText(row[prose]) !== '');
}

/** Whether the long text is shown even without `query` and `offset`. */
function showsLong({ fields, prose = '' }: AskedPart): boolean {
  return fields.includes(prose);
}

/** Formats a dossier as text with all records of its parts. */
export function wholeText(dossier: Dossier): string {
  const parts = dossier.parts
    .filter(hasText)
    .map((part) => partText(part, dossier, Number.POSITIVE_INFINITY));
  return [...headOf(dossier), ...parts, ...emptyLine(dossier)].join('\n\n');
}

/**
 * Whether a part has its own section in the text. A part has a section if it has records, or if an
 * error explains why its records cannot be shown. The titles of all other parts are in one line.
 */
function hasText({ answer }: AskedPart): boolean {
  return answer instanceof ServiceError || answer.records.length > 0;
}

/** Formats one line with the titles of all parts that have no records. */
function emptyLine({ parts }: Dossier): readonly string[] {
  const empty = parts.filter((part) => !hasText(part));
  const names = empty.map(
    ({ title, endpoint }) => `${title.split(/, | \(/)[0]} (${endpoint.name})`,
  );
  return names.length > 0 ? [`No records: ${names.join(', ')}.`] : [];
}

/** Returns the notes and notices that apply to the whole dossier. */
function headOf({ Note, notices }: Dossier): readonly string[] {
  return [...(Note === undefined ? [] : [`Note: ${Note}`]), ...notices];
}

/** @param asked the passage of the long text to show; undefined to show no passage */
function partText(
  part: AskedPart,
  { notices }: Dossier,
  budget: number,
  asked?: AskedText,
): string {
  const { answer, title, endpoint, prose: long = '' } = part;
  if (answer instanceof ServiceError) return `${title}: ${answer.message} (${endpoint.name}).`;
  const all = rowsOf(part).slice(0, part.most);
  const excerpts = asked ? all.map((row) => excerptOf(joinedText(row[long]), asked)) : [];
  const rows = asked ? all.map((row, at) => ({ ...row, [long]: excerpts[at]!.text })) : all;
  const source = sourceOf(answer, rows);
  const isWhole = budget === Number.POSITIVE_INFINITY;
  const few = asked && !showsLong(part) ? [part.fields[0]!, long] : part.fields;
  const fields = isWhole ? [...few, 'source_url'] : few;
  const columns = fields.filter((field) => rows.some((row) => cell(row[field]) !== ''));
  // An excerpt is never shortened. The prose of a part with only one record is not shortened
  // either.
  const prose = asked || part.most === 1 ? Number.POSITIVE_INFINITY : MAX_PROSE_CELL;
  const most = (column: string) => (column === part.prose ? prose : MAX_CELL);
  const lines = rows.map((row) =>
    columns
      .map((column) =>
        cutTo(cell(readable(row[column], endpoint.record[column]?.unit)), most(column)),
      )
      .join('\t'),
  );
  const own = [
    ...noticesOf(answer).filter((notice) => !notices.includes(notice)),
    ...excerpts.flatMap(({ notice = [] }) => notice),
  ];
  const head = (shown: number) => {
    const call = part.key ? '' : `; more: ${endpoint.name} ${JSON.stringify(part.arguments)}`;
    const first = `${title} (${shown} of ${answer.total}; ${source}${call})`;
    return [first, ...own, columns.join('\t')].join('\n');
  };
  const shown = linesWithin(lines, budget - Buffer.byteLength(head(lines.length)));
  return [head(shown.length), ...shown].join('\n');
}

/**
 * Formats the sources of the records in a part, followed by the URL of the first source document.
 */
function sourceOf({ source }: Answer, rows: readonly Row[]): string {
  const sources = sourcesOf(rows);
  const { from, asOf } = source;
  const words = originWords(source, sources);
  const dated = words === from && asOf ? `${from}, as of ${asOf}` : words;
  const [url] = sources.flatMap(({ urls }) => urls);
  return url && url.length <= MAX_CELL ? `${dated}, ${url}` : dated;
}

type Row = Readonly<Record<string, unknown>>;

/**
 * Returns the records of a part in display order, which is reversed if the part shows the last
 * page.
 */
function rowsOf({ answer, fromEnd }: AskedPart): readonly Row[] {
  const rows = answer instanceof ServiceError ? [] : rowsIn(answer);
  return fromEnd ? rows.toReversed() : rows;
}

/** Returns as many complete lines as the size permits, but at least the first line. */
function linesWithin(lines: readonly string[], budget: number): readonly string[] {
  let bytes = 0;
  const fitting = lines.findIndex((line) => {
    bytes += Buffer.byteLength(line) + 1;
    return bytes > budget;
  });
  return fitting < 0 ? lines : lines.slice(0, Math.max(1, fitting));
}
