import { dayAt } from '../base/clock.ts';
import type { CompanyNote } from './company-notes.ts';
import { cikAt, isObject, readJson, textAt } from './formats/untrusted.ts';
import { sec } from './hosts.ts';
import { type Connector, collector, refused } from './parsed.ts';
import type { SyncSource } from './source.ts';

const ADDRESS = 'https://www.sec.gov/files/company_tickers_exchange.json';

/** Listed companies with their tickers. Synced companies are selected from this list. */
export const secTickers: SyncSource = {
  name: 'sec-tickers',
  title: 'SEC: tickers, names and exchanges',
  fills: ['companies'],
  host: sec,
  schedule: '10 6 * * *',
  maxAgeMs: 36 * 3_600_000,
  firstFill: () => ({ requests: 1, bytes: 170_000 }),
  plan: ({ now }) => [{ address: ADDRESS, expects: 'json', lane: 'fresh', version: dayAt(now) }],
  read({ text }, { now, companies }) {
    const { batches, problems } = secTickersConnector.parse(text, ADDRESS);
    const [fileProblem] = problems.filter(({ where }) => where === 'file');
    if (fileProblem) return { failed: fileProblem.reason };
    const notes = notesOf(batches[0]?.records ?? [], dayAt(now));
    if (notes.length < companies.listed / 2) {
      return {
        failed: `lists only ${notes.length} companies; the previous list had ${companies.listed}`,
      };
    }
    return { companies: notes, problems };
  },
};

/** Returns one entry per company. The list has a row for each share class, warrant and unit. */
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

/**
 * Reads the SEC's lists of tickers. In company_tickers_exchange.json, `fields` names the columns.
 * In company_tickers.json, the records have the keys "0", "1" and so on. Each ticker is one record.
 * A company with several share classes, warrants or units has several records with one CIK. Both
 * lists contain only current listings.
 */
export const secTickersConnector: Connector = {
  name: 'sec-tickers',
  title: 'SEC: tickers, names and exchanges',
  reads: 'JSON of sec.gov/files/company_tickers_exchange.json or company_tickers.json',
  parse(text) {
    const json = readJson(text);
    if ('reason' in json) return refused(json.reason);
    const rows = companiesOf(json.value);
    if (!rows) return refused('is not an SEC list of tickers');
    const facts = collector();
    rows.forEach((row, at) => {
      facts.add('companies', `company ${at + 1}`, {
        ticker: textAt(row, 'ticker'),
        name: textAt(row, 'name') ?? textAt(row, 'title'),
        cik: cikAt(row, 'cik') ?? cikAt(row, 'cik_str'),
        exchange: textAt(row, 'exchange'),
      });
    });
    return facts.parsed();
  },
};

function companiesOf(value: unknown): readonly unknown[] | undefined {
  if (!isObject(value)) return undefined;
  const { fields, data } = value;
  if (Array.isArray(fields) && Array.isArray(data)) {
    return data.map((row: unknown) =>
      Array.isArray(row) ? Object.fromEntries(fields.map((name, at) => [name, row[at]])) : row,
    );
  }
  const rows = Object.values(value);
  return isObject(value['0']) && 'cik_str' in value['0'] ? rows : undefined;
}
