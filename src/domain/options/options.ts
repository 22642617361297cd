import { mean } from 'simple-statistics';
import { daysBetween, shiftDays } from '../dates.ts';
import { AVERAGE_DAYS, MIN_AVERAGED_RATIOS, MIN_DAYS_TO_EXPIRY } from './constants.ts';
import { type OptionContract, type PricedChain, snapshotDate } from './option-chain.ts';
import { eventVolatility } from './option-events.ts';
import { maxPain, putCall } from './option-flow.ts';
import { byExpiry, impliedMove, termStructure, volatility30Days } from './option-volatility.ts';

/**
 * Daily records of one ticker, latest first. Each record is computed from the last chain of its
 * day. `max_pain` and `implied_move_pct` refer to the contracts that expire on `expiry`. Our
 * choice: `expiry` is the first expiry after the next event. If there is none, it is the nearest
 * expiry that is at least `MIN_DAYS_TO_EXPIRY` days away. If there is no such expiry either, it is
 * the nearest expiry. `iv30` and `event_iv` are fractions. `event_iv` is one standard deviation of
 * the event's move, not annualized. `avg_ratio_30d` is the average over the 30 calendar days that
 * end with `date`. Flags: see `PUT_CALL`.
 * @param eventDateOn returns the date of the next catalyst, as known on the given day; null if none
 *   was known
 */
export function putCallHistory(
  chains: readonly PricedChain[],
  eventDateOn: (date: string) => string | null,
) {
  const ascending = chains.toSorted((a, b) =>
    a.snapshot.snapshot_at.localeCompare(b.snapshot.snapshot_at),
  );
  const lastOfDay = new Map(ascending.map((chain) => [snapshotDate(chain.snapshot), chain]));
  const days = [...lastOfDay].map(([date, { snapshot, contracts }]) =>
    day(snapshot.ticker, contracts, date, eventDateOn(date)),
  );
  const withAverages = days.map((today) => {
    const avg_ratio_30d = averageRatio(today.date, days);
    const flags = avg_ratio_30d === null ? [...today.flags, 'short_history'] : today.flags;
    return { ...today, avg_ratio_30d, flags };
  });
  return withAverages.reverse();
}

function day(
  ticker: string,
  chain: readonly OptionContract[],
  date: string,
  event_date: string | null,
) {
  const term = termStructure(chain, date);
  const expiries = byExpiry(chain);
  const expiry = chosenExpiry([...expiries.keys()], date, event_date);
  const contracts = expiry === null ? [] : (expiries.get(expiry) ?? []);
  const move = impliedMove(
    contracts,
    term.find((point) => point.expiry === expiry),
  );
  const event = event_date === null ? 'no_event' : eventVolatility(term, event_date);
  const values = {
    ...putCall(chain),
    iv30: volatility30Days(term),
    implied_move_pct: move?.implied_move_pct ?? null,
    one_sd_pct: move?.one_sd_pct ?? null,
    event_iv: typeof event === 'string' ? null : event.event_volatility,
    max_pain: maxPain(contracts),
    expiry,
  };
  const missing = [
    ...(values.put_call_volume_ratio === null ? ['no_call_volume'] : []),
    ...(values.put_call_oi_ratio === null ? ['no_call_oi'] : []),
    ...(values.iv30 === null ? ['no_30d_volatility'] : []),
    ...(values.implied_move_pct === null ? ['no_implied_move'] : []),
    ...(values.max_pain === null ? ['no_open_interest'] : []),
  ];
  const flags = [
    ...(contracts.length === 0 ? ['no_options'] : missing),
    ...(move?.flags ?? []),
    ...(typeof event === 'string' ? [event] : []),
  ];
  return { ticker, date, ...values, flags };
}

function chosenExpiry(
  expiries: readonly string[],
  date: string,
  event_date: string | null,
): string | null {
  const afterEvent = expiries.find((expiry) => event_date !== null && expiry > event_date);
  const farEnough = expiries.find((expiry) => daysBetween(date, expiry) >= MIN_DAYS_TO_EXPIRY);
  return afterEvent ?? farEnough ?? expiries[0] ?? null;
}

/**
 * The mean of the daily ratios of the `AVERAGE_DAYS` days up to `date`; null if there are too few.
 */
function averageRatio(date: string, days: readonly ReturnType<typeof day>[]): number | null {
  const before = shiftDays(date, -AVERAGE_DAYS);
  const ratios = days
    .filter((one) => one.date > before && one.date <= date)
    .flatMap(({ put_call_volume_ratio }) => put_call_volume_ratio ?? []);
  return ratios.length < MIN_AVERAGED_RATIOS ? null : mean(ratios);
}
