import { shiftDays } from '../domain/dates.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * A request to an endpoint whose arguments can contain placeholders: `{ticker}`, `{today}`,
 * `{today+14}`, `{today+days}`.
 */
export interface Question {
  readonly endpoint: Endpoint;
  readonly arguments: Readonly<Record<string, string | number>>;
}

/** Values of the placeholders; `today` is `YYYY-MM-DD`. */
export type Values = Readonly<Record<string, string>> & { readonly today: string };

/** Replaces the placeholders in a text. A placeholder without a value stays unchanged. */
export function filled(text: string, values: Values): string {
  return text.replace(/\{(\w+)(?:\+(\w+))?\}/g, (whole, name: string, more?: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) return whole;
    if (more === undefined) return value;
    return shiftDays(value, Number(Object.hasOwn(values, more) ? values[more] : more));
  });
}

export function filledArguments<Value extends string | number>(
  { arguments: given }: { readonly arguments: Readonly<Record<string, Value>> },
  values: Values,
): Readonly<Record<string, Value | string>> {
  const entries = Object.entries(given).map(([name, value]) => [
    name,
    typeof value === 'string' ? filled(value, values) : value,
  ]);
  return Object.fromEntries(entries);
}
