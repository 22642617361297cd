/** The tables of a sync: sources, requests, hosts, companies and the lock. */
export const syncTables = `
  CREATE TABLE sync_sources (
    name TEXT PRIMARY KEY, cursor TEXT, planned_at INTEGER, next_run INTEGER,
    tried_at INTEGER, succeeded_at INTEGER, failed_at INTEGER, error TEXT,
    day TEXT NOT NULL DEFAULT '', requests INTEGER NOT NULL DEFAULT 0,
    bytes INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
  CREATE TABLE sync_requests (
    id INTEGER PRIMARY KEY, source TEXT NOT NULL, address TEXT NOT NULL, host TEXT NOT NULL,
    expects TEXT NOT NULL, subject TEXT, about TEXT, version TEXT NOT NULL, lane INTEGER NOT NULL,
    rank INTEGER NOT NULL, state TEXT NOT NULL, attempts INTEGER NOT NULL DEFAULT 0,
    not_before INTEGER NOT NULL DEFAULT 0, error TEXT, bytes INTEGER, done_at INTEGER,
    UNIQUE (source, address));
  CREATE INDEX sync_queue ON sync_requests (host, lane, rank, id) WHERE state = 'queued';
  CREATE INDEX sync_states ON sync_requests (source, state);
  CREATE TABLE sync_validators (
    address TEXT PRIMARY KEY, etag TEXT, last_modified TEXT, hash TEXT NOT NULL,
    read_at INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE sync_hosts (
    name TEXT PRIMARY KEY, day TEXT NOT NULL DEFAULT '', requests INTEGER NOT NULL DEFAULT 0,
    bytes INTEGER NOT NULL DEFAULT 0, paused_until INTEGER NOT NULL DEFAULT 0,
    slow_until INTEGER NOT NULL DEFAULT 0, strikes INTEGER NOT NULL DEFAULT 0,
    blocked TEXT, blocked_contact TEXT) WITHOUT ROWID;
  CREATE TABLE sync_companies (cik TEXT PRIMARY KEY, record TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE sync_documents (
    address TEXT PRIMARY KEY, record TEXT NOT NULL, text TEXT NOT NULL,
    bytes INTEGER NOT NULL, arrived_at INTEGER NOT NULL);
  CREATE TABLE sync_lock (
    only INTEGER PRIMARY KEY CHECK (only = 1), holder TEXT NOT NULL, pid INTEGER NOT NULL,
    host TEXT NOT NULL, started_at INTEGER NOT NULL, heartbeat INTEGER NOT NULL,
    progress TEXT NOT NULL)`;

/** SQL list with the names of the sources that read lists page by page. */
const CHAINED = `('clinicaltrials', 'sec-search', 'sec-current', 'sec-daily-index',
  'federal-register', 'openfda-approvals', 'openfda-crl')`;

/**
 * Adds a table of cursors. A cursor states how far a list has been read. It changes only after all
 * pages of the list have been read. For the sources in `CHAINED`, the migration deletes the cursors
 * and the requests, so that their lists are read again from the start. It also queues failed
 * requests again.
 */
export const syncChains = `
  CREATE TABLE sync_chains (
    source TEXT NOT NULL, chain TEXT NOT NULL, cursor TEXT, pending TEXT,
    PRIMARY KEY (source, chain)) WITHOUT ROWID;
  INSERT INTO sync_chains SELECT name, '', cursor, NULL FROM sync_sources
    WHERE cursor IS NOT NULL AND name NOT IN ${CHAINED};
  ALTER TABLE sync_sources DROP COLUMN cursor;
  ALTER TABLE sync_requests ADD COLUMN chain TEXT;
  ALTER TABLE sync_requests ADD COLUMN failed_at INTEGER;
  ALTER TABLE sync_hosts ADD COLUMN down_since INTEGER;
  DROP INDEX sync_states;
  CREATE INDEX sync_states ON sync_requests (source, state, subject, failed_at);
  DELETE FROM sync_requests WHERE source IN ${CHAINED};
  UPDATE sync_sources SET next_run = NULL WHERE name IN ${CHAINED};
  UPDATE sync_requests SET state = 'queued', attempts = 0, not_before = 0 WHERE state = 'failed'`;
