import { fileURLToPath } from 'node:url';
import { todayOf } from '../../../src/base/clock.ts';
import { storeFile } from '../../../src/base/data-files.ts';
import type { FactName } from '../../../src/facts/fact-kinds.ts';
import { inTransaction, openDatabase } from '../../../src/store/database.ts';
import { factMigrations, writeFacts, writeMeta } from '../../../src/store/facts-store.ts';
import { markRefreshDue } from '../../../src/store/served-state.ts';
import { simulatedTrials } from '../../support/simulated-trials.ts';
import type { Learned } from './learner.ts';
import { type Bench, runToEnd } from './processes.ts';
import { refreshed } from './refresh.ts';
import { type Figure, lower } from './report.ts';

/**
 * Measures the training on 60,000 trials of a simulated registry and the same number of forecasts.
 */
export async function learnFigures(bench: Bench): Promise<Figure[]> {
  const script = fileURLToPath(new URL('./learner.ts', import.meta.url));
  const said = await runToEnd(['--import', 'tsx', script], bench.folder('learn'));
  const { columns, fit, forecasts, gained_mib, model_kb } = JSON.parse(said) as Learned;
  const passed = ({ seconds }: Learned['fit']) => `${seconds.toFixed(1)} s passed`;
  const of = 'learning from 60,000 trials';
  return [
    lower(`${of}: processor time of fit and test`, fit.cpu, 's', {
      must: 10,
      note: `${passed(fit)}; ${columns} columns; the model is ${model_kb.toFixed(0)} kB`,
    }),
    lower(`${of}: processor time of 60,000 forecasts`, forecasts.cpu, 's', {
      must: 3,
      note: passed(forecasts),
    }),
    lower(`${of}: additional memory`, gained_mib, 'MiB', {
      must: 150,
      note: 'the most of the process, above what it had before the first trial',
    }),
    ...(await refreshFigures(bench)),
  ];
}

/** Number of programs that results in 60,000 trials. */
const PROGRAMS = 39_500;

/**
 * Measures a full refresh of a store with 60,000 trials, in the process that a server starts for
 * it.
 */
async function refreshFigures(bench: Bench): Promise<Figure[]> {
  const dataDir = bench.folder('trials');
  const store = await openDatabase(storeFile(dataDir, 'real'), factMigrations);
  const today = todayOf(Date.now);
  const facts = simulatedTrials({ programs: PROGRAMS, seed: 7, today, effect: 1 });
  inTransaction(store, () => {
    for (const [kind, records] of Object.entries(facts)) {
      writeFacts(store, kind as FactName, records, 'bench');
    }
    writeMeta(store, 'facts_at', today);
    markRefreshDue(store, true);
  });
  store.close();
  const { cpu, mib } = await refreshed(bench, dataDir);
  const name = `refresh of ${facts.trials.length} trials`;
  return [
    lower(`${name}: processor time`, cpu, 's'),
    lower(`${name}: maximum memory`, mib, 'MiB', { must: 300 }),
  ];
}
