import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { layOutPackage } from '../../../packaging/package.ts';
import { type Check, check, skipped } from './check.ts';
import { type Part, runToEnd, type Stage, serveBy, servedRecords } from './stage.ts';
import { speaksOverStdio } from './stdio-program.ts';

/** Tests the npm package after installation. */
export const packed: Part = { title: 'The package', run };

/** The SQLite module (29 MB: its source, and binaries for six platforms) is not counted. */
const MAX_INSTALLED_MB = 10;
const SQLITE = '@photostructure/sqlite';
const installSeconds = 300;
const partSeconds = 360;

async function run(stage: Stage): Promise<readonly Check[]> {
  if (typeof stage.tools === 'string') return [skipped('the package', stage.tools)];
  let tarball = '';
  const made = await check(
    'is packed',
    async () => {
      tarball = await pack(stage);
      return `${Math.round(statSync(tarball).size / 1024)} KiB`;
    },
    partSeconds,
  );
  if (made.outcome !== 'pass') return [made];
  const npx = ['npx', '--yes', `--package=${tarball}`, 'biotech-catalyst-mcp'];
  return [
    made,
    await check(
      `takes under ${MAX_INSTALLED_MB} MB without SQLite`,
      () => installs(stage, tarball),
      partSeconds,
    ),
    await check('runs by npx over stdio', () => overStdio(stage, npx), partSeconds),
    await check('serves by npx', () => overHttp(stage, npx), partSeconds),
  ];
}

/** npm uses the caller's cache settings. Settings of this program are removed. */
function npmEnvironment(stage: Stage): Record<string, string> {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('CATALYST_'));
  const settings = { CATALYST_DATA_DIR: stage.folder('package-data'), CATALYST_LIMITS: 'off' };
  return { ...(Object.fromEntries(own) as Record<string, string>), ...settings };
}

async function pack(stage: Stage): Promise<string> {
  const folder = stage.folder('package');
  await layOutPackage(join(folder, 'package'));
  const ran = await runToEnd(
    ['npm', 'pack', './package', '--loglevel=error'],
    npmEnvironment(stage),
    { cwd: folder, seconds: installSeconds },
  );
  assert.equal(ran.code, 0, ran.stderr);
  return join(folder, ran.stdout.trim());
}

async function installs(stage: Stage, tarball: string): Promise<string> {
  const folder = stage.folder('installed');
  const words = ['npm', 'install', tarball, '--no-audit', '--no-fund', '--loglevel=error'];
  const options = { cwd: folder, seconds: installSeconds };
  const ran = await runToEnd(words, npmEnvironment(stage), options);
  assert.equal(ran.code, 0, ran.stderr);
  const modules = join(folder, 'node_modules');
  const megabytes = (bytesBelow(modules) - bytesBelow(join(modules, SQLITE))) / 1e6;
  assert.ok(megabytes < MAX_INSTALLED_MB, `${megabytes.toFixed(1)} MB`);
  return `${megabytes.toFixed(1)} MB`;
}

/** Returns the total size of all files below a folder in bytes. */
export function bytesBelow(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

function overStdio(stage: Stage, [command = '', ...args]: readonly string[]): Promise<string> {
  const env = npmEnvironment(stage);
  return speaksOverStdio({ command, args, env, cwd: stage.folder('empty') }, installSeconds);
}

async function overHttp(stage: Stage, npx: readonly string[]): Promise<string> {
  const server = await serveBy(npx, { env: npmEnvironment(stage), cwd: stage.folder('empty') });
  try {
    return `${await servedRecords(server)} records`;
  } finally {
    await server.stop();
  }
}
