import { prices } from '../../ingest/connectors/prices.ts';
import { yahoo } from '../../sources/hosts.ts';
import { ofUniverse } from '../../sources/of-companies.ts';
import { quarterOf } from '../../sources/periods.ts';
import { fromParsed, type SyncSource } from '../../sources/source.ts';

/**
 * Five years of daily bars and splits a company. Asked for again each quarter, because a split changes
 * what was before it.
 */
export const yahooChart: SyncSource = {
  name: 'yahoo-chart',
  title: 'Yahoo: daily bars and splits',
  fills: ['prices', 'splits'],
  host: yahoo,
  schedule: '10 20 * * 1-5',
  zone: 'America/New_York',
  promise: 100 * 24 * 3_600_000,
  byCompany: true,
  aboutOneCompany: true,
  personalUse:
    'Yahoo permits personal, non-commercial use of its charts; their address is undocumented and may refuse',
  // A ticker that Yahoo does not know is answered so.
  accepts: [404],
  firstFill: (companies) => ({ requests: companies, bytes: companies * 45_000 }),
  plan: ({ companies, now }) =>
    companies.universe.map(({ ticker, cik, rank }) => ({
      address: `https://query1.finance.yahoo.com/v8/finance/chart/${encodeURIComponent(ticker)}?range=5y&interval=1d&events=div,splits`,
      expects: 'json',
      lane: 'history',
      rank,
      subject: cik,
      version: quarterOf(now),
    })),
  read: ({ text, status, request }, { companies }) =>
    status === 200 ? ofUniverse(fromParsed(prices.parse(text, request.address)), companies) : {},
};
