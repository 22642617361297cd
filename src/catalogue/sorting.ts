import { requireColumns } from './asked-columns.ts';
import { type Endpoint, type Order, ordersOf } from './endpoint.ts';
import type { Sort } from './parameter.ts';

/**
 * Matches a column, optionally with a sign before it or an order after it: `-score`, `score desc`,
 * `score:desc`.
 */
const sortForm = /^([+-]?)\s*(.*?)(?:[\s:]+(asc|desc)(?:ending)?)?$/is;
const signs: Readonly<Record<string, string>> = { asc: '+', desc: '-' };

/** The sort order of a request. Records without a value are last. */
export interface Sorting extends Order {
  /**
   * Whether the specification declares this order for the endpoint. An upstream supports only
   * orders that the specification declares.
   */
  readonly isStated: boolean;
}

/** The fields by which records can be sorted. Fields with several values are excluded. */
export function sortableFields(record: Endpoint['record']): readonly string[] {
  return Object.entries(record).flatMap(([name, { type }]) =>
    type === 'texts' || type === 'object' || type === 'objects' ? [] : [name],
  );
}

/**
 * Parses `sort`. A field name sorts in ascending order, and `-field` or `field desc` in descending
 * order. Our choice: a field name in `descending` sorts in descending order, because the
 * specification sorts score columns that way. `+field` and `field asc` always sort in ascending
 * order.
 *
 * @throws ServiceError 400 that lists the fields
 */
export function sortingOf(endpoint: Endpoint, { descending }: Sort, value: string): Sorting {
  const [, before, given = '', after] = sortForm.exec(value.trim()) ?? [];
  const sign = after ? signs[after.toLowerCase()] : before;
  const fields = sortableFields(endpoint.fields);
  const field = fields.find((one) => one.toLowerCase() === given.toLowerCase()) ?? given;
  requireColumns('sort', [field], fields);
  const isStated = sign === '' && descending.includes(field);
  const direction = sign === '-' || isStated ? 'descending' : 'ascending';
  return { field, direction, by: comparison(endpoint, field), isStated };
}

/**
 * How to compare the values of a field. If the field is in an order of the endpoint, that order
 * states the comparison. Otherwise, phases are compared by stage, and other values as stored.
 */
function comparison(endpoint: Endpoint, field: string): NonNullable<Order['by']> {
  const own = ordersOf(endpoint).flatMap(([, order]) => order);
  const stated = own.find((one) => one.field === field)?.by;
  return stated ?? (/^(phase|stage)$/i.test(field) ? 'stage' : 'value');
}
