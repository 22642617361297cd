import * as z from 'zod';
import { invalidDateBound, invalidParameter } from '../base/errors.ts';
import { isCalendarDate, parseDateBound, shiftDays } from '../domain/dates.ts';
import { queryWords } from '../domain/directory/nearness.ts';
import {
  type Bounds,
  listOf,
  MAX_VALUE_LENGTH,
  member,
  numberWithin,
  tickerList,
} from './param-values.ts';
import type { Choice, Column, Condition, Filter, Option, Page, Parameter } from './parameter.ts';
import { compilePattern, wordMatcher } from './patterns.ts';

/** The schema of a parameter that declares no other schema: a text with a maximum length. */
const word = z.string().max(MAX_VALUE_LENGTH);

/** The parameter `page`, counted from 1. A missing or non-numeric value means 1. */
export function page(): Page {
  return { kind: 'page', schema: z.int(), rule: '1-based page', required: false };
}

/** A filter for equal values. It distinguishes upper and lower case. */
export function exact(field: string, example: string): Filter {
  const rule = exactRule(field, 'exact', example);
  return { ...filter(field, 'value', rule, equal), isCaseSensitive: true };
}

/** A filter for equal values. The given value is converted to upper case first. */
export function exactUpperCase(field: string, example: string): Filter {
  const rule = exactRule(field, 'any case', example);
  return filter(field, 'value', rule, (value) => equal(value.toUpperCase()));
}

/** A filter for equal values, ignoring case. */
export function exactAnyCase(field: string, example: string): Filter {
  const rule = exactRule(field, 'any case', example);
  return filter(field, 'lower', rule, (value) => equal(value.toLowerCase()));
}

function equal(value: string) {
  return { is: 'equal', value } as const;
}

/**
 * Formats the description of a filter for equal values. A parameter for tickers also accepts a
 * company name (see named-companies.ts).
 */
function exactRule(field: string, how: 'exact' | 'any case', example: string): string {
  return subjectOf(field) === 'ticker' ? `ticker or name: ${example}` : `${how}: ${example}`;
}

/**
 * A filter for one or more tickers. It converts the given tickers to upper case and matches records
 * with one of these tickers.
 */
export function tickers(field: string): Filter {
  const test: Test = (value, name) => {
    const values = tickerList(value, name);
    return values.length === 1 ? equal(values[0]!) : { is: 'one of', values };
  };
  return { ...filter(field, 'value', tickersRule, test), isList: true };
}

const tickersRule = 'CRSP,VRTX or names';

/**
 * The type regex-ci of the specification: a regular expression (RE2 syntax) that matches anywhere
 * and ignores case.
 */
export function contains(field: string, example: string): Filter {
  return filter(field, 'term', `pattern: ${example}`, (pattern, name) => ({
    is: 'matching',
    matcher: compilePattern(pattern, name),
  }));
}

/**
 * A filter for names of persons. It matches a text that contains all words of the value in any
 * order, ignoring case. Initials in the value are ignored, because some sources omit them.
 */
export function person(field: string, example: string): Filter {
  const partsOf = (name: string) => name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return filter(field, 'term', `name, words in any order: ${example}`, (value, name) => {
    const asked = partsOf(value).filter((part) => part.length > 1);
    if (asked.length === 0) {
      throw invalidParameter(name, `at least one complete word of the name, such as ${example}`);
    }
    const isNamed = (name: string) => {
      const known = new Set(partsOf(name));
      return asked.every((part) => known.has(part));
    };
    return { is: 'matching', matcher: { literal: undefined, test: isNamed } };
  });
}

/** A filter for application numbers of the FDA, such as `NDA 021234`, `NDA021234` or `21-234`. */
export function application(field: string): Filter {
  return filter(field, 'term', 'NDA, BLA or ANDA number', (value, name) => {
    const [, type = '', digits = ''] =
      /^\W*(NDA|BLA|ANDA)?\W*((?:\d[\s-]?){5,6})$/i.exec(value.trim()) ?? [];
    if (digits === '') throw invalidParameter(name, 'an application number, such as NDA 021234');
    const number = digits.replace(/\D/g, '').padStart(6, '0');
    const stored = new RegExp(`^${type || '\\D*'}${number}$`, 'i');
    return { is: 'matching', matcher: { literal: undefined, test: (one) => stored.test(one) } };
  });
}

/**
 * A filter for stored search words. Each word of the value must be the start of a search word. In
 * the stored field, a space precedes each search word.
 */
export function words(field: string, example: string): Filter {
  return filter(field, 'words', `all words: ${example}`, (value, name) => {
    const asked = queryWords(value);
    if (asked.length === 0) throw invalidParameter(name, 'a word');
    return { is: 'matching', matcher: wordMatcher(asked) };
  });
}

/**
 * A filter for fields that contain a list. It matches if an item of the list is one of the given
 * tickers, ignoring case. The list is stored as one text, with `; ` between the items.
 */
export function tickersAmong(field: string): Filter {
  const test: Test = (value, name) => {
    const asked = new Set(tickerList(value, name));
    const isAmong = (list: string) => list.split('; ').some((one) => asked.has(one.toUpperCase()));
    return { is: 'matching', matcher: { literal: undefined, test: isAmong } };
  };
  return { ...filter(field, 'term', tickersRule, test), isList: true, subject: 'ticker' };
}

/** A filter that matches the start of the stored text. */
export function prefix(field: string, example: string): Filter {
  const rule = `start of ${field}: ${example}`;
  return filter(field, 'value', rule, (value) => ({ is: 'starting with', value }));
}

/**
 * A lower bound for a date. A year or a month means its first day.
 *
 * @param as how dates are compared. `value` compares the stored text. `date` compares only the day,
 * for a field whose values also contain a time
 */
export function from(field: string, as: Column['as'] = 'value'): Filter {
  return dateBound(field, as, 'start');
}

/** An upper bound for a date. A year or a month means its last day. */
export function to(field: string, as: Column['as'] = 'value'): Filter {
  return dateBound(field, as, 'end');
}

function dateBound(field: string, as: Column['as'], edge: 'start' | 'end'): Filter {
  const isStart = edge === 'start';
  const rule = `${isStart ? 'earliest' : 'latest'} ${field}: YYYY[-MM[-DD]]`;
  const bound = filter(field, as, rule, (value, name) => ({
    is: isStart ? 'at least' : 'at most',
    value: boundOf(value, edge, name),
  }));
  return { ...bound, inWords: (value) => `${isStart ? 'from' : 'to'} ${value}` };
}

/** @throws ServiceError 400 unless the value is a day, a month or a year */
function boundOf(value: string, edge: 'start' | 'end', name: string): string {
  const day = parseDateBound(value, edge);
  if (!day) throw invalidDateBound(name);
  return day;
}

/**
 * Selects the records that the server had on a past day, with their values of that day. Records
 * that were first recorded later, or on an unknown day, are excluded.
 * @param notice sentence about missing values, which is added to answers about a past day
 */
export function asOf(field: string, notice: string): Filter {
  const rule = `YYYY-MM-DD: records known on this day (${field}), with dates known then`;
  const recorded = filter(field, 'date', rule, (value, name) => {
    if (!isCalendarDate(value)) throw invalidParameter(name, 'a date, YYYY-MM-DD');
    return { is: 'at most', value, isKnownBy: true };
  });
  return { ...recorded, pastNotice: notice };
}

/** A filter that accepts one of the permitted values, ignoring case. */
export function oneOf(field: string, values: readonly string[]): Filter {
  const test: Test = (value, name) => equal(member(values, value, name));
  return { ...filter(field, 'value', `only this ${field}`, test), schema: z.enum(values) };
}

/** A filter that accepts one or several of the permitted values, ignoring case. */
export function anyOf(field: string, values: readonly string[]): Filter {
  const test: Test = (value, name) => ({
    is: 'one of',
    values: someOf(value).map((one) => member(values, one, name)),
  });
  const rule = `comma-separated: ${values.join(', ')}`;
  return { ...filter(field, 'value', rule, test), isList: true };
}

/**
 * Splits a list into its values. For an empty list, returns one empty value, which the parameter
 * does not accept.
 */
function someOf(list: string): readonly string[] {
  const values = listOf(list);
  return values.length > 0 ? values : [''];
}

/**
 * A filter that matches the given level and all higher levels, ignoring case.
 * @param levels all levels, lowest first
 */
export function atLeastLevel(field: string, levels: readonly string[]): Filter {
  const test: Test = (value, name) => ({
    is: 'one of',
    values: levels.slice(levels.indexOf(member(levels, value, name))),
  });
  return { ...filter(field, 'value', `this ${field} or higher`, test), schema: z.enum(levels) };
}

export function atLeast(field: string, bounds: Bounds): Filter {
  return numberBound(field, 'at least', bounds);
}

export function atMost(field: string, bounds: Bounds): Filter {
  return numberBound(field, 'at most', bounds);
}

export function equalTo(field: string, bounds: Bounds): Filter {
  return numberBound(field, 'equal', bounds);
}

function numberBound(field: string, is: 'at least' | 'at most' | 'equal', bounds: Bounds): Filter {
  const unit = bounds.unit === undefined ? '' : `, ${bounds.unit}`;
  const schema = z.number().min(bounds.minimum);
  const test: Test = (value, name) => ({ is, value: numberWithin(value, name, bounds) });
  return {
    ...filter(field, 'value', `${is} this ${field}${unit}`, test),
    schema: bounds.maximum === undefined ? schema : schema.max(bounds.maximum),
  };
}

/**
 * An option for the first or last day that the answer covers. It accepts a day, a month or a year.
 */
export function dayOption(edge: 'start' | 'end', rule: string): Option {
  return {
    kind: 'option',
    schema: word,
    rule: `${rule}: YYYY[-MM[-DD]]`,
    required: false,
    parse: (value, name) => boundOf(value, edge, name),
  };
}

/**
 * An option that selects how an answer is computed. The case of its value is ignored. The first
 * value is the default.
 */
export function optionOf(values: readonly string[], rule: string): Option {
  return {
    kind: 'option',
    schema: z.enum(values),
    rule,
    required: false,
    parse: (value, name) => member(values, value, name),
  };
}

/** A filter for days that are at most N days before today, with an optional default for N. */
export function lastDays(
  field: string,
  bounds: Bounds & { readonly maximum: number; readonly default?: number },
): Filter {
  const otherwise = bounds.default === undefined ? '' : `; default ${bounds.default}`;
  const test: Test = (value, name, today) => ({
    is: 'at least',
    value: shiftDays(today, -numberWithin(value, name, bounds, 'a whole number')),
  });
  return {
    ...filter(field, 'value', `${field} in the last N days${otherwise}`, test),
    schema: z.int().min(bounds.minimum).max(bounds.maximum),
    inWords: (value) => `in the last ${value.trim()} days`,
    ...(bounds.default === undefined ? {} : { default: String(bounds.default) }),
  };
}

export function yesNo(field: string, rule: string): Filter {
  const test: Test = (value, name) => equal(member(['true', 'false'], value, name));
  return { ...filter(field, 'value', rule, test), schema: z.boolean() };
}

/**
 * A parameter that selects the records in which a field is above zero or below zero. Each choice
 * has its own order.
 */
export function side(field: string, sides: Readonly<Record<string, 'above' | 'below'>>): Choice {
  const column: Column = { field, as: 'value' };
  const names = Object.keys(sides);
  return {
    kind: 'choice',
    columns: [column],
    schema: z.enum(names),
    rule: `sign of ${field}`,
    required: false,
    order: (value, name) => member(names, value, name),
    condition: (chosen) => ({ is: sides[chosen] ?? 'above', column, value: 0 }),
  };
}

export function required<P extends Parameter>(parameter: P): P {
  return { ...parameter, required: true };
}

type WithoutColumn<Kind> = Kind extends Condition ? Omit<Kind, 'column'> : never;
/** Converts a parameter value to a condition on the column of the filter. */
type Test = (value: string, name: string, today: string) => WithoutColumn<Condition>;

function filter(field: string, as: Column['as'], rule: string, test: Test): Filter {
  const subject = subjectOf(field);
  const column: Column = { field, as };
  return {
    kind: 'filter',
    columns: [column],
    schema: word,
    rule,
    required: false,
    condition: (...asked) => ({ ...test(...asked), column }),
    ...(subject ? { subject } : {}),
  };
}

/**
 * Returns the kind of name that a field contains. All tools use the same field name for names of
 * the same kind.
 */
function subjectOf(field: string): Filter['subject'] {
  if (/ticker/i.test(field)) return 'ticker';
  return /^(drug_?name|drugs?|drug_words|name|parties|fund_name|InterventionName|nctId)$/i.test(
    field,
  )
    ? 'name'
    : undefined;
}
