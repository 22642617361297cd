import type { VendorConfig, VendorKey } from '../base/vendor-settings.ts';
import type { FactName } from '../facts/fact-kinds.ts';
import type { Companies, CompanyNote } from './company-notes.ts';
import type { Problem } from './formats/records.ts';
import type { HostRule } from './hosts.ts';
import type { Batch, Connector, Parsed, ReleasedText } from './parsed.ts';

/** Expected type of a response body. A web page is refused unless the type is `page`. */
export type Expected = 'json' | 'xml' | 'text' | 'page' | 'zip';

/**
 * A filing or press release. It is stored as a record of `news`, together with the statements in
 * its text.
 */
export interface SourceDocument extends Omit<ReleasedText, 'published'> {
  readonly address: string;
  /** Publication date, `YYYY-MM-DD`. */
  readonly published?: string | undefined;
}

/**
 * Selects which files (members) of a zip file are read, and which lines of these files are kept.
 * Members are streamed, so only the kept lines are in memory.
 */
export interface Sieve {
  /** Patterns that match the names of the members to read, in the order of reading. */
  readonly members: readonly RegExp[];
  readonly separator: string;
  /** Names of the columns to keep. Default: all columns. */
  readonly columns?: readonly string[];
  /** Limits that replace the default limits, for a source with larger zip files. */
  readonly bounds?: ZipBounds;
  /**
   * Returns a function that decides whether a data line of a member is kept. The header line is
   * always kept.
   */
  keeps(header: readonly string[], member: string): (cells: readonly string[]) => boolean;
}

export interface ZipBounds {
  /** Maximum bytes of the zip file. */
  readonly MAX_PACKED: number;
  readonly MAX_MEMBERS: number;
  /** Maximum unpacked bytes of all members to read. */
  readonly MAX_UNPACKED: number;
  /** Maximum characters of one line. */
  readonly MAX_LINE: number;
  /** Maximum characters of all kept lines together. */
  readonly MAX_KEPT: number;
}

/** Priorities of queued requests to a host, highest first. */
export const lanes = ['fresh', 'catalysts', 'companies', 'registry', 'history', 'slow'] as const;
export type Lane = (typeof lanes)[number];

/** A request that a source adds to the queue. */
export interface SyncRequest {
  readonly address: string;
  readonly expects: Expected;
  readonly lane: Lane;
  /** Version of the content, such as a day. A URL is requested once per version. */
  readonly version: string;
  /**
   * Order within the `lane`: requests with a lower rank are sent first. Default: 0. Many requests
   * have the rank of their company.
   */
  readonly rank?: number;
  /** CIK of the company that the request is about. */
  readonly subject?: string;
  /**
   * Data for the function that reads the response, such as a date that the response does not
   * contain.
   */
  readonly about?: Readonly<Record<string, string>>;
  /** Earliest time at which the request may be sent, in milliseconds since 1970. */
  readonly notBefore?: number;
  /** Name of the source that reads the response. Default: the source that adds the request. */
  readonly source?: string;
  /** Whether the request is for the next page of a list. */
  readonly continues?: true;
  /**
   * Name of the paged list that the requested page belongs to. Without `continues`, the request is
   * for the first page, and the list is read again from the start. The cursor of the list changes
   * only after all pages of the list are read.
   */
  readonly chain?: string | undefined;
}

/** A request in the queue. */
export interface QueuedRequest {
  readonly id: number;
  readonly source: string;
  readonly address: string;
  readonly expects: Expected;
  readonly version: string;
  readonly subject: string | null;
  /** The field `about` of the request as JSON. */
  readonly about: string | null;
  readonly lane: number;
  readonly rank: number;
  readonly attempts: number;
  readonly chain: string | null;
}

interface SourceResponse {
  /** Status code of the response: 200 or one of the codes that the source accepts. */
  readonly status: number;
  readonly text: string;
  /** The parsed records, if the response was so large that a worker thread parsed it. */
  readonly parsed?: Parsed | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly request: QueuedRequest;
}

/** The data with which a source plans requests and reads responses. */
export interface SourceContext {
  /**
   * Returns the cursor of a list, which is a text that says how far the source has read the list.
   * While the pages of a list are being read, this is the newest cursor that a page has
   * returned. If `chain` is absent, returns the cursor of the requests that belong to no list.
   */
  cursorOf(chain?: string): string | undefined;
  /** The current time, in milliseconds since 1970. */
  readonly now: number;
  /** First day of the history that a first fill loads, `YYYY-MM-DD`. */
  readonly since: string;
  readonly companies: Companies;
  /**
   * Returns the current and former CUSIPs of the synced companies' shares. A CUSIP is missing if no
   * stored fact states it.
   */
  cusips(): ReadonlySet<string>;
}

export interface ReadResult {
  readonly batches?: readonly Batch[];
  readonly problems?: readonly Problem[];
  /** Data on companies, including companies that are not synced. */
  readonly companies?: readonly CompanyNote[];
  /**
   * Documents from which statements are extracted. They are stored in the transaction that marks
   * the request as done.
   */
  readonly documents?: readonly SourceDocument[];
  readonly requests?: readonly SyncRequest[];
  /** New cursor of the list to which the request belongs. */
  readonly cursor?: string;
  /** The reason why the response cannot be used. It completes the sentence "the request …". */
  readonly failed?: string;
  /** Whether the failure is permanent. A request that failed permanently is not sent again. */
  readonly final?: true;
}

interface VendorRule {
  /** The setting whose key enables the source. */
  readonly key: VendorKey;
  /**
   * Keys of vendors that are preferred for the same data. If one of these keys is set, the source
   * is disabled.
   */
  readonly after: readonly VendorKey[];
}

/** A public source, defined by data and pure functions. All I/O is in the sync engine. */
export interface SyncSource {
  readonly name: string;
  readonly title: string;
  readonly fills: readonly FactName[];
  readonly host: HostRule;
  /**
   * The times at which the requests of the source are planned, as a cron pattern in the time zone
   * `zone` (default: New York).
   */
  readonly schedule: string;
  readonly zone?: 'America/New_York' | 'UTC';
  /**
   * Maximum milliseconds since the last successful run. After that, the source is reported as
   * stale.
   */
  readonly maxAgeMs: number;
  /** The reason why the source is enabled only for personal use. */
  readonly personalUse?: string;
  /** The reason why the source is disabled by default. The user can enable it by its name. */
  readonly optIn?: string;
  /** The vendor keys that enable or disable the source. Absent if the data is not from a vendor. */
  readonly vendor?: VendorRule;
  /** Parts of the response layout that were not verified with a recorded response. */
  readonly unverified?: string;
  /** Whether the requests of the source can be planned only after companies are known. */
  readonly needsCompanies?: true;
  /** Whether requests are planned per company. They are planned again when a company is added. */
  readonly byCompany?: true;
  /** Whether each request is about one company. */
  readonly aboutOneCompany?: true;
  /** Name of the source whose responses contain the URLs that this source requests. */
  readonly follows?: string;
  /** Whether responses are read even if they equal the previous response. */
  readonly alwaysRead?: true;
  /**
   * Set if both of these are true: the version of each request starts with a day, and the cursor is
   * the newest day that was read.
   */
  readonly countsDays?: true;
  /** Status codes other than 200 that the source reads. */
  readonly accepts?: readonly number[];
  /**
   * Estimated number of requests and compressed bytes of a first fill.
   * @param months the length of the history
   * @param now the current time, in milliseconds since 1970
   */
  readonly firstFill: (
    companies: number,
    months: number,
    now: number,
  ) => { readonly requests: number; readonly bytes: number };
  /** Reads the date of the source's data from a cursor. */
  asOf?(cursor: string): string | undefined;
  /** The connector that parses large responses in a worker thread. */
  readonly connector?: Connector;
  /** Selects which parts of zip files are read. */
  sieve?(context: SourceContext): Sieve;
  plan(context: SourceContext): readonly SyncRequest[];
  read(response: SourceResponse, context: SourceContext): ReadResult;
}

/**
 * Whether a source is enabled even if the user does not name it.
 * @param isPersonal whether the store is for personal use only
 * @param keys the vendor keys in the settings
 */
export function isByDefault(
  { personalUse, optIn, vendor }: Pick<SyncSource, 'personalUse' | 'optIn' | 'vendor'>,
  isPersonal: boolean,
  keys: VendorConfig = {},
): boolean {
  if (vendor && keys[vendor.key] === undefined) return false;
  if (vendor?.after.some((better) => keys[better] !== undefined)) return false;
  return optIn === undefined && (personalUse === undefined || isPersonal);
}

/**
 * Whether a response is read even if it equals the previous response. A page of a list is always
 * read, because it links to the next page.
 */
export function isAlwaysRead(
  { alwaysRead }: SyncSource,
  { chain }: Pick<QueuedRequest, 'chain'>,
): boolean {
  return alwaysRead === true || chain !== null;
}

/** The parsed `about` data of a request. */
export function aboutOf({ about }: QueuedRequest): Readonly<Record<string, string>> {
  return about === null ? {} : JSON.parse(about);
}

/**
 * Whether the requests of a source cannot be planned yet, because the source needs companies and
 * none are known.
 */
export function isEarly(
  { byCompany, needsCompanies }: SyncSource,
  { universe }: Companies,
): boolean {
  return (byCompany || needsCompanies || false) && universe.length === 0;
}

/** Replaces each record of a result with the records that `change` returns for it. */
export function mapRecords(
  result: ReadResult,
  change: (record: Batch['records'][number], kind: FactName) => Batch['records'],
): ReadResult {
  const batches = (result.batches ?? []).map((batch) => ({
    ...batch,
    records: batch.records.flatMap((record) => change(record, batch.kind)),
  }));
  return { ...result, batches };
}

/**
 * Converts the result of a connector. The result is a failure if the file could not be read and
 * gave no records.
 */
export function fromParsed(parsed: Parsed): ReadResult {
  const [fileProblem] = parsed.problems.filter(({ where }) => where === 'file');
  if (fileProblem && parsed.batches.length === 0) return { failed: fileProblem.reason };
  return parsed;
}
