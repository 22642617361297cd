import type { Scan } from '../base/turns.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import type { Condition } from '../catalogue/parameter.ts';
import type { Query } from '../catalogue/query.ts';
import { permitted } from './access/access.ts';
import type { Account } from './access/account.ts';
import type { Backend } from './backend.ts';

/**
 * A query for the kinds of records that the caller may see. A kind is omitted if the caller's plan
 * does not include its tool.
 */
interface Limited {
  readonly query: Query;
  /**
   * Returns a notice about the matching records that are omitted: their number, and the tools that
   * serve them. Returns undefined if there are none.
   */
  notice(source: Backend, scan: Scan): Promise<string | undefined>;
}

/**
 * Limits a query to the kinds of records whose tools the caller may use. The kinds are also added
 * to the arguments of the query, because the arguments are the key of cached answers.
 */
export function withinPlan(caller: Account, endpoint: Endpoint, query: Query): Limited {
  const { field, values, of } = endpoint.kinds ?? { field: '', values: [], of: {} };
  const isOpen = (value: string) => of[value] === undefined || permitted(caller, of[value]);
  const closed = values.filter((value) => !isOpen(value));
  if (closed.length === 0) return { query, notice: async () => undefined };
  return {
    query: limitedTo(query, field, values.filter(isOpen)),
    async notice(source, scan) {
      const leftOut = { ...limitedTo(query, field, closed), page: 1 };
      const { total } = await source.fetch(endpoint, leftOut, scan);
      if (total === 0) return undefined;
      const tools = [...new Set(closed.map((value) => of[value]!.name))].join(', ');
      return `${total} more ${endpoint.noun} are omitted, because your plan does not include ${tools}.`;
    },
  };
}

/** Adds a condition to a query: the field must have one of the values. */
function limitedTo(query: Query, field: string, values: readonly string[]): Query {
  return {
    ...query,
    arguments: { ...query.arguments, [`only ${field}`]: values.join() },
    conditions: [...query.conditions, oneOf(field, values)],
  };
}

export function oneOf(field: string, values: readonly string[]): Condition {
  return { is: 'one of', column: { field, as: 'value' }, values };
}
