import type { FactName } from '../facts/fact-kinds.ts';
import type { Companies, CompanyNote } from './company-notes.ts';
import type { Problem } from './formats/records.ts';
import type { HostRule } from './hosts.ts';
import type { Batch, Connector, Parsed } from './parsed.ts';

/** What a body should be; a web page where data should be is no data. */
export type Expected = 'json' | 'xml' | 'text' | 'page' | 'zip';

/** A filing's or a press release's text, which is read for what it states and not kept. */
export interface SourceDocument {
  readonly address: string;
  /** CIK of the filer, where there is one. */
  readonly cik?: string | undefined;
  readonly ticker?: string | undefined;
  /** `8-K`, `EX-99.1` … */
  readonly form?: string | undefined;
  /** `YYYY-MM-DD` */
  readonly published?: string | undefined;
  readonly title?: string | undefined;
  /** HTML or plain text, as it came. */
  readonly text: string;
}

/** What is read of a zip. Members are streamed, and only what is kept stays in memory. */
export interface Sieve {
  /** Names of the members that are read, in the order in which they are. */
  readonly members: readonly RegExp[];
  /** What separates the cells of a line. */
  readonly separator: string;
  /** The columns that are kept, by their names in the headers; all where it does not say. */
  readonly columns?: readonly string[];
  /** Of zips that are larger than others. */
  readonly bounds?: ZipBounds;
  /** Told the header of a member, which is kept, says which of its other lines are. */
  keeps(header: readonly string[], member: string): (cells: readonly string[]) => boolean;
}

export interface ZipBounds {
  /** Bytes of the zip. */
  readonly MAX_PACKED: number;
  readonly MAX_MEMBERS: number;
  /** Bytes of all members that are read, unpacked. */
  readonly MAX_UNPACKED: number;
  /** Characters of one line, and of all lines that are kept. */
  readonly MAX_LINE: number;
  readonly MAX_KEPT: number;
}

/** What is asked for first, of what waits for one host. */
export const lanes = ['fresh', 'catalysts', 'companies', 'registry', 'history', 'slow'] as const;
export type Lane = (typeof lanes)[number];

/** A request that a source wants made. */
export interface SyncRequest {
  readonly address: string;
  readonly expects: Expected;
  readonly lane: Lane;
  /**
   * For what it is made: a day, a week, an accession number. An address is asked once for each
   * version, so that to plan the same again changes nothing.
   */
  readonly version: string;
  /** Place within the lane, the smallest first; a company's place in the universe. Default 0. */
  readonly rank?: number;
  /** CIK of the company that it is about. */
  readonly subject?: string;
  /** What the answer does not say and its reader has to know. */
  readonly about?: Readonly<Record<string, string>>;
  /** Milliseconds since 1970. */
  readonly notBefore?: number;
  /** Another source, which is to read the response. */
  readonly source?: string;
  /** The next page of a list: a page that is known already means that the list runs in a circle. */
  readonly continues?: true;
  /**
   * The list of which this is a page. Its cursor moves once all of its pages were read; a request
   * that does not continue the list begins it anew. Pages that continue it inherit it.
   */
  readonly chain?: string | undefined;
}

/** A request as the queue hands it out. */
export interface QueuedRequest {
  readonly id: number;
  readonly source: string;
  readonly address: string;
  readonly expects: Expected;
  readonly version: string;
  readonly subject: string | null;
  /** JSON */
  readonly about: string | null;
  readonly lane: number;
  readonly rank: number;
  readonly attempts: number;
  readonly chain: string | null;
}

interface SourceResponse {
  /** 200, or a status that the source says it reads. */
  readonly status: number;
  readonly text: string;
  /** The text, taken apart by the source's connector, where it is large. */
  readonly parsed?: Parsed | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly request: QueuedRequest;
}

/** What a source may know when it plans and reads. Everything is passed in. */
export interface SourceContext {
  /**
   * The cursor of a list; without a name, of requests that belong to none. While a page of the list
   * is read, the one that the pages before it have left.
   */
  cursorOf(chain?: string): string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** How far back a first fill reaches, `YYYY-MM-DD`. */
  readonly since: string;
  readonly companies: Companies;
  /** The CUSIPs by which the store knows shares of companies that belong. */
  cusips(): ReadonlySet<string>;
}

export interface ReadResult {
  readonly batches?: readonly Batch[];
  readonly problems?: readonly Problem[];
  /** What was learnt of companies, in the universe or not. */
  readonly companies?: readonly CompanyNote[];
  /** They are read for what they state in the transaction that marks the request done. */
  readonly documents?: readonly SourceDocument[];
  readonly requests?: readonly SyncRequest[];
  /** Of the list to which the request belongs. */
  readonly cursor?: string;
  /** Why the response is not what it should be; completes "got an answer that …". */
  readonly failed?: string;
  /** A failure that would be the same if it were asked again. */
  readonly final?: true;
}

/** A public source: data and pure functions. Only the engine does I/O. */
export interface SyncSource {
  readonly name: string;
  readonly title: string;
  readonly fills: readonly FactName[];
  readonly host: HostRule;
  /** When it is planned again: a pattern of cron, in New York's time or in UTC. */
  readonly schedule: string;
  readonly zone: 'America/New_York' | 'UTC';
  /** Milliseconds within which its records are renewed. */
  readonly promise: number;
  /** Says in words why the source is read for personal use alone. */
  readonly personalUse?: string;
  /** Says in words why the source is read where it is named alone. */
  readonly onlyNamed?: string;
  /** What of its answers no recording at hand shows: the first run against the host tells. */
  readonly unseen?: string;
  /** It can be planned once companies are known. */
  readonly needsCompanies?: true;
  /** It is planned company by company, and again whenever one joins. */
  readonly byCompany?: true;
  /** Each of its requests is about one company. */
  readonly aboutOneCompany?: true;
  /** The source whose answers name its requests. */
  readonly follows?: string;
  /** Its responses may not be skipped where they are the same as before. */
  readonly alwaysRead?: true;
  /** Its cursor is the newest day for which it was asked, with which the version of a request begins. */
  readonly countsDays?: true;
  /** Statuses besides 200 that it reads itself. */
  readonly accepts?: readonly number[];
  /**
   * Requests and packed bytes of a first fill, so long as they cannot be counted.
   *
   * @param months how far the fill reaches back
   */
  readonly firstFill: (
    companies: number,
    months: number,
  ) => { readonly requests: number; readonly bytes: number };
  /** The day of the source's own data, out of its cursor. */
  asOf?(cursor: string): string | undefined;
  /** Takes its large answers apart, in another thread than the engine's. */
  readonly connector?: Connector;
  /** What is read of its zips. */
  sieve?(context: SourceContext): Sieve;
  plan(context: SourceContext): readonly SyncRequest[];
  read(response: SourceResponse, context: SourceContext): ReadResult;
}

/**
 * Whether a source is read where none is named.
 *
 * @param isPersonal whether the store serves personal use alone
 */
export function isByDefault(
  { personalUse, onlyNamed }: Pick<SyncSource, 'personalUse' | 'onlyNamed'>,
  isPersonal: boolean,
): boolean {
  return onlyNamed === undefined && (personalUse === undefined || isPersonal);
}

/** Whether an answer is read that is the same as before: without it a list would not go on. */
export function isAlwaysRead(
  { alwaysRead }: SyncSource,
  { chain }: Pick<QueuedRequest, 'chain'>,
): boolean {
  return alwaysRead === true || chain !== null;
}

/** What a request says about itself. */
export function aboutOf({ about }: QueuedRequest): Readonly<Record<string, string>> {
  return about === null ? {} : JSON.parse(about);
}

/** Whether a source cannot be planned yet: it needs companies, and none are known. */
export function isEarly(
  { byCompany, needsCompanies }: SyncSource,
  { universe }: Companies,
): boolean {
  return (byCompany || needsCompanies || false) && universe.length === 0;
}

/** The result of a connector: a file of which nothing could be taken is a failure. */
export function fromParsed(parsed: {
  readonly batches: readonly Batch[];
  readonly problems: readonly Problem[];
}): ReadResult {
  const [whole] = parsed.problems.filter(({ where }) => where === 'file');
  if (whole && parsed.batches.length === 0) return { failed: whole.reason };
  return parsed;
}
