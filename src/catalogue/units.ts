/** The units of numbers, each with its description and its number of decimals in answers. */
export interface Unit {
  readonly words: string;
  /** Number of decimals in answers. Absent if the numbers are not rounded. */
  readonly decimals?: number;
}

const table = {
  money: { words: 'US dollars', decimals: 0 },
  price: { words: 'US dollars per share', decimals: 4 },
  percent: { words: 'percent', decimals: 2 },
  /**
   * A percent with more decimals. With them, the shown quarterly returns compound to the shown
   * annual return.
   */
  periodReturn: { words: 'percent', decimals: 4 },
  /**
   * A percent with more decimals, because a small holding can be a hundredth of a percent of an
   * index fund.
   */
  weight: { words: 'percent', decimals: 4 },
  score: { words: 'points of a score', decimals: 2 },
  months: { words: 'months', decimals: 2 },
  average: { words: 'an average count', decimals: 2 },
  ratio: { words: 'a ratio', decimals: 4 },
  fraction: { words: 'a fraction of 1', decimals: 4 },
  /** A p-value. It has more decimals than a fraction, because it can be very small. */
  pValue: { words: 'a p-value', decimals: 8 },
  /** A number without a unit, such as a z-score or an expected number of events. */
  number: { words: 'a number', decimals: 4 },
  count: { words: 'a count', decimals: 0 },
  quantity: { words: 'a number in the unit that the source uses' },
} satisfies Readonly<Record<string, Unit>>;

export type UnitName = keyof typeof table;

export const units: Readonly<Record<UnitName, Unit>> = table;

type Rounded<Value extends number | null> = Value extends null ? null : number;

/**
 * Rounds a number by its unit. Computations use unrounded numbers, and the store rounds each field
 * when it writes a record.
 * @returns the rounded value, or null for null. Negative zero becomes zero, so that equal results
 *   are identical.
 */
export function rounded<Value extends number | null>(unit: UnitName, value: Value): Rounded<Value> {
  const { decimals } = units[unit];
  if (value === null || decimals === undefined) return value as Rounded<Value>;
  const steps = 10 ** decimals;
  return (Math.round(value * steps) / steps + 0) as Rounded<Value>;
}

/**
 * Our choice: a larger number of months is shown as `>10 years`, because a company's cash burn
 * changes before then.
 */
const MOST_MONTHS = 120;

/** Formats a value for a reader. A number of months above `MOST_MONTHS` is shown as `>10 years`. */
export function readable(value: unknown, unit: UnitName | undefined): unknown {
  return unit === 'months' && Number(value) > MOST_MONTHS ? '>10 years' : value;
}

type Row = Readonly<Record<string, unknown>>;
/** The fields of a record with their units (see `Field` in fields.ts). */
type Fields = Readonly<Record<string, { readonly unit?: UnitName; readonly fields?: Fields }>>;

/**
 * Returns a function that rounds the numbers of a row by unit. If no number changes, the function
 * returns the same object.
 */
export function rounderOf(fields: Fields): <Kind extends object>(row: Kind) => Kind {
  const numbers = Object.entries(fields).flatMap(([name, { unit }]) =>
    unit === undefined || units[unit].decimals === undefined ? [] : [[name, unit] as const],
  );
  const lists = Object.entries(fields).flatMap(([name, field]) =>
    field.fields ? [[name, rounderOf(field.fields)] as const] : [],
  );
  return <Kind extends object>(given: Kind) => {
    const row = given as Row;
    let served: Record<string, unknown> | undefined;
    for (const [name, unit] of numbers) {
      const value = row[name];
      if (typeof value !== 'number') continue;
      const shown = rounded(unit, value);
      if (Object.is(shown, value)) continue;
      served ??= { ...row };
      served[name] = shown;
    }
    for (const [name, round] of lists) {
      const list = row[name];
      if (!Array.isArray(list)) continue;
      served ??= { ...row };
      served[name] = list.map(round);
    }
    return (served ?? row) as Kind;
  };
}
