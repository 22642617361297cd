import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from 'simple-statistics';
import { filesOf } from '../../../src/base/data-files.ts';
import { SharedAccountAdmin } from '../../../src/cluster/account-admin.ts';
import { openPostgres } from '../../../src/cluster/postgres.ts';
import type { AccountAdmin } from '../../../src/service/access/accounts.ts';
import { LocalAccounts } from '../../../src/service/access/local-accounts.ts';
import { type Engines, startEngines } from '../../support/engines.ts';
import type { Load } from './load.ts';
import { type Bench, environment, type HttpServer, serve, startLoad } from './processes.ts';
import { type Figure, lower } from './report.ts';
import { post } from './requests.ts';

const CONNECTIONS = 16;
const ROUNDS = 6;
const CALLS = 3_000;
/** Enough accounts that none reaches its 60 requests a minute of one endpoint. */
const ACCOUNTS = 2_000;

/** Measures the cost of rate limits counted in Redis. */
export async function sharedLimitFigures(bench: Bench): Promise<Figure[]> {
  const engines = await startEngines();
  try {
    return await costFigures(bench, engines);
  } finally {
    await engines.close();
  }
}

interface Side {
  readonly server: HttpServer;
  readonly keys: readonly string[];
}

/**
 * Compares the same calls to a server with local limits and to a server with shared limits, round
 * by round.
 */
async function costFigures(bench: Bench, engines: Engines): Promise<Figure[]> {
  const cluster = {
    CATALYST_DATABASE_URL: engines.databaseUrl,
    CATALYST_REDIS_URL: engines.redisUrl,
  };
  const limited = { CATALYST_LIMITS: 'on' };
  const shared = { ...cluster, ...limited };
  await publishDemo(bench, { ...environment(bench.folder('work')), ...shared }, engines);
  const sides: Readonly<Record<'alone' | 'shared', Side>> = {
    alone: {
      keys: await keysMadeBy(await LocalAccounts.open(filesOf(bench.dataDir).accounts)),
      server: await serve(bench, bench.dataDir, limited),
    },
    shared: {
      keys: await keysMadeBy(await SharedAccountAdmin.open(engines.databaseUrl)),
      server: await serve(bench, bench.folder('serve'), shared),
    },
  };
  const sender = startLoad(bench);
  const run = async ({ server, keys }: Side, question: (index: number) => object) => {
    const requests = Array.from({ length: CALLS }, (_, index) =>
      post(keys[index % keys.length] ?? '', 'tools/call', {
        name: 'fda_calendar',
        arguments: question(index),
      }),
    );
    const before = await server.usage();
    const job = { port: server.port, requests, connections: CONNECTIONS, count: CALLS };
    const load: Load = await sender.run(job);
    if (load.refused > 0) throw new Error(`${load.refused} of ${CALLS} calls were refused`);
    const after = await server.usage();
    return { ...load, cpu: (1_000 * (after.cpu_ms - before.cpu_ms)) / CALLS };
  };
  const questions = {
    'asked before': () => (index: number) => ({ page: 1 + (index % 5) }),
    'every question new': (round: number) => (index: number) => ({
      catdateTo: dayOf(round * CALLS + index),
    }),
  };
  try {
    const figures: Figure[] = [];
    for (const [name, questionsOf] of Object.entries(questions)) {
      const rounds: Record<keyof typeof sides, Awaited<ReturnType<typeof run>>>[] = [];
      for (let round = 0; round <= ROUNDS; round += 1) {
        const alone = await run(sides.alone, questionsOf(round));
        const shared = await run(sides.shared, questionsOf(round));
        // The first round is ignored, because code is compiled.
        if (round > 0) rounds.push({ alone, shared });
      }
      const middle = (of: (round: (typeof rounds)[0]) => number) => quantile(rounds.map(of), 0.5);
      // The minimum is used, because other load on the machine only adds to the times.
      const least = (side: keyof typeof sides) => Math.min(...rounds.map((one) => one[side].cpu));
      const cpu = (side: keyof typeof sides) => least(side).toFixed(0);
      const rate = (side: keyof typeof sides) => middle((round) => round[side].per_second);
      const ratio = least('shared') / least('alone');
      figures.push(
        lower(`shared limits: processor time a call, ${name}`, ratio, '× alone', {
          must: 1.1,
          note: `${cpu('shared')} µs, alone ${cpu('alone')} µs; ${rate('shared').toFixed(0)} calls/s, alone ${rate('alone').toFixed(0)}; p99 ${middle(({ shared }) => shared.p99_ms).toFixed(1)} ms, alone ${middle(({ alone }) => alone.p99_ms).toFixed(1)} ms`,
        }),
      );
    }
    return figures;
  } finally {
    await Promise.all([sides.alone.server.stop(), sides.shared.server.stop(), sender.stop()]);
  }
}

/** Publishes the demo's records for all instances, using a worker that then ends. */
async function publishDemo(bench: Bench, env: NodeJS.ProcessEnv, engines: Engines): Promise<void> {
  const worker = spawn(process.execPath, [bench.program, 'work'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const sql = openPostgres(engines.databaseUrl);
  try {
    const isPublished = async () => {
      const rows = await sql`SELECT 1 FROM version WHERE kind = 'served'`.catch(() => []);
      return rows.length > 0;
    };
    while (!(await isPublished())) {
      if (worker.exitCode !== null) throw new Error(`work ended with ${worker.exitCode}`);
      await sleep(100);
    }
  } finally {
    await sql.end({ timeout: 1 });
    worker.kill('SIGTERM');
    await once(worker, 'exit');
  }
}

const account = (index: number) =>
  ({ name: `account-${index}`, plan: 'elite-plus', demo: false, state: 'active' }) as const;

async function keysMadeBy(admin: AccountAdmin): Promise<string[]> {
  const keys: string[] = [];
  for (let index = 0; index < ACCOUNTS; index += 1) {
    keys.push((await admin.create(account(index), '2026-01-01')) ?? '');
  }
  await admin.close();
  return keys;
}

/** Returns a distant date. Each date is requested once. */
function dayOf(index: number): string {
  return new Date(Date.parse('2100-01-01') + index * 86_400_000).toISOString().slice(0, 10);
}
