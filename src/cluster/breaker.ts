import { onOneLine } from '../base/foreign-text.ts';
import type { Log } from '../base/log.ts';

/** Longest time that a caller waits, milliseconds. */
const MAX_WAIT = 250;
/** Failures in a row after which nobody waits any more. */
const MAX_FAILURES = 3;
/** Milliseconds until it is looked at again, then and as long as it does not answer. */
const LOOK_AGAIN = 1_000;
/**
 * Looks in a row that must be answered in half the time before callers wait again: an answer that is
 * barely in time would open and close the breaker in turns.
 */
const LOOKS_TO_CLOSE = 3;
/** Characters of a foreign text in the log. */
const MAX_EXCERPT = 200;

/** What is asked did not answer in time or not well, or is left alone for now. */
export class Unavailable extends Error {
  constructor(name: string, options?: ErrorOptions) {
    super(`${name} does not answer`, options);
    this.name = 'Unavailable';
  }
}

/** Keeps a server that is gone or hangs from holding up each of its callers. */
export interface Breaker {
  /** @throws Unavailable at once while open, else after `maxWait` */
  run<Result>(ask: () => Promise<Result>): Promise<Result>;
  isOpen(): boolean;
  close(): void;
}

export interface BreakerParts {
  /** What is asked, as the log names it. */
  readonly name: string;
  /** Looks whether what is asked does what callers want of it. */
  readonly probe: () => Promise<unknown>;
  readonly log: Pick<Log, 'warn'>;
  /** What is said to the operator when it opens. */
  readonly lost: string;
  /** Told when it opens and when it closes. */
  readonly turned?: (isOpen: boolean) => void;
  /** Milliseconds. */
  readonly maxWait?: number;
  readonly maxFailures?: number;
}

/**
 * After some failures in a row the breaker is open: who waits and who comes is told so at once. It
 * looks by itself, so that no caller waits to find out, and closes when its looks are answered well.
 * It says so once when it opens and once when it closes.
 */
export function createBreaker(parts: BreakerParts): Breaker {
  const { name, probe, log, lost, turned = () => {} } = parts;
  const { maxWait = MAX_WAIT, maxFailures = MAX_FAILURES } = parts;
  const waiting = new Set<(cause: unknown) => void>();
  let failures = 0;
  let isOpen = false;
  let lookingAgain: NodeJS.Timeout | undefined;

  function failed(cause: unknown): void {
    failures += 1;
    if (isOpen || failures < maxFailures) return;
    isOpen = true;
    turned(true);
    log.warn({ cause: excerptOf(cause) }, lost);
    for (const leave of [...waiting]) leave(cause);
    lookAgain();
  }

  function lookAgain(wellBefore = 0): void {
    lookingAgain = setTimeout(async () => {
      const began = performance.now();
      // One look at a time: a server that hangs answers it when it goes on.
      const isWell = await probe().then(
        () => performance.now() - began <= maxWait / 2,
        () => false,
      );
      const well = isWell ? wellBefore + 1 : 0;
      if (well < LOOKS_TO_CLOSE) return lookAgain(well);
      failures = 0;
      isOpen = false;
      turned(false);
      log.warn(`${name} answers again`);
    }, LOOK_AGAIN).unref();
  }

  function wait<Result>(ask: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const leave = (cause: unknown) => {
        waiting.delete(leave);
        clearTimeout(timer);
        reject(new Unavailable(name, { cause }));
      };
      const fail = (cause: unknown) => {
        if (!waiting.has(leave)) return;
        leave(cause);
        failed(cause);
      };
      // An answer that has come while this process was busy is read before the time is up.
      const late = () => setImmediate(() => fail(`no answer within ${maxWait} ms`));
      const timer = setTimeout(late, maxWait);
      waiting.add(leave);
      ask().then((answer) => {
        if (!waiting.delete(leave)) return;
        clearTimeout(timer);
        failures = 0;
        resolve(answer);
      }, fail);
    });
  }

  return {
    run: (ask) => (isOpen ? Promise.reject(new Unavailable(name)) : wait(ask)),
    isOpen: () => isOpen,
    close: () => clearTimeout(lookingAgain),
  };
}

/** Of an error its message alone: its properties hold the command. */
function excerptOf(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause);
  return onOneLine(text).slice(0, MAX_EXCERPT);
}
