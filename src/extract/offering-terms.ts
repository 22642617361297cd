import { anyOf } from '../domain/patterns.ts';
import type { MentionDetail } from './mention.ts';
import { moneyIn, onlyOne, upfrontIn } from './money.ts';
import { textBefore } from './nearby.ts';

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
 * Matches words before shares that are not sold in the offering. These are shares under warrants,
 * shares under the underwriters' option, and outstanding shares.
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
/** Matches several series of warrants that are named together: "Series A and B warrants". */
const SERIES_TOGETHER =
  /\bseries [\w-]+(?:, [\w-]+)*(?:,? (?:and|&) | ?\/ ?)(?:series )?[\w-]+ (?:[\w-]+ ){0,3}?warrants\b|\b(?:two|three|four|both) (?:[\w-]+ ){0,2}?series of (?:[\w-]+ ){0,3}?warrants\b/i;
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
 * Reads the terms of an offering: the gross and the upfront amount, the price per share, the number
 * of shares, and the warrants with their exercise price. Terms that the text does not state are
 * omitted. Numbers of warrants and exercise prices are also omitted if the text states several.
 * @param following the text after the statement. Warrants are read from both texts. The price is
 *   read from `following` if `text` states no price.
 */
export function offeringTerms(text: string, following = ''): MentionDetail {
  const sums = moneyIn(text);
  const amount =
    sums.find(
      ({ at, each, value }) =>
        !each &&
        value >= 1e5 &&
        /(?:gross proceeds|proceeds|raise|raising|aggregate)[^.;$]{0,60}$/i.test(text.slice(0, at)),
    ) ?? sums.find(({ each, value }) => !each && value >= 1e5);
  const upfront = upfrontIn(text, sums);
  const price = offerPrice(text, sums) ?? offerPrice(following, moneyIn(following));
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
    ...warrantTerms(`${text}\n${following}`, shares),
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
 * Reads the number of pre-funded warrants, the number of other warrants and their exercise price. A
 * value is omitted if the text states several different values. The number of other warrants is
 * also omitted if the text names several series.
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
  const warrants = series.size > 1 || SERIES_TOGETHER.test(own) ? undefined : stated;
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
