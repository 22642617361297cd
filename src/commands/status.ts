import { existsSync } from 'node:fs';
import { readConfig } from '../config.ts';
import { filesOf } from '../data-files.ts';
import { factsDate } from '../refresh.ts';
import { openDatabase } from '../store/database.ts';
import { countFacts, factMigrations, readMeta } from '../store/facts-store.ts';
import { type Context, type ExitCode, exit } from './context.ts';
import { table } from './table.ts';

/** What is in the store, how fresh, and from where. */
export async function status(context: Context): Promise<ExitCode> {
  const { CATALYST_DATA_DIR: dataDir } = readConfig(context.environment);
  const files = filesOf(dataDir);
  context.stdout.write(`Data folder: ${dataDir}\n`);
  const real = await describe('Real store (served)', files.store);
  const demo = await describe(
    real ? 'Demo store (not served)' : 'Demo store (served, fictional)',
    files.demo,
  );
  context.stdout.write(real ?? 'Real store: no records yet. Fill it with: import SOURCE FILE…\n');
  context.stdout.write(demo ?? 'Demo store: made when the server first starts.\n');
  return exit.done;
}

async function describe(title: string, path: string): Promise<string | undefined> {
  if (!existsSync(path)) return undefined;
  const database = await openDatabase(path, factMigrations);
  try {
    const factsAt = factsDate(database);
    if (factsAt === undefined) return undefined;
    const derived = readMeta(database, 'derived_at') ?? 'never';
    return `${title}: newest facts ${factsAt}, computed ${derived}\n${table(countFacts(database).map(({ kind, source, records }) => ({ kind, source, records })))}\n`;
  } finally {
    database.close();
  }
}
