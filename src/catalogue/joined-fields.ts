import { daysBetween } from '../domain/dates.ts';
import type { ComputedField, Endpoint, Join } from './endpoint.ts';
import type { Field } from './fields.ts';
import { units } from './units.ts';

/**
 * Returns the declarations of the fields of combined records. Units and notes are those of the
 * original endpoints.
 */
export function joinedFields(joins: readonly Join[]): Readonly<Record<string, Field>> {
  return Object.fromEntries(
    joins.flatMap(({ endpoint, fields, take }) =>
      Object.entries(fields).map(([name, field]): [string, Field] => [
        name,
        take === 'count' ? { type: 'integer' } : { ...endpoint.record[field]!, long: false },
      ]),
    ),
  );
}

/** The other endpoints that serve the values of a field. */
export function originsOf({ joined, servedBy = {} }: Endpoint, name: string): readonly Endpoint[] {
  const { [name]: server } = servedBy;
  if (!joined) return server ? [server] : [];
  const names = joined.computed[name]?.of ?? [name];
  return joined.from.flatMap(({ endpoint, fields }) =>
    names.some((one) => one in fields) ? [endpoint] : [],
  );
}

/** The ratio of two fields, or null if the second field is not above 0. */
export function ratioOf(part: string, whole: string): ComputedField {
  const value: ComputedField['value'] = ([one, other]) =>
    Number(other) > 0 ? Number(one) / Number(other) : null;
  return { of: [part, whole], value };
}

/** Days from today to the day in a field. */
export function daysTo(field: string): ComputedField {
  return { of: [field], value: ([day], today) => daysBetween(today, String(day)) };
}

/** A field with its unit: `market_cap_usd (US dollars)`. */
export function fieldInWords(name: string, { unit, type, note }: Field): string {
  const measure = unit ? units[unit].words : type;
  return `${name} (${[measure, note].filter(Boolean).join('; ')})`;
}
