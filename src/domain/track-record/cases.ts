/** Which forecasts of an event count, and what happened. */
import { shiftDays } from '../dates.ts';

/** The fields of a forecast depend on its kind. */
export interface Forecast {
  /** The promised day, or the last day of the promised period. */
  readonly goal: string;
  /** Probability of the good outcome and its base rate, 0–1. */
  readonly probability?: number | null | undefined;
  readonly base_rate?: number | null | undefined;
  readonly implied_move_pct?: number | null | undefined;
  readonly one_sd_pct?: number | null | undefined;
  readonly liquid_usd?: number | null | undefined;
  readonly monthly_burn_usd?: number | null | undefined;
  readonly percentile?: number | null | undefined;
  readonly value_low_usd?: number | null | undefined;
  readonly value_high_usd?: number | null | undefined;
}

export interface Truth {
  readonly happened_on: string;
  /** The day from which it was known. */
  readonly known: string;
  readonly result: string;
  /** The measured value: a move in percent, or US dollars. */
  readonly measured?: number | null | undefined;
  /** Net cash from financing in the two quarters before. */
  readonly raised_usd?: number | null | undefined;
  /** The day of an approval after a refusal. */
  readonly approved_on?: string | null | undefined;
  /** Whether a text stated the result, instead of a rule that inferred it. */
  readonly is_stated?: boolean | undefined;
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
