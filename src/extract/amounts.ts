import type { MentionDetail } from './mention.ts';
import { textBefore } from './nearby.ts';

const NUMBER = '(?<number>\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?)';
const UNIT = '(?:[ -]?(?<unit>thousand|million|billion|bn|mn|m|b|k)\\b)?';
const money = new RegExp(
  `(?<currency>(?:A|C|US)?\\$|[€£¥]|USD ?|EUR ?)\\s?${NUMBER}${UNIT}(?<each>(?: |-)(?:per|a|each)(?: |-)|/(?:share|ADS))?`,
  'gi',
);
const currencies: Readonly<Record<string, string>> = {
  A$: 'AUD',
  C$: 'CAD',
  '€': 'EUR',
  EUR: 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
};
const factors: Readonly<Record<string, number>> = { t: 1e3, k: 1e3, m: 1e6, b: 1e9 };

/** Amounts of money in a sentence, in currency units. */
function moneyIn(text: string) {
  return [...text.matchAll(money)].map((match) => {
    const { currency = '$', number = '0', unit, each } = match.groups ?? {};
    const factor = unit ? (factors[unit[0]!.toLowerCase()] ?? 1) : 1;
    const value = Math.round(Number(number.replaceAll(',', '')) * factor * 1e6) / 1e6;
    const before = textBefore(text, match.index, 24);
    return {
      at: match.index,
      end: match.index + match[0].length,
      value,
      currency: currencies[currency.trim().toUpperCase()] ?? currencies[currency] ?? 'USD',
      /** Whether the amount is a price per share. */
      each: each !== undefined || (/(?:price of|priced at|at|@) ?$/i.test(before) && value < 1000),
    };
  });
}

/**
 * Matches a number of shares. Amounts of money are excluded: "$1,000 per share", "$50,000,000 of
 * common shares".
 */
const SHARES =
  /(?<![$€£¥\d.,])(\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?(?= ?(?:M|million)\b))( ?(?:M|million))?(?: [\w-]+){0,3} (?:shares?|ADSs?|American Depositary)/gi;
/** Matches the words before a number of shares that warrants can purchase. */
const OF_WARRANTS =
  /\bwarrants? (?:exercisable )?(?:to (?:purchase|acquire|buy)|for)(?: up to)?(?: an aggregate(?: of)?)? ?$/i;

/**
 * Gross amount, upfront amount, price per share and number of shares of an offering, if the
 * sentence states them.
 */
export function offeringTerms(text: string): MentionDetail {
  const sums = moneyIn(text);
  const amount =
    sums.find(
      ({ at, each, value }) =>
        !each &&
        value >= 1e5 &&
        /(?:gross proceeds|proceeds|raise|raising|aggregate)[^.;$]{0,60}$/i.test(text.slice(0, at)),
    ) ?? sums.find(({ each, value }) => !each && value >= 1e5);
  const upfront = upfrontIn(text, sums);
  const price = sums.find(({ each, value }) => each && value < 10_000 && value >= 0.01);
  const shares = [...text.matchAll(SHARES)].find(
    ({ index }) => !OF_WARRANTS.test(textBefore(text, index, 80)),
  );
  return {
    ...(amount ? { amount: amount.value, currency: amount.currency } : {}),
    ...(upfront ? { upfront: upfront.value } : {}),
    ...(price ? { price: price.value, currency: price.currency } : {}),
    ...(shares
      ? { shares: Math.round(Number(shares[1]!.replaceAll(',', '')) * (shares[2] ? 1e6 : 1)) }
      : {}),
  };
}

/** Matches the noun of an amount that finances a company: "$25 million private placement". */
const FINANCING =
  /^(?:,? (?!up-?front)[a-z-]+){0,2} (?:investment|financing|placement|offering|loan|credit facility)\b/i;

/** The amount that is paid first: "initial funding of $15 million", "$15 million upfront". */
function upfrontIn(text: string, sums: ReturnType<typeof moneyIn>) {
  return sums.find(
    ({ at, end, each }) =>
      !each &&
      (UPFRONT.test(textBefore(text, at, 60)) ||
        /^[^.;,$]{0,25}\bup-?front\b/i.test(text.slice(end, end + 40))),
  );
}

const UPFRONT =
  /\b(?:up-?front|initial (?:funding|closing|tranche|investment|proceeds))\b[^.;$]{0,40}$/i;

/** Total and upfront value of a deal, if the sentence states them. */
export function dealTerms(text: string): MentionDetail {
  const sums = moneyIn(text);
  const total = sums.find(
    ({ each, value, end }) => !each && value >= 1e6 && !FINANCING.test(text.slice(end)),
  );
  const upfront = upfrontIn(text, sums);
  const price = sums.find(({ each }) => each);
  return {
    ...(total ? { amount: total.value, currency: total.currency } : {}),
    ...(upfront ? { upfront: upfront.value } : {}),
    ...(price ? { price: price.value } : {}),
  };
}
