import { sha256 } from '../../base/sha256.ts';
import { APPROVAL } from '../../domain/approval/methods.ts';
import { isApproval, resultOf } from '../../domain/approval/observed-rates.ts';
import { dayOf } from '../../domain/dates.ts';
import type { Truth } from '../../domain/track-record/cases.ts';
import { TRACK_RECORD } from '../../domain/track-record/methods.ts';
import { scoresOn } from '../../domain/track-record/scores.ts';
import { identifier, type Sourced } from '../../store/facts-store.ts';
import { fdaDecisions } from '../approval/decisions.ts';
import { isPdufa } from '../approval/goal-dates.ts';
import type { Collections } from '../collection.ts';
import type { Refresh } from '../computation.ts';
import { catalystOn } from '../point-in-time.ts';
import { drugIndex } from '../programs/drug-index.ts';
import { trialBacktest } from '../trials/trial-backtest.ts';
import { changesByCatalyst } from './changes-by-catalyst.ts';
import { type CatalystOutlook, catalystOutlooks } from './company-outlooks.ts';

export const trackRecordCollections = {
  trackRecord: {
    from: ['catalysts', 'decisions', 'prices'],
    rows: trackRecord,
    method: TRACK_RECORD,
  },
} satisfies Collections;

const CATALYST_KINDS = ['approval', 'goal_date', 'readout_window'] as const;
/** Kinds of forecasts for which no backtest is computed. */
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

type Catalyst = Sourced<'catalysts'>;

/** Goal dates, readouts and probabilities of approval, with the forecasts in effect on each day. */
export function catalystEvents(refresh: Refresh) {
  const changesOf = refresh.memo(changesByCatalyst);
  const outlooks = refresh.memo(catalystOutlooks);
  const decisionOf = firstDecisions(refresh);
  return refresh.facts.all('catalysts').flatMap((catalyst) => {
    const isGoal = isPdufa(catalyst);
    if (!isGoal && !/readout/i.test(catalyst.catalyst)) return [];
    const id = identifier('catalysts', catalyst);
    const { ticker, formattedDate: goal } = catalyst;
    const truth = isGoal ? decisionOf(catalyst) : readoutOf(catalyst, refresh.today);
    const event = { id, ticker, goal, truth, catalyst };
    const on = (day: string) => {
      const then = catalystOn(catalyst, day, changesOf.get(id));
      return then ? { goal: then.formattedDate } : null;
    };
    const kind = isGoal ? 'goal_date' : 'readout_window';
    const dates = { ...event, kind, method: 'stated', on } as const;
    const odds = isGoal ? oddsOf(outlooks.get(id), goal) : null;
    return odds ? [dates, { ...event, ...odds }] : [dates];
  });
}

/**
 * The probability of approval. It is estimated once, and the same value applies on all later days.
 */
function oddsOf(outlook: CatalystOutlook | undefined, goal: string) {
  const stated = outlook?.analysis.probabiity_of_approval;
  if (!outlook || !stated) return null;
  const [probability, base_rate] = [Number(stated.poa) / 100, Number(stated.base_rate) / 100];
  const on = (day: string) => (day < outlook.scored_on ? null : { goal, probability, base_rate });
  return { kind: 'approval', method: APPROVAL.id, on } as const;
}

/**
 * Returns a function that finds the FDA decision whose goal date is the date of a catalyst. If the
 * application was refused, the result also states when the drug was approved later.
 */
function firstDecisions(refresh: Refresh): (catalyst: Catalyst) => Truth | null {
  const all = drugIndex(refresh, refresh.memo(fdaDecisions), (one) => one);
  return (catalyst) => {
    const { ticker, drugname, formattedDate } = catalyst;
    const own = all.find({ ticker, names: [drugname] });
    const found = own.find(({ goal_date }) => goal_date === formattedDate);
    const decision = isApproval(catalyst.decision) === null ? found?.decision : catalyst.decision;
    const happened_on = catalyst.decision_date ?? found?.decided ?? formattedDate;
    const result = resultOf({ decision });
    if (result === null || happened_on > refresh.today) return null;
    const approvals = own.filter((one) => isApproval(one.decision) && one.decided > happened_on);
    const [approved_on] = approvals.map(({ decided }) => decided).sort();
    return { happened_on, result, approved_on: result === 'refused' ? approved_on : undefined };
  };
}

/**
 * The result of a past readout. Null if no exact day is stated, because a forecast of a month or a
 * quarter would almost always be right.
 */
function readoutOf({ outcome, catdate, formattedDate }: Catalyst, today: string): Truth | null {
  if (!outcome || dayOf(catdate) === undefined || formattedDate > today) return null;
  return { happened_on: formattedDate, result: outcome };
}
