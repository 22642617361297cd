import { existsSync } from 'node:fs';
import { type Config, ConfigError, readConfig } from '../base/config.ts';
import { filesOf } from '../base/data-files.ts';
import { migrateAccounts } from '../cluster/migrate-accounts.ts';
import { migrateFacts } from '../cluster/migrate-facts.ts';
import { migrateGrants } from '../cluster/migrate-grants.ts';
import { type Context, type ExitCode, exit } from './context.ts';
import { UsageError } from './keys.ts';
import type { Cluster } from './shared.ts';

/** What a step did, in words, and whether it could. */
interface Done {
  readonly code: ExitCode;
  readonly said: string;
}

type Step = (folder: string, cluster: Cluster, to: Place) => Promise<Done>;

/** Where it is brought to. */
interface Place {
  readonly context: Context;
  readonly config: Config;
}

/** What of a data folder is brought over, in this order. Each may be run again. */
const steps: readonly Step[] = [bringAccounts, bringGrants, fetchFacts];

/** Brings what one machine keeps in its data folder to where several machines share it. */
export async function migrate(
  context: Context,
  { from }: { readonly from: string },
): Promise<ExitCode> {
  const config = readConfig(context.environment);
  const { cluster } = config;
  if (!cluster) {
    throw new ConfigError(
      'CATALYST_DATABASE_URL and CATALYST_REDIS_URL: needed to migrate, as the place to which',
    );
  }
  if (!existsSync(from)) throw new UsageError(`There is no folder ${from}.`);
  for (const step of steps) {
    const { code, said } = await step(from, cluster, { context, config });
    (code === exit.done ? context.stdout : context.stderr).write(`${said}\n`);
    if (code !== exit.done) return code;
  }
  return exit.done;
}

async function bringAccounts(folder: string, { databaseUrl }: Cluster): Promise<Done> {
  const { accounts, feeds, taken } = await migrateAccounts(filesOf(folder).accounts, databaseUrl);
  if (taken.length === 0) {
    return { code: exit.done, said: `accounts: ${accounts} brought, with ${feeds} new feeds` };
  }
  const shown = `${taken.slice(0, 10).join(', ')}${taken.length > 10 ? ' …' : ''}`;
  return {
    code: exit.failed,
    said: `accounts: nothing is brought, since accounts of the same names have other keys there: ${shown}. keys revoke ends those of which there shall be one alone.`,
  };
}

/** After the accounts, whose step makes the tables. */
async function bringGrants(
  folder: string,
  { databaseUrl }: Cluster,
  { context }: Place,
): Promise<Done> {
  const grants = await migrateGrants(filesOf(folder).grants, databaseUrl, context.clock);
  return { code: exit.done, said: `assistants connected by OAuth: ${grants} brought` };
}

/** The real records of a folder, where the shared store holds none yet or these already. */
async function fetchFacts(
  folder: string,
  cluster: Cluster,
  { context, config }: Place,
): Promise<Done> {
  const { store } = filesOf(folder);
  if (!existsSync(store)) return { code: exit.done, said: 'facts: none in this folder' };
  const { openShared } = await import('./shared.ts');
  const shared = await openShared(context, config, cluster);
  try {
    const done = await shared.job('waits', ({ folder: to }) => migrateFacts(store, to));
    const { result, head } = done!;
    if (result === 'brought')
      return { code: exit.done, said: `facts: brought, as version ${head}` };
    if (result.lacking === 0) return { code: exit.done, said: 'facts: all are there already' };
    const said = `facts: nothing is brought, since there are facts already, which stay; ${result.lacking} rows of these are not among them. Import their files to add them.`;
    return { code: exit.failed, said };
  } finally {
    await shared.close();
  }
}
