import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/sha256.ts';
import { headOf, listVersions, publishAgain } from '../../src/cluster/published-versions.ts';
import { fetchSheets, sharedRecord } from '../../src/cluster/shared-record.ts';
import { nextSheets, readChain } from '../../src/domain/track-record/chain.ts';
import { kindNames } from '../../src/domain/track-record/kinds.ts';
import { appendSheets, readSheets } from '../../src/store/record-file.ts';
import { haveEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/files.ts';
import { fixedClock } from '../support/start-app.ts';
import { job, listed, take, tomorrow, useVersions } from './shared-store.ts';

const DAY_SHEETS = kindNames.length;

describe.runIf(haveEngines)('the record in PostgreSQL', () => {
  const world = useVersions();
  const stored = () => world.sql<{ head: string }[]>`SELECT head FROM forecast_sheet ORDER BY seq`;
  const chainIn = async (path: string) => readChain(await readSheets(path), sha256);

  /** The chain that a machine without a record reads. */
  async function sharedChain() {
    const path = join(temporaryFolder(), 'forecasts.sqlite');
    await fetchSheets(world.database, path);
    return chainIn(path);
  }

  it('is continued by each machine, and publishing an older version keeps it', async () => {
    await world.imported(world.writer(), listed('AQZ'));
    expect(await stored()).toHaveLength(DAY_SHEETS);
    await job({ ...world.writer(), clock: tomorrow }, ({ folder }) => take(folder, listed('BQZ')));
    const heads = await stored();
    expect(heads).toHaveLength(2 * DAY_SHEETS);
    const chain = await sharedChain();
    expect(chain.map(({ head }) => ({ head }))).toEqual(heads);
    const oldest = (await listVersions(world.sql)).filter(({ kind }) => kind === 'served').at(-1)!;
    await publishAgain(world.sql, await headOf(world.sql), oldest.id);
    expect(await stored()).toEqual(heads);
    // The day is frozen, although the older facts know of no sheet of it.
    await job({ ...world.writer(), clock: tomorrow }, ({ folder }) => take(folder, listed('CQZ')));
    expect(await stored()).toEqual(heads);
  });

  it('gets all sheets of a publishing or none', async () => {
    await world.imported(world.writer(), listed('AQZ'));
    const writing = { ...world.writer(), clock: tomorrow };
    await expect(
      job(writing, async ({ folder }) => {
        await take(folder, listed('BQZ'));
        await world.sql`DROP TABLE instance`;
      }),
    ).rejects.toThrow('instance');
    expect(await stored()).toHaveLength(DAY_SHEETS);
  });

  it('replaces a record of a machine that does not continue it', async () => {
    await world.imported(world.writer(), listed('AQZ'));
    const path = join(temporaryFolder(), 'forecasts.sqlite');
    const stated = { day: '2020-01-01', program: '1', revisions: 'r', nonce: () => 'n' };
    const other = nextSheets(await chainIn(path), [], stated, sha256);
    await appendSheets(path, () => other);
    await fetchSheets(world.database, path);
    expect((await chainIn(path)).map(({ head }) => ({ head }))).toEqual(await stored());
  });

  it('cannot be changed, and each server reads it', async () => {
    await world.imported(world.writer(), listed('AQZ'));
    for (const change of ['DELETE FROM', 'TRUNCATE', "UPDATE forecast_sheet SET head = '' --"]) {
      await expect(world.sql.unsafe(`${change} forecast_sheet`)).rejects.toThrow(
        'the record cannot be changed',
      );
    }
    const record = sharedRecord(world.databaseUrl);
    const headers = await record.headers();
    expect(headers).toHaveLength(DAY_SHEETS);
    const last = await record.sheet(DAY_SHEETS);
    expect(last).toMatchObject(headers.at(-1)!);
    expect(last!.sheet).toContain('"ticker":"AQZ","method":"listed"');
    expect(await record.sheet(DAY_SHEETS + 1)).toBeUndefined();
    await record.close?.();
  });

  it('has the days on which facts were published', async () => {
    await world.imported(world.writer(), listed('AQZ'));
    const [sheet] = await sharedChain();
    expect(sheet?.day).toBe(new Date(fixedClock()).toISOString().slice(0, 10));
  });
});
