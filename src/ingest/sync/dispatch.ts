import type { Clock } from '../../base/clock.ts';
import { type HostRule, MAX_CONNECTIONS } from '../../sources/hosts.ts';
import {
  isAlwaysRead,
  type QueuedRequest,
  type Sieve,
  type SyncSource,
} from '../../sources/source.ts';
import type { Database } from '../../store/database.ts';
import type { Client, Outcome } from './client.ts';
import type { Arrived } from './commit.ts';
import type { Registry } from './company-registry.ts';
import { type Choice, failsAlone, nextOf, putOff } from './queue.ts';
import { contextOf } from './source-context.ts';
import { failureText, noteFailure } from './source-states.ts';
import type { Ledger } from './start-ledger.ts';
import { trusted, validatorsOf } from './validators.ts';

/** Maximum number of responses that were received but are not parsed yet. */
const MAX_UNREAD = 32;
/** Maximum total length of these responses in characters. */
const MAX_UNREAD_BYTES = 16 * 1024 * 1024;

export interface DispatchParts {
  readonly database: Database;
  readonly sources: ReadonlyMap<string, SyncSource>;
  readonly client: Client;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly registry: Registry;
  readonly since: string;
  /** Called when a request has ended, even without a response. */
  readonly changed: () => void;
}

/** Sends requests to their hosts and collects the responses. */
export function createDispatch(parts: DispatchParts) {
  const { database, sources, client, ledger, clock } = parts;
  const rules = rulesOf(sources.values());
  const inFlight = new Map<number, string>();
  const arrived: Arrived[] = [];
  let byProxy: string | undefined;
  let [unreadBytes, firstArrival, answers, refused, silent] = [0, 0, 0, 0, 0];

  function receive(request: QueuedRequest, outcome: Outcome): void {
    if (outcome.kind === 'held') return;
    if (outcome.kind === 'unreachable') {
      silent += 1;
      if (outcome.byProxy) byProxy = outcome.reason;
      defer(request, outcome.reason, 'unreachable');
      return;
    }
    answers += 1;
    if (outcome.kind === 'pause' || outcome.kind === 'blocked') {
      defer(request, outcome.reason, outcome.kind === 'blocked' ? 'blocked' : 'refused');
      return;
    }
    const isOfHost = outcome.kind === 'failed' && !outcome.final && isDown(request);
    if (isOfHost) defer(request, outcome.reason, 'refused');
    else gather(request, outcome);
  }

  function isDown({ address }: QueuedRequest): boolean {
    return ledger.outageOf(new URL(address).hostname, clock()) !== undefined;
  }

  /** Postpones a request after a failure of its host. */
  function defer(
    request: QueuedRequest,
    reason: string,
    kind: Parameters<typeof putOff>[2]['kind'],
  ): void {
    refused += 1;
    putOff(database, request, { reason, kind }, clock());
    noteFailure(database, request.source, failureText(request, reason), clock());
  }

  function gather(request: QueuedRequest, outcome: Arrived['outcome']): void {
    if (arrived.length === 0) firstArrival = clock();
    arrived.push({ request, outcome });
    if (outcome.kind === 'body') unreadBytes += outcome.text.length;
  }

  async function send(request: QueuedRequest, rule: HostRule): Promise<void> {
    const source = sources.get(request.source)!;
    const known = isAlwaysRead(source, request)
      ? undefined
      : validatorsOf(database, request.address, clock());
    const outcome = await client({
      address: request.address,
      rule,
      expects: request.expects,
      accepts: source.accepts ?? [],
      priority: request.lane,
      failsAlone: failsAlone(database, request),
      sieve: request.expects === 'zip' ? sieveOf(source) : undefined,
      ...trusted(known, clock()),
    });
    receive(request, outcome);
  }

  function sieveOf(source: SyncSource): Sieve | undefined {
    const companies = parts.registry.companies();
    const context = { database, companies, since: parts.since, now: clock() };
    return source.sieve?.(contextOf(context, source));
  }

  /**
   * Returns the next requests to a host, or only one if the host is down. Excludes requests in
   * progress and requests whose response is not parsed yet.
   */
  function nextOn(host: string, choice: Choice, now: number): readonly QueuedRequest[] {
    const unread = new Set(arrived.map(({ request }) => request.id));
    const isDown = ledger.outageOf(host, now) !== undefined;
    const most = MAX_CONNECTIONS + inFlight.size + unread.size;
    return nextOf(database, host, choice, now, most, isDown)
      .filter(({ id }) => !inFlight.has(id) && !unread.has(id))
      .slice(0, isDown ? 1 : MAX_CONNECTIONS);
  }

  /**
   * Starts the queued requests with the highest priority (lane) to the hosts of a bucket. Slow
   * hosts do not affect which priority is the highest, because they cannot use the full rate of the
   * bucket.
   */
  function startIn(rule: HostRule, choice: Choice, now: number): void {
    const hosts = Object.entries(rule.hosts).map(([host, pace]) => ({
      host,
      isSlow: pace > rule.startEvery,
      next: ledger.holdOf(rule, now, host) ? [] : nextOn(host, choice, now),
    }));
    const lane = Math.min(
      ...hosts.flatMap(({ isSlow, next }) => (isSlow ? [] : next.map((request) => request.lane))),
    );
    for (const { host, next } of hosts) {
      const open = [...inFlight.values()].filter((one) => one === host).length;
      const may = next.filter((request) => request.lane <= lane);
      const most = ledger.outageOf(host, now) === undefined ? MAX_CONNECTIONS : 1;
      for (const request of may.slice(0, Math.max(0, most - open))) begin(request, host, rule);
    }
  }

  function begin(request: QueuedRequest, host: string, rule: HostRule): void {
    inFlight.set(request.id, host);
    void send(request, rule)
      .catch((cause) => {
        const reason = `could not be sent: ${(cause as Error).message}`;
        gather(request, { kind: 'failed', reason, final: false });
      })
      .finally(() => {
        inFlight.delete(request.id);
        parts.changed();
      });
  }

  return {
    rules,
    /** Starts all requests that may start now. */
    start(choice: Choice): void {
      const now = clock();
      for (const rule of new Set(rules.values())) {
        if (arrived.length >= MAX_UNREAD || unreadBytes >= MAX_UNREAD_BYTES) return;
        startIn(rule, choice, now);
      }
    },
    isOpen: () => inFlight.size > 0,
    /**
     * Number of requests that failed because of the host: it refused the request, did not answer,
     * or asked for a pause.
     */
    refused: () => refused,
    unread: () => ({ answers: arrived.length, bytes: unreadBytes, since: firstArrival }),
    /**
     * Removes responses from the buffer and returns them, up to a maximum number and a maximum
     * total length in characters.
     */
    take(most: number, bytes: number): Arrived[] {
      const taken: Arrived[] = [];
      for (let sum = 0; taken.length < most && sum < bytes && arrived.length > 0; ) {
        const next = arrived.shift()!;
        if (next.outcome.kind === 'body') sum += next.outcome.text.length;
        taken.push(next);
        unreadBytes -= next.outcome.kind === 'body' ? next.outcome.text.length : 0;
      }
      firstArrival = clock();
      return taken;
    },
    /**
     * Returns the reason why no public source can be reached. Returns undefined if a host has
     * responded or no request has failed.
     */
    offline(): string | undefined {
      if (answers > 0 || silent === 0) return undefined;
      const why = byProxy === undefined ? '' : `: the request ${byProxy}`;
      return `no public source can be reached from this machine${why}`;
    },
  };
}

/** Returns the rule that applies to each host. */
function rulesOf(sources: Iterable<SyncSource>): ReadonlyMap<string, HostRule> {
  const rules = new Map<string, HostRule>();
  for (const { host: rule } of sources) {
    for (const host of Object.keys(rule.hosts)) rules.set(host, rule);
  }
  return rules;
}
