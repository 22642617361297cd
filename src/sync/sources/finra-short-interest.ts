import { finraShortInterest as connector } from '../../ingest/connectors/finra-short-interest.ts';
import { type LinkedFiles, linkedFiles, pageRequest } from '../../sources/data-sets.ts';
import { finra } from '../../sources/hosts.ts';
import { ofUniverse } from '../../sources/of-companies.ts';
import { fromParsed, type SyncSource } from '../../sources/source.ts';

const files: LinkedFiles = {
  page: 'https://www.finra.org/finra-data/browse-catalog/equity-short-interest/files',
  file: /^https:\/\/cdn\.finra\.org\/equity\/otcmarket\/biweekly\/shrt(\d{8})\.csv$/,
  expects: 'text',
};

/** Short interest of all exchanges, twice a month. */
export const finraShortInterest: SyncSource = {
  name: 'finra-short-interest',
  title: 'FINRA: short interest',
  fills: ['short_interest'],
  host: finra,
  schedule: '30 19 * * 2,4',
  zone: 'America/New_York',
  promise: 6 * 24 * 3_600_000,
  unseen: 'the page that links to the files',
  personalUse:
    'FINRA permits non-commercial use of its data, named as FINRA’s and without a charge for it',
  needsCompanies: true,
  firstFill: (_, months) => ({ requests: 1 + 2 * months, bytes: 2 * months * 700_000 }),
  plan: ({ now }) => [pageRequest(files, now)],
  read({ text, request }, { companies, since }) {
    if (request.address === files.page) {
      const from = since.replaceAll('-', '');
      return linkedFiles(text, request, files, { from });
    }
    return ofUniverse(fromParsed(connector.parse(text, request.address)), companies, true);
  },
};
