import { sha256 } from '../../base/sha256.ts';
import { dayOf } from '../../domain/dates.ts';
import { TRACK_RECORD } from '../../domain/track-record/methods.ts';
import { scoresOn } from '../../domain/track-record/scores.ts';
import type { Collections } from '../collection.ts';
import type { Refresh } from '../computation.ts';
import { trialBacktest } from '../trials/trial-backtest.ts';
import { catalystEvents } from './catalyst-events.ts';

export const trackRecordCollections = {
  trackRecord: {
    from: ['catalysts', 'decisions', 'prices'],
    rows: trackRecord,
    method: TRACK_RECORD,
  },
} satisfies Collections;

const CATALYST_KINDS = ['approval', 'goal_date', 'readout_window'] as const;
/** Kinds of forecasts whose past values are not stored. */
const WITHOUT_BACKTEST = ['cash_out', 'event_move', 'takeover', 'universe'] as const;

/**
 * Scores of the recorded forecasts, and of a backtest. The backtest leaves out catalysts without a
 * creation day and states how many it leaves out.
 */
function trackRecord(refresh: Refresh) {
  const all = refresh.memo(catalystEvents);
  const events = all.filter(({ catalyst }) => dayOf(catalyst.createdDate) !== undefined);
  const undated = new Set(all.map(({ id }) => id)).size - new Set(events.map(({ id }) => id)).size;
  const about = { scope: 'backtest', head: null, gap_days: null } as const;
  const scores = scoresOn({ ...about, kinds: CATALYST_KINDS, events }, refresh.today, sha256);
  const named = { scope: 'backtest', method: TRACK_RECORD.id, as_of: refresh.today };
  return [
    ...refresh.recorded,
    ...scores.map((score) => ({ ...score, undated })),
    ...refresh.memo(trialBacktest),
    ...WITHOUT_BACKTEST.map((kind) => ({ ...named, kind, value: null, flags: ['no_backtest'] })),
  ];
}
