import type { Plan } from '../base/plans.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';

/** The limits of the gateway. All times are in milliseconds. */
export interface UpstreamSettings {
  /** The plan whose requests per minute are never exceeded. */
  readonly pacedAs: Plan;
  /** The configured plan of the key, if any. */
  readonly plan: Plan | undefined;
  /** Longest time that a call waits in the queue, over all its attempts. */
  readonly maxWait: number;
  /** Maximum number of requests in the queue of an endpoint. */
  readonly queueLength: number;
  /** Maximum number of requests in progress. */
  readonly connections: number;
  readonly connectTimeout: number;
  readonly headersTimeout: number;
  /** Between two chunks of a body. */
  readonly bodyTimeout: number;
  /** One request from sending to its last byte. */
  readonly attemptTimeout: number;
  /** One call with all its waits and attempts. */
  readonly callTimeout: number;
  /** Of a body, both compressed and decompressed. */
  readonly maximumBodyBytes: number;
  readonly retries: number;
  /** Longest delay before the first retry; doubled for each further one. */
  readonly backoff: number;
  /** Pause of an endpoint after a 429 without Retry-After. */
  readonly limitedPause: number;
  /** Added to each window, because clocks differ in speed. */
  readonly windowMargin: number;
  /** Consecutive failures that open the circuit. */
  readonly circuitFailures: number;
  /** How long an open circuit waits before its probe. */
  readonly circuitOpen: number;
  /** How long a refusal of the key (401) or of an endpoint (403) is repeated without a request. */
  readonly keyRefused: number;
  readonly endpointRefused: number;
  readonly fresh: (endpoint: Endpoint) => number;
  /** Greatest age of an answer that is served when the upstream fails. */
  readonly stale: number;
  /** Size of the cache of answers. */
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
