import { type Clock, todayOf } from '../../base/clock.ts';
import {
  isEarly,
  lanes,
  type QueuedRequest,
  type ReadResult,
  type SyncRequest,
  type SyncSource,
} from '../../sources/source.ts';
import { type Database, inTransaction } from '../../store/database.ts';
import type { Client, Outcome } from './client.ts';
import { openRegistry } from './company-registry.ts';
import { contextOf } from './source-context.ts';
import { userAgentSetting } from './user-agent.ts';

/** The response of a source to one request. */
export interface Probed {
  readonly source: string;
  readonly host: string;
  /** Status and size of the response, or the reason why the request failed. */
  readonly answer: string;
  /** A text that says whether the layout of the response was understood. */
  readonly layout: string;
  /** The suggested next step, or an empty text. */
  readonly advice: string;
}

export interface ProbeParts {
  readonly client: Client;
  readonly sources: readonly SyncSource[];
  /** Tickers of the companies to request from sources that send one request per company. */
  readonly tickers: ReadonlySet<string>;
  readonly clock: Clock;
  readonly since: string;
  /** A temporary store in memory. */
  readonly database: Database;
}

/** Sends one request to each source. The URL may come from the response of an earlier source. */
export async function* probe(parts: ProbeParts): AsyncGenerator<Probed> {
  const { database, clock, since } = parts;
  const registry = openRegistry(database, () => todayOf(clock), parts.tickers);
  const named = new Map<string, SyncRequest>();
  for (const source of parts.sources) {
    const companies = registry.companies();
    const context = contextOf({ database, companies, since, now: clock() }, source);
    const [planned] = isEarly(source, companies) ? [] : source.plan(context);
    const request = planned ?? named.get(source.name);
    if (request === undefined) {
      yield notRequested(source);
      continue;
    }
    const outcome = await parts.client({
      address: request.address,
      rule: source.host,
      expects: request.expects,
      accepts: source.accepts ?? [],
      sieve: request.expects === 'zip' ? source.sieve?.(context) : undefined,
    });
    const result = resultOf(source, request, outcome, context);
    for (const further of result?.requests ?? []) {
      if (further.source !== undefined && !named.has(further.source)) {
        named.set(further.source, further);
      }
    }
    inTransaction(database, () => registry.note(result?.companies ?? []));
    yield {
      source: source.name,
      host: new URL(request.address).hostname,
      answer: answerOf(outcome),
      layout: layoutOf(result),
      advice: adviceOf(source, outcome, result),
    };
  }
}

function notRequested({ name, host, follows }: SyncSource): Probed {
  const layout = 'not requested';
  const why =
    follows === undefined
      ? 'nothing is due now'
      : `the responses from ${follows} contain no request to this source`;
  return { source: name, host: Object.keys(host.hosts)[0] ?? '', answer: why, layout, advice: '' };
}

function resultOf(
  source: SyncSource,
  request: SyncRequest,
  outcome: Outcome,
  context: Parameters<SyncSource['read']>[1],
): ReadResult | undefined {
  if (outcome.kind !== 'body') return undefined;
  const queued: QueuedRequest = {
    id: 0,
    source: source.name,
    attempts: 0,
    rank: request.rank ?? 0,
    address: request.address,
    expects: request.expects,
    version: request.version,
    lane: lanes.indexOf(request.lane),
    subject: request.subject ?? null,
    about: request.about ? JSON.stringify(request.about) : null,
    chain: request.chain ?? null,
  };
  const { status, text, headers } = outcome;
  try {
    return source.read({ status, text, headers, request: queued }, context);
  } catch {
    return { failed: 'the parser failed' };
  }
}

function answerOf(outcome: Outcome): string {
  if (outcome.kind === 'body') return `status ${outcome.status}, ${outcome.bytes} bytes`;
  if (outcome.kind === 'held') return `not requested: ${outcome.hold.why}`;
  return outcome.kind === 'unchanged' ? 'unchanged' : outcome.reason;
}

function layoutOf(result: ReadResult | undefined): string {
  if (result === undefined) return '';
  if (result.failed !== undefined) return `not understood: ${result.failed}`;
  const records = (result.batches ?? []).reduce((sum, batch) => sum + batch.records.length, 0);
  const found = records + (result.companies?.length ?? 0) + (result.documents?.length ?? 0);
  const [problem] = result.problems ?? [];
  const except = problem ? ` except for ${result.problems!.length} parts (${problem.reason})` : '';
  return `understood${except}: ${found} records, ${result.requests?.length ?? 0} further requests`;
}

function adviceOf({ host }: SyncSource, outcome: Outcome, result: ReadResult | undefined): string {
  if (result?.failed !== undefined) return 'send a bug report with the file of `sync --report`';
  if (outcome.kind === 'unreachable') return 'check the network; see HTTPS_PROXY';
  if (outcome.kind === 'pause' || outcome.kind === 'held') return 'try again later';
  if (outcome.kind !== 'failed') return '';
  const isRefused = outcome.status === 401 || outcome.status === 403;
  if (isRefused && host.key) return `check ${host.key.setting} and the plan of the key`;
  return isRefused ? `set ${userAgentSetting(host)} to a name that the host accepts` : '';
}
