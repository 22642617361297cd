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

/** The upstream, proxy and clock around a gateway in one test. */
interface Surroundings {
  scope: Scope;
  /** A proxy between the gateway and its upstream that simulates faults. */
  proxy: FaultProxy;
  /** The upstream: a second server with a separate store, keys and limits. */
  instance: Instance;
  time: TestClock;
}

/**
 * Creates new surroundings before each test of the file. The fields can be read only while a test
 * runs.
 */
export function useSurroundings() {
  const around = {} as Surroundings;
  /** Opens a gateway with short waits and collects its log lines. */
  async function gateway(
    settings: Partial<UpstreamSettings> = {},
    key = around.instance.keys.elite,
  ) {
    const { log, lines } = createTestLog();
    const { scope, time, proxy } = around;
    const upstream = { baseUrl: proxy.baseUrl, key, time, log, settings };
    return { source: await openUpstream(scope, upstream), lines };
  }
  beforeEach(async () => {
    const scope = createScope();
    const time = createTestClock();
    const instance = await startInstance(scope, await openFixtureStore(scope), time);
    const proxy = await startFaultProxy(scope, instance.port);
    Object.assign(around, { scope, time, instance, proxy });
  });
  afterEach(() => around.scope.close());
  return Object.assign(around, { gateway });
}
