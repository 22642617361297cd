import type { Plan } from '../base/plans.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';

/** The bounds of the gateway. All times are milliseconds. */
export interface UpstreamSettings {
  /** The plan whose requests a minute are never exceeded. */
  readonly pacedAs: Plan;
  /** The plan that the key is said to have, where that is said. */
  readonly plan: Plan | undefined;
  /** Longest time that one call is queued, all its tries together. */
  readonly maxWait: number;
  /** Requests queued for an endpoint at most. */
  readonly queueLength: number;
  /** Requests under way at most. */
  readonly connections: number;
  readonly connectTimeout: number;
  readonly headersTimeout: number;
  /** Between two pieces of a body. */
  readonly bodyTimeout: number;
  /** One request from its sending to the last byte. */
  readonly attemptTimeout: number;
  /** One call with all its waits and tries. */
  readonly callTimeout: number;
  /** Of a body, on the wire and unpacked. */
  readonly maximumBodyBytes: number;
  readonly retries: number;
  /** Longest wait before the first retry; it doubles. */
  readonly backoff: number;
  /** Pause of an endpoint after a 429 without Retry-After. */
  readonly limitedPause: number;
  /** Added to each window, for clocks that do not run alike. */
  readonly windowMargin: number;
  /** Failures in a row that open the circuit. */
  readonly circuitFailures: number;
  /** How long an open circuit waits before its probe. */
  readonly circuitOpen: number;
  /** How long a refusal of the key (401) or of an endpoint (403) is answered without asking. */
  readonly keyRefused: number;
  readonly endpointRefused: number;
  readonly fresh: (endpoint: Endpoint) => number;
  /** How old an answer may be that is served when the upstream fails. */
  readonly stale: number;
  /** Of answers kept. */
  readonly keptBytes: number;
}

/** Our choice, all of them: the specification says nothing of its service's manners. */
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
