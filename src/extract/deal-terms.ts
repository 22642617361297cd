import type { MentionDetail } from './mention.ts';
import { moneyIn, onlyOne, upfrontIn } from './money.ts';
import { textBefore } from './nearby.ts';

/**
 * Matches words after an amount that mark it as a financing: "private placement" in "$25 million
 * private placement".
 */
const FINANCING =
  /^(?:,? (?!up-?front)[a-z-]+){0,2} (?:investment|financing|placement|offering|loan|credit facility)\b/i;

/** Matches the words before a contingent amount, which is paid only after a later event. */
const CONTINGENT =
  /\b(?:milestones?|contingent|earn-?outs?|additional (?:payments?|consideration))\b[^.;$€£]{0,60}$/i;
const IF_REACHED =
  /^ (?:in|of|upon|on|for|based on|linked to|tied to)\b[^.,;$€£]{0,80}\b(?:milestones?|earn-?outs?|contingent (?:value|payments?|consideration))/i;

/** Matches words before the total value of a deal. The total includes the milestones. */
const TOTAL =
  /\b(?:deal|transaction|total|aggregate) (?:[\w-]+ ){0,2}?(?:value|consideration)\b[^.;$€£]{0,40}$/i;
const IN_ALL = /\b(?:up to|worth|valued at|totall?ing)\b[^.;$€£]{0,40}$/i;

/**
 * Reads the total, the upfront payment and the milestones of a deal from a text. The total is an
 * amount other than the upfront payment and the milestones.
 * Our choice: if a text states milestones but no upfront payment, another amount is taken as the
 * upfront payment. An amount after a word such as "worth" is taken as the total instead.
 * @param following the text after the statement. Amounts that are missing in `text` are read from
 *   `following`.
 */
export function dealTerms(text: string, following = ''): MentionDetail {
  const all = moneyIn(text);
  const sums = all.filter(({ each }) => !each);
  const later = moneyIn(following);
  const stated = upfrontIn(text, sums) ?? upfrontIn(following, later);
  const milestones = milestonesIn(text, sums) ?? milestonesIn(following, later);
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
        ({ value, at }) =>
          value >= 1e6 && !isPart(value) && TOTAL.test(textBefore(following, at, 90)),
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

/**
 * Returns the amount that depends on milestones, or undefined if the text states several amounts.
 */
function milestonesIn(text: string, sums: ReturnType<typeof moneyIn>) {
  const found = sums.filter(({ at, end, each, value }) => {
    const before = textBefore(text, at, 90);
    const isLater = CONTINGENT.test(before) || IF_REACHED.test(text.slice(end, end + 110));
    return isLater && !each && value >= 1e6 && !TOTAL.test(before);
  });
  return onlyOne(found.map(({ value }) => value)) === undefined ? undefined : found[0];
}
