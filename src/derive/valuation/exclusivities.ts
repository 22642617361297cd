import { compareText } from '../../domain/compare-text.ts';
import { cutList, others } from '../../domain/cut-list.ts';
import { dayOf, daysBetween, newestDay } from '../../domain/dates.ts';
import { groupBy } from '../../domain/group-by.ts';
import {
  exclusivityMeaning,
  exclusivityName,
  type LossOfExclusivity,
  lossOfExclusivity,
} from '../../domain/valuation/exclusivity.ts';
import type { Sourced } from '../../store/facts-store.ts';
import { approvalFacts, approvedNames, isOriginal } from '../approval/approval-facts.ts';
import type { Refresh } from '../computation.ts';
import { fieldOrigins, originOf } from '../origin.ts';
import { drugIndex } from '../programs/drug-index.ts';
import type { Program } from '../programs/drug-program.ts';

/**
 * Returns a function that finds the end of a drug's protection. If the drug is approved under
 * several applications, the latest end is used. Our choice: an orphan exclusivity is used only if
 * it started with the approval of the drug.
 */
export function exclusivityFinder(
  refresh: Refresh,
): (program: Pick<Program, 'ticker' | 'drug_name'>) => LossOfExclusivity | null {
  const { universe } = refresh;
  const rights = refresh.memo(rightsByApplication);
  const applications = refresh.memo(approvalFacts).flatMap((fact) => {
    const ticker = universe.ticker(fact.ticker, fact.sponsor_name);
    const own = rights.get(fact.application_number ?? '');
    if (!ticker || !own) return [];
    const approved = dayOf(fact.approval_date);
    return {
      ticker,
      names: approvedNames(fact),
      own: own.filter((one) => isOfDrug(one, approved)),
    };
  });
  const index = drugIndex(refresh, applications, (one) => one);
  return ({ ticker, drug_name }) => {
    return lossOfExclusivity(index.find({ ticker, names: [drug_name] }).flatMap(({ own }) => own));
  };
}

type Right = Sourced<'exclusivities'>;

/** Patents and exclusivities by application number. */
export function rightsByApplication({ facts }: Refresh): ReadonlyMap<string, readonly Right[]> {
  return groupBy(facts.all('exclusivities'), ({ application_number }) => application_number);
}

/**
 * Maximum number of exclusivities in the record of an approval. Exclusivities that have not ended
 * are always listed, even if there are more of them.
 */
const MAX_SHOWN = 6;
/** Maximum number of patents in the record of an approval. */
const MAX_PATENTS = 40;

/**
 * Returns a function that computes the end of protection and the exclusivities of an approval from
 * the FDA's lists. The approval of a supplement has only the exclusivities that began with this
 * approval.
 */
export function approvalRights(refresh: Refresh) {
  const rights = refresh.memo(rightsByApplication);
  return (fact: Partial<Sourced<'approvals'>>) => {
    const approved = dayOf(fact.approval_date);
    const isFirst = isOriginal(fact);
    const own = (rights.get(fact.application_number ?? '') ?? []).filter(
      (one) => isFirst || (approved && isBegunWith(one, approved)),
    );
    const last = isFirst ? lossOfExclusivity(own.filter((one) => isOfDrug(one, approved))) : null;
    const granted = own
      .filter(({ type }) => type !== 'patent')
      .toSorted((a, b) => (a.expires < b.expires ? 1 : -1));
    const running = granted.filter(({ expires }) => expires >= refresh.today);
    const past = granted.slice(running.length);
    const shown = Math.max(0, MAX_SHOWN - running.length);
    const ended = [
      ...exclusivityTexts(past.slice(0, shown)),
      ...others(past.length - shown, 'earlier'),
    ];
    const patent = last?.basis.startsWith('patent') ? [`${last.basis} to ${last.date}`] : [];
    const patents = own
      .filter(({ type }) => type === 'patent')
      .toSorted((a, b) => compareText(b.expires, a.expires) || compareText(a.code, b.code));
    const edition = newestDay(...own.map((one) => one.edition)) ?? '';
    const newest = own.find((one) => (one.edition ?? '') === edition);
    const origin = newest && originOf('exclusivities', newest);
    const narrow = running.filter(({ expires }) => last && expires > last.date);
    const parts = [
      ...patent,
      ...exclusivityTexts(running.slice(narrow.length)),
      ...(narrow.length > 0
        ? [`only for one use or change: ${exclusivityTexts(narrow).join(', ')}`]
        : []),
      ...(ended.length > 0 ? [`ended: ${ended.join('; ')}`] : []),
    ];
    const stated = {
      exclusive_until: last?.date ?? null,
      exclusivities:
        origin && parts.length > 0
          ? `${[origin.source, edition].join(' ').trim()}: ${parts.join('; ')}`
          : null,
      patents: cutList(patents.map(patentText), MAX_PATENTS, 'more').join('; ') || null,
    };
    return { ...stated, known: origin ? fieldOrigins(origin, stated) : [] };
  };
}

/**
 * Formats exclusivities: `I-953, I-954 (…) to 2027-10-29`. Exclusivities with the same meaning and
 * the same end share one text.
 */
function exclusivityTexts(rights: readonly Right[]): readonly string[] {
  const kinds = groupBy(rights, ({ code, expires }) => `${exclusivityMeaning(code)} ${expires}`);
  return [...kinds.values()].map(([first, ...more]) => {
    const codes = more.map(({ code }) => code);
    return `${exclusivityName(first!.code, ...codes)} to ${first!.expires}`;
  });
}

/** Formats a patent: `10188697 to 2035-11-06 (product, use U-282, submitted 2019-02-01)`. */
function patentText({ code, expires, use_codes, ...claimed }: Right): string {
  const claims = [
    claimed.is_substance && 'substance',
    claimed.is_product && 'product',
    use_codes?.length && `use ${use_codes.join(' ')}`,
    claimed.is_delisted && 'delisted',
    claimed.listed_date && `submitted ${claimed.listed_date}`,
  ].filter(Boolean);
  return `${code} to ${expires}${claims.length > 0 ? ` (${claims.join(', ')})` : ''}`;
}

/** Maximum days between an approval and the start of its orphan exclusivity. */
const SAME_APPROVAL_DAYS = 31;

/**
 * Whether a patent or exclusivity protects the drug as a whole. An orphan exclusivity from a later
 * approval protects only one use of the drug.
 */
function isOfDrug(right: Right, approved: string | undefined): boolean {
  return !right.code.startsWith('ODE') || !approved || isBegunWith(right, approved) !== false;
}

/**
 * Whether a patent or exclusivity began with an approval; undefined if its first day is not known.
 */
function isBegunWith({ listed_date }: Right, approved: string): boolean | undefined {
  if (!listed_date) return undefined;
  return Math.abs(daysBetween(approved, listed_date)) <= SAME_APPROVAL_DAYS;
}
