import { ServiceError, tooManyScans } from './errors.ts';

/** How long calls and scans hold the event loop before it serves what came in, milliseconds. */
const SLICE_MS = 2;
/** Scans of one account that may be queued. Our choice: as many as one client over stdio sends. */
export const MAX_QUEUED_SCANS = 64;
/** Weight of the newest scan in the mean time that a scan takes. */
const NEWEST_WEIGHT = 0.2;

/** What ends the work for a caller whose connection is closed. Nobody is sent it. */
export const callerLeft = () => new ServiceError(499, 'The caller has closed the connection');

/** Work in steps: after each, others may be let in. */
export type Steps<Result> = Generator<undefined, Result>;
/** Works through steps to their result. @throws ServiceError 429 where too many are queued. */
export type Scan = <Result>(steps: Steps<Result>) => Promise<Result>;

/** The event loop, shared fairly between accounts. */
export interface Turns {
  /** Resolves when it is the account's turn to be answered. @throws ServiceError 499 */
  enter(account: string, hasLeft?: () => boolean): Promise<void>;
  /** Works through a scan in turns of the account. @throws ServiceError 429, 499 */
  scan<Result>(
    account: string,
    steps: Steps<Result>,
    /** Asked at each turn: the work for a caller who has left is dropped. */
    hasLeft?: () => boolean,
  ): Promise<Result>;
}

/** A piece of work; false where it is not done and goes on at the next turn. */
type Work = () => boolean;

/**
 * One queue for all calls and scans, with one budget: a slice of each turn of the event loop. Each
 * account has a line of calls, one of scans and one of refusals. The lines are served round robin: the first one
 * until it is empty or the slice is over, and then it goes to the end. Within a line the first
 * comes first, so that a scan is finished before the next is begun.
 */
export function createTurns(now: () => number = () => performance.now()): Turns {
  /** By kind and account, in the order of their turns; none is empty. */
  const lines = new Map<string, Work[]>();
  let isPlanned = false;
  let sliceEnd = 0;
  let meanScanMs = 0;

  const isOver = () => now() >= sliceEnd;

  function add(name: string, work: Work): void {
    const line = lines.get(name);
    if (line) line.push(work);
    else lines.set(name, [work]);
    if (!isPlanned) plan();
  }

  /** The result of work whose turns come in a line. @throws ServiceError 499 */
  function inLine<Result>(
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
    const [name, line] = lines.entries().next().value ?? [];
    if (name === undefined || line === undefined) {
      isPlanned = false;
      return;
    }
    if (line[0]?.()) line.shift();
    if (line.length === 0) lines.delete(name);
    afterPromises(() => {
      if (!isOver()) return work();
      if (lines.get(name) === line) {
        lines.delete(name);
        lines.set(name, line);
      }
      plan();
    });
  }

  /**
   * One refusal of an account ends the slice: callers who ask again at once would otherwise come
   * back all together, and hold up everybody else while they are read.
   */
  function refusalTurn(account: string): Promise<void> {
    return inLine(`refusals ${account}`, undefined, (resolve) => {
      sliceEnd = now();
      resolve();
      return true;
    });
  }

  function retryAfterSeconds(queued: number): number {
    return Math.max(1, Math.ceil((queued * lines.size * meanScanMs) / 1_000));
  }

  return {
    enter: (account, hasLeft) =>
      inLine(`calls ${account}`, hasLeft, (resolve) => {
        resolve();
        return true;
      }),
    async scan(account, steps, hasLeft) {
      const name = `scans ${account}`;
      const queued = lines.get(name)?.length ?? 0;
      if (queued >= MAX_QUEUED_SCANS) {
        const refused = tooManyScans(MAX_QUEUED_SCANS, retryAfterSeconds(queued));
        await refusalTurn(account);
        throw refused;
      }
      let workedMs = 0;
      return inLine(name, hasLeft, (resolve) => {
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

/** Works through steps where nobody else waits. */
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
 * Runs `next` when all that follows from resolved promises is done: Node empties the queue of
 * microtasks before it goes on to ticks that were asked for within it.
 */
function afterPromises(next: () => void): void {
  queueMicrotask(() => process.nextTick(next));
}

/** Looks at most once a turn of the event loop, for all who ask in it. */
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
