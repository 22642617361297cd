import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { fileIdentity, isFolderThere } from '../data-files.ts';
import type { Endpoint } from '../endpoint.ts';
import {
  accessExpired,
  accessPaused,
  dataFolderGone,
  invalidKey,
  missingKey,
  outsideBundle,
  planRequired,
} from '../errors.ts';
import type { Plan } from '../plans.ts';
import {
  type Database,
  databaseOpener,
  inTransaction,
  type Migration,
  type OpenDatabase,
} from '../store/database.ts';
import { statement } from '../store/statements.ts';
import { oncePerTurn } from '../turns.ts';

export interface Account {
  readonly name: string;
  readonly plan: Plan;
  readonly demo: boolean;
  readonly state: 'active' | 'paused';
  /** Groups to which the account is held; all of its plan's where absent. */
  readonly bundle?: readonly string[];
  /** Last day of access, `YYYY-MM-DD`. */
  readonly expires?: string;
}

/** Who asks: the owner of the process, whoever holds a key, or whom a transport has identified already. */
export type Credential =
  | 'owner'
  | { readonly key: string | undefined }
  | { readonly account: Account };

/** A process on its own local store acts with its owner's full rights. */
const owner: Account = { name: 'owner', plan: 'elite-plus', demo: false, state: 'active' };

/** The account of the key `demo`, which exists over demo data alone. */
const demoAccount: Account = { ...owner, name: 'demo', demo: true };
export const demoKey = 'demo';

const migrations: readonly Migration[] = [
  {
    version: 1,
    sql: `CREATE TABLE accounts (
      name TEXT PRIMARY KEY, key_hash TEXT NOT NULL UNIQUE, plan TEXT NOT NULL,
      demo INTEGER NOT NULL, state TEXT NOT NULL, bundle TEXT, expires TEXT, created TEXT NOT NULL)`,
  },
  {
    version: 2,
    sql: `CREATE TABLE feeds (
        token_hash TEXT PRIMARY KEY, account TEXT NOT NULL, plan TEXT NOT NULL,
        filter TEXT NOT NULL, created TEXT NOT NULL);
      CREATE TABLE feed_events (
        uid TEXT PRIMARY KEY, date TEXT NOT NULL, sequence INTEGER NOT NULL,
        revised TEXT NOT NULL)`,
  },
];

interface Row {
  readonly name: string;
  readonly key_hash: string;
  readonly plan: Plan;
  readonly demo: number;
  readonly state: 'active' | 'paused';
  readonly bundle: string | null;
  readonly expires: string | null;
  readonly created: string;
}

/** An account, and what ends with its key and its plan. */
interface Stamped {
  readonly account: Account;
  readonly stamp: string;
}

/** The accounts' file. Keys are kept as SHA-256 hashes; a key is shown once, when it is made. */
export class Accounts {
  readonly #path: string;
  readonly #open: OpenDatabase;
  #database: Database;
  /** Which file was opened. */
  #identity: string | undefined;
  #seenVersion = -1;
  readonly #version = oncePerTurn(() => this.#followFile());
  #byHash = new Map<string, { readonly hash: Buffer; readonly account: Account }>();
  #byName = new Map<string, Stamped>();

  private constructor(path: string, open: OpenDatabase) {
    this.#path = path;
    this.#open = open;
    this.#database = open(path, migrations);
    this.#identity = fileIdentity(path);
  }

  static async open(path: string): Promise<Accounts> {
    return new Accounts(path, await databaseOpener());
  }

  close(): void {
    this.#database.close();
  }

  /**
   * The account that a key opens; changes by other processes count from the next turn of the event
   * loop, another file too.
   *
   * @throws ServiceError 503 where the folder of the file is gone
   */
  find(key: string): Account | undefined {
    this.#follow();
    const presented = hashOf(key);
    const found = this.#byHash.get(presented.toString('base64'));
    return found && timingSafeEqual(found.hash, presented) ? found.account : undefined;
  }

  /**
   * An account by its name, with the stamp of what its grants hold to: another key, another plan or
   * another account of the name has another stamp.
   *
   * @throws ServiceError 503 as `find` does
   */
  stamped(name: string): Stamped | undefined {
    this.#follow();
    return this.#byName.get(name);
  }

  named(name: string): Account | undefined {
    return this.list().find((account) => account.name === name);
  }

  /** Runs `work` on the accounts' file as it stands now. */
  use<Result>(work: (database: Database) => Result): Result {
    this.#version();
    return work(this.#database);
  }

  list(): (Account & { readonly created: string })[] {
    return this.#rows().map((row) => ({ ...accountOf(row), created: row.created }));
  }

  /** Makes an account and its key. @returns the key, or undefined where the name is taken. */
  create(account: Account, created: string): string | undefined {
    const key = newKey();
    const { changes } = this.#database
      .prepare('INSERT OR IGNORE INTO accounts VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
      .run(
        account.name,
        hashOf(key).toString('base64'),
        account.plan,
        account.demo ? 1 : 0,
        account.state,
        account.bundle ? JSON.stringify(account.bundle) : null,
        account.expires ?? null,
        created,
      );
    this.#seenVersion = -1;
    return Number(changes) === 1 ? key : undefined;
  }

  /** Ends the old key at once. @returns the new one, or undefined where there is no such account. */
  regenerate(name: string): string | undefined {
    const key = newKey();
    const hash = hashOf(key).toString('base64');
    return this.#change('UPDATE accounts SET key_hash = ? WHERE name = ?', hash, name)
      ? key
      : undefined;
  }

  setState(name: string, state: 'active' | 'paused'): boolean {
    return this.#change('UPDATE accounts SET state = ? WHERE name = ?', state, name);
  }

  /** Ends the account and its calendar feeds. */
  revoke(name: string): boolean {
    return inTransaction(this.#database, () => {
      this.#change('DELETE FROM feeds WHERE account = ?', name);
      return this.#change('DELETE FROM accounts WHERE name = ?', name);
    });
  }

  /** Reads the accounts anew where somebody has changed them. */
  #follow(): void {
    const version = this.#version();
    if (version === this.#seenVersion) return;
    const rows = this.#rows().map((row) => ({ row, account: accountOf(row) }));
    this.#byHash = new Map(
      rows.map(({ row, account }) => {
        return [row.key_hash, { hash: Buffer.from(row.key_hash, 'base64'), account }];
      }),
    );
    this.#byName = new Map(
      rows.map(({ row, account }) => [account.name, { account, stamp: stampOf(row) }]),
    );
    this.#seenVersion = version;
  }

  /** Of a file that was put away, the keys must not go on opening anything. */
  #followFile(): number {
    if (fileIdentity(this.#path) !== this.#identity) {
      if (!isFolderThere(this.#path)) throw dataFolderGone();
      const replaced = this.#database;
      this.#database = this.#open(this.#path, migrations);
      replaced.close();
      this.#identity = fileIdentity(this.#path);
      this.#seenVersion = -1;
    }
    const version = statement(this.#database, 'PRAGMA data_version').get();
    return (version as { data_version: number }).data_version;
  }

  #change(sql: string, ...values: string[]): boolean {
    this.#seenVersion = -1;
    return Number(this.#database.prepare(sql).run(...values).changes) === 1;
  }

  #rows(): Row[] {
    return this.#database.prepare('SELECT * FROM accounts ORDER BY name').all() as unknown as Row[];
  }
}

/** Who holds this credential. @throws ServiceError 401. */
export function identify(
  credential: Credential,
  accounts: Pick<Accounts, 'find'>,
  overDemoData: boolean,
): Account {
  if (credential === 'owner') return owner;
  if ('account' in credential) {
    if (credential.account === demoAccount && !overDemoData) throw invalidKey();
    return credential.account;
  }
  const { key } = credential;
  if (!key) throw missingKey();
  if (overDemoData && key === demoKey) return demoAccount;
  const account = key.length <= 200 ? accounts.find(key) : undefined;
  if (!account) throw invalidKey();
  return account;
}

/** Whether the account may use any endpoint at all on this day. @throws ServiceError 403. */
export function permitAccount(account: Account, today: string): void {
  if (account.state === 'paused') throw accessPaused();
  if (account.expires && account.expires < today) throw accessExpired(account.expires);
}

/** Whether plan and bundle reach the endpoint. @throws ServiceError 403. */
export function permitEndpoint(account: Account, endpoint: Endpoint): void {
  if (endpoint.plan === 'elite-plus' && account.plan === 'basic') throw planRequired('elite-plus');
  if (account.bundle && !account.bundle.includes(endpoint.group))
    throw outsideBundle(account.bundle);
}

export function permitted(account: Account, endpoint: Endpoint): boolean {
  const planFits = endpoint.plan === 'basic' || account.plan === 'elite-plus';
  return planFits && (account.bundle?.includes(endpoint.group) ?? true);
}

function accountOf(row: Row): Account {
  return {
    name: row.name,
    plan: row.plan,
    demo: row.demo === 1,
    state: row.state,
    ...(row.bundle ? { bundle: JSON.parse(row.bundle) as string[] } : {}),
    ...(row.expires ? { expires: row.expires } : {}),
  };
}

function stampOf({ key_hash, plan }: Row): string {
  return hashOf(`${plan} ${key_hash}`).toString('base64url').slice(0, 22);
}

function newKey(): string {
  return `bcm_${randomBytes(24).toString('base64url')}`;
}

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
