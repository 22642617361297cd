import type { SourceStatus } from '../../src/ingest/sync/run-status.ts';

/** The status of a source that was never asked. */
export const neverAsked: SourceStatus = {
  source: 'winds',
  title: 'Winds',
  state: 'off',
  records: 0,
  as_of: null,
  last_success: null,
  age_hours: null,
  promise_hours: 24,
  next_run: null,
  waits: null,
  queued: 0,
  failed: 0,
  missing_share: 0,
  refused: 0,
  last_error: null,
  last_error_at: null,
  last_refusal: null,
  last_refusal_at: null,
};
