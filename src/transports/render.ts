import { withoutControls } from '../base/foreign-text.ts';
import { type Endpoint, ordersOf } from '../catalogue/endpoint.ts';
import type { Answer } from '../service/service.ts';
import { tableText } from './table-text.ts';

/** Maximum bytes of an answer, for text and for objects: 8,000 tokens of four bytes. */
export const answerBytes = 32_000;
/** Bytes reserved for the header, the pagination and the line about omitted records. */
const frameBytes = 600;

export interface View {
  /** Names of the fields to return. If absent, all fields of the detail level are returned. */
  readonly fields: readonly string[] | undefined;
  readonly detail: 'concise' | 'full';
  /** Number of records of the page to skip. */
  readonly skip: number;
  /** Whether the answer also contains the records as typed objects. */
  readonly structured: boolean;
}

export interface Rendered {
  /** The complete answer as compact text. */
  readonly text: string;
  /** The same records and header values as JSON, if requested. */
  readonly structured: string | undefined;
}

type Row = Readonly<Record<string, unknown>>;

/** A record with the fields to return. */
interface ShownRecord {
  readonly values: Row;
  /** The values of the fields as text. */
  readonly cells: readonly string[];
}

/**
 * Renders an answer as text: a header, then one line per record with tab-separated values. The text
 * ends after a complete record within the limit and states the call for the remaining records.
 */
export function render(answer: Answer, view: View): Rendered {
  const { endpoint } = answer;
  const fields = shownFields(endpoint, view);
  const notes = [
    ...(answer.records.length > view.skip ? leftOut(endpoint, view, fields) : []),
    ...(answer.staleAsOf
      ? [`The source does not answer; this is its answer from ${answer.staleAsOf}.`]
      : []),
    ...(answer.notices ?? []).filter((notice) => isToThePoint(notice, endpoint, fields)),
  ];
  const around = frameBytes + Buffer.byteLength(JSON.stringify([fields, answer.Note, notes]));
  const wanted = answer.records.slice(view.skip);
  const { rows, cut } = withinBudget(wanted, fields, answerBytes - around, view);
  const notices = [...(cut ? [cut] : []), ...withheld(answer, view, rows.length), ...notes];
  const lines = [
    header(answer, view, rows.length),
    ...(answer.Note ? [`Note: ${answer.Note}`] : []),
    ...notices,
    ...tableText(
      fields,
      rows.map(({ cells }) => cells),
    ),
  ];
  const structured = view.structured ? structuredOf(answer, view, rows, notices) : undefined;
  return { text: lines.join('\n'), structured };
}

/** An endpoint's notice about fields is omitted if none of the fields is shown. */
function isToThePoint(notice: string, endpoint: Endpoint, shown: readonly string[]): boolean {
  return notice !== endpoint.notice || shown.some((field) => notice.includes(field));
}

/** The REST envelope with the values that the text states in its header. */
function structuredOf(
  answer: Answer,
  view: View,
  rows: readonly ShownRecord[],
  notices: readonly string[],
): string {
  const { first, last } = rangeOf(answer, view, rows.length);
  return JSON.stringify({
    result: rows.map(({ values }) => values),
    pagination: answer.pagination,
    source: answer.source.from,
    ...(answer.source.asOf ? { as_of: answer.source.asOf } : {}),
    sorted_by: sortWords(answer.endpoint, answer.query.order),
    ...(rows.length > 0 ? { first, last } : {}),
    ...(answer.Note ? { Note: answer.Note } : {}),
    ...(answer.staleAsOf ? { stale_as_of: answer.staleAsOf } : {}),
    ...(notices.length > 0 ? { notices } : {}),
  });
}

function shownFields(endpoint: Endpoint, { fields, detail }: View): string[] {
  const all = Object.entries(endpoint.record);
  if (fields) return all.map(([name]) => name).filter((name) => fields.includes(name));
  return all.filter(([, field]) => detail === 'full' || !field.long).map(([name]) => name);
}

/**
 * Returns as many whole records as fit into text and objects, and at least the first one, with long
 * values cut.
 */
function withinBudget(
  wanted: readonly string[],
  fields: readonly string[],
  budget: number,
  { structured }: View,
): { rows: ShownRecord[]; cut?: string } {
  const rows: ShownRecord[] = [];
  let [lineBytes, jsonBytes] = [0, 0];
  for (const record of wanted) {
    const row = shownRecord(pick(JSON.parse(record), fields), fields);
    lineBytes += Buffer.byteLength(row.cells.join('\t')) + 1;
    if (structured) jsonBytes += Buffer.byteLength(JSON.stringify(row.values)) + 1;
    if (Math.max(lineBytes, jsonBytes) > budget) break;
    rows.push(row);
  }
  const [first] = wanted;
  if (rows.length > 0 || first === undefined) return { rows };
  const { values, cut } = shortened(pick(JSON.parse(first), fields), budget);
  return { rows: [shownRecord(values, fields)], cut };
}

function shownRecord(values: Row, fields: readonly string[]): ShownRecord {
  return { values, cells: fields.map((field) => cell(values[field])) };
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
    cut: `Cut because the record is too long: ${names}. REST returns the full record.`,
  };
}

/**
 * The start of a text that takes at most this many characters in JSON, where an escaped character
 * takes up to six.
 */
function beginning(text: string, characters: number): string {
  let end = characters;
  for (;;) {
    const start = text.slice(0, end);
    const length = JSON.stringify(start).length - 2;
    // A surrogate pair must not be split.
    if (length <= characters) return start.replace(/[\ud800-\udbff]$/, '');
    end = Math.floor((start.length * characters) / length);
  }
}

function header(answer: Answer, view: View, shown: number): string {
  const { endpoint, pagination, source, query } = answer;
  const { total, page, pageSize } = pagination;
  const { first, last } = rangeOf(answer, view, shown);
  const range =
    shown === 0 ? 'no records' : shown === 1 ? `record ${first}` : `records ${first}–${last}`;
  const pages =
    endpoint.paging === 'pages'
      ? `, page ${page} of ${Math.max(1, Math.ceil(total / pageSize))}`
      : '';
  const dated = source.asOf ? `, as of ${source.asOf}` : '';
  return `${endpoint.name}: ${range} of ${total}${pages}, sorted by ${sortWords(endpoint, query.order)}. Source: ${source.from}${dated}.`;
}

/** Positions of the first and last shown record over all pages, starting at 1. */
function rangeOf({ endpoint, pagination }: Answer, view: View, shown: number) {
  const { page, pageSize } = pagination;
  const first = (endpoint.paging === 'pages' ? (page - 1) * pageSize : 0) + view.skip + 1;
  return { first, last: first + shown - 1 };
}

function sortWords(endpoint: Endpoint, chosen: string | undefined): string {
  const orders = ordersOf(endpoint);
  const [, order = []] = orders.find(([name]) => name === chosen) ?? orders[0] ?? [];
  return order.map(({ field, direction }) => `${field} ${direction}`).join(', ') || 'none';
}

function leftOut(endpoint: Endpoint, view: View, shown: readonly string[]): string[] {
  if (view.fields || view.detail === 'full') return [];
  // Internal identifiers are not useful to callers.
  const out = Object.keys(endpoint.record).filter(
    (field) => !shown.includes(field) && !field.startsWith('_'),
  );
  return out.length > 0 ? [`Omitted (request them with fields): ${out.join(', ')}.`] : [];
}

function withheld({ endpoint, records, pagination }: Answer, view: View, shown: number): string[] {
  const rest = records.length - view.skip - shown;
  const nearest = isFurthestFirst(endpoint);
  if (rest > 0) {
    const more = `${rest} more records in this answer: call again with skip=${view.skip + shown}.`;
    return [nearest ? `${more} The nearest dates are last.` : more];
  }
  const { page, pageSize, total } = pagination;
  if (endpoint.paging !== 'pages') return [];
  const after = total - page * pageSize;
  if (after <= 0) return [];
  const last = Math.ceil(total / pageSize);
  const more = `${after} more records: call again with page=${page + 1}.`;
  return [nearest ? `${more} The nearest dates are on the last page: page=${last}.` : more];
}

/** Whether the endpoint sorts upcoming dates with the furthest first. */
function isFurthestFirst(endpoint: Endpoint): boolean {
  const order = ordersOf(endpoint)[0]?.[1][0];
  const isAhead = endpoint.constraints?.some(
    ({ field, is }) => field === order?.field && is === 'today or later',
  );
  return isAhead === true && order?.direction === 'descending';
}

/** A value on one line, with escapes for line breaks and tabs. */
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
  return withoutControls(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}
