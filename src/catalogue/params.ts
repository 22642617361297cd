import * as z from 'zod';
import { invalidDateBound, invalidParameter } from '../base/errors.ts';
import { isCalendarDate, parseDateBound, shiftDays } from '../domain/dates.ts';
import {
  type Bounds,
  MAX_LIST,
  MAX_VALUE_LENGTH,
  member,
  numberWithin,
  rangeWords,
  tickerList,
  wholeNumberWithin,
} from './param-values.ts';
import type { Choice, Column, Filter, Maximum, Page, Parameter } from './parameter.ts';
import { compilePattern } from './patterns.ts';

/** Any parameter's value but a page's: bounded, without control characters. */
const word = z.string().max(MAX_VALUE_LENGTH);

/** `page`: 1-based; what is missing or no number counts as 1. */
export function page(): Page {
  return {
    kind: 'page',
    schema: z.int(),
    rule: '1-based, 50 a page',
    required: false,
  };
}

/** Equality, case and all. */
export function exact(field: string, example: string): Filter {
  const column: Column = { field, as: 'value' };
  return {
    ...filter(column, exactRule(field, 'case-sensitive', example), (value) => ({
      is: 'equal',
      column,
      value,
    })),
    isCaseSensitive: true,
  };
}

/** Upper-cased, then equality. */
export function exactUpperCase(field: string, example: string): Filter {
  const column: Column = { field, as: 'value' };
  return filter(column, exactRule(field, 'any case', example), (value) => ({
    is: 'equal',
    column,
    value: value.toUpperCase(),
  }));
}

/** Where tickers are compared a company's name is read as its ticker (see named-companies.ts). */
function exactRule(field: string, how: 'case-sensitive' | 'any case', example: string): string {
  if (subjectOf(field) !== 'ticker') return `exact, ${how}: ${example}`;
  return `ticker${how === 'any case' ? '' : ` (${how})`} or company name: ${example}`;
}

/** One or several tickers, upper-cased, then equality. */
export function tickers(field: string): Filter {
  const column: Column = { field, as: 'value' };
  const condition: Filter['condition'] = (value, name) => {
    const values = tickerList(value, name);
    return values.length === 1
      ? { is: 'equal', column, value: values[0]! }
      : { is: 'one of', column, values };
  };
  return { ...filter(column, tickersRule, condition), isList: true };
}

const tickersRule = `tickers or names, up to ${MAX_LIST}: CRSP,VRTX`;

/** Equality, ignoring case. */
export function exactAnyCase(field: string, example: string): Filter {
  const column: Column = { field, as: 'lower' };
  return filter(column, exactRule(field, 'any case', example), (value) => ({
    is: 'equal',
    column,
    value: value.toLowerCase(),
  }));
}

/** The spec's regex-ci: the value is a pattern, found anywhere, ignoring case (RE2 syntax). */
export function contains(field: string, example: string): Filter {
  const column: Column = { field, as: 'term' };
  return filter(column, `pattern, any case: ${example}`, (pattern, name) => ({
    is: 'matching',
    column,
    matcher: compilePattern(pattern, name),
  }));
}

/**
 * One whole member of a list, ignoring case; or one of several. A list is searched as its members
 * joined by `; `.
 */
export function tickersAmong(field: string): Filter {
  const column: Column = { field, as: 'term' };
  const condition: Filter['condition'] = (value, name) => {
    const asked = new Set(tickerList(value, name));
    const test = (list: string) => list.split('; ').some((one) => asked.has(one.toUpperCase()));
    return { is: 'matching', column, matcher: { literal: undefined, test } };
  };
  return { ...filter(column, tickersRule, condition), isList: true };
}

/** The beginning of the stored string. */
export function prefix(field: string, example: string): Filter {
  const column: Column = { field, as: 'value' };
  return filter(column, `beginning of ${field}: ${example}`, (value) => ({
    is: 'starting with',
    column,
    value,
  }));
}

/** The start of a year, month or day, as lower bound. */
export function from(field: string): Filter {
  return dateBound(field, 'start');
}

/** The end of a year, month or day, as upper bound. */
export function to(field: string): Filter {
  return dateBound(field, 'end');
}

function dateBound(field: string, edge: 'start' | 'end'): Filter {
  const column: Column = { field, as: 'value' };
  const rule = `${edge === 'start' ? 'earliest' : 'latest'} ${field}: YYYY, YYYY-MM or YYYY-MM-DD`;
  const condition: Filter['condition'] = (value, name) => {
    const date = parseDateBound(value, edge);
    if (!date) throw invalidDateBound(name);
    return { is: edge === 'start' ? 'at least' : 'at most', column, value: date };
  };
  const word = edge === 'start' ? 'from' : 'to';
  return { ...filter(column, rule, condition), inWords: (value) => `${word} ${value}` };
}

/**
 * What was known on a day: records recorded later, or on no known day, are left out.
 *
 * @param movable the date that was perhaps another one on that day, which the answer then says
 */
export function asOf(field: string, movable: string): Filter {
  const column: Column = { field, as: 'date' };
  const recorded = filter(
    column,
    `only what was recorded (${field}) by this day, YYYY-MM-DD; other columns are of today`,
    (value, name) => {
      if (!isCalendarDate(value)) throw invalidParameter(name, 'a date, YYYY-MM-DD');
      return { is: 'at most', column, value, movable };
    },
  );
  return { ...recorded, movable };
}

/** A closed list, ignoring case. */
export function oneOf(field: string, values: readonly string[]): Filter {
  const column: Column = { field, as: 'value' };
  return {
    ...filter(column, `one ${field}`, (value, name) => ({
      is: 'equal',
      column,
      value: member(values, value, name),
    })),
    schema: z.enum(values),
  };
}

/** A closed list in rising order, ignoring case: the value named and those above it. */
export function atLeastLevel(field: string, levels: readonly string[]): Filter {
  const column: Column = { field, as: 'value' };
  return {
    ...filter(column, `this ${field} and above`, (value, name) => ({
      is: 'one of',
      column,
      values: levels.slice(levels.indexOf(member(levels, value, name))),
    })),
    schema: z.enum(levels),
  };
}

/** A lower bound on a number. */
export function atLeast(field: string, bounds: Bounds): Filter {
  return numberBound(field, 'at least', bounds);
}

/** An upper bound on a number. */
export function atMost(field: string, bounds: Bounds): Filter {
  return numberBound(field, 'at most', bounds);
}

function numberBound(field: string, is: 'at least' | 'at most', bounds: Bounds): Filter {
  const column: Column = { field, as: 'value' };
  const range = rangeWords(bounds);
  const schema = z.number().min(bounds.minimum);
  return {
    ...filter(column, `${is} this ${field}, ${range}`, (value, name) => ({
      is,
      column,
      value: numberWithin(value, name, bounds),
    })),
    schema: bounds.maximum === undefined ? schema : schema.max(bounds.maximum),
  };
}

/** The last so many days, today included; a default may hold where the caller gives none. */
export function lastDays(
  field: string,
  bounds: Bounds & { readonly maximum: number; readonly default?: number },
): Filter {
  const column: Column = { field, as: 'value' };
  const otherwise = bounds.default === undefined ? '' : `; default ${bounds.default}`;
  return {
    ...filter(
      column,
      `${field} within so many days, ${rangeWords(bounds)}${otherwise}`,
      (value, name, today) => ({
        is: 'at least',
        column,
        value: shiftDays(today, -wholeNumberWithin(value, name, bounds)),
      }),
    ),
    schema: z.int().min(bounds.minimum).max(bounds.maximum),
    inWords: (value) => `in the last ${value.trim()} days`,
    ...(bounds.default === undefined ? {} : { default: String(bounds.default) }),
  };
}

/** Yes or no. */
export function yesNo(field: string, rule: string): Filter {
  const column: Column = { field, as: 'value' };
  return {
    ...filter(column, rule, (value, name) => ({
      is: 'equal',
      column,
      value: member(['true', 'false'], value, name),
    })),
    schema: z.boolean(),
  };
}

/** One of the endpoint's orders by name, ignoring case. */
export function order(names: readonly string[]): Choice {
  return {
    kind: 'choice',
    columns: [],
    schema: z.enum(names),
    rule: `order by, descending; default ${names[0]}`,
    required: false,
    order: (value, name) => member(names, value, name),
  };
}

/** Rising or falling: each side is an order of its own, and only its own records belong to it. */
export function side(field: string, sides: Readonly<Record<string, 'above' | 'below'>>): Choice {
  const column: Column = { field, as: 'value' };
  const names = Object.keys(sides);
  return {
    kind: 'choice',
    columns: [column],
    schema: z.enum(names),
    rule: `which side of ${field}`,
    required: false,
    order: (value, name) => member(names, value, name),
    condition: (chosen) => ({ is: sides[chosen] ?? 'above', column, value: 0 }),
  };
}

/** The most records wanted of an unpaged answer. */
export function limit(bounds: { minimum: number; maximum: number; default: number }): Maximum {
  return {
    kind: 'maximum',
    default: bounds.default,
    schema: z.int().min(bounds.minimum).max(bounds.maximum),
    rule: `at most so many, ${rangeWords(bounds)}; default ${bounds.default}`,
    required: false,
    maximum: (value, name) => wholeNumberWithin(value, name, bounds),
  };
}

/** A parameter without which there is no answer. */
export function required<P extends Parameter>(parameter: P): P {
  return { ...parameter, required: true };
}

function filter(column: Column, rule: string, condition: Filter['condition']): Filter {
  const subject = subjectOf(column.field);
  return {
    ...{ kind: 'filter', columns: [column], schema: word, rule, required: false, condition },
    ...(subject ? { subject } : {}),
  };
}

/** What the values of a field name: fields that name things are called alike everywhere. */
function subjectOf(field: string): Filter['subject'] {
  if (/ticker/i.test(field)) return 'ticker';
  return /^(drug_?name|drug|name|fund_name|InterventionName|nctId)$/i.test(field)
    ? 'name'
    : undefined;
}
