import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { manifestOf } from '../../src/cluster/parts.ts';
import type { Version, VersionKind } from '../../src/cluster/published-versions.ts';
import { fetchVersion, pullServed } from '../../src/cluster/pull-version.ts';
import { openDatabase } from '../../src/store/database.ts';
import { factMigrations, writeMeta } from '../../src/store/facts-store.ts';
import { StoreFailure } from '../../src/store/failure.ts';
import { fileIn, temporaryFolder } from '../support/files.ts';
import { createFakePostgresClient } from './fake-postgres.ts';

const PART = 256 * 1024;
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const partHashes = (file: Buffer) =>
  Array.from({ length: Math.ceil(file.length / PART) }, (_, at) =>
    file.subarray(at * PART, (at + 1) * PART),
  );

/** A published file with more parts than one query returns. */
let large: Buffer;
let small: Buffer;
beforeAll(async () => {
  large = await storeOf(24_000);
  small = await storeOf(2_000);
});

async function storeOf(rows: number): Promise<Buffer> {
  const path = join(temporaryFolder(), 'made');
  const database = await openDatabase(path, factMigrations);
  writeMeta(database, 'layout', 'l1');
  database.exec(`CREATE TABLE long (word TEXT);
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${rows})
    INSERT INTO long SELECT printf('%0200d', n) FROM numbers;
    PRAGMA journal_mode = DELETE`);
  database.close();
  return readFileSync(path);
}

interface Published {
  readonly file: Buffer;
  readonly id?: number;
  readonly kind?: VersionKind;
  readonly layout?: string;
  readonly bytes?: number;
  /** Indexes of parts without a body. */
  readonly without?: readonly number[];
}

/** Builds a fake PostgreSQL with one version. The version lists the hashes of its parts. */
function publishing({ file, without = [], ...more }: Published) {
  const parts = partHashes(file);
  const hashes = parts.map(hashOf);
  const bodies = new Map(
    parts.flatMap((part, at) =>
      without.includes(at + 1) ? [] : [[hashes[at], gzipSync(part)] as const],
    ),
  );
  const version: Version = {
    id: 3,
    kind: 'served',
    layout: 'l1',
    base: 0,
    facts_at: null,
    derived_on: null,
    made_at: new Date(0),
    bytes: file.length,
    ...more,
  };
  const wanted: number[] = [];
  const { database, asked, bounds } = createFakePostgresClient((text, values) => {
    if (text.includes('to_json(parts)')) return [{ parts: hashes }];
    if (text.startsWith('SELECT hash, body')) {
      const some = values[0] as string[];
      wanted.push(some.length);
      return some.flatMap((hash) => (bodies.has(hash) ? [{ hash, body: bodies.get(hash) }] : []));
    }
    return text.includes('FROM version WHERE kind') ? [version] : [];
  });
  return { database, version, asked, bounds, wanted };
}

const folderOf = () => join(temporaryFolder(), 'versions');

describe('a version that is brought', () => {
  it('comes whole, sixteen parts a question, into a folder of its owner alone', async () => {
    const folder = folderOf();
    const { database, asked, bounds, wanted } = publishing({ file: large });
    const path = join(folder, 'served-l1-3.sqlite');
    expect(await pullServed(database, folder, 'l1')).toEqual({ id: 3, path });
    expect(readFileSync(path).equals(large)).toBe(true);
    expect(readdirSync(folder)).toEqual(['served-l1-3.sqlite']);
    expect([statSync(folder).mode & 0o777, statSync(path).mode & 0o777]).toEqual([0o700, 0o600]);
    const count = partHashes(large).length;
    expect(count).toBeGreaterThan(17);
    expect(wanted).toEqual([16, count - 16]);
    expect(bounds).toEqual([undefined, undefined, 60_000, 60_000]);
    const newest = asked.find(({ text }) => text.includes('FROM version WHERE kind = ?'));
    expect(newest?.values).toContain('served');
    expect(asked.some(({ text, values }) => text === 'AND layout = ?' && values[0] === 'l1')).toBe(
      true,
    );
  });

  it('is asked for part by part only where a part is not here', async () => {
    const folder = folderOf();
    await pullServed(publishing({ file: large }).database, folder, 'l1');
    const same = publishing({ file: large });
    await pullServed(same.database, folder, 'l1');
    expect(same.wanted).toEqual([]);
    // Another version with one different part, which was damaged before it was published.
    const changed = Buffer.from(large);
    changed.fill(0xff, 99 * 16_384 + 8, 99 * 16_384 + 28);
    const next = publishing({ file: changed, id: 4 });
    await expect(pullServed(next.database, folder, 'l1')).rejects.toThrow(
      "version 4 fails SQLite's quick_check",
    );
    expect(next.wanted).toEqual([1]);
    const smaller = publishing({ file: small, id: 5 });
    const path = join(folder, 'served-l1-5.sqlite');
    expect(await pullServed(smaller.database, folder, 'l1')).toEqual({ id: 5, path });
    expect(readFileSync(path).equals(small)).toBe(true);
    expect(readdirSync(folder)).toEqual(['served-l1-5.sqlite']);
  });

  it('is null if none was published', async () => {
    const folder = folderOf();
    expect(await pullServed(createFakePostgresClient().database, folder, 'l1')).toBeUndefined();
    expect(existsSync(folder)).toBe(false);
  });

  it('starts from no file where the last one is gone, and from one that is damaged in part', async () => {
    const folder = folderOf();
    const path = join(folder, 'facts');
    const { database, version, wanted } = publishing({ file: large });
    await fetchVersion(database, version, path, join(folder, 'gone'));
    const whole = wanted.splice(0);
    expect(whole).toEqual([16, partHashes(large).length - 16]);
    const damaged = Buffer.from(large);
    damaged.fill(1, 17 * PART, 17 * PART + 9);
    writeFileSync(path, damaged);
    await fetchVersion(database, version, path, path);
    expect(wanted).toEqual([1]);
    expect(readFileSync(path).equals(large)).toBe(true);
  });

  it.each([
    [{ without: [17] }, 'version 3, part 17 of 21 in the PostgreSQL table "part"'],
    [{ without: [2, 17] }, 'version 3, part 2 of 21 in the PostgreSQL table "part"'],
    [{ bytes: 1 }, 'bytes but was published with 1.'],
    [{ layout: 'l2' }, 'version 3 has layout l1 but was published with l2'],
    [{ kind: 'facts', layout: '1' }, `has layout ${factMigrations.at(-1)?.version} but was`],
  ] as const)('with %j is refused, and nothing of it stays', async (more, said) => {
    const folder = folderOf();
    const { database, version } = publishing({ file: large, ...more });
    const path = join(folder, 'it');
    await expect(fetchVersion(database, version, path, undefined)).rejects.toThrow(said);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('of facts is laid out as its last migration says', async () => {
    const layout = String(factMigrations.at(-1)?.version);
    const { database, version } = publishing({ file: small, kind: 'facts', layout });
    const path = join(folderOf(), 'it');
    await fetchVersion(database, version, path, undefined);
    expect(manifestOf(path).bytes).toBe(small.length);
  });

  it('for which there is no room says so; another failure is handed on', async () => {
    const { version } = publishing({ file: small });
    const path = join(folderOf(), 'it');
    const failing = (cause: Error) => {
      const { database } = createFakePostgresClient((text) => {
        if (text.includes('to_json(parts)')) return [{ parts: ['a'] }];
        throw cause;
      });
      return fetchVersion(database, version, path, undefined);
    };
    const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
    await expect(failing(full)).rejects.toEqual(
      new StoreFailure(`${path}: the disk is full. Free some space.`, { cause: full }),
    );
    const other = Object.assign(new Error('another'), { code: 'EIO' });
    await expect(failing(other)).rejects.toBe(other);
  });

  it('ends files that nobody writes, after an hour, and other layouts, after a day', async () => {
    const folder = folderOf();
    mkdirSync(folder);
    const { database } = publishing({ file: small });
    const path = join(folder, 'served-l1-3.sqlite');
    const HOUR = 3_600;
    // The start time of the instance may differ from the test's clock by a minute in either
    // direction.
    const before = Date.now() / 1_000;
    for (const [name, age] of [
      ['a.writing', HOUR + 60],
      ['b.writing', HOUR - 60],
      ['writing', HOUR + 60],
      ['served-l0-1.sqlite', 24 * HOUR + 60],
      ['served-l2-1.sqlite', 24 * HOUR - 60],
      ['xserved-l0-1.sqlite', 24 * HOUR + 60],
      ['served-l0-1.sqlite.kept', 24 * HOUR + 60],
    ] as const) {
      const file = fileIn(folder, name, '');
      utimesSync(file, before - age, before - age);
    }
    await pullServed(database, folder, 'l1');
    expect(statSync(path).mtimeMs / 1_000 - before).toBeLessThan(50);
    expect(readdirSync(folder).sort()).toEqual([
      ...['b.writing', 'served-l0-1.sqlite.kept', 'served-l1-3.sqlite', 'served-l2-1.sqlite'],
      ...['writing', 'xserved-l0-1.sqlite'],
    ]);
  });
});
