import type { Plan } from '../base/plans.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';

/**
 * The limits of the gateway. All times are in milliseconds. Our choice: each value in this object,
 * because the specification states no limits for clients.
 */
export const defaultUpstreamSettings = {
  /** Requests stay within the limit per minute of this plan. */
  pacedAs: 'basic' as Plan,
  /** The configured plan of the key, if any. */
  plan: undefined as Plan | undefined,
  /** Maximum total time that the attempts of a call spend in the queue. */
  maxWait: 10_000,
  /** Maximum number of requests in the queue of an endpoint. */
  queueLength: 200,
  /** Maximum number of requests in progress. */
  connections: 8,
  connectTimeout: 3_000,
  headersTimeout: 10_000,
  /** Maximum time between two chunks of a body. */
  bodyTimeout: 5_000,
  /** Maximum time of one request, from sending to the last byte. */
  attemptTimeout: 12_000,
  /** Maximum time of one call with all its waits and attempts. */
  callTimeout: 30_000,
  /** Maximum size of a body, both compressed and decompressed. */
  maximumBodyBytes: 8 * 1024 * 1024,
  retries: 2,
  /** Maximum delay before the first retry. It doubles for each further retry. */
  backoff: 500,
  /** Pause of the queue of an endpoint after a 429 response without Retry-After. */
  limitedPause: 5_000,
  /** Time added to each window, because clocks run at slightly different speeds. */
  windowMargin: 100,
  /** Number of consecutive failures that opens the circuit. */
  circuitFailures: 5,
  /** Time before an open circuit sends a probe. */
  circuitOpen: 15_000,
  /** Time for which no requests are sent after the upstream refused the key (401). */
  keyRefused: 60_000,
  /** Time for which no requests to an endpoint are sent after the upstream refused them (403). */
  endpointRefused: 300_000,
  /** Time for which a cached answer of an endpoint is served without a request. */
  fresh: (_endpoint: Endpoint) => 300_000,
  /** Maximum age of an answer that is served when the upstream fails. */
  stale: 86_400_000,
  /** Maximum size of the cache of answers. */
  keptBytes: 32 * 1024 * 1024,
};

export type UpstreamSettings = Readonly<typeof defaultUpstreamSettings>;
