import { dayAt } from '../../base/clock.ts';
import { secTickers as connector } from '../../ingest/connectors/sec-tickers.ts';
import type { CompanyNote } from '../../sources/company-notes.ts';
import { sec } from '../../sources/hosts.ts';
import type { SyncSource } from '../../sources/source.ts';

const ADDRESS = 'https://www.sec.gov/files/company_tickers_exchange.json';

/** Who is listed today, and under which tickers: the universe is made of these. */
export const secTickers: SyncSource = {
  name: 'sec-tickers',
  title: 'SEC: tickers, names and exchanges',
  fills: ['companies'],
  host: sec,
  schedule: '10 6 * * *',
  zone: 'America/New_York',
  promise: 36 * 3_600_000,
  firstFill: () => ({ requests: 1, bytes: 170_000 }),
  plan: ({ now }) => [{ address: ADDRESS, expects: 'json', lane: 'fresh', version: dayAt(now) }],
  read({ text }, { now, companies }) {
    const { batches, problems } = connector.parse(text, ADDRESS);
    const [whole] = problems.filter(({ where }) => where === 'file');
    if (whole) return { failed: whole.reason };
    const notes = notesOf(batches[0]?.records ?? [], dayAt(now));
    if (notes.length < companies.listed / 2) {
      return {
        failed: `lists ${notes.length} companies, where ${companies.listed} were listed before`,
      };
    }
    return { companies: notes, problems };
  },
};

/** One note a company: the list has a row for each class, warrant and unit. */
function notesOf(
  rows: readonly Readonly<Record<string, unknown>>[],
  listedOn: string,
): readonly CompanyNote[] {
  const notes = new Map<string, CompanyNote>();
  rows.forEach(({ cik, ticker, name, exchange }, place) => {
    if (typeof cik !== 'string' || typeof ticker !== 'string') return;
    const known = notes.get(cik);
    const note = known ?? {
      cik,
      name: String(name),
      listedOn,
      place,
      exchange: typeof exchange === 'string' ? exchange : undefined,
    };
    notes.set(cik, { ...note, tickers: [...(known?.tickers ?? []), ticker] });
  });
  return [...notes.values()];
}
