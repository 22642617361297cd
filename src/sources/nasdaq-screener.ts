import { isTradingDay } from '../domain/market/exchange-days.ts';
import { isOtherClass } from '../domain/ownership/fund-filings.ts';
import {
  dayFrom,
  dayInWords,
  isObject,
  listAt,
  numberAt,
  readJson,
  textAt,
} from './formats/untrusted.ts';
import { nasdaq } from './hosts.ts';
import { ofUniverse } from './of-companies.ts';
import { type Connector, collector, refused } from './parsed.ts';
import { quietCloseOf } from './periods.ts';
import { fromParsed, type SyncSource } from './source.ts';

const ADDRESS =
  'https://api.nasdaq.com/api/screener/stocks?tableonly=true&limit=10000&download=true';

/** Closes, volumes and market values of all shares on one day. One request is sent per day. */
export const nasdaqScreener: SyncSource = {
  name: 'nasdaq-screener',
  title: 'Nasdaq: closes, volumes and market values of a day',
  fills: ['prices', 'listings'],
  host: nasdaq,
  schedule: '30 18 * * 1-5',
  maxAgeMs: 4 * 24 * 3_600_000,
  unverified:
    'the JSON around the list of rows in a response to download=true (the row fields are verified)',
  personalUse:
    'Nasdaq permits personal, non-commercial use of its pages. The API is undocumented and may refuse requests',
  needsCompanies: true,
  firstFill: () => ({ requests: 1, bytes: 500_000 }),
  plan({ now }) {
    const day = quietCloseOf(now);
    if (day === undefined) return [];
    return [{ address: ADDRESS, expects: 'json', lane: 'registry', version: day }];
  },
  read({ text, request }, { companies, now }) {
    // The response states no date. Until trading starts again, its prices are those of the last
    // trading day.
    if (quietCloseOf(now) !== request.version) return { failed: 'came after trading had resumed' };
    return ofUniverse(
      fromParsed(nasdaqScreenerConnector.parse(text, `screener-${request.version}.json`)),
      companies,
    );
  },
};

/**
 * Reads closes, market values and IPO years of all listed shares on one day (Nasdaq stock
 * screener). Only a response to `download=true` contains volumes. The last price of a share that
 * was not traded is from an earlier day. Therefore, only shares with a volume above 0 get a bar. A
 * market value of 0 means that the list states none. Securities whose names show that they are not
 * shares are omitted. Our choice: the date is read from the response (`Last price as of Jun 28,
 * 2024`). If the response states no date, it is read from the file name. Symbols are converted to
 * the SEC's spelling (`BRK/B` to `BRK-B`, `AHL^D` to `AHL-PD`).
 */
export const nasdaqScreenerConnector: Connector = {
  name: 'nasdaq-screener',
  title: 'Nasdaq: closes, volumes and market values of a day',
  reads: 'JSON of api.nasdaq.com/api/screener/stocks?download=true, as screener-YYYY-MM-DD.json',
  parse(text, fileName) {
    const json = readJson(text);
    if ('reason' in json) return refused(json.reason);
    const rows = rowsOf(json.value);
    if (!rows) return refused("is not a response of Nasdaq's screener");
    if (!rows.some((row) => textAt(row, 'volume'))) {
      return refused('has no volumes: request it with download=true');
    }
    const asOf = /as of ([A-Z][a-z]{2} \d{1,2}, \d{4})/.exec(
      textAt(json.value, 'data', 'asof') ?? '',
    );
    const named = /\d{4}-\d{2}-\d{2}/.exec(fileName)?.[0];
    const date = asOf ? dayInWords(asOf[1]) : dayFrom(named, 'yyyy-MM-dd');
    if (!date) return refused('has no date: name the file screener-YYYY-MM-DD.json');
    if (!isTradingDay(date)) return refused(`is dated ${date}, when the exchanges were closed`);
    const facts = collector();
    rows.forEach((row, at) => {
      if (isOtherClass(textAt(row, 'name') ?? '')) return;
      const where = `row ${at + 1}`;
      const ticker = textAt(row, 'symbol')?.trim().replace('/', '-').replace('^', '-P');
      const market_cap_usd = positiveAt(row, 'marketCap');
      const ipo_year = positiveAt(row, 'ipoyear');
      const isStated = market_cap_usd !== null || ipo_year !== null;
      if (isStated) facts.add('listings', where, { ticker, date, market_cap_usd, ipo_year });
      const close = positiveAt(row, 'lastsale');
      const volume = positiveAt(row, 'volume');
      if (close === null || volume === null) return;
      facts.add('prices', where, { ticker, date, close, volume, as_traded: true });
    });
    return facts.parsed();
  },
};

/** Returns the number in a field of a row, or null if the field has no number above 0. */
function positiveAt(row: unknown, field: string): number | null {
  const number = numberAt(row, field) ?? 0;
  return number > 0 ? number : null;
}

/** Returns the rows of a response. A file may also contain only the list of rows. */
function rowsOf(value: unknown): readonly unknown[] | undefined {
  const lists = [
    value,
    ...['rows', 'table'].map((name) => (isObject(value) ? listAt(value, 'data', name) : undefined)),
  ];
  const rows = lists.find((list) => Array.isArray(list) && list.length > 0) as
    | readonly unknown[]
    | undefined;
  const inTable = rows?.length === 1 ? listAt(rows[0], 'rows') : [];
  const all = inTable.length > 0 ? inTable : rows;
  return all?.some((row) => textAt(row, 'symbol') && textAt(row, 'lastsale')) ? all : undefined;
}
