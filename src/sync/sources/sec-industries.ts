import { tradeCodes } from '../../domain/companies/sic.ts';
import { readCompanyList } from '../../ingest/readers/sec-company-list.ts';
import { sec } from '../../sources/hosts.ts';
import { weekOf } from '../../sources/periods.ts';
import type { SyncRequest, SyncSource } from '../../sources/source.ts';

const PAGE = 100;
/** Companies of one industry, living and dead. */
const MAX_COMPANIES = 20_000;

/** Which companies the SEC counts to the trade, by SIC code. */
export const secIndustries: SyncSource = {
  name: 'sec-industries',
  title: 'SEC: companies by industry',
  fills: ['companies'],
  host: sec,
  schedule: '20 6 * * 1',
  zone: 'America/New_York',
  promise: 9 * 24 * 3_600_000,
  unseen: 'a page by industry: lists by name have its layout',
  alwaysRead: true,
  firstFill: () => ({ requests: 60, bytes: 600_000 }),
  plan: ({ now }) => tradeCodes.map((sic) => pageOf(sic, 0, weekOf(now))),
  read({ text, request }) {
    const read = readCompanyList(text);
    if ('reason' in read) return { failed: read.reason };
    const asked = new URL(request.address).searchParams;
    const sic = asked.get('SIC') ?? '';
    const start = Number(asked.get('start')) + PAGE;
    const { companies, next } = read.value;
    // Names are broken in this feed, and the code of a company may be absent: it was asked by code.
    const notes = companies.map(({ cik }) => ({ cik, sic }));
    const goesOn = next !== undefined && companies.length > 0 && start < MAX_COMPANIES;
    const requests = goesOn
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
