import { sha256 } from '../../base/sha256.ts';
import { shiftDays } from '../../domain/dates.ts';
import { DUE_DAYS } from '../../domain/track-record/cases.ts';
import { HORIZONS, type Score, type Scored, scoresOn } from '../../domain/track-record/scores.ts';
import type { Refresh } from '../computation.ts';
import { earlierReader, labelHistories, outcomeModel } from './learned-outcomes.ts';
import { isStated, knownOutcome } from './outcome-forecasts.ts';
import { type KnownTrial, knownTrials } from './trial-records.ts';

/**
 * Tests the forecasts of trial outcomes on past trials and returns the scores. The model is fitted
 * to the data that was public on the first day of the backtest. It forecasts the outcomes that
 * became known later.
 */
export function trialBacktest(refresh: Refresh): readonly Score[] {
  const histories = refresh.memo(labelHistories);
  const forecastsOf = pastForecasts(refresh);
  const kind = 'trial_outcome';
  const events: Scored['events'][number][] = [];
  for (const known of refresh.memo(knownTrials)) {
    const { nctId: id, completion: goal } = known.record;
    const { ticker } = known.file;
    if (!ticker || !goal || shiftDays(goal, DUE_DAYS) > refresh.today) continue;
    const label = histories.get(id)?.at(-1);
    const result = label?.succeeded ? 'success' : 'failure';
    const truth = label && { happened_on: label.day, result, is_stated: isStated(label.basis) };
    const ends = [...new Set([goal, truth?.happened_on ?? goal])];
    const days = ends.flatMap((end) => HORIZONS.map((horizon) => shiftDays(end, -horizon)));
    // The forecasts are computed now, so that the registry data of the trial does not stay in
    // memory.
    const forecastOn = forecastsOf(known);
    const forecasts = new Map(days.map((day) => [day, forecastOn(day)]));
    const on = (day: string) => forecasts.get(day) ?? null;
    events.push({ kind, id, ticker, goal, truth: truth ?? null, on });
  }
  const about = { scope: 'backtest', head: null, gap_days: null } as const;
  const scores = scoresOn({ ...about, kinds: [kind], events }, refresh.today, sha256);
  const { phases } = refresh.memo(outcomeModel).earlier!;
  const isPublished = Object.values(phases).some(({ not_served }) => not_served !== null);
  if (!isPublished) return scores;
  return scores.map((score) => ({ ...score, flags: [...score.flags, 'published_rates'] }));
}

/**
 * Returns a function that takes a trial and returns a second function, which computes the forecast
 * for the trial on a past day. The forecast is null before the first day of the backtest, before
 * the first posting of the trial, and from the day on which the outcome is known.
 */
export function pastForecasts(refresh: Refresh) {
  const histories = refresh.memo(labelHistories);
  const { fitted_on } = refresh.memo(outcomeModel).earlier!;
  const oddsOn = refresh.memo(earlierReader);
  return ({ file, record }: KnownTrial) => {
    const { nctId, completion: goal, seen } = record;
    const [label] = histories.get(nctId) ?? [];
    const ended = knownOutcome(record, label, refresh.today)?.day ?? '9999';
    return (day: string) => {
      if (!goal || !seen || day < seen || day < fitted_on || day >= ended) return null;
      const { probability, base_rate } = oddsOn(file, record, day);
      return probability === null ? null : { goal, probability, base_rate };
    };
  };
}
