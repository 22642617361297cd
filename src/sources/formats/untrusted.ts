import { format, isValid, parse } from 'date-fns';
import { parseDateBound } from '../../domain/dates.ts';

/**
 * An object whose values are unknown. If a value has an unexpected type, the functions of this file
 * return undefined. They never throw.
 */
export type Untrusted = Readonly<Record<string, unknown>>;

/** Maximum number of nested levels in JSON. Public sources use fewer than 15 levels. */
const MAX_DEPTH = 64;
/** Maximum characters of one text. Longer texts are truncated. */
const MAX_TEXT = 100_000;
/** Maximum characters of a number that is written as text. */
const LONGEST_NUMBER = 40;
const poisonous = ['__proto__', 'constructor', 'prototype'];

/**
 * Parses JSON. Nesting deeper than 64 levels is refused, and keys that could modify the prototype
 * of an object are removed.
 * @returns the value, or a reason that completes the sentence "the file …"
 */
export function readJson(text: string): { value: unknown } | { reason: string } {
  const page = webPage(text);
  if (page) return { reason: page };
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    const cut = /^[\uFEFF\s]*[{[]/.test(text) && !/[}\]]$/.test(text.slice(-100).trimEnd());
    return { reason: cut ? 'is truncated: the end of the JSON is missing' : 'is not JSON' };
  }
  return sane(value, 0) ? { value } : { reason: `is nested deeper than ${MAX_DEPTH} levels` };
}

/**
 * Matches what may come before the first tag of a page: a byte order mark, spaces, an XML
 * declaration and comments.
 */
const BEFORE_PAGE = /^(?:ï»¿|\s|<\?xml[^>]{0,200}\?>|<!--(?:(?!-->)[\s\S]){0,2000}-->)+/;

/**
 * Whether a text starts like a web page. The text may have been decoded as UTF-8 or byte by byte.
 */
export function isWebPage(head: string): boolean {
  const start = head.replace(BEFORE_PAGE, '');
  return /^<(?:!doctype html|html|head|body|title|script|meta)\b/i.test(start);
}

/** Returns a message if the text is a web page instead of data. */
export function webPage(text: string): string | undefined {
  const head = text.slice(0, 20_000);
  if (!/^\uFEFF?\s*<(?:!doctype html|html)/i.test(head)) return undefined;
  if (/request rate threshold exceeded/i.test(head)) {
    return "is the SEC's rate-limit page: wait ten minutes and fetch the file again";
  }
  if (/undeclared automated tool/i.test(head)) {
    return "is the SEC's refusal page for a User-Agent without a contact address";
  }
  return 'is a web page (HTML), not the data itself';
}

/** Returns the object at a path, or an empty object if there is none. */
export function objectAt(value: unknown, ...path: readonly string[]): Untrusted {
  const found = valueAt(value, ...path);
  return isObject(found) ? found : {};
}

/**
 * Returns the list at a path. A single value is returned as a list of one item. Without a value,
 * the list is empty.
 */
export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = valueAt(value, ...path);
  if (Array.isArray(found)) return found;
  return found === undefined || found === null || found === '' ? [] : [found];
}

/**
 * Returns the text or number at a path as text of at most `MAX_TEXT` characters. Undefined if it is
 * blank.
 */
export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = valueAt(value, ...path);
  if (typeof found === 'number' && Number.isFinite(found)) return String(found);
  return typeof found === 'string' && found.trim() !== '' ? found.slice(0, MAX_TEXT) : undefined;
}

/**
 * Returns the finite number at a path. The value may be a number or a text such as `"1,234.5"` or
 * `"$12"`.
 */
export function numberAt(value: unknown, ...path: readonly string[]): number | undefined {
  const found = valueAt(value, ...path);
  if (typeof found === 'number') return Number.isFinite(found) ? found : undefined;
  if (typeof found !== 'string') return undefined;
  if (found.length > LONGEST_NUMBER) return undefined;
  const plain = found.trim().replace(/^\$/, '').replaceAll(',', '');
  const isNumber = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,2})?$/i.test(plain);
  return isNumber ? Number(plain) : undefined;
}

/**
 * Joins the texts that are not blank. The result has at most `MAX_TEXT` characters. Undefined if
 * all texts are blank.
 */
export function joined(texts: readonly unknown[], separator: string): string | undefined {
  const present = texts.map((text) => textAt(text)).filter((text) => text !== undefined);
  return textAt(present.join(separator));
}

/**
 * Converts a day to `YYYY-MM-DD`.
 * @param pattern the date-fns pattern of the text
 * @returns undefined for an invalid day or a year outside 1900–2200
 */
export function dayFrom(text: string | undefined, pattern: string): string | undefined {
  if (text === undefined || text.trim().length !== pattern.length) return undefined;
  const day = parse(text.trim(), pattern, new Date(2000, 0, 1));
  const year = day.getFullYear();
  return isValid(day) && year >= 1900 && year <= 2200 ? format(day, 'yyyy-MM-dd') : undefined;
}

/** Converts a day in words to `YYYY-MM-DD`: `July 29, 2019`, `Jul. 29 2019`, `29 July 2019`. */
export function dayInWords(text: string | undefined): string | undefined {
  const [, month, day, year] =
    /^([A-Z][a-z]{2,8})\.? (\d{1,2}),? ?(\d{4})$/.exec(text?.trim() ?? '') ??
    /^(\d{1,2}) ([A-Z][a-z]{2,8})\.?,? (\d{4})$/.exec(text?.trim() ?? '') ??
    [];
  const [word, number] = /^\d/.test(month ?? '') ? [day, month] : [month, day];
  return dayFrom(`${year} ${word?.slice(0, 3)} ${number?.padStart(2, '0')}`, 'yyyy MMM dd');
}

/**
 * Returns the last day of the period that a date covers. The date has one of these forms:
 * `2026-03-14`, `3/14/2026`, `March 14, 2026`, `Mar 2026`, `Q1 2026`, `H1 2026`, `2026`.
 */
export function lastDayOf(display: string): string | undefined {
  const text = display.trim();
  const [, quarter, half, ofYear] = /^(?:Q([1-4])|H([12])) (\d{4})$/i.exec(text) ?? [];
  const months = quarter ? 3 * Number(quarter) : 6 * Number(half);
  if (ofYear) return parseDateBound(`${ofYear}-${String(months).padStart(2, '0')}`, 'end');
  const [, month, year] = /^([A-Z][a-z]{2})[a-z]{0,6} (\d{4})$/.exec(text) ?? [];
  const first = dayFrom(`${year} ${month} 01`, 'yyyy MMM dd');
  return (
    (first && parseDateBound(first.slice(0, 7), 'end')) ??
    dayInWords(text) ??
    dayFrom(text.replace(/^\d\//, '0$&').replace(/\/(\d)\//, '/0$1/'), 'MM/dd/yyyy') ??
    parseDateBound(text.replaceAll('/', '-'), 'end')
  );
}

/** Returns a CIK without leading zeros. The value at the path may be a number or a text. */
export function cikAt(value: unknown, ...path: readonly string[]): string | undefined {
  const digits = textAt(value, ...path)?.trim();
  return digits && /^0*[1-9]\d{0,9}$/.test(digits) ? digits.replace(/^0+/, '') : undefined;
}

export function isObject(value: unknown): value is Untrusted {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function valueAt(value: unknown, ...path: readonly string[]): unknown {
  let found = value;
  for (const step of path) {
    if (!isObject(found) || !Object.hasOwn(found, step)) return undefined;
    found = found[step];
  }
  return found;
}

function sane(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= MAX_DEPTH) return false;
  if (Array.isArray(value)) return value.every((item) => sane(item, depth + 1));
  for (const name of poisonous) {
    if (Object.hasOwn(value, name)) Reflect.deleteProperty(value, name);
  }
  return Object.values(value).every((item) => sane(item, depth + 1));
}

/** Returns an object without the fields that are undefined. */
export function presentOf(fields: Untrusted): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/**
 * Returns the list, or undefined if it is empty, because public sources use an empty list for an
 * unknown value.
 */
export function listOrNone<Item>(list: readonly Item[]): readonly Item[] | undefined {
  return list.length > 0 ? list : undefined;
}
