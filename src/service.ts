import {
  type Account,
  type Credential,
  identify,
  permitAccount,
  permitEndpoint,
  permitted,
} from './access/access.ts';
import type { Accounts } from './access/accounts.ts';
import type { Limits } from './access/limits.ts';
import { type Clock, todayOf } from './clock.ts';
import { type Endpoint, pageSize } from './endpoint.ts';
import {
  invalidParameter,
  missingParameter,
  notServed,
  ServiceError,
  unknownTicker,
} from './errors.ts';
import { fictional, hintsFor, unknownCompany } from './hints.ts';
import { withTickers } from './named-companies.ts';
import type { Column, Condition, Parameter } from './parameter.ts';
import { MAX_LIST, maximumValueLength } from './params.ts';
import { compilePattern, quotePattern } from './patterns.ts';
import type { Query, RecordPage, SourceState } from './query.ts';
import type { Source } from './sources/source.ts';
import { createTurns, type Scan } from './turns.ts';

/** Arguments as they come through a transport: text, or what JSON has. */
export type RawArguments = Readonly<Record<string, unknown>>;

export interface Answer extends RecordPage {
  readonly endpoint: Endpoint;
  readonly pagination: { readonly page: number; readonly pageSize: number; readonly total: number };
  /** Present on demo keys only. */
  readonly Note?: string;
  readonly source: SourceState;
  readonly query: Query;
}

/** What several questions brought, in their order. */
interface Answers {
  readonly answers: readonly (Answer | ServiceError)[];
  /** Where they come from. */
  readonly source: Source;
  /** What works through a search of names, in turns of the caller. */
  readonly scan: Scan;
  /** As in an answer. */
  readonly Note?: string;
}

/** A question to an endpoint. */
interface Asked {
  readonly endpoint: Endpoint;
  readonly arguments: RawArguments;
  /** A key field and its value, where no parameter asks for it. */
  readonly key?: { readonly field: string; readonly value: string };
  /** Words that all begin a word of the endpoint's `wording`; for a source that knows names. */
  readonly words?: string;
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
  source(): Source;
}

export interface ServiceParts {
  /** The source to ask; it may change while the service runs. */
  readonly source: () => Source;
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
    await turns.enter(caller.name);
    const current = source();
    // Real records may have come meanwhile, which the key of the demo does not open.
    if (current.demo !== overDemo) permittedAccount(credential, today);
    const scan: Scan = (steps) => turns.scan(caller.name, steps);
    return { caller, today, current, scan };
  }

  async function answered(asked: Asked, admitted: Admitted): Promise<Answer> {
    const { endpoint } = asked;
    const { caller, today, current, scan } = admitted;
    const named = asked.isOurs
      ? { arguments: asked.arguments, notices: [] }
      : await withTickers(endpoint, asked.arguments, current);
    const query = narrowed(queryOf(endpoint, named.arguments, today), asked);
    const found = withNotice(endpoint, await pageOf(asked, query, admitted));
    const state = found.origin ?? current.describe();
    if (endpoint.paging === 'single' && found.total === 0 && !asked.isOurs)
      throw await unknownRecord(current, endpoint, query);
    const hints = asked.isOurs
      ? []
      : await hintsFor({ source: current, endpoint, query, total: found.total, scan });
    // The same records are another page where they answer to a name.
    const key = [found.key, ...named.notices].join('\n');
    const page = withNotices({ ...found, key }, [...named.notices, ...hints]);
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
  readonly current: Source;
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

/** A query with what no parameter asks for; among its arguments, by which its answer is kept. */
function narrowed(query: Query, { endpoint: { wording }, key, words }: Asked): Query {
  const conditions = [...query.conditions];
  const given: Record<string, string> = { ...query.arguments };
  if (key) {
    given[key.field] = key.value;
    const column: Column = { field: key.field, as: 'value' };
    conditions.push({ is: 'equal', column, value: key.value });
  }
  if (wording && words) {
    given[wording] = words;
    conditions.push(...words.split(' ').map((word) => beginning(word, wording)));
  }
  return { ...query, arguments: given, conditions };
}

/** That a word begins with this one, in a field whose words stand each behind a space. */
function beginning(word: string, field: string): Condition {
  const matcher = compilePattern(quotePattern(` ${word}`), 'query');
  return { is: 'matching', column: { field, as: 'term' }, matcher };
}

/** Checks a caller's arguments. @throws ServiceError 400. */
export function queryOf(endpoint: Endpoint, raw: RawArguments, today: string): Query {
  const given: Record<string, string> = {};
  const conditions: Condition[] = [];
  let order: string | undefined;
  let page = 1;
  let maximum: number | undefined;
  for (const [name, parameter] of Object.entries(endpoint.parameters)) {
    if (parameter.kind === 'page') {
      page = pageNumber(raw[name]);
      continue;
    }
    const value = givenValue(parameter, raw[name], name);
    if (value === undefined && parameter.required) {
      throw missingParameter(name, endpoint.otherwise);
    }
    if (value !== undefined) given[name] = value;
    if (parameter.kind === 'maximum') {
      maximum = value === undefined ? parameter.default : parameter.maximum(value, name);
    } else if (parameter.kind === 'choice' && value !== undefined) {
      order = parameter.order(value, name);
      if (parameter.condition) conditions.push(parameter.condition(order));
    } else if (parameter.kind === 'filter') {
      const asked = value ?? parameter.default;
      if (asked !== undefined) conditions.push(parameter.condition(asked, name, today));
    }
  }
  const { oneOfRequired } = endpoint;
  if (oneOfRequired && !oneOfRequired.some((name) => name in given)) {
    throw missingParameter(oneOfRequired.join(' or '), endpoint.otherwise);
  }
  return { arguments: given, conditions, order, page, maximum, today };
}

/** The spec's rule: a page that is missing or no number counts as 1. Our choice: so does any other
 * than a whole number from 1. */
function pageNumber(value: unknown): number {
  const text = typeof value === 'number' ? String(value) : value;
  const parsed = typeof text === 'string' && /^\s*\d{1,12}\s*$/.test(text) ? Number(text) : 1;
  return Math.max(1, parsed);
}

/** A value as text: of a parameter that takes several, its values between commas. */
function givenValue(parameter: Parameter, value: unknown, name: string): string | undefined {
  if (parameter.kind !== 'filter' || !parameter.isList || !Array.isArray(value)) {
    return wordOf(value, name);
  }
  if (value.length > MAX_LIST) throw invalidParameter(name, `at most ${MAX_LIST} values`);
  return wordOf(value.flatMap((one) => wordOf(one, name) ?? []).join(','), name);
}

/** A value as text; an empty one is an absent one. @throws ServiceError 400 for anything but a word. */
function wordOf(value: unknown, name: string): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const isWord =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  if (!isWord) throw invalidParameter(name, 'one value, as text or number');
  const text = String(value);
  if (text.length > maximumValueLength) {
    throw invalidParameter(name, `at most ${maximumValueLength} characters`);
  }
  // A driver of SQLite may end a text at NUL, so that what follows would not count.
  if (text.includes('\0')) throw invalidParameter(name, 'text without the character NUL');
  return text;
}

/** Our choice: an endpoint's own notices stand behind those of its source, where records do. */
function withNotice({ notice, flagNotices = {} }: Endpoint, page: RecordPage): RecordPage {
  const said = Object.entries(flagNotices).flatMap(([flag, text]) =>
    page.records.some((record) => record.includes(`"${flag}"`)) ? [text] : [],
  );
  return withNotices(page, [...(notice && page.records.length > 0 ? [notice] : []), ...said]);
}

function withNotices(page: RecordPage, more: readonly string[]): RecordPage {
  return more.length === 0 ? page : { ...page, notices: [...(page.notices ?? []), ...more] };
}

function noteFor(
  account: Account,
  source: Source,
  page: Pick<RecordPage, 'note'>,
): string | undefined {
  if (source.demo) return demoDataNote;
  return account.demo ? (page.note ?? demoNote) : page.note;
}

async function unknownRecord(
  source: Source,
  endpoint: Endpoint,
  query: Query,
): Promise<ServiceError> {
  const [value = ''] = Object.values(query.arguments);
  return unknownTicker(
    unknownCompany(await source.directory(endpoint), value),
    source.demo ? fictional : undefined,
  );
}
