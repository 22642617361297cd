import type { Untrusted } from '../../sources/formats/untrusted.ts';

/** The fields that have a value: a part of a record names no field of which nothing is known. */
export function presentOf(fields: Untrusted): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** The list, or undefined where it is empty: nothing is known. */
export function listOrNone<Item>(list: readonly Item[]): readonly Item[] | undefined {
  return list.length > 0 ? list : undefined;
}
