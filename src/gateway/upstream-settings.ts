import type { Plan } from '../base/plans.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';

/** The limits of the gateway. All times are in milliseconds. */
export interface UpstreamSettings {
  /** The plan whose requests per minute are never exceeded. */
  readonly pacedAs: Plan;
  /** The configured plan of the key, if any. */
  readonly plan: Plan | undefined;
  /** Maximum time of a call in the queue, over all its attempts. */
  readonly maxWait: number;
  /** Maximum number of requests in the queue of an endpoint. */
  readonly queueLength: number;
  /** Maximum number of requests in progress. */
  readonly connections: number;
  readonly connectTimeout: number;
  readonly headersTimeout: number;
  /** Maximum time between two chunks of a body. */
  readonly bodyTimeout: number;
  /** Maximum time of one request, from sending to the last byte. */
  readonly attemptTimeout: number;
  /** Maximum time of one call with all its waits and attempts. */
  readonly callTimeout: number;
  /** Maximum size of a body, both compressed and decompressed. */
  readonly maximumBodyBytes: number;
  readonly retries: number;
  /** Maximum delay before the first retry, which doubles for each further retry. */
  readonly backoff: number;
  /** Pause of an endpoint after a 429 without Retry-After. */
  readonly limitedPause: number;
  /** Time added to each window, because clocks run at slightly different speeds. */
  readonly windowMargin: number;
  /** Number of consecutive failures that opens the circuit. */
  readonly circuitFailures: number;
  /** Time before an open circuit sends a probe. */
  readonly circuitOpen: number;
  /**
   * Time during which a refusal of the key (401) or of an endpoint (403) is returned without a
   * request.
   */
  readonly keyRefused: number;
  readonly endpointRefused: number;
  readonly fresh: (endpoint: Endpoint) => number;
  /** Maximum age of an answer that is served when the upstream fails. */
  readonly stale: number;
  /** Maximum size of the cache of answers. */
  readonly keptBytes: number;
}

/** Our choice for all values: the specification does not describe the behavior of the service. */
export const defaultUpstreamSettings: UpstreamSettings = {
  pacedAs: 'basic',
  plan: undefined,
  maxWait: 10_000,
  queueLength: 200,
  connections: 8,
  connectTimeout: 3_000,
  headersTimeout: 10_000,
  bodyTimeout: 5_000,
  attemptTimeout: 12_000,
  callTimeout: 30_000,
  maximumBodyBytes: 8 * 1024 * 1024,
  retries: 2,
  backoff: 500,
  limitedPause: 5_000,
  windowMargin: 100,
  circuitFailures: 5,
  circuitOpen: 15_000,
  keyRefused: 60_000,
  endpointRefused: 300_000,
  fresh: () => 300_000,
  stale: 86_400_000,
  keptBytes: 32 * 1024 * 1024,
};
