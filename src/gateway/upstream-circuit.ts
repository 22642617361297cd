import type { Monotonic } from '../base/clock.ts';
import { UpstreamFailure } from './upstream-failure.ts';

export type CircuitState = 'closed' | 'open' | 'probing';

/**
 * A circuit breaker for the upstream. After several consecutive failures, requests fail immediately
 * for a while. Then one request is sent as a probe, and its result closes or reopens the circuit.
 */
export interface Circuit {
  /**
   * Checks whether a request can be sent.
   * @throws UpstreamFailure open
   */
  check(): void;
  /**
   * Called before sending. The first request after the pause is the probe.
   * @throws UpstreamFailure open
   */
  enter(): void;
  succeeded(): void;
  failed(): void;
  state(): CircuitState;
}

export function createCircuit(
  monotonic: Monotonic,
  { circuitFailures, circuitOpen }: { circuitFailures: number; circuitOpen: number },
): Circuit {
  let failures = 0;
  let openedAt: number | undefined;
  let probing = false;

  function check(): void {
    if (openedAt === undefined) return;
    const left = openedAt + circuitOpen - monotonic();
    if (probing || left > 0) {
      throw new UpstreamFailure('open', { retryAfter: Math.max(left, 1_000) });
    }
  }

  return {
    check,
    enter() {
      check();
      probing = openedAt !== undefined;
    },
    succeeded() {
      failures = 0;
      openedAt = undefined;
      probing = false;
    },
    failed() {
      failures += 1;
      if (failures >= circuitFailures) openedAt = monotonic();
      probing = false;
    },
    state() {
      if (openedAt === undefined) return 'closed';
      return probing ? 'probing' : 'open';
    },
  };
}
