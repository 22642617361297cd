import { cboeOptions } from './cboe-options.ts';
import { clinicaltrials } from './clinicaltrials.ts';
import type { Connector } from './connector.ts';
import { fdaCrl } from './fda-crl.ts';
import { openfdaApprovals } from './openfda-approvals.ts';
import { openfdaEvents } from './openfda-events.ts';
import { prices } from './prices.ts';
import { rssNews } from './rss-news.ts';
import { sec13f } from './sec-13f.ts';
import { secCompanyfacts } from './sec-companyfacts.ts';
import { secForm4 } from './sec-form4.ts';
import { secSubmissions } from './sec-submissions.ts';
import { secTickers } from './sec-tickers.ts';

/** All connectors by name, in the order in which a first import does best: companies first. */
export const connectors: Readonly<Record<string, Connector>> = Object.fromEntries(
  [
    secTickers,
    secSubmissions,
    clinicaltrials,
    openfdaApprovals,
    openfdaEvents,
    secCompanyfacts,
    secForm4,
    sec13f,
    prices,
    cboeOptions,
    fdaCrl,
    rssNews,
  ].map((connector) => [connector.name, connector]),
);
