import { cboeOptions } from '../sync/sources/cboe-options.ts';
import { clinicaltrials } from '../sync/sources/clinicaltrials.ts';
import { fdaAdcommCalendar, federalRegister } from '../sync/sources/fda-meetings.ts';
import { finraShortInterest } from '../sync/sources/finra-short-interest.ts';
import { nasdaqScreener } from '../sync/sources/nasdaq-screener.ts';
import { newsFeeds } from '../sync/sources/news.ts';
import { openfdaApprovals } from '../sync/sources/openfda-approvals.ts';
import { openfdaCrl } from '../sync/sources/openfda-crl.ts';
import { openfdaEvents, openfdaLabels } from '../sync/sources/openfda-drugs.ts';
import { sec13f } from '../sync/sources/sec-13f.ts';
import { sec13fAll } from '../sync/sources/sec-13f-all.ts';
import { sec13fList } from '../sync/sources/sec-13f-list.ts';
import { secCompanyfacts } from '../sync/sources/sec-companyfacts.ts';
import { secCurrent } from '../sync/sources/sec-current.ts';
import { secDailyIndex } from '../sync/sources/sec-daily-index.ts';
import { secFails } from '../sync/sources/sec-fails.ts';
import { secFilingIndex } from '../sync/sources/sec-filing-index.ts';
import { secForm4 } from '../sync/sources/sec-form4.ts';
import { secForm345 } from '../sync/sources/sec-form345.ts';
import { secIndustries } from '../sync/sources/sec-industries.ts';
import { secOfferings } from '../sync/sources/sec-offerings.ts';
import { secSearch } from '../sync/sources/sec-search.ts';
import { secSubmissions } from '../sync/sources/sec-submissions.ts';
import { secTickers } from '../sync/sources/sec-tickers.ts';
import { treasuryRates } from '../sync/sources/treasury-rates.ts';
import { yahooChart } from '../sync/sources/yahoo-chart.ts';
import { openFda } from './hosts.ts';
import { secDocuments } from './sec-documents.ts';
import type { SyncSource } from './source.ts';

/**
 * Every source, a line each.
 *
 * @param hasOpenFdaKey whether openFDA grants the quota of a key
 */
export function allSources(hasOpenFdaKey: boolean): readonly SyncSource[] {
  const openfda = openFda(hasOpenFdaKey);
  return [
    secTickers,
    secIndustries,
    secSubmissions,
    secCompanyfacts,
    secForm4,
    secForm345,
    secOfferings,
    sec13f,
    sec13fList,
    secFails,
    sec13fAll,
    secSearch,
    secCurrent,
    secDailyIndex,
    secFilingIndex,
    secDocuments,
    clinicaltrials,
    openfdaApprovals(openfda),
    openfdaCrl(openfda),
    openfdaLabels(openfda),
    openfdaEvents(openfda),
    federalRegister,
    fdaAdcommCalendar,
    ...newsFeeds,
    treasuryRates,
    finraShortInterest,
    nasdaqScreener,
    yahooChart,
    cboeOptions,
  ];
}
