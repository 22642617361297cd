import type * as z from 'zod';
import { type FactName, factKinds } from './fact-kinds.ts';
import type { Fields } from './merge-records.ts';

/** Identifies a company by CIK. The prefix in lower case distinguishes the result from a ticker. */
function cikSubject(cik: unknown): string {
  return `cik:${String(cik).replace(/^0+/, '')}`;
}

/**
 * Returns the part of a fact's key that identifies its company. It is the CIK if the kind of fact
 * has a CIK field, because tickers are reassigned. Otherwise, it is the ticker. While the ticker is
 * not known, it is the CIK or the company name, until a refresh finds the ticker.
 */
export function subjectOf(kind: FactName, record: Fields): string {
  const { ticker, cik, company_name } = record;
  const hasCik = cik !== undefined && cik !== null;
  if (hasCik && (ticker === undefined || namesCik(kind))) return cikSubject(cik);
  return ticker === undefined ? `name:${company_name ?? ''}` : String(ticker);
}

/** Whether every record of a kind must name exactly one company. */
export function isAboutCompany(kind: FactName): boolean {
  const { shape } = factKinds[kind].schema as z.ZodObject;
  return 'ticker' in shape && !shape.ticker?.safeParse(null).success;
}

/** Whether a record has no ticker but names its company by CIK or by name. */
export function lacksTicker(kind: FactName, { ticker, cik, company_name }: Fields): boolean {
  const isNamed = (cik ?? company_name ?? null) !== null;
  return isNamed && (ticker ?? null) === null && isAboutCompany(kind);
}

/** Whether a kind has both fields `cik` and `ticker`. They then identify the same company. */
function namesCik(kind: FactName): boolean {
  const { shape } = factKinds[kind].schema;
  return 'cik' in shape && 'ticker' in shape;
}

/**
 * Ticker fields with names other than `ticker`, each with its CIK field. A refresh replaces an old
 * ticker with the current one. If the ticker now belongs to another company, the field is cleared.
 */
const TICKER_FIELDS: { readonly [Name in FactName]?: Readonly<Record<string, string>> } = {
  decisions: { Ticker: 'cik' },
  deals: { acquirerTicker: 'acquirerCik', targetTicker: 'targetCik' },
};

/** Replaces the tickers in a record with the current tickers of its companies. */
export function withCurrentTickers(
  kind: FactName,
  record: Fields,
  tickerOf: (record: Fields) => string | undefined,
): Fields {
  const fields = TICKER_FIELDS[kind];
  if (!fields) return record;
  const named = Object.entries(fields).flatMap(([field, cikField]) => {
    const [ticker, cik] = [record[field] ?? undefined, record[cikField] ?? undefined];
    if (ticker === undefined && cik === undefined) return [];
    const current = tickerOf({ ticker, cik });
    return current === ticker ? [] : [[field, current] as const];
  });
  return named.length === 0 ? record : { ...record, ...Object.fromEntries(named) };
}

/**
 * Replaces tickers in a record. Only ticker fields that have no CIK field are changed.
 * @param others maps each ticker that changes to the new ticker, or to undefined to remove it
 * @returns the same object if the record contains none of the tickers
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
