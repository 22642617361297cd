import {
  type Account,
  type Accounts,
  type Credential,
  identify,
  permitAccount,
  permitEndpoint,
  permitted,
} from './access/access.ts';
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
import { type Condition, maximumValueLength, type Parameter } from './params.ts';
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

/** A question to an endpoint. */
interface Asked {
  readonly endpoint: Endpoint;
  readonly arguments: RawArguments;
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
   * @throws ServiceError 401, 403, 429
   */
  answerAll(
    questions: readonly Asked[],
    credential: Credential,
  ): Promise<readonly (Answer | ServiceError)[]>;
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
  async function answered(
    caller: Account,
    { endpoint, arguments: raw }: Asked,
    today: string,
  ): Promise<Answer> {
    const current = source();
    const query = queryOf(endpoint, raw, today);
    const scan: Scan = (steps) => turns.scan(caller.name, steps);
    const page = withNotice(endpoint, await current.fetch(endpoint, query, scan));
    const state = page.origin ?? current.describe();
    if (endpoint.paging === 'single' && page.total === 0)
      await refuseUnknown(current, endpoint, query);
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

  /** Real records may have come while the request waited, which the key of the demo does not open. */
  function permitStill(credential: Credential, overDemo: boolean, today: string): void {
    if (source().demo !== overDemo) permittedAccount(credential, today);
  }

  return {
    today: () => todayOf(clock),
    account: (credential) => permittedAccount(credential, todayOf(clock)),
    source,
    async answer(endpoint, raw, credential, checkArguments) {
      const overDemo = source().demo;
      const today = todayOf(clock);
      const caller = permittedAccount(credential, today);
      permitEndpoint(caller, endpoint);
      if (credential !== 'owner') await limits.spend(caller, endpoint);
      await turns.enter(caller.name);
      permitStill(credential, overDemo, today);
      checkArguments?.();
      return answered(caller, { endpoint, arguments: raw }, today);
    },
    async answerAll(questions, credential) {
      const overDemo = source().demo;
      const today = todayOf(clock);
      const caller = permittedAccount(credential, today);
      const endpoints = [...new Set(questions.map(({ endpoint }) => endpoint))];
      const reached = endpoints.filter((one) => permitted(caller, one) && source().serves(one));
      if (credential !== 'owner' && reached.length > 0) await limits.spend(caller, ...reached);
      await turns.enter(caller.name);
      permitStill(credential, overDemo, today);
      const answers = questions.map(async (asked) => {
        permitEndpoint(caller, asked.endpoint);
        if (!reached.includes(asked.endpoint)) throw notServed();
        return answered(caller, asked, today);
      });
      return Promise.all(answers.map((answer) => answer.catch(refusalIn)));
    },
  };
}

/** A refusal stands in place of its answer; anything else is no answer at all. */
function refusalIn(cause: unknown): ServiceError {
  if (cause instanceof ServiceError) return cause;
  throw cause;
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
    const value = wordOf(raw[name], name);
    if (value === undefined && parameter.required) throw missingParameter(name);
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
    throw missingParameter(oneOfRequired.join(' or '));
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

/** Our choice: an endpoint's own notice stands behind those of its source, where records do. */
function withNotice({ notice }: Endpoint, page: RecordPage): RecordPage {
  if (!notice || page.records.length === 0) return page;
  return { ...page, notices: [...(page.notices ?? []), notice] };
}

function noteFor(account: Account, source: Source, page: RecordPage): string | undefined {
  if (source.demo) return demoDataNote;
  return account.demo ? (page.note ?? demoNote) : page.note;
}

async function refuseUnknown(source: Source, endpoint: Endpoint, query: Query): Promise<never> {
  const [name, value = ''] = Object.entries(query.arguments)[0] ?? [];
  const parameter: Parameter | undefined = name ? endpoint.parameters[name] : undefined;
  const column = parameter?.kind === 'filter' ? parameter.columns[0] : undefined;
  const close = column ? await source.suggest(endpoint, column, value.toUpperCase()) : [];
  throw unknownTicker(value, close, source.demo);
}
