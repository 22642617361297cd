import { mean } from 'simple-statistics';
import { daysBetween } from '../dates.ts';
import { AVERAGE_DAYS, MIN_AVERAGED_RATIOS, MIN_DAYS_TO_EXPIRY } from './constants.ts';
import {
  type ChainSnapshot,
  type OptionContract,
  optionChain,
  snapshotDate,
} from './option-chain.ts';
import { eventVolatility } from './option-events.ts';
import { maxPain, type PutCall, putCall } from './option-flow.ts';
import {
  byExpiry,
  type ExpiryVolatility,
  impliedMove,
  termStructure,
  volatility30Days,
} from './option-volatility.ts';

/** A record of `options_put_call`. `iv30` and `event_iv` are fractions, not percents. */
export interface PutCallDay extends PutCall {
  readonly ticker: string;
  readonly date: string;
  readonly avg_ratio_30d: number | null;
  readonly iv30: number | null;
  readonly implied_move_pct: number | null;
  readonly one_sd_pct: number | null;
  readonly event_iv: number | null;
  readonly max_pain: number | null;
  readonly expiry: string | null;
  readonly flags: readonly string[];
}

/**
 * Daily records of one ticker, latest first, from the last snapshot of each day. Our choice:
 * `expiry` (of `max_pain` and `implied_move_pct`) is the first expiry after the next event, or else
 * the nearest that is at least `MIN_DAYS_TO_EXPIRY` away, or else the nearest. `event_iv` is one
 * standard deviation of the event's move, not annualized. `avg_ratio_30d` covers the calendar days
 * that end with `date`. Flags: see `PUT_CALL`.
 * @param eventDateOn the date of the next catalyst as known on a day, or null
 * @param chainOf returns the priced chain of a snapshot, for example from a cache
 */
export function putCallHistory(
  snapshots: readonly ChainSnapshot[],
  eventDateOn: (date: string) => string | null,
  chainOf: (snapshot: ChainSnapshot) => readonly OptionContract[] = optionChain,
): readonly PutCallDay[] {
  const ascending = [...snapshots].sort((a, b) => a.snapshot_at.localeCompare(b.snapshot_at));
  const lastOfDay = new Map(ascending.map((snapshot) => [snapshotDate(snapshot), snapshot]));
  const days = [...lastOfDay].map(([date, snapshot]) =>
    day(snapshot.ticker, chainOf(snapshot), date, eventDateOn(date)),
  );
  return days.map((today) => withAverage(today, days)).reverse();
}

function day(
  ticker: string,
  chain: readonly OptionContract[],
  date: string,
  event_date: string | null,
): PutCallDay {
  const term = termStructure(chain, date);
  const expiries = byExpiry(chain);
  const expiry = chosenExpiry([...expiries.keys()], date, event_date);
  const contracts = expiry === null ? [] : (expiries.get(expiry) ?? []);
  const puts_and_calls = putCall(chain);
  const move = impliedMove(
    contracts,
    term.find((point) => point.expiry === expiry),
  );
  const event = eventMove(term, date, event_date);
  const values = {
    iv30: volatility30Days(term),
    implied_move_pct: move?.implied_move_pct ?? null,
    one_sd_pct: move?.one_sd_pct ?? null,
    event_iv: typeof event === 'number' ? event : null,
    max_pain: maxPain(contracts),
    expiry,
  };
  const flags = [
    ...reasons(contracts, puts_and_calls, values),
    ...(move?.flags ?? []),
    ...(typeof event === 'string' ? [event] : []),
  ];
  return {
    ticker,
    date,
    ...puts_and_calls,
    avg_ratio_30d: null,
    ...values,
    flags,
  };
}

function eventMove(
  term: readonly ExpiryVolatility[],
  date: string,
  event_date: string | null,
): number | string {
  if (event_date === null) return 'no_event';
  const event = eventVolatility(term, event_date, date);
  return typeof event === 'string' ? event : event.event_volatility;
}

function reasons(
  contracts: readonly OptionContract[],
  ratios: PutCall,
  values: Pick<PutCallDay, 'iv30' | 'implied_move_pct' | 'max_pain'>,
): readonly string[] {
  if (contracts.length === 0) return ['no_options'];
  return [
    ...(ratios.put_call_volume_ratio === null ? ['no_call_volume'] : []),
    ...(ratios.put_call_oi_ratio === null ? ['no_call_oi'] : []),
    ...(values.iv30 === null ? ['no_30d_volatility'] : []),
    ...(values.implied_move_pct === null ? ['no_implied_move'] : []),
    ...(values.max_pain === null ? ['no_open_interest'] : []),
  ];
}

function chosenExpiry(
  expiries: readonly string[],
  date: string,
  event_date: string | null,
): string | null {
  const afterEvent =
    event_date === null ? undefined : expiries.find((expiry) => expiry > event_date);
  const farEnough = expiries.find((expiry) => daysBetween(date, expiry) >= MIN_DAYS_TO_EXPIRY);
  return afterEvent ?? farEnough ?? expiries[0] ?? null;
}

function withAverage(today: PutCallDay, days: readonly PutCallDay[]): PutCallDay {
  const ratios = days
    .filter(({ date }) => {
      const age = daysBetween(date, today.date);
      return age >= 0 && age < AVERAGE_DAYS;
    })
    .flatMap(({ put_call_volume_ratio }) => put_call_volume_ratio ?? []);
  if (ratios.length < MIN_AVERAGED_RATIOS) {
    return { ...today, flags: [...today.flags, 'short_history'] };
  }
  return { ...today, avg_ratio_30d: mean(ratios) };
}
