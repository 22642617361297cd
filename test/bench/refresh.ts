import { median } from 'simple-statistics';
import { todayOf } from '../../src/clock.ts';
import { storeFile } from '../../src/data-files.ts';
import { demoFacts, demoSeed } from '../../src/demo/demo.ts';
import type { FactName } from '../../src/facts.ts';
import { markRefreshDue } from '../../src/freshness.ts';
import { type Database, inTransaction, openDatabase } from '../../src/store/database.ts';
import { factMigrations, writeFacts, writeMeta } from '../../src/store/facts-store.ts';
import { type Bench, runToEnd } from './processes.ts';
import type { Figure } from './report.ts';

/** Demos of 200 companies each. */
const DEMOS = 4;
const TURNS = 3;
const today = todayOf(Date.now);

/** What a refresh costs after a change of the facts, in the process that a server starts for it. */
export async function refreshFigures(bench: Bench): Promise<Figure[]> {
  const dataDir = bench.folder('refresh');
  const store = await openDatabase(storeFile(dataDir, 'real'), factMigrations);
  inTransaction(store, () => fill(store));
  const whole = await refreshed(bench, dataDir);
  const after = async (kind: FactName, recordOf: (turn: number) => object) => {
    const took: number[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      inTransaction(store, () => writeFacts(store, kind, [{ ...recordOf(turn) }], 'bench'));
      took.push((await refreshed(bench, dataDir)).seconds);
    }
    return median(took);
  };
  const published_at = today;
  const news = await after('news', (turn) => ({
    ...{ id: `bench-${turn}`, title: `Headline ${turn}`, source: 'Bench', published_at },
  }));
  const ticker = tickerIn(store);
  const filing = await after('filing_events', (turn) => ({
    ...{ ticker, event: 'exchange_deficiency', filed_at: today, detail: `Notice ${turn}` },
  }));
  store.close();
  const named = (what: string) => `refresh of ${200 * DEMOS} companies: ${what}`;
  const lower = { better: 'lower' } as const;
  return [
    { name: named('whole'), value: whole.seconds, unit: 's', must: 15, ...lower },
    { name: named('most memory'), value: whole.mib, unit: 'MiB', must: 300, ...lower },
    { name: named('after a headline'), value: news, unit: 's', must: 0.3, ...lower },
    { name: named('after a filing'), value: filing, unit: 's', must: 2, ...lower },
  ];
}

function fill(store: Database): void {
  for (let copy = 0; copy < DEMOS; copy += 1) {
    for (const { kind, records } of demoFacts(demoSeed + copy, today)) {
      writeFacts(store, kind, records, 'bench');
    }
  }
  writeMeta(store, 'facts_at', today);
  markRefreshDue(store, true);
}

function tickerIn(store: Database): string {
  const sql = `SELECT json_extract(record, '$.ticker') AS ticker FROM facts WHERE kind = 'catalysts'`;
  return (store.prepare(`${sql} ORDER BY key LIMIT 1`).get() as { ticker: string }).ticker;
}

const sayMemory =
  'data:text/javascript,process.on("exit",()=>process.stdout.write(String(process.resourceUsage().maxRSS/1024)))';

/** A refresh in a process of its own: its time less that of a process that does nothing. */
async function refreshed(bench: Bench, dataDir: string) {
  const idle = await timed([bench.program, '--version'], dataDir);
  const { seconds, said } = await timed(
    ['--v8-pool-size=1', '--import', sayMemory, bench.program, 'refresh', 'real'],
    dataDir,
  );
  return { seconds: seconds - idle.seconds, mib: Number(said) };
}

async function timed(words: readonly string[], dataDir: string) {
  const began = performance.now();
  const said = await runToEnd(words, dataDir);
  return { seconds: (performance.now() - began) / 1_000, said };
}
