import { ServiceError } from './errors.ts';
import { type Plan, planTitle } from './plans.ts';

/**
 * The errors in this file tell clients about failures of the upstream. The upstream's own error
 * text is written only to the log. Each message states what to do, because REST answers may omit
 * the hint.
 */
export const upstreamUnreachable = () =>
  new ServiceError(502, 'The upstream cannot be reached: try again in a minute', {
    hint: 'If this continues, the owner of this server can check CATALYST_BASE_URL and the network.',
  });

export const upstreamTimeout = () =>
  new ServiceError(504, 'The upstream did not respond in time: try again in a minute', {
    hint: 'A narrower request (ticker, dates) may be faster.',
  });

/** Maps a 5xx status of the upstream to 502, 503 or 504. */
export const upstreamFailed = (status: number) =>
  new ServiceError(
    status === 503 || status === 504 ? status : 502,
    `The upstream failed (status ${status}): try again in a minute`,
    { hint: 'The request appears to be valid.' },
  );

export const upstreamUnreadable = () =>
  new ServiceError(
    502,
    'The response of the upstream is not in the expected format: try again later',
    {
      hint: 'If this continues, the owner of this server can check that CATALYST_BASE_URL is the URL of the service.',
    },
  );

export const upstreamOpen = (retryAfterSeconds: number) =>
  new ServiceError(
    503,
    `The upstream has failed repeatedly, so requests to it are paused: try again in ${retryAfterSeconds} s`,
    { retryAfterSeconds },
  );

export const upstreamUncounted = (retryAfterSeconds: number) =>
  new ServiceError(
    503,
    `No request is sent to the upstream, because requests cannot be counted against its limits: try again in ${retryAfterSeconds} s`,
    {
      retryAfterSeconds,
      hint: 'The owner of this server can free disk space, or check CATALYST_DATA_DIR or CATALYST_REDIS_URL.',
    },
  );

export const upstreamLimited = (retryAfterSeconds: number) =>
  new ServiceError(
    429,
    `The request limit of the upstream is exhausted: try again in ${retryAfterSeconds} s`,
    { retryAfterSeconds, bucket: 'the upstream' },
  );

export const upstreamRefusesKey = () =>
  new ServiceError(502, 'The upstream refuses the key of this server: update CATALYST_API_KEY', {
    hint: 'The owner of this server finds the current key in the upstream account under API Access. Do not retry before the key is updated.',
  });

export const upstreamForbids = (tool: string) =>
  new ServiceError(
    502,
    `The upstream does not permit ${tool} with the key of this server: set CATALYST_UPSTREAM_PLAN to the plan of the key, or use another key`,
    {
      hint: 'The plan or bundle of the key does not include the tool, or the access of the key is paused or expired. Other tools may work.',
    },
  );

export const upstreamPlanRequired = (plan: Plan) =>
  new ServiceError(
    403,
    `This endpoint needs an upstream key of the ${planTitle(plan)} plan, but CATALYST_UPSTREAM_PLAN names another plan`,
  );

export const upstreamLacksPath = () =>
  new ServiceError(
    502,
    'The upstream does not have this path: check CATALYST_BASE_URL and CATALYST_UPSTREAM_PATHS',
  );

export const upstreamRedirects = () =>
  new ServiceError(
    502,
    'The upstream returned a redirect, which is not followed: set CATALYST_BASE_URL to the final URL',
  );

export const upstreamRefusesArguments = () =>
  new ServiceError(400, 'The upstream does not accept these arguments', {
    hint: 'This server accepts these arguments, but the upstream does not. Try fewer or simpler arguments.',
  });

/** @param names parameters that this server supports and the upstream does not support */
export const upstreamWithout = (names: readonly string[]) =>
  new ServiceError(400, `The upstream does not support these parameters: ${names.join(', ')}`, {
    hint: 'The upstream filters and sorts these records by its own rules. Omit the parameters.',
  });
