import { todayOf } from '../../../src/base/clock.ts';
import { refreshWords } from '../../../src/commands/start-app.ts';
import { demoFacts, demoSeed } from '../../../src/demo/demo.ts';
import type { Database } from '../../../src/store/database.ts';
import { writeFacts, writeMeta } from '../../../src/store/facts-store.ts';
import { markRefreshDue } from '../../../src/store/served-state.ts';
import { type Bench, runToEnd } from './processes.ts';

/** 13 of these companies are on no list of companies. */
const COMPANIES_PER_DEMO = 213;
const DEMOS = 4;
const today = todayOf(Date.now);

/** Builds a goal date of a drug that is new to the store. */
export function goalDate(ticker: string, turn: number): object {
  return {
    ticker,
    drugname: `bench-${turn}`,
    catalyst: 'PDUFA Date',
    catdate: '2099-01-15',
    formattedDate: '2099-01-15',
    createdDate: today,
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
