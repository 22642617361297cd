import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../src/base/config-error.ts';
import { filesOf } from '../../src/base/data-files.ts';
import { createKey, listKeys } from '../../src/commands/keys.ts';
import { serve } from '../../src/commands/serve.ts';
import { bundleName } from '../../src/page/connect.ts';
import { absentCluster, contextOn, runOn } from '../support/context.ts';
import { fileIn, temporaryFolder } from '../support/files.ts';
import { createGate } from '../support/gate.ts';
import { fillStore } from '../support/start-app.ts';
import { tableCells } from '../support/table-cells.ts';
import { universe } from '../support/universe.ts';

interface Serving {
  readonly environment?: Readonly<Record<string, string>>;
  readonly as?: 'real' | 'demo';
  readonly sync?: true;
  readonly host?: string;
  /** An existing account. */
  readonly account?: string;
  /** The command that starts this program again. */
  readonly self?: readonly string[];
}

/**
 * Runs a server on a folder until `use` returns.
 *
 * @returns the printed output
 */
async function served(
  { environment = {}, as = 'real', host = '127.0.0.1', sync, self, account }: Serving,
  use: (base: string, dataDir: string) => Promise<unknown> = async () => {},
) {
  const dataDir = temporaryFolder();
  await fillStore(filesOf(dataDir)[as === 'real' ? 'store' : 'demo'], universe, as);
  if (account) await runOn(dataDir, (own) => createKey(own, { account, plan: 'basic' }));
  const { open: stop, opened: stopped } = createGate();
  const { context, stdout } = contextOn(dataDir, { environment, stopped });
  const options = { host, port: 0, ...(sync ? { sync } : {}) };
  const code = serve(self ? { ...context, self } : context, options);
  code.catch(() => {});
  while (!stdout().includes('mcpServers')) {
    await Promise.race([code, new Promise((resolve) => setTimeout(resolve, 5))]);
  }
  const text = stdout();
  const [base = ''] = /http:\/\/\S+:\d+/.exec(text) ?? [];
  await use(base, dataDir).finally(stop);
  expect(await code).toBe(0);
  await expect(fetch(`${base}/healthz`)).rejects.toThrow();
  return text.replaceAll(base, 'BASE').split('\n');
}

const settings = (key: string) => ({
  'biotech-catalyst': {
    type: 'http',
    url: 'BASE/mcp',
    headers: { Authorization: `Bearer ${key}` },
  },
});
const pasted = (lines: readonly string[]) =>
  JSON.parse(lines.slice(lines.indexOf('{')).join('\n')).mcpServers;

describe('a server that starts', () => {
  it('says what it serves, where, and what to paste', async () => {
    const lines = await served({}, async (base) => {
      expect((await fetch(`${base}/healthz`)).status).toBe(200);
      expect((await fetch(`${base}/${bundleName}`)).status).toBe(404);
    });
    expect(lines.slice(0, 7)).toEqual([
      expect.stringMatching(/^Biotech catalysts: \d+ tools with local store$/),
      ...['  page   BASE/', '  MCP    BASE/mcp'],
      '  REST   BASE/api/v2/fdacalendar?apiKey=YOUR_KEY',
      '  key    replace YOUR_KEY with your key; to get one, run `keys create` for a new account, or `keys list` and then `keys regenerate --account NAME`',
      '',
      "In your assistant's settings:",
    ]);
    expect(pasted(lines)).toEqual(settings('YOUR_KEY'));
  });

  it('says of the demo that it is fictional, and its key; of limits that are off, that they are', async () => {
    const lines = await served({ as: 'demo', environment: { CATALYST_LIMITS: 'off' } });
    expect(lines.slice(0, 7)).toEqual([
      expect.stringMatching(/^Biotech catalysts: \d+ tools with DEMO data \(entirely fictional\)$/),
      ...['  page   BASE/', '  MCP    BASE/mcp'],
      '  REST   BASE/api/v2/fdacalendar?apiKey=demo',
      '  key    demo (demo data only; import records to serve real ones)',
      ...['  rate limits are off: suitable only if nobody else can reach this server', ''],
    ]);
    expect(pasted(lines)).toEqual(settings('demo'));
  });

  const contact = { CATALYST_CONTACT: 'someone@catalysts-reader.org' };
  const self = [process.execPath, fileIn(temporaryFolder(), 'program.mjs', 'process.exit(2)')];

  it('with a sync makes an account for whoever started it, where there is none', async () => {
    const syncing = { self, sync: true, environment: contact } as const;
    const lines = await served(syncing, async (base, dataDir) => {
      const { stdout } = await runOn(dataDir, listKeys);
      expect(tableCells(stdout)[1]).toEqual(['owner', 'elite-plus', 'active', '2026-03-10']);
      expect(base).not.toBe('');
    });
    const [, key = ''] = /apiKey=(bcm_[\w-]{32})$/.exec(lines[3] ?? '') ?? [];
    expect(lines[4]).toBe(
      `  key    ${key} (account owner; shown once; run \`keys regenerate --account owner\` to replace it)`,
    );
    expect(lines[5]).toBe('');
    expect(pasted(lines)).toEqual(settings(key));
  });

  it('with a sync says how to make another key where an account is there already', async () => {
    const syncing = { self, sync: true, environment: contact } as const;
    const lines = await served({ ...syncing, as: 'demo', account: 'me' });
    expect(lines[4]).toBe(
      '  key    demo (until real records replace the demo records; then use your key, or run `keys create` for a new account, or `keys list` and then `keys regenerate --account NAME`)',
    );
  });

  it('makes none where others reach it, or nothing is synced', async () => {
    const environment = { ...contact, CATALYST_SYNC: 'on', CATALYST_ALLOWED_HOSTS: 'x.example' };
    const none = async (_: string, dataDir: string) => {
      expect((await runOn(dataDir, listKeys)).stdout).toBe('No accounts yet.\n');
    };
    await served({ self, host: '0.0.0.0', environment }, none);
    await served({ self, environment: contact }, none);
  });

  it('shows an address of IPv6 in brackets', async () => {
    const lines = await served({ host: '::1' }, async (base) => {
      expect(base).toMatch(/^http:\/\/\[::1\]:\d+$/);
    });
    expect(lines[1]).toBe('  page   BASE/');
  });

  it('offers the bundle that lies beside the built program', async () => {
    const folder = temporaryFolder();
    fileIn(folder, bundleName, 'a bundle');
    const program = join(folder, 'built', 'main.js');
    await served({ self: [process.execPath, program] }, async (base) => {
      expect(await (await fetch(`${base}/${bundleName}`)).text()).toBe('a bundle');
    });
  });
});

describe('a server does not start', () => {
  it.each([
    [{ CATALYST_SYNC: 'on' }, '127.0.0.1', /^CATALYST_CONTACT: the SEC requires a contact address/],
    [
      {},
      '0.0.0.0',
      /^To listen on 0\.0\.0\.0, set CATALYST_ALLOWED_HOSTS to the host names of this server\.$/,
    ],
    [
      { CATALYST_SYNC: 'on', ...absentCluster },
      '127.0.0.1',
      /^If servers share records, `serve` cannot sync\. Run `work --sync` instead/,
    ],
  ])('with %j on %s', async (environment, host, text) => {
    const { context, stdout } = contextOn(temporaryFolder(), { environment });
    const code = serve(context, { host, port: 0 });
    await expect(code).rejects.toThrow(ConfigError);
    await expect(code).rejects.toThrow(text);
    expect(stdout()).toBe('');
  });

  it('where its port is taken', async () => {
    await served({}, async (base) => {
      const { context, stdout } = contextOn(temporaryFolder());
      const port = Number(new URL(base).port);
      await expect(serve(context, { host: '127.0.0.1', port })).rejects.toMatchObject({
        message: `Port ${port} on 127.0.0.1 is in use; another instance of this server may be running. To use another port, run \`serve --port ${port + 1}\`, or set CATALYST_PORT (CATALYST_METRICS_PORT for metrics).`,
      });
      expect(stdout()).toBe('');
    });
  });
});
