import { setTimeout as sleep } from 'node:timers/promises';
import Bottleneck from 'bottleneck';
import { isAhead } from '../../base/clock.ts';
import { type HostRule, MAX_CONNECTIONS } from '../../sources/hosts.ts';

/** Starts requests in order and within the rate limits. */
export interface Pacing {
  run<Result>(rule: HostRule, turn: Turn, work: () => Promise<Result>): Promise<Result>;
  /**
   * Restarts the queued requests after the system clock was set back. Bottleneck computes start
   * times from the clock. Without a restart, the requests would be delayed by as much as the clock
   * was set back.
   */
  restart(): void;
}

interface Turn {
  readonly host: string;
  /** Whether to double the interval between two requests of the bucket. */
  readonly slowly: boolean;
  /** Crawl-delay of the host, in milliseconds. */
  readonly crawlDelay?: number;
  /** Milliseconds to wait before the first request of this process to the host. */
  readonly rest?: number;
  /** Priority among requests that wait for the same bucket: 0 is first, 9 is last. */
  readonly priority: number;
}

/** Error message for waiting requests whose limiter is replaced. */
const SET_BACK = 'the clock was set back';
/** Milliseconds after a restart in which no request starts. */
const REST = 1_000;

/**
 * Paces requests with one limiter per bucket and per host, each with fixed settings. A limiter gets
 * only one request at a time. If a limiter had several requests, Bottleneck would assign their
 * start times in the order of arrival and ignore priorities.
 */
export function createPacing(wait: (milliseconds: number) => Promise<unknown> = sleep): Pacing {
  const limiters = new Map<string, Bottleneck>();
  /** For each host, the interval in milliseconds that is kept between its requests. */
  const kept = new Map<string, number>();
  /**
   * For each slow host, a promise that resolves when the interval since the last request has
   * passed. A restart does not shorten the interval.
   */
  const intervals = new Map<string, Promise<unknown>>();
  let rested: Promise<unknown> = Promise.resolve();
  /**
   * `restarts` is the number of restarts. `latest` is the time of the last request after the last
   * restart.
   */
  let [restarts, latest] = [0, 0];

  function limiter(name: string, options: Bottleneck.ConstructorOptions): Bottleneck {
    const known = limiters.get(name) ?? new Bottleneck(options);
    limiters.set(name, known);
    return known;
  }

  /**
   * Starts a request to a host. If the host permits fewer requests than its bucket, the request
   * first waits until the host's interval has passed since the previous request started.
   */
  function pastGate(rule: HostRule, turn: Turn, start: () => Promise<void>): Promise<void> {
    const own = Math.max(rule.hosts[turn.host] ?? 0, turn.crawlDelay ?? 0);
    const pace = turn.slowly ? Math.max(own, 2 * rule.startEvery) : own;
    if (pace <= rule.startEvery) return start();
    const name = `gate ${turn.slowly ? rule.name : turn.host}`;
    const gate = limiter(name, { maxConcurrent: 1 });
    const ofRule = rule.hosts[turn.host] ?? 0;
    return gate.schedule({ priority: turn.priority }, async () => {
      await intervals.get(name);
      // The request for robots.txt started before the Crawl-delay was known, so the pause after
      // that request was too short. The next request therefore waits for the rest of the delay.
      const before = kept.get(turn.host) ?? (ofRule > rule.startEvery ? ofRule : 0);
      const rest = kept.has(turn.host) ? 0 : (turn.rest ?? 0);
      const more = Math.max(rest, (turn.crawlDelay ?? 0) - before);
      if (more > 0) await wait(more);
      kept.set(turn.host, Math.max(before, turn.crawlDelay ?? 0));
      await start();
      intervals.set(name, wait(pace));
      await intervals.get(name);
    });
  }

  function started<Result>(rule: HostRule, turn: Turn, work: () => Promise<Result>) {
    const connections = limiter(`connections ${turn.host}`, { maxConcurrent: MAX_CONNECTIONS });
    const bucket = limiter(`bucket ${rule.name}`, { minTime: rule.startEvery, maxConcurrent: 1 });
    const { priority } = turn;
    const before = restarts;
    return connections.schedule(
      { priority },
      () =>
        new Promise<Result>((resolve, reject) => {
          const begin = async () => {
            watch();
            if (restarts > before) throw new Bottleneck.BottleneckError(SET_BACK);
            resolve(work());
          };
          pastGate(rule, turn, () => bucket.schedule({ priority }, begin)).catch(reject);
        }),
    );
  }

  function restart(): void {
    const former = [...limiters.values()];
    limiters.clear();
    [restarts, latest] = [restarts + 1, 0];
    rested = wait(REST);
    for (const each of former) {
      void each.stop({ dropErrorMessage: SET_BACK, enqueueErrorMessage: SET_BACK });
    }
  }

  /**
   * Restarts if the clock was set back. Without a restart, a timer could exceed 24 days. Node ends
   * such a timer immediately, so the request would start without its delay.
   */
  function watch(): void {
    const now = Date.now();
    if (isAhead(latest, now)) restart();
    latest = Math.max(latest, now);
  }

  return {
    restart,
    async run<Result>(rule: HostRule, turn: Turn, work: () => Promise<Result>): Promise<Result> {
      for (;;) {
        await rested;
        try {
          return await started(rule, turn, work);
        } catch (cause) {
          if (!isGivenUp(cause)) throw cause;
        }
      }
    },
  };
}

function isGivenUp(cause: unknown): boolean {
  return cause instanceof Bottleneck.BottleneckError && cause.message === SET_BACK;
}
