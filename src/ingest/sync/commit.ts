import { dayAt } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { FactName } from '../../facts/fact-kinds.ts';
import type { Companies } from '../../sources/company-notes.ts';
import type { Problem } from '../../sources/formats/records.ts';
import type { Batch } from '../../sources/parsed.ts';
import { type ReadText, statedIn, textsAmong, UnreadText } from '../../sources/released-text.ts';
import {
  isAlwaysRead,
  type QueuedRequest,
  type ReadResult,
  type SyncSource,
} from '../../sources/source.ts';
import { type Database, inTransaction } from '../../store/database.ts';
import { writeFacts } from '../../store/facts-store.ts';
import type { TextReader } from '../text-reader.ts';
import { enqueueAll, NO_CHAIN, propose, settle } from './chains.ts';
import type { Outcome } from './client.ts';
import type { Noted, Registry } from './company-registry.ts';
import { type Failure, failsAlone, markDone, markFailed, putOff } from './queue.ts';
import { contextOf } from './source-context.ts';
import { failureText, noteFailure, noteRefused, noteSuccess } from './source-states.ts';
import type { Ledger } from './start-ledger.ts';
import { validatorsOf, writeValidators } from './validators.ts';
import { textsOf } from './waiting-documents.ts';

/** A response whose records are not stored yet. */
export interface Arrived {
  readonly request: QueuedRequest;
  readonly outcome: Extract<Outcome, { kind: 'body' | 'unchanged' | 'failed' | 'absent' }>;
}

/** The changes that a batch of responses made. */
export interface Committed {
  /** Numbers of new and changed facts, by kind. */
  readonly written: ReadonlyMap<FactName, number>;
  readonly universeChanged: boolean;
}

export interface CommitParts {
  readonly database: Database;
  readonly sources: ReadonlyMap<string, SyncSource>;
  readonly registry: Registry;
  readonly ledger: Pick<Ledger, 'answered' | 'failed' | 'outageOf'>;
  readonly readText: ReadText;
  /** Parses large responses in a worker thread. If absent, the main thread parses them. */
  readonly parse?: TextReader['parse'] | undefined;
  readonly log: Log;
  readonly since: string;
  /** Whether this process still has the lock. Called inside the transaction. */
  readonly stillMine: () => boolean;
  /** Called inside the transaction with the kinds of facts that changed. */
  readonly wrote: (kinds: Iterable<FactName>) => void;
}

/** Thrown if another process has taken the lock. No part of the batch is written. */
export class LostLock extends Error {}

/**
 * Maximum number of characters of a response that the main thread parses. The worker thread parses
 * longer responses.
 */
const LARGE = 200_000;

type Effect =
  | { readonly kind: 'unchanged' }
  | (Failure & { readonly kind: 'failed' | 'absent' })
  /** The host is down or refused the request. */
  | { readonly kind: 'refused'; readonly reason: string }
  | {
      readonly kind: 'read';
      readonly result: ReadResult;
      /** The records of a response, and the statements in its texts. */
      readonly batches: readonly Batch[];
      /** The parts of the response that were omitted, each with the reason. */
      readonly problems: readonly Problem[];
      readonly digest: string;
    };

/**
 * Reads a batch of responses. One transaction stores the results (facts, statements, cursors,
 * validators and further requests) and marks the requests as completed.
 * @throws LostLock if another process has taken the lock
 */
export async function commit(
  parts: CommitParts,
  answers: readonly Arrived[],
  now: number,
): Promise<Committed> {
  const cursors = new Map<string, string>();
  const effects: Effect[] = [];
  for (const answer of answers) {
    const read = await effectOf(parts, answer, cursors, now);
    const effect = await withStated(parts, answer, await judged(parts, answer, read, now));
    if (effect.kind === 'read' && effect.result.cursor !== undefined) {
      cursors.set(chainKey(answer.request), effect.result.cursor);
    }
    effects.push(effect);
  }
  return inTransaction(parts.database, () => {
    if (!parts.stillMine()) throw new LostLock();
    return applied(parts, answers, effects, now);
  });
}

/**
 * Ignores the error of a worker thread that could not parse a response. The main thread then parses
 * the response.
 */
function unreadable(cause: unknown): undefined {
  if (!(cause instanceof UnreadText)) throw cause;
}

/** Returns a key for the chain of a request. The key is unique among the chains of all sources. */
function chainKey({ source, chain }: QueuedRequest): string {
  return `${source} ${chain ?? NO_CHAIN}`;
}

async function effectOf(
  { database, sources, registry, log, since, parse }: CommitParts,
  { request, outcome }: Arrived,
  cursors: ReadonlyMap<string, string>,
  now: number,
): Promise<Effect> {
  if (outcome.kind !== 'body') return outcome;
  const source = sources.get(request.source)!;
  const { digest } = outcome;
  const isSame = validatorsOf(database, request.address, now)?.hash === digest;
  if (isSame && !isAlwaysRead(source, request)) return { kind: 'unchanged' };
  const parts = { database, companies: registry.companies(), since, now };
  const page = { chain: request.chain ?? NO_CHAIN, cursor: cursors.get(chainKey(request)) };
  const context = contextOf(parts, source, page);
  const { status, text, headers } = outcome;
  const { connector } = source;
  const isLarge = connector !== undefined && text.length > LARGE && status === 200;
  const parsed = isLarge
    ? await parse?.(connector.name, text, request.address).catch(unreadable)
    : undefined;
  try {
    const result = source.read({ status, text, parsed, headers, request }, context);
    const { failed, batches = [], problems = [] } = result;
    if (failed === undefined) return { kind: 'read', result, batches, problems, digest };
    return {
      kind: 'failed',
      reason: `got a response that ${failed}`,
      final: result.final ?? false,
    };
  } catch (cause) {
    const { name, stack } = cause as Error;
    // The error message is not logged because it may contain the response and an API key.
    const at = stack?.match(/^ +at .*$/gm);
    log.error(
      { error: name, at, source: source.name, address: request.address },
      'the parser failed on a response',
    );
    return {
      kind: 'failed',
      reason: 'returned a response that the reader could not process',
      final: true,
    };
  }
}

/**
 * Checks whether the host returned the requested page. A host may refuse a request by sending
 * another page of its website. Therefore, a wrong page counts as a failure of the host. Exception:
 * if this request has failed before and no other queued request to the host has failed, a wrong
 * page does not count.
 */
async function judged(
  { database, sources, ledger }: CommitParts,
  { request, outcome }: Arrived,
  effect: Effect,
  now: number,
): Promise<Effect> {
  if (outcome.kind !== 'body' || !outcome.isPage) return effect;
  const host = new URL(request.address).hostname;
  if (effect.kind !== 'failed') {
    await ledger.answered(sources.get(request.source)!.host, host, outcome.bytes);
    return effect;
  }
  if (failsAlone(database, request)) return effect;
  await ledger.failed(host, now);
  const isDown = ledger.outageOf(host, now) !== undefined;
  return isDown ? { kind: 'refused', reason: effect.reason } : effect;
}

/** Extracts the statements from the texts of a response and adds them to its records. */
async function withStated(
  { readText, log }: CommitParts,
  { request: { source, address } }: Arrived,
  effect: Effect,
): Promise<Effect> {
  if (effect.kind !== 'read') return effect;
  const { result, batches, problems } = effect;
  const texts = [...textsOf(result.documents ?? []), ...textsAmong(batches)];
  const stated = await statedIn(texts, readText);
  for (const { where, reason } of stated.problems) {
    log.warn({ source, address, where, reason }, 'a text was not read');
  }
  return {
    ...effect,
    batches: [...batches, ...stated.batches],
    problems: [...problems, ...stated.problems],
  };
}

function applied(
  parts: CommitParts,
  answers: readonly Arrived[],
  effects: readonly Effect[],
  now: number,
): Committed {
  const { database, registry } = parts;
  const written = new Map<FactName, number>();
  effects.forEach((effect, at) => {
    const { request, outcome } = answers[at]!;
    if (effect.kind === 'refused') {
      putOff(database, request, effect, now);
      noteFailure(database, request.source, failureText(request, effect.reason), now);
      return;
    }
    if (effect.kind === 'failed' || effect.kind === 'absent') {
      noteFailed(parts, request, effect, now);
      return;
    }
    const bytes = outcome.kind === 'body' ? outcome.bytes : 0;
    noteSuccess(database, request.source, bytes, now);
    // The list may have been restarted while the request was in progress. In this case, the request
    // is no longer queued, and a new request fetches its page.
    if (!markDone(database, request.id, bytes, now)) return;
    if (effect.kind !== 'read' || outcome.kind !== 'body') return;
    if (outcome.status === 200) {
      writeValidators(database, request.address, outcome.headers, effect.digest, now);
    }
    requested(database, request, effect.result, now);
    noteProblems(database, request, effect.problems, now);
    for (const batch of effect.batches) {
      const records = withTickers(batch, registry.companies());
      // Facts are stored with the day on which they were read, but without the time. If a fact is
      // read again on the same day, it does not change.
      const observed = dayAt(now);
      const { added, replaced } = writeFacts(
        database,
        batch.kind,
        records,
        request.source,
        observed,
      );
      if (added + replaced > 0) {
        written.set(batch.kind, (written.get(batch.kind) ?? 0) + added + replaced);
      }
    }
  });
  const news = effects.flatMap((effect) =>
    effect.kind === 'read' ? (effect.result.companies ?? []) : [],
  );
  const noted: Noted = registry.note(news);
  if (noted.companies > 0) written.set('companies', noted.companies);
  parts.wrote(noted.changed ? new Set([...written.keys(), 'companies']) : written.keys());
  if (noted.refused) noteFailure(database, 'sec-tickers', noted.refused, now);
  return { written, universeChanged: noted.reordered };
}

function noteFailed(
  { database, log }: CommitParts,
  request: QueuedRequest,
  failure: Failure,
  now: number,
): void {
  const { source, address } = request;
  const state = markFailed(database, request, failure, now);
  if (state === 'gone') return;
  noteFailure(database, source, failureText(request, failure.reason), now);
  if (!failure.final) return;
  log.error({ source, address, reason: failure.reason }, 'a request was given up');
}

/**
 * Queues the further requests that follow from a response. If the list is complete, updates its
 * cursor.
 */
function requested(
  database: Database,
  from: QueuedRequest,
  { requests = [], cursor }: ReadResult,
  now: number,
): void {
  const { source } = from;
  const chain = from.chain ?? NO_CHAIN;
  if (cursor !== undefined) propose(database, source, chain, cursor);
  const known = enqueueAll(database, source, requests, from);
  if (known.some(({ continues }) => continues)) {
    const reason = 'links to a page that was already read';
    noteFailure(database, source, failureText(from, reason), now);
  }
  settle(database, source, chain);
}

/**
 * Saves the number of omitted parts of a response, and why the first of them was omitted. The
 * command `status` shows both.
 */
function noteProblems(
  database: Database,
  request: QueuedRequest,
  problems: readonly Problem[],
  now: number,
): void {
  const [first] = problems;
  if (!first) return;
  const refusal = failureText(request, `${first.where}: ${first.reason}`);
  noteRefused(database, request.source, { refused: problems.length, refusal }, now);
}

/**
 * Looks up the tickers of records that identify a company only by CIK or name. Records without a
 * match are omitted.
 */
function withTickers(batch: Batch, companies: Companies): Batch['records'] {
  if (!batch.needsTicker) return batch.records;
  return batch.records.flatMap((record) => {
    const { cik, company_name } = record;
    const known = cik === undefined || cik === null ? undefined : String(cik);
    const found = known ?? companies.cikOfName(String(company_name ?? ''));
    const ticker = found === undefined ? undefined : companies.tickerOfCik(found);
    return ticker === undefined ? [] : [{ ...record, ticker }];
  });
}
