import { bareCik } from '../domain/companies/cik.ts';
import {
  type SponsorIndex,
  sponsorIndex,
  tickerOf,
  tickersByCik,
} from '../domain/companies/sponsors.ts';
import { groupBy } from '../domain/group-by.ts';
import {
  compareMarks,
  type Fields,
  type Mark,
  type Marked,
  merge,
} from '../facts/merge-records.ts';

/**
 * Creates an index of the companies of a store. The ticker of a fact is looked up when the fact is
 * read, and not when it is written, because a ticker can later belong to another company.
 * @param statements the facts of the kind `companies`. Each has a CIK, a ticker, or both
 */
export function companiesOf(statements: readonly Marked[]) {
  const { current, formerOf } = mergedListings(statements);
  const listings = [...current.values()].sort((a, b) => (tickerIn(a) < tickerIn(b) ? -1 : 1));
  const named = listings.map(({ record }) => record as unknown as Listing);
  const byCik = tickersByCik(named);
  const renamed = new Map(
    [...formerOf].flatMap(([ticker, cik]) => {
      const own = byCik.get(cik);
      return own && !current.has(ticker) ? [[ticker, own] as const] : [];
    }),
  );
  let names: SponsorIndex | undefined;
  const byName = (name: string) => {
    names ??= sponsorIndex(named);
    return tickerOf(names, name);
  };
  return {
    /**
     * One listing per ticker, sorted by ticker. It is the current listing of a company. If the
     * company is delisted, it is the company's last listing.
     */
    listings,
    /**
     * Maps each former ticker to the current ticker of the company. A former ticker that is in use
     * now is excluded.
     */
    renamed,
    /**
     * Returns the current ticker of the company that a record is about. Undefined if the company is
     * unknown.
     */
    tickerOf({ ticker, cik, company_name }: Fields): string | undefined {
      const hasCik = cik !== undefined && cik !== null;
      const own = hasCik ? byCik.get(bareCik(cik)) : undefined;
      if (own !== undefined) return own;
      if (typeof ticker === 'string') {
        const existing = current.get(ticker)?.record.cik ?? undefined;
        const isAnothers = hasCik && existing !== undefined && bareCik(existing) !== bareCik(cik);
        return isAnothers ? undefined : (renamed.get(ticker) ?? ticker);
      }
      return typeof company_name === 'string' ? byName(company_name) : undefined;
    },
    /**
     * Returns the former tickers of the company with this ticker. A former ticker that is in use
     * now is excluded.
     */
    formerTickers: (ticker: string) =>
      [...renamed].flatMap(([old, own]) => (own === ticker ? [old] : [])),
  };
}

export type Companies = ReturnType<typeof companiesOf>;

interface Listing {
  readonly ticker: string;
  readonly name: string;
  readonly cik?: string | null;
  readonly aliases?: readonly string[] | null;
}

/**
 * Merges statements into one listing per ticker. Also returns the former tickers, each with the CIK
 * of the company that had it.
 */
function mergedListings(statements: readonly Marked[]) {
  const [withCik, byTicker, byCikAlone] = sorted(statements);
  const current = new Map<string, Marked>();
  const formerOf = new Map<string, string>();
  for (const [cik, listings] of groupBy(withCik, cikIn)) {
    const whole = listings.map((one) => byCikAlone.get(cik)?.reduce(join, one) ?? one);
    const former = whole.filter((one) => whole.some((other) => isSucceeded(one, other)));
    for (const one of former) formerOf.set(tickerIn(one), cik);
    for (const one of whole) {
      if (former.includes(one)) continue;
      const next = former.reduce(withFormer, one);
      const existing = current.get(tickerIn(one));
      if (!existing || isNewer(tickerMark(next), tickerMark(existing)))
        current.set(tickerIn(one), next);
    }
  }
  for (const one of byTicker) {
    const existing = current.get(tickerIn(one));
    const successor = existing ? undefined : successorOf(current, formerOf.get(tickerIn(one)));
    if (successor) current.set(tickerIn(successor), withFormer(successor, one));
    else current.set(tickerIn(one), existing ? join(existing, one) : one);
  }
  return { current, formerOf };
}

function sorted(statements: readonly Marked[]) {
  const has = (one: Marked, field: string) => (one.record[field] ?? null) !== null;
  const listed = statements.filter((one) => has(one, 'ticker'));
  const unlisted = statements.filter((one) => !has(one, 'ticker') && has(one, 'cik'));
  return [
    listed.filter((one) => has(one, 'cik')),
    listed.filter((one) => !has(one, 'cik')),
    groupBy(unlisted, cikIn),
  ] as const;
}

/**
 * Whether the ticker of `other` has replaced the ticker of `one`. Both listings are of the same
 * company. The result is true if the source of the first ticker stated the second ticker later.
 */
function isSucceeded(one: Marked, other: Marked): boolean {
  const [mine, theirs] = [tickerMark(one), tickerMark(other)];
  return mine.source === theirs.source && isNewer(theirs, mine);
}

function successorOf(current: ReadonlyMap<string, Marked>, cik: string | undefined) {
  return cik === undefined ? undefined : [...current.values()].find((one) => cikIn(one) === cik);
}

/**
 * Merges a listing with an earlier listing of the same company under a former ticker. If the
 * company had another name, that name becomes an alias.
 */
function withFormer(listing: Marked, former: Marked): Marked {
  const { ticker: _, ...record } = former.record;
  const { ticker: __, ...others } = former.others;
  const merged = join(listing, { ...former, record, others });
  const listsOf = (field: string) => [listIn(former, field), listIn(listing, field)].flat();
  const names = [former.record.name, ...listsOf('aliases')];
  const aliases = [...new Set(names.filter((name) => name !== merged.record.name))].sort();
  const former_tickers = [...new Set([tickerIn(former), ...listsOf('former_tickers')])].sort();
  const more = { former_tickers, ...(aliases.length > 0 ? { aliases } : {}) };
  return { ...merged, record: { ...merged.record, ...more } };
}

function listIn({ record }: Marked, field: string): readonly unknown[] {
  const value = record[field];
  return Array.isArray(value) ? value : [];
}

function join(one: Marked, other: Marked): Marked {
  return merge('companies', one, other);
}

function isNewer(a: Mark, b: Mark): boolean {
  return compareMarks(a, b) > 0;
}

function tickerMark({ mark, others }: Marked): Mark {
  return others.ticker ?? mark;
}

function tickerIn({ record }: Marked): string {
  return String(record.ticker);
}

function cikIn({ record }: Marked): string {
  return bareCik(record.cik);
}
