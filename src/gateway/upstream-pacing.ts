import Bottleneck from 'bottleneck';
import type { Endpoint } from '../catalogue/endpoint.ts';
import type { Bucket, Budget, Token } from '../service/access/budget.ts';
import { planLimits } from '../service/access/limits.ts';
import { UpstreamFailure } from './upstream-failure.ts';
import type { UpstreamSettings } from './upstream-settings.ts';
import type { BucketState } from './upstream-state-file.ts';

interface Turn<Result> {
  readonly endpoint: Endpoint;
  /** Maximum time in the queue, in milliseconds. */
  readonly maxWait: number;
  /** Called before the request is sent. If it throws, the request is neither sent nor counted. */
  readonly mayStart: () => void;
  /** Sends the request. The promise settles within `attemptTimeout`. */
  readonly send: () => Promise<Result>;
}

/**
 * Maximum milliseconds between two checks for free slots. Another process may free a slot earlier
 * than expected.
 */
const LOOK_AGAIN = 250;

/**
 * Minimum time limit of a request in a queue, in milliseconds. It applies if `maxWait` is smaller.
 */
const MIN_WAIT = 500;

interface Queue {
  readonly endpoint: Endpoint;
  readonly bucket: Bucket;
  /** Runs functions one at a time, in order of arrival. */
  readonly limiter: Bottleneck;
  /** Number of requests that wait for a connection. */
  waiting: number;
}

/** A position in a queue. */
interface Ticket {
  /** Whether the request was removed from the queue because its time limit was exceeded. */
  left: boolean;
  /** Called when the request is sent. The caller then waits for the answer. */
  readonly sent: () => void;
}

export interface PacingParts {
  readonly budget: Budget;
  /** Host of the upstream. Requests are counted per host, independent of the key. */
  readonly host: string;
  readonly settings: UpstreamSettings;
}

/**
 * The queues of the upstream, one per endpoint. The first request of a queue waits for a slot of
 * the endpoint and a slot of the plan, then for a connection. After the answer ends, both slots
 * stay in use for one full window. Therefore, no window contains more requests than the limit, even
 * if several processes send requests or are restarted.
 */
export function createPacing({ budget, host, settings }: PacingParts) {
  const { attemptTimeout, windowMargin, queueLength, pacedAs } = settings;
  const plan: Bucket = { name: `upstream ${host} plan`, limit: planLimits[pacedAs] };
  const connections = new Bottleneck({ maxConcurrent: settings.connections });
  const queues = new Map<Endpoint, Queue>();

  function queueOf(endpoint: Endpoint): Queue {
    const queue = queues.get(endpoint) ?? {
      endpoint,
      bucket: { name: `upstream ${host} ${endpoint.name}`, limit: endpoint.limit },
      limiter: new Bottleneck({
        maxConcurrent: 1,
        highWater: queueLength,
        strategy: Bottleneck.strategy.OVERFLOW,
      }),
      waiting: 0,
    };
    queues.set(endpoint, queue);
    return queue;
  }

  /**
   * Estimates how long a request waits in its queue, in milliseconds.
   * @param before number of requests ahead of it in the queue
   */
  async function expectedWait(queue: Queue, before: number): Promise<number> {
    // In each queue, only the first request competes for the next slot of the plan.
    const first = [...queues.values()].filter((one) => (one === queue ? before : one.waiting) > 0);
    const places = [
      { bucket: queue.bucket, before },
      { bucket: plan, before: Math.max(before, first.length) },
    ];
    return counted(() => budget.wait(places));
  }

  async function limited(queue: Queue, before = queue.waiting): Promise<UpstreamFailure> {
    return new UpstreamFailure('limited', {
      retryAfter: Math.max(1_000, await expectedWait(queue, before)),
    });
  }

  /**
   * Waits until a slot of the endpoint and a slot of the plan are expected to be free.
   * @throws UpstreamFailure `limited` if this takes longer than `maxWait`
   */
  async function slotsSeen(queue: Queue, ticket: Ticket, maxWait: number): Promise<void> {
    const places = [plan, queue.bucket].map((bucket) => ({ bucket, before: 0 }));
    for (;;) {
      const wait = await counted(() => budget.wait(places));
      if (ticket.left || wait > maxWait) throw await limited(queue);
      if (wait <= 0) return;
      await sleep(Math.min(Math.ceil(wait), LOOK_AGAIN));
    }
  }

  function take({ bucket }: Queue): Promise<Token | undefined> {
    // The end of an answer is recorded slightly late. The margin covers this delay.
    return counted(() => budget.take([plan, bucket], attemptTimeout + windowMargin));
  }

  /**
   * Sends a request on a free connection, and calls `begun` with the promise of the answer. If no
   * slots are free, sends nothing and calls `begun` with undefined.
   */
  async function sendOn<Result>(
    queue: Queue,
    ticket: Ticket,
    { mayStart, send }: Turn<Result>,
    begun: (sent: Promise<Result> | undefined) => void,
  ): Promise<void> {
    const token = ticket.left ? undefined : await take(queue);
    if (!token) return begun(undefined);
    try {
      if (ticket.left) throw await limited(queue);
      mayStart();
    } catch (cause) {
      await settled(token.unused());
      throw cause;
    }
    ticket.sent();
    const answer = send();
    begun(answer);
    await answer.catch(() => {});
    await settled(token.ended(windowMargin));
  }

  /** Waits until the first request of a queue has its slots and a connection, and sends it. */
  async function first<Result>(
    queue: Queue,
    ticket: Ticket,
    turn: Turn<Result>,
  ): Promise<{ readonly answer: Promise<Result> }> {
    for (;;) {
      await slotsSeen(queue, ticket, turn.maxWait);
      const answer = await new Promise<{ sent: Promise<Result> | undefined }>((begun, failed) => {
        connections
          .schedule(() => sendOn(queue, ticket, turn, (sent) => begun({ sent })))
          .catch(failed);
      });
      if (answer.sent) return { answer: answer.sent };
    }
  }

  /** Queues a request and waits until it is sent, but not longer than its time limit. */
  async function begun<Result>(
    queue: Queue,
    turn: Turn<Result>,
  ): Promise<{ readonly answer: Promise<Result> }> {
    let leave: NodeJS.Timeout | undefined;
    const ticket: Ticket = { left: false, sent: () => clearTimeout(leave) };
    const tooLong = new Promise<never>((_, reject) => {
      const late = () => {
        ticket.left = true;
        limited(queue).then(reject, reject);
      };
      leave = setTimeout(late, Math.max(MIN_WAIT, turn.maxWait));
    });
    const turned = queue.limiter
      .schedule(() => first(queue, ticket, turn))
      .catch(async (cause) => {
        throw cause instanceof Bottleneck.BottleneckError ? await limited(queue) : cause;
      })
      .finally(() => clearTimeout(leave));
    return Promise.race([turned, tooLong]);
  }

  return {
    /** @throws UpstreamFailure `limited` if the wait would exceed `maxWait` */
    async run<Result>(turn: Turn<Result>): Promise<Result> {
      const queue = queueOf(turn.endpoint);
      const before = queue.waiting;
      queue.waiting += 1;
      try {
        if ((await expectedWait(queue, before)) > turn.maxWait) throw await limited(queue, before);
        return (await begun(queue, turn)).answer;
      } finally {
        queue.waiting -= 1;
      }
    },
    /** Pauses the queue of an endpoint after the upstream returned 429. */
    pause(endpoint: Endpoint, milliseconds: number): void {
      // If the pause cannot be stored, the error is ignored. At worst, the next request is sent too
      // early and the upstream refuses it.
      budget.pause(queueOf(endpoint).bucket, milliseconds).catch(() => {});
    },
    budget: (): readonly BucketState[] =>
      [{ endpoint: { name: 'plan' }, bucket: plan }, ...queues.values()].map(
        ({ endpoint, bucket }) => ({
          bucket: endpoint.name,
          left: budget.left(bucket),
          ...bucket.limit,
        }),
      ),
  };
}

export type Pacing = ReturnType<typeof createPacing>;

/**
 * Calls a function that counts requests. If the call fails, for example because the disk is full,
 * the request cannot be counted and is not sent.
 * @throws UpstreamFailure `uncounted`
 */
async function counted<Result>(count: () => Promise<Result>): Promise<Result> {
  try {
    return await count();
  } catch (cause) {
    throw new UpstreamFailure('uncounted', { cause });
  }
}

/**
 * Records the end of a request. If recording fails, the request counts for its maximum duration.
 */
async function settled(settling: Promise<void>): Promise<void> {
  await settling.catch(() => {});
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
