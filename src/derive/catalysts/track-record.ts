import { sha256 } from '../../base/sha256.ts';
import { dayOf } from '../../domain/dates.ts';
import type { ForecastEvent } from '../../domain/track-record/cases.ts';
import { TRACK_RECORD } from '../../domain/track-record/methods.ts';
import { scoresOn } from '../../domain/track-record/scores.ts';
import { identifier } from '../../store/facts-store.ts';
import { isPdufa } from '../approval/goal-dates.ts';
import type { Collections } from '../collection.ts';
import type { Refresh } from '../computation.ts';
import { catalystOn } from '../point-in-time.ts';
import { catalystTruths, isReadout, oddsOf } from './catalyst-truths.ts';
import { changesByCatalyst } from './changes-by-catalyst.ts';
import { catalystOutlooks } from './company-outlooks.ts';

export const trackRecordCollections = {
  trackRecord: {
    from: ['catalysts', 'decisions', 'prices'],
    rows: trackRecord,
    method: TRACK_RECORD,
  },
} satisfies Collections;

/** Scores of the frozen forecasts, and of a backtest. */
function trackRecord(refresh: Refresh) {
  const { events, undated } = backtest(refresh);
  const scored = { scope: 'backtest', events, head: null, gap_days: null } as const;
  return [
    ...refresh.recorded,
    ...scoresOn(scored, refresh.today, sha256).map((score) => ({ ...score, undated })),
  ];
}

/**
 * The stored catalysts with the forecasts that were in effect on each day. Catalysts without a
 * creation day are left out and counted.
 */
function backtest(refresh: Refresh) {
  const changesOf = refresh.memo(changesByCatalyst);
  const outlooks = refresh.memo(catalystOutlooks);
  const truthOf = catalystTruths(refresh);
  const goal_date: ForecastEvent[] = [];
  const readout_window: ForecastEvent[] = [];
  const approval: ForecastEvent[] = [];
  let undated = 0;
  for (const catalyst of refresh.facts.all('catalysts')) {
    const isGoal = isPdufa(catalyst);
    if (!isGoal && !isReadout(catalyst)) continue;
    if (dayOf(catalyst.createdDate) === undefined) undated += 1;
    else {
      const id = identifier('catalysts', catalyst);
      const { ticker, formattedDate: goal } = catalyst;
      const truth = truthOf(catalyst);
      const on = (day: string) => {
        const then = catalystOn(catalyst, day, changesOf.get(id));
        return then ? { goal: then.formattedDate } : null;
      };
      const dates = isGoal ? goal_date : readout_window;
      dates.push({ id, ticker, goal, truth, on });
      const odds = isGoal ? oddsOf(outlooks.get(id), goal) : null;
      if (odds) approval.push({ id, ticker, goal, truth, on: odds });
    }
  }
  return { events: { goal_date, readout_window, approval }, undated };
}
