import Bottleneck from 'bottleneck';
import type { Endpoint } from '../catalogue/endpoint.ts';
import type { Bucket, Budget, Token } from '../service/access/budget.ts';
import { planLimits } from '../service/access/limits.ts';
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
}

/** A place in a queue. */
interface Ticket {
  /** Whether its holder waits no more. */
  left: boolean;
  /** Said when the request is sent: from then on its holder stays for the answer. */
  readonly sent: () => void;
}

export interface PacingParts {
  readonly budget: Budget;
  /** Names the budget: that of one upstream, whichever key is presented there. */
  readonly host: string;
  readonly settings: UpstreamSettings;
}

export function createPacing({ budget, host, settings }: PacingParts): Pacing {
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

  /** Milliseconds that a request would wait with so many before it, as far as is known. */
  async function expectedWait(queue: Queue, before: number): Promise<number> {
    // Of the other queues only the first competes for the plan's next slot.
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

  /** Waits until there seem to be slots; whether there are is known when they are taken. */
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
    // The margin is for what the answer's end takes to be noted.
    return counted(() => budget.take([plan, bucket], attemptTimeout + windowMargin));
  }

  /** Sends on a connection. @returns whether there were slots: `begun` tells when it is sent. */
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

  /** The first of its queue, until its request is sent. */
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

  /** Queues for as long as the turn may, until its request is sent. */
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
    async run(turn) {
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
    pause(endpoint, milliseconds) {
      // Where the pause cannot be kept, the upstream refuses the next request as well.
      budget.pause(queueOf(endpoint).bucket, milliseconds).catch(() => {});
    },
    budget: () =>
      [{ name: 'plan', bucket: plan }, ...[...queues.values()].map(namedQueue)].map(
        ({ name, bucket }) => ({ bucket: name, left: budget.left(bucket), ...bucket.limit }),
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
async function counted<Result>(count: () => Promise<Result>): Promise<Result> {
  try {
    return await count();
  } catch (cause) {
    throw new UpstreamFailure('uncounted', { cause });
  }
}

/** What cannot be settled counts for as long as was taken, which is longer. */
async function settled(settling: Promise<void>): Promise<void> {
  await settling.catch(() => {});
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
