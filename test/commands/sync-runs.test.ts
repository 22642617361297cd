import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sync } from '../../src/commands/sync.ts';
import type { SyncOptions } from '../../src/commands/sync-options.ts';
import { startOrigin } from '../ingest/sync/origin/origin.ts';
import { createWorld } from '../ingest/sync/origin/world.ts';
import { contextOn } from '../support/context.ts';
import { fileIn, temporaryFolder } from '../support/files.ts';
import { createGate } from '../support/gate.ts';
import { fixedClock } from '../support/surroundings.ts';

const world = createWorld(2);
const { ticker } = world.companies[0]!;

/**
 * Runs a sync against hosts on this machine.
 *
 * @param refresh the program that runs in place of a refresh
 */
async function ran(options: SyncOptions, dataDir = temporaryFolder(), refresh = '') {
  const origin = await startOrigin(world.routes);
  onTestFinished(() => origin.close());
  const { open: stop, opened: stopped } = createGate();
  onTestFinished(stop);
  const begun = Date.now();
  const { context, stderr } = contextOn(dataDir, {
    environment: { CATALYST_CONTACT: 'dev@zorbiva-capital.com', CATALYST_MIRROR: origin.mirror },
    clock: () => fixedClock() + Date.now() - begun,
    stopped,
  });
  const program = fileIn(temporaryFolder(), 'program.mjs', refresh);
  const code = sync({ ...context, self: [process.execPath, program] }, options);
  code.catch(() => {});
  return { code, stop, stderr, origin, dataDir };
}
const lastLines = (text: string, lines: number) => text.trimEnd().split('\n').slice(-lines);

describe('a sync', () => {
  it('ends with code 0 after all due requests, and keeps what it received', async () => {
    const keep = temporaryFolder();
    const one = { sources: 'sec-tickers', tickers: ticker };
    const { code, stderr, dataDir, origin } = await ran({ ...one, keep });
    expect(await code).toBe(0);
    const nothing = 'sync: nothing is due; 0 facts are new or changed';
    expect(lastLines(stderr(), 1)).toEqual([nothing.replace('0', '1')]);
    expect(readdirSync(join(keep, 'www.sec.gov'))).toEqual([
      'files%2Fcompany_tickers_exchange.json',
    ]);
    expect(origin.paths('www.sec.gov')).toEqual(['/files/company_tickers_exchange.json']);
    const again = await ran(one, dataDir);
    expect(await again.code).toBe(0);
    expect([again.origin.seen, lastLines(again.stderr(), 1)]).toEqual([[], [nothing]]);
  });

  it('with a list of companies that is too short reports it, and ends with code 1', async () => {
    const { code, stderr } = await ran({ sources: 'sec-tickers' });
    expect(await code).toBe(1);
    expect(lastLines(stderr(), 1)[0]).toMatch(/requests are left: there would be \d+ /);
  });

  it('of an unknown ticker names it, and ends with code 1', async () => {
    const some = await ran({ sources: 'sec-tickers', tickers: `${ticker},NOBODY` });
    expect(await some.code).toBe(1);
    expect(lastLines(some.stderr(), 1)).toEqual(['sync: not listed: NOBODY']);
  });

  it('that keeps running waits for what becomes due, and ends with code 0 on request', async () => {
    const { code, stop, stderr, origin } = await ran({ sources: 'sec-tickers', stay: true });
    await expect.poll(() => origin.seen.length).toBeGreaterThan(0);
    const early = await Promise.race([code, new Promise((done) => setTimeout(done, 100, 'stays'))]);
    expect(early).toBe('stays');
    stop();
    expect(await code).toBe(0);
    expect(lastLines(stderr(), 1)).toEqual([expect.stringMatching(/^sync: stopped; /)]);
  });

  it('that is stopped does not wait for a refresh', async () => {
    const folder = temporaryFolder();
    const begun = join(folder, 'begun');
    const endless = `import { writeFileSync } from 'node:fs';
      writeFileSync(${JSON.stringify(begun)}, '');
      setInterval(() => {}, 1_000);`;
    const one = { sources: 'sec-tickers', tickers: ticker };
    const { code, stop } = await ran(one, temporaryFolder(), endless);
    await expect.poll(() => existsSync(begun), { timeout: 60_000 }).toBe(true);
    stop();
    expect(await code).toBe(1);
  });

  it('that is stopped before it has started ends with code 1', async () => {
    const { code, stop } = await ran({ sources: 'sec-tickers' });
    stop();
    expect(await code).toBe(1);
  });
});
