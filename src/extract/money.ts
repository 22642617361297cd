import { textBefore } from './nearby.ts';

const NUMBER = '(?<number>\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?)';
const UNIT = '(?:[ -]?(?<unit>thousand|million|billion|bn|mn|m|b|k)\\b)?';
/** Matches currency codes. */
const CODES = 'USD|EUR|GBP|AUD|CAD|NZD|HKD|SGD|CHF|JPY|SEK|DKK|NOK|CNY';
const DOLLARS = '(?<![A-Za-z])(?:AU?|CA?|CDN|HK|NT|NZ|S|US)?\\$';
const money = new RegExp(
  `(?<currency>${DOLLARS}|[€£¥]|\\b(?:${CODES})(?: ?\\$)?) ?${NUMBER}${UNIT}(?<each>(?: |-)(?:per|a|each)(?: |-)|/(?:share|ADS))?`,
  'gi',
);
const currencies: Readonly<Record<string, string>> = {
  A: 'AUD',
  AU: 'AUD',
  C: 'CAD',
  CA: 'CAD',
  CDN: 'CAD',
  HK: 'HKD',
  NT: 'TWD',
  NZ: 'NZD',
  S: 'SGD',
  US: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
};
const factors: Readonly<Record<string, number>> = { t: 1e3, k: 1e3, m: 1e6, b: 1e9 };

/** Matches words that introduce a price, such as "priced at". */
const PRICED =
  /(?:\bpriced? (?:(?:of|for|per|to)\b[^.;$€£]{0,60}? )?(?:of|is|was|at|equal to)?|\bprice|\bat|@)\s{0,3}$/i;

/** Amounts of money in a sentence, in currency units. */
export function moneyIn(text: string) {
  return [...text.matchAll(money)].map((match) => {
    const { currency = '', number = '0', unit, each } = match.groups ?? {};
    const factor = unit ? (factors[unit[0]!.toLowerCase()] ?? 1) : 1;
    const value = Math.round(Number(number.replaceAll(',', '')) * factor * 1e6) / 1e6;
    const code = currency.replace(/[$ ]/g, '').toUpperCase() || 'US';
    return {
      at: match.index,
      end: match.index + match[0].length,
      value,
      currency: currencies[code] ?? code,
      /** Whether the amount is a price per share. */
      each:
        each !== undefined ||
        (PRICED.test(textBefore(text, match.index, 90)) && value < 1000 && unit === undefined),
    };
  });
}

/** The amount that is paid first: "initial funding of $15 million", "$15 million upfront". */
export function upfrontIn(text: string, sums: ReturnType<typeof moneyIn>) {
  return sums.find(
    ({ at, end, each }) =>
      !each &&
      (UPFRONT.test(textBefore(text, at, 60)) ||
        /^[^.;,$]{0,25}\bup-?front\b/i.test(text.slice(end, end + 40))),
  );
}

const UPFRONT =
  /\b(?:up-?front|initial (?:funding|closing|tranche|investment|proceeds))\b[^.;$]{0,40}$/i;

/** Returns the value if all values are equal. Undefined if they differ or there are none. */
export function onlyOne(values: readonly number[]): number | undefined {
  const distinct = new Set(values);
  return distinct.size === 1 ? values[0] : undefined;
}
