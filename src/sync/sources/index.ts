import { openFda } from '../hosts.ts';
import type { SyncSource } from '../source.ts';
import { cboeOptions } from './cboe-options.ts';
import { clinicaltrials } from './clinicaltrials.ts';
import { newsFeeds } from './news.ts';
import { openfdaApprovals, openfdaEvents } from './openfda.ts';
import { sec13f } from './sec-13f.ts';
import { secCompanyfacts } from './sec-companyfacts.ts';
import { secCurrent } from './sec-current.ts';
import { secDailyIndex } from './sec-daily-index.ts';
import { secDocuments } from './sec-documents.ts';
import { secFilingIndex } from './sec-filing-index.ts';
import { secForm4 } from './sec-form4.ts';
import { secIndustries } from './sec-industries.ts';
import { secSearch } from './sec-search.ts';
import { secSubmissions } from './sec-submissions.ts';
import { secTickers } from './sec-tickers.ts';

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
    sec13f,
    secSearch,
    secCurrent,
    secDailyIndex,
    secFilingIndex,
    secDocuments,
    clinicaltrials,
    openfdaApprovals(openfda),
    openfdaEvents(openfda),
    ...newsFeeds,
    cboeOptions,
  ];
}
