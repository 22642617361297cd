import { ServiceError, tooManyScans } from './errors.ts';

/**
 * Length of a time slice in milliseconds. Queued work may run for one time slice before the event
 * loop handles I/O again.
 */
const SLICE_MS = 2;
/**
 * Maximum number of queued scans of an account. Our choice: it equals the maximum number of
 * simultaneous requests of a client over stdio.
 */
export const MAX_QUEUED_SCANS = 64;
/** Weight of the newest scan in the moving average of scan times. */
const NEWEST_WEIGHT = 0.2;

/** The error that ends the work for a client that has disconnected. No response is sent. */
export const callerLeft = () => new ServiceError(499, 'The caller has closed the connection');

/**
 * A scan, such as a search that compares all records with a pattern. It has many steps, and can be
 * interrupted after each step.
 */
export type Steps<Result> = Generator<undefined, Result>;
/**
 * Runs the steps and returns their result.
 * @throws ServiceError 429 if too many scans are queued
 */
export type Scan = <Result>(steps: Steps<Result>) => Promise<Result>;

/** A unit of queued work. It returns false if it is not finished and must be called again. */
type Work = () => boolean;

/**
 * Shares the event loop fairly between accounts. Each account has a queue for calls, a queue for
 * scans and a queue for refusals. In each iteration of the event loop, queued work runs for one
 * time slice. Queues are served round robin: the first queue runs until it is empty or the slice
 * ends, and then becomes the last queue. A scan finishes before the next scan of its queue starts.
 */
export function createTurns(now: () => number = () => performance.now()) {
  /**
   * The queues that contain work, in the order in which they are served. The key of a queue names
   * the kind of work and the account.
   */
  const queues = new Map<string, Work[]>();
  let isPlanned = false;
  let sliceEnd = 0;
  let meanScanMs = 0;

  const isOver = () => now() >= sliceEnd;

  function add(name: string, work: Work): void {
    const queue = queues.get(name);
    if (queue) queue.push(work);
    else queues.set(name, [work]);
    if (!isPlanned) plan();
  }

  /**
   * Adds work to a queue and resolves with its result.
   * @throws ServiceError 499
   */
  function enqueued<Result>(
    name: string,
    hasLeft: () => boolean = () => false,
    work: (resolve: (result: Result) => void) => boolean,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      add(name, () => {
        try {
          if (hasLeft()) throw callerLeft();
          return work(resolve);
        } catch (cause) {
          reject(cause);
          return true;
        }
      });
    });
  }

  function plan(): void {
    isPlanned = true;
    setImmediate(() => {
      sliceEnd = now() + SLICE_MS;
      work();
    });
  }

  function work(): void {
    const [name, queue] = queues.entries().next().value ?? [];
    if (name === undefined || queue === undefined) {
      isPlanned = false;
      return;
    }
    if (queue[0]?.()) queue.shift();
    if (queue.length === 0) queues.delete(name);
    afterPromises(() => {
      if (!isOver()) return work();
      if (queues.get(name) === queue) {
        queues.delete(name);
        queues.set(name, queue);
      }
      plan();
    });
  }

  /**
   * Delays a refusal until the account's queue of refusals is served, and then ends the time slice.
   * Therefore, a client that retries immediately does not slow down other clients.
   */
  function refusalTurn(account: string): Promise<void> {
    return enqueued(`refusals ${account}`, undefined, (resolve) => {
      sliceEnd = now();
      resolve();
      return true;
    });
  }

  function retryAfterSeconds(queued: number): number {
    return Math.max(1, Math.ceil((queued * queues.size * meanScanMs) / 1_000));
  }

  return {
    /**
     * Resolves when the account may run a call.
     * @throws ServiceError 499
     */
    enter: (account: string, hasLeft?: () => boolean) =>
      enqueued<void>(`calls ${account}`, hasLeft, (resolve) => {
        resolve();
        return true;
      }),
    /**
     * Runs a scan. At the end of a time slice, the scan pauses until the account's queue of scans
     * is served again.
     * @param hasLeft returns whether the client has disconnected. If so, the scan is dropped before
     * the next time slice
     * @throws ServiceError 429, 499
     */
    async scan<Result>(
      account: string,
      steps: Steps<Result>,
      hasLeft?: () => boolean,
    ): Promise<Result> {
      const name = `scans ${account}`;
      const queued = queues.get(name)?.length ?? 0;
      if (queued >= MAX_QUEUED_SCANS) {
        const refused = tooManyScans(MAX_QUEUED_SCANS, retryAfterSeconds(queued));
        await refusalTurn(account);
        throw refused;
      }
      let workedMs = 0;
      return enqueued(name, hasLeft, (resolve) => {
        const began = now();
        const result = stepsUntil(isOver, steps);
        workedMs += now() - began;
        if (!result.done) return false;
        meanScanMs += NEWEST_WEIGHT * (workedMs - meanScanMs);
        resolve(result.value);
        return true;
      });
    },
  };
}

/** Runs all steps without interruption. */
export const atOnce: Scan = async (steps) => {
  const result = stepsUntil(() => false, steps);
  if (!result.done) throw new Error('steps end');
  return result.value;
};

function stepsUntil<Result>(isOver: () => boolean, steps: Steps<Result>) {
  let result = steps.next();
  while (!result.done && !isOver()) result = steps.next();
  return result;
}

/**
 * Runs `next` after all pending promise callbacks. A microtask schedules a tick, and Node runs
 * ticks only after the microtask queue is empty.
 */
function afterPromises(next: () => void): void {
  queueMicrotask(() => process.nextTick(next));
}

/**
 * Returns a function that calls `look` once per iteration of the event loop. Further calls in the
 * same iteration return the same value.
 */
export function oncePerTurn<Value>(look: () => Value): () => Value {
  let seen: { readonly value: Value } | undefined;
  return () => {
    if (!seen) {
      seen = { value: look() };
      setImmediate(() => {
        seen = undefined;
      });
    }
    return seen.value;
  };
}
