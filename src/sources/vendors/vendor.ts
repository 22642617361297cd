import { onOneLine } from '../../base/foreign-text.ts';
import type { FactName } from '../../facts/fact-kinds.ts';
import { type VendorName, vendors, vendorsOf } from '../../facts/vendor-data.ts';
import { isObject, readJson, textAt, type Untrusted } from '../formats/untrusted.ts';
import type { HostRule } from '../hosts.ts';
import { ofUniverse } from '../of-companies.ts';
import { type Collector, collector } from '../parsed.ts';
import { lastCloseOf, quarterOf, weekOf } from '../periods.ts';
import {
  aboutOf,
  type QueuedRequest,
  type ReadResult,
  type SourceContext,
  type SyncRequest,
  type SyncSource,
} from '../source.ts';

/** A commercial vendor of data, and how to read its responses. */
export interface Vendor {
  readonly name: VendorName;
  readonly host: HostRule;
  /** Origin of the URLs of all requests: scheme and host. */
  readonly origin: string;
  /** The ticker in the spelling of the vendor. */
  symbolOf(ticker: string): string;
  /** The rows of a response, or the text of an error. */
  rowsOf(body: unknown): { readonly rows: readonly unknown[] } | { readonly error: string };
  /** The path and query of the next page. */
  nextOf(body: unknown): string | undefined;
  readonly feeds: readonly Feed[];
}

/** The company and the day of a request. */
export interface Of {
  /** Ticker of the company; absent for a request about all companies. */
  readonly ticker?: string | undefined;
  /**
   * The version of the request. For a daily request, it is the last day with complete trading. For
   * a weekly or quarterly request, it is the first day of the period.
   */
  readonly day: string;
}

/** One kind of data of a vendor. */
export interface Feed {
  /** The part of the source's name that follows the name of the vendor. */
  readonly name: string;
  readonly title: string;
  readonly fills: FactName;
  readonly sent: keyof typeof cadences;
  /** Expected size of a response in compressed bytes. */
  readonly bytes: number;
  /** Whether one request is about all companies. */
  readonly ofAll?: true;
  readonly unverified: string;
  /**
   * Paths of the requests. Each path is requested only once in a period of `cadences[sent]`.
   * Therefore, a path must stay the same during the period.
   */
  paths(symbol: string, dates: Dates): readonly string[];
  /**
   * Maps each field of the fact to its column in the response. If several columns are given, the
   * first one with a value is used.
   */
  readonly fields?: Readonly<Record<string, string | readonly string[]>>;
  /** The field that receives the day of the request if a row has no date. */
  readonly dayField?: string;
  /** Returns fields that are computed from a row. */
  more?(row: Untrusted): Readonly<Record<string, unknown>>;
  skips?(row: Untrusted): boolean;
  /**
   * Set if one record is built from several pages. `partOf` returns the data of a row. `recordOf`
   * builds the record from the data of all rows.
   */
  readonly whole?: {
    partOf(row: Untrusted): object | undefined;
    recordOf(parts: readonly object[], of: Of): object;
  };
}

interface Dates {
  /** The last day whose trading is complete. */
  readonly close: string;
  /** A day almost two years ago. The smallest plans include only two years of history. */
  readonly since: string;
  /** A day that is at least three months ago. */
  readonly recent: string;
}

/**
 * How often a request is sent: once per `period`. If the last successful run of a source was more
 * than `days` days ago, the source is reported as stale.
 */
const cadences = {
  once: { period: () => 'once', days: 4 },
  daily: { period: lastCloseOf, days: 4 },
  weekly: { period: weekOf, days: 10 },
  quarterly: { period: (now: number) => quarterOf(now), days: 100 },
} as const;

/** Maximum number of pages of one list. */
const MAX_PAGES = 40;
/** Maximum characters of a vendor's error in our message. */
const MAX_ERROR = 120;
const DAY = 24 * 3_600_000;
/** `since` is the first day of the quarter this many quarters before the current one. */
const HISTORY = 7;
/** `recent` is the first day of the quarter this many quarters before the current one. */
const RECENT = 1;

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
    // Vendors publish the prices of a day in the evening (New York time).
    schedule: '20 19 * * 1-5',
    maxAgeMs: cadences[feed.sent].days * DAY,
    vendor: { key: setting, after: better.map((name) => vendors[name].setting) },
    unverified: feed.unverified,
    ...(feed.ofAll ? { needsCompanies: true } : { byCompany: true, aboutOneCompany: true }),
    // Status 402 or 403 means that the plan of the key does not include this data. Status 404 means
    // that the vendor does not know the ticker.
    accepts: feed.ofAll ? [402, 403] : [402, 403, 404],
    firstFill: (companies) => {
      const requests = feed.ofAll ? 4 : companies;
      return { requests, bytes: requests * feed.bytes };
    },
    plan: (context) => planOf(vendor, feed, context),
    read({ status, text, request }, { companies, now }) {
      if (status === 404) return {};
      if (status !== 200) {
        return { failed: 'says that the plan of the key does not include this data', final: true };
      }
      const json = readJson(text);
      if ('reason' in json) return { failed: json.reason };
      const found = vendor.rowsOf(json.value);
      if ('error' in found)
        return { failed: `states an error: ${onOneLine(found.error).slice(0, MAX_ERROR)}` };
      const page = { rows: found.rows, next: vendor.nextOf(json.value) };
      return ofUniverse(readPage(vendor, feed, page, request, now), companies, true);
    },
  };
}

function planOf(vendor: Vendor, feed: Feed, { companies, now }: SourceContext): SyncRequest[] {
  const close = lastCloseOf(now);
  const dates = { close, since: quarterOf(now, HISTORY), recent: quarterOf(now, RECENT) };
  const version = cadences[feed.sent].period(now);
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
  const of: Of = { ticker: about.ticker, day: request.version };
  const own = about.ticker && vendor.symbolOf(about.ticker);
  const facts = collector();
  const parts: object[] = about.parts === undefined ? [] : JSON.parse(about.parts);
  rows.forEach((row, at) => {
    const where = `row ${at + 1}`;
    const symbol = textAt(row, 'symbol') ?? textAt(row, 'ticker');
    if (!isObject(row)) facts.problem(where, 'is not an object');
    else if (own && symbol && symbol !== own) facts.problem(where, 'is about another ticker');
    else if (!feed.whole) addRow(facts, feed, where, row, of, lastCloseOf(now));
    else {
      const part = feed.whole.partOf(row);
      if (part) parts.push(part);
      else facts.problem(where, 'lacks a required field');
    }
  });
  if (next === undefined && feed.whole && parts.length > 0) {
    facts.add(feed.fills, 'pages', feed.whole.recordOf(parts, of));
  }
  const { batches, problems } = facts.parsed();
  if (next === undefined) return { batches, problems };
  const page = Number(about.page ?? 1) + 1;
  if (page > MAX_PAGES) return { failed: `has more than ${MAX_PAGES} pages`, final: true };
  const held = feed.whole ? { parts: JSON.stringify(parts) } : {};
  const { expects, version, rank, subject } = request;
  const following: SyncRequest = {
    address: vendor.origin + next,
    expects,
    lane: 'history',
    version,
    rank,
    continues: true,
    ...(subject === null ? {} : { subject }),
    about: { ...about, ...held, page: String(page) },
  };
  return { batches, problems, requests: [following] };
}

/**
 * Adds the record of a row. A bar needs a positive close. A bar of an unfinished day is omitted.
 */
function addRow(
  facts: Collector,
  { fills, fields = {}, dayField, more, skips }: Feed,
  where: string,
  row: Untrusted,
  { ticker, day }: Of,
  lastClose: string,
): void {
  if (skips?.(row)) return;
  const values: Record<string, unknown> = { ...more?.(row) };
  for (const [field, names] of Object.entries(fields)) values[field] = valueIn(row, names);
  const stated = Object.values(values).filter((value) => value !== undefined && value !== null);
  const record = {
    // Vendors separate share classes by a dot, and the SEC by a dash.
    ticker: ticker ?? textAt(row.ticker ?? row.T)?.replace('.', '-'),
    ...(dayField ? { [dayField]: day } : {}),
    ...values,
  };
  const isBar = fills === 'prices';
  if (stated.length === 0) facts.problem(where, 'has none of the expected fields');
  else if (isBar && !(typeof values.close === 'number' && values.close > 0)) {
    facts.problem(where, 'has no close above 0');
  } else if (!isBar || !(String(values.date) > lastClose)) facts.add(fills, where, record);
}

/** Returns the first value in the given columns. A time is shortened to its day. */
function valueIn(row: Untrusted, names: string | readonly string[]): unknown {
  const value = [names]
    .flat()
    .map((name) => row[name])
    .find((one) => one !== undefined && one !== null);
  const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]/.test(value);
  if (value === '') return undefined;
  return isTime ? value.slice(0, 10) : value;
}
