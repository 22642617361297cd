import { isTradingDay } from '../domain/market/exchange-days.ts';
import { isOtherClass } from '../domain/ownership/fund-filings.ts';
import { dayFrom, isObject, listAt, numberAt, readJson, textAt } from './formats/untrusted.ts';
import { nasdaq } from './hosts.ts';
import { ofUniverse } from './of-companies.ts';
import { type Connector, collector, refused } from './parsed.ts';
import { quietCloseOf } from './periods.ts';
import { fromParsed, type SyncSource } from './source.ts';

const ADDRESS =
  'https://api.nasdaq.com/api/screener/stocks?tableonly=true&limit=10000&download=true';

/** One day's closes and volumes of all shares, one request a day. */
export const nasdaqScreener: SyncSource = {
  name: 'nasdaq-screener',
  title: 'Nasdaq: closes and volumes of a day',
  fills: ['prices'],
  host: nasdaq,
  schedule: '30 18 * * 1-5',
  zone: 'America/New_York',
  promise: 4 * 24 * 3_600_000,
  unverified: 'the frame of an answer with download=true: its rows are',
  personalUse:
    'Nasdaq permits personal, non-commercial use of its pages; the address is undocumented and may refuse',
  needsCompanies: true,
  firstFill: () => ({ requests: 1, bytes: 500_000 }),
  plan({ now }) {
    const day = quietCloseOf(now);
    if (day === undefined) return [];
    return [{ address: ADDRESS, expects: 'json', lane: 'registry', version: day }];
  },
  read({ text, request }, { companies, now }) {
    // The answer names no day: it is that of the last close so long as nothing trades after it.
    if (quietCloseOf(now) !== request.version)
      return { failed: 'came after trading had begun again' };
    return ofUniverse(
      fromParsed(nasdaqScreenerConnector.parse(text, `screener-${request.version}.json`)),
      companies,
    );
  },
};

/**
 * One day's closes of all listed shares (Nasdaq's stock screener). Only an answer to
 * `download=true` gives volumes; of a share that did not trade the last sale is of an earlier day,
 * so without a volume above 0 there is no bar. Sectors and names are Nasdaq's own and left out: the
 * SEC's identify companies. Names tell which securities are no shares (`Able View Global Inc.
 * Warrant`): those have no bar.
 *
 * Our choice: the day is the one that the answer states (`Last price as of Jun 28, 2024`), else the
 * one in the file's name, since an answer to `download=true` states none. Classes and preferred
 * shares are written as the SEC writes them (`BRK/B` as `BRK-B`, `AHL^D` as `AHL-PD`).
 */
export const nasdaqScreenerConnector: Connector = {
  name: 'nasdaq-screener',
  title: 'Nasdaq: closes and volumes of a day',
  reads: 'JSON of api.nasdaq.com/api/screener/stocks?download=true, as screener-YYYY-MM-DD.json',
  parse(text, fileName) {
    const json = readJson(text);
    if ('reason' in json) return refused(json.reason);
    const rows = rowsOf(json.value);
    if (!rows) return refused("is no answer of Nasdaq's screener");
    if (!rows.some((row) => textAt(row, 'volume'))) {
      return refused('has no volumes: ask the screener with download=true');
    }
    const stated = /as of ([A-Z][a-z]{2} \d{1,2}, \d{4})/.exec(
      textAt(json.value, 'data', 'asof') ?? '',
    );
    const named = /\d{4}-\d{2}-\d{2}/.exec(fileName)?.[0];
    const date = stated ? statedDay(stated[1]) : dayFrom(named, 'yyyy-MM-dd');
    if (!date) return refused('names no day: name the file screener-YYYY-MM-DD.json');
    if (!isTradingDay(date)) return refused(`is of ${date}, on which the exchanges were closed`);
    const found = collector();
    rows.forEach((row, at) => {
      const close = numberAt(row, 'lastsale');
      const volume = numberAt(row, 'volume');
      if (!close || close < 0 || !volume || volume < 0) return;
      if (isOtherClass(textAt(row, 'name') ?? '')) return;
      const ticker = textAt(row, 'symbol')?.trim().replace('/', '-').replace('^', '-P');
      found.add('prices', `row ${at + 1}`, { ticker, date, close, volume, as_traded: true });
    });
    return found.parsed();
  },
};

/** The whole answer with or without `download=true`, or its rows alone. */
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

function statedDay(text: string | undefined): string | undefined {
  const [month = '', day = '', year = ''] = text?.split(/,? /) ?? [];
  return dayFrom(`${year} ${month} ${day.padStart(2, '0')}`, 'yyyy MMM dd');
}
