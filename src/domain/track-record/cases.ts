/** Scored forecasts, each with the outcome of its event. */
import { daysBetween, shiftDays } from '../dates.ts';
import { type Amounts, amountNames, type ForecastLine, type TruthLine } from './lines.ts';

/**
 * A forecast. `goal` is the last day of the expected period. The other fields depend on the kind of
 * forecast.
 */
type Forecast = Partial<ForecastLine> & { readonly goal: string };

/** An outcome. If `learned_on` is absent, the outcome became known on the day of the event. */
export type Truth = Partial<TruthLine> & Pick<TruthLine, 'happened_on' | 'result'>;

/** An event with the forecast that was in effect on each day. */
export interface ForecastEvent {
  readonly id: string;
  readonly ticker: string;
  /** Returns the forecast in effect on a day, or null if there was none. */
  readonly on: (day: string) => Forecast | null;
  readonly truth: Truth | null;
  /** The expected day in the newest forecast. */
  readonly goal: string;
}

/**
 * An event is scored this number of days after the expected day. Refusals become public later than
 * approvals, so a shorter wait would miss refusals.
 */
export const DUE_DAYS = 60;

/**
 * The forecasts that were in effect `horizon` days before their event, each with the outcome of the
 * event. If no outcome is known, the expected day is used as the day of the event. Forecasts that
 * no metric scores yet are left out.
 */
export function casesOf(events: readonly ForecastEvent[], horizon: number, today: string) {
  return events.flatMap(({ id, ticker, on, goal, truth: told }) => {
    const known = told?.learned_on ?? told?.happened_on;
    const truth = known !== undefined && known <= today ? told : null;
    const happened_on = truth?.happened_on ?? goal;
    /** The day whose forecast is scored. */
    const day = shiftDays(happened_on, -horizon);
    const forecast = on(day);
    const age_days = forecast ? daysBetween(forecast.goal, today) : 0;
    if (!forecast || age_days < DUE_DAYS) return [];
    const last = on(shiftDays(happened_on, -1));
    /**
     * Whether the expected day changed between the scored forecast and the day before the event (1
     * or 0). NaN if no forecast was in effect on the day before the event, or if that day's
     * forecast is the scored one.
     */
    const corrected = last && horizon > 1 ? Number(last.goal !== forecast.goal) : Number.NaN;
    // If no outcome is known and the forecast was withdrawn before the expected day, it is voided.
    const open = last ? ('unresolved' as const) : ('voided' as const);
    const lines = { ...forecast, ...truth };
    const amounts = amountNames.map((name) => [name, lines[name] ?? Number.NaN]);
    return {
      ...truth,
      ...(Object.fromEntries(amounts) as Amounts),
      id,
      ticker,
      day,
      known,
      corrected,
      /** Days from the expected day to today. */
      age_days,
      goal: forecast.goal,
      state: truth ? ('resolved' as const) : open,
      /**
       * Days from the expected day to the event. If the event is unresolved, days from the expected
       * day to today.
       */
      late_days: truth ? daysBetween(forecast.goal, happened_on) : age_days,
    };
  });
}

/** A forecast with the outcome of its event. */
export type Case = ReturnType<typeof casesOf>[number];
