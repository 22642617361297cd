import type { Constraint, Endpoint } from '../catalogue/endpoint.ts';
import type { Column, Condition } from '../catalogue/parameter.ts';
import { columnName, quote } from './served-tables.ts';

/** An SQL condition and the values of its placeholders. */
export interface Clause {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

/**
 * A condition that SQL can test on each value of a column. Patterns are not included, because they
 * are matched against the dictionary of the column.
 */
export type ValueCondition = Exclude<Condition, { is: 'matching' }>;

/** Converts a constraint of an endpoint to the condition that applies on the given day. */
export function conditionOf(constraint: Constraint, today: string): ValueCondition {
  const column: Column = { field: constraint.field, as: 'value' };
  switch (constraint.is) {
    case 'one of':
      return { is: 'one of', column, values: constraint.values };
    case 'today or later':
      return { is: 'at least', column, value: today };
    case 'today or earlier':
      return { is: 'at most', column, value: today };
    case 'before today':
      return { is: 'below', column, value: today };
  }
}

/** Returns the constraints of an endpoint as SQL conditions that apply on the given day. */
export function constraintsOn({ constraints = [] }: Endpoint, today: string): readonly Clause[] {
  return constraints.map((one) => clauseOf(conditionOf(one, today)));
}

const operators = {
  equal: '=',
  differs: '<>',
  'at least': '>=',
  'at most': '<=',
  above: '>',
  below: '<',
} as const;

export function clauseOf(condition: ValueCondition): Clause {
  const name = quote(columnName(condition.column));
  switch (condition.is) {
    case 'one of': {
      const marks = condition.values.map(() => '?').join(', ');
      return { sql: `${name} IN (${marks})`, values: condition.values };
    }
    case 'starting with': {
      const { value } = condition;
      return { sql: `${name} >= ? AND ${name} < ?`, values: [value, `${value}\u{10ffff}`] };
    }
    default:
      return { sql: `${name} ${operators[condition.is]} ?`, values: [condition.value] };
  }
}
