import { cboeOptions, cboeOptionsConnector } from './cboe-options.ts';
import { clinicaltrialsConnector } from './clinicaltrials/read.ts';
import { clinicaltrials } from './clinicaltrials/request.ts';
import {
  fdaAdcommCalendar,
  fdaAdcommCalendarConnector,
  federalRegister,
  federalRegisterConnector,
} from './fda-meetings.ts';
import { finraShortInterest, finraShortInterestConnector } from './finra-short-interest.ts';
import { openFda } from './hosts.ts';
import { nasdaqScreener, nasdaqScreenerConnector } from './nasdaq-screener.ts';
import { newsFeeds, rssNews } from './news-feeds.ts';
import { openfdaApprovals, openfdaApprovalsConnector } from './openfda-approvals.ts';
import { fdaCrl, openfdaCrl } from './openfda-crl.ts';
import {
  openfdaEvents,
  openfdaEventsConnector,
  openfdaLabels,
  openfdaLabelsConnector,
} from './openfda-drugs.ts';
import { orangeBook, orangeBookConnector } from './orange-book.ts';
import { orphanDesignations } from './orphan-designations.ts';
import type { Connector } from './parsed.ts';
import { pressReleases } from './press-releases.ts';
import { prices, yahooChart } from './prices.ts';
import { purpleBook } from './purple-book.ts';
import { sec13dg, sec13dgConnector } from './sec-13dg.ts';
import { sec13f, sec13fConnector } from './sec-13f.ts';
import { sec13fAll, sec13fAllConnector } from './sec-13f-all.ts';
import { sec13fList, sec13fListConnector } from './sec-13f-list.ts';
import { secCompanyfacts, secCompanyfactsConnector } from './sec-companyfacts.ts';
import { secCovers, secCoversConnector } from './sec-covers.ts';
import { secCurrent } from './sec-current.ts';
import { secDailyIndex } from './sec-daily-index.ts';
import { secDocuments } from './sec-documents.ts';
import { secFails, secFailsConnector } from './sec-fails.ts';
import { secFilingIndex } from './sec-filing-index.ts';
import { secForm4, secForm4Connector } from './sec-form4.ts';
import { secForm345, secForm345Connector } from './sec-form345.ts';
import { secIndustries } from './sec-industries.ts';
import { secOfferings, secOfferingsConnector } from './sec-offerings.ts';
import { secSearch } from './sec-search.ts';
import { secSubmissionsConnector } from './sec-submissions/read.ts';
import { secSubmissions } from './sec-submissions/request.ts';
import { secTickers, secTickersConnector } from './sec-tickers.ts';
import type { SyncSource } from './source.ts';
import { treasuryRates, treasuryRatesConnector } from './treasury-rates.ts';
import { fmpSources } from './vendors/fmp.ts';
import { massiveSources } from './vendors/massive.ts';

/**
 * All sources.
 *
 * @param hasOpenFdaKey whether requests to openFDA use a key, which raises the quota
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
    secCovers,
    sec13dg,
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
    orangeBook,
    federalRegister,
    fdaAdcommCalendar,
    ...newsFeeds,
    treasuryRates,
    finraShortInterest,
    nasdaqScreener,
    yahooChart,
    cboeOptions,
    ...massiveSources,
    ...fmpSources,
  ];
}

/** All connectors by name, in the recommended order of a first import. */
export const connectors: Readonly<Record<string, Connector>> = Object.fromEntries(
  [
    secTickersConnector,
    secSubmissionsConnector,
    clinicaltrialsConnector,
    openfdaApprovalsConnector,
    orangeBookConnector,
    purpleBook,
    openfdaLabelsConnector,
    openfdaEventsConnector,
    secCompanyfactsConnector,
    secForm4Connector,
    secForm345Connector,
    secOfferingsConnector,
    secCoversConnector,
    sec13dgConnector,
    sec13fConnector,
    sec13fAllConnector,
    sec13fListConnector,
    prices,
    nasdaqScreenerConnector,
    secFailsConnector,
    finraShortInterestConnector,
    treasuryRatesConnector,
    cboeOptionsConnector,
    fdaCrl,
    orphanDesignations,
    fdaAdcommCalendarConnector,
    federalRegisterConnector,
    rssNews,
    pressReleases,
  ].map((connector) => [connector.name, connector]),
);
