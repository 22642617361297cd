import assert from 'node:assert/strict';
import { chmodSync, cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf } from '../../../src/base/data-files.ts';
import { inTransaction, openDatabase } from '../../../src/store/database.ts';
import { factMigrations, writeMeta } from '../../../src/store/facts-store.ts';
import { type Check, check, skipped } from './check.ts';
import { recordsFile } from './records-file.ts';
import {
  environment,
  type Part,
  runProgram,
  runToEnd,
  type Served,
  type Stage,
  serveBy,
} from './stage.ts';
import { contents } from './store-contents.ts';

/** Tests a full disk and a file size limit. */
export const shortage: Part = { title: 'Shortage', run };

/** Maximum file size in blocks of 512 bytes: 2 MiB, enough for empty tables. */
const FILE_BLOCKS = 4_096;
/** Free space in KiB on the test file system beyond the size of the data folder. */
const SPARE_KIB = 2_048;
const IMPORTED = 20_000;
const partSeconds = 180;

async function run(stage: Stage): Promise<readonly Check[]> {
  if (process.platform === 'win32') return [skipped('shortage', 'this system has no ulimit')];
  const yesterday = await olderDemo(stage);
  const short = { ...limited(stage, `ulimit -f ${FILE_BLOCKS}`), name: 'files that may not grow' };
  const full = await fullDisk(stage);
  return [
    ...(await onShortDisk(stage, short, yesterday)),
    ...(typeof full === 'string'
      ? [skipped('a full disk', full)]
      : await onShortDisk(stage, full, yesterday)),
  ];
}

/** A way to run the server with limited disk space. */
interface Short {
  readonly name: string;
  readonly words: (program: readonly string[]) => readonly string[];
  /** Returns the path of the data folder inside the limited environment, given the path outside. */
  readonly dataDir: (outside: string) => string;
  /** True if the data folder's files can be read outside the limited environment. */
  readonly isSeen: boolean;
}

async function onShortDisk(stage: Stage, short: Short, yesterday: string): Promise<Check[]> {
  const named = (name: string, work: () => Promise<string | undefined>) =>
    check(`${short.name}: ${name}`, work, partSeconds);
  return [
    await named('older records are served and say why', () => staleOn(stage, short, yesterday)),
    await named('an import', () => importOn(stage, short)),
    await named('a key', () => keyOn(stage, short)),
    await named('a first start', () => firstStartOn(stage, short)),
  ];
}

/**
 * The refresh fails. Answers must continue with their date and the reason, and retries must be
 * delayed.
 */
async function staleOn(stage: Stage, short: Short, yesterday: string): Promise<string> {
  const outside = stage.folder('short-stale');
  cpSync(yesterday, outside, { recursive: true });
  const env = environment(short.dataDir(outside), { ...outsideIs(outside) });
  const server = await serveBy(short.words([]), { env });
  try {
    await until(() => server.log().includes('refresh of the store failed'));
    const response = await answersRecords(server);
    const notice = response.headers.get('catalyst-notice') ?? '';
    assert.match(notice, /computed on 2000-01-01, not today: their refresh failed \(.+\)/);
    assert.equal((await fetch(`${server.base}/healthz`)).status, 200);
    const ready = await fetch(`${server.base}/readyz`);
    assert.equal(ready.status, 200);
    assert.match(await ready.text(), /the refresh failed/);
    const attempts = server.log().split('refresh of the store failed').length - 1;
    assert.ok(attempts <= 3, `${attempts} attempts`);
    assert.doesNotMatch(server.log(), /cannot rollback/);
    return notice;
  } finally {
    await server.stop();
  }
}

/** The import must fail with an error message and leave the store unchanged. */
async function importOn(stage: Stage, short: Short): Promise<string> {
  const outside = stage.folder('short-import');
  const few = recordsFile(stage, 'catalysts', 10, 'few');
  await runProgram(stage, ['import', 'catalysts', few], environment(outside));
  const before = await contents(filesOf(outside).store);
  const many = recordsFile(stage, 'trials', IMPORTED, 'many');
  const env = environment(short.dataDir(outside), { ...outsideIs(outside) });
  const { code, stdout, stderr } = await runToEnd(short.words(['import', 'trials', many]), env);
  assert.equal(code, 1, `${stdout}${stderr}`);
  assert.doesNotMatch(stderr, /cannot rollback|at .*\.js:/);
  assert.match(stderr, /^(\S+\.sqlite|The staging file .*): .*(the disk is full|the disk cannot)/m);
  if (short.isSeen) assert.equal(await contents(filesOf(outside).store), before);
  return stderr.trim().replace(/(?<=^|\s)\/\S*\//g, '');
}

/** No key may be printed that does not work. */
async function keyOn(stage: Stage, short: Short): Promise<string> {
  const outside = stage.folder('short-key');
  const env = environment(short.dataDir(outside), { ...outsideIs(outside), FILL: 'all' });
  const words = ['keys', 'create', '--account', 'anna', '--plan', 'basic'];
  const { code, stdout, stderr } = await runToEnd(short.words(words), env);
  if (code === 0) {
    assert.match(stdout, /^bcm_/);
    return 'there was room for it';
  }
  assert.equal(stdout, '');
  assert.doesNotMatch(stderr, /cannot rollback|at .*\.js:/);
  return `refused: ${stderr.trim().replace(/(?<=^|\s)\/\S*\//g, '')}`;
}

/** Without any records to serve, the process must keep running and report the problem. */
async function firstStartOn(stage: Stage, short: Short): Promise<string> {
  const outside = stage.folder('short-first');
  const env = environment(short.dataDir(outside), outsideIs(outside));
  const server = await serveBy(short.words([]), { env });
  try {
    await until(() => server.log().includes('refresh of the store failed'));
    assert.equal((await fetch(`${server.base}/healthz`)).status, 200);
    assert.equal((await fetch(`${server.base}/readyz`)).status, 503);
    const response = await fetch(`${server.base}/api/v2/fdacalendar?apiKey=demo`);
    const { error } = (await response.json()) as { error: string };
    assert.equal(response.status, 503, error);
    assert.ok(Number(response.headers.get('retry-after')) >= 1);
    return error;
  } finally {
    await server.stop();
  }
}

/** Runs the program under a limit set by the shell. */
function limited({ program }: Stage, limit: string): Pick<Short, 'words' | 'dataDir' | 'isSeen'> {
  const script = `${limit}; exec "$@"`;
  return {
    words: (rest) => ['sh', '-c', script, 'sh', process.execPath, program, ...rest],
    dataDir: (outside) => outside,
    isSeen: true,
  };
}

/**
 * Creates a small in-memory file system for the data folder, visible only to the program. Returns
 * the reason if the user has no permission.
 */
async function fullDisk(stage: Stage): Promise<Short | string> {
  const place = stage.folder('full');
  const script = join(stage.folder('full-script'), 'on-full-disk.sh');
  writeFileSync(
    script,
    `#!/bin/sh
set -e
size=$(( $(du -sk "$OUTSIDE" | cut -f1) + ${SPARE_KIB} ))
mount -t tmpfs -o size="\${size}k" none "${place}"
cp -R "$OUTSIDE/." "${place}"
if [ "$FILL" = all ]; then dd if=/dev/zero of="${place}/filling" bs=1k 2>/dev/null || true; fi
exec "$@"
`,
  );
  chmodSync(script, 0o755);
  const alone = ['unshare', '--mount', '--map-root-user', script];
  const env = environment(place, outsideIs(stage.folder('nothing')));
  const tried = await runToEnd([...alone, 'true'], env).catch((cause: Error) => ({
    code: 1,
    stderr: cause.message,
  }));
  if (tried.code !== 0) return `no file system of its own: ${tried.stderr.trim()}`;
  return {
    name: 'a full disk',
    words: (rest) => [...alone, process.execPath, stage.program, ...rest],
    dataDir: () => place,
    isSeen: false,
  };
}

/** Environment variables that tell the full-disk script where the data folder is. */
function outsideIs(outside: string): Readonly<Record<string, string>> {
  return { OUTSIDE: outside };
}

/** Creates a data folder whose demo store was computed on an earlier day. */
async function olderDemo(stage: Stage): Promise<string> {
  const dataDir = stage.folder('older');
  cpSync(stage.demoDir, dataDir, { recursive: true });
  const database = await openDatabase(filesOf(dataDir).demo, factMigrations);
  inTransaction(database, () => writeMeta(database, 'derived_on', '2000-01-01'));
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  return dataDir;
}

async function answersRecords({ base }: Served): Promise<Response> {
  const response = await fetch(`${base}/api/v2/fdacalendar?apiKey=demo`);
  const { pagination } = (await response.json()) as { pagination?: { total: number } };
  assert.ok(response.status === 200 && pagination && pagination.total > 0, `${response.status}`);
  return response;
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 50));
}
