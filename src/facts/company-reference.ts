import type * as z from 'zod';
import { type FactName, factKinds } from './fact-kinds.ts';
import type { Fields } from './merge-records.ts';

/** A CIK as a company's identity among subjects; tickers have no lower case and are never taken for one. */
function cikSubject(cik: unknown): string {
  return `cik:${String(cik).replace(/^0+/, '')}`;
}

/**
 * The company that a record is about, as the keys of facts name it: the CIK where the kind names
 * it, since tickers change hands; else the ticker; where there is none yet, the CIK or the name by
 * which a refresh finds the ticker.
 */
export function subjectOf(kind: FactName, record: Fields): string {
  const { ticker, cik, company_name } = record;
  const hasCik = cik !== undefined && cik !== null;
  if (hasCik && (ticker === undefined || namesCik(kind))) return cikSubject(cik);
  return ticker === undefined ? `name:${company_name ?? ''}` : String(ticker);
}

/** Whether each record of a kind is about one company, without which nothing can be said of it. */
export function isAboutCompany(kind: FactName): boolean {
  const { shape } = factKinds[kind].schema as z.ZodObject;
  return 'ticker' in shape && !shape.ticker?.safeParse(null).success;
}

/** Whether a record names its company by CIK or by name, and no ticker. */
export function lacksTicker(kind: FactName, { ticker, cik, company_name }: Fields): boolean {
  const isNamed = (cik ?? company_name ?? null) !== null;
  return isNamed && (ticker ?? null) === null && isAboutCompany(kind);
}

/** Whether a kind's `cik` is that of the company which its ticker stands for. */
function namesCik(kind: FactName): boolean {
  const { shape } = factKinds[kind].schema;
  return 'cik' in shape && 'ticker' in shape;
}

/**
 * Fields that name a company by its ticker under another name than `ticker`, each with the field of
 * its CIK: a refresh writes the ticker of today into them, or none where another company bears it.
 */
const TICKER_FIELDS: { readonly [Name in FactName]?: Readonly<Record<string, string>> } = {
  decisions: { Ticker: 'cik' },
  deals: { acquirerTicker: 'acquirerCik', targetTicker: 'targetCik' },
};

/** A record under the tickers that the companies which it names bear today. */
export function underTickersOfToday(
  kind: FactName,
  record: Fields,
  tickerOf: (record: Fields) => string | undefined,
): Fields {
  const fields = TICKER_FIELDS[kind];
  if (!fields) return record;
  const named = Object.entries(fields).flatMap(([field, cikField]) => {
    const [ticker, cik] = [record[field] ?? undefined, record[cikField] ?? undefined];
    if (ticker === undefined && cik === undefined) return [];
    const today = tickerOf({ ticker, cik });
    return today === ticker ? [] : [[field, today] as const];
  });
  return named.length === 0 ? record : { ...record, ...Object.fromEntries(named) };
}

/**
 * A record with other tickers in place of some that it names without a CIK; undefined leaves one out.
 * The same record where it names none of them.
 */
export function withOtherTickers(
  kind: FactName,
  record: Fields,
  others: ReadonlyMap<unknown, string | undefined>,
): Fields {
  if (kind === 'news') {
    const tickers = listIn(record.tickers);
    if (!tickers.some((ticker) => others.has(ticker))) return record;
    const next = tickers.map((ticker) => (others.has(ticker) ? others.get(ticker) : ticker));
    return { ...record, tickers: [...new Set(next)].filter((ticker) => ticker !== undefined) };
  }
  if (kind === 'fund_filings') {
    const positions = listIn(record.positions) as readonly Fields[];
    if (!positions.some(({ ticker }) => others.has(ticker))) return record;
    const next = positions.map((one) =>
      others.has(one.ticker) ? { ...one, ticker: others.get(one.ticker) } : one,
    );
    return { ...record, positions: next };
  }
  return others.has(record.ticker) ? { ...record, ticker: others.get(record.ticker) } : record;
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
