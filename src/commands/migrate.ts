import { existsSync } from 'node:fs';
import type { Clock } from '../base/clock.ts';
import { type Config, readConfig } from '../base/config.ts';
import { ConfigError } from '../base/config-error.ts';
import { filesOf } from '../base/data-files.ts';
import { migrateAccounts } from '../cluster/migrate-accounts.ts';
import { migrateFacts } from '../cluster/migrate-facts.ts';
import { migrateGrants } from '../cluster/migrate-grants.ts';
import { appendSheets, readSheets } from '../store/record-file.ts';
import { type Context, type ExitCode, exit } from './context.ts';
import { UsageError } from './keys.ts';
import type { Cluster } from './shared.ts';

/** The result of a step of the migration. */
interface Done {
  readonly code: ExitCode;
  readonly said: string;
}

/** Copies the data of one machine into the shared database. */
export async function migrate(
  context: Context,
  { from }: { readonly from: string },
): Promise<ExitCode> {
  const config = readConfig(context.environment);
  const { cluster } = config;
  if (!cluster) {
    throw new ConfigError(
      'CATALYST_DATABASE_URL and CATALYST_REDIS_URL: required as the target of `migrate`',
    );
  }
  if (!existsSync(from)) throw new UsageError(`Folder ${from} does not exist.`);
  // Each step can be repeated safely.
  const steps = [
    () => bringAccounts(from, cluster),
    () => bringGrants(from, cluster, context.clock),
    () => bringFacts(from, cluster, context, config),
  ];
  for (const step of steps) {
    const { code, said } = await step();
    (code === exit.done ? context.stdout : context.stderr).write(`${said}\n`);
    if (code !== exit.done) return code;
  }
  return exit.done;
}

async function bringAccounts(folder: string, { databaseUrl }: Cluster): Promise<Done> {
  const { accounts, feeds, taken } = await migrateAccounts(filesOf(folder).accounts, databaseUrl);
  if (taken.length === 0) {
    return { code: exit.done, said: `accounts: ${accounts} copied, with ${feeds} new feeds` };
  }
  const shown = `${taken.slice(0, 10).join(', ')}${taken.length > 10 ? ' …' : ''}`;
  return {
    code: exit.failed,
    said: `accounts: nothing was copied, because the shared database already has accounts with these names but different keys: ${shown}. Run \`keys revoke\` for the shared accounts that you do not need.`,
  };
}

/** Copies the OAuth grants. This step follows the accounts step, which creates the tables. */
async function bringGrants(folder: string, { databaseUrl }: Cluster, clock: Clock): Promise<Done> {
  const grants = await migrateGrants(filesOf(folder).grants, databaseUrl, clock);
  return { code: exit.done, said: `assistants connected by OAuth: ${grants} copied` };
}

/** Copies the real records of the data folder, unless the shared store already has records. */
async function bringFacts(
  folder: string,
  cluster: Cluster,
  context: Context,
  config: Config,
): Promise<Done> {
  const { store } = filesOf(folder);
  if (!existsSync(store)) return { code: exit.done, said: 'facts: the folder contains no store' };
  const { openShared } = await import('./shared.ts');
  const shared = await openShared(context, config, cluster);
  try {
    const done = await shared.job('waits', async ({ folder: to }) => {
      const sheets = await readSheets(filesOf(folder).record);
      await appendSheets(filesOf(to).record, ({ length }) => (length > 0 ? [] : sheets));
      return migrateFacts(store, to);
    });
    const { result, head } = done!;
    if (result === 'copied')
      return { code: exit.done, said: `facts: copied and published as version ${head}` };
    if (result.lacking === 0)
      return {
        code: exit.done,
        said: 'facts: the shared store already contains all facts of this folder',
      };
    const said = `facts: nothing was copied, because the shared store already has facts. ${result.lacking} facts of this folder are missing from the shared store. To add them, import their source files.`;
    return { code: exit.failed, said };
  } finally {
    await shared.close();
  }
}
