import { CsvError, parse as parseCsv } from 'csv-parse/sync';
import { decodeHTMLStrict } from 'entities';
import * as z from 'zod';
import { isAboutCompany, lacksTicker } from '../../facts/company-reference.ts';
import { type FactName, factKinds } from '../../facts/fact-kinds.ts';
import { orderedRecord } from '../../facts/merge-records.ts';
import { isObject, lastDayOf, numberAt, readJson, type Untrusted, webPage } from './untrusted.ts';

/**
 * How to split a large file into chunks. Each chunk has the layout of the file. The file is split
 * between lines, between rows of a table, or between items of a JSON list.
 */
export type Cut = 'lines' | 'table' | { readonly lists: readonly string[]; readonly head?: string };

export interface Problem {
  /**
   * Where the problem is: a line, record or JSON path. `file` if the problem concerns the entire
   * file.
   */
  readonly where: string;
  readonly reason: string;
}

/** One record of a file before validation. */
export interface Row {
  /** `line 7` in CSV and NDJSON, `record 7` in a JSON list, starting at 1. */
  readonly where: string;
  readonly value: unknown;
  /** Whether all values are table cells, which are converted to the types of the schema. */
  readonly isText?: true;
}

/** The valid record, or the reason why the record is invalid. */
export type Checked =
  | { readonly record: Record<string, unknown>; readonly reason?: never }
  | { readonly record?: never; readonly reason: string };

/** Maximum characters of one table row. */
const MAX_ROW = 10_000_000;

/**
 * Reads the records of one collection from JSON (a list, `{"result": […]}`, `{"data": […]}` or one
 * record), NDJSON or CSV. The file extension selects the format if it is `.csv`, `.tsv`, `.ndjson`
 * or `.jsonl`. Otherwise, the content selects it.
 * @param before the number of records or lines of the file before this chunk
 */
export function readRecords(
  text: string,
  fileName: string,
  before = 0,
): { readonly rows: readonly Row[]; readonly problems: readonly Problem[] } {
  const page = webPage(text);
  if (page) return unreadable(page);
  if (/\.[ct]sv$/i.test(fileName)) return readTable(text, fileName, before);
  if (/\.(ndjson|jsonl)$/i.test(fileName)) return readLines(text, before);
  const first = text.match(/[^\s\uFEFF]/)?.[0];
  if (first === undefined) return unreadable('is empty');
  if (first !== '{' && first !== '[') return readTable(text, fileName, before);
  const json = readJson(text);
  if ('value' in json) return readList(json.value, before);
  return isLines(text) ? readLines(text, before) : unreadable(json.reason);
}

function unreadable(reason: string): ReturnType<typeof readRecords> {
  return { rows: [], problems: [{ where: 'file', reason }] };
}

/**
 * Returns the layout of a file of records. It depends on the file extension. If the extension is
 * unknown, the first characters of the file decide.
 */
export function layoutOf(fileName: string, start: string): Cut {
  if (/\.[ct]sv$/i.test(fileName)) return 'table';
  if (/\.(ndjson|jsonl)$/i.test(fileName)) return 'lines';
  const first = start.match(/\S/)?.[0];
  if (first !== '{' && first !== '[') return 'table';
  return first === '{' && isLines(start) ? 'lines' : { lists: ['result', 'data'] };
}

/**
 * Validates rows against the schema of a kind. Blank and null fields are omitted. A company can be
 * identified by `cik` or `company_name` instead of its ticker.
 */
export function checkRecords(
  kind: FactName,
  rows: readonly Row[],
): {
  readonly records: readonly Readonly<Record<string, unknown>>[];
  readonly problems: readonly Problem[];
} {
  const strict = recordChecker(kind);
  const lenient = recordChecker(kind, { needsTicker: true });
  const typed = cellTyper(kind);
  const records: Readonly<Record<string, unknown>>[] = [];
  const problems: Problem[] = [];
  for (const { where, value, isText } of rows) {
    const record = known(isText ? typed(value) : value);
    const check = isObject(record) && lacksTicker(kind, record) ? lenient : strict;
    const checked = check(record);
    if (checked.record) records.push(checked.record);
    else problems.push({ where, reason: checked.reason });
  }
  return { records, problems };
}

function known(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([, field]) => field !== null && field !== ''),
  );
}

/**
 * Returns a validator for records of a kind. Error messages name the field, as in `formattedDate is
 * not a date (YYYY-MM-DD)`.
 * @param needsTicker whether a record may lack a ticker, because tickers are looked up later
 */
export function recordChecker(
  kind: FactName,
  { needsTicker = false }: { needsTicker?: boolean } = {},
): (value: unknown) => Checked {
  const fullSchema: z.ZodObject = factKinds[kind].schema;
  const schema =
    needsTicker && isAboutCompany(kind) ? fullSchema.partial({ ticker: true }) : fullSchema;
  return (value) => {
    if (!isObject(value)) return { reason: 'is not a record with named fields' };
    const stated = Object.entries(value).filter(([, v]) => v !== undefined);
    const present = withLastDay(Object.fromEntries(stated.map(decoded)));
    const checked = schema.safeParse(present);
    return checked.success
      ? { record: orderedRecord(kind, checked.data) }
      : { reason: inWords(checked.error.issues, present) };
  };
}

/** Decodes HTML entities, such as `&#174;`, in the fields `title` and `summary`. */
function decoded([field, value]: [string, unknown]): [string, unknown] {
  const isText = (field === 'title' || field === 'summary') && typeof value === 'string';
  return [field, isText ? decodeHTMLStrict(value) : value];
}

/** If a catalyst has a `catdate` but no `formattedDate`, computes the `formattedDate`. */
function withLastDay(record: Untrusted): Untrusted {
  const { catdate, formattedDate } = record;
  const day = typeof catdate === 'string' && formattedDate == null ? lastDayOf(catdate) : undefined;
  return day ? { ...record, formattedDate: day } : record;
}

/** Maximum number of invalid fields in one message. */
const NAMED_FAULTS = 3;

function inWords(issues: readonly z.core.$ZodIssue[], value: unknown): string {
  const faults = issues.slice(0, NAMED_FAULTS).map((issue) => {
    const at = issue.path.reduce<unknown>((v, step) => (v as never)?.[step as never], value);
    const isMissing = at === undefined || at === null;
    return `${issue.path.join('.')} ${isMissing ? 'is missing' : fault(issue)}`;
  });
  const more = issues.length - NAMED_FAULTS;
  return faults.join('; ') + (more > 0 ? `; and ${more} more` : '');
}

function fault(issue: z.core.$ZodIssue): string {
  if (issue.message.startsWith('is ')) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return `is not ${typeWords[issue.expected] ?? issue.expected}`;
    case 'too_big':
      return issue.origin === 'string'
        ? `is longer than ${issue.maximum} characters`
        : `is more than ${issue.maximum}`;
    case 'too_small':
      return issue.origin === 'string' ? 'is empty' : `is less than ${issue.minimum}`;
    case 'invalid_value':
      return `is not one of ${issue.values.join(', ')}`;
    default:
      return 'is not text or a number';
  }
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a record with named fields',
};

/**
 * Returns a function that converts the cells of a row to the types of the schema. A cell that
 * cannot be converted stays text.
 */
function cellTyper(kind: FactName): (value: unknown) => unknown {
  const { properties = {} } = z.toJSONSchema(factKinds[kind].schema as z.ZodObject, {
    io: 'input',
    unrepresentable: 'any',
  });
  const types = new Map(Object.entries(properties).map(([name, type]) => [name, typesOf(type)]));
  return (value) =>
    Object.fromEntries(
      Object.entries(value as Record<string, string>).map(([name, cell]) => [
        name,
        typedCell(cell, types.get(name) ?? []),
      ]),
    );
}

function typesOf(schema: z.core.JSONSchema._JSONSchema): readonly string[] {
  if (typeof schema === 'boolean') return [];
  const own = schema.type === undefined ? [] : [schema.type].flat();
  return [...own, ...(schema.anyOf ?? []).flatMap(typesOf)];
}

/**
 * Converts a cell to one of the given types. Our choice: a list may be JSON or plain text such as
 * `first; second`.
 */
function typedCell(cell: string, types: readonly string[]): unknown {
  if (types.includes('array')) {
    const words = cell.split(';').map((word) => word.trim());
    const json = cell.startsWith('[') ? readJson(cell) : { value: words };
    return 'value' in json ? json.value : cell;
  }
  if (types.includes('string')) return cell;
  if (types.includes('number')) return numberAt(cell) ?? cell;
  if (types.includes('boolean')) {
    if (/^(?:true|yes|1)$/i.test(cell)) return true;
    if (/^(?:false|no|0)$/i.test(cell)) return false;
  }
  return cell;
}

function readList(value: unknown, before: number): ReturnType<typeof readRecords> {
  const listed = isObject(value) ? (value.result ?? value.data ?? value) : value;
  const list = Array.isArray(listed) ? listed : [value];
  return {
    rows: list.map((item: unknown, at) => ({ where: `record ${before + at + 1}`, value: item })),
    problems: [],
  };
}

function isLines(text: string): boolean {
  const [first = ''] = text.trimStart().split('\n', 1);
  return 'value' in readJson(first);
}

function readLines(text: string, before: number): ReturnType<typeof readRecords> {
  const rows: Row[] = [];
  const problems: Problem[] = [];
  text.split('\n').forEach((line, at) => {
    if (line.trim() === '') return;
    const json = readJson(line);
    const where = `line ${before + at + 1}`;
    if ('value' in json) rows.push({ where, value: json.value });
    else problems.push({ where, reason: json.reason });
  });
  return { rows, problems };
}

interface TableLine {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

function readTable(text: string, fileName: string, before: number): ReturnType<typeof readRecords> {
  let lines: readonly TableLine[];
  try {
    lines = parseCsv(text, {
      bom: true,
      delimiter: /\.tsv$/i.test(fileName) ? '\t' : ',',
      info: true,
      max_record_size: MAX_ROW,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as readonly TableLine[];
  } catch (cause) {
    const open = cause instanceof CsvError && cause.code === 'CSV_QUOTE_NOT_CLOSED';
    return unreadable(open ? 'opens a quote that never closes' : 'is not a table (CSV)');
  }
  const [header, ...body] = lines;
  if (!header) return unreadable('is empty');
  const rows: Row[] = [];
  const problems: Problem[] = [];
  for (const { record: cells, info } of body) {
    const where = `line ${before + info.lines}`;
    if (cells.length === header.record.length) {
      rows.push({ where, value: namedCells(header.record, cells), isText: true });
    } else {
      const reason = `has ${cells.length} cells, but the header has ${header.record.length}`;
      problems.push({ where, reason });
    }
  }
  return { rows, problems };
}

function namedCells(names: readonly string[], cells: readonly string[]): object {
  return Object.fromEntries(
    names
      .map((name, at) => [name, cells[at] ?? ''] as const)
      .filter(([name, cell]) => name !== '' && name !== '__proto__' && cell !== ''),
  );
}
