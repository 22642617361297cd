import type { PostgresMigration } from './postgres.ts';

/**
 * Migrations of the shared tables, in order of creation. Each number is used once: 1 to 19 for
 * accounts, 20 to 39 for versions of the records, 40 to 59 for the sync.
 */
export const migrations: readonly PostgresMigration[] = [
  {
    version: 1,
    // The row of a revoked account is not deleted, so that every process can read that it was
    // revoked.
    sql: `
      CREATE TABLE account_change (single boolean PRIMARY KEY DEFAULT true CHECK (single), n bigint NOT NULL);
      INSERT INTO account_change (n) VALUES (0);
      CREATE TABLE account (
        name text PRIMARY KEY, key_hash text NOT NULL UNIQUE, plan text NOT NULL,
        demo boolean NOT NULL, state text NOT NULL, bundle text, expires text,
        created text NOT NULL, revoked boolean NOT NULL DEFAULT false, change bigint NOT NULL);
      CREATE INDEX account_by_change ON account (change);
      CREATE TABLE feed (
        token_hash text PRIMARY KEY, account text NOT NULL, plan text NOT NULL, filter text NOT NULL,
        created text NOT NULL, revoked boolean NOT NULL DEFAULT false, change bigint NOT NULL);
      CREATE INDEX feed_by_change ON feed (change);
      CREATE INDEX feed_by_account ON feed (account);
      CREATE TABLE feed_event (
        uid text PRIMARY KEY, date text NOT NULL, sequence integer NOT NULL, revised text NOT NULL);
      CREATE INDEX feed_event_by_date ON feed_event (date)`,
  },
  {
    version: 2,
    sql: `
      CREATE TABLE oauth_kept (
        kind text NOT NULL, id_hash text NOT NULL, account text, grant_id text,
        value text NOT NULL, taken boolean NOT NULL DEFAULT false, expires bigint NOT NULL,
        PRIMARY KEY (kind, id_hash));
      CREATE INDEX oauth_kept_by_kind ON oauth_kept (kind, expires);
      CREATE INDEX oauth_kept_by_account ON oauth_kept (account, kind, expires);
      CREATE INDEX oauth_kept_by_grant ON oauth_kept (grant_id, kind, expires);
      CREATE INDEX oauth_kept_by_end ON oauth_kept (expires)`,
  },
  {
    // Versions of the records. A version is a file that is stored in parts. Identical parts are
    // stored once.
    version: 20,
    sql: `
      CREATE TABLE version (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        kind text NOT NULL CHECK (kind IN ('served', 'facts')),
        layout text NOT NULL, base integer NOT NULL, facts_at text, derived_on text,
        made_at timestamptz NOT NULL DEFAULT now(), bytes bigint NOT NULL, parts text[] NOT NULL);
      CREATE INDEX version_newest ON version (kind, layout, id);
      CREATE TABLE part (hash text PRIMARY KEY, body bytea NOT NULL);
      ALTER TABLE part ALTER COLUMN body SET STORAGE EXTERNAL;`,
  },
  {
    // For each server: the layout (format) of the tables that the server can read, and the time of
    // its last report.
    version: 21,
    sql: `
      CREATE TABLE instance (
        id uuid PRIMARY KEY, layout text NOT NULL, seen_at timestamptz NOT NULL DEFAULT now())`,
  },
  {
    // The recorded forecasts. They are not part of a version, and their rows cannot be changed or
    // deleted.
    version: 22,
    sql: `
      CREATE TABLE forecast_sheet (
        seq integer PRIMARY KEY, head text NOT NULL, header text NOT NULL, sheet bytea NOT NULL);
      CREATE FUNCTION forecast_sheet_stays() RETURNS trigger LANGUAGE plpgsql AS
        $$BEGIN RAISE EXCEPTION 'the record cannot be changed'; END$$;
      CREATE TRIGGER forecast_sheet_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON forecast_sheet
        FOR EACH STATEMENT EXECUTE FUNCTION forecast_sheet_stays()`,
  },
  {
    // For each source host: the number of requests so far, and the time of the next request. A row
    // is locked while it is changed.
    version: 40,
    sql: `
      CREATE TABLE sync_host (
        name text PRIMARY KEY, state jsonb NOT NULL, starts jsonb NOT NULL DEFAULT '{}')`,
  },
  {
    // How up to date each public source is. This state can change even if no record changes.
    version: 41,
    sql: 'CREATE TABLE sync_promises (id integer PRIMARY KEY CHECK (id = 1), said text NOT NULL)',
  },
  {
    // The process that runs the sync, and its progress. They are visible before the sync publishes
    // anything.
    version: 42,
    sql: 'CREATE TABLE sync_holder (id integer PRIMARY KEY CHECK (id = 1), holder jsonb NOT NULL)',
  },
];
