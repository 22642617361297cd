import { modeFast as mode } from 'simple-statistics';
import { compareText } from '../compare-text.ts';
import { DAYS_PER_MONTH } from '../constants.ts';
import financialTags from '../data/financial-tags.json' with { type: 'json' };
import { daysBetween, newestDay, shiftDays } from '../dates.ts';
import { groupBy } from '../group-by.ts';
import { RESTATED_SHARE } from './constants.ts';

/** A reported figure (XBRL fact) from the SEC's companyfacts. */
export interface FinancialFact {
  /** XBRL tag with or without its taxonomy: `Assets`, `us-gaap:Assets`. */
  readonly tag: string;
  /** Taxonomy of the tag: `us-gaap`, `ifrs-full`, `dei`. */
  readonly taxonomy?: string | null | undefined;
  readonly unit: string;
  /** First day of the period. Absent or null for a balance. */
  readonly start?: string | null | undefined;
  readonly end: string;
  readonly value: number;
  readonly form?: string | null | undefined;
  readonly filed: string;
  readonly accession?: string | null | undefined;
  readonly source_url?: string | null | undefined;
  /** Whether another filing states a very different value (see `RESTATED_SHARE`). */
  readonly isRestated?: boolean;
}

export type Concept = keyof typeof financialTags.concepts;

/**
 * Tags of each concept, preferred tags first. Tags of us-gaap and dei precede tags of ifrs-full.
 * Values of different tags are never added up, because some tags are totals of others.
 */
const TAGS: Readonly<Record<Concept, readonly string[]>> = financialTags.concepts;

/** The unit of each concept that is not in US dollars. */
const UNITS: Readonly<Partial<Record<Concept, string>>> = {
  shares_outstanding: 'shares',
  eps_diluted: 'USD/shares',
};

const SHARES_ISSUED = TAGS.shares_outstanding.indexOf('CommonStockSharesIssued');

/**
 * The accounting standard and the currency of a company's newest statements. Null if its facts do
 * not state them.
 */
interface Statements {
  readonly accounting_standard: 'US GAAP' | 'IFRS' | null;
  /** ISO code of the most frequent currency among the newest amounts. */
  readonly currency: string | null;
}

/**
 * The figures that were filed on or before a day, grouped by concept (such as cash). If a figure
 * was filed several times, the table contains the last filed value.
 */
export interface FactTable {
  /** The newest filing date of the figures, or null if there are no figures. */
  readonly as_of: string | null;
  /**
   * Flags: `no_filing` if there are no facts, or `no_usd_facts` if no facts are in USD.
   */
  readonly flags: readonly string[];
  readonly statements: Statements;
  /**
   * The figures of each concept, in one list per tag, preferred tag first. Each list is sorted by
   * end date.
   */
  readonly concepts: ReadonlyMap<Concept, readonly (readonly FinancialFact[])[]>;
}

/**
 * A flow over one period, such as a cash flow. If the reported figures cannot be split into
 * quarters, the period is longer than 3 months.
 */
export interface PeriodValue {
  readonly start: string;
  readonly end: string;
  readonly months: number;
  readonly value: number;
  readonly filed: string;
  /** Whether the value was computed as the difference of two year-to-date figures. */
  readonly differenced: boolean;
  /** Whether filings state very different values for the period (see `RESTATED_SHARE`). */
  readonly isRestated?: boolean;
}

const CONCEPT_OF_TAG: ReadonlyMap<string, readonly [Concept, number]> = new Map(
  (Object.keys(TAGS) as Concept[]).flatMap((concept) =>
    TAGS[concept].map((tag, rank) => [tag, [concept, rank]] as const),
  ),
);

/**
 * Minimum number of days in a quarter. No maximum is needed, because even the 98 days of a long
 * quarter (in a 53-week year) round to 3 months.
 */
const QUARTER_DAYS_MIN = 85;
/**
 * Maximum number of days in a fiscal year, which can have 53 weeks. Figures of longer periods are
 * ignored, because they cover the time since the company's inception.
 */
const YEAR_DAYS_MAX = 375;

/**
 * Returns the facts that were filed on or before `asOf`, grouped by concept. For each tag and
 * period, the last filed value is used, so a restatement applies from its filing date. The source
 * of a value is the first filing that states it, because later reports repeat values. Amounts must
 * be in US dollars, share counts in shares, and earnings per share in US dollars per share. Facts
 * in other units are ignored. The fields `fy` and `fp` of companyfacts are not used, because they
 * describe the filing. Figures of proxy statements (DEF 14A) are ignored, because their tables of
 * pay and performance may state a loss without its sign.
 */
export function factsKnownAt(facts: readonly FinancialFact[], asOf: string): FactTable {
  const known = facts.filter(
    ({ filed, end, form }) => filed <= asOf && end <= filed && !form?.includes('14A'),
  );
  // The figures of each concept, by tag and period.
  const concepts = new Map<Concept, Map<string, FinancialFact[]>[]>();
  for (const fact of known) {
    const tagged = CONCEPT_OF_TAG.get(bareTag(fact.tag));
    if (tagged === undefined || !Number.isFinite(fact.value)) continue;
    const [concept, rank] = tagged;
    if (fact.unit !== (UNITS[concept] ?? 'USD')) continue;
    const lists = concepts.get(concept) ?? TAGS[concept].map(() => new Map());
    concepts.set(concept, lists);
    const key = `${fact.start ?? ''}|${fact.end}`;
    const filings = lists[rank]!.get(key);
    if (filings) filings.push(fact);
    else lists[rank]!.set(key, [fact]);
  }
  return {
    as_of: newestFiled(known),
    statements: statementsOf(known),
    flags: missingFacts(known, concepts),
    concepts: new Map(
      [...concepts].map(([concept, lists]) => [
        concept,
        lists.map((list) => [...list.values()].map(countedFiling).sort(byEndAscending)),
      ]),
    ),
  };
}

/**
 * Chooses one of the filings that state a figure for the same period. The last filing determines
 * the value. The result is the first filing that states this value.
 */
function countedFiling(filings: readonly FinancialFact[]): FinancialFact {
  const { value } = filings.reduce((last, one) => (isLaterFiled(one, last) ? one : last));
  const stating = filings.filter((one) => one.value === value);
  const first = stating.reduce((held, one) => (isLaterFiled(held, one) ? one : held));
  return filings.some((one) => isFar(one.value, value)) ? { ...first, isRestated: true } : first;
}

function isFar(value: number, from: number): boolean {
  return Math.abs(value - from) > RESTATED_SHARE * Math.abs(from);
}

/**
 * Returns the accounting standard and the most frequent currency of the amounts that were filed
 * last. A company that reports in another currency may also state a few amounts in US dollars.
 */
function statementsOf(known: readonly FinancialFact[]): Statements {
  const amounts = known.filter(({ unit }) => /^[A-Z]{3}$/.test(unit));
  const newest = newestFiled(amounts);
  const last = amounts.filter(({ filed }) => filed === newest);
  const taxonomies = new Set(last.map(({ taxonomy, tag }) => taxonomy ?? tag.split(':', 1)[0]));
  const isIfrs = taxonomies.has('ifrs-full');
  return {
    accounting_standard: isIfrs ? 'IFRS' : taxonomies.has('us-gaap') ? 'US GAAP' : null,
    currency: last.length > 0 ? mode(last.map(({ unit }) => unit)) : null,
  };
}

function newestFiled(facts: readonly FinancialFact[]): string | null {
  let newest: string | null = null;
  for (const { filed } of facts) if (newest === null || filed > newest) newest = filed;
  return newest;
}

/**
 * Returns the newest balance of a concept. If several tags have a balance on the newest day, the
 * preferred tag is used.
 */
export function newestInstant(table: FactTable, concept: Concept): FinancialFact | null {
  return instantSeries(table, concept).at(-1) ?? null;
}

/**
 * Returns all balances of the tag with the newest balance. They are sorted oldest first. The tags
 * of shares outstanding form one series, because they count the same shares on different days
 * (cover page and balance sheet).
 */
export function instantSeries(table: FactTable, concept: Concept): readonly FinancialFact[] {
  const byTag = (table.concepts.get(concept) ?? []).map((list) => list.filter(isInstant));
  const lists = concept === 'shares_outstanding' ? countsOutstanding(byTag) : byTag;
  return lists.reduce(
    (best, list) => ((list.at(-1)?.end ?? '') > (best.at(-1)?.end ?? '') ? list : best),
    [],
  );
}

/**
 * Returns one share count per day, from the preferred tag. Our choice: counts of issued shares are
 * in a separate list, because they include shares that the company has bought back.
 */
function countsOutstanding(
  byTag: readonly (readonly FinancialFact[])[],
): readonly (readonly FinancialFact[])[] {
  const byEnd = new Map<string, FinancialFact>();
  for (const fact of byTag.toSpliced(SHARES_ISSUED, 1).flat()) {
    if (!byEnd.has(fact.end)) byEnd.set(fact.end, fact);
  }
  return [[...byEnd.values()].sort(byEndAscending), byTag[SHARES_ISSUED] ?? []];
}

/**
 * Returns the balance of a concept on an exact day, from the preferred tag. Returns null if no
 * balance was reported.
 */
export function instantAt(table: FactTable, concept: Concept, end: string): FinancialFact | null {
  for (const list of table.concepts.get(concept) ?? []) {
    const fact = list.find((each) => each.end === end && isInstant(each));
    if (fact !== undefined) return fact;
  }
  return null;
}

/**
 * The flow of a concept in the shortest periods that its facts allow, latest first. Cash flows in a
 * 10-Q are year-to-date, so quarters are differences of values with the same `start`: Q2 = 6M − 3M,
 * Q4 = FY − 9M. If the previous year-to-date value is missing, the period is longer. If several
 * values have the same end, the value of the shortest period is used. If their periods are equally
 * long, the value of the preferred tag is used. Within one tag, a reported value is preferred to a
 * difference. Our choice: differences are taken only within one tag, because tags may differ in
 * scope.
 */
export function periodValues(table: FactTable, concept: Concept): readonly PeriodValue[] {
  return shortest((table.concepts.get(concept) ?? []).flatMap(tagPeriods));
}

function tagPeriods(list: readonly FinancialFact[]): readonly PeriodValue[] {
  const periods = byStart(list).flatMap(differences);
  return periods.sort((a, b) => Number(a.differenced) - Number(b.differenced));
}

function shortest(periods: readonly PeriodValue[]): readonly PeriodValue[] {
  const byEnd = new Map<string, PeriodValue>();
  for (const period of periods) {
    const held = byEnd.get(period.end);
    if (held === undefined || period.months < held.months) byEnd.set(period.end, period);
  }
  return [...byEnd.values()].sort(byEndAscending).reverse();
}

/**
 * Returns the sum of the values over the twelve months up to the end of the latest period.
 * `periods` must be sorted latest first. Null if consecutive periods do not cover exactly twelve
 * months.
 */
export function trailingTwelveMonths(
  periods: readonly Omit<PeriodValue, 'filed' | 'differenced' | 'isRestated'>[],
): number | null {
  return totalOf(yearOf(periods, periods[0]?.end));
}

function totalOf(periods: readonly Pick<PeriodValue, 'value'>[] | null): number | null {
  return periods?.reduce((sum, { value }) => sum + value, 0) ?? null;
}

/**
 * The consecutive periods that cover exactly the twelve months up to `end`, latest first. Null if
 * there are none.
 */
function yearOf<Period extends Pick<PeriodValue, 'start' | 'end' | 'months'>>(
  periods: readonly Period[],
  end: string | undefined,
): readonly Period[] | null {
  const byEnd = new Map(periods.map((period) => [period.end, period]));
  const year: Period[] = [];
  let months = 0;
  let next = end;
  while (next !== undefined && months < 12) {
    const period = byEnd.get(next);
    if (period === undefined) return null;
    year.push(period);
    months += period.months;
    next = shiftDays(period.start, -1);
  }
  return months === 12 ? year : null;
}

/**
 * Returns a function that finds the flow of a concept over the twelve months that end on a day.
 * This is the reported value. If none is reported, it is the sum of shorter periods. Earnings per
 * share are not added up.
 *
 * `isOther` is true if the figures may belong to two companies, as after a reverse merger. There
 * are two cases:
 * - The value is reported, but the shorter periods of the tag add up to a very different value.
 * - The value is a sum, and later periods were restated but the first was not. The value is then
 *   null.
 *
 * `filed` is the day of the newest filing that states a part of the value.
 */
export function twelveMonths(table: FactTable, concept: Concept) {
  const lists = table.concepts.get(concept) ?? [];
  const tags = concept === 'eps_diluted' ? [] : lists.map(tagPeriods);
  const [periods, byTag] = [shortest(tags.flat()), tags.map(shortest)];
  return (end: string) => {
    const years = lists.map((list) => list.find((fact) => fact.end === end && isYear(fact)));
    const at = years.findIndex((year) => year !== undefined);
    const reported = years[at];
    const parts = yearOf(reported ? (byTag[at] ?? []) : periods, end);
    const sum = totalOf(parts);
    const filed = newestDay(...(parts ?? []).map((part) => part.filed));
    if (reported === undefined) {
      const later = parts?.at(-1)?.isRestated ? [] : (parts ?? []);
      const isOther = later.some((one) => one.isRestated);
      return { value: isOther ? null : sum, filed, isOther };
    }
    const { value } = reported;
    const isOther = sum !== null && isFar(sum, value);
    return { value, filed: newestDay(reported.filed, isOther ? filed : null), isOther };
  };
}

/**
 * The figure of the fiscal year to date. It is the longest reported flow that ends on the day `end`
 * and covers at most a year. The first fiscal year of a company may be shorter than twelve months.
 */
export function yearToDate(table: FactTable, concept: Concept, end: string): FinancialFact | null {
  const lists = table.concepts.get(concept) ?? [];
  const ending = lists.map((list) => list.filter((one) => one.end === end && isWithinYear(one)));
  const [longest = null] = (ending.find((list) => list.length > 0) ?? []).toSorted((a, b) =>
    compareText(a.start!, b.start!),
  );
  return longest;
}

function isWithinYear(fact: FinancialFact): boolean {
  return !isInstant(fact) && daysInclusive(fact.start!, fact.end) <= YEAR_DAYS_MAX;
}

/** Whether a figure is a flow over twelve months. */
export function isYear(fact: FinancialFact): boolean {
  return !isInstant(fact) && monthsOf(fact.start!, fact.end) === 12;
}

/** The day of the newest balance sheet, which is the newest balance of total assets or cash. */
export function balanceSheetDate(table: FactTable): string | null {
  return newestDay(newestInstant(table, 'assets')?.end, newestInstant(table, 'cash')?.end);
}

function missingFacts(
  known: readonly FinancialFact[],
  concepts: ReadonlyMap<Concept, unknown>,
): readonly string[] {
  if (known.length === 0) return ['no_filing'];
  const ofCover = ['shares_outstanding', 'public_float'];
  const hasMoney = [...concepts.keys()].some((concept) => !ofCover.includes(concept));
  return hasMoney ? [] : ['no_usd_facts'];
}

function differences(yearToDate: readonly FinancialFact[]): readonly PeriodValue[] {
  return yearToDate.flatMap((fact, index) => {
    const before = yearToDate[index - 1];
    const start = before === undefined ? fact.start! : shiftDays(before.end, 1);
    if (daysInclusive(start, fact.end) < QUARTER_DAYS_MIN) return [];
    return [
      {
        start,
        end: fact.end,
        months: monthsOf(start, fact.end),
        value: fact.value - (before?.value ?? 0),
        filed: fact.filed,
        differenced: before !== undefined,
        ...(fact.isRestated || before?.isRestated ? { isRestated: true } : {}),
      },
    ];
  });
}

/**
 * Groups the periods of a tag by their first day. Only periods of one quarter to one year are used.
 * Each group is sorted by the end of its periods.
 */
function byStart(list: readonly FinancialFact[]): readonly (readonly FinancialFact[])[] {
  const periods = list.filter(
    (fact) => isWithinYear(fact) && daysInclusive(fact.start!, fact.end) >= QUARTER_DAYS_MIN,
  );
  return [...groupBy(periods, (fact) => fact.start!).values()];
}

function byEndAscending(a: { readonly end: string }, b: { readonly end: string }): number {
  return compareText(a.end, b.end);
}

/**
 * Whether a figure was filed later than another figure. If the filing days are equal, the accession
 * numbers and then the values are compared, so that the result does not depend on the order of the
 * input.
 */
function isLaterFiled(fact: FinancialFact, other: FinancialFact): boolean {
  if (fact.filed !== other.filed) return fact.filed > other.filed;
  const [a, b] = [fact.accession ?? '', other.accession ?? ''];
  return a !== b ? a > b : fact.value > other.value;
}

export function isInstant(fact: FinancialFact): boolean {
  return !fact.start;
}

function bareTag(tag: string): string {
  return tag.slice(Math.max(tag.lastIndexOf(':'), tag.lastIndexOf('/')) + 1);
}

export function monthsOf(start: string, end: string): number {
  return Math.round(daysInclusive(start, end) / DAYS_PER_MONTH);
}

function daysInclusive(start: string, end: string): number {
  return daysBetween(start, end) + 1;
}
