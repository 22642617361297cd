/** Scored forecasts, each with the outcome of its event. */
import { daysBetween, shiftDays } from '../dates.ts';
import { type Amount, amountsOf, type ForecastLine, type TruthLine } from './lines.ts';

/** The fields of a forecast depend on its kind. */
interface Forecast extends Partial<ForecastLine> {
  /** The expected day of the event, or the last day of the expected period. */
  readonly goal: string;
}

export interface Truth extends Partial<TruthLine> {
  readonly happened_on: string;
  /** The day on which the outcome became known. */
  readonly known: string;
  readonly result: string;
}

/** An event with the forecasts that were in effect on each day. */
export interface ForecastEvent {
  readonly id: string;
  readonly ticker: string;
  /** The forecast in effect on a day; null if there was none. */
  readonly on: (day: string) => Forecast | null;
  readonly truth: Truth | null;
  /** The expected day in the newest forecast. */
  readonly goal: string;
}

type Happened = 'happened_on' | 'known' | 'result' | 'approved_on' | 'date_stated_on' | 'is_stated';

/** A forecast that is due for scoring, with the outcome of its event. Unknown numbers are NaN. */
export interface Case extends Partial<Pick<Truth, Happened>>, Readonly<Record<Amount, number>> {
  readonly id: string;
  readonly ticker: string;
  /** The day whose forecast is scored. */
  readonly day: string;
  /** The expected day of the event. */
  readonly goal: string;
  /** `voided`: the outcome is unknown, and the forecast was withdrawn before the expected day. */
  readonly state: 'resolved' | 'unresolved' | 'voided';
  /** Days from the expected day to the event, or to today while the event is unresolved. */
  readonly late_days: number;
  /**
   * Whether the expected day changed between the scored forecast and the day before the event: 1 or
   * 0. NaN if no later forecast is known.
   */
  readonly corrected: number;
}

/**
 * Events are scored this many days after the expected day. Refusals become public later than
 * approvals, so a shorter wait would miss refusals.
 */
export const DUE_DAYS = 60;

/**
 * The forecasts that were in effect `horizon` days before their event. If no event is known, the
 * expected day takes its place. A forecast is included when `due` days have passed since its
 * expected day.
 */
export function casesOf(
  events: readonly ForecastEvent[],
  horizon: number,
  today: string,
  due: number,
): readonly Case[] {
  return events.flatMap(({ id, ticker, on, goal, truth: told }) => {
    const truth = told && told.known <= today ? told : null;
    const happened_on = truth?.happened_on ?? goal;
    const day = shiftDays(happened_on, -horizon);
    const forecast = on(day);
    if (!forecast || shiftDays(forecast.goal, due) > today) return [];
    const last = on(shiftDays(happened_on, -1));
    const isLater = last && horizon > 1;
    return [
      {
        ...truth,
        ...amountsOf({ ...forecast, ...truth }),
        id,
        ticker,
        day,
        goal: forecast.goal,
        state: truth ? 'resolved' : last ? 'unresolved' : 'voided',
        late_days: daysBetween(forecast.goal, truth ? happened_on : today),
        corrected: isLater ? Number(last.goal !== forecast.goal) : Number.NaN,
      },
    ];
  });
}
