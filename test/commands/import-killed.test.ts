import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { filesOf } from '../../src/base/data-files.ts';
import { openDatabase } from '../../src/store/database.ts';
import { countFacts } from '../../src/store/fact-counts.ts';
import { factMigrations } from '../../src/store/facts-store.ts';
import { startBuilt } from '../support/built.ts';
import { fileIn, runCommand, temporaryFolder } from '../support/mcp.ts';

it('a killed import leaves the facts as before or after the import, and serves records that match', async () => {
  const dataDir = temporaryFolder();
  const first = fileIn(dataDir, 'first.ndjson', '{"nctId":"NCT1","BriefTitle":"kept"}\n');
  await runCommand(dataDir, ['import', 'trials', first]);
  const many = 5_000;
  const lines = Array.from({ length: many }, (_, at) =>
    JSON.stringify({ nctId: `NCT${at + 2}`, BriefTitle: `Study ${at}`, Condition: 'Ague' }),
  );
  const file = fileIn(dataDir, 'many.ndjson', lines.join('\n'));

  const whole = temporaryFolder();
  const begun = performance.now();
  expect((await startBuilt(whole, ['import', 'trials', file]).ended).code).toBe(0);
  const duration = performance.now() - begun;

  const seen: number[] = [];
  for (const part of [0.3, 0.45, 0.6, 0.75, 0.9]) {
    const { child, ended } = startBuilt(dataDir, ['import', 'trials', file]);
    await sleep(duration * part);
    child.kill('SIGKILL');
    await ended;
    seen.push(await trialsOf(dataDir));
  }
  for (const trials of seen) expect([1, 1 + many]).toContain(trials);
  await runCommand(dataDir, ['import', 'trials', file]);
  expect(await trialsOf(dataDir)).toBe(1 + many);
});

/** Returns the number of trials in the store, and checks that the same number is served. */
async function trialsOf(dataDir: string): Promise<number> {
  expect((await startBuilt(dataDir, ['refresh', 'real']).ended).code).toBe(0);
  const database = await openDatabase(filesOf(dataDir).store, factMigrations);
  try {
    const count = (sql: string) => Object.values(database.prepare(sql).get() ?? {})[0];
    expect(count('PRAGMA integrity_check')).toBe('ok');
    // Each file is a source of its own.
    const counts = countFacts(database).filter(({ kind }) => kind === 'trials');
    const stored = counts.reduce((sum, { records }) => sum + records, 0);
    expect(count('SELECT count(*) FROM "records catalyst_sync"')).toBe(stored);
    return stored;
  } finally {
    database.close();
  }
}
