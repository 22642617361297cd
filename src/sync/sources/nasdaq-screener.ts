import { nasdaqScreener as connector } from '../../ingest/connectors/nasdaq-screener.ts';
import { nasdaq } from '../../sources/hosts.ts';
import { ofUniverse } from '../../sources/of-companies.ts';
import { quietCloseOf } from '../../sources/periods.ts';
import { fromParsed, type SyncSource } from '../../sources/source.ts';

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
  unseen: 'the frame of an answer with download=true: its rows are',
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
      fromParsed(connector.parse(text, `screener-${request.version}.json`)),
      companies,
    );
  },
};
