import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { inParts } from '../domain/group-by.ts';
import { openImmutable } from '../store/database.ts';
import { readMeta } from '../store/facts-store.ts';
import { StoreFailure } from '../store/failure.ts';
import { ifHashMatches, manifestOf, readPart } from './parts.ts';
import { createPostgresClient, type PostgresClient } from './postgres-client.ts';
import { type Version, type VersionKind, versionsOf } from './published-versions.ts';
import {
  DamagedRecords,
  describeDamagedPart,
  PARTS_AT_ONCE,
  partHashes,
  readParts,
} from './stored-parts.ts';

/** A local file that contains a served version. */
export interface PulledFile {
  readonly id: number;
  readonly path: string;
}

/** Age in milliseconds after which a partly written file is considered abandoned. */
const MAX_WRITING_MS = 3_600_000;
/** Time limit of one query for parts, in milliseconds. A query returns at most 4 MiB. */
const MAX_PARTS_MS = 60_000;
/** Age in milliseconds after which a file of another layout is removed. */
const MAX_OTHER_LAYOUT_MS = 86_400_000;

/** Returns the subfolder of a data folder in which fetched versions are stored. */
export function versionsFolder(dataDir: string): string {
  return join(dataDir, 'versions');
}

/**
 * Returns the files in a folder that contain a served version with the given layout, newest first.
 */
export function pulledFiles(folder: string, layout: string): readonly PulledFile[] {
  if (!existsSync(folder)) return [];
  const named = new RegExp(`^served-${layout}-(\\d{1,10})\\.sqlite$`);
  return readdirSync(folder)
    .flatMap((name) => {
      const id = named.exec(name)?.[1];
      return id === undefined ? [] : [{ id: Number(id), path: join(folder, name) }];
    })
    .sort((a, b) => b.id - a.id);
}

/**
 * Fetches the newest served version that has the given layout into a folder, and verifies the file.
 * Unchanged parts are copied from the file of the previously fetched version. That file is then
 * removed. If the newest version is damaged, the newest undamaged version is fetched instead.
 * @returns undefined if no version was published
 * @throws DamagedRecords if the newest version is damaged, even if an older version was fetched;
 * StoreFailure
 */
export async function pullServed(
  database: PostgresClient,
  folder: string,
  layout: string,
): Promise<PulledFile | undefined> {
  const versions = await database.query((sql) => versionsOf(sql, 'served', layout));
  let damaged: DamagedRecords | undefined;
  for (const version of versions) {
    try {
      const pulled = await pullVersion(database, folder, version);
      if (damaged) break;
      return pulled;
    } catch (cause) {
      if (!(cause instanceof DamagedRecords)) throw damaged ?? cause;
      damaged ??= cause;
    }
  }
  if (damaged) throw damaged;
  return undefined;
}

async function pullVersion(
  database: PostgresClient,
  folder: string,
  version: Version,
): Promise<PulledFile> {
  const { id, layout } = version;
  const path = join(folder, `served-${layout}-${id}.sqlite`);
  const before = pulledFiles(folder, layout);
  await fetchVersion(database, version, path, before[0]?.path);
  for (const old of before) if (old.id !== id) rmSync(old.path, { force: true });
  dropOlder(folder, /^served-.*\.sqlite$/, MAX_OTHER_LAYOUT_MS, path);
  return { id, path };
}

/** Calls `pullServed` with a connection that is closed afterwards. */
export async function pullNewest(url: string, folder: string, layout: string): Promise<void> {
  const database = createPostgresClient(url);
  try {
    await pullServed(database, folder, layout);
  } finally {
    await database.close();
  }
}

/**
 * Writes a version to a path. A failed write leaves the path unchanged.
 * @param last a local file with this version or an earlier one, from which identical parts are
 * copied
 * @throws DamagedRecords if a part or the file differs from what was published; StoreFailure
 */
export async function fetchVersion(
  database: PostgresClient,
  version: Version,
  path: string,
  last: string | undefined,
): Promise<void> {
  const hashes = await database.query((sql) => partHashes(sql, version.id));
  const local = last !== undefined && existsSync(last) ? localOf(last) : undefined;
  if (local?.path === path && local.hashes.join() === hashes.join()) return;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const writing = `${path}.${process.pid}.writing`;
  try {
    await writeParts(database, { id: version.id, path: writing, hashes, local });
    await check(writing, version);
    renameSync(writing, path);
    dropOlder(dirname(path), /\.writing$/, MAX_WRITING_MS, path);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOSPC') throw cause;
    throw new StoreFailure(`${path}: the disk is full. Free some space.`, { cause });
  } finally {
    rmSync(writing, { force: true });
  }
}

/**
 * Returns the hash and the place of each part of a local file. The hashes are computed from the
 * file, so a damaged part is not reused.
 */
function localOf(path: string) {
  const { hashes } = manifestOf(path);
  const places = new Map(hashes.map((hash, index) => [hash, index]));
  return { path, hashes, places };
}

interface Writing {
  readonly id: number;
  readonly path: string;
  readonly hashes: readonly string[];
  readonly local: ReturnType<typeof localOf> | undefined;
}

async function writeParts(
  database: PostgresClient,
  { id, path, hashes, local }: Writing,
): Promise<void> {
  const places = local?.places ?? new Map<string, number>();
  const source = local === undefined ? undefined : openSync(local.path, 'r');
  const target = openSync(path, 'w', 0o600);
  try {
    for (const some of inParts(hashes, PARTS_AT_ONCE)) {
      const lacking = some.filter((hash) => !places.has(hash));
      const parts =
        lacking.length > 0
          ? await database.query((sql) => readParts(sql, lacking, `version ${id}`), MAX_PARTS_MS)
          : new Map<string, Buffer>();
      for (const hash of some) {
        const place = places.get(hash);
        const part =
          place === undefined || source === undefined
            ? parts.get(hash)
            : ifHashMatches(hash, readPart(source, place));
        if (!part) throw new DamagedRecords(describeDamagedPart(id, hashes, hash));
        writeFileSync(target, part);
      }
    }
    fsyncSync(target);
  } finally {
    closeSync(target);
    if (source !== undefined) closeSync(source);
  }
}

/**
 * Checks that a file has the size and the layout that were published, and that SQLite finds no
 * damage in it.
 * @throws DamagedRecords
 */
async function check(path: string, { id, kind, layout, bytes }: Version): Promise<void> {
  const wrong = (found: string) => new DamagedRecords(`version ${id} ${found}`);
  const { size } = statSync(path);
  if (size !== bytes) throw wrong(`has ${size} bytes but was published with ${bytes}`);
  const database = await openImmutable(path);
  try {
    const { quick_check: verdict } = database.prepare('PRAGMA quick_check(1)').get() as {
      quick_check: string;
    };
    if (verdict !== 'ok') throw wrong(`fails SQLite's quick_check (${verdict})`);
    const found = layoutIn[kind](database);
    if (found !== layout) throw wrong(`has layout ${found} but was published with ${layout}`);
  } finally {
    database.close();
  }
}

type Opened = Awaited<ReturnType<typeof openImmutable>>;

const layoutIn: Readonly<Record<VersionKind, (database: Opened) => string | undefined>> = {
  served: (database) => readMeta(database, 'layout'),
  facts(database) {
    const { user_version } = database.prepare('PRAGMA user_version').get() as {
      user_version: number;
    };
    return String(user_version);
  },
};

/**
 * Removes the files whose names match `names` if they are more than `age` milliseconds older than
 * the file `kept`.
 */
function dropOlder(folder: string, names: RegExp, age: number, kept: string): void {
  const now = statSync(kept).mtimeMs;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (!names.test(name) || path === kept) continue;
    const found = statSync(path, { throwIfNoEntry: false });
    if (found && now - found.mtimeMs > age) rmSync(path, { force: true });
  }
}
