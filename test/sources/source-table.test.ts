import { expect, it } from 'vitest';
import type { HostRule } from '../../src/sources/hosts.ts';
import { allSources } from '../../src/sources/index.ts';
import { specialistManagers } from '../../src/sources/sec-13f.ts';
import type { SyncSource } from '../../src/sources/source.ts';

/** A source as the table below states it; what is left out is not set. */
interface Stated {
  /** Bucket of its host. */
  readonly host: string;
  /** Cron pattern; UTC where `utc` stands, else New York's time. */
  readonly at: string;
  readonly utc?: true;
  /** Hours within which its records are renewed. */
  readonly hours: number;
  readonly fills?: readonly string[];
  readonly follows?: string;
  readonly accepts?: readonly number[];
  /** Whether it is planned company by company, or cannot be planned without companies. */
  readonly companies?: 'each' | 'known';
  readonly is?: readonly ('aboutOneCompany' | 'alwaysRead')[];
  /** Which of its conditions are stated in words. */
  readonly says?: readonly ('personalUse' | 'optIn' | 'unverified')[];
  /** Requests and packed kilobytes of a first fill for 1,000 companies. */
  readonly fill: readonly [requests: number, kilobytes: number];
  /** What its cursor `2026-03-09` says of the day of its data. */
  readonly asOf?: string;
}

const managers = specialistManagers.length;
const DAY = 24;
/** Weekly, and a weekend and a day to spare. */
const WEEKLY = 9 * DAY;
const QUARTERLY = 100 * DAY;
const daily = 36;

const stated: Readonly<Record<string, Stated>> = {
  'sec-tickers': {
    ...{ host: 'sec', at: '10 6 * * *', hours: daily, fills: ['companies'] },
    fill: [1, 170],
  },
  'sec-industries': {
    ...{ host: 'sec', at: '20 6 * * 1', hours: WEEKLY, fills: ['companies'] },
    ...{ is: ['alwaysRead'], says: ['unverified'], fill: [60, 600] },
  },
  'sec-submissions': {
    ...{ host: 'sec', at: '0 2 * * 0', hours: WEEKLY, companies: 'each' },
    ...{ fills: ['companies', 'offerings', 'filing_events'], is: ['aboutOneCompany'] },
    fill: [1_000, 28_000],
  },
  'sec-companyfacts': {
    ...{ host: 'sec', at: '0 3 * * 0', hours: WEEKLY, fills: ['financial_facts'] },
    ...{ follows: 'sec-submissions', is: ['aboutOneCompany'], fill: [1_000, 140_000] },
  },
  'sec-form4': {
    ...{ host: 'sec', at: '0 4 * * 0', hours: WEEKLY, fills: ['insider_transactions'] },
    ...{ follows: 'sec-submissions', is: ['aboutOneCompany'], fill: [8_000, 24_000] },
  },
  'sec-form345': {
    ...{ host: 'sec', at: '30 1 * * 6', hours: WEEKLY, fills: ['insider_transactions'] },
    ...{ companies: 'known', says: ['unverified'], fill: [9, 96_000] },
  },
  'sec-offerings': {
    ...{ host: 'sec', at: '0 4 * * 0', hours: WEEKLY, fills: ['offerings'] },
    ...{ follows: 'sec-submissions', is: ['aboutOneCompany'], fill: [2_000, 240_000] },
  },
  'sec-covers': {
    ...{ host: 'sec', at: '0 6 * * 0', hours: WEEKLY, fills: ['depositary_ratios'] },
    ...{ follows: 'sec-submissions', accepts: [404], says: ['unverified'], fill: [1_000, 20_000] },
  },
  'sec-13f': {
    ...{ host: 'sec', at: '15 * * * *', hours: WEEKLY, fills: ['fund_filings'] },
    // Of each manager its list and twelve quarters.
    ...{ says: ['unverified'], fill: [managers * 13, managers * 13 * 100] },
  },
  'sec-13f-list': {
    ...{ host: 'sec', at: '15 1 * * 0', hours: WEEKLY, fills: ['securities'] },
    ...{ companies: 'known', says: ['unverified'], fill: [3, 1_200] },
  },
  'sec-fails': {
    ...{ host: 'sec', at: '45 1 * * 2,5', hours: 6 * DAY, fills: ['securities', 'prices'] },
    ...{ companies: 'known', says: ['unverified'], fill: [49, 48_000] },
  },
  'sec-13f-all': {
    ...{ host: 'sec', at: '15 2 * * 6', hours: QUARTERLY, fills: ['holdings_reports'] },
    ...{ companies: 'known', says: ['optIn', 'unverified'], fill: [3, 260_000] },
  },
  'sec-search': {
    ...{ host: 'sec', at: '30 23 * * *', hours: daily, companies: 'known', asOf: '2026-03-09' },
    ...{ is: ['alwaysRead'], says: ['unverified'], fill: [300, 3_600] },
  },
  'sec-current': {
    ...{ host: 'sec', at: '*/5 6-21 * * 1-5', hours: 60, companies: 'known' },
    ...{ is: ['alwaysRead'], fill: [6, 48] },
  },
  'sec-daily-index': {
    ...{ host: 'sec', at: '30 0 * * 2-6', hours: 4 * DAY, companies: 'known' },
    ...{ is: ['alwaysRead'], accepts: [403, 404], asOf: '2026-03-09', fill: [1, 250] },
  },
  'sec-filing-index': {
    ...{ host: 'sec', at: '0 5 * * 0', hours: 3 * DAY, follows: 'sec-current', fill: [0, 0] },
  },
  'sec-documents': {
    ...{ host: 'sec', at: '0 5 * * 0', hours: 3 * DAY, fills: ['mentions'] },
    ...{ follows: 'sec-search', fill: [14_000, 280_000] },
  },
  clinicaltrials: {
    ...{ host: 'clinicaltrials.gov', at: '0 13 * * *', utc: true, hours: daily },
    ...{ fills: ['trials', 'trial_versions'], companies: 'known', is: ['alwaysRead'] },
    ...{ accepts: [400], asOf: '2026-03-09', fill: [147, 60_000] },
  },
  'openfda-approvals': {
    ...{ host: 'openfda', at: '0 12 * * *', utc: true, hours: daily, fills: ['approvals'] },
    ...{ companies: 'known', is: ['alwaysRead'], asOf: '2026-03-09', fill: [31, 21_000] },
  },
  'openfda-crl': {
    ...{ host: 'openfda', at: '15 12 * * *', utc: true, hours: daily },
    ...{ fills: ['complete_response_letters'], companies: 'known', is: ['alwaysRead'] },
    ...{ asOf: '2026-03-09', fill: [2, 1_200] },
  },
  'openfda-labels': {
    ...{ host: 'openfda', at: '30 12 * * *', utc: true, hours: QUARTERLY, fills: ['drug_labels'] },
    ...{ follows: 'openfda-approvals', accepts: [404], says: ['unverified'], fill: [91, 45_500] },
  },
  'openfda-events': {
    ...{ host: 'openfda', at: '30 12 * * *', utc: true, hours: QUARTERLY },
    ...{ fills: ['adverse_events'], follows: 'openfda-approvals', accepts: [404] },
    fill: [1_000, 60_000],
  },
  'federal-register': {
    ...{ host: 'federalregister.gov', at: '20 1,7,13,19 * * *', hours: daily, companies: 'known' },
    ...{ fills: ['advisory_meetings'], asOf: '2026-03-09', fill: [3, 180] },
  },
  'fda-adcomm-calendar': {
    ...{ host: 'fda.gov', at: '40 5,17 * * *', utc: true, hours: daily, companies: 'known' },
    ...{ fills: ['advisory_meetings'], says: ['unverified'], fill: [1, 60] },
  },
  'news-fda': {
    ...{ host: 'fda.gov', at: '*/5 * * * *', utc: true, hours: 0.5, fills: ['news', 'mentions'] },
    ...{ says: ['unverified'], fill: [1, 20] },
  },
  'news-globenewswire': {
    ...{ host: 'globenewswire', at: '*/5 * * * *', utc: true, hours: 0.5 },
    ...{ fills: ['news', 'mentions'], says: ['unverified'], fill: [2, 40] },
  },
  'news-prnewswire': {
    ...{ host: 'prnewswire', at: '*/5 * * * *', utc: true, hours: 0.5 },
    ...{ fills: ['news', 'mentions'], says: ['unverified'], fill: [1, 20] },
  },
  'treasury-rates': {
    ...{ host: 'treasury.gov', at: '0 23 * * 1-5', utc: true, hours: 5 * DAY },
    ...{ fills: ['treasury_rates'], fill: [3, 120] },
  },
  'finra-short-interest': {
    ...{ host: 'finra', at: '30 19 * * 2,4', hours: 6 * DAY, fills: ['short_interest'] },
    ...{ companies: 'known', says: ['personalUse', 'unverified'], fill: [49, 33_600] },
  },
  'nasdaq-screener': {
    ...{ host: 'nasdaq', at: '30 18 * * 1-5', hours: 4 * DAY, fills: ['prices'] },
    ...{ companies: 'known', says: ['personalUse', 'unverified'], fill: [1, 500] },
  },
  'yahoo-chart': {
    ...{ host: 'yahoo', at: '10 20 * * 1-5', hours: QUARTERLY, fills: ['prices', 'splits'] },
    ...{ companies: 'each', is: ['aboutOneCompany'], says: ['personalUse'], accepts: [404] },
    fill: [1_000, 45_000],
  },
  'cboe-options': {
    ...{ host: 'cboe', at: '30 18 * * 1-5', hours: 4 * DAY, fills: ['option_chains'] },
    ...{ companies: 'each', is: ['aboutOneCompany'], says: ['personalUse'], accepts: [403, 404] },
    fill: [1_000, 15_000],
  },
};

const CURSOR = '2026-03-09';

function written(source: SyncSource): Stated {
  const { requests, bytes } = source.firstFill(1_000, 24);
  const marks = (['aboutOneCompany', 'alwaysRead'] as const).filter((mark) => source[mark]);
  const says = (['personalUse', 'optIn', 'unverified'] as const).filter((words) => source[words]);
  const isTrials = source.name === 'clinicaltrials';
  const asOf = source.asOf?.(isTrials ? JSON.stringify({ newest: CURSOR }) : CURSOR);
  return {
    ...{ host: source.host.name, at: source.schedule, hours: source.promise / 3_600_000 },
    ...(source.zone === 'UTC' ? { utc: true } : {}),
    ...(source.fills.length > 0 ? { fills: source.fills } : {}),
    ...(source.follows ? { follows: source.follows } : {}),
    ...(source.accepts ? { accepts: source.accepts } : {}),
    ...(source.byCompany ? { companies: 'each' } : {}),
    ...(source.needsCompanies ? { companies: 'known' } : {}),
    ...(marks.length > 0 ? { is: marks } : {}),
    ...(says.length > 0 ? { says } : {}),
    fill: [requests, bytes / 1_000],
    ...(asOf === undefined ? {} : { asOf }),
  };
}

it('every source has the schedule, host and kinds of the table', () => {
  const sources = allSources(false).map((source) => [source.name, written(source)]);
  expect(Object.fromEntries(sources)).toEqual(stated);
  expect(sources).toHaveLength(Object.keys(stated).length);
});

it('every source has a unique title', () => {
  const titles = allSources(false).map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
  expect(titles).toContain('ClinicalTrials.gov');
});

/** Hosts, each with milliseconds between starts; the bucket's own is that of its first. */
const hosts: Readonly<Record<string, HostRule>> = {
  sec: {
    ...{ name: 'sec', domain: 'sec.gov', startEvery: 130, needsContact: true },
    hosts: { 'www.sec.gov': 130, 'data.sec.gov': 130, 'efts.sec.gov': 500 },
  },
  'clinicaltrials.gov': {
    ...{ name: 'clinicaltrials.gov', domain: 'clinicaltrials.gov', startEvery: 1_250 },
    hosts: { 'clinicaltrials.gov': 1_250 },
  },
  openfda: {
    ...{ name: 'openfda', domain: 'fda.gov', startEvery: 300, perDay: 900 },
    hosts: { 'api.fda.gov': 300 },
  },
  'fda.gov': {
    ...{ name: 'fda.gov', domain: 'fda.gov', startEvery: 5_000, readsRobots: true },
    hosts: { 'www.fda.gov': 5_000 },
  },
  globenewswire: {
    ...{ name: 'globenewswire', domain: 'globenewswire.com', startEvery: 2_000, readsRobots: true },
    hosts: { 'www.globenewswire.com': 2_000 },
  },
  prnewswire: {
    ...{ name: 'prnewswire', domain: 'prnewswire.com', startEvery: 2_000, readsRobots: true },
    hosts: { 'www.prnewswire.com': 2_000 },
  },
  'federalregister.gov': {
    ...{ name: 'federalregister.gov', domain: 'federalregister.gov', startEvery: 1_000 },
    hosts: { 'www.federalregister.gov': 1_000 },
  },
  'treasury.gov': {
    ...{ name: 'treasury.gov', domain: 'treasury.gov', startEvery: 1_000, readsRobots: true },
    hosts: { 'home.treasury.gov': 1_000 },
  },
  finra: {
    ...{ name: 'finra', domain: 'finra.org', startEvery: 2_000, readsRobots: true },
    hosts: { 'www.finra.org': 2_000, 'cdn.finra.org': 2_000 },
  },
  nasdaq: {
    ...{ name: 'nasdaq', domain: 'nasdaq.com', startEvery: 5_000, perDay: 10 },
    ...{ hosts: { 'api.nasdaq.com': 5_000 }, leastPause: 86_400_000 },
  },
  yahoo: {
    ...{ name: 'yahoo', domain: 'yahoo.com', startEvery: 2_000, leastPause: 86_400_000 },
    hosts: { 'query1.finance.yahoo.com': 2_000 },
  },
  cboe: {
    ...{ name: 'cboe', domain: 'cboe.com', startEvery: 1_000 },
    hosts: { 'cdn.cboe.com': 1_000 },
  },
};

it('every host has the rate that its operator permits', () => {
  const asked = allSources(false).map(({ host }) => [host.name, host]);
  expect(Object.fromEntries(asked)).toEqual(hosts);
  const withKey = allSources(true).find(({ name }) => name === 'openfda-events');
  expect(withKey?.host).toEqual({ ...hosts.openfda, perDay: 108_000 });
});
