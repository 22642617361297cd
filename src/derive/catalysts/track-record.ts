import { sha256 } from '../../base/sha256.ts';
import { dayOf } from '../../domain/dates.ts';
import { type Kind, kindNames } from '../../domain/track-record/kinds.ts';
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

/**
 * Scores of the recorded forecasts, and of a backtest. The backtest leaves out catalysts without a
 * creation day and states how many it leaves out.
 */
function trackRecord(refresh: Refresh) {
  const all = refresh.memo(catalystEvents);
  const dated = all.filter(({ catalyst }) => dayOf(catalyst.createdDate) !== undefined);
  const ofKind = (wanted: Kind) => [wanted, dated.filter(({ kind }) => kind === wanted)] as const;
  const events = Object.fromEntries(CATALYST_KINDS.map(ofKind));
  const undated = new Set(all.map(({ id }) => id)).size - new Set(dated.map(({ id }) => id)).size;
  const scored = { scope: 'backtest', events, head: null, gap_days: null } as const;
  const named = { scope: 'backtest', method: TRACK_RECORD.id, as_of: refresh.today };
  const others = kindNames.filter((kind) => !(kind in events) && kind !== 'trial_outcome');
  return [
    ...refresh.recorded,
    ...scoresOn(scored, refresh.today, sha256).map((score) => ({ ...score, undated })),
    ...refresh.memo(trialBacktest),
    ...others.map((kind) => ({ ...named, kind, value: null, flags: ['no_backtest'] })),
  ];
}
