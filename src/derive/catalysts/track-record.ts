import { sha256 } from '../../base/sha256.ts';
import { APPROVAL } from '../../domain/approval/methods.ts';
import { isApproval, resultOf } from '../../domain/approval/observed-rates.ts';
import { isAhead } from '../../domain/catalysts/ahead.ts';
import { dayOf } from '../../domain/dates.ts';
import type { ForecastEvent, Kind, Truth } from '../../domain/track-record/cases.ts';
import type { NewLine } from '../../domain/track-record/chain.ts';
import { TRACK_RECORD } from '../../domain/track-record/methods.ts';
import { scoresOn } from '../../domain/track-record/scores.ts';
import { identifier, type Sourced } from '../../store/facts-store.ts';
import { fdaDecisions } from '../approval/decisions.ts';
import { isPdufa } from '../approval/goal-dates.ts';
import type { Collections } from '../collection.ts';
import type { Refresh } from '../computation.ts';
import { catalystOn } from '../point-in-time.ts';
import { drugIndex } from '../programs/drug-index.ts';
import { changesByCatalyst } from './changes-by-catalyst.ts';
import { type CatalystOutlook, catalystOutlooks } from './company-outlooks.ts';

export const trackRecordCollections = {
  trackRecord: {
    from: ['catalysts', 'decisions', 'prices'],
    rows: trackRecord,
    method: TRACK_RECORD,
  },
} satisfies Collections;

type Catalyst = Sourced<'catalysts'>;

/** Scores of the frozen forecasts, and of a backtest. */
function trackRecord(refresh: Refresh) {
  const { events, undated } = backtest(refresh);
  const scored = { scope: 'backtest', events, head: null } as const;
  refresh.memo(currentLines);
  return [
    ...refresh.recorded,
    ...scoresOn(scored, refresh.today, sha256).map((score) => ({ ...score, undated })),
  ];
}

/** The forecasts of the day and what happened, for the sheet of the day. */
export function currentLines(refresh: Refresh): readonly NewLine[] {
  const outlooks = refresh.memo(catalystOutlooks);
  const decisionOf = decisions(refresh);
  return refresh.facts.all('catalysts').flatMap((catalyst): readonly NewLine[] => {
    const isGoal = isPdufa(catalyst);
    if (!isGoal && !READOUT.test(catalyst.catalyst)) return [];
    const subject = identifier('catalysts', catalyst);
    const named = { subject, ticker: catalyst.ticker };
    const truth = isGoal ? decisionOf(catalyst) : readoutOf(catalyst, refresh.today);
    if (truth) {
      const { happened_on, result } = truth;
      return [{ kind: 'truth', ...named, happened_on, result }];
    }
    if (!isAhead(catalyst, refresh.today)) return [];
    const { formattedDate: goal } = catalyst;
    const inputs = sha256(JSON.stringify(catalyst));
    const kind = isGoal ? 'goal_date' : 'readout_window';
    const dated = { kind, ...named, goal, method: DATES, inputs } as const;
    const odds = isGoal ? oddsOf(outlooks.get(subject), goal)?.(refresh.today) : null;
    if (!odds) return [dated];
    return [dated, { ...dated, kind: 'approval', ...odds, method: APPROVAL.id }];
  });
}

/** Dates are those that documents state. */
const DATES = 'stated';

/**
 * The stored catalysts with the forecasts that stood on each day. Catalysts without a creation day
 * are left out and counted.
 */
function backtest(refresh: Refresh) {
  const changesOf = refresh.memo(changesByCatalyst);
  const outlooks = refresh.memo(catalystOutlooks);
  const decisionOf = decisions(refresh);
  const events: Record<Kind, ForecastEvent[]> = { goal_date: [], readout_window: [], approval: [] };
  let undated = 0;
  for (const catalyst of refresh.facts.all('catalysts')) {
    const isGoal = isPdufa(catalyst);
    if (!isGoal && !READOUT.test(catalyst.catalyst)) continue;
    if (dayOf(catalyst.createdDate) === undefined) undated += 1;
    else {
      const id = identifier('catalysts', catalyst);
      const { ticker, formattedDate: goal } = catalyst;
      const truth = isGoal ? decisionOf(catalyst) : readoutOf(catalyst, refresh.today);
      const on = (day: string) => {
        const then = catalystOn(catalyst, day, changesOf.get(id));
        return then ? { goal: then.formattedDate } : null;
      };
      events[isGoal ? 'goal_date' : 'readout_window'].push({ id, ticker, goal, truth, on });
      const odds = isGoal ? oddsOf(outlooks.get(id), goal) : null;
      if (odds) events.approval.push({ id, ticker, goal, truth, on: odds });
    }
  }
  return { events, undated };
}

const READOUT = /readout/i;

/** The probability of approval, which was estimated on one day and stood from then on. */
function oddsOf(outlook: CatalystOutlook | undefined, goal: string): ForecastEvent['on'] | null {
  const stated = outlook?.analysis.probabiity_of_approval;
  if (!outlook || !stated) return null;
  const [probability, base_rate] = [Number(stated.poa) / 100, Number(stated.base_rate) / 100];
  return (day) => (day < outlook.scored_on ? null : { goal, probability, base_rate });
}

/** Returns a function that finds the first FDA decision on the goal date of a catalyst. */
function decisions(refresh: Refresh): (catalyst: Catalyst) => Truth | null {
  const all = drugIndex(refresh, refresh.memo(fdaDecisions), (one) => one);
  return (catalyst) => {
    const { ticker, drugname, formattedDate } = catalyst;
    const found = all
      .find({ ticker, names: [drugname] })
      .find(({ goal_date }) => goal_date === formattedDate);
    const decision = isApproval(catalyst.decision) === null ? found?.decision : catalyst.decision;
    const happened_on = catalyst.decision_date ?? found?.decided ?? formattedDate;
    const result = resultOf({ decision });
    if (result === null || happened_on > refresh.today) return null;
    return { happened_on, known: happened_on, result };
  };
}

/** A readout counts if its day is known; a month or a quarter would always be kept. */
function readoutOf({ outcome, catdate, formattedDate }: Catalyst, today: string): Truth | null {
  if (!outcome || dayOf(catdate) === undefined || formattedDate > today) return null;
  return { happened_on: formattedDate, known: formattedDate, result: outcome };
}
