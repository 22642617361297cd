import * as z from 'zod';
import { invalidParameter } from '../base/errors.ts';
import { isCalendarDate } from '../domain/dates.ts';
import { requireColumns } from './asked-columns.ts';
import type { Field } from './fields.ts';
import { fieldInWords } from './joined-fields.ts';
import type { Column, Condition, Where } from './parameter.ts';
import { sortableFields } from './sorting.ts';

/** Maximum number of conditions in a request. */
const MAX_CONDITIONS = 10;

const comparisons = {
  '=': 'equal',
  '!=': 'differs',
  '<': 'below',
  '<=': 'at most',
  '>': 'above',
  '>=': 'at least',
} as const;
type Operator = keyof typeof comparisons;

/**
 * The parameter `where`. Its conditions have the form `field op value`, and a record must meet all
 * of them. A record without a value in the field does not meet the condition.
 */
export function where(record: Readonly<Record<string, Field>>): Where {
  const fields = sortableFields(record);
  return {
    kind: 'where',
    schema: z.array(z.string()),
    rule: `up to ${MAX_CONDITIONS} conditions "field op value", all required; op: = != < <= > >=`,
    required: false,
    columns: fields.map((field) => columnOf(field, record[field]!)),
    conditions(words, name) {
      if (words.length > MAX_CONDITIONS) {
        throw invalidParameter(name, `at most ${MAX_CONDITIONS} conditions`);
      }
      return words.map((word) => conditionOf(word, name, record, fields));
    },
  };
}

function conditionOf(
  word: string,
  name: string,
  record: Readonly<Record<string, Field>>,
  fields: readonly string[],
): Condition {
  const [, field = '', operator, value = ''] =
    /^\s*([^<>=!]+?)\s*(<=|>=|!=|=|<|>)\s*(.+?)\s*$/s.exec(word) ?? [];
  if (operator === undefined) {
    throw invalidParameter(name, 'each condition is "field op value", op one of = != < <= > >=');
  }
  const inWords = fields.map((one) => fieldInWords(one, record[one]!));
  requireColumns(name, [field], fields, inWords);
  return compared(field, record[field]!, operator as Operator, value, name);
}

function compared(
  field: string,
  declared: Field,
  operator: Operator,
  value: string,
  name: string,
): Condition {
  const column = columnOf(field, declared);
  const is = comparisons[operator];
  if (declared.type === 'number' || declared.type === 'integer') {
    if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(value)) {
      throw invalidParameter(name, `${field} takes a number without separators or units`);
    }
    return { is, column, value: Number(value) };
  }
  if (declared.type === 'day') {
    if (!isCalendarDate(value)) throw invalidParameter(name, `${field} takes YYYY-MM-DD`);
    return { is, column, value };
  }
  if (is !== 'equal' && is !== 'differs') {
    throw invalidParameter(name, `${field} is a text, which takes = or !=`);
  }
  return { is, column, value: value.toLowerCase() };
}

/** Numbers and days are compared as they are stored. Other values are compared ignoring case. */
function columnOf(field: string, { type }: Field): Column {
  return { field, as: ['number', 'integer', 'day'].includes(type) ? 'value' : 'lower' };
}
