import Bottleneck from 'bottleneck';
import type { Clock } from '../clock.ts';
import type { Endpoint, Limit } from '../endpoint.ts';
import { planLimits } from '../limits.ts';
import { UpstreamFailure } from './upstream-failure.ts';
import type { UpstreamSettings } from './upstream-settings.ts';

/** What is left of a bucket of the upstream's. */
export interface BucketState {
  readonly bucket: string;
  readonly left: number;
  readonly requests: number;
  readonly windowSeconds: number;
}

interface Turn<Result> {
  readonly endpoint: Endpoint;
  /** Longest wait in line, milliseconds. */
  readonly maxWait: number;
  /** Asked when the turn has come; when it throws, nothing is sent and nothing is spent. */
  readonly mayStart: () => void;
  readonly send: () => Promise<Result>;
}

/**
 * The lines before the upstream: one of the plan, one of each endpoint. A request takes a token of
 * both; a token comes back one whole window after its answer ended. The upstream saw the request
 * before that, so that two requests on one token reach it more than a window apart, and no window
 * of that length, wherever it begins, holds more requests than the bucket has tokens.
 */
export interface Pacing {
  /** @throws UpstreamFailure limited, where the wait is or becomes longer than `maxWait`. */
  run<Result>(turn: Turn<Result>): Promise<Result>;
  /** Holds an endpoint's line that the upstream refused by 429. */
  pause(endpoint: Endpoint, milliseconds: number): void;
  budget(): readonly BucketState[];
}

export function createPacing(clock: Clock, settings: UpstreamSettings): Pacing {
  const plan = createBucket('plan', planLimits[settings.pacedAs], clock, settings);
  const buckets = new Map<Endpoint, Bucket>();
  const pausedUntil = new Map<Endpoint, number>();

  function bucketOf(endpoint: Endpoint): Bucket {
    const known =
      buckets.get(endpoint) ?? createBucket(endpoint.name, endpoint.limit, clock, settings);
    buckets.set(endpoint, known);
    return known;
  }

  function expectedWait(endpoint: Endpoint): number {
    const pause = (pausedUntil.get(endpoint) ?? 0) - clock();
    return Math.max(0, pause, plan.expectedWait(), bucketOf(endpoint).expectedWait());
  }

  function limited(endpoint: Endpoint): UpstreamFailure {
    return new UpstreamFailure('limited', { retryAfter: Math.max(1_000, expectedWait(endpoint)) });
  }

  return {
    run({ endpoint, maxWait, mayStart, send }) {
      return new Promise((resolve, reject) => {
        if (expectedWait(endpoint) > maxWait) throw limited(endpoint);
        const ticket: Ticket = { sent: false };
        let left = false;
        const leave = setTimeout(() => {
          left = true;
          reject(limited(endpoint));
        }, maxWait);
        const start = async () => {
          clearTimeout(leave);
          const paused = (pausedUntil.get(endpoint) ?? 0) > clock();
          if (left || paused) throw limited(endpoint);
          mayStart();
          ticket.sent = true;
          const answer = send();
          // The caller has the answer before the limiters have noted its end.
          resolve(answer);
          await answer.catch(() => {});
        };
        const line = bucketOf(endpoint).run(ticket, () => plan.run(ticket, start));
        line.catch((cause) => {
          clearTimeout(leave);
          reject(cause instanceof Bottleneck.BottleneckError ? limited(endpoint) : cause);
        });
      });
    },
    pause(endpoint, milliseconds) {
      const until = Math.max(pausedUntil.get(endpoint) ?? 0, clock() + milliseconds);
      pausedUntil.set(endpoint, until);
    },
    budget: () => [plan, ...buckets.values()].map((bucket) => bucket.state()),
  };
}

interface Ticket {
  /** Whether the upstream may have seen the request. */
  sent: boolean;
}

interface Bucket {
  run<Result>(ticket: Ticket, work: () => Promise<Result>): Promise<Result>;
  /** Milliseconds that a request would wait that joins the line now, as far as is known. */
  expectedWait(): number;
  state(): BucketState;
}

/**
 * One bucket as a Bottleneck limiter. Its reservoir is never refilled on a timetable, which would
 * let two fills through across the edge of a window: each token is returned on its own.
 */
function createBucket(
  bucket: string,
  { requests, windowSeconds }: Limit,
  clock: Clock,
  { lineLength, connections, windowMargin }: UpstreamSettings,
): Bucket {
  const window = windowSeconds * 1_000 + windowMargin;
  const limiter = new Bottleneck({
    reservoir: requests,
    maxConcurrent: bucket === 'plan' ? connections : null,
    highWater: lineLength,
    strategy: Bottleneck.strategy.OVERFLOW,
  });
  /** When the tokens that are spent come back, in order. */
  const returns: number[] = [];
  let tokens = requests;
  let waiting = 0;

  function giveBack(): void {
    tokens += 1;
    void limiter.incrementReservoir(1);
  }

  function giveBackLater(): void {
    returns.push(clock() + window);
    setTimeout(() => {
      returns.shift();
      giveBack();
    }, window).unref();
  }

  return {
    async run(ticket, work) {
      let begun = false;
      waiting += 1;
      try {
        return await limiter.schedule(() => {
          begun = true;
          waiting -= 1;
          tokens -= 1;
          return work();
        });
      } finally {
        if (!begun) waiting -= 1;
        else if (ticket.sent) giveBackLater();
        else giveBack();
      }
    },
    expectedWait() {
      const place = waiting - tokens;
      if (place < 0) return 0;
      return Math.max(0, (returns[place] ?? clock() + window) - clock());
    },
    state: () => ({ bucket, left: Math.max(0, tokens), requests, windowSeconds }),
  };
}
