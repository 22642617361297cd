import { cboeOptions as connector } from '../../ingest/connectors/cboe-options.ts';
import { cboe } from '../../sources/hosts.ts';
import { lastCloseOf } from '../../sources/periods.ts';
import { fromParsed, type SyncSource } from '../../sources/source.ts';

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
    status === 200 ? fromParsed(connector.parse(text, request.address)) : {},
};
