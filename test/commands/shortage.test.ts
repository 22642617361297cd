import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { filesOf } from '../../src/base/data-files.ts';
import { startBuilt, startServer } from '../support/built.ts';
import { fileIn, temporaryFolder } from '../support/mcp.ts';
import { fillStore } from '../support/start-app.ts';
import { universe } from '../support/universe.ts';

const hasLimits = process.platform !== 'win32';

describe.skipIf(!hasLimits)('a process with few descriptors, or few connections', () => {
  it.each([
    ['it has of them', 'ulimit -n 100', '2000', 100 - 64],
    ['its settings let it have', 'ulimit -n 1000', '20', 20],
  ])(
    'answers a new caller, though idle connections are more than %s',
    async (_, limit, most, left) => {
      const dataDir = temporaryFolder();
      await fillStore(filesOf(dataDir).store, universe);
      const settings = { CATALYST_LIMITS: 'off', CATALYST_MAX_CONNECTIONS: most };
      const { child, port, stderr } = await startServer(dataDir, settings, limit);
      onTestFinished(() => void child.kill('SIGKILL'));
      const idle: Socket[] = [];
      for (let index = 0; index < 150; index += 1) {
        const socket = connect(port, '127.0.0.1');
        onTestFinished(() => void socket.destroy());
        socket.resume().on('error', () => {});
        idle.push(socket);
        await once(socket, 'connect');
      }
      // An unanswered connection is reset.
      expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
      expect(stderr()).toBe('');
      const open = () => idle.filter(({ closed }) => !closed).length;
      await expect.poll(open).toBeLessThanOrEqual(left);
      expect(open()).toBeGreaterThanOrEqual(left - 2);
    },
  );
});

describe.skipIf(!hasLimits)('an import without room on the disk', () => {
  const decisions = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      Ticker: `A${index}QZ`,
      Drug: `drug ${index}`,
      'PDUFA Date': '2025-05-05',
      Indication: 'a condition of a length that fills pages '.repeat(4),
    }));

  // Files are limited to 2 MiB. The staging file takes less space than the store for the same
  // records.
  it.each([
    ['the store', 4_000, /^\S+store\.sqlite: the disk cannot be read or written\. Check the disk/],
    ['the staging file', 40_000, /^The staging file in the temporary folder \(TMPDIR\): the disk /],
  ])('names %s', async (_, count, words) => {
    const dataDir = temporaryFolder();
    const file = fileIn(dataDir, 'decisions.json', decisions(count));
    const limit = 'ulimit -f 4096';
    const { ended } = startBuilt(dataDir, ['import', 'decisions', file], {}, limit);
    expect(await ended).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(words),
    });
  });
});
