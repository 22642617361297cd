import { todayOf } from '../base/clock.ts';
import {
  changedMeanwhile,
  notExported,
  notServed,
  ServiceError,
  unknownTicker,
  vendorDataKept,
  withoutRecord,
} from '../base/errors.ts';
import { collectRefusals } from '../base/refusals.ts';
import type { Scan } from '../base/turns.ts';
import { type Endpoint, pageSize } from '../catalogue/endpoint.ts';
import { page } from '../catalogue/params.ts';
import type { BackendState, Query, RecordPage } from '../catalogue/query.ts';
import { type Credential, permitEndpoint } from './access/access.ts';
import type { Account } from './access/account.ts';
import { type AdmissionParts, type Admitted, createAdmission } from './admission.ts';
import { noteFor, pageOf, withEndpointNotices, withNotices } from './answer-page.ts';
import {
  looserQueries,
  type Narrowing,
  narrowed,
  queryOf,
  type RawArguments,
  requiredWords,
  withWords,
} from './asked-query.ts';
import type { Backend } from './backend.ts';
import { elsewhereHint, type Held } from './elsewhere.ts';
import type { Answered } from './event-hints.ts';
import { forAccount, refuseHidden } from './hidden-fields.ts';
import { fictionalHint, hintsFor, unknownCompany } from './hints.ts';
import { withinPlan } from './mixed-kinds.ts';
import { type NamedArguments, withTickers } from './named-companies.ts';
import { withDrugs } from './named-drugs.ts';

export interface Answer extends RecordPage {
  readonly endpoint: Endpoint;
  /** The account of the request. */
  readonly caller: Account;
  /** Number of records on the page after the returned records. */
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
   * The transport's own checks of the arguments.
   * @throws ServiceError 400
   */
  readonly check?: (() => void) | undefined;
  /**
   * Whether the server itself makes the request. The answer then contains no hints about values.
   */
  readonly isInternal?: true;
  /**
   * Whether endpoints of the specification accept only the parameters that the specification
   * defines. REST sets this.
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
       * The transport's own checks of the arguments.
       * @throws ServiceError 400
       */
      readonly checkArguments?: () => void;
    },
  ): Promise<Answer>;
  /**
   * Answers several questions as one request, which counts once toward the plan limit and once
   * toward the limit of each endpoint. Returns an answer or an error for each question. Endpoints
   * outside the plan or bundle are neither read nor counted.
   * @throws ServiceError 401, 429; 403 if no endpoint is permitted
   */
  answerAll(
    credential: Credential,
    questions: readonly Asked[],
    /** Endpoints from which the caller reads only names. */
    named?: readonly Endpoint[],
  ): Promise<Answers>;
  /**
   * Yields all records of an endpoint, page by page. Our choice: an export counts as one request
   * toward the plan limit and toward the limit of the endpoint. Before each page, it waits until
   * the caller gets a time slice.
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

export interface ServiceParts extends AdmissionParts {
  /** The endpoint that has events of all types. Hints in other answers are made from its events. */
  readonly events?: Endpoint | undefined;
  /**
   * The endpoint that has all texts. Hints in other answers say how many of its texts are about a
   * company or drug.
   */
  readonly texts?: Endpoint | undefined;
  /**
   * Endpoints that a hint can name if the requested endpoint has no records of a company or drug.
   */
  readonly others?: readonly Endpoint[];
}

/**
 * Number of records that an export reads at a time. For each page, SQLite must skip all earlier
 * records. In a filtered table of 300,000 events, this takes up to 55 ms.
 */
const EXPORTED_AT_ONCE = 500;

export function createService(parts: ServiceParts): Service {
  const { source, clock, events, texts, others = [], sharesVendorData = false } = parts;
  const { account, admit, nextSlice } = createAdmission(parts);

  async function answered(asked: Asked, admitted: Admitted): Promise<Answer> {
    const { endpoint } = asked;
    const { caller, today, current, scan } = admitted;
    const named = asked.isInternal
      ? { arguments: asked.arguments, notices: [] }
      : await withNames(asked, { source: current, query: { today }, scan });
    const wanted = narrowed(checkedQuery(asked, named.arguments, today), endpoint, asked);
    const { query: permitted, notice } = withinPlan(caller, endpoint, wanted);
    refuseHidden(caller, endpoint, permitted);
    const { read, query, fewer } = await readPage(asked, permitted, admitted);
    const found = withEndpointNotices(endpoint, forAccount(read, caller, endpoint), query);
    const leftOut = await notice(current, scan);
    const state = found.origin ?? current.describe();
    const about = {
      ...found,
      ...admitted,
      source: current,
      endpoint,
      query,
      events,
      texts,
      others,
    };
    if (endpoint.paging === 'single' && found.total === 0 && !asked.isInternal)
      throw await unknownRecord(about);
    const hints = asked.isInternal ? [] : await hintsFor({ ...about, given: asked.arguments });
    const added = [...named.notices, ...fewer, ...(leftOut ? [leftOut] : []), ...hints];
    const page = withNotices(found, added);
    return {
      ...page,
      endpoint,
      caller,
      query,
      source: state,
      pagination: { page: query.page, pageSize, total: page.total },
      ...noteFor(caller, current, page),
    };
  }

  return {
    today: () => todayOf(clock),
    account: (credential) => account(credential),
    source,
    async answer(endpoint, raw, credential, { asStated = false, checkArguments } = {}) {
      const admitted = await admit(credential, [endpoint]);
      return answered({ endpoint, arguments: raw, asStated, check: checkArguments }, admitted);
    },
    async *pages(endpoint, raw, credential) {
      const { caller, today, current, scan } = await admit(credential, [endpoint]);
      if (!current.serves(endpoint)) throw notServed();
      if (current.kind !== 'store' || endpoint.expanded) throw notExported(endpoint.name);
      if (!sharesVendorData && (await current.usesVendorData?.(endpoint))) {
        throw vendorDataKept(endpoint.name);
      }
      const table = asTable(endpoint);
      let version: string | undefined;
      for (let at = 1; ; at += 1) {
        const asked = { ...queryOf(table, { ...raw, page: at }, today), size: EXPORTED_AT_ONCE };
        const { query, notice } = withinPlan(caller, table, asked);
        const page = await current.fetch(table, query, scan);
        const found = forAccount(page, caller, table);
        const leftOut = at === 1 ? await notice(current, scan) : undefined;
        const { version: read } = page.origin ?? current.describe();
        version ??= read;
        if (read !== version) throw changedMeanwhile();
        const note = noteFor(caller, current, found);
        yield { ...withNotices(found, leftOut ? [leftOut] : []), ...note };
        if (at * EXPORTED_AT_ONCE >= found.total) return;
        await nextSlice(caller);
      }
    },
    async answerAll(credential, questions, named = []) {
      const endpoints = [...questions.map(({ endpoint }) => endpoint), ...named];
      const admitted = await admit(credential, endpoints);
      const { caller, current, scan } = admitted;
      const answers = questions.map(async (asked) => {
        permitEndpoint(caller, asked.endpoint);
        if (!current.serves(asked.endpoint)) throw notServed();
        return answered(asked, admitted);
      });
      return {
        answers: await Promise.all(answers.map((answer) => answer.catch(refusalIn))),
        source: current,
        scan,
        ...noteFor(caller, current, {}),
      };
    },
  };
}

/**
 * Reads a page. If no record contains all search words, reads the records that contain the most
 * words, and returns a notice in `fewer`.
 */
async function readPage(asked: Asked, query: Query, admitted: Admitted) {
  const read = await pageOf(asked, query, admitted);
  const isEmpty = read.total === 0 && admitted.current.knowsNames;
  const rarest = isEmpty ? await rarestWord(asked, query, admitted) : undefined;
  for (const next of rarest ? looserQueries(query, rarest, asked.isInternal) : []) {
    const some = await pageOf(asked, next, admitted);
    if (some.total > 0) {
      return { read: some, query: next, fewer: [fewerWords(asked.endpoint, next)] };
    }
  }
  return { read, query, fewer: [] };
}

/**
 * Returns the search word that is in the fewest records. Words that are in no record are ignored.
 */
async function rarestWord({ endpoint }: Asked, query: Query, { current, scan }: Admitted) {
  const found: { readonly word: string; readonly total: number }[] = [];
  for (const word of requiredWords(query)?.all ?? []) {
    const alone = { ...withWords(query, [word]), page: 1, size: 1 };
    const { total } = await current.fetch(endpoint, alone, scan);
    if (total > 0) found.push({ word, total });
  }
  return found.sort((one, other) => one.total - other.total)[0];
}

function fewerWords({ noun }: Endpoint, query: Query): string {
  const { all, least, needed } = requiredWords(query)!;
  const contained =
    least === 1
      ? `only "${needed}"`
      : `at least ${least} of the words${needed ? `, among them "${needed}"` : ''}`;
  return `No ${noun} contain all ${all.length} words. The returned ${noun} contain ${contained}.`;
}

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

/** Returns a copy of an endpoint for exports. The copy has pages, and no filter except `as_of`. */
function asTable({ oneOfRequired: _, ...endpoint }: Endpoint): Endpoint {
  const { as_of } = endpoint.parameters;
  const parameters = { page: page(), ...(as_of ? { as_of } : {}) };
  return { ...endpoint, paging: 'pages', parameters };
}

/** Returns a `ServiceError` as a value, and rethrows any other error. */
function refusalIn(cause: unknown): ServiceError {
  if (cause instanceof ServiceError) return cause;
  throw cause;
}

async function unknownRecord(asked: Answered): Promise<ServiceError> {
  const { source, endpoint, query } = asked;
  const [value = ''] = Object.values(query.arguments);
  const directory = await source.directory(endpoint);
  const known = directory?.company(value);
  if (known) {
    const elsewhere = await elsewhereHint(asked, known.key, 'ticker');
    return withoutRecord(known.key, endpoint.noun, elsewhere);
  }
  const { text, hasNear } = unknownCompany(directory, value);
  return unknownTicker(text, source.demo ? fictionalHint(hasNear) : undefined);
}

/** Replaces company names with tickers, and drug names with patterns of all names of the drug. */
async function withNames(
  { endpoint, arguments: given, asStated = false }: Asked,
  held: Held,
): Promise<NamedArguments> {
  const named = await withTickers(endpoint, given, held, asStated);
  return asStated ? named : withDrugs(endpoint, named, held.source);
}
