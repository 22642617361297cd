import { cikAt, isObject, readJson, textAt } from '../../sources/formats/untrusted.ts';
import { type Connector, collector, refused } from '../../sources/parsed.ts';

/**
 * The SEC's lists of tickers: company_tickers_exchange.json (columns named by `fields`) and
 * company_tickers.json (records under "0", "1", …). One company a ticker, so that a company with
 * several share classes, warrants or units comes several times, under one CIK; names as they are.
 * Both lists hold only what is listed today.
 */
export const secTickers: Connector = {
  name: 'sec-tickers',
  title: 'SEC: tickers, names and exchanges',
  reads: 'JSON of sec.gov/files/company_tickers_exchange.json or company_tickers.json',
  parse(text) {
    const json = readJson(text);
    if ('reason' in json) return refused(json.reason);
    const rows = companiesOf(json.value);
    if (!rows) return refused("is none of the SEC's lists of tickers");
    const found = collector();
    rows.forEach((row, at) => {
      found.add('companies', `company ${at + 1}`, {
        ticker: textAt(row, 'ticker'),
        name: textAt(row, 'name') ?? textAt(row, 'title'),
        cik: cikAt(row, 'cik') ?? cikAt(row, 'cik_str'),
        exchange: textAt(row, 'exchange'),
      });
    });
    return found.parsed();
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
