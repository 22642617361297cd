import { type LinkedFiles, linkedFiles, pageRequest } from './data-sets.ts';
import { readOnce } from './formats/table.ts';
import { dayFrom, numberAt } from './formats/untrusted.ts';
import { finra } from './hosts.ts';
import { ofUniverse } from './of-companies.ts';
import { collector, dataConnector, refused } from './parsed.ts';
import { fromParsed, type SyncSource } from './source.ts';

const files: LinkedFiles = {
  page: 'https://www.finra.org/finra-data/browse-catalog/equity-short-interest/files',
  file: /^https:\/\/cdn\.finra\.org\/equity\/otcmarket\/biweekly\/shrt(\d{8})\.csv$/,
  expects: 'text',
};

/** The short interest of all exchanges, which FINRA publishes twice a month. */
export const finraShortInterest: SyncSource = {
  name: 'finra-short-interest',
  title: 'FINRA: short interest',
  fills: ['short_interest'],
  host: finra,
  schedule: '30 19 * * 2,4',
  maxAgeMs: 6 * 24 * 3_600_000,
  unverified: 'the page that links to the files',
  personalUse:
    'FINRA permits non-commercial use of its data if the user names FINRA as the source and does not charge others for the data',
  needsCompanies: true,
  firstFill: (_, months) => ({ requests: 1 + 2 * months, bytes: 2 * months * 700_000 }),
  plan: ({ now }) => [pageRequest(files, now)],
  read({ text, request }, { companies, since }) {
    if (request.address === files.page) {
      const from = since.replaceAll('-', '');
      return linkedFiles(text, request, files, { from });
    }
    return ofUniverse(
      fromParsed(finraShortInterestConnector.parse(text, request.address)),
      companies,
      true,
    );
  },
};

/**
 * Reads the short interest of all exchanges, which FINRA publishes twice a month. The file does not
 * contain the float. FINRA never reports more than 999.99 days to cover, so 999.99 is read as
 * unknown. Symbols of share classes have no separator (`BRKB`).
 */
export const finraShortInterestConnector = dataConnector({
  name: 'finra-short-interest',
  title: 'FINRA: short interest',
  reads: 'cdn.finra.org/equity/otcmarket/biweekly/shrt########.csv',
  parse(text) {
    const [head = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
    const columns = head.split('|').map((name) => name.trim());
    if (!columns.includes('currentShortPositionQuantity') || !columns.includes('symbolCode')) {
      return refused('is not a short interest file: its header is different');
    }
    const facts = collector();
    const dayOf = readOnce((day) => dayFrom(day, 'yyyy-MM-dd') ?? dayFrom(day, 'yyyyMMdd'));
    lines.forEach((line, at) => {
      if (line.trim() === '') return;
      const cells = line.split('|');
      if (cells.length < columns.length) {
        facts.problem(`line ${at + 2}`, 'is truncated: it has fewer cells than the header');
        return;
      }
      const cell = (name: string) => cells[columns.indexOf(name)]?.trim();
      const days_to_cover = numberAt(cell('daysToCoverQuantity'));
      facts.add('short_interest', `line ${at + 2}`, {
        ticker: cell('symbolCode'),
        settlement_date:
          dayOf(cell('settlementDate') ?? '') ?? dayOf(cell('accountingYearMonthNumber') ?? ''),
        short_shares: numberAt(cell('currentShortPositionQuantity')),
        previous_short_shares: numberAt(cell('previousShortPositionQuantity')),
        average_daily_volume: numberAt(cell('averageDailyVolumeQuantity')),
        days_to_cover: days_to_cover === DAYS_CAP ? undefined : days_to_cover,
      });
    });
    return facts.parsed();
  },
});

const DAYS_CAP = 999.99;
