import { openFda } from '../hosts.ts';
import type { SyncSource } from '../source.ts';
import { cboeOptions } from './cboe-options.ts';
import { clinicaltrials } from './clinicaltrials.ts';
import { fdaAdcommCalendar, federalRegister } from './fda-meetings.ts';
import { finraShortInterest } from './finra-short-interest.ts';
import { nasdaqScreener } from './nasdaq-screener.ts';
import { newsFeeds } from './news.ts';
import { openfdaApprovals } from './openfda-approvals.ts';
import { openfdaCrl } from './openfda-crl.ts';
import { openfdaEvents, openfdaLabels } from './openfda-drugs.ts';
import { sec13f } from './sec-13f.ts';
import { sec13fAll } from './sec-13f-all.ts';
import { sec13fList } from './sec-13f-list.ts';
import { secCompanyfacts } from './sec-companyfacts.ts';
import { secCurrent } from './sec-current.ts';
import { secDailyIndex } from './sec-daily-index.ts';
import { secDocuments } from './sec-documents.ts';
import { secFails } from './sec-fails.ts';
import { secFilingIndex } from './sec-filing-index.ts';
import { secForm4 } from './sec-form4.ts';
import { secForm345 } from './sec-form345.ts';
import { secIndustries } from './sec-industries.ts';
import { secOfferings } from './sec-offerings.ts';
import { secSearch } from './sec-search.ts';
import { secSubmissions } from './sec-submissions.ts';
import { secTickers } from './sec-tickers.ts';
import { treasuryRates } from './treasury-rates.ts';
import { yahooChart } from './yahoo-chart.ts';

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
