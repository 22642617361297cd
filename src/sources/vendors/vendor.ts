import type { FactName } from '../../facts/fact-kinds.ts';
import { type VendorName, vendors, vendorsOf } from '../../facts/vendor-data.ts';
import { isObject, numberAt, readJson, textAt } from '../formats/untrusted.ts';
import type { HostRule } from '../hosts.ts';
import { ofUniverse } from '../of-companies.ts';
import { type Collector, collector } from '../parsed.ts';
import { lastCloseOf, quarterOf } from '../periods.ts';
import {
  aboutOf,
  type QueuedRequest,
  type ReadResult,
  type SourceContext,
  type SyncRequest,
  type SyncSource,
} from '../source.ts';

/** How a vendor answers. Its feeds state what to request. */
export interface Vendor {
  readonly name: VendorName;
  readonly host: HostRule;
  /** Origin of all addresses. */
  readonly origin: string;
  /** The vendor's spelling of a ticker. */
  symbolOf(ticker: string): string;
  /** The rows of a response, or the words of an error. */
  rowsOf(body: unknown): { readonly rows: readonly unknown[] } | { readonly error: string };
  /** The address of the next page. */
  nextOf(body: unknown): string | undefined;
  readonly feeds: readonly Feed[];
}

/** What a request of a feed is about. */
export interface Of {
  /** Ticker of the company; absent for a request about all companies. */
  readonly ticker?: string | undefined;
  /** The day that the request was planned for: the last close, or the start of a period. */
  readonly day: string;
  /** The last day whose trading is complete. */
  readonly close: string;
}

/** One kind of data of a vendor. */
export interface Feed {
  /** Name of the source after the name of the vendor. */
  readonly name: string;
  readonly title: string;
  readonly fills: FactName;
  readonly schedule: string;
  /** Maximum age of the records in days. */
  readonly promise: number;
  /** Compressed bytes of a response. */
  readonly bytes: number;
  /** Whether one request is about all companies. */
  readonly ofAll?: true;
  readonly unverified: string;
  /** Names the period in which a request is sent once. Default: the day of the last close. */
  period?(now: number): string;
  /** Paths of the requests, which are the same during a period. */
  paths(symbol: string, dates: Dates): readonly string[];
  /** Adds the record of a row. */
  add?(facts: Collector, where: string, row: unknown, of: Of): void;
  /** The part of a row that is kept until the last page. */
  part?(row: unknown): object | undefined;
  /** The record of all pages, for data of which a page is no complete record. */
  whole?(facts: Collector, parts: readonly object[], of: Of): void;
}

export interface Dates {
  /** The last day whose trading is complete. */
  readonly close: string;
  /** A day almost two years ago, which is the history of the smallest plans. */
  readonly since: string;
  /** A day that is at least three months ago. */
  readonly recent: string;
}

/** Maximum number of pages of one list. */
const MAX_PAGES = 40;
/** Maximum characters of a vendor's error in our message. */
const MAX_ERROR = 120;
const DAY = 24 * 3_600_000;
/** Number of quarters before the current one. */
const [HISTORY, RECENT] = [7, 1];

/** The sources of a vendor, one for each feed. */
export function sourcesOf(vendor: Vendor): readonly SyncSource[] {
  return vendor.feeds.map((feed) => sourceOf(vendor, feed));
}

function sourceOf(vendor: Vendor, feed: Feed): SyncSource {
  const { title, setting } = vendors[vendor.name];
  const order = vendorsOf(feed.fills);
  const better = order.slice(0, order.indexOf(vendor.name));
  return {
    name: `${vendor.name}-${feed.name}`,
    title: `${title}: ${feed.title}`,
    fills: [feed.fills],
    host: vendor.host,
    schedule: feed.schedule,
    promise: feed.promise * DAY,
    vendor: { key: setting, after: better.map((name) => vendors[name].setting) },
    unverified: feed.unverified,
    ...(feed.ofAll ? { needsCompanies: true } : { byCompany: true, aboutOneCompany: true }),
    // 402 and 403: the plan of the key lacks these data. 404: the vendor does not know the ticker.
    accepts: [402, 403, 404],
    firstFill: (companies) => {
      const requests = feed.ofAll ? 4 : companies;
      return { requests, bytes: requests * feed.bytes };
    },
    plan: (context) => planOf(vendor, feed, context),
    read({ status, text, request }, { companies, now }) {
      if (status === 404) return {};
      if (status !== 200) {
        return { failed: 'says that the plan of the key does not include these data', final: true };
      }
      const json = readJson(text);
      if ('reason' in json) return { failed: json.reason };
      const found = vendor.rowsOf(json.value);
      if ('error' in found) return { failed: `states an error: ${onOneLine(found.error)}` };
      const page = { rows: found.rows, next: vendor.nextOf(json.value) };
      return ofUniverse(readPage(vendor, feed, page, request, now), companies, true);
    },
  };
}

function planOf(vendor: Vendor, feed: Feed, { companies, now }: SourceContext): SyncRequest[] {
  const close = lastCloseOf(now);
  const dates = { close, since: quarterOf(now, HISTORY), recent: quarterOf(now, RECENT) };
  const version = feed.period?.(now) ?? close;
  const request = (path: string) =>
    ({ address: vendor.origin + path, expects: 'json', lane: 'history', version }) as const;
  if (feed.ofAll) return feed.paths('', dates).map(request);
  return companies.universe.flatMap(({ ticker, cik, rank }) =>
    feed
      .paths(encodeURIComponent(vendor.symbolOf(ticker)), dates)
      .map((path) => ({ ...request(path), rank, subject: cik, about: { ticker } })),
  );
}

interface Page {
  readonly rows: readonly unknown[];
  readonly next: string | undefined;
}

function readPage(
  vendor: Vendor,
  feed: Feed,
  { rows, next }: Page,
  request: QueuedRequest,
  now: number,
): ReadResult {
  const about = aboutOf(request);
  const page = Number(about.page ?? 1);
  const of: Of = { ticker: about.ticker, day: request.version, close: lastCloseOf(now) };
  const facts = collector();
  const parts: object[] = about.parts === undefined ? [] : JSON.parse(about.parts);
  rows.forEach((row, at) => {
    const where = `row ${at + 1}`;
    const symbol = textAt(row, 'symbol') ?? textAt(row, 'ticker');
    if (!isObject(row)) facts.problem(where, 'is not an object');
    else if (about.ticker && symbol && symbol !== vendor.symbolOf(about.ticker)) {
      facts.problem(where, 'is about another ticker');
    } else if (feed.part) {
      const part = feed.part(row);
      if (part) parts.push(part);
      else facts.problem(where, 'lacks a required field');
    } else feed.add?.(facts, where, row, of);
  });
  if (next !== undefined && page >= MAX_PAGES) {
    return { failed: `has more than ${MAX_PAGES} pages`, final: true };
  }
  if (next === undefined && parts.length > 0) feed.whole?.(facts, parts, of);
  const { batches, problems } = facts.parsed();
  if (next === undefined) return { batches, problems };
  const held = feed.part ? { parts: JSON.stringify(parts) } : {};
  const ticker = about.ticker === undefined ? {} : { ticker: about.ticker };
  const { expects, version, rank, subject } = request;
  const further: SyncRequest = {
    ...{ address: vendor.origin + next, expects, lane: 'history', version, rank, continues: true },
    ...(subject === null ? {} : { subject }),
    about: { ...ticker, ...held, page: String(page + 1) },
  };
  return { batches, problems, requests: [further] };
}

function onOneLine(words: string): string {
  return words.replace(/\s+/g, ' ').slice(0, MAX_ERROR);
}

/** A bar without a positive close is a problem, and one of an unfinished day is omitted. */
export function addBar(
  facts: Collector,
  where: string,
  bar: Readonly<Record<string, unknown>>,
  { close: lastClose }: Of,
): void {
  const close = numberAt(bar.close);
  if (close === undefined || close <= 0) facts.problem(where, 'has no close above 0');
  else if (!(String(bar.date) > lastClose)) facts.add('prices', where, { ...bar, close });
}
