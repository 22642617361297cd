import type { Config } from '../base/config.ts';
import { openNetwork } from '../ingest/sync/open-sync.ts';
import { probe } from '../ingest/sync/probe.ts';
import { storedStates } from '../ingest/sync/start-ledger.ts';
import { openDatabase } from '../store/database.ts';
import { factMigrations } from '../store/facts-store.ts';
import { type Context, type ExitCode, exit } from './context.ts';
import type { Asked } from './sync-options.ts';

/**
 * The company whose data is requested from sources that take one request per company. Our choice: a
 * large company, because it is likely to stay listed.
 */
const PROBED = new Set(['VRTX']);

/** Sends one request to each source and prints one line per source. Nothing is stored. */
export async function probeSources(
  context: Context,
  config: Config,
  { sources, tickers = PROBED, since }: Asked,
): Promise<ExitCode> {
  const { clock, environment, stdout } = context;
  const database = await openDatabase(':memory:', factMigrations);
  const network = await openNetwork(storedStates(database), {
    config,
    environment,
    clock,
    sources,
  });
  let isWhole = true;
  try {
    const parts = { client: network.client, sources, tickers, clock, since, database };
    for await (const { source, host, answer, layout, advice } of probe(parts)) {
      const isGood = layout.startsWith('understood') || layout === 'not requested';
      isWhole &&= isGood;
      const said = [answer, layout].filter((words) => words !== '').join('; ');
      stdout.write(`${isGood ? 'ok  ' : 'look'} ${source} (${host}): ${said}\n`);
      if (advice) stdout.write(`     → ${advice}\n`);
    }
  } finally {
    await network.close();
    database.close();
  }
  return isWhole ? exit.done : exit.failed;
}
