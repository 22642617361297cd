import * as z from 'zod';
import { invalidParameter, missingParameter } from '../base/errors.ts';
import { collectRefusals } from '../base/refusals.ts';
import { parametersOf } from '../catalogue/common-params.ts';
import { type Endpoint, pageSize } from '../catalogue/endpoint.ts';
import { MAX_LIST, MAX_VALUE_LENGTH } from '../catalogue/param-values.ts';
import type { Column, Condition, Parameter } from '../catalogue/parameter.ts';
import { type Matcher, wordMatcher } from '../catalogue/patterns.ts';
import type { Query } from '../catalogue/query.ts';
import { type Sorting, sortingOf } from '../catalogue/sorting.ts';

/** The arguments of a request as the transport received them: text or JSON values. */
export type RawArguments = Readonly<Record<string, unknown>>;

/** Conditions that the server itself adds to a request. Clients cannot set them. */
export interface Narrowing {
  /** The value that the key field of the records must have. */
  readonly key?: { readonly field: string; readonly value: string };
  /**
   * Search words. Each word must be the start of a word in the endpoint's search field (`wording`).
   * If the endpoint has no search field, the words are ignored.
   */
  readonly words?: readonly string[];
}

/**
 * Adds conditions to a query. They are also added to the arguments of the query, because the
 * arguments are the key of cached answers.
 */
export function narrowed(query: Query, { wording }: Endpoint, { key, words }: Narrowing): Query {
  const conditions = [...query.conditions];
  const given: Record<string, string> = { ...query.arguments };
  if (key) {
    given[key.field] = key.value;
    const column: Column = { field: key.field, as: 'value' };
    conditions.push({ is: 'equal', column, value: key.value });
  }
  if (wording && words && words.length > 0) {
    given[wording] = words.join(' ');
    conditions.push(wordCondition(wording, wordMatcher(words)));
  }
  return { ...query, arguments: given, conditions };
}

function wordCondition(field: string, matcher: Matcher): Condition {
  return { is: 'matching', column: { field, as: 'words' }, matcher };
}

/**
 * Our choice: if no record contains all words of a query, the records that contain the most words
 * are returned. Each of these records must contain the rarest word, and at least this share of
 * all words. Exception: if at most `MAX_RARE` records contain the rarest word of a caller's query,
 * records are returned even if they contain no other word of the query.
 */
const LEAST_SHARE = 0.6;
/** Our choice: a word is rare if at most this many records contain it. */
const MAX_RARE = 25;

/**
 * Returns queries that require fewer words, in the order in which to try them. These queries
 * require the rarest word. If the server itself makes the request, the same queries follow without
 * this requirement.
 * @param rarest the word that is in the fewest records, with the number of these records
 */
export function looserQueries(
  query: Query,
  { word: rarest, total }: { readonly word: string; readonly total: number },
  isInternal: boolean | undefined,
): readonly Query[] {
  const { all } = requiredWords(query)!;
  const least = isInternal || total > MAX_RARE ? Math.ceil(all.length * LEAST_SHARE) : 1;
  const counts = Array.from({ length: all.length - least }, (_, at) => all.length - 1 - at);
  return (isInternal ? [rarest, undefined] : [rarest]).flatMap((needed) =>
    counts.map((count) => withWords(query, all, count, needed)),
  );
}

/**
 * Returns the query with other search words.
 * @param least the minimum number of these words that a record must contain
 * @param needed the word that every record must contain, if any
 */
export function withWords(
  query: Query,
  all: readonly string[],
  least = all.length,
  needed?: string,
): Query {
  const { at, field } = requiredWords(query)!;
  const asked = [least, 'of', ...all, ...(needed ? ['with', needed] : [])].join(' ');
  return {
    ...query,
    arguments: { ...query.arguments, [field]: asked },
    conditions: query.conditions.with(at, wordCondition(field, wordMatcher(all, least, needed))),
  };
}

/**
 * Returns the search words of a query, how many of them a record must contain, and which word is
 * required. Also returns the searched field, and the position of the condition in the query.
 * Returns undefined if the query has no search words.
 */
export function requiredWords({ conditions }: Query) {
  for (const [at, one] of conditions.entries()) {
    const words = one.is === 'matching' && one.matcher.words;
    if (words) return { ...words, field: one.column.field, at };
  }
  return undefined;
}

/**
 * Checks the arguments of a caller, and returns the query.
 * @param asStated whether endpoints of the specification ignore parameters that the specification
 * does not define
 * @throws ServiceError 400 with all errors in the arguments
 */
export function queryOf(
  endpoint: Endpoint,
  raw: RawArguments,
  today: string,
  asStated = false,
): Query {
  const { take, end } = collectRefusals();
  const parameters = parametersOf(endpoint, asStated);
  const query = take(() => parsed(endpoint, parameters, raw, today));
  if (query) return query;
  const { oneOfRequired: _, ...alone } = endpoint;
  take(() => requireOne(endpoint, raw));
  for (const [name, parameter] of Object.entries(parameters)) {
    take(() => parsed(alone, { [name]: parameter }, raw, today));
  }
  end();
  throw new Error('the arguments are invalid together, but each of them is valid alone');
}

/** @throws ServiceError 400 for the first wrong argument */
function parsed(
  endpoint: Endpoint,
  parameters: Endpoint['parameters'],
  raw: RawArguments,
  today: string,
): Query {
  const given: Record<string, string> = {};
  const conditions: Condition[] = [];
  const window: { sort?: Sorting; skip?: number; limit?: number } = {};
  let order: string | undefined;
  let page = 1;
  for (const [name, parameter] of Object.entries(parameters)) {
    if (parameter.kind === 'page') {
      page = pageNumber(raw[name]);
      continue;
    }
    if (parameter.kind === 'where') {
      const words = conditionsGiven(raw[name], name);
      if (words.length > 0) given[name] = words.join(',');
      conditions.push(...parameter.conditions(words, name));
      continue;
    }
    const value = givenValue(parameter, raw[name], name);
    if (value === undefined && parameter.required) {
      throw missingParameter(name, endpoint.otherwise ?? valuesOf(name, parameter));
    }
    if (parameter.kind === 'limit' || parameter.kind === 'skip') {
      const count = value === undefined ? parameter.default : parameter.parse(value, name);
      if (count !== undefined) window[parameter.kind] = count;
      continue;
    }
    if (value !== undefined) {
      given[name] = parameter.kind === 'option' ? parameter.parse(value, name) : value;
    }
    if (parameter.kind === 'sort' && value !== undefined) {
      window.sort = sortingOf(endpoint, parameter, value);
    } else if (parameter.kind === 'choice' && value !== undefined) {
      order = parameter.order(value, name);
      if (parameter.condition) conditions.push(parameter.condition(order));
    } else if (parameter.kind === 'filter') {
      const asked = value ?? parameter.default;
      if (asked !== undefined) conditions.push(parameter.condition(asked, name, today));
    }
  }
  requireOne(endpoint, given);
  const { skip = 0 } = window;
  if (endpoint.paging === 'pages' && skip >= pageSize && (raw.page ?? '') === '') {
    page += Math.floor(skip / pageSize);
    window.skip = skip % pageSize;
  }
  return { arguments: given, conditions, order, page, ...window, today };
}

/** @throws ServiceError 400 if an endpoint requires one of several parameters and none is given */
function requireOne({ oneOfRequired, otherwise }: Endpoint, given: RawArguments): void {
  if (oneOfRequired && !oneOfRequired.some((name) => (given[name] ?? '') !== '')) {
    throw missingParameter(oneOfRequired.join(' or '), otherwise);
  }
}

/** Formats the permitted values of a parameter, such as `type takes gainers, losers.` */
function valuesOf(name: string, { schema }: Parameter): string | undefined {
  return schema instanceof z.ZodEnum ? `${name} takes ${schema.options.join(', ')}.` : undefined;
}

/**
 * Parses the page number. The specification requires page 1 if the page number is missing or is not
 * a number. Our choice: zero, negative numbers and fractions also select page 1.
 */
function pageNumber(value: unknown): number {
  const text = typeof value === 'number' ? String(value) : value;
  const parsed = typeof text === 'string' && /^\s*\d{1,12}\s*$/.test(text) ? Number(text) : 1;
  return Math.max(1, parsed);
}

/**
 * Matches a comma between two conditions. The text after such a comma contains an operator before
 * the next comma. A comma within a value does not match.
 */
const betweenConditions = /,(?=[^,<>=!]*[<>=!])/;

/**
 * Returns the conditions in the parameter `where`. The parameter is a list of conditions, or one
 * text in which commas separate the conditions.
 */
function conditionsGiven(value: unknown, name: string): readonly string[] {
  const words = [value]
    .flat()
    .flatMap((one) => (typeof one === 'string' ? one.split(betweenConditions) : [one]))
    .flatMap((one) => wordOf(one, name) ?? []);
  return words.filter((word) => word.trim() !== '');
}

/** Returns the value of an argument as text. The values of a list are joined with commas. */
function givenValue(parameter: Parameter, value: unknown, name: string): string | undefined {
  if (parameter.kind !== 'filter' || !parameter.isList || !Array.isArray(value)) {
    return wordOf(value, name);
  }
  if (value.length > MAX_LIST) throw invalidParameter(name, `at most ${MAX_LIST} values`);
  return wordOf(value.flatMap((one) => wordOf(one, name) ?? []).join(','), name);
}

/**
 * Returns a single value as text. Returns undefined for an empty value.
 * @throws ServiceError 400 unless the value is text, a number or a boolean
 */
function wordOf(value: unknown, name: string): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const isWord =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  if (!isWord) throw invalidParameter(name, 'one value, as text or number');
  const text = String(value);
  if (text.length > MAX_VALUE_LENGTH) {
    throw invalidParameter(name, `at most ${MAX_VALUE_LENGTH} characters`);
  }
  // NUL is refused, because SQLite drivers may ignore the text after it.
  if (text.includes('\0')) throw invalidParameter(name, 'text without the character NUL');
  return text;
}
