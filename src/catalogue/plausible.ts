import type { Field } from './fields.ts';
import type { UnitName } from './units.ts';

type Bounds = readonly [least: number, most: number];

/** Our choice: a value outside the bounds of its unit is treated as an error of the source. */
export const unitBounds: Partial<Readonly<Record<UnitName, Bounds>>> = {
  money: [-2e13, 2e13],
  price: [-1e6, 1e6],
  percent: [-1e5, 1e5],
  fraction: [-1, 20],
  score: [-200, 200],
  months: [-1200, 1200],
};

const SHARE: Bounds = [0, 100];
const PROBABILITY: Bounds = [0, 1];

/** Bounds of single fields. They are narrower than the bounds of the unit of the field. */
export const fieldBounds: Readonly<Record<string, Bounds>> = {
  ...fieldsOf(
    'poa base_rate interval_low interval_high published_rate published_phase_rate labelled_rate ' +
      'labelled_interval_low labelled_interval_high observed_rate coverage_pct biotech_pct ' +
      'ownership_dilution_pct ownership_pct pct_outstanding portfolio_pct win_rate_pct weight_pct',
    SHARE,
  ),
  ...fieldsOf(
    'success_probability cumulative_pos any_approval_probability evidence_confidence',
    PROBABILITY,
  ),
  ...fieldsOf('price_usd week52_high_usd week52_low_usd entry_price_usd strike', [0, 1e6]),
  market_cap_usd: [0, 5e12],
  Short_percent_of_Float: [0, 300],
  runway_months: [0, 1200],
  premiumPct: [-100, 1000],
  max_drawdown_pct: [-100, 0],
  launch_year: [1950, 2150],
};

/** The permitted range of days. A day outside the range is treated as an error of the source. */
export const dayBounds = ['1900-01-01', '2150-12-31'] as const;

/**
 * Maximum ratio of a market value to the total assets. A higher ratio means that the price or the
 * share count is wrong.
 */
export const MAX_VALUE_TO_ASSETS = 1000;

type Row = Readonly<Record<string, unknown>>;

/**
 * Returns a function that replaces each implausible value of a row with null and adds the flag
 * `implausible`.
 * @param note called with the field of each replaced value
 */
export function plausibilityOf(
  record: Readonly<Record<string, Field>>,
  note: (field: string) => void,
): (row: Row) => Row {
  const checks = Object.entries(record).flatMap(([name, field]) => {
    const check = checkOf(name, field);
    return check ? [[name, check] as const] : [];
  });
  return (row) => {
    const wrong = checks.filter(([name, isPlausible]) => !isPlausible(row[name]));
    if (wrong.length === 0) return row;
    for (const [name] of wrong) note(name);
    const nulls = Object.fromEntries(wrong.map(([name]) => [name, null]));
    return withFlag({ ...row, ...nulls }, 'implausible');
  };
}

/** Adds a flag to a row. A row without the field `flags` is returned unchanged. */
export function withFlag(row: Row, flag: string): Row {
  const { flags } = row;
  return Array.isArray(flags) && !flags.includes(flag) ? { ...row, flags: [...flags, flag] } : row;
}

function checkOf(name: string, { type, unit }: Field): ((value: unknown) => boolean) | undefined {
  if (type === 'day') {
    const [first, last] = dayBounds;
    return (value) => typeof value !== 'string' || (value >= first && value.slice(0, 10) <= last);
  }
  const bounds = fieldBounds[name] ?? (unit && unitBounds[unit]);
  if (!bounds) return undefined;
  // A value may exceed a bound by a thousandth of the distance between the bounds, because rounding
  // can cause such a small excess.
  const slack = (bounds[1] - bounds[0]) / 1000;
  return (value) =>
    typeof value !== 'number' || (value >= bounds[0] - slack && value <= bounds[1] + slack);
}

function fieldsOf(names: string, bounds: Bounds): Readonly<Record<string, Bounds>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, bounds]));
}
