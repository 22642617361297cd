import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { textsOf } from '../../../src/ingest/sync/waiting-documents.ts';
import { allSources } from '../../../src/sources/index.ts';
import { statedIn, textsAmong } from '../../../src/sources/released-text.ts';
import type { ReadResult, SyncSource } from '../../../src/sources/source.ts';
import { readHere } from '../../support/read-text.ts';
import { createHosts, type Given, type Route } from './origin/origin.ts';
import { finraRoutes, unlessRobots, vendorRoutes, yahooChart } from './origin/vendors.ts';
import { createWorld } from './origin/world.ts';
import { engineOf, openStore, passed } from './sync-run.ts';

/** What a source was given to read, and what it read. */
interface Reading {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly result: ReadResult;
}

const sources = allSources(false);
const readings = new Map<string, Reading[]>(sources.map(({ name }) => [name, []]));

/** The source, which notes what it reads. */
function noting(source: SyncSource): SyncSource {
  return {
    ...source,
    read(response, context) {
      const result = source.read(response, context);
      const { request, headers } = response;
      readings.get(source.name)!.push({ url: request.address, headers, result });
      return result;
    },
  };
}

const world = createWorld(20);
const [company] = world.companies;
const { cik, ticker, report } = company!;

/** A headline that states a goal date. */
const headline = {
  body: `<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>News</title><item><guid>n-1</guid><dc:creator>Zorb0 Therapeutics, Inc.</dc:creator><link>https://news.invalid/1</link>
<title>Zorb0 Announces FDA Acceptance of NDA for Zorbatinib</title>
<description>The FDA assigned a PDUFA target action date of February 16, 2027 to the NDA for zorbatinib.</description>
<category domain="https://www.globenewswire.com/rss/stock">Nasdaq:${ticker}</category>
<pubDate>Tue, 10 Mar 2026 11:00 GMT</pubDate></item></channel></rss>`,
};

const json = (value: unknown): Given => ({ body: JSON.stringify(value) });

/** What the world does not have: a filing of each form, an index of a day, and the market's hosts. */
const routes: Readonly<Record<string, Route>> = {
  ...world.routes,
  'www.fda.gov': unlessRobots((seen, url) =>
    url.pathname.endsWith('/rss.xml') ? headline : world.routes['www.fda.gov']!(seen, url),
  ),
  'www.globenewswire.com': unlessRobots(() => headline),
  'www.prnewswire.com': unlessRobots(() => headline),
  ...finraRoutes({ [ticker]: 2_500 }),
  'api.nasdaq.com': () =>
    json({
      data: {
        rows: [{ symbol: ticker, lastsale: '$10.50', volume: '12345', marketCap: '5000000.00' }],
      },
    }),
  'query1.finance.yahoo.com': (_, url) => yahooChart(url),
  ...vendorRoutes(world.companies.slice(0, 2).map((one) => one.ticker)),
  'cdn.cboe.com': () =>
    json({
      timestamp: '2026-03-10 19:30:00',
      symbol: ticker,
      data: {
        symbol: ticker,
        current_price: 12.34,
        options: [
          {
            option: `${ticker}260918C00012500`,
            bid: 1.1,
            ask: 1.3,
            last_trade_price: 1.2,
            last_trade_time: '2026-03-10T15:59:00',
            open_interest: 40,
            volume: 7,
          },
        ],
      },
    }),
};
world.overrides['www.sec.gov'] = (_, url) => {
  if (url.pathname.includes('/daily-index/')) {
    const line = `8-K   Zorb0   ${cik}   20260309   edgar/data/${cik}/${report}.txt\n`;
    return { body: `Form Type\n${'-'.repeat(141)}\n${line}` };
  }
  if (url.pathname.endsWith('/primary_doc.xml')) return { body: schedule };
  return url.pathname.endsWith(`${prospectus}.txt`) ? { body: prospectusText } : undefined;
};
world.overrides['data.sec.gov'] = (_, url) => {
  if (!url.pathname.endsWith(`/submissions/CIK${cik.padStart(10, '0')}.json`)) return undefined;
  const rows = [
    ['4', company!.insiders[0]!, ''],
    ['10-K', report, ''],
    ['424B5', prospectus, ''],
    ['SCHEDULE 13G', `${report.slice(0, -1)}3`, '', 'xslSCHEDULE_13G_X02/primary_doc.xml'],
    ['8-K', `${report.slice(0, -1)}2`, '3.01'],
  ];
  const recent = {
    accessionNumber: rows.map(([, accession]) => accession),
    filingDate: rows.map(() => '2026-02-20'),
    reportDate: rows.map(() => '2025-12-31'),
    form: rows.map(([form]) => form),
    items: rows.map(([, , items]) => items),
    primaryDocument: rows.map(([, , , document = 'a.htm']) => document),
  };
  return json({ cik, name: company!.name, sic: '2834', filings: { recent, files: [] } });
};
world.current.push({ cik, accession: report, form: '8-K', accepted: '2026-03-10T09:00:00-04:00' });

const schedule = `<edgarSubmission><headerData><submissionType>SCHEDULE 13G</submissionType><filerInfo><filer><filerCredentials><cik>1999702</cik></filerCredentials></filer></filerInfo></headerData>
<formData><coverPageHeader><eventDateRequiresFilingThisStatement>02/17/2026</eventDateRequiresFilingThisStatement><issuerInfo><issuerCik>${cik}</issuerCik></issuerInfo></coverPageHeader>
<coverPageHeaderReportingPersonDetails><reportingPersonName>Melos LP</reportingPersonName><classPercent>5.1</classPercent></coverPageHeaderReportingPersonDetails></formData></edgarSubmission>`;
const prospectus = `${cik.padStart(10, '0')}-26-000055`;
const prospectusText = `<SEC-DOCUMENT>${prospectus}.txt\n<SEC-HEADER>\nACCESSION NUMBER:\t\t${prospectus}\nCONFORMED SUBMISSION TYPE:\t424B5\nFILED AS OF DATE:\t\t20260220\nCENTRAL INDEX KEY:\t\t${cik}\n</SEC-HEADER>\n<DOCUMENT>\n<TEXT>\n<html><body>Filed Pursuant to Rule 424(b)(5) 2,000,000 Shares of Common Stock at $5.00 per share Neither the Securities and Exchange Commission has approved.</body></html></TEXT></DOCUMENT>`;

/** The kinds of facts that are written of a reading; notes of companies that it fills are facts too. */
async function kindsIn({ batches = [], companies = [], documents = [] }: ReadResult, fills: Fills) {
  const stated = await statedIn([...textsOf(documents), ...textsAmong(batches)], readHere);
  const written = [...batches, ...stated.batches];
  const kinds = written.filter(({ records }) => records.length > 0).map(({ kind }) => kind);
  const isNoted = companies.length > 0 && fills.includes('companies');
  return isNoted ? [...kinds, 'companies' as const] : kinds;
}
type Fills = SyncSource['fills'];

/** A host whose answers carry their own URL as a header. */
const tagged =
  (route: Route): Route =>
  (seen, url) => {
    const given = route(seen, url);
    return given && { ...given, headers: { ...given.headers, etag: JSON.stringify(url.href) } };
  };

beforeAll(async () => {
  // After the close in New York: closes are requested only then.
  vi.useFakeTimers({ now: Date.parse('2026-03-10T23:00:00Z') });
  const all = Object.entries(routes).map(([host, route]) => [host, tagged(route)]);
  const hosts = createHosts(Object.fromEntries(all), Date.now);
  const tickers = world.companies.slice(0, 2).map((one) => one.ticker);
  // Managers are requested too, though they are none of the two companies.
  const parts = { sources: sources.map(noting), byName: false };
  const { engine } = engineOf({ database: await openStore(), hosts, tickers, parts });
  const ran = await passed(engine.run(false));
  expect(ran).toMatchObject({ end: 'nothing is due', failed: 0, waiting: [] });
});
afterAll(() => {
  vi.useRealTimers();
});

it.each(sources.map((source) => [source.name, source] as const))(
  '%s reads what its requests return, and of it every kind that it fills',
  async (name, { fills, asOf }) => {
    const own = readings.get(name)!;
    expect(own.length).toBeGreaterThan(0);
    for (const { url, headers, result } of own) {
      expect(headers.etag).toBe(JSON.stringify(new URL(url).href));
      expect([url, result.failed, result.problems ?? []]).toEqual([url, undefined, []]);
    }
    const kinds = await Promise.all(own.map(({ result }) => kindsIn(result, fills)));
    expect(new Set(kinds.flat())).toEqual(new Set(fills));
    const cursor = own.findLast(({ result }) => result.cursor !== undefined)?.result.cursor;
    if (asOf) expect(asOf(cursor!)).toMatch(/^2026-0[23]-\d\d$/);
  },
);
