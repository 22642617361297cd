/**
 * How derived numbers are rounded, once, at the end: the last step before a record is served.
 * Computations run on unrounded numbers. A null stays null.
 */
type Rounded<Value extends number | null> = Value extends null ? null : number;

/** Sums of money, to whole US dollars. */
export function roundMoney<Value extends number | null>(usd: Value): Rounded<Value> {
  return rounded(usd, 1);
}

/** Percents, months, scores and other numbers read at a glance, to two decimals. */
export function roundPercent<Value extends number | null>(percent: Value): Rounded<Value> {
  return rounded(percent, 100);
}

/** Ratios and probabilities, to four decimals. */
export function roundRatio<Value extends number | null>(ratio: Value): Rounded<Value> {
  return rounded(ratio, 10_000);
}

/** Prices of one share, to a hundredth of a cent, the finest that exchanges quote. */
export function roundPrice<Value extends number | null>(usd: Value): Rounded<Value> {
  return rounded(usd, 10_000);
}

/** A zero is never negative: it would be another value to whoever compares records. */
function rounded<Value extends number | null>(value: Value, steps: number): Rounded<Value> {
  return (value === null ? null : Math.round(value * steps) / steps + 0) as Rounded<Value>;
}
