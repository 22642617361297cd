import { withoutControls } from '../base/foreign-text.ts';
import { type Endpoint, ordersOf } from '../catalogue/endpoint.ts';
import { type Field, provenance } from '../catalogue/fields.ts';
import { MAX_LIST } from '../catalogue/param-values.ts';
import { type Query, rowsIn } from '../catalogue/query.ts';
import { readable } from '../catalogue/units.ts';
import type { Answer } from '../service/service.ts';
import { originWords, sourceList, sourcesByRow, sourcesOf } from '../service/source-list.ts';
import { joinedText, passageOf, textId } from './passage.ts';
import { tableText } from './table-text.ts';

/**
 * Maximum bytes of the text of an answer. The typed objects of an answer have the same limit. With
 * four bytes per token, the limit is 8,000 tokens.
 */
export const answerBytes = 32_000;
/**
 * Bytes reserved for the header, the pagination, the list of sources and the line about omitted
 * records.
 */
const frameBytes = 1_200;

export interface View {
  /** Names of the fields to return. If undefined, `detail` determines the fields. */
  readonly fields: readonly string[] | undefined;
  readonly detail: 'concise' | 'full';
  /** Whether the answer also contains the records as typed objects. */
  readonly structured: boolean;
  /**
   * The tool that the answer suggests as the next call. Absent if the caller may not use this tool.
   */
  readonly next?: Endpoint | undefined;
}

export interface Rendered {
  /** The complete answer as compact text. */
  readonly text: string;
  /** The answer as JSON, if the request asks for typed objects. */
  readonly structured: string | undefined;
}

type Row = Readonly<Record<string, unknown>>;

/** A record with the fields to return. */
interface ShownRecord {
  /** The record with all its fields. */
  readonly whole: Row;
  /** Returns a copy with the fields to return. */
  readonly values: () => Row;
  /** The values of the returned fields as text. */
  readonly cells: readonly string[];
}

/**
 * Renders an answer as text: a header, then one line per record with tab-separated values. If the
 * limit is reached, the text ends after a full record and states how to request the remaining
 * records.
 */
export function render(given: Answer, view: View): Rendered {
  const answer = parsedAnswer(given, view);
  const fields = shownFields(answer, view);
  const notes = notesOf(answer, view, fields);
  const around = frameBytes + Buffer.byteLength(JSON.stringify([fields, answer.Note, notes]));
  const { rows, cut } = withinBudget(answer, fields, answerBytes - around, view);
  const notices = [...(cut ? [cut] : []), ...withheld(answer, rows.length), ...notes];
  const sources = sourcesOf(rows.map(({ whole }) => whole));
  const from = originWords(answer.source, sources);
  const isLacking = isSparse(answer.endpoint, view);
  const empty = rows.filter((row) => isEmpty(row.whole, fields) || isLacking(row));
  const shownRows = empty.length < rows.length ? rows.filter((row) => !empty.includes(row)) : rows;
  const lines = [
    header(answer, rows.length, from),
    ...(answer.Note ? [`Note: ${answer.Note}`] : []),
    ...notices,
    ...(shownRows.length < rows.length ? [emptyLine(empty, answer.endpoint)] : []),
    ...tableText(
      fields,
      shownRows.map(({ cells }) => cells),
    ),
    ...sourceLines(shownRows, fields, view),
    ...nextLine(answer, rows, view),
  ];
  const structured = view.structured ? structuredOf(answer, rows, notices, from) : undefined;
  return { text: lines.join('\n'), structured };
}

/** An answer with its parsed records, and with all fields of its endpoint. */
interface ParsedAnswer extends Answer {
  readonly rows: readonly Row[];
  readonly all: Endpoint['record'];
}

function parsedAnswer(answer: Answer, view: View): ParsedAnswer {
  const all = answer.endpoint.fields;
  return { ...answer, all, rows: withPassages(rowsIn(answer), all, answer.query, view) };
}

/**
 * Replaces long texts with passages around the search words. `MAX_PASSAGES` limits the length of
 * the passages. Each passage is followed by the call that returns more of the text.
 */
function withPassages(
  rows: readonly Row[],
  all: Endpoint['record'],
  query: Query,
  view: View,
): readonly Row[] {
  const found = Object.entries(all).find(([, one]) => one.passage);
  if (!found) return rows;
  const [field, { passage = '', type }] = found;
  const isList = type === 'texts';
  const least = view.fields || view.detail === 'full' ? MAX_PASSAGES.asked : 0;
  const share = Math.floor(MAX_PASSAGES.shared / Math.max(1, rows.length));
  const most = isList ? MAX_PASSAGES.list : Math.max(least, share);
  const asked = query.arguments[passage] ?? '';
  return rows.map((row) => {
    const text = joinedText(row[field]);
    if (text.length <= most) return row;
    const shown = `${passageOf(text, asked, most)}${callFor(row)}`;
    return { ...row, [field]: isList ? [shown] : shown };
  });
}

/**
 * The `fetch` call that returns more of a record's long text. Empty if the record has neither an ID
 * nor a drug name.
 */
function callFor({ id, nctId, drug_name }: Row): string {
  if (id) return ` fetch ${textId(id)}`;
  if (nctId) return ` fetch trial:${nctId} with query`;
  return drug_name ? ` fetch drug:${drug_name} with query` : '';
}

/** The lines of notes below the header. */
function notesOf(answer: ParsedAnswer, view: View, fields: readonly string[]): readonly string[] {
  const { endpoint, records, staleAsOf, notices = [] } = answer;
  return [
    ...(records.length > 0 ? leftOut(answer, view, fields) : []),
    ...(staleAsOf
      ? [`The source does not respond. These records were fetched at ${staleAsOf}.`]
      : []),
    ...notices.filter((notice) => isRelevant(notice, endpoint, fields)),
  ];
}

/**
 * Whether an answer includes a notice. The endpoint's own notice is omitted if the answer shows
 * none of the fields that the notice names.
 */
function isRelevant(notice: string, endpoint: Endpoint, shown: readonly string[]): boolean {
  return notice !== endpoint.notice || shown.some((field) => notice.includes(field));
}

/**
 * Formats the typed objects of an answer. They contain the fields of a REST answer, and also the
 * values in the header line of the text.
 */
function structuredOf(
  answer: Answer,
  rows: readonly ShownRecord[],
  notices: readonly string[],
  from: string,
): string {
  const { first, last } = rangeOf(answer, rows.length);
  return JSON.stringify({
    result: rows.map(({ values }) => values()),
    pagination: answer.pagination,
    source: from,
    ...(answer.source.asOf ? { as_of: answer.source.asOf } : {}),
    sorted_by: sortWords(answer),
    ...(rows.length > 0 ? { first, last } : {}),
    ...(answer.Note ? { Note: answer.Note } : {}),
    ...(answer.staleAsOf ? { stale_as_of: answer.staleAsOf } : {}),
    ...(notices.length > 0 ? { notices } : {}),
  });
}

/**
 * Our choice: a prose field is shown only if the answer has at most `records` records, and the
 * texts of the field have at most `characters` characters in total.
 */
const MAX_PROSE = { records: 5, characters: 900 };
/**
 * Our choice: an answer with only one record also shows long fields. The value of such a field must
 * have at most this many characters.
 */
const MAX_OF_ONE = 200;

/**
 * Maximum characters of passages. Each passage gets an equal part of `shared` characters. If the
 * request names fields or asks for full records, each passage gets at least `asked` characters. A
 * passage from a list of texts always gets `list` characters.
 */
const MAX_PASSAGES = { shared: 1_200, asked: 400, list: 2_000 };

/**
 * Returns the names of the fields to show. If the request names no fields, the source fields are
 * omitted, because the sources are listed below the records.
 */
function shownFields({ endpoint, rows, all }: ParsedAnswer, { fields, detail }: View): string[] {
  if (fields) return Object.keys(all).filter((name) => fields.includes(name));
  const few = rows.length <= MAX_PROSE.records ? rows : [];
  const isShort = (name: string, { passage }: Field) => {
    if (passage) return few.length > 0;
    const characters = few.reduce((sum, row) => sum + statedText(row[name]).length, 0);
    return few.length > 0 && characters <= MAX_PROSE.characters;
  };
  const [only, ...others] = rows;
  const isOfOne = (name: string) =>
    only &&
    others.length === 0 &&
    !aboutRecord.has(name) &&
    JSON.stringify(only[name] ?? '').length <= MAX_OF_ONE;
  return Object.entries(all)
    .filter(
      ([name, one]) =>
        detail === 'full' || !one.long || (one.prose ? isShort(name, one) : isOfOne(name)),
    )
    .filter(([name]) => name in endpoint.record || !(name in provenance))
    .map(([name]) => name);
}

/**
 * Returns as many complete records as the size limits permit. If even the first record is too long,
 * it is returned with its long values shortened.
 */
function withinBudget(
  answer: ParsedAnswer,
  fields: readonly string[],
  budget: number,
  { structured, ...view }: View,
): { rows: ShownRecord[]; cut?: string } {
  const inFull = view.fields !== undefined || view.detail === 'full';
  const rows: ShownRecord[] = [];
  let [lineBytes, jsonBytes] = [0, 0];
  for (const whole of answer.rows) {
    const row = shownRecord(whole, fields, answer, inFull);
    lineBytes += Buffer.byteLength(row.cells.join('\t')) + 1;
    if (structured) jsonBytes += Buffer.byteLength(JSON.stringify(row.values())) + 1;
    if (Math.max(lineBytes, jsonBytes) > budget) break;
    rows.push(row);
  }
  const [first] = answer.rows;
  if (rows.length > 0 || !first) return { rows };
  const { values, cut } = shortened(pick(first, fields), budget);
  return { rows: [{ ...shownRecord(values, fields, answer, inFull), whole: first }], cut };
}

function shownRecord(
  whole: Row,
  fields: readonly string[],
  { endpoint, all }: ParsedAnswer,
  inFull: boolean,
): ShownRecord {
  const cells = fields.map((name) =>
    cell(
      all[name]?.prose && !inFull
        ? statedText(whole[name])
        : readable(whole[name], endpoint.record[name]?.unit),
    ),
  );
  return { whole, values: () => pick(whole, fields), cells };
}

/**
 * Formats a value of a prose field. The value can be a list of extracted values, each with its
 * sentence (see the field `known`). An extracted value without a sentence is omitted. Example:
 * `decision Approved: FDA approves Zelvora`.
 */
function statedText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value) || value.every((one) => typeof one === 'string')) return cell(value);
  const stated = value.flatMap(({ field, value: is, sentence }) =>
    sentence ? [`${field} ${is ?? ''}: ${sentence}`] : [],
  );
  return stated.join('; ');
}

/** Maximum number of companies that an answer names if their records have no data to show. */
const MAX_NAMED = 10;

/**
 * Fields that identify a record or describe how it was computed. They are not data about the
 * company.
 */
const aboutRecord: ReadonlySet<string> = new Set(
  'ticker company_name name cik flags method as_of source source_url source_date coverage_pct weight'.split(
    ' ',
  ),
);

/** Whether a record contains no data about its company. */
function isEmpty(record: Row, fields = Object.keys(record)): boolean {
  return fields.every((field) => {
    const value = record[field] ?? '';
    const isObject = typeof value === 'object';
    return aboutRecord.has(field) || value === '' || (isObject && isEmpty(value as Row));
  });
}

/**
 * Returns a function that tells whether all fields of `sparse.unless` are empty in a record. An
 * answer counts such records but does not show them.
 */
function isSparse({ sparse }: Endpoint, { fields, detail }: View): (row: ShownRecord) => boolean {
  if (!sparse || fields || detail === 'full') return () => false;
  return ({ whole }) => sparse.unless.every((field) => !whole[field] && whole[field] !== 0);
}

function emptyLine(empty: readonly ShownRecord[], { sparse }: Endpoint): string {
  const lack = sparse?.lack ?? 'have no values';
  const shown = empty.map(({ values }) => values());
  const names = [...new Set(shown.map((row) => cell(row.ticker ?? row.company_name)))];
  const more = names.length > MAX_NAMED ? ', …' : '';
  return `Records not shown because they ${lack}: ${empty.length} (${names.slice(0, MAX_NAMED).join(', ')}${more}).`;
}

function pick(record: Row, fields: readonly string[]): Row {
  const picked: Record<string, unknown> = {};
  for (const field of fields) if (record[field] !== undefined) picked[field] = record[field];
  return picked;
}

function shortened(row: Row, budget: number): { values: Row; cut: string } {
  const share = Math.floor(budget / 3 / Math.max(1, Object.keys(row).length));
  const long = Object.entries(row).filter(([, value]) => JSON.stringify(value).length > share);
  const short = Object.fromEntries(
    Object.entries(row).map(([field, value]) => [
      field,
      JSON.stringify(value).length > share
        ? `${beginning(typeof value === 'string' ? value : JSON.stringify(value), share)}…`
        : value,
    ]),
  );
  const names = long.map(([field]) => field).join(', ');
  return {
    values: short,
    cut: `Shortened because the record is too long: ${names}. REST returns the full record.`,
  };
}

/**
 * Returns the start of a text. In JSON, the returned text has at most `characters` characters. JSON
 * writes an escaped character as up to six characters.
 */
function beginning(text: string, characters: number): string {
  let end = characters;
  for (;;) {
    const start = text.slice(0, end);
    const length = JSON.stringify(start).length - 2;
    // If the cut splits a surrogate pair, the first half is removed.
    if (length <= characters) return start.replace(/[\ud800-\udbff]$/, '');
    end = Math.floor((start.length * characters) / length);
  }
}

function header(answer: Answer, shown: number, from: string): string {
  const { endpoint, pagination, source } = answer;
  const { total, page, pageSize } = pagination;
  const { first, last } = rangeOf(answer, shown);
  const range =
    shown === 0 ? 'no records' : shown === 1 ? `record ${first}` : `records ${first}–${last}`;
  const pages =
    endpoint.paging === 'pages'
      ? `, page ${page} of ${Math.max(1, Math.ceil(total / pageSize))}`
      : '';
  const dated = source.asOf && from === source.from ? `, as of ${source.asOf}` : '';
  const sorted = sortWords(answer);
  const order = sorted ? `, sorted by ${sorted}` : '';
  return `${endpoint.name}: ${range} of ${total}${pages}${order}. Source: ${from}${dated}.`;
}

/**
 * Formats the list of sources below the records. The list is omitted if the records show their
 * source fields.
 */
function sourceLines(
  rows: readonly ShownRecord[],
  shown: readonly string[],
  { fields }: View,
): readonly string[] {
  const records = rows.map(({ whole }) => whole);
  const stated = records.flatMap((record) => [
    ...(shown.includes('stated_until') ? statementSource(record) : []),
    ...fieldSources(record, shown),
  ]);
  const named = [...records, ...stated].filter(({ source }) => typeof source === 'string');
  if (named.length === 0 || fields?.includes('source')) return [];
  const isShown = stated.length > 0 || shown.includes('source_url');
  const byRow = isShown ? undefined : sourcesByRow(records);
  return ['', `Sources: ${byRow ?? sourceList(sourcesOf(named))}`];
}

/**
 * The source of a statement by the company, for example about how long its cash lasts. A record
 * that combines several sources has separate fields for this source (`stated_by`, `stated_url`,
 * `stated_date`).
 */
function statementSource({ stated_by, stated_url, stated_date }: Row): readonly Row[] {
  if (!stated_date) return [];
  const source = stated_by ? `stated in ${stated_by}` : 'statement of the company';
  return [{ source, source_url: stated_url, source_date: stated_date }];
}

/**
 * Returns the distinct sources that the field `known` lists for the shown fields. An item of
 * `known` without a value states the source of a field. Items with a value are skipped, because
 * they describe events that have their own documents.
 */
function fieldSources({ known }: Row, shown: readonly string[]): readonly Row[] {
  const items: readonly Row[] = Array.isArray(known) ? known : [];
  const sources = new Map<unknown, Row>();
  for (const { field, value, source, url, known_from } of items) {
    if (value !== undefined || !shown.includes(String(field))) continue;
    sources.set(source, { source, source_url: url, source_date: known_from });
  }
  return [...sources.values()];
}

/**
 * Matches a ticker. Tickers in any other form are not copied from records to suggested calls,
 * because records contain text from outside sources.
 */
const tickerForm = /^[\w.-]{1,12}$/;

/** Formats the suggested next call, such as `Next: cash_runway with {"ticker":"ACME,BOLT"}`. */
function nextLine(
  { query }: Answer,
  rows: readonly ShownRecord[],
  { next }: View,
): readonly string[] {
  const ticker = next?.parameters.ticker;
  const most = ticker?.kind === 'filter' && ticker.isList ? MAX_LIST : 1;
  const values = rows.map(({ whole }) => cell(whole.ticker));
  const tickers = [...new Set(values)].filter((value) => tickerForm.test(value));
  // An answer about a past day suggests no next call, because most tools answer only about today.
  const isPast = query.arguments.as_of !== undefined;
  if (!next || isPast || tickers.length === 0 || tickers.length > most) return [];
  return [`Next: ${next.name} with ${JSON.stringify({ ticker: tickers.join() })}`];
}

/**
 * The positions of the first and the last shown record in the list of all matching records, counted
 * from 1.
 */
function rangeOf({ endpoint, pagination, query }: Answer, shown: number) {
  const { page, pageSize } = pagination;
  const first = (endpoint.paging === 'pages' ? (page - 1) * pageSize : 0) + (query.skip ?? 0) + 1;
  return { first, last: first + shown - 1 };
}

function sortWords({ endpoint, query }: Answer): string {
  const orders = ordersOf(endpoint);
  const [, own = []] = orders.find(([name]) => name === query.order) ?? orders[0] ?? [];
  const order = query.sort ? [query.sort] : own;
  return order.map(({ field, direction }) => `${field} ${direction}`).join(', ');
}

/**
 * Returns a line that lists the fields that the answer does not show. If the caller requested
 * fields, the line lists the requested fields that are empty.
 */
function leftOut(answer: ParsedAnswer, view: View, shown: readonly string[]): string[] {
  if (view.fields) return emptyFields(answer, shown);
  if (view.detail === 'full') return [];
  // Internal identifiers are not listed, because callers cannot use them.
  const out = Object.keys(answer.all).filter(
    (field) => !shown.includes(field) && !field.startsWith('_') && !(field in provenance),
  );
  return out.length > 0 ? [`Omitted columns (request with fields=NAME): ${out.join(', ')}.`] : [];
}

/**
 * Returns a line with the requested fields that are empty in all rows. The line also lists the
 * flags of the rows, because flags can state why fields are empty.
 */
function emptyFields({ rows }: ParsedAnswer, shown: readonly string[]): string[] {
  const empty = shown.filter((field) => rows.every((row) => cell(row[field]) === ''));
  if (empty.length === 0) return [];
  const flags = new Set(rows.flatMap((row) => (Array.isArray(row.flags) ? row.flags : [])));
  const reasons =
    flags.size > 0 && !shown.includes('flags') ? ` Flags: ${[...flags].join(', ')}.` : '';
  return [`Empty in all rows: ${empty.join(', ')}.${reasons}`];
}

function withheld({ endpoint, records, ...answer }: Answer, shown: number): string[] {
  const { pagination, query } = answer;
  const rest = answer.rest + records.length - shown;
  const nearest = query.sort === undefined && isFurthestFirst(endpoint);
  if (rest > 0) {
    const more = `${rest} more records in this answer: call again with skip=${(query.skip ?? 0) + shown}.`;
    return [nearest ? `${more} The nearest dates are last.` : more];
  }
  const { page, pageSize, total } = pagination;
  if (shown === 0 && total > 0) {
    const pages = Math.ceil(total / pageSize);
    return ['whole', 'single'].includes(endpoint.paging)
      ? [`skip must be below ${total}.`]
      : [
          `This page has no records: set page to 1–${pages}. The parameter skip must be below the number of records per page.`,
        ];
  }
  if (endpoint.paging !== 'pages') return [];
  const after = total - page * pageSize;
  if (after <= 0) return [];
  const last = Math.ceil(total / pageSize);
  const more = `${after} more records: call again with page=${page + 1}.`;
  return [nearest ? `${more} The nearest dates are on the last page: page=${last}.` : more];
}

/** Whether the endpoint lists upcoming dates, the furthest first. */
function isFurthestFirst(endpoint: Endpoint): boolean {
  const order = ordersOf(endpoint)[0]?.[1][0];
  const isAhead = endpoint.constraints?.some(
    ({ field, is }) => field === order?.field && is === 'today or later',
  );
  return isAhead === true && order?.direction === 'descending';
}

/** Formats a value on one line, with line breaks and tabs escaped. */
export function cell(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return escaped(value);
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) {
    return escaped(value.join('; '));
  }
  return escaped(JSON.stringify(value));
}

function escaped(text: string): string {
  // Most values are plain ASCII. Testing this first halves the time of a cell.
  if (/^[ -~]*$/.test(text)) return text;
  return withoutControls(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}
