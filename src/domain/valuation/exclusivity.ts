import type { Fact } from '../../facts/fact-kinds.ts';
import { compareText } from '../compare-text.ts';
import { shiftMonths } from '../dates.ts';

/**
 * Meanings of exclusivity codes. `months` is the term from approval. It is absent if the
 * exclusivity extends another right, or if its term does not start at approval.
 */
export const EXCLUSIVITY_TERMS: Readonly<
  Record<string, { readonly words: string; readonly months?: number }>
> = {
  NCE: { words: 'new chemical entity, 5 years', months: 60 },
  ODE: { words: 'orphan drug, 7 years', months: 84 },
  REF: { words: 'reference biologic, 12 years', months: 144 },
  GAIN: { words: 'qualified infectious disease product, 5 years more' },
  PED: { words: 'pediatric studies, 6 months more' },
  FIE: { words: 'first interchangeable biosimilar' },
  PC: { words: 'patent challenge, 180 days' },
  CGT: { words: 'competitive generic therapy, 180 days' },
  W: { words: 'waived' },
  ...Object.fromEntries(
    Object.entries({
      D: 'new dosing schedule',
      I: 'new indication',
      M: 'miscellaneous',
      NC: 'new combination',
      NDF: 'new dosage form',
      NE: 'new ester or salt',
      NP: 'new product',
      NPP: 'new patient population',
      NR: 'new route',
      NS: 'new strength',
      RTO: 'switch to OTC',
    }).map(([code, words]) => [code, { words: `${words}, 3 years`, months: 36 }]),
  ),
};

/** Exclusivity codes that keep every generic or biosimilar of the drug from the market. */
const BLOCKING = ['NCE', 'ODE', 'REF', 'GAIN'];
const PEDIATRIC = /\*PED$/;
const PEDIATRIC_MONTHS = 6;

/** A patent or an exclusivity of an application. */
type ListedRight = Pick<
  Fact<'exclusivities'>,
  'type' | 'code' | 'expires' | 'is_substance' | 'is_product' | 'is_delisted'
>;

/**
 * The last day on which patents or exclusivities protect a drug, or null if none does. Our choice:
 * patents on the substance are used. If there are none, patents on the product are used. Patents on
 * uses and 3-year exclusivities are not used, because generic labels may omit the protected uses. A
 * pediatric extension (`*PED`, `PED`) is used if it extends one of the used patents or
 * exclusivities.
 */
export function lossOfExclusivity(rights: readonly ListedRight[]) {
  const patents = rights.filter(({ type, is_delisted }) => type === 'patent' && !is_delisted);
  const substance = patents.filter(({ is_substance }) => is_substance);
  const counted = substance.length > 0 ? substance : patents.filter((one) => one.is_product);
  const numbers = new Set(counted.map(({ code }) => code.replace(PEDIATRIC, '')));
  const granted = rights.filter(
    ({ type, code }) => type !== 'patent' && BLOCKING.includes(code.replace(/[-*].*$/, '')),
  );
  const extended = new Set(granted.map(({ expires }) => shiftMonths(expires, PEDIATRIC_MONTHS)));
  const blocking = rights.filter((one) =>
    one.type === 'patent'
      ? numbers.has(one.code.replace(PEDIATRIC, ''))
      : granted.includes(one) || (one.code === 'PED' && extended.has(one.expires)),
  );
  const [last] = blocking.toSorted(
    (a, b) => compareText(b.expires, a.expires) || compareText(a.code, b.code),
  );
  return last ? { date: last.expires, basis: basisOf(last) } : null;
}

/**
 * The last protected day, and a text that names the patent or exclusivity that ends on this day.
 */
export type LossOfExclusivity = NonNullable<ReturnType<typeof lossOfExclusivity>>;

function basisOf({ type, code }: ListedRight): string {
  if (type !== 'patent') return `${code} (${wordsOf(code)})`;
  const number = code.replace(PEDIATRIC, '');
  return PEDIATRIC.test(code)
    ? `patent ${number} with a 6-month extension for pediatric studies`
    : `patent ${number}`;
}

/** What an exclusivity is for, and its term: `orphan drug, 7 years`. */
function wordsOf(code: string): string {
  return EXCLUSIVITY_TERMS[code.replace(/[-*].*$/, '')]?.words ?? 'exclusivity';
}

/**
 * Formats codes that belong to one kind of exclusivity, with their meaning: `I-953, I-954 (new
 * indication)`.
 */
export function exclusivityName(...codes: readonly [string, ...string[]]): string {
  return `${codes.join(', ')} (${exclusivityMeaning(codes[0])})`;
}

/** What an exclusivity is for, without its term: `orphan drug`. */
export function exclusivityMeaning(code: string): string {
  return wordsOf(code).split(',')[0]!;
}
