import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { unpackExtension } from '@anthropic-ai/mcpb';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeMcpb } from '../../packaging/mcpb.ts';
import { endpoints } from '../../tools/index.ts';
import { temporaryFolder } from '../support/files.ts';

const MAX_BUNDLE_BYTES = 10_000_000;

interface Manifest {
  readonly version: string;
  readonly server: {
    readonly mcp_config: {
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    };
  };
  readonly icon: string;
  readonly tools: readonly { readonly name: string; readonly description: string }[];
  readonly user_config: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const names = ['search', 'fetch', ...endpoints.map(({ name }) => name), 'chart'];

let bundle: string;
let unpacked: string;
let manifest: Manifest;
beforeAll(async () => {
  const folder = temporaryFolder();
  bundle = join(folder, 'program.mcpb');
  await makeMcpb(join(folder, 'laid-out'), bundle);
  unpacked = join(folder, 'unpacked');
  await unpackExtension({ mcpbPath: bundle, outputDir: unpacked, silent: true });
  manifest = JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8'));
});

/** Starts the unpacked bundle as its manifest states and returns the tools that it lists. */
async function toolsOf(settings: (placeholder: string) => string): Promise<readonly string[]> {
  const { args, env } = manifest.server.mcp_config;
  const dataDir = temporaryFolder();
  const values = Object.entries(env).map(([name, value]) => [name, settings(value)]);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: args.map((word) => word.replace(`\${__dirname}`, unpacked)),
    // The data folder of the platform is used if no setting names one.
    env: { ...Object.fromEntries(values), HOME: dataDir, XDG_DATA_HOME: dataDir },
    stderr: 'ignore',
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
  try {
    return (await client.listTools()).tools.map(({ name }) => name);
  } finally {
    await client.close();
  }
}

describe('the bundle', () => {
  it('is small, and holds what runs on macOS, Windows and Linux', () => {
    expect(statSync(bundle).size).toBeLessThan(MAX_BUNDLE_BYTES);
    for (const platform of ['darwin-arm64', 'darwin-x64', 'win32-x64', 'linux-x64']) {
      const prebuilt = join('node_modules/@photostructure/sqlite/prebuilds', platform);
      expect([platform, existsSync(join(unpacked, prebuilt))]).toEqual([platform, true]);
    }
    expect(existsSync(join(unpacked, 'THIRD-PARTY-NOTICES'))).toBe(true);
  });

  it('has an icon, names every tool, and asks for nothing that may not be left blank', () => {
    // The eight signature bytes of every PNG file.
    expect(readFileSync(join(unpacked, manifest.icon)).subarray(0, 8).toString('hex')).toBe(
      '89504e470d0a1a0a',
    );
    expect(manifest.tools.map(({ name }) => name)).toEqual(names);
    for (const { name, description } of manifest.tools) {
      expect([name, description.length > 3]).toEqual([name, true]);
    }
    const blank = { string: '', boolean: false, directory: undefined };
    const types = Object.entries(manifest.user_config).map(([name, { type, ...setting }]) => {
      expect(setting.required).toBe(false);
      expect(setting.default).toBe(blank[type as keyof typeof blank]);
      return [name, type];
    });
    expect(Object.fromEntries(types)).toEqual({
      contact: 'string',
      sync: 'boolean',
      base_url: 'string',
      api_key: 'string',
      data_dir: 'directory',
    });
    expect(manifest.user_config.api_key?.sensitive).toBe(true);
    expect(manifest.user_config.contact?.sensitive).toBe(false);
  });

  it('names the invalid setting and what it takes in its first reply', async () => {
    const started = toolsOf((value) => (value.includes('sync') ? 'perhaps' : ''));
    await expect(started).rejects.toThrow(/CATALYST_SYNC: on or off \(also true, yes/);
  });

  it('answers with all settings blank, as one host leaves them and as another does', async () => {
    expect(await toolsOf(() => '')).toEqual(names);
    // The setting contains the unreplaced placeholder.
    expect(await toolsOf((value) => value)).toEqual(names);
  });
});
