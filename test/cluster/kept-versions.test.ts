import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  headOf,
  listVersions,
  noteInstance,
  publishAgain,
} from '../../src/cluster/published-versions.ts';
import { factsLayout } from '../../src/cluster/version-files.ts';
import { haveEngines } from '../support/engines.ts';
import { job, layout, listed, tickersIn, until, useVersions, versionIn } from './shared-store.ts';

describe.runIf(haveEngines)('versions in PostgreSQL', () => {
  const world = useVersions();
  const partCount = async () => (await world.sql`SELECT count(*)::int AS n FROM part`)[0]?.n;
  async function expectNoUnnamedParts() {
    const [row] = await world.sql`
      SELECT count(DISTINCT one)::int AS named FROM version, unnest(parts) AS one`;
    expect(await partCount()).toBe(row?.named);
  }
  const servedIds = async () => {
    const versions = await listVersions(world.sql);
    return versions
      .flatMap(({ kind, id }) => (kind === 'served' ? id : []))
      .toSorted((a, b) => a - b);
  };

  it('send only the parts that are new, and nothing where nothing changed', async () => {
    const writing = world.writer();
    const first = await world.imported(writing);
    const parts = await partCount();
    expect((await world.imported(writing))?.head).toBe(first?.head);
    expect(await partCount()).toBe(parts);
    // Another machine has an identical copy with the same parts.
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
    await expectNoUnnamedParts();
  });

  it('of a layout that no instance reads and nobody publishes go after a day, all of them', async () => {
    const layouts = async () =>
      new Set((await listVersions(world.sql)).map(({ kind, layout: of }) => `${kind} ${of}`));
    const old = (hours: number) =>
      world.sql`UPDATE version SET made_at = made_at - make_interval(hours => ${hours})`;
    for (const [at, gone] of ['read', 'unread'].entries()) {
      await world.imported(world.writer(), listed(`${'AB'[at]}QZ`));
      await world.sql`
        UPDATE version SET layout = ${gone} WHERE kind = 'served' AND layout = ${layout}`;
    }
    await noteInstance(world.sql, randomUUID(), 'read');
    await noteInstance(world.sql, randomUUID(), 'of no version');
    const current = [`served ${layout}`, `facts ${factsLayout}`];
    await world.imported(world.writer(), listed('CQZ'));
    await world.sql`
      UPDATE version SET layout = '1' WHERE kind = 'facts'
      AND id < (SELECT max(id) FROM version WHERE kind = 'facts')`;
    await old(23);
    await world.imported(world.writer(), listed('DQZ'));
    expect(await layouts()).toEqual(
      new Set(['served read', 'served unread', 'facts 1', ...current]),
    );
    await old(2);
    await world.imported(world.writer(), listed('EQZ'));
    expect(await layouts()).toEqual(new Set(['served read', ...current]));
    // The instance's heartbeat is also old. A running instance of this program records its own
    // heartbeat.
    await world.sql`UPDATE instance SET seen_at = seen_at - interval '25 hours'`;
    const store = await world.serving();
    await world.imported(world.writer(), listed('FQZ'));
    expect(await layouts()).toEqual(new Set(current));
    expect(await world.sql`SELECT layout FROM instance`).toEqual([{ layout }]);
    await until(async () => (await tickersIn(store)).includes('FQZ'));
    await expectNoUnnamedParts();
  });

  it('stay three of a layout as well where one is published again', async () => {
    const writing = world.writer();
    for (const ticker of ['AQZ', 'BQZ', 'CQZ', 'DQZ'])
      await world.imported(writing, listed(ticker));
    const ids = await servedIds();
    expect(ids).toHaveLength(4);
    await world.sql`UPDATE version SET made_at = made_at - interval '2 hours'`;
    const { head } = await publishAgain(world.sql, await headOf(world.sql), ids[2]!);
    // The third and fourth versions, and the third version again as the newest.
    expect(await servedIds()).toEqual([...ids.slice(2), head]);
  });

  it('are published again with the facts of their time, from which the next ones follow', async () => {
    const writing = world.writer();
    const good = (await world.imported(writing))?.head as number;
    await world.imported(writing, listed('BADQZ'));
    const store = await world.serving();
    expect(await tickersIn(store)).toContain('BADQZ');
    const before = await partCount();
    const { head } = await publishAgain(world.sql, await headOf(world.sql), good);
    expect(await partCount()).toBe(before);
    await until(() => versionIn(store) === String(head));
    expect(await tickersIn(store)).not.toContain('BADQZ');
    await world.imported(writing, listed('NEXTQZ'));
    await until(async () => (await tickersIn(store)).includes('NEXTQZ'));
    expect(await tickersIn(store)).not.toContain('BADQZ');
    await expect(publishAgain(world.sql, await headOf(world.sql), 999)).rejects.toThrow(
      /is no longer stored/,
    );
  });
});
