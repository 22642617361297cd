import { setTimeout as sleep } from 'node:timers/promises';
import Bottleneck from 'bottleneck';
import { isAhead } from '../../base/clock.ts';
import { type HostRule, MAX_CONNECTIONS } from '../../sources/hosts.ts';

/** Starts requests in order and within the rate limits. */
export interface Pacing {
  run<Result>(rule: HostRule, turn: Turn, work: () => Promise<Result>): Promise<Result>;
  /**
   * Restarts the queued requests after the system clock was set back. Without a restart,
   * Bottleneck would delay them by the same time, because it computes start times from the clock.
   */
  restart(): void;
}

interface Turn {
  readonly host: string;
  /** Whether to double the interval between two requests of the bucket. */
  readonly slowly: boolean;
  /** Crawl-delay of the host, in milliseconds. */
  readonly crawlDelay?: number;
  /** Milliseconds before the first request of this process to the host. */
  readonly rest?: number;
  /** Order among requests that wait for the same bucket: 0 is first, 9 is last. */
  readonly priority: number;
}

/** The error when a limiter was replaced. */
const SET_BACK = 'the clock was set back';
/** Pause in milliseconds before new limiters replace old ones. It satisfies the limit of a bucket. */
const REST = 1_000;

/**
 * Paces requests with one limiter per bucket and per host, each with fixed settings. A limiter
 * starts one request at a time, because Bottleneck assigns start times in the order in which
 * requests arrive.
 */
export function createPacing(wait: (milliseconds: number) => Promise<unknown> = sleep): Pacing {
  const limiters = new Map<string, Bottleneck>();
  /** The interval in milliseconds that the last start on a host was followed by. */
  const kept = new Map<string, number>();
  /** The interval after the last start on a slow host, which a restart does not shorten. */
  const intervals = new Map<string, Promise<unknown>>();
  let rested: Promise<unknown> = Promise.resolve();
  /** Number of restarts, and the latest time of a start since the last one. */
  let [restarts, latest] = [0, 0];

  function limiter(name: string, options: Bottleneck.ConstructorOptions): Bottleneck {
    const known = limiters.get(name) ?? new Bottleneck(options);
    limiters.set(name, known);
    return known;
  }

  /** Waits for the interval of a host that is slower than its bucket, measured between starts. */
  function pastGate(rule: HostRule, turn: Turn, start: () => Promise<void>): Promise<void> {
    const own = Math.max(rule.hosts[turn.host] ?? 0, turn.crawlDelay ?? 0);
    const pace = turn.slowly ? Math.max(own, 2 * rule.startEvery) : own;
    if (pace <= rule.startEvery) return start();
    const name = `gate ${turn.slowly ? rule.name : turn.host}`;
    const gate = limiter(name, { maxConcurrent: 1 });
    const ofRule = rule.hosts[turn.host] ?? 0;
    return gate.schedule({ priority: turn.priority }, async () => {
      await intervals.get(name);
      // The Crawl-delay was unknown when the request for robots.txt started.
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

  /** Timers end immediately if Bottleneck computes a delay of more than 24 days. */
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
