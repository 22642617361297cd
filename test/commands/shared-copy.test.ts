import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/base/config.ts';
import { filesOf } from '../../src/base/data-files.ts';
import { listVersions } from '../../src/cluster/published-versions.ts';
import { listVersionsText, withCopy } from '../../src/commands/shared-copy.ts';
import { openDatabase } from '../../src/store/database.ts';
import { factMigrations, readMeta } from '../../src/store/facts-store.ts';
import { job, listed, useVersions } from '../cluster/shared-store.ts';
import { haveEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/files.ts';
import { tableCells } from '../support/table-cells.ts';

describe.runIf(haveEngines)('the records that several machines share', () => {
  const world = useVersions();

  it('are listed by version, the newest first, with whether a machine writes', async () => {
    expect(await listVersionsText(world.engines)).toBe(
      'Shared by several machines, no machine is writing. Versions:\n  none: run `work`, or run `import SOURCE FILE…`\n',
    );
    await world.imported(world.writer(), listed('ONEQZ'));
    const [served, facts] = await listVersions(world.sql);
    await job(world.writer(), async () => {
      expect(await listVersionsText(world.engines)).toContain('a machine is writing');
    });
    await world.sql`UPDATE version SET bytes = 1260000, made_at = '2026-03-10T11:22:33Z'`;
    await world.sql`UPDATE version SET derived_on = NULL WHERE kind = 'facts'`;
    const made = '2026-03-10T11:22Z';
    const text = await listVersionsText(world.engines);
    expect(text).toMatch(/^Shared by several machines, no machine is writing\. Versions:\n.*\n/);
    expect(text.endsWith('\n')).toBe(true);
    expect(tableCells(text)).toEqual([
      ['version', 'kind', 'layout', 'published', 'computed on', 'facts of', 'MB'],
      [`${served?.id}`, 'served', served?.layout, made, '2026-03-10', '2026-03-10', '1.3'],
      [`${facts?.id}`, 'facts', facts?.layout, made, '', '2026-03-10', '1.3'],
    ]);
  });

  it('are looked at in a folder that goes afterwards', async () => {
    const dataDir = temporaryFolder();
    const config = readConfig({ ...world.engines.settings, CATALYST_DATA_DIR: dataDir });
    const isThere = async (folder: string) => existsSync(filesOf(folder).store);
    expect(await withCopy(config, world.engines, isThere)).toBe(false);
    await world.imported(world.writer(), listed('ONEQZ'));
    const factsAt = await withCopy(config, world.engines, async (folder) => {
      const database = await openDatabase(filesOf(folder).store, factMigrations);
      try {
        return readMeta(database, 'facts_at');
      } finally {
        database.close();
      }
    });
    expect(factsAt).toBe('2026-03-10');
    expect(readdirSync(dataDir)).toEqual([]);
  });
});
