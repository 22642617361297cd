import { anyOf } from '../domain/patterns.ts';
import type { MentionDetail } from './mention.ts';
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

/** Matches the text between the word "price" and the price. */
const PRICED =
  /(?:\bpriced? (?:(?:of|for|per|to)\b[^.;$€£]{0,60}? )?(?:of|is|was|at|equal to)?|\bprice|\bat|@)\s{0,3}$/i;

/** Amounts of money in a sentence, in currency units. */
function moneyIn(text: string) {
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

const COUNT =
  '(?<![$€£¥\\d.,])(\\d{1,3}(?:,\\d{3})+|\\d+(?:\\.\\d+)?(?= ?(?:M|million|billion)\\b))(?: ?(M|million|billion))?';
/**
 * Matches a number of shares. Amounts of money are excluded: "$1,000 per share", "$50,000,000 of
 * common shares".
 */
const SHARES = new RegExp(
  `${COUNT}(?: (?!additional\\b)[\\w-]+){0,3}? (?:shares?|ADSs?|American Depositary)(?!s?(?: of [\\w ]{1,20}stock)? (?:outstanding|underlying|issuable))`,
  'gi',
);
const TO_BUY =
  '(?: \\([^)]{1,60}\\))? (?:exercisable )?(?:to (?:purchase|acquire|buy)|for)(?: up to)?(?: an)?(?: additional)?(?: aggregate)?(?: number)?(?: of)?';
/**
 * Matches the words before shares that are not sold: shares of warrants, shares of the
 * underwriters' option, and outstanding shares.
 */
const NOT_SOLD = anyOf(
  'i',
  new RegExp(`\\bwarrants?${TO_BUY} ?$`),
  /\badditional ?$/,
  /\boption\b[^.;]{0,60}\bto (?:purchase|buy)\b[^.;]{0,20}$/,
  /\boutstanding\b[^.;]{0,60}$/,
);
const PREFUNDED = new RegExp(
  `${COUNT} pre-?funded warrants?|\\bpre-?funded warrants?${TO_BUY} ${COUNT}`,
  'gi',
);
const WARRANTS = new RegExp(`(?<!pre-?funded )\\bwarrants?${TO_BUY} ${COUNT}`, 'gi');
const SERIES = /\bseries [\w-]+(?= (?:\w+ ){0,3}?warrants?\b)/gi;
const SAME_NUMBER = /(?<!pre-?funded )\bwarrants? to (?:purchase|acquire) an equal number of\b/i;
/** Matches the words before warrants that an intermediary receives as a fee. */
const FEE = /\b(?:placement agents?|underwriters?|representatives?)\b[^.;]{0,80}$/i;
/**
 * Matches the words before a price that is not the offering price, such as an exercise price or a
 * closing price.
 */
const OTHER_PRICE = anyOf(
  'i',
  /\b(?:exercise|conversion|strike|closing|close|sales?|market|trading|par|stated|nominal) (?:prices?|value)\b[^.;$€£]{0,80}$/,
  /\b(?:exercisable|convertible)\b[^.,;$€£]{0,60}$/,
  /\b(?:per|each) pre-?funded\b[^.;$€£]{0,60}$/,
  /\b(?:minus|less) ?$/,
);
/** Matches the words after a price that is not the offering price. */
const AFTER_OTHER_PRICE =
  /^\W?(?:pre-?funded|(?:share|ADS)?, (?:which (?:is|was) )?the (?:last|closing))/i;
/** Matches the words before the price at which a warrant can be exercised. */
const STRIKE =
  /\b(?:exercise price|exercisable (?:[\w-]+ ){0,4}?at|exercisable [^.;$€£]{0,40} price)\b[^.;$€£]{0,60}$/i;

/**
 * Gross amount, upfront amount, price per share and number of shares of an offering, and its
 * warrants with their exercise price, if the text states them. A term for which the text states
 * several values is omitted.
 * @param behind the text after the statement. It completes the price and the warrants
 */
export function offeringTerms(text: string, behind = ''): MentionDetail {
  const sums = moneyIn(text);
  const amount =
    sums.find(
      ({ at, each, value }) =>
        !each &&
        value >= 1e5 &&
        /(?:gross proceeds|proceeds|raise|raising|aggregate)[^.;$]{0,60}$/i.test(text.slice(0, at)),
    ) ?? sums.find(({ each, value }) => !each && value >= 1e5);
  const upfront = upfrontIn(text, sums);
  const price = offerPrice(text, sums) ?? offerPrice(behind, moneyIn(behind));
  const [shares] = [...text.matchAll(SHARES)].flatMap(({ index, 1: digits, 2: unit }) =>
    NOT_SOLD.test(textBefore(text, index, 110)) ? [] : countOf(digits!, unit),
  );
  const currency = amount?.currency ?? price?.currency;
  return {
    ...(amount ? { amount: amount.value } : {}),
    ...(currency ? { currency } : {}),
    ...(upfront ? { upfront: upfront.value } : {}),
    ...(price && price.currency === currency ? { price: price.value } : {}),
    ...(shares === undefined ? {} : { shares }),
    ...warrantTerms(`${text}\n${behind}`, shares),
  };
}

function offerPrice(text: string, sums: ReturnType<typeof moneyIn>) {
  return sums.find(
    ({ at, end, each, value }) =>
      each &&
      value < 10_000 &&
      value > 0 &&
      !OTHER_PRICE.test(textBefore(text, at, 100)) &&
      !AFTER_OTHER_PRICE.test(text.slice(end, end + 60)),
  );
}

/**
 * Pre-funded warrants, other warrants and their exercise price, if the text states one value. The
 * number of other warrants is unknown if the text names several series.
 */
export function warrantTerms(text: string, shares?: number): MentionDetail {
  const own = text.replace(/\([^)]{0,80}\bin lieu\b[^)]{0,40}\)/gi, '');
  const counted = (pattern: RegExp) =>
    onlyOne(
      [...own.matchAll(pattern)].flatMap((match) => {
        const [digits, unit] = match.slice(1).filter(Boolean);
        return FEE.test(textBefore(own, match.index, 110)) ? [] : countOf(digits!, unit);
      }),
    );
  const prefunded = counted(PREFUNDED);
  const series = new Set((own.match(SERIES) ?? []).map((name) => name.toLowerCase()));
  const stated = counted(WARRANTS) ?? (SAME_NUMBER.test(own) ? shares : undefined);
  const warrants = series.size > 1 ? undefined : stated;
  const strike = onlyOne(
    moneyIn(own).flatMap(({ at, value }) => {
      const before = textBefore(own, at, 300);
      const holder = [...before.matchAll(/\b(?:pre-?funded warrant|warrant|option)/gi)].at(-1)?.[0];
      return STRIKE.test(before) && holder && !/^pre/i.test(holder) ? value : [];
    }),
  );
  return {
    ...(prefunded === undefined ? {} : { prefunded }),
    ...(warrants === undefined ? {} : { warrants }),
    ...(strike === undefined ? {} : { strike }),
  };
}

function countOf(digits: string, unit: string | undefined): number {
  const factor = unit ? (/^b/i.test(unit) ? 1e9 : 1e6) : 1;
  return Math.round(Number(digits.replaceAll(',', '')) * factor);
}

function onlyOne(values: readonly number[]): number | undefined {
  const distinct = new Set(values);
  return distinct.size === 1 ? values[0] : undefined;
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

/** Matches the words before or after an amount that depends on later events. */
const CONTINGENT =
  /\b(?:milestones?|contingent|earn-?outs?|additional (?:payments?|consideration))\b[^.;$€£]{0,60}$/i;
const IF_REACHED =
  /^ (?:in|of|upon|on|for|based on|linked to|tied to)\b[^.,;$€£]{0,80}\b(?:milestones?|earn-?outs?|contingent (?:value|payments?|consideration))/i;

/** Matches the words before the total of a deal with its milestones. */
const TOTAL =
  /\b(?:deal|transaction|total|aggregate) (?:[\w-]+ ){0,2}?(?:value|consideration)\b[^.;$€£]{0,40}$/i;
const IN_ALL = /\b(?:up to|worth|valued at|totall?ing)\b[^.;$€£]{0,40}$/i;

/**
 * Total, upfront and milestone value of a deal, if the text states them. An upfront or milestone
 * payment is not the total. Our choice: an amount that is stated next to separate milestones is the
 * upfront payment.
 * @param behind the text after the statement, which completes the values
 */
export function dealTerms(text: string, behind = ''): MentionDetail {
  const all = moneyIn(text);
  const sums = all.filter(({ each }) => !each);
  const later = moneyIn(behind);
  const stated = upfrontIn(text, sums) ?? upfrontIn(behind, later);
  const milestones = milestonesIn(text, sums) ?? milestonesIn(behind, later);
  const isPart = (value: number) => value === stated?.value || value === milestones?.value;
  const main = sums.find(
    ({ value, at, end }) =>
      value >= 1e6 &&
      !isPart(value) &&
      !CONTINGENT.test(textBefore(text, at, 90)) &&
      !FINANCING.test(text.slice(end)),
  );
  const isFirst =
    milestones &&
    !stated &&
    main &&
    ![TOTAL, IN_ALL].some((words) => words.test(textBefore(text, main.at, 90)));
  const upfront = isFirst ? main : stated;
  const total = isFirst
    ? undefined
    : (main ??
      later.find(
        ({ value, at }) => value >= 1e6 && !isPart(value) && TOTAL.test(textBefore(behind, at, 90)),
      ));
  const price = all.find(({ each }) => each);
  const currency = (total ?? upfront ?? milestones)?.currency;
  return {
    ...(total ? { amount: total.value } : {}),
    ...(upfront ? { upfront: upfront.value } : {}),
    ...(milestones ? { milestones: milestones.value } : {}),
    ...(price ? { price: price.value } : {}),
    ...(currency ? { currency } : {}),
  };
}

/** The amount that depends on milestones. Undefined if the text states several such amounts. */
function milestonesIn(text: string, sums: ReturnType<typeof moneyIn>) {
  const found = sums.filter(({ at, end, each, value }) => {
    const before = textBefore(text, at, 90);
    const isLater = CONTINGENT.test(before) || IF_REACHED.test(text.slice(end, end + 110));
    return isLater && !each && value >= 1e6 && !TOTAL.test(before);
  });
  return onlyOne(found.map(({ value }) => value)) === undefined ? undefined : found[0];
}
