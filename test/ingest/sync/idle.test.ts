import { expect, it } from 'vitest';
import { createHosts } from './origin/origin.ts';
import { createWorld } from './origin/world.ts';
import { engineOf, openStore, passed, start } from './sync-run.ts';
import { useVirtualTime } from './virtual-time.ts';

useVirtualTime();

it('a sync that waits for a repetition sleeps a minute at a time', async () => {
  const world = createWorld(5);
  world.overrides['home.treasury.gov'] = () =>
    Date.now() < start + 5 * 60_000 ? { status: 500 } : undefined;
  let looks = 0;
  const clock = () => {
    looks += 1;
    // Virtual time stands still for whoever does not sleep.
    if (looks > 10_000) throw new Error('the sync does not sleep');
    return Date.now();
  };
  const { engine } = engineOf({
    database: await openStore(),
    hosts: createHosts(world.routes, Date.now),
    sources: ['treasury-rates'],
    parts: { clock },
  });
  expect(await passed(engine.run(false))).toMatchObject({ end: 'nothing is due' });
  // Three failures open the circuit: the host is probed each minute until it answers.
  expect(Date.now() - start).toBeGreaterThanOrEqual(5 * 60_000);
  expect(Date.now() - start).toBeLessThan(12 * 60_000);
});
