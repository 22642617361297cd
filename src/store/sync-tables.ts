/**
 * Tables of the sync: pending requests, completed requests, and what was learned from the answers.
 */
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
