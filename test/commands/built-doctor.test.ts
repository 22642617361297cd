import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtMain, startBuilt, startProgram } from '../support/built.ts';
import { root, runCommand, temporaryFolder } from '../support/mcp.ts';

const isRoot = process.getuid?.() === 0;
const others = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
const hasOthers = !isRoot || spawnSync(others[0]!, [...others.slice(1), 'true']).status === 0;

it.skipIf(process.platform === 'win32' || !hasOthers)(
  'tells a store that its user may not write, in a folder that may be written',
  async () => {
    const dataDir = temporaryFolder();
    const fixture = join(root, 'test/fixtures/import/decisions.json');
    await runCommand(dataDir, ['import', 'decisions', fixture]);
    chmodSync(dataDir, 0o777);
    for (const name of readdirSync(dataDir)) chmodSync(join(dataDir, name), 0o444);
    const words = [...(isRoot ? others : []), process.execPath, builtMain, 'doctor'];
    const { code, stdout } = await startProgram(words, dataDir, { HOME: dataDir }).ended;
    expect(code).toBe(1);
    expect(stdout).toContain(
      `wrong source: ${dataDir}/store.sqlite: the database file is not writable. Give the user of this process write permission for the file and its folder. SQLite says: `,
    );
  },
);

it.skipIf(process.platform === 'win32')('tells a folder in which no file grows', async () => {
  const dataDir = temporaryFolder();
  const { code, stdout } = await startBuilt(dataDir, ['doctor'], {}, 'ulimit -f 4').ended;
  expect(code).toBe(1);
  expect(stdout).toContain(`wrong data folder: ${dataDir} is not writable\n`);
  expect(existsSync(dataDir) && readdirSync(dataDir)).toEqual([]);
});

const alone = ['unshare', '--map-root-user', '--mount', 'sh', '-c'];
const mount = 'mount -t tmpfs -o size=64k none "$CATALYST_DATA_DIR"';
const canMount =
  spawnSync(alone[0]!, [...alone.slice(1), mount], {
    env: { PATH: process.env.PATH, CATALYST_DATA_DIR: temporaryFolder() },
  }).status === 0;

it.skipIf(!canMount)('reports a full disk', async () => {
  const fill = `${mount}; head -c 1000000 /dev/zero > "$CATALYST_DATA_DIR/other" || true; exec "$@"`;
  const words = [...alone, fill, 'sh', process.execPath, builtMain, 'doctor'];
  const dataDir = temporaryFolder();
  const { code, stdout } = await startProgram(words, dataDir, {}).ended;
  expect(code).toBe(1);
  expect(stdout).toContain(
    `wrong data folder: ${dataDir}: the disk is full\n      → free some space\n`,
  );
});
