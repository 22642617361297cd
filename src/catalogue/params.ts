import * as z from 'zod';
import { invalidDateBound, invalidParameter } from '../base/errors.ts';
import { isCalendarDate, parseDateBound, shiftDays } from '../domain/dates.ts';
import {
  type Bounds,
  listOf,
  MAX_VALUE_LENGTH,
  member,
  numberWithin,
  tickerList,
  wholeNumberWithin,
} from './param-values.ts';
import type { Choice, Column, Filter, Option, Page, Parameter } from './parameter.ts';
import { compilePattern } from './patterns.ts';

/** A value of any parameter except `page`. It has a maximum length and no control characters. */
const word = z.string().max(MAX_VALUE_LENGTH);

/** `page`, from 1. A missing value, or one that is not a number, means 1. */
export function page(): Page {
  return {
    kind: 'page',
    schema: z.int(),
    rule: '1-based page',
    required: false,
  };
}

/** A filter for equality, including case. */
export function exact(field: string, example: string): Filter {
  const column: Column = { field, as: 'value' };
  return {
    ...filter(column, exactRule(field, 'exact', example), (value) => ({
      is: 'equal',
      column,
      value,
    })),
    isCaseSensitive: true,
  };
}

/** A filter that converts the given value to upper case and then compares for equality. */
export function exactUpperCase(field: string, example: string): Filter {
  const column: Column = { field, as: 'value' };
  return filter(column, exactRule(field, 'any case', example), (value) => ({
    is: 'equal',
    column,
    value: value.toUpperCase(),
  }));
}

/**
 * Formats the description of how a parameter matches. A parameter for tickers also accepts a
 * company name (see named-companies.ts).
 */
function exactRule(field: string, how: 'exact' | 'any case', example: string): string {
  if (subjectOf(field) !== 'ticker') return `${how}: ${example}`;
  return `ticker or name: ${example}`;
}

/**
 * A filter for one or several tickers, which are converted to upper case and compared for equality.
 */
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

const tickersRule = 'CRSP,VRTX or names';

/** A filter for equality, ignoring case. */
export function exactAnyCase(field: string, example: string): Filter {
  const column: Column = { field, as: 'lower' };
  return filter(column, exactRule(field, 'any case', example), (value) => ({
    is: 'equal',
    column,
    value: value.toLowerCase(),
  }));
}

/**
 * The type regex-ci of the specification: a regular expression (RE2 syntax) that matches anywhere
 * and ignores case.
 */
export function contains(field: string, example: string): Filter {
  const column: Column = { field, as: 'term' };
  return filter(column, `pattern: ${example}`, (pattern, name) => ({
    is: 'matching',
    column,
    matcher: compilePattern(pattern, name),
  }));
}

/**
 * A filter for fields that contain a list: matches complete items of the list, ignoring case. The
 * items are stored as one text, separated by `; `.
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

/** A filter that matches the start of the stored text. */
export function prefix(field: string, example: string): Filter {
  const column: Column = { field, as: 'value' };
  return filter(column, `start of ${field}: ${example}`, (value) => ({
    is: 'starting with',
    column,
    value,
  }));
}

/**
 * A lower bound for a date. A year or a month stands for its first day.
 *
 * @param as `date` for a field with a time
 */
export function from(field: string, as: Column['as'] = 'value'): Filter {
  return dateBound({ field, as }, 'start');
}

/** An upper bound for a date. A year or a month stands for its last day. */
export function to(field: string, as: Column['as'] = 'value'): Filter {
  return dateBound({ field, as }, 'end');
}

function dateBound(column: Column, edge: 'start' | 'end'): Filter {
  const { field } = column;
  const rule = `${edge === 'start' ? 'earliest' : 'latest'} ${field}: YYYY[-MM[-DD]]`;
  const condition: Filter['condition'] = (value, name) => {
    const date = parseDateBound(value, edge);
    if (!date) throw invalidDateBound(name);
    return { is: edge === 'start' ? 'at least' : 'at most', column, value: date };
  };
  const word = edge === 'start' ? 'from' : 'to';
  return { ...filter(column, rule, condition), inWords: (value) => `${word} ${value}` };
}

/**
 * Selects records that were known on a day, with their values of that day. Records that were first
 * recorded later, or on an unknown day, are excluded.
 * @param notice states which values are missing in answers about a past day
 */
export function asOf(field: string, notice: string): Filter {
  const column: Column = { field, as: 'date' };
  const recorded = filter(
    column,
    `YYYY-MM-DD: records known by this day (${field}), with the dates of that day`,
    (value, name) => {
      if (!isCalendarDate(value)) throw invalidParameter(name, 'a date, YYYY-MM-DD');
      return { is: 'at most', column, value, isKnownBy: true };
    },
  );
  return { ...recorded, pastNotice: notice };
}

/** A filter that accepts one of the permitted values, ignoring case. */
export function oneOf(field: string, values: readonly string[]): Filter {
  const column: Column = { field, as: 'value' };
  return {
    ...filter(column, `only this ${field}`, (value, name) => ({
      is: 'equal',
      column,
      value: member(values, value, name),
    })),
    schema: z.enum(values),
  };
}

/** A filter that accepts one or several of the permitted values, ignoring case. */
export function anyOf(field: string, values: readonly string[]): Filter {
  const column: Column = { field, as: 'value' };
  return {
    ...filter(column, `comma-separated: ${values.join(', ')}`, (value, name) => ({
      is: 'one of',
      column,
      values: someOf(value).map((one) => member(values, one, name)),
    })),
    isList: true,
  };
}

/**
 * Splits a list into its values. For an empty list, returns one empty value, so that the parameter
 * is refused.
 */
function someOf(list: string): readonly string[] {
  const values = listOf(list);
  return values.length > 0 ? values : [''];
}

/**
 * A filter that matches the given level and all higher levels, ignoring case.
 * @param values the levels in rising order
 */
export function atLeastLevel(field: string, levels: readonly string[]): Filter {
  const column: Column = { field, as: 'value' };
  return {
    ...filter(column, `this ${field} or higher`, (value, name) => ({
      is: 'one of',
      column,
      values: levels.slice(levels.indexOf(member(levels, value, name))),
    })),
    schema: z.enum(levels),
  };
}

export function atLeast(field: string, bounds: Bounds): Filter {
  return numberBound(field, 'at least', bounds);
}

export function atMost(field: string, bounds: Bounds): Filter {
  return numberBound(field, 'at most', bounds);
}

function numberBound(field: string, is: 'at least' | 'at most', bounds: Bounds): Filter {
  const column: Column = { field, as: 'value' };
  const unit = bounds.unit === undefined ? '' : `, ${bounds.unit}`;
  const schema = z.number().min(bounds.minimum);
  return {
    ...filter(column, `${is} this ${field}${unit}`, (value, name) => ({
      is,
      column,
      value: numberWithin(value, name, bounds),
    })),
    schema: bounds.maximum === undefined ? schema : schema.max(bounds.maximum),
  };
}

/** An option for the first or last day of the answer: a day, a month or a year. */
export function dayOption(edge: 'start' | 'end', rule: string): Option {
  return {
    ...{ kind: 'option', schema: word, rule: `${rule}: YYYY[-MM[-DD]]`, required: false },
    parse(value, name) {
      const day = parseDateBound(value, edge);
      if (!day) throw invalidDateBound(name);
      return day;
    },
  };
}

/**
 * An option that selects how an answer is computed, ignoring case. The first value is the default.
 */
export function optionOf(values: readonly string[], rule: string): Option {
  return {
    ...{ kind: 'option', schema: z.enum(values), rule, required: false },
    parse: (value, name) => member(values, value, name),
  };
}

/** A filter for the last N days up to today, with an optional default for N. */
export function lastDays(
  field: string,
  bounds: Bounds & { readonly maximum: number; readonly default?: number },
): Filter {
  const column: Column = { field, as: 'value' };
  const otherwise = bounds.default === undefined ? '' : `; default ${bounds.default}`;
  return {
    ...filter(column, `${field} in the last N days${otherwise}`, (value, name, today) => ({
      is: 'at least',
      column,
      value: shiftDays(today, -wholeNumberWithin(value, name, bounds)),
    })),
    schema: z.int().min(bounds.minimum).max(bounds.maximum),
    inWords: (value) => `in the last ${value.trim()} days`,
    ...(bounds.default === undefined ? {} : { default: String(bounds.default) }),
  };
}

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

/**
 * A parameter with the values rising and falling. Each value selects its own order and its own
 * records.
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

function filter(column: Column, rule: string, condition: Filter['condition']): Filter {
  const subject = subjectOf(column.field);
  return {
    ...{ kind: 'filter', columns: [column], schema: word, rule, required: false, condition },
    ...(subject ? { subject } : {}),
  };
}

/**
 * Returns the kind of thing that a field names. In all tools, names of the same kind have the same
 * field name.
 */
function subjectOf(field: string): Filter['subject'] {
  if (/ticker/i.test(field)) return 'ticker';
  return /^(drug_?name|drug|name|fund_name|InterventionName|nctId)$/i.test(field)
    ? 'name'
    : undefined;
}
