import { orphanDesignations } from '../../sources/orphan-designations.ts';
import type { Connector } from '../../sources/parsed.ts';
import { pressReleases } from '../../sources/press-releases.ts';
import { purpleBook } from '../../sources/purple-book.ts';
import { cboeOptions } from './cboe-options.ts';
import { clinicaltrials } from './clinicaltrials.ts';
import { fdaCrl } from './fda-crl.ts';
import { fdaAdcommCalendar, federalRegister } from './fda-meetings.ts';
import { finraShortInterest } from './finra-short-interest.ts';
import { nasdaqScreener } from './nasdaq-screener.ts';
import { openfdaApprovals } from './openfda-approvals.ts';
import { openfdaEvents } from './openfda-events.ts';
import { openfdaLabels } from './openfda-labels.ts';
import { prices } from './prices.ts';
import { rssNews } from './rss-news.ts';
import { sec13f } from './sec-13f.ts';
import { sec13fAll } from './sec-13f-all.ts';
import { sec13fList } from './sec-13f-list.ts';
import { secCompanyfacts } from './sec-companyfacts.ts';
import { secFails } from './sec-fails.ts';
import { secForm4 } from './sec-form4.ts';
import { secForm345 } from './sec-form345.ts';
import { secOfferings } from './sec-offerings.ts';
import { secSubmissions } from './sec-submissions.ts';
import { secTickers } from './sec-tickers.ts';
import { treasuryRates } from './treasury-rates.ts';

/** All connectors by name, in the order in which a first import does best: companies first. */
export const connectors: Readonly<Record<string, Connector>> = Object.fromEntries(
  [
    secTickers,
    secSubmissions,
    clinicaltrials,
    openfdaApprovals,
    purpleBook,
    openfdaLabels,
    openfdaEvents,
    secCompanyfacts,
    secForm4,
    secForm345,
    secOfferings,
    sec13f,
    sec13fAll,
    sec13fList,
    prices,
    nasdaqScreener,
    secFails,
    finraShortInterest,
    treasuryRates,
    cboeOptions,
    fdaCrl,
    orphanDesignations,
    fdaAdcommCalendar,
    federalRegister,
    rssNews,
    pressReleases,
  ].map((connector) => [connector.name, connector]),
);
