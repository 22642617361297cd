import { median } from 'simple-statistics';
import { todayOf } from '../../../src/base/clock.ts';
import { storeFile } from '../../../src/base/data-files.ts';
import { refreshWords } from '../../../src/commands/start-app.ts';
import { demoFacts, demoSeed } from '../../../src/demo/demo.ts';
import type { FactName } from '../../../src/facts/fact-kinds.ts';
import { type Database, inTransaction, openDatabase } from '../../../src/store/database.ts';
import { factMigrations, writeFacts, writeMeta } from '../../../src/store/facts-store.ts';
import { markRefreshDue } from '../../../src/store/served-state.ts';
import { type Bench, runToEnd } from './processes.ts';
import type { Figure } from './report.ts';

/** 13 of these companies are on no list of companies. */
const COMPANIES_PER_DEMO = 213;
const DEMOS = 4;
const TURNS = 3;
const today = todayOf(Date.now);

/** Measures a refresh after a change of the facts, in the process that a server starts for it. */
export async function refreshFigures(bench: Bench): Promise<Figure[]> {
  const dataDir = bench.folder('refresh');
  const store = await openDatabase(storeFile(dataDir, 'real'), factMigrations);
  inTransaction(store, () => fillDemos(store));
  const whole = await refreshed(bench, dataDir);
  const after = refreshedAfter(bench, dataDir, store);
  const news = await after('news', headline);
  const ticker = tickerIn(store);
  const filing = await after('filing_events', (turn) => ({
    ...{ ticker, event: 'exchange_deficiency', filed_at: today, detail: `Notice ${turn}` },
  }));
  const catalyst = await after('catalysts', (turn) => goalDate(ticker, turn));
  const programs = programsIn(store, TURNS);
  const goal = await after('catalysts', (turn) => ({
    ...goalDate(ticker, turn),
    ...{ ...programs[turn], stage: 'NDA/BLA', catdate: '2099-02-15', formattedDate: '2099-02-15' },
  }));
  store.close();
  const named = (what: string) => `refresh of ${200 * DEMOS} companies: ${what}`;
  return [
    { name: named('full'), ...figureOf([whole]), must: 35 },
    { name: named('maximum memory'), value: whole.mib, unit: 'MiB', must: 350, better: 'lower' },
    { name: named('after a headline'), ...news },
    { name: named('after a filing'), ...filing },
    { name: named('after a new catalyst'), ...catalyst },
    { name: named('after a new goal date of a program'), ...goal },
  ];
}

/** Measures a refresh after a new record, as the median of several runs. */
export function refreshedAfter(bench: Bench, dataDir: string, store: Database) {
  return async (kind: FactName, recordOf: (turn: number) => object) => {
    const runs: Ran[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      inTransaction(store, () => writeFacts(store, kind, [{ ...recordOf(turn) }], 'bench'));
      runs.push(await refreshed(bench, dataDir));
    }
    return figureOf(runs);
  };
}

export function headline(turn: number): object {
  const published_at = today;
  return { id: `bench-${turn}`, title: `Headline ${turn}`, source: 'Bench', published_at };
}

/** Builds a goal date of a drug that is new to the store. */
export function goalDate(ticker: string, turn: number): object {
  return {
    ...{ ticker, drugname: `bench-${turn}`, catalyst: 'PDUFA Date', catdate: '2099-01-15' },
    ...{ formattedDate: '2099-01-15', createdDate: today },
  };
}

/**
 * Returns the elapsed time and the processor time. A busy machine affects the processor time less.
 */
export function figureOf(runs: readonly Ran[]) {
  const processor = median(runs.map(({ cpu }) => cpu));
  return {
    ...{ value: median(runs.map(({ seconds }) => seconds)), unit: 's', better: 'lower' as const },
    note: `${processor.toFixed(2)} s of the processor; less the start of a process`,
  };
}

/** @returns the companies' tickers */
export function fillDemos(store: Database): readonly string[] {
  const tickers = new Set<string>();
  for (let copy = 0; copy < DEMOS; copy += 1) {
    for (const { kind, records } of demoFacts(demoSeed + copy, today, COMPANIES_PER_DEMO)) {
      const own = apart(records, copy);
      writeFacts(store, kind, own, 'bench');
      if (kind === 'companies') for (const { ticker } of own) tickers.add(String(ticker));
    }
  }
  writeMeta(store, 'facts_at', today);
  markRefreshDue(store, true);
  return [...tickers];
}

/**
 * Makes a demo's companies, trials and tickers unique. All demos use the same numbers and tickers,
 * so their facts would otherwise belong to the same companies.
 */
function apart(
  records: readonly object[],
  copy: number,
): readonly Readonly<Record<string, unknown>>[] {
  const text = JSON.stringify(records)
    .replace(/"(NCT|NDA|BLA|)9(?=\d{5,9}\b)/g, `"$1${9 - copy}`)
    .replace(/\b([A-Z]{3})QZ/g, `$1${'QRST'[copy]}Z`);
  return JSON.parse(text);
}

function tickerIn(store: Database): string {
  const sql = `SELECT json_extract(record, '$.ticker') AS ticker FROM facts WHERE kind = 'catalysts'`;
  return (store.prepare(`${sql} ORDER BY key LIMIT 1`).get() as { ticker: string }).ticker;
}

/** Returns drugs with a Phase 3 program, as named in a calendar. */
function programsIn(store: Database, count: number): readonly object[] {
  const field = (name: string) => `json_extract(record, '$.${name}')`;
  const sql = `SELECT ${field('ticker')} AS ticker, ${field('drug_name')} AS drugname,
      ${field('indication')} AS treatment
    FROM facts WHERE kind = 'programs' AND ${field('phase')} = 'Phase 3' ORDER BY key LIMIT ?`;
  return store.prepare(sql).all(count) as object[];
}

const sayUsage = `data:text/javascript,process.on('exit',()=>{
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const cpu = (userCPUTime + systemCPUTime) / 1e6;
  process.stdout.write(' ' + JSON.stringify({ cpu, mib: maxRSS / 1024 }));
})`;

interface Ran {
  readonly seconds: number;
  /** Processor seconds. */
  readonly cpu: number;
  readonly mib: number;
}

/** Runs a refresh in a separate process and returns its time minus that of an empty process. */
export async function refreshed(bench: Pick<Bench, 'program'>, dataDir: string): Promise<Ran> {
  const idle = await ran([bench.program, '--version'], dataDir);
  const [, ...words] = refreshWords([process.execPath, bench.program], 'real');
  const { seconds, cpu, mib } = await ran(words, dataDir);
  return { seconds: seconds - idle.seconds, cpu: cpu - idle.cpu, mib };
}

async function ran(words: readonly string[], dataDir: string): Promise<Ran> {
  const began = performance.now();
  const said = await runToEnd(['--import', sayUsage, ...words], dataDir);
  const seconds = (performance.now() - began) / 1_000;
  return { seconds, ...JSON.parse(said.slice(said.lastIndexOf('{'))) };
}
