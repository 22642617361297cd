import { shiftDays } from '../../../src/domain/dates.ts';
import type { Given, Route } from '../../ingest/sync/origin/origin.ts';
import {
  createWorld,
  findingOnly,
  type World,
  type WorldCompany,
} from '../../ingest/sync/origin/world.ts';

/** Number of biotechnology companies. */
export const SIZE = 800;
/** Every sixth company announces a goal date, similar to about 130 of 800 real companies. */
const GOAL_DATES_EVERY = 6;
/** Size in bytes of a company's financial data, and of a press release with its HTML. */
const FIGURES_BYTES = 1_500_000;
const RELEASE_BYTES = 60_000;
const YEARS = 30;
/**
 * Number of forms 4 per company, chosen so that an initial sync sends about as many requests as a
 * real one.
 */
const FORMS = 16;
/** Days between two reports of a company. */
const REPORT_DAYS = 60;
const NEWEST_REPORT = '2026-03-05';

interface Headline {
  readonly guid: string;
  readonly ticker: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface Market {
  readonly world: World;
  readonly trade: readonly WorldCompany[];
  readonly withGoalDates: readonly WorldCompany[];
  /** The headlines of the newswire, latest first. */
  readonly headlines: Headline[];
}

/**
 * Creates a market with realistic response sizes, goal dates for some companies, and a newswire.
 */
export function createMarket(): Market {
  const world = createWorld(SIZE, FORMS);
  const trade = world.companies.slice(0, SIZE);
  const withGoalDates = trade.filter((_, at) => at % GOAL_DATES_EVERY === 0);
  const headlines: Headline[] = [];
  const { 'www.sec.gov': site, 'data.sec.gov': data, 'efts.sec.gov': search } = world.routes;
  world.overrides['www.globenewswire.com'] = () => wire(headlines);
  Object.assign(world.routes, {
    'www.sec.gov': withDocuments(site!),
    'data.sec.gov': withFigures(data!),
    'efts.sec.gov': withReports(trade, findingOnly(withGoalDates, search!)),
  });
  return { world, trade, withGoalDates, headlines };
}

const REPORT = `<DOCUMENT>
<TYPE>8-K
<TEXT>
<html><body><p>The Company received a notice from Nasdaq that it is not in compliance with the
minimum bid price requirement.</p></body></html>`;

/** Adds the text of reports, and gives press releases the length of real ones. */
function withDocuments(route: Route): Route {
  const filler = '<p>Forward-looking statements are neither promises nor guarantees.</p>\n';
  const boilerplate = filler.repeat(RELEASE_BYTES / filler.length);
  return (seen, url) => {
    if (url.pathname.endsWith('/report.htm')) return { body: REPORT };
    const given = route(seen, url);
    if (!given?.body || !/(?<!\/R1)\.htm$/.test(url.pathname)) return given;
    return { ...given, body: String(given.body).replace('</body>', `${boilerplate}</body>`) };
  };
}

/** Adds a report of each company to the hits of every phrase that is not about goal dates. */
function withReports(trade: readonly WorldCompany[], route: Route): Route {
  const phrases = new Set<string>();
  return (seen, url) => {
    const { q = '', from, startdt = '', enddt = '' } = Object.fromEntries(url.searchParams);
    if (q === '"PDUFA"') return route(seen, url);
    const place = [...phrases.add(q)].indexOf(q);
    const file_date = shiftDays(NEWEST_REPORT, -place * REPORT_DAYS);
    const filers = startdt <= file_date && file_date <= enddt ? trade : [];
    const hits = filers.slice(Number(from), Number(from) + 100).map(({ cik, name, sic }) => ({
      _id: `${cik.padStart(10, '0')}-26-000${200 + place}:report.htm`,
      _source: {
        display_names: [`${name}  (CIK ${cik.padStart(10, '0')})`],
        sics: [sic],
        file_date,
        file_type: '8-K',
        form: '8-K',
      },
    }));
    const total = { value: filers.length, relation: 'eq' };
    return { body: JSON.stringify({ hits: { total, hits } }) };
  };
}

/** Adds hundreds of other concepts to a company's financial data, like the SEC's files. */
function withFigures(route: Route): Route {
  return (seen, url) => {
    const given = route(seen, url);
    const cik = /companyfacts\/CIK(\d+)/.exec(url.pathname)?.[1];
    if (!given?.body || cik === undefined) return given;
    const known = JSON.parse(String(given.body));
    const gaap = { ...concepts(cik), ...known.facts['us-gaap'] };
    return { ...given, body: JSON.stringify({ ...known, facts: { 'us-gaap': gaap } }) };
  };
}

function concepts(cik: string): Readonly<Record<string, object>> {
  const values = Array.from({ length: YEARS }, (_, year) => ({
    end: `${1995 + year}-12-31`,
    val: Number(cik) * year,
    accn: `${cik}-26-000001`,
    fy: 1995 + year,
    fp: 'FY',
    form: '10-K',
    filed: '2026-02-20',
  }));
  const concept = { label: 'Anything', units: { USD: values } };
  const count = Math.floor(FIGURES_BYTES / JSON.stringify(concept).length);
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`Concept${at}`, concept]));
}

function wire(headlines: readonly Headline[]): Given {
  const items = headlines.map(
    ({ guid, ticker, at }) =>
      `<item><title>${ticker} presents at a conference</title><guid>${guid}</guid><link>https://news.invalid/${guid}</link>
<category domain="https://www.globenewswire.com/rss/stock">Nasdaq:${ticker}</category><pubDate>${new Date(at).toUTCString()}</pubDate></item>`,
  );
  return {
    body: `<rss version="2.0"><channel><title>GlobeNewswire</title>${items.join('')}</channel></rss>`,
  };
}
