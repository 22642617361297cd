import { type Clock, todayOf } from '../base/clock.ts';
import {
  changedMeanwhile,
  notExported,
  notServed,
  ServiceError,
  unknownTicker,
  vendorDataKept,
  vendorDataOfOwner,
  withoutRecord,
} from '../base/errors.ts';
import { collectRefusals } from '../base/refusals.ts';
import { createTurns, type Scan } from '../base/turns.ts';
import { type Endpoint, pageSize } from '../catalogue/endpoint.ts';
import { page } from '../catalogue/params.ts';
import type { BackendState, Query, RecordPage } from '../catalogue/query.ts';
import {
  type Credential,
  identify,
  ownerName,
  permitAccount,
  permitEndpoint,
  permitted,
} from './access/access.ts';
import type { Account } from './access/account.ts';
import type { Accounts } from './access/accounts.ts';
import type { Limits } from './access/limits.ts';
import { type Narrowing, narrowed, queryOf, type RawArguments } from './asked-query.ts';
import type { Backend } from './backend.ts';
import { forAccount, refuseHidden } from './hidden-fields.ts';
import { fictionalHint, hintsFor, unknownCompany } from './hints.ts';
import { withinPlan } from './mixed-kinds.ts';
import { type NamedArguments, withTickers } from './named-companies.ts';
import { withDrugs } from './named-drugs.ts';

export interface Answer extends RecordPage {
  readonly endpoint: Endpoint;
  /** The account of the request. */
  readonly caller: Account;
  /** Number of records that follow the returned records on the page. */
  readonly rest: number;
  readonly pagination: { readonly page: number; readonly pageSize: number; readonly total: number };
  /** The note in answers with a demo key or demo data. */
  readonly Note?: string;
  readonly source: BackendState;
  readonly query: Query;
}

/** The answers to several questions, in the order of the questions. */
interface Answers {
  readonly answers: readonly (Answer | ServiceError)[];
  /** The backend that gave the answers. */
  readonly source: Backend;
  /** Runs a search for names in time slices. */
  readonly scan: Scan;
  /** The note in answers with a demo key or demo data. */
  readonly Note?: string;
}

/** A request to an endpoint. */
interface Asked extends Narrowing {
  readonly endpoint: Endpoint;
  readonly arguments: RawArguments;
  /** Whether the last page is requested instead of the first. */
  readonly fromEnd?: true;
  /**
   * Additional checks of the arguments by the transport.
   * @throws ServiceError 400
   */
  readonly check?: (() => void) | undefined;
  /**
   * Whether the server itself makes the request, so that the answer needs no hints about values.
   */
  readonly isOurs?: true;
  /**
   * Whether endpoints of the specification accept only the parameters of the specification, as REST
   * does.
   */
  readonly asStated?: boolean;
}

/** A page of an export. */
export type ExportedPage = RecordPage & Pick<Answer, 'Note'>;

export interface Service {
  /**
   * Answers one request.
   *
   * @throws ServiceError 401, 403, 429 or 400, checked in this order; then 404 or an error of the
   * source
   */
  answer(
    endpoint: Endpoint,
    raw: RawArguments,
    credential: Credential,
    how?: Pick<Asked, 'asStated'> & {
      /**
       * Checks of the transport.
       * @throws ServiceError 400
       */
      readonly checkArguments?: () => void;
    },
  ): Promise<Answer>;
  /**
   * Answers several questions as one request, which counts once in the limit of the plan and once
   * in the limit of each endpoint. Returns an answer or an error for each question. Endpoints
   * outside the plan or bundle are neither read nor counted.
   * @throws ServiceError 401, 429; 403 if no endpoint is permitted
   */
  answerAll(
    credential: Credential,
    questions: readonly Asked[],
    /** Endpoints from which only names are read. */
    named?: readonly Endpoint[],
  ): Promise<Answers>;
  /**
   * Yields all records of an endpoint, page by page. Our choice: an export counts as one request in
   * the limit of the plan and one request in the limit of the endpoint. Before each page, the
   * export waits for a time slice of the caller.
   *
   * @throws ServiceError 401, 403, 429 or 400, checked in this order; 503 if the records change
   * during the export
   */
  pages(
    endpoint: Endpoint,
    raw: RawArguments,
    credential: Credential,
  ): AsyncGenerator<ExportedPage>;
  /** Returns the current day in UTC, `YYYY-MM-DD`. */
  today(): string;
  /**
   * Returns the account of a credential.
   * @throws ServiceError 401, 403
   */
  account(credential: Credential): Account;
  /** Returns the backend that currently serves records. */
  source(): Backend;
}

export interface ServiceParts {
  /** Returns the backend that currently serves records. It can change while the service runs. */
  readonly source: () => Backend;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly limits: Limits;
  readonly clock: Clock;
  /**
   * The endpoint timeline, which has events of all types. Hints in other answers are computed
   * from its events.
   */
  readonly events?: Endpoint | undefined;
  /** Whether exports and other accounts than the owner's may contain data of vendors. */
  readonly sharesVendorData?: boolean;
}

/**
 * Number of records that an export reads at a time. For each page, SQLite must skip all earlier
 * records, which takes up to 55 ms in a filtered table of 300,000 events.
 */
const EXPORTED_AT_ONCE = 500;

export const demoNote =
  'Demo key: sample access for evaluation. Ask the owner of the service for your own key.';
const demoDataNote = 'Demo data: every company, ticker, drug, trial and number here is fictional.';

export function createService({
  source,
  accounts,
  limits,
  clock,
  events,
  sharesVendorData = false,
}: ServiceParts): Service {
  const turns = createTurns();
  function permittedAccount(credential: Credential, today: string): Account {
    const found = identify(credential, accounts, source().demo);
    permitAccount(found, today);
    return found;
  }
  let checked: { readonly version: string; readonly hasVendorData: boolean } | undefined;
  /**
   * Refuses accounts of others over a store with data of vendors. The check runs at each request,
   * because an account can be created while the server runs, and the data stay if the key is removed.
   */
  async function refuseOthers({ name }: Account, current: Backend): Promise<void> {
    if (sharesVendorData || name === ownerName || !current.usesVendorData) return;
    const { version } = current.describe();
    if (checked?.version !== version) {
      checked = { version, hasVendorData: await current.usesVendorData() };
    }
    if (checked.hasVendorData) throw vendorDataOfOwner();
  }
  /** Checks which endpoints are permitted, and waits for a time slice for the caller. */
  async function admit(credential: Credential, reach: (caller: Account) => Reached) {
    const overDemo = source().demo;
    const today = todayOf(clock);
    const caller = permittedAccount(credential, today);
    const endpoints = reach(caller);
    if (credential !== 'owner') await limits.spend(caller, ...endpoints);
    const hasLeft = credential === 'owner' ? undefined : credential.hasLeft;
    await turns.enter(caller.name, hasLeft);
    const current = source();
    // The account is checked again, because real records may have replaced the demo data since the
    // first check, and the demo key gives no access to real records.
    if (current.demo !== overDemo) permittedAccount(credential, today);
    await refuseOthers(caller, current);
    const scan: Scan = (steps) => turns.scan(caller.name, steps, hasLeft);
    return { caller, today, current, scan };
  }

  async function answered(asked: Asked, admitted: Admitted): Promise<Answer> {
    const { endpoint } = asked;
    const { caller, today, current, scan } = admitted;
    const named = asked.isOurs
      ? { arguments: asked.arguments, notices: [] }
      : await withNames(asked, current);
    const wanted = narrowed(checkedQuery(asked, named.arguments, today), endpoint, asked);
    const limited = withinPlan(caller, endpoint, wanted);
    const { query } = limited;
    refuseHidden(caller, endpoint, query);
    const read = await pageOf(asked, query, admitted);
    const found = withNotice(endpoint, forAccount(read, caller, endpoint));
    const leftOut = await limited.notice(current, scan);
    const state = found.origin ?? current.describe();
    if (endpoint.paging === 'single' && found.total === 0 && !asked.isOurs)
      throw await unknownRecord(current, endpoint, query);
    const { total, unassigned } = found;
    const hints = asked.isOurs
      ? []
      : await hintsFor({
          source: current,
          endpoint,
          query,
          total,
          unassigned,
          scan,
          events,
          caller,
        });
    const page = withNotices(found, [...named.notices, ...(leftOut ? [leftOut] : []), ...hints]);
    const Note = noteFor(caller, current, page);
    return {
      ...page,
      endpoint,
      caller,
      query,
      source: state,
      pagination: { page: query.page, pageSize, total: page.total },
      ...(Note ? { Note } : {}),
    };
  }

  return {
    today: () => todayOf(clock),
    account: (credential) => permittedAccount(credential, todayOf(clock)),
    source,
    async answer(endpoint, raw, credential, { asStated = false, checkArguments } = {}) {
      const admitted = await admit(credential, (account) => {
        permitEndpoint(account, endpoint);
        return [endpoint];
      });
      return answered({ endpoint, arguments: raw, asStated, check: checkArguments }, admitted);
    },
    async *pages(endpoint, raw, credential) {
      const admitted = await admit(credential, (account) => {
        permitEndpoint(account, endpoint);
        return [endpoint];
      });
      const { caller, today, current, scan } = admitted;
      if (!current.serves(endpoint)) throw notServed();
      if (current.kind !== 'store' || endpoint.expanded) throw notExported(endpoint.name);
      if (!sharesVendorData && (await current.usesVendorData?.(endpoint))) {
        throw vendorDataKept(endpoint.name);
      }
      const table = asTable(endpoint);
      let version: string | undefined;
      for (let at = 1; ; at += 1) {
        const asked = { ...queryOf(table, { ...raw, page: at }, today), size: EXPORTED_AT_ONCE };
        const limited = withinPlan(caller, table, asked);
        const page = await current.fetch(table, limited.query, scan);
        const found = forAccount(page, caller, table);
        const leftOut = at === 1 ? await limited.notice(current, scan) : undefined;
        const { version: read } = page.origin ?? current.describe();
        version ??= read;
        if (read !== version) throw changedMeanwhile();
        const Note = noteFor(caller, current, found);
        yield { ...withNotices(found, leftOut ? [leftOut] : []), ...(Note ? { Note } : {}) };
        if (at * EXPORTED_AT_ONCE >= found.total) return;
        await turns.enter(caller.name);
      }
    },
    async answerAll(credential, questions, named = []) {
      const admitted = await admit(credential, (account) =>
        reached(account, [...questions.map(({ endpoint }) => endpoint), ...named]),
      );
      const { caller, current, scan } = admitted;
      const answers = questions.map(async (asked) => {
        permitEndpoint(caller, asked.endpoint);
        if (!current.serves(asked.endpoint)) throw notServed();
        return answered(asked, admitted);
      });
      const Note = noteFor(caller, current, {});
      return {
        answers: await Promise.all(answers.map((answer) => answer.catch(refusalIn))),
        source: current,
        scan,
        ...(Note ? { Note } : {}),
      };
    },
  };
}

/** The part of a page that is returned. */
type Found = RecordPage & Pick<Answer, 'rest'>;

/**
 * Checks the arguments of a request, and returns the query.
 * @throws ServiceError 400 with all errors that the transport and the endpoint find
 */
function checkedQuery(
  { endpoint, check, asStated }: Asked,
  given: RawArguments,
  today: string,
): Query {
  const { take, end } = collectRefusals();
  take(() => check?.());
  const query = take(() => queryOf(endpoint, given, today, asStated));
  end();
  return query as Query;
}

/**
 * Returns the declaration of an endpoint for an export: the endpoint is read in pages, and `as_of`
 * is its only filter.
 */
function asTable({ oneOfRequired: _, ...endpoint }: Endpoint): Endpoint {
  const { as_of } = endpoint.parameters;
  const parameters = { page: page(), ...(as_of ? { as_of } : {}) };
  return { ...endpoint, paging: 'pages', parameters };
}

interface Admitted {
  readonly caller: Account;
  readonly today: string;
  readonly current: Backend;
  readonly scan: Scan;
}

type Reached = readonly [Endpoint, ...Endpoint[]];

/**
 * Returns the distinct endpoints among `endpoints` that an account may use.
 * @throws ServiceError 403 if there are none
 */
function reached(account: Account, endpoints: readonly Endpoint[]): Reached {
  const [first, ...others] = new Set(endpoints.filter((one) => permitted(account, one)));
  if (first) return [first, ...others];
  for (const endpoint of endpoints) permitEndpoint(account, endpoint);
  throw new Error('at least one endpoint is required');
}

/** Returns a `ServiceError` as a value, and rethrows any other error. */
function refusalIn(cause: unknown): ServiceError {
  if (cause instanceof ServiceError) return cause;
  throw cause;
}

/**
 * Reads the requested page. The page can be the last one, and for a key it contains only the
 * matching record.
 */
async function pageOf(
  { endpoint, key, fromEnd }: Asked,
  query: Query,
  { current, scan }: Admitted,
): Promise<Found> {
  const first = await current.fetch(endpoint, query, scan);
  const last = Math.ceil(first.total / pageSize);
  const isElsewhere = fromEnd && endpoint.paging === 'pages' && last > 1;
  const page = isElsewhere ? await current.fetch(endpoint, { ...query, page: last }, scan) : first;
  const { records, beside } = page;
  // The page is returned unchanged, because the cache of serialized results recognizes a repeated
  // answer by the identity of its lists.
  if (!key && query.skip === undefined && query.limit === undefined) return { ...page, rest: 0 };
  const all = records.flatMap((record, at) =>
    key && !holds(record, key) ? [] : { record, more: beside?.[at] ?? '' },
  );
  const { skip = 0, limit = all.length } = query;
  const shown = all.slice(skip, skip + limit);
  return {
    ...page,
    records: shown.map(({ record }) => record),
    ...(beside ? { beside: shown.map(({ more }) => more) } : {}),
    rest: Math.max(0, all.length - skip - shown.length),
  };
}

/**
 * Whether a record has the requested key. An upstream ignores the condition for the key and may
 * return other records.
 */
function holds(record: string, { field, value }: { field: string; value: string }): boolean {
  return (JSON.parse(record) as Readonly<Record<string, unknown>>)[field] === value;
}

/**
 * Adds the notices of the endpoint to an answer. Our choice: these notices come after the notices
 * of the source, and only if the answer has records.
 */
function withNotice({ notice, flagNotices = {}, wordNotices = {} }: Endpoint, page: Found): Found {
  const flags = Object.entries(flagNotices).map(([flag, text]) => [`"${flag}"`, text] as const);
  const said = [...flags, ...Object.entries(wordNotices)].flatMap(([words, text]) => {
    const count = page.records.filter((record) => record.includes(words)).length;
    return count > 0 ? [text.replace('{count}', `${count} of ${page.records.length} records`)] : [];
  });
  return withNotices(page, [...(notice && page.records.length > 0 ? [notice] : []), ...said]);
}

function withNotices<Page extends RecordPage>(page: Page, more: readonly string[]): Page {
  return more.length === 0 ? page : { ...page, notices: [...(page.notices ?? []), ...more] };
}

function noteFor(
  account: Account,
  source: Backend,
  page: Pick<RecordPage, 'note'>,
): string | undefined {
  if (source.demo) return demoDataNote;
  return account.demo ? (page.note ?? demoNote) : page.note;
}

async function unknownRecord(
  source: Backend,
  endpoint: Endpoint,
  query: Query,
): Promise<ServiceError> {
  const [value = ''] = Object.values(query.arguments);
  const directory = await source.directory(endpoint);
  const known = directory?.company(value);
  if (known) return withoutRecord(known.key, endpoint.noun);
  const { text, hasNear } = unknownCompany(directory, value);
  return unknownTicker(text, source.demo ? fictionalHint(hasNear) : undefined);
}

/** Replaces company names with tickers, and drug names with patterns of all names of the drug. */
async function withNames(
  { endpoint, arguments: given, asStated = false }: Asked,
  source: Backend,
): Promise<NamedArguments> {
  const named = await withTickers(endpoint, given, source, asStated);
  return asStated ? named : withDrugs(endpoint, named, source);
}
