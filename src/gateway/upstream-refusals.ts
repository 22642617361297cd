import type { Monotonic } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import { UpstreamFailure } from './upstream-failure.ts';
import type { UpstreamSettings } from './upstream-settings.ts';

const everything = 'everything';

/**
 * Caches refusals by the upstream. A refused request fails again until the operator of this server
 * has fixed the cause. Therefore, the same refusal is returned for some time without a request.
 */
export function createRefusals(monotonic: Monotonic, settings: UpstreamSettings, log: Log) {
  const until = new Map<string, number>();
  const holds = (what: string) => (until.get(what) ?? Number.NEGATIVE_INFINITY) > monotonic();
  return {
    /** @throws UpstreamFailure the cached refusal, if it is still valid */
    check({ name }: Endpoint): void {
      if (holds(everything)) throw new UpstreamFailure('key refused', { status: 401 });
      if (holds(name)) throw new UpstreamFailure('endpoint refused', { status: 403 });
    },
    learn({ name }: Endpoint, { kind }: UpstreamFailure): void {
      if (kind === 'key refused') {
        if (!holds(everything)) log.warn('upstream refuses the key: correct CATALYST_API_KEY');
        until.set(everything, monotonic() + settings.keyRefused);
      } else if (kind === 'endpoint refused') {
        if (!holds(name)) {
          log.warn(
            { endpoint: name },
            'upstream does not permit this endpoint: check CATALYST_UPSTREAM_PLAN and the key’s plan',
          );
        }
        until.set(name, monotonic() + settings.endpointRefused);
      }
    },
    /** Names of refused tools, or `everything` for a refused key. */
    list: () => [...until.keys()].filter(holds),
  };
}
