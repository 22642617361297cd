import { afterEach, beforeEach } from 'vitest';
import type { UpstreamSettings } from '../../src/gateway/upstream-settings.ts';
import {
  createScope,
  createTestClock,
  createTestLog,
  type FaultProxy,
  type Instance,
  openFixtureStore,
  openUpstream,
  type Scope,
  startFaultProxy,
  startInstance,
  type TestClock,
} from '../support/upstream.ts';

/** What stands around a gateway in one test. */
export interface Surroundings {
  scope: Scope;
  /** Stands between the gateway and its upstream, and misbehaves. */
  proxy: FaultProxy;
  /** The upstream: a second server with its own store, keys and limits. */
  instance: Instance;
  time: TestClock;
}

/** Builds everything anew around each test of the file; fields are there once a test runs. */
export function useSurroundings(): Surroundings {
  const around = {} as Surroundings;
  beforeEach(async () => {
    const scope = createScope();
    const time = createTestClock();
    const instance = await startInstance(scope, await openFixtureStore(scope), time);
    const proxy = await startFaultProxy(scope, instance.port);
    Object.assign(around, { scope, time, instance, proxy });
  });
  afterEach(() => around.scope.close());
  return around;
}

/** A gateway with short waits, and what it logs. */
export async function openGatewayIn(
  { scope, proxy, instance, time }: Surroundings,
  settings: Partial<UpstreamSettings> = {},
  key = instance.keys.elite,
) {
  const { log, lines } = createTestLog();
  const { baseUrl } = proxy;
  const source = await openUpstream(scope, { baseUrl, key, time, log, settings });
  return { source, lines };
}
