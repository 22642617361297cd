/** What a number of a record is, how finely it is served, and how its readers are told. */
export interface Unit {
  readonly words: string;
  /** Decimal places served; absent where a number stands as its source states it. */
  readonly decimals?: number;
}

const table = {
  money: { words: 'US dollars', decimals: 0 },
  price: { words: 'US dollars a share', decimals: 4 },
  percent: { words: 'percent', decimals: 2 },
  /** Finer than other percents, so that returns compound to what is shown of a whole year. */
  periodReturn: { words: 'percent', decimals: 4 },
  /** So, too, since of what an index fund holds nothing is a hundredth of a percent. */
  weight: { words: 'percent', decimals: 4 },
  score: { words: 'points of a score', decimals: 2 },
  months: { words: 'months', decimals: 2 },
  average: { words: 'an average count', decimals: 2 },
  ratio: { words: 'a ratio', decimals: 4 },
  fraction: { words: 'a fraction of 1', decimals: 4 },
  /** Neither: a z-score, an expected value. */
  number: { words: 'a number', decimals: 4 },
  count: { words: 'a count', decimals: 0 },
  quantity: { words: 'a quantity as its source states it' },
} satisfies Readonly<Record<string, Unit>>;

export type UnitName = keyof typeof table;

export const units: Readonly<Record<UnitName, Unit>> = table;

type Rounded<Value extends number | null> = Value extends null ? null : number;

/**
 * A number as its unit is served. Computations run on unrounded numbers; the store rounds each field
 * by its unit when it writes a record, and nothing else rounds but sums of parts as they are shown.
 *
 * @returns null for null; never a negative zero, another value to whoever compares records
 */
export function rounded<Value extends number | null>(unit: UnitName, value: Value): Rounded<Value> {
  const { decimals } = units[unit];
  if (value === null || decimals === undefined) return value as Rounded<Value>;
  const steps = 10 ** decimals;
  return (Math.round(value * steps) / steps + 0) as Rounded<Value>;
}

type Row = Readonly<Record<string, unknown>>;
/** The fields of a record, as far as rounding goes (see `Field` in endpoint.ts). */
type Fields = Readonly<Record<string, { readonly unit?: UnitName; readonly fields?: Fields }>>;

/** A row with each number as its field's unit is served; the row itself where nothing changes. */
export function rounderOf(fields: Fields): (row: Row) => Row {
  const numbers = Object.entries(fields).flatMap(([name, { unit }]) =>
    unit === undefined || units[unit].decimals === undefined ? [] : [[name, unit] as const],
  );
  const lists = Object.entries(fields).flatMap(([name, field]) =>
    field.fields ? [[name, rounderOf(field.fields)] as const] : [],
  );
  return (row) => {
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
    return served ?? row;
  };
}
