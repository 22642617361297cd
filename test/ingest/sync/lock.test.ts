import { describe, expect, it } from 'vitest';
import { acquire, beat, holderOf, release, type Self } from '../../../src/ingest/sync/lock.ts';
import { openStore, start } from './sync-run.ts';

const process = (holder: string, more: Partial<Self> = {}): Self => ({
  holder,
  pid: 100,
  host: 'here',
  isAlive: () => true,
  ...more,
});

describe('the lock', () => {
  it('is one process’s at a time, and says how far it is', async () => {
    const database = await openStore();
    const [one, other] = [process('one'), process('other', { pid: 200 })];
    expect(acquire(database, one, start)).toBeUndefined();
    expect(acquire(database, other, start + 1_000)).toMatchObject({ holder: 'one', pid: 100 });
    expect(beat(database, one, '3 requests', start + 5_000)).toBe(true);
    expect(holderOf(database)).toMatchObject({ heartbeat: start + 5_000, progress: '3 requests' });
    release(database, other);
    expect(holderOf(database)).toMatchObject({ holder: 'one' });
    release(database, one);
    expect(acquire(database, other, start)).toBeUndefined();
  });

  it('falls after 30 seconds of silence, and its former holder is told', async () => {
    const database = await openStore();
    const [one, other] = [process('one'), process('other')];
    acquire(database, one, start);
    expect(acquire(database, other, start + 30_000)).toMatchObject({ holder: 'one' });
    expect(acquire(database, other, start + 30_001)).toBeUndefined();
    expect(beat(database, one, '', start + 30_002)).toBe(false);
    expect(holderOf(database)).toMatchObject({ holder: 'other' });
  });

  it('falls at once where its process is gone from this machine, not from another', async () => {
    const database = await openStore();
    acquire(database, process('one'), start);
    const gone = { isAlive: () => false };
    expect(acquire(database, process('far', { ...gone, host: 'there' }), start)).toMatchObject({
      holder: 'one',
    });
    expect(acquire(database, process('near', gone), start)).toBeUndefined();
  });

  it('of a clock that was set back falls too', async () => {
    const database = await openStore();
    acquire(database, process('one'), start);
    expect(acquire(database, process('other'), start - 86_400_000)).toBeUndefined();
  });
});
