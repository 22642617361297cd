import { todayOf } from '../base/clock.ts';
import { readConfig } from '../base/config.ts';
import { type Plan, plans } from '../base/plans.ts';
import { ownVendorKey, vendorRefusal } from '../base/vendor-settings.ts';
import { groups } from '../catalogue/endpoint.ts';
import { isCalendarDate } from '../domain/dates.ts';
import { ownerName } from '../service/access/access.ts';
import type { Account } from '../service/access/account.ts';
import type { AccountAdmin } from '../service/access/accounts.ts';
import { type Context, type ExitCode, exit } from './context.ts';
import { openAccountAdmin } from './open-accounts.ts';
import { table } from './terminal-table.ts';

export interface CreateOptions {
  readonly account: string;
  readonly plan: string;
  readonly demo?: true;
  readonly bundle?: string;
  readonly expires?: string;
}

/** The error for an invalid command line. */
export class UsageError extends Error {}

/**
 * Creates an account. Prints only the key of the account to stdout, because the key is a secret
 * that cannot be shown again.
 */
export async function createKey(context: Context, options: CreateOptions): Promise<ExitCode> {
  const account = accountFrom(options);
  const vendorKey = ownVendorKey(readConfig(context.environment));
  if (vendorKey && account.name !== ownerName) {
    throw vendorRefusal(vendorKey, `the account ${account.name} would also see the data`);
  }
  return withAccounts(context, async (accounts) => {
    const key = await accounts.create(account, todayOf(context.clock));
    if (!key)
      throw new UsageError(
        `Account ${account.name} already exists. Run \`keys regenerate\` to create a new key for the account.`,
      );
    context.stdout.write(`${key}\n`);
    return exit.done;
  });
}

export function regenerateKey(context: Context, name: string): Promise<ExitCode> {
  return withAccounts(context, async (accounts) => {
    const key = await accounts.regenerate(name);
    if (!key) throw unknownAccount(name);
    context.stdout.write(`${key}\n`);
    return exit.done;
  });
}

export function changeAccount(
  context: Context,
  change: 'pause' | 'resume' | 'revoke',
  name: string,
): Promise<ExitCode> {
  return withAccounts(context, async (accounts) => {
    const changed =
      change === 'revoke'
        ? await accounts.revoke(name)
        : await accounts.setState(name, change === 'pause' ? 'paused' : 'active');
    if (!changed) throw unknownAccount(name);
    return exit.done;
  });
}

/**
 * Disconnects all assistants that the user of an account connected by OAuth. The key of the account
 * stays valid.
 */
export async function disconnectAccount(context: Context, name: string): Promise<ExitCode> {
  const config = readConfig(context.environment);
  const { openGrants } = await import('./open-grants.ts');
  return withAccounts(context, async (accounts) => {
    if (!(await accounts.list()).some((account) => account.name === name)) {
      throw unknownAccount(name);
    }
    const grants = await openGrants(config, context.clock);
    try {
      await grants.revoke({ account: name });
    } finally {
      await grants.close();
    }
    return exit.done;
  });
}

export function listKeys(context: Context): Promise<ExitCode> {
  return withAccounts(context, async (accounts) => {
    const rows = (await accounts.list()).map((account) => ({
      account: account.name,
      plan: account.plan,
      demo: account.demo ? 'yes' : '',
      state: account.state,
      expires: account.expires ?? '',
      bundle: account.bundle?.join(', ') ?? '',
      created: account.created,
    }));
    context.stdout.write(`${rows.length > 0 ? table(rows) : 'No accounts yet.'}\n`);
    return exit.done;
  });
}

export async function withAccounts(
  context: Context,
  use: (accounts: AccountAdmin) => Promise<ExitCode>,
): Promise<ExitCode> {
  const accounts = await openAccountAdmin(readConfig(context.environment));
  try {
    return await use(accounts);
  } finally {
    await accounts.close();
  }
}

function accountFrom({ account, plan, demo, bundle, expires }: CreateOptions): Account {
  if (!/^[\w.@-]{1,100}$/.test(account)) {
    throw new UsageError('--account takes up to 100 letters, digits, dots, dashes, @ and _.');
  }
  if (!plans.includes(plan as Plan)) throw new UsageError(`--plan takes ${plans.join(' or ')}.`);
  if (expires !== undefined && !isCalendarDate(expires)) {
    throw new UsageError('--expires takes a date, YYYY-MM-DD.');
  }
  return {
    name: account,
    plan: plan as Plan,
    demo: demo ?? false,
    state: 'active',
    ...(bundle === undefined ? {} : { bundle: bundle.split(',').map(groupNamed) }),
    ...(expires === undefined ? {} : { expires }),
  };
}

function groupNamed(word: string): string {
  const group = groups.find((one) => one.toLowerCase() === word.trim().toLowerCase());
  if (!group) throw new UsageError(`--bundle takes groups: ${groups.join(', ')}.`);
  return group;
}

function unknownAccount(name: string): UsageError {
  return new UsageError(`Account ${name} does not exist. Run \`keys list\` to see all accounts.`);
}
