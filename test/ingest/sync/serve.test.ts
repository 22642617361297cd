import { constants, getPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startBuilt } from '../../support/built.ts';
import { root, runCommand, temporaryFolder } from '../../support/mcp.ts';
import { startOrigin } from './origin/origin.ts';
import { createWorld } from './origin/world.ts';

const contact = { CATALYST_CONTACT: 'dev@zorbiva-capital.com' };

async function environment() {
  const origin = await startOrigin(createWorld(400).routes);
  onTestFinished(() => origin.close());
  return { ...contact, CATALYST_MIRROR: origin.mirror };
}

interface Status {
  readonly sync: {
    readonly running: { readonly pid: number } | null;
    readonly sources: readonly {
      readonly source: string;
      readonly state: string;
      readonly records: number;
    }[];
  } | null;
}

async function statusOf(dataDir: string): Promise<Status['sync']> {
  const { stdout } = await runCommand(dataDir, ['status', '--json'], { clock: Date.now });
  return (JSON.parse(stdout) as Status).sync;
}

/** Looks until something is so. */
async function until<Found>(look: () => Promise<Found | undefined | false | null>): Promise<Found> {
  for (;;) {
    const found = await look();
    if (found) return found;
    await sleep(200);
  }
}

describe('serve --sync', () => {
  it('syncs beside the server, with a key that works before and after the demo gives way', async () => {
    const dataDir = temporaryFolder();
    const words = ['serve', '--port', '0', '--sync'];
    const { child, ended, until: printed } = startBuilt(dataDir, words, await environment());
    const text = await printed((stdout) => stdout.endsWith('}\n'));
    const key = /^ {2}key {4}(bcm_[\w-]{32}) /m.exec(text)?.[1] ?? '';
    const base = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
    expect(text).toContain('DEMO data');
    expect(text).toContain(`"Authorization": "Bearer ${key}"`);
    const ask = async (path: string) =>
      (await fetch(`${base}/api/v2${path}?apiKey=${key}`)).json() as Promise<{
        result: { Ticker: string }[];
      }>;
    expect((await ask('/pdufa/historical')).result.length).toBeGreaterThan(1);

    const running = await until(async () => {
      const sync = await statusOf(dataDir);
      const news = sync?.sources.find(({ source }) => source === 'news-globenewswire');
      return news?.records === 1 && sync?.running;
    });
    expect(running.pid).not.toBe(child.pid);
    // The serving process has priority.
    const own = getPriority();
    expect(getPriority(child.pid)).toBe(own);
    expect(getPriority(running.pid)).toBe(Math.max(own, constants.priority.PRIORITY_BELOW_NORMAL));

    const decisions = join(root, 'test/fixtures/import/decisions.json');
    await runCommand(dataDir, ['import', 'decisions', decisions]);
    const real = await until(async () => {
      const { result } = await ask('/pdufa/historical');
      return result.length === 2 && result;
    });
    expect(real.map(({ Ticker }) => Ticker).sort()).toEqual(['GLUM', 'ZORB']);

    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
    await until(async () => (await statusOf(dataDir))?.running === null);
  });

  it('ends with its server where that is killed', async () => {
    const dataDir = temporaryFolder();
    const settings = { ...(await environment()), CATALYST_SYNC: 'on' };
    const { child } = startBuilt(dataDir, ['serve', '--port', '0'], settings);
    const { pid } = await until(async () => (await statusOf(dataDir))?.running);
    child.kill('SIGKILL');
    await until(async () => !isAlive(pid));
  });

  it('does not start without a contact, and says what to type', async () => {
    const ran = await startBuilt(temporaryFolder(), ['serve', '--port', '0', '--sync']).ended;
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toContain('CATALYST_CONTACT=YOUR_MAIL_ADDRESS npm start -- --sync');
  });
});

it('an assistant’s own process with CATALYST_SYNC=on syncs beside it, and ends with it', async () => {
  const dataDir = temporaryFolder();
  const settings = { ...(await environment()), CATALYST_SYNC: 'on' };
  const { child, ended, until: printed } = startBuilt(dataDir, [], settings);
  const clientInfo = { name: 't', version: '1' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  const ask = { jsonrpc: '2.0', id: 1, method: 'initialize', params };
  child.stdin.write(`${JSON.stringify(ask)}\n`);
  await printed((stdout) => stdout.includes('"id":1'));
  const { pid } = await until(async () => (await statusOf(dataDir))?.running);
  child.stdin.end();
  expect((await ended).code).toBe(0);
  await until(async () => !isAlive(pid));
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
