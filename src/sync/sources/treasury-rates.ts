import { dayAt } from '../../base/clock.ts';
import { treasuryRates as connector } from '../../ingest/connectors/treasury-rates.ts';
import { treasury } from '../../sources/hosts.ts';
import { fromParsed, type SyncSource } from '../../sources/source.ts';

const FEED =
  'https://home.treasury.gov/resource-center/data-chart-center/interest-rates/pages/xml?data=daily_treasury_bill_rates&field_tdr_date_value=';
/** Years of rates, this one included. */
const YEARS = 3;

/** Bill rates by day: this year's each day, those of the years before once. */
export const treasuryRates: SyncSource = {
  name: 'treasury-rates',
  title: 'US Treasury: bill rates',
  fills: ['treasury_rates'],
  host: treasury,
  schedule: '0 23 * * 1-5',
  zone: 'UTC',
  // From a Friday to the Tuesday after a holiday.
  promise: 5 * 24 * 3_600_000,
  firstFill: () => ({ requests: YEARS, bytes: YEARS * 40_000 }),
  plan({ now }) {
    const today = dayAt(now);
    const year = Number(today.slice(0, 4));
    return Array.from({ length: YEARS }, (_, ago) => ({
      address: `${FEED}${year - ago}`,
      expects: 'xml',
      lane: 'registry',
      version: ago === 0 ? today : `whole ${year - ago}`,
    }));
  },
  read: ({ text, request }) => fromParsed(connector.parse(text, request.address)),
};
