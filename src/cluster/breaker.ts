import { onOneLine } from '../base/foreign-text.ts';
import type { Log } from '../base/log.ts';

/** Default maximum time that a caller waits, in milliseconds. */
const MAX_WAIT = 250;
/** Number of consecutive failures after which the breaker opens. */
const MAX_FAILURES = 3;
/** Interval between probes while the breaker is open, in milliseconds. */
const PROBE_EVERY = 1_000;
/**
 * Number of consecutive fast probes after which the breaker closes. A probe is fast if it takes at
 * most half the time limit. If slow probes closed the breaker, a slow server would open and close
 * it repeatedly.
 */
const PROBES_TO_CLOSE = 3;
/** Maximum number of characters that the log quotes from an error message of the server. */
const MAX_EXCERPT = 200;

/**
 * Thrown if a server fails, does not answer in time, or is not called because its breaker is open.
 */
export class Unavailable extends Error {
  constructor(name: string, options?: ErrorOptions) {
    super(`${name} does not answer`, options);
    this.name = 'Unavailable';
  }
}

export interface BreakerParts {
  /** Name of the server in the log. */
  readonly name: string;
  /** Sends a test request, which succeeds only if the server can answer the requests of callers. */
  readonly probe: () => Promise<unknown>;
  readonly log: Pick<Log, 'warn'>;
  /** Warning to log when the breaker opens. */
  readonly lost: string;
  /** Called when the breaker opens and when it closes again. */
  readonly turned?: (isOpen: boolean) => void;
  /** Maximum milliseconds that a caller waits. Default: `MAX_WAIT`. */
  readonly maxWait?: number;
  readonly maxFailures?: number;
}

/**
 * Creates a circuit breaker, so that a failed or hanging server does not delay every caller. The
 * breaker opens after several consecutive failures. Waiting callers and new callers then fail
 * immediately. An open breaker probes the server in the background and closes when enough probes
 * succeed. The log has one line when the breaker opens and one when it closes.
 */
export function createBreaker(parts: BreakerParts) {
  const { name, probe, log, lost, turned = () => {} } = parts;
  const { maxWait = MAX_WAIT, maxFailures = MAX_FAILURES } = parts;
  const waiting = new Set<(cause: unknown) => void>();
  let failures = 0;
  let isOpen = false;
  let nextProbe: NodeJS.Timeout | undefined;

  function failed(cause: unknown): void {
    failures += 1;
    if (isOpen || failures < maxFailures) return;
    isOpen = true;
    turned(true);
    log.warn({ cause: excerptOf(cause) }, lost);
    for (const leave of [...waiting]) leave(cause);
    probeLater();
  }

  function probeLater(fastBefore = 0): void {
    nextProbe = setTimeout(async () => {
      const began = performance.now();
      // Only one probe runs at a time. If the server hangs, it answers this probe after it recovers.
      const isFast = await probe().then(
        () => performance.now() - began <= maxWait / 2,
        () => false,
      );
      const fast = isFast ? fastBefore + 1 : 0;
      if (fast < PROBES_TO_CLOSE) return probeLater(fast);
      failures = 0;
      isOpen = false;
      turned(false);
      log.warn(`${name} answers again`);
    }, PROBE_EVERY).unref();
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
      // If this process was too busy to read an answer that has arrived, the answer is read before
      // the timeout takes effect.
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
    /**
     * @throws Unavailable if the breaker is open, if the server fails, or if it does not answer
     * within `maxWait`
     */
    run: <Result>(ask: () => Promise<Result>): Promise<Result> =>
      isOpen ? Promise.reject(new Unavailable(name)) : wait(ask),
    isOpen: () => isOpen,
    close: () => clearTimeout(nextProbe),
  };
}

export type Breaker = ReturnType<typeof createBreaker>;

/**
 * Returns only the message of an error. The other properties of the error can contain the failed
 * query or Redis command.
 */
function excerptOf(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause);
  return onOneLine(text).slice(0, MAX_EXCERPT);
}
