import { didYouMean } from '../base/did-you-mean.ts';
import { onOneLine, quoted, shownText } from '../base/foreign-text.ts';
import { parametersOf } from '../catalogue/common-params.ts';
import { type Endpoint, ordersOf } from '../catalogue/endpoint.ts';
import { listOf } from '../catalogue/param-values.ts';
import type { Condition, Filter } from '../catalogue/parameter.ts';
import type { Query } from '../catalogue/query.ts';
import type { Directory } from '../domain/directory/directory.ts';
import type { Entry } from '../domain/directory/name-index.ts';
import { nearestDays, nearestValues, sameButForCase } from '../domain/directory/nearness.ts';
import { requiredWords } from './asked-query.ts';
import { elsewhereHint } from './elsewhere.ts';
import { examplesFor, listed, rangeHints, vendorHints } from './empty-hints.ts';
import { type Answered, eventHints } from './event-hints.ts';
import { passedGoals } from './passed-goals.ts';
import { relatedHints, textHints } from './text-hints.ts';

/** Maximum number of values or companies in a hint. */
const MAX_NAMED = 3;
/** A hint lists all values of a field if the field has at most this many values. */
const MAX_LISTED_VALUES = 12;
/**
 * Maximum number of values of a field that are compared to find similar values. More comparisons
 * would delay other callers.
 */
const MAX_COMPARED_VALUES = 1_000;
/** Number of values compared in one time slice. */
const VALUES_A_STEP = 64;

export const fictional = 'Every company here is fictional. Import records to get real companies.';

/**
 * Returns the hint about an unknown name in demo data. If no similar name exists, the hint suggests
 * importing real records.
 */
export function fictionalHint(hasNear: boolean): string {
  return hasNear ? 'Every company here is fictional.' : fictional;
}

interface Asked extends Answered {
  /**
   * Names of the ticker parameters for which the result may be incomplete. Some records have no
   * ticker and may be about the requested company (see `RecordPage`).
   */
  readonly unassigned?: readonly string[] | undefined;
  /** The arguments as the caller wrote them. */
  readonly given: Readonly<Record<string, unknown>>;
}

/**
 * Returns hints about the values of a request. There are three kinds of hints. The first suggests
 * names that are similar to an unknown ticker or name. The second says that a known company has no
 * records. The third lists the values that a word matches.
 */
export async function hintsFor(asked: Asked): Promise<readonly string[]> {
  const { source, endpoint, query, total } = asked;
  const filters = givenFilters(endpoint, query);
  const directory = await source.directory(endpoint);
  const hints: string[] = [];
  const missing: Hint[] = [];
  for (const filter of filters) {
    if (filter.parameter.subject === 'ticker' && directory) {
      const found = await tickerHints(asked, filter, directory);
      missing.push(...found.filter(({ isUnknown }) => isUnknown));
      hints.push(...found.map(({ text }) => text));
      if (found.some(({ isAbsent }) => isAbsent) && isUnassigned(asked, filter)) {
        hints.push(unassignedHint(asked, filter));
      }
      continue;
    }
    if (total > 0) {
      hints.push(...(await breadthHint(asked, filter)));
      continue;
    }
    const hint = await missHint(asked, filter);
    if (hint === undefined) continue;
    if (hint.isUnknown && filter.parameter.subject !== undefined) missing.push(hint);
    hints.push(hint.text);
  }
  if (source.demo && missing.length > 0) {
    hints.push(fictionalHint(missing.every(({ hasNear }) => hasNear)));
  }
  hints.push(...(await passedGoals(asked)));
  const isLoose = requiredWords(query)?.needed !== undefined;
  if (total > 0 && !isLoose) return hints;
  const named = filters.map((one) => ({
    ...one,
    // In the query, the value of a ticker parameter is a ticker even if the caller wrote a name.
    value:
      one.parameter.subject === 'ticker' ? one.value : String(asked.given[one.name] ?? one.value),
  }));
  hints.push(...(await textHints(asked, named, directory)));
  if (total > 0) return hints;
  const drug = filters.find(({ name }) => name === 'drug' || name === 'interventionName');
  const title = String(asked.given[drug?.name ?? ''] ?? drug?.value);
  const elsewhere = drug && (await elsewhereHint(asked, drug.value, 'drug', title));
  if (elsewhere) hints.push(elsewhere);
  hints.push(...(await relatedHints(asked, named)));
  hints.push(...rangeHints(endpoint, query));
  const vendors = await vendorHints(endpoint, source);
  hints.push(...(await aloneHints(asked)));
  if (hints.length > 0) return [...hints, ...vendors];
  if (vendors.length > 0) return ['No records are loaded yet.', ...vendors];
  return filters.length > 0 || query.conditions.length > 0
    ? ['Nothing matches. Use fewer or broader filters.']
    : ['No records are loaded yet.'];
}

/**
 * If no record meets all conditions of a screen, returns a hint that says how many records meet
 * each condition alone.
 */
async function aloneHints({ source, endpoint, query, scan }: Asked): Promise<readonly string[]> {
  if (!endpoint.joined || query.conditions.length < 2) return [];
  const counts: string[] = [];
  for (const one of query.conditions) {
    const { total } = await source.fetch(endpoint, { ...query, conditions: [one] }, scan);
    counts.push(`${one.column.field} ${total}`);
  }
  return [
    `No record meets all conditions. Records that meet each condition alone: ${counts.join(', ')}.`,
  ];
}

/** Returns the hint that a ticker is unknown, with similar companies. */
export function unknownCompany(
  directory: Directory | undefined,
  ticker: string,
): { readonly text: string; readonly hasNear: boolean } {
  const near = (directory?.companiesLike(ticker, MAX_NAMED) ?? []).map(titleOf);
  const text = `Unknown ticker ${quoted(ticker)}`;
  return near.length > 0
    ? { text: `${text}. ${didYouMean(near)}`, hasNear: true }
    : { text, hasNear: false };
}

/** A filter that the request sets. */
interface GivenFilter {
  readonly name: string;
  readonly parameter: Filter;
  readonly value: string;
  readonly condition: Condition;
}

function givenFilters(endpoint: Endpoint, { arguments: given, today }: Query): GivenFilter[] {
  return Object.entries(parametersOf(endpoint)).flatMap(([name, parameter]) => {
    const value = given[name];
    if (parameter.kind !== 'filter' || value === undefined) return [];
    return [{ name, parameter, value, condition: parameter.condition(value, name, today) }];
  });
}

const askSearch = 'Use search to find companies, drugs and funds by name.';
/** Verbs in hints of the form "No FIELD VERB VALUE", by type of condition. */
const verbs = { equal: 'is exactly', matching: 'matches', 'starting with': 'begins with' };

interface Hint {
  readonly text: string;
  /**
   * Whether the name is unknown: neither the records nor the name index contain it in any spelling.
   */
  readonly isUnknown: boolean;
  /** Whether the hint suggests similar names. */
  readonly hasNear?: boolean;
  /** Whether the ticker belongs to a known company without records. */
  readonly isAbsent?: true;
}

/** Returns hints for each requested ticker. */
async function tickerHints(
  asked: Asked,
  filter: GivenFilter,
  directory: Directory,
): Promise<readonly Hint[]> {
  const hints: Hint[] = [];
  const several = listOf(filter.value);
  const isKnown = (ticker: string) => directory.company(ticker) !== undefined;
  if (!filter.parameter.isList && several.length > 1 && several.every(isKnown)) {
    const text = `${filter.name} accepts one ticker: request ${several.join(', ')} one at a time.`;
    return [{ text, isUnknown: false }];
  }
  const tickers = filter.parameter.isList ? several : [filter.value.trim()];
  const found = tickers.length > 1 ? await valuesFound(asked, filter) : [];
  for (const ticker of tickers) {
    const company = directory.company(ticker);
    const isAbsent = asked.total === 0 || isMissing(asked, filter, ticker, found);
    if (!company) {
      const { text, hasNear } = unknownCompany(directory, ticker);
      hints.push({ text: hasNear ? text : `${text}.`, isUnknown: true, hasNear });
    } else if (filter.parameter.isCaseSensitive && ticker !== company.key) {
      const text = `No ticker is exactly ${quoted(ticker)}: the stored spelling is ${titleOf(company)}.`;
      hints.push({ text, isUnknown: false });
    } else if (isAbsent) {
      const text = (await holdsNone(asked, filter))
        ? `${company.key} is a known company, but it has no ${asked.endpoint.noun}: no records of this kind are loaded yet.`
        : hasNoRecords(asked, filter, company);
      hints.push({ text, isUnknown: false, isAbsent: true });
      const isOnly = tickers.length === 1 || asked.endpoint.elsewhere !== undefined;
      const elsewhere = isOnly && (await elsewhereHint(asked, company.key, 'ticker'));
      if (elsewhere) hints.push({ text: elsewhere, isUnknown: false });
    }
    const texts = company ? await eventHints(asked, company.key, isAbsent) : [];
    hints.push(...texts.map((text) => ({ text, isUnknown: false })));
  }
  return hints;
}

/**
 * Returns the tickers of the records that match a query for several tickers. Returns none if there
 * are too many.
 */
async function valuesFound(
  { source, endpoint, query, scan }: Asked,
  { condition }: GivenFilter,
): Promise<readonly string[]> {
  const of = { most: MAX_COMPARED_VALUES, within: { query, scan } };
  const values = await source.values(endpoint, condition.column, of);
  return values.length < MAX_COMPARED_VALUES ? values : [];
}

/** Whether no record matches a ticker, although records match other requested tickers. */
function isMissing(
  { query }: Asked,
  { name, parameter }: GivenFilter,
  ticker: string,
  found: readonly string[],
): boolean {
  if (found.length === 0) return false;
  const condition = parameter.condition(ticker, name, query.today);
  return !found.some((value) => meets(condition, value));
}

/** Whether the store has no record of the endpoint for any company. */
async function holdsNone(asked: Asked, filter: GivenFilter): Promise<boolean> {
  const { source, endpoint, total } = asked;
  const { condition } = filter;
  if (total > 0 || isUnassigned(asked, filter)) return false;
  return (await source.values(endpoint, condition.column, { most: 1 })).length === 0;
}

/** Whether some records of the endpoint have no ticker and may belong to the requested company. */
function isUnassigned({ unassigned = [] }: Asked, { name }: GivenFilter): boolean {
  return unassigned.includes(name);
}

/**
 * Returns a hint about records without a ticker. The hint names the parameters that find these
 * records by company name.
 */
function unassignedHint({ endpoint, query }: Asked, { name }: GivenFilter): string {
  const names = Object.entries(endpoint.parameters).flatMap(([other, parameter]) =>
    parameter.kind === 'filter' && parameter.subject === 'name' ? [other] : [],
  );
  const isNamed = names.some((other) => query.arguments[other] !== undefined);
  const by = isNamed || names.length === 0 ? '' : ` and filter by ${names.join(' or ')}`;
  return `Some ${endpoint.noun} have no ticker, because their company is unknown. To include them, omit ${name}${by}.`;
}

/** Formats a hint such as `XALQZ is a known company, but it has no signals in the last 30 days.` */
function hasNoRecords(asked: Asked, own: GivenFilter, company: Entry): string {
  const { endpoint, query } = asked;
  const spans: string[] = [];
  const others: string[] = [];
  for (const [name, parameter] of Object.entries(parametersOf(endpoint))) {
    if (name === own.name || parameter.kind === 'page' || parameter.kind === 'sort') continue;
    const said = parameter.kind === 'filter' ? parameter.inWords : undefined;
    const value =
      query.arguments[name] ?? (parameter.kind === 'filter' ? parameter.default : undefined);
    if (value === undefined) continue;
    if (said) spans.push(said(value));
    else others.push(`${name}=${shownText(value)}`);
  }
  if (endpoint.expanded) spans.push(endpoint.expanded.period);
  const within = spans.length > 0 ? ` ${spans.join(' ')}` : '';
  const by = others.length > 0 ? ` with ${others.join(', ')}` : '';
  const known = `${company.key} is a known company, but`;
  return isUnassigned(asked, own)
    ? `${known} no ${endpoint.noun}${within}${by} have its ticker.`
    : `${known} it has no ${endpoint.noun}${within}${by}.`;
}

/**
 * Suggests stored values for a value that no record has. Returns undefined if a stored value
 * matches, or if the stored values are unknown.
 */
async function missHint(asked: Asked, filter: GivenFilter): Promise<Hint | undefined> {
  const { endpoint, source, scan, query } = asked;
  const { condition, parameter, value } = filter;
  if (!isByValue(condition) || condition.column.field === endpoint.wording) return undefined;
  const most = MAX_COMPARED_VALUES + 1;
  const values = await source.values(endpoint, condition.column, { most, today: query.today });
  if (values.length === 0 || (values.length >= most && !parameter.subject)) return undefined;
  if (values.length >= most) return { text: `Nothing matches. ${askSearch}`, isUnknown: false };
  if ((await scan(matchedBy(condition, values))).length > 0) return undefined;
  const { field } = condition.column;
  const miss = `No ${field in endpoint.record ? field : filter.name} ${verbs[condition.is]} ${quoted(value)}`;
  const same = sameButForCase(values, value);
  if (same.length > 0) {
    const stored = listed(same.slice(0, MAX_NAMED));
    return { text: `${miss}: the stored spelling is ${stored}.`, isUnknown: false };
  }
  const known = isList(endpoint, condition) ? membersOf(values) : values;
  const step = nextStep(known) || (await examplesFor(value, known));
  const hasNear = step.startsWith('Nearest: ');
  return { text: `${miss}. ${step}`.trim(), isUnknown: true, hasNear };

  function nextStep(known: readonly string[]): string {
    const days = known.filter((one) => /^\d{4}-\d{2}-\d{2}/.test(one));
    if (/^\d{4}(-\d{2}){0,2}$/.test(value) && days.length > 0) {
      const first = ordersOf(endpoint)[0]?.[1][0];
      const pages =
        first?.field === field
          ? ` For other dates, omit ${filter.name}: records are sorted by ${field}, ${first.direction}.`
          : '';
      return `Nearest: ${listed(nearestDays(days, value, MAX_NAMED))}.${pages}`;
    }
    const near = nearestValues(known, value, MAX_NAMED);
    if (near.length > 0) return `Nearest: ${listed(near)}.`;
    if (known.length <= MAX_LISTED_VALUES) {
      const { note } = endpoint.record[field] ?? {};
      return `Known values: ${listed([...known].sort())}${note ? ` (${note})` : ''}.`;
    }
    return parameter.subject ? askSearch : '';
  }
}

/**
 * If a word without regex characters matches several values, returns a hint that lists them. For
 * example, `serious` also matches `Non-Serious`.
 */
async function breadthHint(asked: Asked, filter: GivenFilter): Promise<readonly string[]> {
  const { condition, name, value } = filter;
  if (condition.is !== 'matching' || condition.matcher.literal === undefined) return [];
  // In a field of lists, a word normally matches several values, so a hint would not help.
  if (isList(asked.endpoint, condition)) return [];
  const values = await asked.source.values(asked.endpoint, condition.column, {
    most: MAX_LISTED_VALUES + 1,
  });
  if (values.length === 0 || values.length > MAX_LISTED_VALUES) return [];
  const matched = await asked.scan(matchedBy(condition, values));
  const distinct = new Map(matched.map((one) => [one.toLowerCase(), one]));
  if (distinct.size < 2) return [];
  const others = `${name}=${shownText(value)} matches ${listed([...distinct.values()].sort())}`;
  return [`${others}; use ^VALUE$ for one value, or ^(A|B)$ for several.`];
}

/** Whether the field of a condition contains a list of texts. */
function isList({ record }: Endpoint, { column }: Condition): boolean {
  return record[column.field]?.type === 'texts';
}

/** Returns the distinct items of lists. Each list is stored as one text (see `contains`). */
function membersOf(lists: readonly string[]): readonly string[] {
  return [...new Set(lists.flatMap((list) => list.split('; ')))].filter((one) => one !== '');
}

function isByValue(
  condition: Condition,
): condition is Extract<Condition, { is: 'equal' | 'starting with' | 'matching' }> {
  return ['equal', 'starting with', 'matching'].includes(condition.is);
}

function* matchedBy(
  condition: Condition,
  values: readonly string[],
): Generator<undefined, string[]> {
  const matched: string[] = [];
  for (const [index, value] of values.entries()) {
    if (meets(condition, value)) matched.push(value);
    if (index % VALUES_A_STEP === VALUES_A_STEP - 1) yield;
  }
  return matched;
}

function meets(condition: Condition, value: string): boolean {
  switch (condition.is) {
    case 'equal':
      return value === condition.value;
    case 'starting with':
      return value.startsWith(condition.value);
    case 'matching':
      return condition.matcher.test(value);
    default:
      return true;
  }
}

function titleOf({ key, name }: Entry): string {
  return name === key ? key : `${key} (${onOneLine(name)})`;
}
