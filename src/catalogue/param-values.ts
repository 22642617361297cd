import { didYouMean } from '../base/did-you-mean.ts';
import { invalidParameter } from '../base/errors.ts';
import { isLegalForm } from '../domain/companies/company-names.ts';
import { nearestValues } from '../domain/directory/nearness.ts';

/** Maximum number of characters of a parameter value. */
export const MAX_VALUE_LENGTH = 200;

/** Maximum number of values of a list parameter. */
export const MAX_LIST = 20;

/**
 * Returns the distinct values of a comma-separated list. A comma before the legal form of a company
 * does not separate values: `Revolution Medicines, Inc., CRSP` has two values.
 */
export function listOf(value: string): readonly string[] {
  const words: string[] = [];
  for (const word of value.split(',').map((one) => one.trim())) {
    if (word === '') continue;
    const name = isLegalForm(word) ? words.pop() : undefined;
    words.push(name === undefined ? word : `${name}, ${word}`);
  }
  return [...new Set(words)];
}

/**
 * Returns the tickers of a list, converted to upper case.
 * @throws ServiceError 400 if the list has no ticker, or more than `MAX_LIST` tickers
 */
export function tickerList(value: string, name: string): readonly string[] {
  const values = listOf(value.toUpperCase());
  if (values.length === 0 || values.length > MAX_LIST) {
    throw invalidParameter(name, `1 to ${MAX_LIST} tickers, separated by commas or as a list`);
  }
  return values;
}

/** The permitted range of a number. Without `maximum`, there is no upper bound. */
export interface Bounds {
  readonly minimum: number;
  readonly maximum?: number;
  readonly unit?: string;
}

/**
 * Returns the permitted value that equals the given text, ignoring case.
 * @throws ServiceError 400
 */
export function member(values: readonly string[], value: string, name: string): string {
  const found = values.find((one) => one.toLowerCase() === value.trim().toLowerCase());
  if (found !== undefined) return found;
  const near = nearestValues(values, value, 1);
  throw invalidParameter(
    name,
    `one of ${values.join(', ')}`,
    near.length > 0 ? didYouMean(near) : undefined,
  );
}

const forms = {
  'a number': /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i,
  'a whole number': /^\d{1,9}$/,
} as const;

/** @throws ServiceError 400 unless the value matches `form` and is within `bounds` */
export function numberWithin(
  value: string,
  name: string,
  bounds: Bounds,
  form: keyof typeof forms = 'a number',
): number {
  const parsed = forms[form].test(value.trim()) ? Number(value) : Number.NaN;
  const fits = parsed >= bounds.minimum && parsed <= (bounds.maximum ?? Number.MAX_VALUE);
  if (!fits) throw invalidParameter(name, `${form}, ${rangeWords(bounds)}`);
  return parsed;
}

function rangeWords({ minimum, maximum, unit }: Bounds): string {
  const range = maximum === undefined ? `${minimum} or more` : `${minimum}–${maximum}`;
  return unit ? `${range} ${unit}` : range;
}
