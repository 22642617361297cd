import { type Clock, todayOf } from '../clock.ts';
import type { Endpoint } from '../endpoint.ts';
import { upstreamPlanRequired } from '../errors.ts';
import type { Log } from '../log.ts';
import type { RecordPage, Source, SourceState } from './source.ts';
import { createUpstreamCache, type KeptPage } from './upstream-cache.ts';
import { type CircuitState, createCircuit } from './upstream-circuit.ts';
import { ask, type ClientParts, type Trace } from './upstream-client.ts';
import { allowsStale, errorOf, UpstreamFailure } from './upstream-failure.ts';
import type { UpstreamHttp } from './upstream-http.ts';
import { type BucketState, createPacing } from './upstream-pacing.ts';
import { type Routes, targetOf } from './upstream-routes.ts';
import type { UpstreamSettings } from './upstream-settings.ts';

export interface UpstreamParts {
  readonly http: UpstreamHttp;
  /** Host of the upstream, as it is shown. */
  readonly host: string;
  readonly routes: Routes;
  readonly settings: UpstreamSettings;
  readonly clock: Clock;
  /** From 0 to 1, for jitter. */
  readonly random: () => number;
  readonly log: Log;
}

/** How the gateway does, for `status`. */
export interface UpstreamState {
  readonly circuit: CircuitState;
  readonly buckets: readonly BucketState[];
  readonly calls: number;
  /** Calls answered without asking: kept answers, and questions already under way. */
  readonly cached: number;
  /** When the upstream last answered, ISO time. */
  readonly answeredAt: string | undefined;
  /** What the upstream refuses the key now: `everything`, or names of tools. */
  readonly refused: readonly string[];
}

export interface UpstreamSource extends Source {
  state(): UpstreamState;
}

/** A commercial service, or another instance of this server, as a source. */
export function createUpstreamSource(parts: UpstreamParts): UpstreamSource {
  const { host, routes, settings, clock, log } = parts;
  const circuit = createCircuit(clock, settings);
  const pacing = createPacing(clock, settings);
  const client: ClientParts = { ...parts, circuit, pacing };
  const cache = createUpstreamCache(settings.keptBytes);
  const refusals = createRefusals(clock, settings);
  const origin: SourceState = { version: 'upstream', from: `upstream ${host}`, asOf: undefined };
  let calls = 0;
  let cached = 0;
  let answers = 0;
  let answeredAt: number | undefined;

  async function askUpstream(
    endpoint: Endpoint,
    target: ReturnType<typeof targetOf>,
    trace: Trace,
  ): Promise<KeptPage> {
    refusals.check(endpoint);
    try {
      const { records, total, note, staleAsOf } = await ask(client, endpoint, target, trace);
      const at = clock();
      answers += 1;
      answeredAt = at;
      const page: RecordPage = {
        records,
        total: endpoint.paging === 'pages' ? total : records.length,
        ...(note === undefined ? {} : { note }),
        ...(staleAsOf === undefined ? {} : { staleAsOf }),
        origin: { ...origin, version: `upstream/${answers}`, asOf: todayOf(() => at) },
      };
      return { page, at };
    } catch (cause) {
      if (cause instanceof UpstreamFailure) refusals.learn(endpoint, cause);
      throw cause;
    }
  }

  /** The answer to a failed call: the last good one with its age, or the failure in our words. */
  function standIn(endpoint: Endpoint, kept: KeptPage | undefined, cause: unknown): RecordPage {
    if (!(cause instanceof UpstreamFailure)) throw cause;
    const isYoung = kept !== undefined && clock() - kept.at <= settings.stale;
    if (!isYoung || !allowsStale(cause)) throw errorOf(cause, endpoint.name);
    return { staleAsOf: new Date(kept.at).toISOString(), ...kept.page };
  }

  return {
    kind: 'upstream',
    demo: false,
    serves: (endpoint) => routes(endpoint) !== undefined && planReaches(endpoint, settings),
    describe: () => origin,
    async fetch(endpoint, query) {
      const path = routes(endpoint);
      if (path === undefined) throw errorOf(new UpstreamFailure('no such path'), endpoint.name);
      if (!planReaches(endpoint, settings)) throw upstreamPlanRequired(endpoint.plan);
      const started = clock();
      const target = targetOf(path, endpoint, query);
      const key = JSON.stringify([endpoint.name, query.arguments, target.query.page]);
      const kept = cache.get(key);
      const trace: Trace = { status: undefined, waited: 0, retries: 0 };
      const said = (how: { cached: boolean; stale?: true; failure?: string }) =>
        log.info({ ...describeCall(endpoint, trace, clock() - started), ...how }, 'upstream call');
      calls += 1;
      if (kept && started - kept.at < settings.fresh(endpoint)) {
        cached += 1;
        said({ cached: true });
        return kept.page;
      }
      let asked = false;
      try {
        const { page } = await cache.join(key, () => {
          asked = true;
          return askUpstream(endpoint, target, trace);
        });
        if (!asked) cached += 1;
        said({ cached: !asked });
        return page;
      } catch (cause) {
        const failure = cause instanceof UpstreamFailure ? cause.kind : 'unknown';
        const page = attemptStandIn(() => standIn(endpoint, kept, cause), said, failure, asked);
        return page;
      }
    },
    suggest: async () => [],
    state: () => ({
      circuit: circuit.state(),
      buckets: pacing.budget(),
      calls,
      cached,
      answeredAt: answeredAt === undefined ? undefined : new Date(answeredAt).toISOString(),
      refused: refusals.list(),
    }),
    close: () => parts.http.close(),
  };
}
