import { secFails as connector } from '../../ingest/connectors/sec-fails.ts';
import { type LinkedFiles, linkedFiles, pageRequest } from '../../sources/data-sets.ts';
import { sec } from '../../sources/hosts.ts';
import { ofUniverse, symbolTest } from '../../sources/of-companies.ts';
import { fromParsed, type SyncSource } from '../../sources/source.ts';

const files: LinkedFiles = {
  page: 'https://www.sec.gov/data-research/sec-markets-data/fails-deliver-data',
  file: /^https:\/\/www\.sec\.gov\/files\/[\w/-]{1,200}\/cnsfails(\d{6}[ab])(?:_\d)?\.zip$/,
  expects: 'zip',
};

/**
 * Fails to deliver: which CUSIP a ticker bears, and closes, two to six weeks late. They are the one
 * source of prices that is free for any use.
 */
export const secFails: SyncSource = {
  name: 'sec-fails',
  title: 'SEC: fails to deliver (CUSIP, ticker, close)',
  fills: ['securities', 'prices'],
  host: sec,
  // Half a month is published at the end of the month, the other in the middle of the next.
  schedule: '45 1 * * 2,5',
  zone: 'America/New_York',
  promise: 6 * 24 * 3_600_000,
  unseen: 'the page that links to the files',
  needsCompanies: true,
  firstFill: (_, months) => ({ requests: 1 + 2 * months, bytes: 2 * months * 1_000_000 }),
  plan: ({ now }) => [pageRequest(files, now)],
  sieve({ companies }) {
    const belongs = symbolTest(companies);
    return {
      members: [/\.txt$/i],
      separator: '|',
      keeps(header) {
        const symbol = header.indexOf('SYMBOL');
        return (cells) => belongs(cells[symbol]);
      },
    };
  },
  read({ text, request }, { companies, since }) {
    if (request.address === files.page) {
      return linkedFiles(text, request, files, { from: monthOf(since) });
    }
    return ofUniverse(fromParsed(connector.parse(text, request.address)), companies, true);
  },
};

/** `202401` of a day of that month. */
function monthOf(day: string): string {
  return day.slice(0, 7).replace('-', '');
}
