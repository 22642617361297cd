import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SharedAccountAdmin } from '../../src/cluster/account-admin.ts';
import { startWatcher, type Watcher } from '../programs/bench/watchers.ts';
import { haveEngines, useEngines } from '../support/engines.ts';

const script = fileURLToPath(new URL('../programs/bench/watcher.ts', import.meta.url));

describe.runIf(haveEngines)('four processes', () => {
  const engines = useEngines();
  let watchers: readonly Watcher[];
  let key: string;
  beforeAll(async () => {
    const url = engines.databaseUrl;
    const admin = await SharedAccountAdmin.open(url);
    const account = { name: 'anna', plan: 'basic', demo: false, state: 'active' } as const;
    key = (await admin.create(account, '2026-03-10')) ?? '';
    await admin.close();
    const started = Array.from({ length: 4 }, () => startWatcher(script, url, ['--import', 'tsx']));
    watchers = await Promise.all(started);
  });
  afterAll(() => Promise.all(watchers.map((watcher) => watcher.stop())));

  const change = async (state: 'active' | 'paused') => {
    const admin = await SharedAccountAdmin.open(engines.databaseUrl);
    await admin.setState('anna', state);
    await admin.close();
  };
  const allSee = (state: 'active' | 'paused') =>
    Promise.all(watchers.map((watcher) => watcher.seen({ key, state })));

  it('see each change, also after PostgreSQL hung or was restarted, and one of them was killed', async () => {
    expect(await allSee('active')).toHaveLength(4);
    await change('paused');
    expect(await allSee('paused')).toHaveLength(4);
    engines.postgres.stop();
    engines.postgres.resume();
    await change('active');
    expect(await allSee('active')).toHaveLength(4);
    await engines.postgres.kill();
    await engines.postgres.start();
    await change('paused');
    expect(await allSee('paused')).toHaveLength(4);
    await watchers[0]?.stop();
    watchers = watchers.slice(1);
    await change('active');
    expect(await allSee('active')).toHaveLength(3);
  });
});
