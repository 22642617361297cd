/** Which forecasts of an event count, and what happened. */
import { shiftDays } from '../dates.ts';
import type { ForecastLine, TruthLine } from './lines.ts';

/** The fields of a forecast depend on its kind. */
interface Forecast extends Partial<ForecastLine> {
  /** The promised day, or the last day of the promised period. */
  readonly goal: string;
}

export interface Truth extends Partial<TruthLine> {
  readonly happened_on: string;
  /** The day from which it was known. */
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
  /** The newest promised day. */
  readonly goal: string;
}

/** A forecast that is due. */
export interface Case {
  readonly event: ForecastEvent;
  /** The day on which the forecast was in effect. */
  readonly day: string;
  readonly forecast: Forecast;
  /** What resolved it; null if nothing is known. */
  readonly truth: Truth | null;
}

export type Resolved = Case & { readonly truth: Truth };

/** Refusals become known later than approvals; scored at once, approvals would be too many. */
export const DUE_DAYS = 60;

/**
 * The forecasts that were in effect `horizon` days before their event, or before the promised day if
 * nothing happened, and that are due on a day: `due` days after the day that they promised.
 */
export function casesOf(
  events: readonly ForecastEvent[],
  horizon: number,
  today: string,
  due: number = DUE_DAYS,
): readonly Case[] {
  return events.flatMap((event) => {
    const truth = event.truth && event.truth.known <= today ? event.truth : null;
    const day = shiftDays(truth?.happened_on ?? event.goal, -horizon);
    const forecast = event.on(day);
    if (!forecast || shiftDays(forecast.goal, due) > today) return [];
    return [{ event, day, forecast, truth }];
  });
}
