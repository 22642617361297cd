import { specialistManagers } from '../../../../src/sources/sec-13f.ts';
import {
  billRates,
  committeeCalendar,
  labels,
  letters,
  orangeBook,
  register,
  secBulk,
} from './bulk.ts';
import type { Given, Route } from './origin.ts';

/** A fictional market, as the public hosts tell of it. */
export interface World {
  readonly companies: readonly WorldCompany[];
  /** Whatever a test wants otherwise: asked first, by host. */
  readonly overrides: Partial<Record<string, Route>>;
  readonly routes: Readonly<Record<string, Route>>;
  /** New filings, as the feed of latest filings has them, latest first. */
  readonly current: WorldFiling[];
  /** Day on which the registry's data and Drugs@FDA were last renewed. */
  data: string;
}

export interface WorldCompany {
  readonly cik: string;
  ticker: string;
  readonly name: string;
  readonly sic: string;
  /** Accession numbers of forms 4. */
  readonly insiders: readonly string[];
  readonly report: string;
}

interface WorldFiling {
  readonly cik: string;
  readonly accession: string;
  readonly form: string;
  /** ISO, in New York's time as the feed writes it. */
  readonly accepted: string;
}

const FIRST_CIK = 3_000_001;
/** Managers of whom no CIK is listed have one by their place. */
const managers = specialistManagers.map(({ name, cik }, at) => ({
  name,
  cik: cik ?? String(4_000_000 + at),
}));
const INDUSTRIES = ['2834', '2836', '2835', '2833'];
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const letter = (number: number) => ALPHABET[number % ALPHABET.length];

/** Tickers of fictional companies end in QZ. */
function tickerOf(number: number): string {
  return `${letter(Math.floor(number / 676))}${letter(Math.floor(number / 26))}${letter(number)}QZ`;
}

/**
 * @param size companies of the trade; a quarter as many others are listed beside them
 * @param forms forms 4 of each company, below 90
 */
export function createWorld(size: number, forms = 2): World {
  const companies = Array.from({ length: size + Math.floor(size / 4) }, (_, number) => {
    const cik = String(FIRST_CIK + number);
    const isTrade = number < size;
    const filer = cik.padStart(10, '0');
    return {
      cik,
      ticker: tickerOf(number),
      name: isTrade ? `Zorb${number} Therapeutics, Inc.` : `Plainfield Holdings ${number} Corp`,
      sic: isTrade ? INDUSTRIES[number % INDUSTRIES.length]! : '6021',
      insiders: Array.from({ length: forms }, (_, form) => `${filer}-26-0000${10 + form}`),
      report: `${filer}-26-000001`,
    };
  });
  const world: World = {
    companies,
    overrides: {},
    current: [],
    data: '2026-03-09T09:00:00',
    routes: {},
  };
  const hosts: Record<string, Route> = {
    'www.sec.gov': (_, url) => secFile(world, url),
    'data.sec.gov': (_, url) => secData(world, url),
    'efts.sec.gov': (_, url) => search(world, url),
    'clinicaltrials.gov': (_, url) => registry(world, url),
    'api.fda.gov': (_, url) => openFda(world, url),
    'www.fda.gov': (_, url) => {
      if (url.pathname.startsWith('/media/')) return orangeBook();
      return url.pathname.startsWith('/datatables-json/') ? committeeCalendar() : feed('FDA', []);
    },
    'www.federalregister.gov': (_, url) => register(url),
    'home.treasury.gov': (_, url) => billRates(url),
    'www.globenewswire.com': () => feed('GlobeNewswire', [companies[0]!.ticker]),
    'www.prnewswire.com': () => feed('PR Newswire', []),
  };
  const routes = Object.entries(hosts).map(([host, route]): [string, Route] => [
    host,
    (seen, url) => {
      if (url.pathname === '/robots.txt') return { status: 404 };
      return world.overrides[host]?.(seen, url) ?? route(seen, url);
    },
  ]);
  return Object.assign(world, { routes: Object.fromEntries(routes) });
}

/** A release as every company of the world files it, behind the header of the SEC. */
const RELEASE = `<DOCUMENT>
<TYPE>EX-99.1
<SEQUENCE>2
<FILENAME>ex991.htm
<TEXT>
<html><body><p>The FDA assigned a PDUFA target action date of February 16, 2027 to
the NDA for zorbatinib.</p></body></html>`;

const coverOf = (cik: string) => `<html><body><table>
<tr><td>Document Type</td><td>10-K</td></tr><tr><td>Document Period End Date</td><td>Dec. 31, 2025</td></tr>
<tr><td>Entity Central Index Key</td><td>${cik}</td></tr>
<tr><td>Title of 12(b) Security</td><td>Common Stock</td></tr></table></body></html>`;

const json = (value: unknown): Given => ({ body: JSON.stringify(value) });

function secFile(world: World, url: URL): Given | undefined {
  const { companies } = world;
  if (url.searchParams.get('action') === 'getcurrent') return current(world, url);
  if (url.pathname.endsWith('-index-headers.html')) return indexHeaders(url);
  if (url.pathname.endsWith('/R1.htm')) return { body: coverOf(url.pathname.split('/')[4]!) };
  if (url.pathname.endsWith('.htm')) return { body: RELEASE };
  if (url.pathname === '/files/company_tickers_exchange.json') return json(tickers(companies));
  if (url.pathname === '/cgi-bin/browse-edgar') {
    const { searchParams: asked } = url;
    if (asked.has('company')) return managerList(asked.get('company') ?? '');
    const start = Number(asked.get('start'));
    const members = companies.filter(({ sic }) => sic === asked.get('SIC'));
    const next = members.length > start + 100 ? `<link rel="next" href="${url.href}"/>` : '';
    const entries = members
      .slice(start, start + 100)
      .map(
        ({ cik, sic }) =>
          `<entry><content type="text/xml"><company-info><cik>${cik.padStart(10, '0')}</cik><sic>${sic}</sic></company-info></content></entry>`,
      );
    return {
      body: `<?xml version="1.0" encoding="ISO-8859-1" ?><feed xmlns="http://www.w3.org/2005/Atom"><title>EDGAR</title>${next.replaceAll('&', '&amp;')}${entries.join('')}</feed>`,
    };
  }
  const [, accession = ''] = /\/(\d{10}-\d{2}-\d{6})\.txt$/.exec(url.pathname) ?? [];
  const company = companies.find(({ insiders }) => insiders.includes(accession));
  if (company) return { body: formFour(company, accession) };
  const manager = managers.find(({ cik }) => accession.startsWith(cik.padStart(10, '0')));
  return manager ? { body: fundReport(manager.cik, accession) } : secBulk(companies, url);
}

/** One filer alone: the SEC answers with its feed of filings. */
function managerList(name: string): Given | undefined {
  const manager = managers.find((one) => one.name === name);
  return (
    manager && {
      body: `<?xml version="1.0" encoding="ISO-8859-1" ?><feed xmlns="http://www.w3.org/2005/Atom"><company-info><cik>${manager.cik.padStart(10, '0')}</cik><conformed-name>${name.toUpperCase()}, L.P.</conformed-name></company-info></feed>`,
    }
  );
}

function current({ current: filings }: World, url: URL): Given {
  const type = url.searchParams.get('type') ?? '';
  const start = Number(url.searchParams.get('start'));
  const entries = filings
    .filter(({ form }) => form.startsWith(type))
    .slice(start, start + 100)
    .map(
      ({ cik, accession, form, accepted }) =>
        `<entry><title>${form} - Zorb (${cik.padStart(10, '0')}) (Filer)</title><category term="${form}"/><id>urn:tag:sec.gov,2008:accession-number=${accession}</id><updated>${accepted}</updated><summary type="html">&lt;b&gt;Filed:&lt;/b&gt; ${accepted.slice(0, 10)}</summary></entry>`,
    );
  return {
    body: `<?xml version="1.0" encoding="ISO-8859-1" ?><feed xmlns="http://www.w3.org/2005/Atom"><title>Latest</title>${entries.join('')}</feed>`,
  };
}

function indexHeaders(url: URL): Given {
  const [, accession] = /\/(\d{10}-\d{2}-\d{6})-index-headers/.exec(url.pathname) ?? [];
  const document = (type: string, name: string) =>
    `&lt;DOCUMENT&gt;\n&lt;TYPE&gt;${type}\n&lt;FILENAME&gt;${name}\n`;
  return {
    body: `<html><SEC-HEADER>\n<ACCESSION-NUMBER>${accession}\n</SEC-HEADER>\n${document('8-K', 'k.htm')}${document('EX-99.1', 'ex991.htm')}${document('GRAPHIC', 'logo.jpg')}</html>`,
  };
}

const HITS_A_PAGE = 100;

/** Every company of the trade has named a PDUFA date once; nobody says anything else. */
function search({ companies }: World, url: URL): Given {
  const asked = url.searchParams;
  const trade = companies.filter(({ sic }) => sic !== '6021');
  const all = asked.get('q') === '"PDUFA"' ? trade : [];
  const from = Number(asked.get('from'));
  const within = all.filter((_, at) => {
    const filed = filedOn(at);
    return filed >= (asked.get('startdt') ?? '') && filed <= (asked.get('enddt') ?? '');
  });
  const hits = within.slice(from, from + HITS_A_PAGE).map(({ cik, name, ticker, sic }) => ({
    _id: `${cik.padStart(10, '0')}-26-000090:ex991.htm`,
    _source: {
      display_names: [`${name}  (${ticker})  (CIK ${cik.padStart(10, '0')})`],
      sics: [sic],
      file_date: filedOn(Number(cik) - FIRST_CIK),
      file_type: 'EX-99.1',
      form: '8-K',
      items: ['8.01'],
    },
  }));
  return json({ hits: { total: { value: within.length, relation: 'eq' }, hits } });
}

/** The search, finding what some companies say and no others. */
export function findingOnly(companies: readonly WorldCompany[], route: Route): Route {
  const filers = new Set(companies.map(({ cik }) => cik.padStart(10, '0')));
  return (seen, url) => {
    const given = route(seen, url);
    if (!given?.body) return given;
    const { hits: found } = JSON.parse(String(given.body));
    const hits = found.hits.filter(({ _id }: { _id: string }) => filers.has(_id.slice(0, 10)));
    return { ...given, body: JSON.stringify({ hits: { ...found, hits } }) };
  };
}

/** A day of the month before the tests' own. */
function filedOn(number: number): string {
  return `2026-02-${String(1 + (number % 28)).padStart(2, '0')}`;
}

export function tickers(companies: readonly WorldCompany[]) {
  return {
    fields: ['cik', 'name', 'ticker', 'exchange'],
    data: companies.map(({ cik, name, ticker }) => [Number(cik), name, ticker, 'Nasdaq']),
  };
}

function secData({ companies }: World, url: URL): Given | undefined {
  const cik = /CIK0*(\d+)\.json$/.exec(url.pathname)?.[1] ?? '';
  const company = companies.find((one) => one.cik === cik);
  if (url.pathname.startsWith('/api/xbrl/companyfacts/')) {
    return company && json(companyFacts(company));
  }
  if (!url.pathname.startsWith('/submissions/')) return undefined;
  if (company) return json(submissions(company));
  const manager = managers.find((one) => one.cik === cik);
  return manager && json(managerFilings(manager));
}

function submissions({ cik, name, ticker, sic, insiders, report }: WorldCompany) {
  const forms = [...insiders.map((accession) => ({ accession, form: '4' }))];
  const rows = [...forms, { accession: report, form: '10-K' }];
  return {
    cik: cik.padStart(10, '0'),
    name,
    sic,
    sicDescription: sic === '6021' ? 'National Commercial Banks' : 'Pharmaceutical Preparations',
    tickers: [ticker],
    exchanges: ['Nasdaq'],
    formerNames: [],
    addresses: { business: { stateOrCountry: 'MA' } },
    filings: {
      recent: {
        accessionNumber: rows.map(({ accession }) => accession),
        filingDate: rows.map(() => '2026-02-20'),
        reportDate: rows.map(() => '2025-12-31'),
        form: rows.map(({ form }) => form),
        items: rows.map(() => ''),
        primaryDocument: rows.map(({ form }) => (form === '4' ? 'xslF345X05/form4.xml' : 'k.htm')),
      },
      files: [],
    },
  };
}

function managerFilings({ cik, name }: { readonly cik: string; readonly name: string }) {
  const filed = { name: `${name.toUpperCase()}, L.P.`, ticker: '', sic: '', insiders: [] };
  const report = `${cik.padStart(10, '0')}-26-000004`;
  const { filings, ...filer } = submissions({ cik, ...filed, report });
  const form = {
    filingDate: ['2026-02-14'],
    form: ['13F-HR'],
    primaryDocument: ['xslForm13F_X02/primary_doc.xml'],
  };
  const recent = { ...filings.recent, ...form };
  return { ...filer, tickers: [], filings: { ...filings, recent } };
}

function companyFacts({ cik, name, report }: WorldCompany) {
  const value = {
    end: '2025-12-31',
    val: Number(cik),
    accn: report,
    form: '10-K',
    filed: '2026-02-20',
  };
  const concept = { label: 'Cash', units: { USD: [value] } };
  return { cik: Number(cik), entityName: name, facts: { 'us-gaap': { Cash: concept } } };
}

const header = (accession: string) =>
  `<SEC-HEADER>\nACCESSION NUMBER:\t\t${accession}\nFILED AS OF DATE:\t\t20260220\n</SEC-HEADER>\n`;

function formFour({ cik, ticker }: WorldCompany, accession: string): string {
  return `${header(accession)}<DOCUMENT><TEXT><XML>
<ownershipDocument><documentType>4</documentType>
<issuer><issuerCik>${cik}</issuerCik><issuerTradingSymbol>${ticker}</issuerTradingSymbol></issuer>
<reportingOwner><reportingOwnerId><rptOwnerCik>0001999777</rptOwnerCik><rptOwnerName>Owner ${cik}</rptOwnerName></reportingOwnerId></reportingOwner>
<nonDerivativeTable><nonDerivativeTransaction><transactionDate><value>2026-02-18</value></transactionDate>
<transactionCoding><transactionCode>P</transactionCode></transactionCoding>
<transactionAmounts><transactionShares><value>100</value></transactionShares></transactionAmounts>
</nonDerivativeTransaction></nonDerivativeTable></ownershipDocument></XML></TEXT></DOCUMENT>`;
}

function fundReport(cik: string, accession: string): string {
  return `${header(accession)}<DOCUMENT><TEXT><XML><edgarSubmission><headerData><submissionType>13F-HR</submissionType>
<filerInfo><filer><credentials><cik>${cik}</cik></credentials></filer></filerInfo></headerData>
<formData><coverPage><reportCalendarOrQuarter>12-31-2025</reportCalendarOrQuarter><filingManager><name>Fund ${cik}</name></filingManager></coverPage>
<summaryPage><tableEntryTotal>1</tableEntryTotal></summaryPage></formData></edgarSubmission></XML></TEXT></DOCUMENT>
<DOCUMENT><TEXT><XML><informationTable><infoTable><nameOfIssuer>ZORB0</nameOfIssuer><cusip>98999X101</cusip><value>4500</value>
<shrsOrPrnAmt><sshPrnamt>1000</sshPrnamt><sshPrnamtType>SH</sshPrnamtType></shrsOrPrnAmt></infoTable></informationTable></XML></TEXT></DOCUMENT>`;
}

const STUDIES_A_PAGE = 100;

/** One trial a company; the active window holds those of the first half. */
function registry({ companies, data }: World, url: URL): Given | undefined {
  if (url.pathname === '/api/v2/version') return json({ apiVersion: '2.0.5', dataTimestamp: data });
  if (url.pathname !== '/api/v2/studies') return undefined;
  const filter = url.searchParams.get('filter.advanced') ?? '';
  const trade = companies.filter(({ sic }) => sic !== '6021');
  const all = /AREA\[Phase\]/.test(filter) ? trade.slice(0, trade.length / 2) : trade;
  const updated = /RANGE\[(\d{4}-\d\d-\d\d),MAX\]/.exec(filter)?.[1];
  const from = Number(url.searchParams.get('pageToken') ?? 0);
  const found = updated !== undefined && updated > '2026-03-01' ? [] : all;
  const to = from + STUDIES_A_PAGE;
  return json({
    studies: found.slice(from, to).map(study),
    ...(found.length > to ? { nextPageToken: String(to) } : {}),
  });
}

function study({ cik, name }: WorldCompany) {
  return {
    protocolSection: {
      identificationModule: { nctId: `NCT0${cik}`, briefTitle: `A trial of ${name}` },
      statusModule: {
        overallStatus: 'RECRUITING',
        lastUpdatePostDateStruct: { date: '2026-03-01' },
        primaryCompletionDateStruct: { date: '2026-12' },
      },
      sponsorCollaboratorsModule: { leadSponsor: { name, class: 'INDUSTRY' } },
      designModule: { phases: ['PHASE3'] },
    },
  };
}

const APPLICATIONS_A_PAGE = 50;

/** An application for every tenth company, and one serious report for each application. */
function openFda({ companies, data }: World, url: URL): Given | undefined {
  const meta = { last_updated: data.slice(0, 10) };
  if (url.pathname === '/drug/event.json') {
    const application = /application_number:"(\w+)"/.exec(
      url.searchParams.get('search') ?? '',
    )?.[1];
    return json({ meta, results: [adverseEvent(application ?? '')] });
  }
  if (url.pathname === '/transparency/crl.json') return letters(companies, meta.last_updated);
  if (url.pathname === '/drug/label.json') return labels(url, meta.last_updated);
  if (url.pathname !== '/drug/drugsfda.json') return undefined;
  const holders = companies.filter((_, number) => number % 10 === 0);
  if (url.searchParams.get('limit') === '1')
    return json({ meta, results: [application(holders[0]!)] });
  const from = Number(url.searchParams.get('search_after') ?? 0);
  const to = from + APPLICATIONS_A_PAGE;
  const next = `<https://api.fda.gov/drug/drugsfda.json?limit=1000&skip=0&search_after=${to}>; rel="next"`;
  return {
    ...json({ meta, results: holders.slice(from, to).map(application) }),
    headers: holders.length > to ? { link: next } : {},
  };
}

function application({ cik, name }: WorldCompany) {
  return {
    application_number: `NDA${cik}`,
    sponsor_name: name.toUpperCase(),
    submissions: [
      {
        submission_type: 'ORIG',
        submission_number: '1',
        submission_status: 'AP',
        submission_status_date: '20240115',
      },
    ],
    products: [{ brand_name: `DRUG${cik}` }],
  };
}

function adverseEvent(number: string) {
  return {
    safetyreportid: `9${number.slice(3)}`,
    safetyreportversion: '1',
    receivedate: '20260101',
    serious: '1',
    patient: {
      reaction: [{ reactionmeddrapt: 'Nausea' }],
      drug: [{ medicinalproduct: `DRUG${number.slice(3)}`, drugcharacterization: '1' }],
    },
  };
}

function feed(title: string, tickersOfItems: readonly string[]): Given {
  const items = tickersOfItems.map(
    (ticker, number) =>
      `<item><title>${ticker} reports results</title><guid>${title}-${number}</guid><link>https://news.invalid/${number}</link>
<category domain="https://www.globenewswire.com/rss/stock">Nasdaq:${ticker}</category><pubDate>Tue, 10 Mar 2026 11:00 GMT</pubDate></item>`,
  );
  return {
    body: `<rss version="2.0"><channel><title>${title}</title>${items.join('')}</channel></rss>`,
  };
}
