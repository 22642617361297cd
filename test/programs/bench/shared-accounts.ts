import { quantile } from 'simple-statistics';
import { SharedAccountAdmin } from '../../../src/cluster/account-admin.ts';
import { closePostgres, openPostgres } from '../../../src/cluster/postgres.ts';
import { startEngines } from '../../support/engines.ts';
import type { Bench } from './processes.ts';
import { type Figure, lower } from './report.ts';
import { startWatcher, type Watcher } from './watchers.ts';

const PROCESSES = 4;
/** Number of times that an account is paused or resumed. */
const CHANGES = 100;
const SILENT_CHANGES = 10;
const ACCOUNTS = 100_000;

/** Measures how soon four processes see a paused key, and the cost of reading many accounts. */
export async function sharedAccountFigures({ part, say }: Bench): Promise<Figure[]> {
  const name = 'shared accounts';
  const engines = await startEngines();
  const url = engines.databaseUrl;
  const admin = await SharedAccountAdmin.open(url);
  const watchers: Watcher[] = [];
  try {
    const account = { name: 'watched', plan: 'basic', demo: false, state: 'active' } as const;
    const key = (await admin.create(account, '2026-01-01')) ?? '';
    for (let count = 0; count < PROCESSES; count += 1) {
      watchers.push(await startWatcher(part('watcher'), url, []));
    }
    say(`pausing and resuming a key before ${PROCESSES} processes …`);
    const told = await delays(watchers, key, CHANGES, async (state) => {
      await admin.setState('watched', state);
    });
    const silent = await delays(watchers, key, SILENT_CHANGES, (state) =>
      changeSilently(url, state),
    );
    await addAccounts(url);
    const reader = await startWatcher(part('watcher'), url, ['--expose-gc']);
    watchers.push(reader);
    return [
      lower(`${name}: a change is seen by 4 processes, p99`, quantile(told, 0.99), 'ms', {
        must: 100,
        note: `median ${quantile(told, 0.5).toFixed(1)} ms`,
      }),
      lower(`${name}: a change is seen without notices, most`, Math.max(...silent), 'ms', {
        must: 2_000,
      }),
      lower(`${name}: 100,000 are read`, reader.loaded.milliseconds, 'ms', {
        must: 1_000,
        note: `${reader.loaded.cpuMilliseconds.toFixed(0)} ms of processor time`,
      }),
      lower(`${name}: 100,000 in memory`, (reader.loaded.bytes ?? Number.NaN) / 2 ** 20, 'MiB', {
        must: 100,
      }),
    ];
  } finally {
    await Promise.all(watchers.map((watcher) => watcher.stop()));
    await admin.close();
    await engines.close();
  }
}

/** Measures the milliseconds from each change until each process has seen it. */
async function delays(
  watchers: readonly Watcher[],
  key: string,
  count: number,
  change: (state: 'active' | 'paused') => Promise<void>,
): Promise<number[]> {
  const found: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const state = at % 2 === 0 ? 'paused' : 'active';
    const seen = watchers.map((watcher) => watcher.seen({ key, state }));
    const begun = Number(process.hrtime.bigint()) / 1e6;
    await change(state);
    for (const moment of await Promise.all(seen)) found.push(moment - begun);
  }
  return found;
}

/** Changes an account without a notification, as if the notification was lost. */
async function changeSilently(url: string, state: string): Promise<void> {
  const sql = openPostgres(url);
  await sql.begin(async (transaction) => {
    const [row] = await transaction`UPDATE account_change SET n = n + 1 RETURNING n`;
    await transaction`UPDATE account SET state = ${state}, change = ${row?.n} WHERE name = 'watched'`;
  });
  await closePostgres(sql);
}

async function addAccounts(url: string): Promise<void> {
  const sql = openPostgres(url);
  await sql`
    INSERT INTO account (name, key_hash, plan, demo, state, created, change)
    SELECT 'account-' || at, encode(sha256(at::text::bytea), 'base64'), 'basic', false, 'active',
      '2026-01-01', 0 FROM generate_series(1, ${ACCOUNTS}::integer) AS at`;
  await closePostgres(sql);
}
