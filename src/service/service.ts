import { type Clock, todayOf } from '../base/clock.ts';
import { notServed, ServiceError, unknownTicker, withoutRecord } from '../base/errors.ts';
import { createTurns, type Scan } from '../base/turns.ts';
import { type Endpoint, pageSize } from '../catalogue/endpoint.ts';
import type { BackendState, Query, RecordPage } from '../catalogue/query.ts';
import {
  type Credential,
  identify,
  permitAccount,
  permitEndpoint,
  permitted,
} from './access/access.ts';
import type { Account } from './access/account.ts';
import type { Accounts } from './access/accounts.ts';
import type { Limits } from './access/limits.ts';
import { type Narrowing, narrowed, queryOf, type RawArguments } from './asked-query.ts';
import type { Backend } from './backend.ts';
import { fictionalHint, hintsFor, unknownCompany } from './hints.ts';
import { withTickers } from './named-companies.ts';

export interface Answer extends RecordPage {
  readonly endpoint: Endpoint;
  readonly pagination: { readonly page: number; readonly pageSize: number; readonly total: number };
  /** Present on demo keys only. */
  readonly Note?: string;
  readonly source: BackendState;
  readonly query: Query;
}

/** What several questions brought, in their order. */
interface Answers {
  readonly answers: readonly (Answer | ServiceError)[];
  /** Where they come from. */
  readonly source: Backend;
  /** What works through a search of names, in turns of the caller. */
  readonly scan: Scan;
  /** As in an answer. */
  readonly Note?: string;
}

/** A question to an endpoint. */
interface Asked extends Narrowing {
  readonly endpoint: Endpoint;
  readonly arguments: RawArguments;
  /** Whether the last page is wanted, and not the first. */
  readonly fromEnd?: true;
  /** Whether the question is nobody's own words: no answer says then what may have been meant. */
  readonly isOurs?: true;
}

export interface Service {
  /**
   * Answers one request. @throws ServiceError: 401, 403, 429, 400 in this order, then 404 and the
   * errors of the source.
   */
  answer(
    endpoint: Endpoint,
    raw: RawArguments,
    credential: Credential,
    /** What the transport itself has to check of the arguments. @throws ServiceError 400. */
    checkArguments?: () => void,
  ): Promise<Answer>;
  /**
   * Answers several questions as one request, which spends one of the plan and one of each endpoint
   * that is read: in place of each its answer, or why there is none. What plan and bundle do not
   * reach is neither read nor spent.
   *
   * @throws ServiceError 401, 403 where none is reached, 429
   */
  answerAll(
    credential: Credential,
    questions: readonly Asked[],
    /** Endpoints of which only names are read, by the caller of this function. */
    named?: readonly Endpoint[],
  ): Promise<Answers>;
  /** The day on which a question is asked, `YYYY-MM-DD`, UTC. */
  today(): string;
  /** Who presents this credential, if they may use anything at all. @throws ServiceError 401, 403. */
  account(credential: Credential): Account;
  /** Where records come from now. */
  source(): Backend;
}

export interface ServiceParts {
  /** The source to ask; it may change while the service runs. */
  readonly source: () => Backend;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly limits: Limits;
  readonly clock: Clock;
}

export const demoNote =
  'Demo key: sample access for trying the service. Ask its owner for a key of your own.';
export const demoDataNote =
  'Demo data: every company, ticker, drug, trial and number here is fictional.';

export function createService({ source, accounts, limits, clock }: ServiceParts): Service {
  const turns = createTurns();
  function permittedAccount(credential: Credential, today: string): Account {
    const found = identify(credential, accounts, source().demo);
    permitAccount(found, today);
    return found;
  }
  /** Lets a caller in to the endpoints that they reach, when it is their turn. */
  async function admit(credential: Credential, reach: (caller: Account) => Reached) {
    const overDemo = source().demo;
    const today = todayOf(clock);
    const caller = permittedAccount(credential, today);
    const endpoints = reach(caller);
    if (credential !== 'owner') await limits.spend(caller, ...endpoints);
    const hasLeft = credential === 'owner' ? undefined : credential.hasLeft;
    await turns.enter(caller.name, hasLeft);
    const current = source();
    // Real records may have come meanwhile, which the key of the demo does not open.
    if (current.demo !== overDemo) permittedAccount(credential, today);
    const scan: Scan = (steps) => turns.scan(caller.name, steps, hasLeft);
    return { caller, today, current, scan };
  }

  async function answered(asked: Asked, admitted: Admitted): Promise<Answer> {
    const { endpoint } = asked;
    const { caller, today, current, scan } = admitted;
    const named = asked.isOurs
      ? { arguments: asked.arguments, notices: [] }
      : await withTickers(endpoint, asked.arguments, current);
    const query = narrowed(queryOf(endpoint, named.arguments, today), endpoint, asked);
    const found = withNotice(endpoint, await pageOf(asked, query, admitted));
    const state = found.origin ?? current.describe();
    if (endpoint.paging === 'single' && found.total === 0 && !asked.isOurs)
      throw await unknownRecord(current, endpoint, query);
    const { total, unassigned } = found;
    const hints = asked.isOurs
      ? []
      : await hintsFor({ source: current, endpoint, query, total, unassigned, scan });
    const page = withNotices(found, [...named.notices, ...hints]);
    const Note = noteFor(caller, current, page);
    return {
      ...page,
      endpoint,
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
    async answer(endpoint, raw, credential, checkArguments) {
      const admitted = await admit(credential, (account) => {
        permitEndpoint(account, endpoint);
        return [endpoint];
      });
      checkArguments?.();
      return answered({ endpoint, arguments: raw }, admitted);
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

interface Admitted {
  readonly caller: Account;
  readonly today: string;
  readonly current: Backend;
  readonly scan: Scan;
}

type Reached = readonly [Endpoint, ...Endpoint[]];

/** Those of some endpoints that an account reaches, each once. @throws ServiceError 403 for none */
function reached(account: Account, endpoints: readonly Endpoint[]): Reached {
  const [first, ...others] = new Set(endpoints.filter((one) => permitted(account, one)));
  if (first) return [first, ...others];
  for (const endpoint of endpoints) permitEndpoint(account, endpoint);
  throw new Error('a question names its endpoint');
}

/** A refusal stands in place of its answer; anything else is no answer at all. */
function refusalIn(cause: unknown): ServiceError {
  if (cause instanceof ServiceError) return cause;
  throw cause;
}

/** The page of an answer: the last one where that is wanted, and of a key only its own record. */
async function pageOf(
  { endpoint, key, fromEnd }: Asked,
  query: Query,
  { current, scan }: Admitted,
): Promise<RecordPage> {
  const first = await current.fetch(endpoint, query, scan);
  const last = Math.ceil(first.total / pageSize);
  const isElsewhere = fromEnd && endpoint.paging === 'pages' && last > 1;
  const page = isElsewhere ? await current.fetch(endpoint, { ...query, page: last }, scan) : first;
  return key ? { ...page, records: page.records.filter((one) => holds(one, key)) } : page;
}

/** An upstream does not know our keys: what it answers instead is not the record asked for. */
function holds(record: string, { field, value }: { field: string; value: string }): boolean {
  return (JSON.parse(record) as Readonly<Record<string, unknown>>)[field] === value;
}

/** Our choice: an endpoint's own notices stand behind those of its source, where records do. */
function withNotice(
  { notice, flagNotices = {}, wordNotices = {} }: Endpoint,
  page: RecordPage,
): RecordPage {
  const flags = Object.entries(flagNotices).map(([flag, text]) => [`"${flag}"`, text] as const);
  const said = [...flags, ...Object.entries(wordNotices)].flatMap(([words, text]) =>
    page.records.some((record) => record.includes(words)) ? [text] : [],
  );
  return withNotices(page, [...(notice && page.records.length > 0 ? [notice] : []), ...said]);
}

function withNotices(page: RecordPage, more: readonly string[]): RecordPage {
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
  const known = directory?.company(value.trim().toUpperCase());
  if (known) return withoutRecord(known.key, endpoint.noun);
  const { text, hasNear } = unknownCompany(directory, value);
  return unknownTicker(text, source.demo ? fictionalHint(hasNear) : undefined);
}
