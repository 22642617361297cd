import Bottleneck from 'bottleneck';
import { planLimits } from '../access/limits.ts';
import type { Bucket, Reservation, Slots } from '../access/slots.ts';
import type { Monotonic } from '../clock.ts';
import type { Endpoint } from '../endpoint.ts';
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
  /** Longest time in the queue, milliseconds. */
  readonly maxWait: number;
  /** Asked when the turn has come; when it throws, nothing is sent and nothing is spent. */
  readonly mayStart: () => void;
  /** Ends within `attemptTimeout`. */
  readonly send: () => Promise<Result>;
}

/**
 * The queues before the upstream, one an endpoint. The first of a queue waits for a slot of the
 * endpoint and one of the plan, then for a connection. Both slots count until one whole window after
 * the answer ended. The upstream saw the request before that, so that two requests on one slot reach
 * it more than a window apart, and no window of that length, wherever it begins, holds more requests
 * than the bucket has slots; nor where several processes ask, or one is killed and started anew.
 */
export interface Pacing {
  /** @throws UpstreamFailure limited, where the wait is or becomes longer than `maxWait`. */
  run<Result>(turn: Turn<Result>): Promise<Result>;
  /** Holds an endpoint's queue that the upstream refused by 429. */
  pause(endpoint: Endpoint, milliseconds: number): void;
  budget(): readonly BucketState[];
}

/** Milliseconds after which the first of a queue looks again: another process may give slots back. */
const LOOK_AGAIN = 250;

/** Milliseconds that a turn may take by itself, where nobody is to wait. */
const MIN_WAIT = 500;

interface Queue {
  readonly endpoint: Endpoint;
  readonly bucket: Bucket;
  /** One at a time: who came first is served first. */
  readonly limiter: Bottleneck;
  /** Who has no connection yet. */
  waiting: number;
  pausedUntil: number;
}

/** A place in a queue. */
interface Ticket {
  /** Whether its holder waits no more. */
  left: boolean;
  /** Said when the request is sent: from then on its holder stays for the answer. */
  readonly sent: () => void;
}

export interface PacingParts {
  /** Shared by the processes of a data folder. */
  readonly slots: Slots;
  /** Names the budget: that of one upstream, whichever key is presented there. */
  readonly host: string;
  readonly monotonic: Monotonic;
  readonly settings: UpstreamSettings;
}

export function createPacing({ slots, host, monotonic, settings }: PacingParts): Pacing {
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
      pausedUntil: 0,
    };
    queues.set(endpoint, queue);
    return queue;
  }

  /** Milliseconds that a request would wait that joins the queue now, as far as is known. */
  function expectedWait({ waiting, bucket, pausedUntil }: Queue): number {
    const pause = pausedUntil - monotonic();
    return Math.max(
      0,
      pause,
      counted(() => slots.wait(bucket, waiting)),
      planWait(waiting),
    );
  }

  /** Of the other queues only the first competes for the plan's next slot. */
  function planWait(waiting: number): number {
    const others = [...queues.values()].filter((queue) => queue.waiting > 0).length;
    return counted(() => slots.wait(plan, Math.max(waiting, others)));
  }

  function limited(queue: Queue): UpstreamFailure {
    return new UpstreamFailure('limited', { retryAfter: Math.max(1_000, expectedWait(queue)) });
  }

  function checkPlace(queue: Queue, { left }: Ticket): void {
    if (left || queue.pausedUntil > monotonic()) throw limited(queue);
  }

  /** Waits until there seem to be slots; whether there are is known when they are reserved. */
  async function slotsSeen(queue: Queue, ticket: Ticket): Promise<void> {
    for (;;) {
      checkPlace(queue, ticket);
      const wait = counted(() => Math.max(slots.wait(plan), slots.wait(queue.bucket)));
      if (wait <= 0) return;
      await sleep(Math.min(Math.ceil(wait), LOOK_AGAIN));
    }
  }

  function reserve({ bucket }: Queue): readonly Reservation[] | undefined {
    // The margin is for what the answer's end takes to be noted.
    const hold = attemptTimeout + windowMargin;
    const wanted = [plan, bucket].map((one) => ({ bucket: one, most: 1, hold }));
    const outcome = counted(() => slots.reserve(wanted));
    return 'refusal' in outcome ? undefined : outcome.reserved;
  }

  function settle(reserved: readonly Reservation[], spentAt: readonly number[]): void {
    try {
      slots.settle(reserved.map((reservation) => ({ reservation, spentAt })));
    } catch {
      // What cannot be settled counts for as long as was reserved, which is longer.
    }
  }

  /** Sends on a connection. @returns whether there were slots: `begun` tells when it is sent. */
  async function sendOn<Result>(
    queue: Queue,
    ticket: Ticket,
    { mayStart, send }: Turn<Result>,
    begun: (sent: Promise<Result> | undefined) => void,
  ): Promise<void> {
    checkPlace(queue, ticket);
    const reserved = reserve(queue);
    if (!reserved) return begun(undefined);
    try {
      mayStart();
    } catch (cause) {
      settle(reserved, []);
      throw cause;
    }
    ticket.sent();
    const answer = send();
    begun(answer);
    await answer.catch(() => {});
    settle(reserved, [monotonic() + windowMargin]);
  }

  /** The first of its queue, until its request is sent. */
  async function first<Result>(
    queue: Queue,
    ticket: Ticket,
    turn: Turn<Result>,
  ): Promise<{ readonly answer: Promise<Result> }> {
    for (;;) {
      await slotsSeen(queue, ticket);
      const answer = await new Promise<{ sent: Promise<Result> | undefined }>((begun, failed) => {
        connections
          .schedule(() => sendOn(queue, ticket, turn, (sent) => begun({ sent })))
          .catch(failed);
      });
      if (answer.sent) return { answer: answer.sent };
    }
  }

  return {
    async run(turn) {
      const queue = queueOf(turn.endpoint);
      if (expectedWait(queue) > turn.maxWait) throw limited(queue);
      let leave: NodeJS.Timeout | undefined;
      const ticket: Ticket = { left: false, sent: () => clearTimeout(leave) };
      const tooLong = new Promise<never>((_, reject) => {
        leave = setTimeout(
          () => {
            ticket.left = true;
            reject(limited(queue));
          },
          Math.max(MIN_WAIT, turn.maxWait),
        );
      });
      queue.waiting += 1;
      const turned = queue.limiter
        .schedule(() => first(queue, ticket, turn))
        .catch((cause) => {
          throw cause instanceof Bottleneck.BottleneckError ? limited(queue) : cause;
        })
        .finally(() => clearTimeout(leave));
      const begun = Promise.race([turned, tooLong]).finally(() => {
        queue.waiting -= 1;
      });
      return (await begun).answer;
    },
    pause(endpoint, milliseconds) {
      const queue = queueOf(endpoint);
      queue.pausedUntil = Math.max(queue.pausedUntil, monotonic() + milliseconds);
    },
    budget: () =>
      [{ name: 'plan', bucket: plan }, ...[...queues.values()].map(namedQueue)].map(
        ({ name, bucket }) => ({ bucket: name, left: slots.left(bucket), ...bucket.limit }),
      ),
  };
}

function namedQueue({ endpoint, bucket }: Queue) {
  return { name: endpoint.name, bucket };
}

/**
 * What cannot be counted is not sent: the upstream's limits hold even over a full disk.
 * @throws UpstreamFailure uncounted
 */
function counted<Result>(count: () => Result): Result {
  try {
    return count();
  } catch (cause) {
    throw new UpstreamFailure('uncounted', { cause });
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
