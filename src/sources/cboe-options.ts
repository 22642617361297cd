import { parseOptionSymbol } from '../domain/options/option-symbol.ts';
import { isObject, listAt, numberAt, readJson, textAt } from './formats/untrusted.ts';
import { cboe } from './hosts.ts';
import { type Connector, collector, refused } from './parsed.ts';
import { lastCloseOf, newYorkTime } from './periods.ts';
import { fromParsed, type SyncSource } from './source.ts';

/**
 * The option chains of the companies, requested after the close of trading. Companies with an
 * upcoming event come first.
 */
export const cboeOptions: SyncSource = {
  name: 'cboe-options',
  title: 'Cboe: option chains (delayed quotes)',
  fills: ['option_chains'],
  host: cboe,
  schedule: '30 18 * * 1-5',
  maxAgeMs: 4 * 24 * 3_600_000,
  byCompany: true,
  personalUse:
    'Cboe permits personal, non-commercial use of its delayed quotes and forbids redistribution',
  // Status codes of responses for companies without options.
  accepts: [403, 404],
  aboutOneCompany: true,
  firstFill: (companies) => ({ requests: companies, bytes: companies * 15_000 }),
  plan: ({ companies, now }) =>
    companies.universe.map(({ ticker, cik, rank }) => ({
      address: `https://cdn.cboe.com/api/global/delayed_quotes/options/${encodeURIComponent(ticker)}.json`,
      expects: 'json',
      lane: 'history',
      rank,
      subject: cik,
      version: lastCloseOf(now),
    })),
  read: ({ text, status, request }) =>
    status === 200 ? fromParsed(cboeOptionsConnector.parse(text, request.address)) : {},
};

/**
 * Reads one option chain (Cboe delayed quotes). The quotes are about 15 minutes old when they are
 * fetched. Our choice: the snapshot time is stored as New York time with its UTC offset, so that
 * its date is the trading day. A last price of 0 without a trade time means that the contract was
 * never traded. Cboe's volatilities and Greeks are omitted, because Cboe computes them from the
 * quotes.
 */
export const cboeOptionsConnector: Connector = {
  name: 'cboe-options',
  title: 'CBOE: option chains (delayed quotes)',
  reads: 'JSON of cdn.cboe.com/api/global/delayed_quotes/options/SYMBOL.json',
  parse(text) {
    const json = readJson(text);
    if ('reason' in json) return refused(json.reason);
    const { value } = json;
    const symbol = textAt(value, 'data', 'symbol') ?? textAt(value, 'symbol');
    if (
      !symbol ||
      !isObject(value) ||
      !isObject(value.data) ||
      !Array.isArray(value.data.options)
    ) {
      return refused('is not a Cboe option chain: data.options or the symbol is missing');
    }
    const snapshot_at = inNewYork(textAt(value, 'timestamp'));
    if (!snapshot_at) return refused('has no readable timestamp');
    const facts = collector();
    const contracts = listAt(value, 'data', 'options').flatMap((quote, at) => {
      const contract = contractOf(quote);
      if (!contract) facts.problem(`option ${at + 1}`, 'has no readable option symbol');
      return contract ? [contract] : [];
    });
    facts.add('option_chains', 'file', {
      ticker: symbol.replace(/^[_^]/, ''),
      date: snapshot_at.slice(0, 10),
      snapshot_at,
      underlying_price_usd: numberAt(value, 'data', 'current_price'),
      contracts,
      source_url: `${FOLDER}/${encodeURIComponent(symbol)}.json`,
    });
    return facts.parsed();
  },
};

const FOLDER = 'https://cdn.cboe.com/api/global/delayed_quotes/options';

function contractOf(quote: unknown) {
  const option_symbol = textAt(quote, 'option')?.trim();
  const terms = option_symbol ? parseOptionSymbol(option_symbol) : null;
  if (!option_symbol || !terms) return undefined;
  const last = numberAt(quote, 'last_trade_price');
  return {
    option_symbol,
    type: terms.type,
    strike: terms.strike,
    expiry: terms.expiry,
    bid: numberAt(quote, 'bid'),
    ask: numberAt(quote, 'ask'),
    last: last === 0 && !textAt(quote, 'last_trade_time') ? undefined : last,
    volume: numberAt(quote, 'volume'),
    open_interest: numberAt(quote, 'open_interest'),
  };
}

/** Converts `2026-08-07 18:58:23` (UTC) to `2026-08-07T14:58:23-04:00`. */
function inNewYork(utc: string | undefined): string | undefined {
  if (!/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d$/.test(utc ?? '')) return undefined;
  const time = Date.parse(`${utc?.replace(' ', 'T')}Z`);
  return Number.isNaN(time) ? undefined : newYorkTime(time);
}
