import financialTags from '../data/financial-tags.json' with { type: 'json' };
import { DAYS_PER_MONTH, daysBetween, shiftDays } from '../dates.ts';

/** One XBRL fact as companyfacts has it. `tag` with or without its taxonomy (`us-gaap:Assets`). */
export interface FinancialFact {
  readonly tag: string;
  readonly unit: string;
  /** First day of the period; absent or null for a balance (an instant). */
  readonly start?: string | null | undefined;
  readonly end: string;
  readonly value: number;
  readonly form?: string | null | undefined;
  readonly filed: string;
  readonly accession?: string | null | undefined;
  readonly source_url?: string | null | undefined;
}

export type Concept = keyof typeof financialTags.concepts;

/**
 * Tags of each concept, preferred first: us-gaap and dei, then ifrs-full. Only one tag is taken at
 * a time, never a sum, because totals and their parts stand under sibling tags. The file says which
 * filers proved an order.
 */
const TAGS: Readonly<Record<Concept, readonly string[]>> = financialTags.concepts;

const SHARES_ISSUED = TAGS.shares_outstanding.indexOf('CommonStockSharesIssued');

/** The facts known on a day, last-filed value of each (tag, start, end), sorted by concept. */
export interface FactTable {
  /** Newest filing date among the facts known; null where there is none. */
  readonly as_of: string | null;
  /**
   * `no_filing` without any fact; `no_usd_facts` where facts exist only in other currencies, and
   * which (`filed_in_eur`).
   */
  readonly flags: readonly string[];
  /** Per concept one list a tag, preferred tag first, each sorted by end. */
  readonly concepts: ReadonlyMap<Concept, readonly (readonly FinancialFact[])[]>;
}

/** A flow over one period. `months` 3 is a quarter; a longer one could not be split. */
export interface PeriodValue {
  readonly start: string;
  readonly end: string;
  readonly months: number;
  readonly value: number;
  readonly filed: string;
  /** True where the value is a difference of two year-to-date facts. */
  readonly differenced: boolean;
}

const CONCEPT_OF_TAG: ReadonlyMap<string, readonly [Concept, number]> = new Map(
  (Object.keys(TAGS) as Concept[]).flatMap((concept) =>
    TAGS[concept].map((tag, rank) => [tag, [concept, rank]] as const),
  ),
);

/** The shortest quarter, days; the longest, of 14 weeks in a 53-week year, has 98: three months too. */
const QUARTER_DAYS_MIN = 85;
/** A 53-week year has 371 days; anything longer is an inception-to-date figure and is left out. */
const YEAR_DAYS_MAX = 375;

/**
 * Indexes the facts known on `asOf` (`filed` <= asOf) by concept.
 *
 * Of several values of one (tag, start, end) the last filed counts, so that restatements replace
 * what they restate, but only from their own filing date on. Money counts in US dollars, share
 * counts in shares; other units are left out, not converted. `fy` and `fp` of companyfacts describe
 * the filing and are not used (SEC, EDGAR application programming interfaces, companyfacts).
 */
export function factsKnownAt(facts: readonly FinancialFact[], asOf: string): FactTable {
  const known = facts.filter((fact) => fact.filed <= asOf && fact.end <= fact.filed);
  const concepts = new Map<Concept, Map<string, FinancialFact>[]>();
  for (const fact of known) {
    const found = CONCEPT_OF_TAG.get(bareTag(fact.tag));
    if (found === undefined || !Number.isFinite(fact.value)) continue;
    const [concept, rank] = found;
    if (fact.unit !== (concept === 'shares_outstanding' ? 'shares' : 'USD')) continue;
    const lists = concepts.get(concept) ?? TAGS[concept].map(() => new Map());
    concepts.set(concept, lists);
    const key = `${fact.start ?? ''}|${fact.end}`;
    const earlier = lists[rank]?.get(key);
    if (earlier === undefined || isLaterFiled(fact, earlier)) lists[rank]?.set(key, fact);
  }
  return {
    as_of: known.reduce<string | null>(
      (newest, { filed }) => (newest === null || filed > newest ? filed : newest),
      null,
    ),
    flags: missingFacts(known, concepts),
    concepts: new Map([...concepts].map(([concept, lists]) => [concept, lists.map(sortedByEnd)])),
  };
}

/** Whether a fact is one of a concept's, under any of its tags. */
export function isOfConcept({ tag }: FinancialFact, concept: Concept): boolean {
  return CONCEPT_OF_TAG.get(bareTag(tag))?.[0] === concept;
}

/** The newest balance of a concept; of two tags the one with the newer period wins, then rank. */
export function newestInstant(table: FactTable, concept: Concept): FinancialFact | null {
  return instantSeries(table, concept).at(-1) ?? null;
}

/**
 * All balances under the tag that holds the newest one, oldest first: one tag, comparable. The tags
 * of shares outstanding count the same shares on different days (the cover page some weeks after
 * the balance sheet), so that they are one series.
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
 * One count a day, of two on one day that of the preferred tag. Our choice: shares issued stay a
 * list of their own, since they include those that the company has bought back.
 */
function countsOutstanding(
  byTag: readonly (readonly FinancialFact[])[],
): readonly (readonly FinancialFact[])[] {
  const byEnd = new Map<string, FinancialFact>();
  for (const fact of byTag.toSpliced(SHARES_ISSUED, 1).flat()) {
    if (!byEnd.has(fact.end)) byEnd.set(fact.end, fact);
  }
  return [sortedByEnd(byEnd), byTag[SHARES_ISSUED] ?? []];
}

/** The balance of a concept on exactly this day, preferred tag first; null where not reported. */
export function instantAt(table: FactTable, concept: Concept, end: string): FinancialFact | null {
  for (const list of table.concepts.get(concept) ?? []) {
    const fact = list.find((each) => each.end === end && isInstant(each));
    if (fact !== undefined) return fact;
  }
  return null;
}

/**
 * The flow of a concept cut into the shortest periods that its facts allow, latest first.
 *
 * 10-Q cash flows are year-to-date: Q2 = 6M − 3M, Q4 = FY − 9M, matched on equal `start`. A
 * remainder of 85–98 days is a quarter (52- and 53-week years included). Where the year-to-date
 * value before is missing the remainder is longer: it is kept whole with its `months`, for the
 * reader to divide and to flag. Of two values with the same end the shorter period wins, then the
 * preferred tag, then a reported value over a differenced one. Our choice: differences are taken
 * within one tag only, because sibling tags may differ in scope (total, continuing operations).
 */
export function periodValues(table: FactTable, concept: Concept): readonly PeriodValue[] {
  const byEnd = new Map<string, PeriodValue>();
  for (const list of table.concepts.get(concept) ?? []) {
    const found = byStart(list).flatMap(differences);
    found.sort((a, b) => Number(a.differenced) - Number(b.differenced));
    for (const period of found) {
      const held = byEnd.get(period.end);
      if (held === undefined || period.months < held.months) byEnd.set(period.end, period);
    }
  }
  return [...byEnd.values()].sort(byEndAscending).reverse();
}

/**
 * Sum of the consecutive periods that make up the twelve months to the end of the newest one
 * (the first); null where they do not join up to exactly twelve.
 */
export function trailingTwelveMonths(
  periods: readonly Pick<PeriodValue, 'start' | 'end' | 'months' | 'value'>[],
): number | null {
  const byEnd = new Map(periods.map((period) => [period.end, period]));
  let months = 0;
  let sum = 0;
  let next = periods[0]?.end;
  while (next !== undefined && months < 12) {
    const period = byEnd.get(next);
    if (period === undefined) return null;
    months += period.months;
    sum += period.value;
    next = shiftDays(period.start, -1);
  }
  return months === 12 ? sum : null;
}

/** The day of the newest balance sheet: the newest balance of total assets or cash. */
export function balanceSheetDate(table: FactTable): string | null {
  const ends = [newestInstant(table, 'assets')?.end, newestInstant(table, 'cash')?.end];
  return (
    ends
      .filter((end) => end !== undefined)
      .sort()
      .at(-1) ?? null
  );
}

function missingFacts(
  known: readonly FinancialFact[],
  concepts: ReadonlyMap<Concept, unknown>,
): readonly string[] {
  if (known.length === 0) return ['no_filing'];
  const hasMoney = [...concepts.keys()].some((concept) => concept !== 'shares_outstanding');
  return hasMoney ? [] : ['no_usd_facts', ...otherCurrencies(known)];
}

/** How the currencies are named in which filers that do not use the US dollar file. */
const FILED_IN: readonly (readonly [currency: string, flag: string])[] = [
  ['EUR', 'filed_in_eur'],
  ['GBP', 'filed_in_gbp'],
  ['CHF', 'filed_in_chf'],
  ['DKK', 'filed_in_dkk'],
  ['SEK', 'filed_in_sek'],
  ['JPY', 'filed_in_jpy'],
  ['CNY', 'filed_in_cny'],
  ['CAD', 'filed_in_cad'],
  ['AUD', 'filed_in_aud'],
  ['ILS', 'filed_in_ils'],
];

function otherCurrencies(known: readonly FinancialFact[]): readonly string[] {
  const units = new Set(known.map(({ unit }) => unit));
  return FILED_IN.flatMap(([currency, flag]) => (units.has(currency) ? [flag] : []));
}

function differences(yearToDate: readonly FinancialFact[]): readonly PeriodValue[] {
  return yearToDate.flatMap((fact, index) => {
    const before = yearToDate[index - 1];
    const start = before === undefined ? (fact.start as string) : shiftDays(before.end, 1);
    const days = daysInclusive(start, fact.end);
    if (days < QUARTER_DAYS_MIN) return [];
    const period: PeriodValue = {
      start,
      end: fact.end,
      months: Math.round(days / DAYS_PER_MONTH),
      value: fact.value - (before?.value ?? 0),
      filed: fact.filed,
      differenced: before !== undefined,
    };
    return [period];
  });
}

/** Groups a tag's durations of one quarter to one year by their first day, each sorted by end. */
function byStart(list: readonly FinancialFact[]): readonly (readonly FinancialFact[])[] {
  const groups = new Map<string, FinancialFact[]>();
  for (const fact of list) {
    if (isInstant(fact)) continue;
    const days = daysInclusive(fact.start as string, fact.end);
    if (days < QUARTER_DAYS_MIN || days > YEAR_DAYS_MAX) continue;
    groups.set(fact.start as string, [...(groups.get(fact.start as string) ?? []), fact]);
  }
  return [...groups.values()];
}

/** ISO days sort as plain text; no language's collation is needed. */
function byEndAscending(a: { readonly end: string }, b: { readonly end: string }): number {
  return a.end < b.end ? -1 : Number(a.end > b.end);
}

function sortedByEnd(facts: ReadonlyMap<string, FinancialFact>): readonly FinancialFact[] {
  return [...facts.values()].sort(byEndAscending);
}

/** Ties within a day go to the higher accession number, then to the higher value, to be stable. */
function isLaterFiled(fact: FinancialFact, held: FinancialFact): boolean {
  if (fact.filed !== held.filed) return fact.filed > held.filed;
  const [ours, theirs] = [fact.accession ?? '', held.accession ?? ''];
  return ours !== theirs ? ours > theirs : fact.value > held.value;
}

function isInstant(fact: FinancialFact): boolean {
  return fact.start === undefined || fact.start === null || fact.start === '';
}

function bareTag(tag: string): string {
  return tag.slice(Math.max(tag.lastIndexOf(':'), tag.lastIndexOf('/')) + 1);
}

function daysInclusive(start: string, end: string): number {
  return daysBetween(start, end) + 1;
}
