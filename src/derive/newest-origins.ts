import { lazyIterable } from '../domain/lazy-iterable.ts';
import { onFirstUse } from '../domain/on-first-use.ts';
import { type FactName, factKinds } from '../facts/fact-kinds.ts';
import { fileIn } from '../facts/imported-file.ts';
import type { Row } from '../store/served-order.ts';
import type { Computation, Refresh } from './computation.ts';
import { companyFigures } from './finance/financials.ts';
import { lastBars } from './market/price-history.ts';
import { type Origin, originOf, sourceDate } from './origin.ts';
import { programTrials } from './programs/programs.ts';
import { sourceName } from './source-names.ts';

/**
 * Adds `source`, `source_url` and `source_date` to the rows of a collection.
 * - A row with `source_date` is not changed.
 * - A row with `source` but no `source_date` shows one fact of the first kind in `kinds`. The three
 *   fields describe this fact.
 * - Any other row is computed. The three fields describe the newest fact of these kinds about the
 *   row's drug. Without such a fact, they describe the newest fact about its trial, its company or
 *   its fund, in this order. Without any of these, they describe the newest fact on any subject,
 *   and the URL is null.
 * - If the newest fact for a computed row is later than `as_of` of the row, the row was computed
 *   from an older fact. Then `source_date` is `as_of`, `source` does not name the form of the
 *   filing, and the URL is null.
 */
export function withOrigins(rows: Iterable<Row>, kinds: readonly FactName[], refresh: Refresh) {
  return lazyIterable(() => rowsWithOrigins(rows, kinds, refresh));
}

function* rowsWithOrigins(rows: Iterable<Row>, kinds: readonly FactName[], { memo }: Refresh) {
  const newest = onFirstUse(() => kinds.map((kind) => memo(newestOf[kind])));
  for (const row of rows) {
    if ('source_date' in row) yield row;
    else if (typeof row.source === 'string') yield { ...row, ...originOf(kinds[0]!, row) };
    else yield { ...row, ...newestInput(row, newest()) };
  }
}

/** The origin of the newest fact, with the kind and the connector of the fact. */
interface Newest extends Origin {
  readonly kind: FactName;
  readonly connector: string;
}

/**
 * The newest fact about each subject: a drug, trial, company or fund. The key `''` has the newest
 * of all facts.
 */
type NewestBySubject = ReadonlyMap<string, Newest | typeof UNKNOWN>;

const UNKNOWN = { source: null, source_url: null, source_date: null };

function newestInput(row: Row, indexes: readonly NewestBySubject[]) {
  const subject = subjectsOf(row).find((one) => indexes.some((index) => index.has(one))) ?? '';
  const newest = indexes.reduce<Newest | typeof UNKNOWN>((held, index) => {
    const one = index.get(subject) ?? UNKNOWN;
    return held.source === null || isLater(one.source_date, held.source_date) ? one : held;
  }, UNKNOWN);
  if (newest.source === null) return UNKNOWN;
  const { kind, connector, source, source_url, source_date } = newest;
  const as_of = typeof row.as_of === 'string' ? row.as_of : null;
  if (as_of !== null && isLater(source_date, as_of)) {
    const isRecord = connector === kind || fileIn(connector) !== undefined;
    const isImported = isRecord && source.startsWith('SEC ');
    const older = isImported ? 'SEC filing' : sourceName(kind, connector);
    return { source: older, source_url: null, source_date: as_of };
  }
  return { source, source_url: subject === '' ? null : source_url, source_date };
}

/** Keys of the subjects of a row or fact, most specific first: drug, trial, company, fund. */
function subjectsOf(one: Row): readonly string[] {
  const ticker = one.ticker ?? one.Ticker ?? one.acquirerTicker;
  const drug = one.drug_name ?? one.drugname ?? one.Drug;
  const ofDrug = typeof drug === 'string' ? [`${ticker} ${drug.toLowerCase()}`] : [];
  return [...ofDrug, one.nctId, ticker, one.cik].filter((name) => typeof name === 'string');
}

function isLater(one: string | null, other: string | null): boolean {
  return (one ?? '') > (other ?? '');
}

const newestOf = Object.fromEntries(
  (Object.keys(factKinds) as FactName[]).map((kind) => [
    kind,
    (refresh: Refresh) => newestBySubject(kind, factsOf(kind, refresh)),
  ]),
) as Readonly<Record<FactName, Computation<NewestBySubject>>>;

function newestBySubject(kind: FactName, facts: Iterable<Row>): NewestBySubject {
  const newest = new Map<string, { readonly fact: Row; readonly day: string | null }>();
  for (const fact of facts) {
    const day = sourceDate(kind, fact);
    for (const subject of ['', ...subjectsOf(fact)]) {
      const held = newest.get(subject);
      if (!held || isLater(day, held.day)) newest.set(subject, { fact, day });
    }
  }
  return new Map(
    Array.from(newest, ([subject, { fact }]) => [
      subject,
      fact.source === undefined
        ? UNKNOWN
        : { kind, connector: String(fact.source), ...originOf(kind, fact) },
    ]),
  );
}

/**
 * The facts of a kind with their subjects. The most frequent kinds are taken from computations that
 * have already read them.
 */
function factsOf(kind: FactName, { facts, memo }: Refresh): Iterable<Row> {
  if (kind === 'prices') {
    return Array.from(memo(lastBars), ([ticker, { date, source }]) => ({ ticker, date, source }));
  }
  if (kind === 'financial_facts') {
    return Array.from(memo(companyFigures), ([ticker, { balance }]) => ({ ...balance, ticker }));
  }
  if (kind === 'trials') {
    return [...memo(programTrials).trials].flatMap(([{ ticker, drug_name }, trials]) =>
      trials.map((trial) => ({ ...trial, ticker, drug_name })),
    );
  }
  return facts.each(kind);
}
