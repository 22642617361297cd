import * as z from 'zod';
import { invalidParameter } from '../base/errors.ts';
import { type Endpoint, pageSize } from './endpoint.ts';
import { numberWithin } from './param-values.ts';
import type { Parameter, Sort, Window } from './parameter.ts';

/**
 * The parameter `sort`.
 * @param descending fields that sort in descending order if the request does not state an order
 */
export function sort(descending: readonly string[] = []): Sort {
  const words = descending.length > 0 ? `; ${descending.join(', ')}: descending` : '';
  return {
    kind: 'sort',
    descending,
    schema: z.string(),
    rule: `column, or -column for descending; nulls last${words}`,
    required: false,
  };
}

/** The parameter `limit`: the maximum number of records to return from a page. */
export function limit(byDefault?: number): Window {
  return {
    kind: 'limit',
    schema: z.int(),
    rule: byDefault === undefined ? 'records to return' : `records to return; default ${byDefault}`,
    required: false,
    ...(byDefault === undefined ? {} : { default: byDefault }),
    parse(value, name) {
      const limit = /^\d{1,9}$/.test(value.trim()) ? Number(value) : 0;
      if (limit >= 1 && limit <= pageSize) return limit;
      const more = `pageSize is ${pageSize}; to get more records, set page or skip`;
      throw invalidParameter(name, `a whole number, 1–${pageSize}. ${more}`);
    },
  };
}

function skip(): Window {
  return {
    kind: 'skip',
    schema: z.int(),
    rule: 'records to skip',
    required: false,
    parse: (value, name) => numberWithin(value, name, { minimum: 0 }, 'a whole number'),
  };
}

const everywhere: Readonly<Record<string, Parameter>> = {
  limit: limit(),
  skip: skip(),
  sort: sort(),
};

/**
 * Whether every endpoint has a parameter of this name. An endpoint can replace the common parameter
 * with its own.
 */
export const isEverywhere = (name: string) => name in everywhere;

/**
 * The parameters of an endpoint.
 * @param asStated if true, an endpoint of the specification has only the parameters that the
 * specification defines
 */
export function parametersOf(
  { parameters, added = {}, origin }: Pick<Endpoint, 'parameters' | 'added' | 'origin'>,
  asStated = false,
): Readonly<Record<string, Parameter>> {
  if (asStated && origin === 'specification') return parameters;
  return { ...parameters, ...added, ...everywhere, ...parameters };
}
