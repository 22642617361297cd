import { invalidParameter, missingParameter } from '../base/errors.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import { MAX_LIST, MAX_VALUE_LENGTH } from '../catalogue/param-values.ts';
import type { Column, Condition, Parameter } from '../catalogue/parameter.ts';
import { compilePattern, quotePattern } from '../catalogue/patterns.ts';
import type { Query } from '../catalogue/query.ts';

/** Arguments as a transport received them: text or JSON values. */
export type RawArguments = Readonly<Record<string, unknown>>;

/** Additional conditions of a request that no parameter can express. */
export interface Narrowing {
  /** A key field and its value. */
  readonly key?: { readonly field: string; readonly value: string };
  /**
   * Each of these words must start a word of the endpoint's `wording`, if the source knows names.
   */
  readonly words?: string;
}

/** Adds conditions to a query, and records them in its arguments, which identify cached answers. */
export function narrowed(query: Query, { wording }: Endpoint, { key, words }: Narrowing): Query {
  const conditions = [...query.conditions];
  const given: Record<string, string> = { ...query.arguments };
  if (key) {
    given[key.field] = key.value;
    const column: Column = { field: key.field, as: 'value' };
    conditions.push({ is: 'equal', column, value: key.value });
  }
  if (wording && words) {
    given[wording] = words;
    conditions.push(...words.split(' ').map((word) => beginning(word, wording)));
  }
  return { ...query, arguments: given, conditions };
}

/**
 * Matches a field that contains a word starting with this text. Each word in the field follows a
 * space.
 */
function beginning(word: string, field: string): Condition {
  const matcher = compilePattern(quotePattern(` ${word}`), 'query');
  return { is: 'matching', column: { field, as: 'term' }, matcher };
}

/** Checks a caller's arguments. @throws ServiceError 400 */
export function queryOf(endpoint: Endpoint, raw: RawArguments, today: string): Query {
  const given: Record<string, string> = {};
  const conditions: Condition[] = [];
  let order: string | undefined;
  let page = 1;
  let maximum: number | undefined;
  for (const [name, parameter] of Object.entries(endpoint.parameters)) {
    if (parameter.kind === 'page') {
      page = pageNumber(raw[name]);
      continue;
    }
    const value = givenValue(parameter, raw[name], name);
    if (value === undefined && parameter.required) {
      throw missingParameter(name, endpoint.otherwise);
    }
    if (value !== undefined) given[name] = value;
    if (parameter.kind === 'maximum') {
      maximum = value === undefined ? parameter.default : parameter.maximum(value, name);
    } else if (parameter.kind === 'choice' && value !== undefined) {
      order = parameter.order(value, name);
      if (parameter.condition) conditions.push(parameter.condition(order));
    } else if (parameter.kind === 'filter') {
      const asked = value ?? parameter.default;
      if (asked !== undefined) conditions.push(parameter.condition(asked, name, today));
    }
  }
  const { oneOfRequired } = endpoint;
  if (oneOfRequired && !oneOfRequired.some((name) => name in given)) {
    throw missingParameter(oneOfRequired.join(' or '), endpoint.otherwise);
  }
  return { arguments: given, conditions, order, page, maximum, today };
}

/**
 * The spec's rule: a missing page, or a page that is not a number, means 1. Our choice: any value
 * that is not a whole number from 1 also means 1.
 */
function pageNumber(value: unknown): number {
  const text = typeof value === 'number' ? String(value) : value;
  const parsed = typeof text === 'string' && /^\s*\d{1,12}\s*$/.test(text) ? Number(text) : 1;
  return Math.max(1, parsed);
}

/** A value as text. The values of a list parameter are joined with commas. */
function givenValue(parameter: Parameter, value: unknown, name: string): string | undefined {
  if (parameter.kind !== 'filter' || !parameter.isList || !Array.isArray(value)) {
    return wordOf(value, name);
  }
  if (value.length > MAX_LIST) throw invalidParameter(name, `at most ${MAX_LIST} values`);
  return wordOf(value.flatMap((one) => wordOf(one, name) ?? []).join(','), name);
}

/**
 * Returns a value as text. An empty value counts as absent. @throws ServiceError 400 unless the
 * value is text, a number or a boolean
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
  // SQLite drivers may end a text at NUL and ignore the rest.
  if (text.includes('\0')) throw invalidParameter(name, 'text without the character NUL');
  return text;
}
