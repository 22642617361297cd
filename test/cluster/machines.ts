import { afterEach, expect } from 'vitest';
import { openRedis, redisReady } from '../../src/cluster/redis.ts';
import { startBuilt } from '../support/built.ts';
import { useEngines } from '../support/engines.ts';
import { fileIn, temporaryFolder } from '../support/mcp.ts';

/** Starts the database engines of a test file. Also closes what each test opens. */
export function useMachines() {
  const engines = useEngines();
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  return {
    engines,
    /** Registers a cleanup function. Cleanup runs after the test in reverse order. */
    closes: (close: () => unknown) => void closing.push(close),
    /** Opens a client for the test. */
    async openAdmin() {
      const admin = openRedis(engines.redisUrl);
      closing.push(() => admin.disconnect());
      await redisReady(admin);
      return admin;
    },
    /**
     * Starts built servers with one company and returns an API key of the plan Basic that they all
     * accept.
     */
    async startServers(count: number, more: Readonly<Record<string, string>> = {}) {
      const settings = { ...engines.settings, ...more };
      const start = (words: readonly string[]) => startBuilt(temporaryFolder(), words, settings);
      const done = async (words: readonly string[]) => {
        const ran = await start(words).ended;
        expect(ran.code, ran.stdout + ran.stderr).toBe(0);
        return ran.stdout.trim();
      };
      const record = '{"ticker":"ONEQZ","name":"One"}';
      await done(['import', 'companies', fileIn(temporaryFolder(), 'one.ndjson', record)]);
      const key = await done(['keys', 'create', '--account', 'reader', '--plan', 'basic']);
      const servers = Array.from({ length: count }, () => start(['serve', '--port', '0']));
      closing.push(async () => {
        for (const { child } of servers) child.kill('SIGKILL');
        await Promise.all(servers.map(({ ended }) => ended));
      });
      const bases = await Promise.all(
        servers.map(async ({ until }) => {
          const said = await until((text) => text.includes('/mcp'));
          return /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0] ?? '';
        }),
      );
      return { bases, key };
    },
  };
}
