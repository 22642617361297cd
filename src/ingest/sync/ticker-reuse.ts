import { groupBy } from '../../domain/group-by.ts';
import { withOtherTickers } from '../../facts/company-reference.ts';
import { type FactName, isFactName } from '../../facts/fact-kinds.ts';
import type { Database } from '../../store/database.ts';
import { writeFacts } from '../../store/facts-store.ts';
import { noteChange } from '../../store/revisions.ts';
import { readSeries } from '../../store/series.ts';
import { statement } from '../../store/statements.ts';

/** A ticker that another company has taken over. */
export interface Reuse {
  readonly ticker: string;
  /** CIK of the company that had the ticker before. */
  readonly formerCik: string;
  /**
   * The current ticker of the company that had the ticker before, or undefined if the company is
   * not listed.
   */
  readonly formerTicker: string | undefined;
}

interface Held {
  readonly kind: string;
  readonly source: string;
  readonly observed: string;
  readonly record: Readonly<Record<string, unknown>>;
}

/** Returns, for each ticker, the CIKs of the companies that have it in the stored facts. */
export function ciksByTicker(database: Database): ReadonlyMap<string, readonly string[]> {
  const sql = `SELECT json_extract(record, '$.ticker') AS ticker, json_extract(record, '$.cik') AS cik
    FROM facts WHERE kind = 'companies'`;
  const rows = statement(database, sql).all() as { ticker: string | null; cik: string | null }[];
  const named = rows.flatMap(({ ticker, cik }) => (ticker && cik ? [{ ticker, cik }] : []));
  const groups = groupBy(named, ({ ticker }) => ticker);
  return new Map([...groups].map(([ticker, some]) => [ticker, some.map(({ cik }) => cik)]));
}

/**
 * Assigns the facts under a reused ticker to the company that had the ticker before. The facts get
 * the current ticker of that company or, if it is delisted, its CIK. Companies may swap tickers, so
 * the facts of all reused tickers are first removed and then stored again. Runs inside the caller's
 * transaction.
 */
export function moveToFormerHolder(database: Database, reuses: readonly Reuse[]): void {
  const taken = reuses.map((reuse) => ({ reuse, held: take(database, reuse.ticker) }));
  for (const { reuse, held } of taken) {
    const { formerTicker: ticker, formerCik: cik } = reuse;
    const groups = groupBy(held, (one) => `${one.kind} ${one.source} ${one.observed}`);
    for (const some of groups.values()) {
      const { kind, source, observed } = some[0]!;
      if (!isFactName(kind)) continue;
      const records = some.map(({ record: { ticker: _, ...rest } }) =>
        ticker === undefined ? { ...rest, cik } : { ...rest, ticker },
      );
      writeFacts(database, kind, records, source, observed);
    }
  }
  giveWithin(database, new Map(reuses.map((reuse) => [reuse.ticker, reuse.formerTicker])));
}

/**
 * Replaces the reused tickers in records that list several companies. A company without a new
 * ticker is removed from the list.
 */
function giveWithin(database: Database, others: ReadonlyMap<string, string | undefined>): void {
  const rows = statement(
    database,
    `SELECT kind, key, record FROM facts WHERE kind IN ('news', 'fund_filings')
     AND EXISTS (SELECT 1 FROM json_each(?) WHERE instr(record, '"' || value || '"') > 0)`,
  ).all(JSON.stringify([...others.keys()])) as {
    kind: 'news' | 'fund_filings';
    key: string;
    record: string;
  }[];
  const put = statement(database, 'UPDATE facts SET record = ? WHERE kind = ? AND key = ?');
  const changed = new Set<FactName>();
  for (const { kind, key, record: text } of rows) {
    const record = JSON.parse(text);
    const next = withOtherTickers(kind, record, others);
    if (next === record) continue;
    put.run(JSON.stringify(next), kind, key);
    changed.add(kind);
  }
  for (const kind of changed) noteChange(database, kind);
}

/**
 * Removes and returns the facts of a ticker. Company records and facts with a CIK stay in the
 * store.
 */
function take(database: Database, ticker: string): readonly Held[] {
  const chosen = `kind <> 'companies' AND json_extract(record, '$.ticker') = ?
    AND json_extract(record, '$.cik') IS NULL`;
  const rows = statement(
    database,
    `SELECT kind, source, observed, record FROM facts WHERE ${chosen}`,
  ).all(ticker) as { kind: string; source: string; observed: string; record: string }[];
  statement(database, `DELETE FROM facts WHERE ${chosen}`).run(ticker);
  const isTaken = (record: Held['record']) => (record.ticker === ticker ? ticker : undefined);
  const bars = readSeries(database, 'prices', isTaken, new Map());
  statement(database, "DELETE FROM series WHERE kind = 'prices' AND ticker = ?").run(ticker);
  const kinds = new Set([...rows.map(({ kind }) => kind), ...(bars.length > 0 ? ['prices'] : [])]);
  for (const kind of kinds) if (isFactName(kind)) noteChange(database, kind);
  return [
    ...rows.map((row) => ({ ...row, record: JSON.parse(row.record) })),
    ...bars.map((record) => ({
      kind: 'prices',
      source: String(record.source),
      observed: '',
      record,
    })),
  ];
}
