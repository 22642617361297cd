import { parseOptionSymbol } from '../domain/options/option-symbol.ts';
import { isObject, listAt, numberAt, readJson, textAt } from './formats/untrusted.ts';
import { cboe } from './hosts.ts';
import { type Connector, collector, refused } from './parsed.ts';
import { lastCloseOf } from './periods.ts';
import { fromParsed, type SyncSource } from './source.ts';

/** Option chains after the close, of companies that belong, those with a coming event first. */
export const cboeOptions: SyncSource = {
  name: 'cboe-options',
  title: 'Cboe: option chains (delayed quotes)',
  fills: ['option_chains'],
  host: cboe,
  schedule: '30 18 * * 1-5',
  zone: 'America/New_York',
  promise: 4 * 24 * 3_600_000,
  byCompany: true,
  personalUse:
    'Cboe permits personal, non-commercial use of its delayed quotes and forbids to pass them on',
  // A company without options is answered so.
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
 * One option chain (CBOE delayed quotes), about 15 minutes old when it is fetched.
 *
 * Our choice: the snapshot's moment is told in New York's time with its offset, so that its first
 * ten characters are the day of trading, also for a file fetched in the evening, when UTC is a day
 * ahead. A last price of 0 without a time of trade means never traded and is left out. CBOE's own
 * volatilities and greeks are left out; they are computed from the quotes.
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
      return refused('is no option chain of CBOE: it lacks data.options or the symbol');
    }
    const snapshot_at = newYorkTime(textAt(value, 'timestamp'));
    if (!snapshot_at) return refused('has no timestamp that can be read');
    const found = collector();
    const contracts = listAt(value, 'data', 'options').flatMap((quote, at) => {
      const contract = contractOf(quote);
      if (!contract) found.problem(`option ${at + 1}`, 'has no option symbol that can be read');
      return contract ? [contract] : [];
    });
    found.add('option_chains', 'file', {
      ticker: symbol.replace(/^[_^]/, ''),
      date: snapshot_at.slice(0, 10),
      snapshot_at,
      underlying_price_usd: numberAt(value, 'data', 'current_price'),
      contracts,
      source_url: `${FOLDER}/${encodeURIComponent(symbol)}.json`,
    });
    return found.parsed();
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

/** `2026-08-07 18:58:23` (UTC) as `2026-08-07T14:58:23-04:00`. */
function newYorkTime(utc: string | undefined): string | undefined {
  if (!/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d$/.test(utc ?? '')) return undefined;
  const moment = new Date(`${utc?.replace(' ', 'T')}Z`);
  if (Number.isNaN(moment.getTime())) return undefined;
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: 'America/New_York',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  }).formatToParts(moment);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((p) => p.type === type)?.value;
  const day = `${part('year')}-${part('month')}-${part('day')}`;
  const time = `${part('hour')}:${part('minute')}:${part('second')}`;
  return `${day}T${time}${part('timeZoneName')?.replace('GMT', '')}`;
}
