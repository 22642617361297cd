import type { PostgresMigration } from './postgres.ts';

/** The shared tables. A version's number is its place in the order of all changes. */
export const migrations: readonly PostgresMigration[] = [
  {
    // Versions of the records, each a file cut in parts; a part is kept once, whichever name it.
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
];
