import { tradeCodes } from '../domain/companies/sic.ts';
import { cikAt, listAt, textAt, webPage } from './formats/untrusted.ts';
import { hasEnd, readXml } from './formats/xml.ts';
import { sec } from './hosts.ts';
import { weekOf } from './periods.ts';
import type { SyncRequest, SyncSource } from './source.ts';

const PAGE = 100;
/** Maximum number of companies per industry, including former companies. */
const MAX_COMPANIES = 20_000;

/** Companies whose SIC code is in biotech or pharma. */
export const secIndustries: SyncSource = {
  name: 'sec-industries',
  title: 'SEC: companies by industry',
  fills: ['companies'],
  host: sec,
  schedule: '20 6 * * 1',
  maxAgeMs: 9 * 24 * 3_600_000,
  unverified:
    'pages that list companies by industry (pages that list companies by name are verified)',
  alwaysRead: true,
  firstFill: () => ({ requests: 60, bytes: 600_000 }),
  plan: ({ now }) => tradeCodes.map((sic) => pageOf(sic, 0, weekOf(now))),
  read({ text, request }) {
    const read = readCompanyList(text);
    if ('reason' in read) return { failed: read.reason };
    const query = new URL(request.address).searchParams;
    const sic = query.get('SIC') ?? '';
    const start = Number(query.get('start')) + PAGE;
    const { companies, next } = read.value;
    // The feed does not state the SIC code of every company. Therefore, the code in the request is
    // used.
    const notes = companies.map(({ cik }) => ({ cik, sic }));
    const hasMore = next !== undefined && companies.length > 0 && start < MAX_COMPANIES;
    const requests = hasMore
      ? [{ ...pageOf(sic, start, request.version), continues: true as const }]
      : [];
    return { companies: notes, requests, problems: read.problems };
  },
};

function pageOf(sic: string, start: number, version: string): SyncRequest {
  const query = `action=getcompany&SIC=${sic}&owner=include&count=${PAGE}&start=${start}&output=atom`;
  const address = `https://www.sec.gov/cgi-bin/browse-edgar?${query}`;
  return { address, expects: 'xml', lane: 'fresh', version };
}

/**
 * Reads `browse-edgar?action=getcompany&output=atom`, a result page of the SEC's search for
 * companies by SIC code or by name. If exactly one company matches, the SEC instead returns the
 * feed of this company's filings. This feed is read as a list with one company.
 */
export function readCompanyList(text: string) {
  const page = webPage(text);
  if (page) return { reason: page };
  const [feed] = listAt(readXml(text), 'feed');
  if (!feed) return { reason: 'is not an Atom feed of companies' };
  if (!hasEnd(text, 'feed')) return { reason: 'is truncated: the end of the feed is missing' };
  const [only] = listAt(feed, 'company-info');
  const entries = only ? [only] : listAt(feed, 'entry').map(companyInfo);
  const companies = entries.map(companyOf);
  return {
    value: {
      companies: companies.filter((one) => one !== undefined),
      /** URL of the next page; undefined for the last page. */
      next: only ? undefined : nextPage(feed),
    },
    problems: companies.flatMap((one, at) =>
      one ? [] : [{ where: `entry ${at + 1}`, reason: 'has no CIK' }],
    ),
  };
}

function companyInfo(entry: unknown): unknown {
  return listAt(entry, 'content', 'company-info')[0];
}

function companyOf(info: unknown) {
  const cik = cikAt(info, 'cik');
  if (!cik) return undefined;
  const name = (textAt(info, 'name') ?? textAt(info, 'conformed-name'))?.trim();
  return {
    cik,
    /** Name of the company. Undefined if the name in the feed is broken (`ARRAY(0x…)`). */
    name: /^(?:ARRAY|HASH|SCALAR)\(0x/.test(name ?? '') ? undefined : name,
  };
}

function nextPage(feed: unknown): string | undefined {
  const link = listAt(feed, 'link').find((one) => textAt(one, '@rel') === 'next');
  const address = textAt(link, '@href')?.trim();
  return address?.startsWith('https://www.sec.gov/') ? address : undefined;
}
