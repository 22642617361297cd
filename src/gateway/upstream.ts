import { type Clock, type Monotonic, todayOf } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { noTracing, type Tracing } from '../base/tracing.ts';
import { upstreamPlanRequired, upstreamWithout } from '../base/upstream-errors.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import type { BackendState, Query, RecordPage } from '../catalogue/query.ts';
import type { Budget } from '../service/access/budget.ts';
import type { Backend } from '../service/backend.ts';
import type { SharedAnswers } from './upstream-answers.ts';
import { createUpstreamCache, type KeptPage } from './upstream-cache.ts';
import { createCircuit } from './upstream-circuit.ts';
import { ask, type Target, type Trace } from './upstream-client.ts';
import { allowsStale, errorOf, UpstreamFailure } from './upstream-failure.ts';
import type { UpstreamHttp } from './upstream-http.ts';
import { createPacing } from './upstream-pacing.ts';
import { createRefusals } from './upstream-refusals.ts';
import { type Routes, targetOf } from './upstream-routes.ts';
import type { UpstreamSettings } from './upstream-settings.ts';
import type { UpstreamState } from './upstream-state-file.ts';

export interface UpstreamParts {
  readonly http: UpstreamHttp;
  /** Host name of the upstream, for display. */
  readonly host: string;
  readonly routes: Routes;
  readonly settings: UpstreamSettings;
  readonly clock: Clock;
  readonly monotonic: Monotonic;
  /** The rate limits, which all callers of this upstream share. The backend closes the budget. */
  readonly budget: Budget;
  /** The cache of answers, which all callers of this upstream share. */
  readonly answers: SharedAnswers;
  /** Returns a random number from 0 to 1, for jitter. */
  readonly random: () => number;
  readonly log: Log;
  readonly tracing?: Tracing;
}

export interface UpstreamBackend extends Backend {
  state(): UpstreamState;
}

/**
 * A backend for another service: the commercial service, or another instance of this server.
 * Answers come from the cache or the upstream. If the upstream fails, an older answer is returned
 * with its time.
 */
export function createUpstreamBackend(parts: UpstreamParts): UpstreamBackend {
  const { http, host, routes, settings, monotonic, budget, log, tracing = noTracing } = parts;
  const cache = createUpstreamCache(settings.keptBytes);
  const asker = createAsker(parts);
  let calls = 0;
  let cached = 0;

  async function fetch(endpoint: Endpoint, query: Query): Promise<RecordPage> {
    const target = targetFor(endpoint, query, parts);
    const key = JSON.stringify([endpoint.name, query.arguments, target.query.page]);
    const kept = cache.get(key);
    const trace: Trace = { status: undefined, waited: 0, retries: 0 };
    const call = { endpoint: endpoint.name, started: monotonic(), trace };
    calls += 1;
    if (kept && isFresh(kept, endpoint, query, parts)) {
      cached += 1;
      logCall(parts, call, { cached: true });
      return kept.page;
    }
    let joined = true;
    try {
      const { page } = await cache.join(key, () => {
        joined = false;
        return tracing.step('upstream', endpoint.name, () =>
          asker.ask(endpoint, target, call.trace, `${query.today} ${key}`),
        );
      });
      if (joined) cached += 1;
      logCall(parts, call, { cached: joined });
      return page;
    } catch (cause) {
      if (!(cause instanceof UpstreamFailure)) throw cause;
      const stale = allowsStale(cause) ? staleOf(kept, parts) : undefined;
      logCall(parts, call, { cached: stale !== undefined, failure: cause.kind });
      if (!stale) throw errorOf(cause, endpoint.name);
      return stale;
    }
  }

  return {
    kind: 'upstream',
    demo: false,
    serves: (endpoint) => routes(endpoint) !== undefined && planReaches(endpoint, settings),
    describe: () => stateOf(host),
    fetch,
    values: async () => [],
    knowsNames: false,
    directory: async () => undefined,
    contents: async () => [],
    state: () => ({ ...asker.state(), calls, cached }),
    async close() {
      log.info({ ...asker.state(), calls, cached }, 'upstream closed');
      await http.close();
      budget.close();
    },
  };
}

/** Sends requests to the upstream and keeps the state of the gateway. */
function createAsker(parts: UpstreamParts) {
  const { host, settings, clock, monotonic, log } = parts;
  const { fresh, callTimeout: patience } = settings;
  const circuit = createCircuit(monotonic, settings);
  const pacing = createPacing(parts);
  const refusals = createRefusals(monotonic, settings, log);
  let answers = 0;
  let answeredAt: number | undefined;
  return {
    async ask(
      endpoint: Endpoint,
      target: Target,
      trace: Trace,
      question: string,
    ): Promise<KeptPage> {
      refusals.check(endpoint);
      try {
        const bounds = { fresh: fresh(endpoint), patience };
        const { answer, age } = await parts.answers.join(question, bounds, async () => ({
          envelope: await ask({ ...parts, circuit, pacing }, endpoint, target, trace),
          at: clock(),
        }));
        const { envelope, at } = answer;
        const { records, total, note, staleAsOf } = envelope;
        answers += 1;
        answeredAt = at;
        const page = {
          records,
          total: endpoint.paging === 'pages' ? total : records.length,
          ...(note === undefined ? {} : { note }),
          ...(staleAsOf === undefined ? {} : { staleAsOf }),
          origin: { ...stateOf(host), version: `upstream/${answers}`, asOf: todayOf(() => at) },
        };
        return { page, at, answered: monotonic() - age };
      } catch (cause) {
        if (cause instanceof UpstreamFailure) {
          refusals.learn(endpoint, cause);
          if (cause.kind === 'uncounted')
            log.error({ err: cause.cause }, 'upstream requests cannot be counted and are not sent');
        }
        throw cause;
      }
    },
    state: () => ({
      circuit: circuit.state(),
      buckets: pacing.budget(),
      answeredAt: answeredAt === undefined ? undefined : new Date(answeredAt).toISOString(),
      refused: refusals.list(),
    }),
  };
}

function stateOf(host: string): BackendState {
  return { version: 'upstream', from: `upstream ${host}`, asOf: undefined };
}

/**
 * @throws ServiceError if the endpoint has no upstream path, if the key's plan excludes it, or if
 * the query uses a parameter or a sort order that only this server has
 */
function targetFor(endpoint: Endpoint, query: Query, { routes, settings }: UpstreamParts): Target {
  const path = routes(endpoint);
  const { sort, arguments: given } = query;
  const own = Object.keys(endpoint.added ?? {}).filter((name) => name in given);
  if (sort && !sort.isStated) own.push('sort');
  if (own.length > 0) throw upstreamWithout(own);
  if (path === undefined) throw errorOf(new UpstreamFailure('no such path'), endpoint.name);
  if (!planReaches(endpoint, settings)) throw upstreamPlanRequired(endpoint.plan);
  return targetOf(path, endpoint, query);
}

function planReaches(endpoint: Endpoint, { plan }: UpstreamSettings): boolean {
  return plan !== 'basic' || endpoint.plan === 'basic';
}

/**
 * Whether a cached answer may be served without a request. An answer from an earlier day is
 * outdated, because upcoming events may have become past events.
 */
function isFresh(
  { at, answered }: KeptPage,
  endpoint: Endpoint,
  { today }: Query,
  { settings, monotonic }: UpstreamParts,
): boolean {
  return monotonic() - answered < settings.fresh(endpoint) && todayOf(() => at) === today;
}

/** Returns the last successful answer with its time, if it is recent enough to serve. */
function staleOf(
  kept: KeptPage | undefined,
  { settings, monotonic }: UpstreamParts,
): RecordPage | undefined {
  if (!kept || monotonic() - kept.answered > settings.stale) return undefined;
  const { page, at } = kept;
  return { staleAsOf: new Date(at).toISOString(), ...page };
}

/** Logs one line per call, without arguments and URLs, which may contain the key. */
function logCall(
  { monotonic, log }: UpstreamParts,
  { endpoint, started, trace }: { endpoint: string; started: number; trace: Trace },
  outcome: { readonly cached: boolean; readonly failure?: string },
): void {
  const milliseconds = Math.round(monotonic() - started);
  const waited = Math.round(trace.waited);
  log.info({ endpoint, milliseconds, ...trace, waited, ...outcome }, 'upstream call');
}
