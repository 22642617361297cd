import type { Clock } from '../base/clock.ts';
import type { Holder, Self } from '../ingest/sync/lock.ts';
import type { Asking } from './asking.ts';
import type { Postgres } from './postgres.ts';

/** How often a sync of several machines tells the others how far it is, ms. */
export const TELL_EVERY = 10_000;

/** Tells all machines who syncs and how far it is. */
export interface Teller {
  /** Says how far it is, from the next time on that it is told. */
  say(progress: string): void;
  /** Tells that it has come to its end. */
  close(): Promise<void>;
}

/** @param clock that all machines share */
export function createTeller(database: Asking, self: Self, clock: Clock): Teller {
  const { holder, pid, host } = self;
  const started_at = clock();
  let progress = 'starts';
  // What is not told now is told the next time.
  const tell = () =>
    database
      .ask((sql) =>
        tellHolder(sql, { holder, pid, host, started_at, heartbeat: clock(), progress }),
      )
      .catch(() => {});
  let last = tell();
  const telling = setInterval(() => {
    last = tell();
  }, TELL_EVERY);
  return {
    say(words) {
      progress = words;
    },
    async close() {
      clearInterval(telling);
      await last;
      await database.ask((sql) => dropHolder(sql, holder)).catch(() => {});
    },
  };
}

async function tellHolder(sql: Postgres, holder: Holder): Promise<void> {
  const told = sql.json({ ...holder });
  await sql`
    INSERT INTO sync_holder VALUES (1, ${told}) ON CONFLICT (id) DO UPDATE SET holder = ${told}`;
}

async function dropHolder(sql: Postgres, holder: string): Promise<void> {
  await sql`DELETE FROM sync_holder WHERE holder->>'holder' = ${holder}`;
}

/** Who told last that it syncs; it may be gone since (see ingest/sync/lock.ts). */
export async function toldHolder(sql: Postgres): Promise<Holder | undefined> {
  const [row] = await sql<{ holder: Holder }[]>`SELECT holder FROM sync_holder`;
  return row?.holder;
}
