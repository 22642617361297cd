import { describe, expect, it } from 'vitest';
import { headOf, listVersions, publishAgain } from '../../src/cluster/versions.ts';
import { haveEngines } from '../support/engines.ts';
import { job, listed, tickersIn, until, useVersions, versionIn } from './shared-store.ts';

describe.runIf(haveEngines)('versions in PostgreSQL', () => {
  const world = useVersions();

  it('send only the parts that are new, and nothing where nothing changed', async () => {
    const writing = world.writer();
    const first = await world.imported(writing);
    const counted = async () =>
      (await world.sql`SELECT count(*)::int AS parts FROM part`)[0]?.parts;
    const parts = await counted();
    expect((await world.imported(writing))?.head).toBe(first?.head);
    expect(await counted()).toBe(parts);
    // Another machine whose copy is the same, part for part.
    const again = await job(world.writer(), async () => {});
    expect(again?.head).toBe(first?.head);
  });

  it('stay three of a layout and those of the last hour; parts that none names go', async () => {
    const writing = world.writer();
    for (const ticker of ['AQZ', 'BQZ', 'CQZ', 'DQZ'])
      await world.imported(writing, listed(ticker));
    expect(await listVersions(world.sql)).toHaveLength(8);
    await world.sql`UPDATE version SET made_at = made_at - interval '2 hours'`;
    await world.imported(writing, listed('EQZ'));
    const kinds = (await listVersions(world.sql)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'served')).toHaveLength(3);
    expect(kinds.filter((kind) => kind === 'facts')).toHaveLength(3);
    const [row] = await world.sql`
      SELECT (SELECT count(*) FROM part) AS kept,
        (SELECT count(DISTINCT one) FROM version, unnest(parts) AS one) AS named`;
    expect(row?.kept).toBe(row?.named);
  });

  it('are published again with the facts of their time, from which the next ones follow', async () => {
    const writing = world.writer();
    const good = (await world.imported(writing))?.head as number;
    await world.imported(writing, listed('BADQZ'));
    const store = await world.serving();
    expect(await tickersIn(store)).toContain('BADQZ');
    const before = (await world.sql`SELECT count(*) AS parts FROM part`)[0]?.parts;
    const { head } = await publishAgain(world.sql, await headOf(world.sql), good);
    expect((await world.sql`SELECT count(*) AS parts FROM part`)[0]?.parts).toBe(before);
    await until(() => versionIn(store) === String(head));
    expect(await tickersIn(store)).not.toContain('BADQZ');
    await world.imported(writing, listed('NEXTQZ'));
    await until(async () => (await tickersIn(store)).includes('NEXTQZ'));
    expect(await tickersIn(store)).not.toContain('BADQZ');
    await expect(publishAgain(world.sql, await headOf(world.sql), 999)).rejects.toThrow(
      /is not among/,
    );
  });
});
