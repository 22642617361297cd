import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../base/log.ts';
import { migrations } from './migrations.ts';
import {
  closePostgres,
  migratePostgres,
  openPostgres,
  type Postgres,
  withTimeout,
} from './postgres.ts';

/**
 * Milliseconds between two reads if no notification arrives. Our choice: with this interval, a
 * change takes effect within two seconds, including the time to read it.
 */
const POLL_MS = 1_500;
/** Time limit of the first read on a connection, in milliseconds. This read may read all rows. */
const MAX_FIRST_MS = 60_000;

interface FollowParts {
  readonly url: string;
  /** The PostgreSQL channel that announces changes. */
  readonly channel: string;
  /** The name of the followed data in the log. */
  readonly about: string;
  /**
   * Reads the changed data.
   * @param isNew whether this is the first read on its connection. A new connection may reach a
   * different database, for example after a restore from a backup
   */
  readonly read: (sql: Postgres, isNew: boolean) => Promise<void>;
  readonly log: Log;
}

/**
 * Follows data in PostgreSQL. Calls `read` at every notification and at a fixed interval, so a lost
 * notification only delays a read. After a failed read, the connection is replaced, because it may
 * hang.
 */
export function follow({ url, channel, about, read, log }: FollowParts) {
  let isClosing = false;
  let waking = new AbortController();
  let sql = openPostgres(url);
  let isNew = true;
  let isFailing = false;

  function listen(): void {
    const wake = () => waking.abort();
    // Notifications are lost while no connection listens, so the data is read when listening
    // starts.
    sql.listen(channel, wake, wake).catch(() => {});
  }

  async function migrateAndRead(): Promise<void> {
    if (isNew) await migratePostgres(sql, migrations);
    await read(sql, isNew);
  }

  /** Reads once. After a failure, opens a new connection. */
  async function readOnce(): Promise<void> {
    try {
      await withTimeout(migrateAndRead(), isNew ? MAX_FIRST_MS : undefined);
      if (isNew) listen();
      if (isFailing) log.info(`${about} can be read from PostgreSQL again`);
      isNew = false;
      isFailing = false;
    } catch (cause) {
      if (isClosing) return;
      if (!isFailing) log.warn({ err: cause }, `${about} cannot be read from PostgreSQL`);
      isFailing = true;
      isNew = true;
      await closePostgres(sql, 0);
      sql = openPostgres(url);
    }
  }

  async function readRepeatedly(): Promise<void> {
    while (!isClosing) {
      await sleep(POLL_MS, undefined, { signal: waking.signal }).catch(() => {});
      waking = new AbortController();
      if (!isClosing) await readOnce();
    }
  }

  const begun = readOnce();
  const ended = begun.then(readRepeatedly);
  return {
    /** Resolves after the first read, whether it succeeded or failed. */
    begun,
    async close(): Promise<void> {
      isClosing = true;
      waking.abort();
      await closePostgres(sql, 0);
      await ended;
      await closePostgres(sql, 0);
    },
  };
}

export type Following = ReturnType<typeof follow>;
