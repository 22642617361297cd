import { mean, median, medianAbsoluteDeviation } from 'simple-statistics';
import { shiftDays, shiftYears } from '../dates.ts';
import { ratio } from '../risk-level.ts';
import {
  ALERT_RELATIVE_VOLUME,
  ALERT_ROBUST_Z,
  AVERAGE_DAYS,
  BASELINE_DAYS,
  INVERSE_MEAN_DEVIATION,
  MEDIAN_DEVIATION,
  MIN_BASELINE_DAYS,
  MIN_HISTORY_SHARE,
  WARMING_RELATIVE_VOLUME,
} from './constants.ts';
import { isNextSession, sessionsBetween } from './exchange-days.ts';

/**
 * A daily bar with prices and volume adjusted for splits. A day without a trade has only a close.
 * The volume is null if it is unknown.
 */
export interface DailyBar {
  readonly date: string;
  readonly open: number | null;
  readonly high: number | null;
  readonly low: number | null;
  readonly close: number;
  readonly volume: number | null;
}

/**
 * Compares the volume of the price bar at `index` with the volumes of earlier bars. The bars are
 * adjusted for splits and sorted oldest first. `robust_z` is the modified z-score of ln volume,
 * because log volume is close to normal (Ajinkya & Jain 1989). If too few of the earlier days had
 * trades, `baseline_state` is `warming` and `robust_z` is null. Flags: `baseline_warming`,
 * `no_average_volume`, `no_volume`, `flat_baseline`, `no_previous_close`.
 */
export function volumeSignal(bars: readonly DailyBar[], index: number) {
  const bar = bars[index];
  if (bar === undefined) return null;
  const average = averageVolume(bars, index);
  const relative = ratio(bar.volume, average);
  const volumes = tradedVolumes(bars.slice(Math.max(0, index - BASELINE_DAYS), index));
  const ready = volumes.length >= MIN_BASELINE_DAYS;
  const traded = bar.volume !== null && bar.volume > 0;
  const z = ready && traded ? robustZ(volumes.map(Math.log), Math.log(bar.volume)) : null;
  const change = changePct(bars, index);
  return {
    date: bar.date,
    volume: bar.volume,
    avg_volume_20d: average,
    /** Relative volume: the day's volume ÷ `avg_volume_20d`. */
    relative_volume: relative,
    /** Modified z-score of ln volume, compared with the earlier sessions. */
    robust_z: z,
    price_usd: bar.close,
    change_pct: change,
    baseline_state: ready ? 'ready' : 'warming',
    is_alert: isAlert(relative, z, ready),
    flags: [
      ...(average === null ? ['no_average_volume'] : []),
      ...(ready ? [] : ['baseline_warming']),
      ...(traded ? [] : ['no_volume']),
      ...(ready && traded && z === null ? ['flat_baseline'] : []),
      ...(change === null ? ['no_previous_close'] : []),
    ],
  };
}

/** A day's volume compared with the previous days. */
export type VolumeSignal = NonNullable<ReturnType<typeof volumeSignal>>;

/** The volume alerts of the `days` calendar days that end with `asOf`, latest first. */
export function volumeAlerts(
  bars: readonly DailyBar[],
  asOf: string,
  days: number,
): readonly VolumeSignal[] {
  const since = shiftDays(asOf, -days);
  return bars
    .flatMap((bar, index) => {
      if (bar.date <= since || bar.date > asOf || !isHeavy(bars, index)) return [];
      const signal = volumeSignal(bars, index);
      return signal?.is_alert ? [signal] : [];
    })
    .reverse();
}

/**
 * Whether a bar's relative volume is high enough for an alert. This check is fast, so it is made
 * before `volumeSignal` is computed.
 */
function isHeavy(bars: readonly DailyBar[], index: number): boolean {
  const relative = ratio(bars[index]?.volume ?? null, averageVolume(bars, index));
  return relative !== null && relative >= ALERT_RELATIVE_VOLUME;
}

/**
 * The last price bar on or before `asOf` with its change, 52-week range and market value. Null if
 * there is no bar. Flags: `no_previous_close`, `no_volume`, `no_average_volume`,
 * `no_shares_outstanding`, `short_history` (the bars cover less than 52 weeks), `sparse_history`
 * (many sessions have no bar).
 */
export function priceSnapshot(
  bars: readonly DailyBar[],
  asOf: string,
  sharesOutstanding: number | null,
) {
  const index = bars.findLastIndex((bar) => bar.date <= asOf);
  const bar = bars[index];
  if (bar === undefined) return null;
  const yearAgo = shiftYears(bar.date, -1);
  const year = bars.slice(0, index + 1).filter((each) => each.date > yearAgo);
  const first = bars[0]!.date;
  const isShort = first > yearAgo;
  const sessions = sessionsBetween(isShort ? shiftDays(first, -1) : yearAgo, bar.date);
  const previous = previousClose(bars, index);
  const average = averageVolume(bars, index);
  return {
    price_usd: bar.close,
    /** Closing price of the previous trading day. */
    previous_close_usd: previous,
    change_usd: previous === null ? null : bar.close - previous,
    change_pct: changePct(bars, index),
    open_usd: bar.open,
    high_usd: bar.high,
    low_usd: bar.low,
    volume: bar.volume,
    avg_volume_20d: average,
    relative_volume: ratio(bar.volume, average),
    // The 52-week range needs more than one bar.
    week52_high_usd:
      year.length > 1 ? Math.max(...year.map((each) => each.high ?? each.close)) : null,
    week52_low_usd:
      year.length > 1 ? Math.min(...year.map((each) => each.low ?? each.close)) : null,
    market_cap_usd: sharesOutstanding === null ? null : sharesOutstanding * bar.close,
    snapshot_at: bar.date,
    flags: [
      ...(previous === null ? ['no_previous_close'] : []),
      ...(bar.volume === null ? ['no_volume'] : []),
      ...(average === null ? ['no_average_volume'] : []),
      ...(sharesOutstanding === null ? ['no_shares_outstanding'] : []),
      ...(isShort ? ['short_history'] : []),
      ...(year.length < MIN_HISTORY_SHARE * sessions ? ['sparse_history'] : []),
    ],
  };
}

export type PriceSnapshot = NonNullable<ReturnType<typeof priceSnapshot>>;

/**
 * Modified z-score of a value in a sample: `0.6745·(x − median)/MAD`, where MAD is the median
 * absolute deviation (Iglewicz & Hoaglin, How to Detect and Handle Outliers, 1993). If MAD is 0,
 * the score is `(x − median)/(1.253314·meanAD)`, where meanAD is the mean absolute deviation from
 * the median. Null if meanAD is also 0, or if the sample is empty.
 */
export function robustZ(sample: readonly number[], x: number): number | null {
  if (sample.length === 0) return null;
  const center = median(sample);
  const mad = medianAbsoluteDeviation(sample);
  if (mad > 0) return (MEDIAN_DEVIATION * (x - center)) / mad;
  const meanDeviation = mean(sample.map((value) => Math.abs(value - center)));
  return meanDeviation > 0 ? (x - center) / (INVERSE_MEAN_DEVIATION * meanDeviation) : null;
}

/**
 * Mean volume of the `AVERAGE_DAYS` sessions before the bar. Null if there are fewer sessions, or
 * if none of them has volume. Our choice: sessions with unknown volume are left out of the mean.
 */
function averageVolume(bars: readonly DailyBar[], index: number): number | null {
  if (index < AVERAGE_DAYS) return null;
  const days = bars.slice(index - AVERAGE_DAYS, index);
  const known = days.map((bar) => bar.volume).filter((volume) => volume !== null);
  const average = known.length === 0 ? 0 : mean(known);
  return average > 0 ? average : null;
}

function tradedVolumes(bars: readonly DailyBar[]): readonly number[] {
  return bars.flatMap(({ volume }) => (volume !== null && volume > 0 ? [volume] : []));
}

/** The close of the trading day before a bar, or null if it is unknown. */
function previousClose(bars: readonly DailyBar[], index: number): number | null {
  const [before, bar] = [bars[index - 1], bars[index]];
  return before && bar && isNextSession(before.date, bar.date) ? before.close : null;
}

/** Change from the close of the previous trading day, percent. */
function changePct(bars: readonly DailyBar[], index: number): number | null {
  const previous = previousClose(bars, index) ?? 0;
  const bar = bars[index];
  return bar === undefined || previous <= 0 ? null : (bar.close / previous - 1) * 100;
}

function isAlert(relative: number | null, z: number | null, ready: boolean): boolean {
  if (relative === null) return false;
  if (!ready) return relative >= WARMING_RELATIVE_VOLUME;
  return relative >= ALERT_RELATIVE_VOLUME && z !== null && Math.abs(z) > ALERT_ROBUST_Z;
}
