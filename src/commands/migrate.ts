import { existsSync } from 'node:fs';
import { migrateGrants } from '../authorization/migrate-grants.ts';
import type { Clock } from '../clock.ts';
import { migrateAccounts } from '../cluster/migrate-accounts.ts';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { filesOf } from '../data-files.ts';
import { type Context, type ExitCode, exit } from './context.ts';
import { UsageError } from './keys.ts';

/** What a step did, in words, and whether it could. */
interface Done {
  readonly code: ExitCode;
  readonly said: string;
}

type Cluster = NonNullable<Config['cluster']>;
type Step = (folder: string, cluster: Cluster, clock: Clock) => Promise<Done>;

/** What of a data folder is brought over, in this order. Each may be run again. */
const steps: readonly Step[] = [bringAccounts, bringGrants];

/** Brings what one machine keeps in its data folder to where several machines share it. */
export async function migrate(
  context: Context,
  { from }: { readonly from: string },
): Promise<ExitCode> {
  const { cluster } = readConfig(context.environment);
  if (!cluster) {
    throw new ConfigError(
      'CATALYST_DATABASE_URL and CATALYST_REDIS_URL: needed to migrate, as the place to which',
    );
  }
  if (!existsSync(from)) throw new UsageError(`There is no folder ${from}.`);
  for (const step of steps) {
    const { code, said } = await step(from, cluster, context.clock);
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
async function bringGrants(folder: string, { databaseUrl }: Cluster, clock: Clock): Promise<Done> {
  const grants = await migrateGrants(filesOf(folder).grants, databaseUrl, clock);
  return { code: exit.done, said: `assistants connected by OAuth: ${grants} brought` };
}
