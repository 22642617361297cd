import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../base/log.ts';
import { migrations } from './migrations.ts';
import {
  closePostgres,
  migratePostgres,
  openPostgres,
  type Postgres,
  withinTime,
} from './postgres.ts';

/**
 * How often is looked where no notice comes, milliseconds. Our choice: so that with the look itself a
 * change is seen within two seconds.
 */
const POLL_MS = 1_500;
/** How long a first look may take, which may read everything, milliseconds. */
const MAX_FIRST_MS = 60_000;

interface FollowParts {
  readonly url: string;
  /** Whose notices say that there is something to read. */
  readonly channel: string;
  /** What is followed, as the log names it. */
  readonly about: string;
  /** Reads what is new. @param isNew whether the connection is: the database may be another one. */
  readonly read: (sql: Postgres, isNew: boolean) => Promise<void>;
  readonly log: Log;
}

export interface Following {
  /** Resolves after the first look, whether it came to anything or not. */
  readonly begun: Promise<void>;
  close(): Promise<void>;
}

/**
 * Reads at every notice, and as often without, so that a notice that is lost delays and loses
 * nothing. A connection on which a look failed is given up, since it may hang, and a new one taken.
 */
export function follow({ url, channel, about, read, log }: FollowParts): Following {
  let isClosing = false;
  let waking = new AbortController();
  let sql = openPostgres(url);
  let isNew = true;
  let isFailing = false;

  function listen(): void {
    const wake = () => waking.abort();
    // Notices were lost while nobody listened: a look at each beginning makes up for them.
    sql.listen(channel, wake, wake).catch(() => {});
  }

  async function looked(): Promise<void> {
    if (isNew) await migratePostgres(sql, migrations);
    await read(sql, isNew);
  }

  async function look(): Promise<void> {
    try {
      await withinTime(looked(), isNew ? MAX_FIRST_MS : undefined);
      if (isNew) listen();
      if (isFailing) log.info(`${about} are read from PostgreSQL again`);
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

  async function lookOn(): Promise<void> {
    while (!isClosing) {
      await sleep(POLL_MS, undefined, { signal: waking.signal }).catch(() => {});
      waking = new AbortController();
      if (!isClosing) await look();
    }
  }

  const begun = look();
  const ended = begun.then(lookOn);
  return {
    begun,
    async close() {
      isClosing = true;
      waking.abort();
      await closePostgres(sql, 0);
      await ended;
      await closePostgres(sql, 0);
    },
  };
}
