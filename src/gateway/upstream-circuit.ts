import type { Monotonic } from '../base/clock.ts';
import { UpstreamFailure } from './upstream-failure.ts';

/**
 * A circuit breaker for the upstream. After several consecutive failures, requests fail immediately
 * for a while. Then one request is sent as a probe, and its result closes or reopens the circuit.
 */
export function createCircuit(
  monotonic: Monotonic,
  { circuitFailures, circuitOpen }: { circuitFailures: number; circuitOpen: number },
) {
  let failures = 0;
  let openedAt: number | undefined;
  let probing = false;

  /**
   * Checks whether a request can be sent.
   * @throws UpstreamFailure `open`
   */
  function check(): void {
    if (openedAt === undefined) return;
    const left = openedAt + circuitOpen - monotonic();
    if (probing || left > 0) {
      throw new UpstreamFailure('open', { retryAfter: Math.max(left, 1_000) });
    }
  }

  return {
    check,
    /**
     * Called before a request is sent. After the open period, the first request is the probe.
     * @throws UpstreamFailure `open`
     */
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
    state(): 'closed' | 'open' | 'probing' {
      if (openedAt === undefined) return 'closed';
      return probing ? 'probing' : 'open';
    },
  };
}

export type Circuit = ReturnType<typeof createCircuit>;
