import type { Ran } from '../../src/ingest/sync/engine.ts';

/** The result of a run that finds nothing due. */
export const NOTHING_FOUND: Ran = {
  end: 'nothing is due',
  facts: 0,
  failed: 0,
  refused: 0,
  held: [],
  waiting: [],
};
/** The result of a sync that finds nothing due. */
export const NOTHING_DUE = { ...NOTHING_FOUND, undone: [] };
