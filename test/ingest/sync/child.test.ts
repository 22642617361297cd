import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Context } from '../../../src/commands/context.ts';
import { startSyncChild } from '../../../src/commands/sync-child.ts';

import { fileIn, temporaryFolder } from '../../support/files.ts';
import { createTestLog } from '../../support/upstream.ts';

/** A program in place of this one, which notes that it was started and ends by itself. */
function childThat(ends: string) {
  const folder = temporaryFolder();
  const notes = join(folder, 'starts.txt');
  const program = fileIn(
    folder,
    'program.mjs',
    `import { appendFileSync } from 'node:fs';
     const words = [...process.argv.slice(2), process.env.CATALYST_DATA_DIR];
     appendFileSync(${JSON.stringify(notes)}, words.join(' ') + '\\n');
     ${ends}`,
  );
  const starts = () => readFileSync(notes, 'utf8').trim().split('\n');
  // Only the waiting before a new start is of the test's own clock.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { log, lines } = createTestLog();
  const context = { self: [process.execPath, program] } as unknown as Context;
  const child = startSyncChild(context, '/data/of/this', log);
  onTestFinished(() => child.close());
  const ended = async (times: number) => {
    while (lines.length < times) await setImmediate();
  };
  return { child, starts, lines, ended };
}

it('a sync that ended is started again a minute later, for its folder', async () => {
  const { starts, lines, ended } = childThat('process.exit(1)');
  await ended(1);
  const said = 'sync ended; it starts again in a minute';
  expect(lines).toMatchObject([{ level: 'error', code: 1, signal: null, said }]);
  vi.advanceTimersByTime(59_999);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(vi.getTimerCount()).toBe(0);
  await ended(2);
  expect(starts()).toEqual(Array(2).fill('sync --stay --until-input-ends /data/of/this'));
  // And again, as often as it takes.
  expect(vi.getTimerCount()).toBe(1);
});

it('one that is killed says so, and starts again as well', async () => {
  const { lines, ended } = childThat("process.kill(process.pid, 'SIGKILL')");
  await ended(1);
  const said = 'sync ended; it starts again in a minute';
  expect(lines).toMatchObject([{ code: null, signal: 'SIGKILL', said }]);
  expect(vi.getTimerCount()).toBe(1);
});

it('one that was told wrongly is not', async () => {
  const { lines, ended } = childThat('process.exit(2)');
  await ended(1);
  const said = 'sync ended; it is not restarted: see its error above';
  expect(lines).toMatchObject([{ code: 2, said }]);
  expect(vi.getTimerCount()).toBe(0);
});

it('nor is one whose server ends while it waits', async () => {
  const { child, ended } = childThat('process.exit(1)');
  await ended(1);
  child.close();
  expect(vi.getTimerCount()).toBe(0);
});
