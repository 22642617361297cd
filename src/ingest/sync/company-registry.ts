import { compareText } from '../../domain/compare-text.ts';
import {
  type Companies,
  type CompanyNote,
  type Member,
  mergeNotes,
} from '../../sources/company-notes.ts';
import type { Database } from '../../store/database.ts';
import { writeFacts } from '../../store/facts-store.ts';
import { noteChange } from '../../store/revisions.ts';
import { statement } from '../../store/statements.ts';
import { companiesOf, refusalOf } from './known-companies.ts';
import { ciksByTicker, moveToFormerHolder, type Reuse } from './ticker-reuse.ts';

export interface Noted {
  /** Whether the set of synced companies or one of their tickers changed. */
  readonly changed: boolean;
  /** Number of synced companies that are new or changed. */
  readonly companies: number;
  /** Whether the companies are now requested in a different order. */
  readonly reordered: boolean;
  /**
   * The reason why the new list of synced companies is implausible, if any. The old list is then
   * kept.
   */
  readonly refused: string | undefined;
}

/** Source name of the company records in the store. */
const SOURCE = 'sec-tickers';

/**
 * Reads the stored company data and selects the companies to sync.
 * @param wanted tickers of the only companies to sync; if absent, all companies are synced
 */
export function openRegistry(
  database: Database,
  today: () => string,
  wanted?: ReadonlySet<string>,
) {
  const rows = statement(database, 'SELECT record FROM sync_companies').all();
  const notes = new Map<string, CompanyNote>();
  for (const { record } of rows as { record: string }[]) {
    const note = JSON.parse(record) as CompanyNote;
    notes.set(note.cik, note);
  }
  let companies = companiesOf(notes, today(), wanted);
  let refused = wanted || notes.size === 0 ? undefined : refusalOf(companies.universe.length, 0);
  if (refused) companies = { ...companies, universe: [] };

  /**
   * Updates the stored facts when the list of synced companies changes.
   * @returns the number of changed companies
   */
  function writeUniverse(before: Companies, after: Companies): number {
    const old = new Map(before.universe.map((member) => [member.cik, member]));
    const changed: Member[] = [];
    for (const member of after.universe) {
      const was = old.get(member.cik);
      old.delete(member.cik);
      if (!was || JSON.stringify(factOf(was)) !== JSON.stringify(factOf(member))) {
        changed.push(member);
      }
    }
    const gone = [...old.values()].filter(({ cik }) => after.tickerOfCik(cik) !== undefined);
    const moved = changed.filter(({ cik, ticker }) => before.tickerOfCik(cik) !== ticker);
    moveToFormerHolder(database, reusesBy(moved, after));
    writeFacts(database, 'companies', changed.map(factOf), SOURCE, today());
    for (const { ticker, cik } of wanted ? [] : gone) retire(ticker, notes.get(cik));
    return changed.length;
  }

  /**
   * Returns the tickers that changed companies have taken over from other companies. The store
   * still has facts of the other companies under these tickers.
   */
  function reusesBy(changed: readonly Member[], after: Companies): readonly Reuse[] {
    if (changed.length === 0) return [];
    const listed = ciksByTicker(database);
    return changed.flatMap(({ ticker, cik }) => {
      const others = (listed.get(ticker) ?? []).filter((one) => one !== cik);
      // If several companies had the ticker before, the facts belong to the last of them.
      const [formerCik] = others.sort((a, b) => compareText(until(b, ticker), until(a, ticker)));
      if (formerCik === undefined) return [];
      const now = after.tickerOfCik(formerCik);
      // For a delisted company, `tickerOfCik` returns the last ticker. If another company reuses
      // this ticker, the delisted company has no ticker.
      return [{ ticker, formerCik, formerTicker: now === ticker ? undefined : now }];
    });
  }

  /**
   * Returns the day on which a company gave up a ticker. Returns `9999` if the company
   * still has the ticker, and an empty text if the day is unknown.
   */
  function until(cik: string, ticker: string): string {
    const note = notes.get(cik);
    if (note?.tickers?.includes(ticker)) return '9999';
    return note?.formerTickers?.findLast((one) => one.ticker === ticker)?.until ?? '';
  }

  /**
   * Updates the record of a company that is no longer synced. If the company was delisted, the day
   * of the delisting is added to the record. Otherwise, the record is removed.
   */
  function retire(ticker: string, note: CompanyNote | undefined): void {
    const newest = [...notes.values()].reduce(
      (day, { listedOn = '' }) => (listedOn > day ? listedOn : day),
      '',
    );
    if (note?.listedOn !== undefined && note.listedOn < newest) {
      const fact = { ...factOf({ ...note, ticker, name: note.name ?? ticker, rank: 0 }) };
      const record = { ...fact, delisted_date: note.delistedOn || note.listedOn };
      writeFacts(database, 'companies', [record], SOURCE, today());
      return;
    }
    statement(
      database,
      `DELETE FROM facts WHERE kind = 'companies' AND source = ?
       AND json_extract(record, '$.ticker') = ?`,
    ).run(SOURCE, ticker);
    noteChange(database, 'companies');
  }

  return {
    companies: () => companies,
    /** The reason why the list of synced companies was not updated from the newest company data. */
    refused: () => refused,
    /** Merges new company data into the registry. Runs inside the caller's transaction. */
    note(news: readonly CompanyNote[]): Noted {
      const put = statement(database, 'INSERT OR REPLACE INTO sync_companies VALUES (?, ?)');
      let changed = false;
      for (const one of news) {
        const known = notes.get(one.cik);
        const merged = mergeNotes(known, one);
        if (known && JSON.stringify(known) === JSON.stringify(merged)) continue;
        changed = true;
        notes.set(one.cik, merged);
        put.run(one.cik, JSON.stringify(merged));
      }
      const none = { changed: false, companies: 0, reordered: false, refused: undefined };
      if (!changed) return none;
      const next = companiesOf(notes, today(), wanted);
      refused = wanted ? undefined : refusalOf(next.universe.length, companies.universe.length);
      if (refused) {
        companies = { ...next, universe: companies.universe };
        return { ...none, refused };
      }
      const before = companies;
      companies = next;
      const written = writeUniverse(before, next);
      const [was, is] = [membersOf(before), membersOf(next)];
      const reordered = was.join() !== is.join();
      const isOther = reordered && was.toSorted().join() !== is.toSorted().join();
      return { ...none, changed: isOther, companies: written, reordered };
    },
  };
}

export type Registry = ReturnType<typeof openRegistry>;

function factOf(member: Member) {
  const { ticker, name, cik, exchange, country, website, sic, formerNames } = member;
  const formerTickers = member.formerTickers?.map((former) => former.ticker);
  const said = {
    exchange,
    country,
    website,
    sic,
    sic_description: member.sicDescription,
    fiscal_year_end: member.fiscalYearEnd,
    state_of_incorporation: member.stateOfIncorporation,
    former_names: formerNames?.length ? formerNames : undefined,
    former_tickers: formerTickers?.length ? formerTickers : undefined,
  };
  const known = Object.entries(said).filter(([, value]) => value !== undefined);
  return { ticker, name, cik, ...Object.fromEntries(known) };
}

function membersOf({ universe }: Companies): readonly string[] {
  return universe.map(({ cik, ticker }) => `${cik} ${ticker}`);
}
