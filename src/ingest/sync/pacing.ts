import { setTimeout as sleep } from 'node:timers/promises';
import Bottleneck from 'bottleneck';
import { type HostRule, MAX_CONNECTIONS } from '../../sources/hosts.ts';

/** Lets requests start in their turn. */
export interface Pacing {
  run<Result>(rule: HostRule, turn: Turn, work: () => Promise<Result>): Promise<Result>;
  /**
   * Lets those that wait begin anew where the clock was set back: Bottleneck fixes the moment of a
   * start by the clock, and would hold it for as long.
   */
  restart(): void;
}

interface Turn {
  readonly host: string;
  /** Twice the time between two starts of the bucket. */
  readonly slowly: boolean;
  /** Crawl-delay of the host, in milliseconds. */
  readonly crawlDelay?: number;
  /** 0 goes first of those that wait for the same bucket, 9 last. */
  readonly priority: number;
}

/** Why a limiter was given up. */
const SET_BACK = 'the clock was set back';
/** Wait before new limiters replace old ones, in milliseconds. One second satisfies every limit. */
const REST = 1_000;

/**
 * One limiter a bucket, and before it one a host; none is changed once it stands. A limiter lets one
 * start at a time, because Bottleneck fixes the moment of all that it lets through, in the order in
 * which they came.
 */
export function createPacing(wait: (milliseconds: number) => Promise<unknown> = sleep): Pacing {
  const limiters = new Map<string, Bottleneck>();
  let rested: Promise<unknown> = Promise.resolve();

  function limiter(name: string, options: Bottleneck.ConstructorOptions): Bottleneck {
    const known = limiters.get(name) ?? new Bottleneck(options);
    limiters.set(name, known);
    return known;
  }

  /** Passes the gate of those that are slower than their bucket: from start to start. */
  function pastGate(rule: HostRule, turn: Turn, start: () => Promise<void>): Promise<void> {
    const own = Math.max(rule.hosts[turn.host] ?? 0, turn.crawlDelay ?? 0);
    const pace = turn.slowly ? Math.max(own, 2 * rule.startEvery) : own;
    if (pace <= rule.startEvery) return start();
    const gate = limiter(`gate ${turn.slowly ? rule.name : turn.host}`, { maxConcurrent: 1 });
    return gate.schedule({ priority: turn.priority }, async () => {
      await start();
      // No caller waits for this timer, which only reopens the gate.
      await wait(pace);
    });
  }

  function started<Result>(rule: HostRule, turn: Turn, work: () => Promise<Result>) {
    const connections = limiter(`connections ${turn.host}`, { maxConcurrent: MAX_CONNECTIONS });
    const bucket = limiter(`bucket ${rule.name}`, { minTime: rule.startEvery, maxConcurrent: 1 });
    const { priority } = turn;
    return connections.schedule(
      { priority },
      () =>
        new Promise<Result>((resolve, reject) => {
          const begin = async () => resolve(work());
          pastGate(rule, turn, () => bucket.schedule({ priority }, begin)).catch(reject);
        }),
    );
  }

  return {
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
    restart() {
      const former = [...limiters.values()];
      limiters.clear();
      rested = wait(REST);
      for (const each of former) {
        void each.stop({ dropErrorMessage: SET_BACK, enqueueErrorMessage: SET_BACK });
      }
    },
  };
}

function isGivenUp(cause: unknown): boolean {
  return cause instanceof Bottleneck.BottleneckError && cause.message === SET_BACK;
}
