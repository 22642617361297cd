import { mean, median, medianAbsoluteDeviation } from 'simple-statistics';
import { shiftDays, shiftYears } from '../dates.ts';
import { ratio } from '../risk-level.ts';
import { isNextSession, sessionsBetween } from './exchange-days.ts';

/**
 * A day's trading, adjusted for splits (prices and volume alike). A day without a trade has a close
 * and no range; a null volume is not known.
 */
export interface DailyBar {
  readonly date: string;
  readonly open: number | null;
  readonly high: number | null;
  readonly low: number | null;
  readonly close: number;
  readonly volume: number | null;
}

/** How unusual a day's volume was against the days before it. */
export interface VolumeSignal {
  readonly date: string;
  readonly volume: number | null;
  readonly avg_volume_20d: number | null;
  /** Volume over `avg_volume_20d`. */
  readonly relative_volume: number | null;
  /** Modified z-score of ln volume against the 60 days before. */
  readonly robust_z: number | null;
  readonly price_usd: number;
  readonly change_pct: number | null;
  readonly baseline_state: 'ready' | 'warming';
  readonly is_alert: boolean;
  readonly flags: readonly string[];
}

export interface PriceSnapshot {
  readonly price_usd: number;
  /** Of the trading day before. */
  readonly previous_close_usd: number | null;
  readonly change_usd: number | null;
  readonly change_pct: number | null;
  readonly open_usd: number | null;
  readonly high_usd: number | null;
  readonly low_usd: number | null;
  readonly volume: number | null;
  readonly avg_volume_20d: number | null;
  readonly relative_volume: number | null;
  readonly week52_high_usd: number;
  readonly week52_low_usd: number;
  readonly market_cap_usd: number | null;
  readonly snapshot_at: string;
  readonly flags: readonly string[];
}

const AVERAGE_DAYS = 20;
const BASELINE_DAYS = 60;
const BASELINE_DAYS_MIN = 30;
/** Our choice: twice the average, the usual floor of "notable", and beyond chance by M. */
const ALERT_RELATIVE_VOLUME = 2;
/** Iglewicz & Hoaglin (1993): a modified z above 3.5 in size is an outlier. */
const ALERT_ROBUST_Z = 3.5;
/** Our choice: while the baseline warms up there is no M, so the ratio alone must be strong. */
const WARMING_RELATIVE_VOLUME = 3;
/** Our choice: with fewer of a year's sessions known, its high and low may well be others. */
const HISTORY_SHARE_MIN = 0.9;

/**
 * The volume signal of the bar at `index` of a ticker's bars (oldest first, split-adjusted).
 *
 * Relative volume is the day's volume over the mean of the 20 days before it, the day itself
 * excluded. `robust_z` is the modified z of ln volume against days t−60…t−1 with volume; with
 * fewer than 30 of them the baseline is `warming` and `robust_z` null (flag `baseline_warming`).
 * Log volume is close to normal (Ajinkya & Jain 1989). Our choice of the alert: relative volume of
 * at least 2 and |M| above 3.5; while warming, relative volume of at least 3.
 * Other flags: `no_average_volume` (fewer than 20 days before, or all without volume),
 * `no_volume`, `flat_baseline`, `no_previous_close`.
 */
export function volumeSignal(bars: readonly DailyBar[], index: number): VolumeSignal | null {
  const bar = bars[index];
  if (bar === undefined) return null;
  const average = averageVolume(bars, index);
  const relative = ratio(bar.volume, average);
  const volumes = tradedVolumes(bars.slice(Math.max(0, index - BASELINE_DAYS), index));
  const ready = volumes.length >= BASELINE_DAYS_MIN;
  const traded = bar.volume !== null && bar.volume > 0;
  const z = ready && traded ? robustZ(volumes.map(Math.log), Math.log(bar.volume)) : null;
  const change = changePct(bars, index);
  return {
    date: bar.date,
    volume: bar.volume,
    avg_volume_20d: average,
    relative_volume: relative,
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

/** The alerts of the last `days` calendar days up to `asOf`, latest first. */
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

/** What every alert needs, and costs little to know before the rest is computed. */
function isHeavy(bars: readonly DailyBar[], index: number): boolean {
  const relative = ratio(bars[index]?.volume ?? null, averageVolume(bars, index));
  return relative !== null && relative >= ALERT_RELATIVE_VOLUME;
}

/**
 * The last bar on or before `asOf` with its change, 52-week range (highs and lows of the days) and
 * market value; also what the movers list needs. Null without a bar. Flags: `no_previous_close`,
 * `no_volume`, `no_average_volume`, `no_shares_outstanding`, `short_history` (bars for less than 52
 * weeks), `sparse_history` (bars of fewer than nine in ten sessions of the 52 weeks, or since the first
 * bar: some sources state closes of single days).
 */
export function priceSnapshot(
  bars: readonly DailyBar[],
  asOf: string,
  sharesOutstanding: number | null,
): PriceSnapshot | null {
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
    previous_close_usd: previous,
    change_usd: previous === null ? null : bar.close - previous,
    change_pct: changePct(bars, index),
    open_usd: bar.open,
    high_usd: bar.high,
    low_usd: bar.low,
    volume: bar.volume,
    avg_volume_20d: average,
    relative_volume: ratio(bar.volume, average),
    week52_high_usd: Math.max(...year.map((each) => each.high ?? each.close)),
    week52_low_usd: Math.min(...year.map((each) => each.low ?? each.close)),
    market_cap_usd: sharesOutstanding === null ? null : sharesOutstanding * bar.close,
    snapshot_at: bar.date,
    flags: [
      ...(previous === null ? ['no_previous_close'] : []),
      ...(bar.volume === null ? ['no_volume'] : []),
      ...(average === null ? ['no_average_volume'] : []),
      ...(sharesOutstanding === null ? ['no_shares_outstanding'] : []),
      ...(isShort ? ['short_history'] : []),
      ...(year.length < HISTORY_SHARE_MIN * sessions ? ['sparse_history'] : []),
    ],
  };
}

/**
 * Modified z-score `M = 0.6745·(x − median)/MAD` of a value against a sample (Iglewicz & Hoaglin,
 * How to Detect and Handle Outliers, 1993). With MAD 0 it is `(x − median)/(1.253314·meanAD)`, mean
 * absolute deviation from the median; null where that is 0 too or the sample is empty.
 */
export function robustZ(sample: readonly number[], x: number): number | null {
  if (sample.length === 0) return null;
  const centre = median(sample);
  const mad = medianAbsoluteDeviation(sample);
  if (mad > 0) return (0.6745 * (x - centre)) / mad;
  const meanDeviation = mean(sample.map((value) => Math.abs(value - centre)));
  return meanDeviation > 0 ? (x - centre) / (1.253314 * meanDeviation) : null;
}

/**
 * Mean volume of the 20 days before the bar; null with fewer days or without any volume. Our
 * choice: a day of unknown volume leaves the mean to the others.
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

/** The close of the trading day before a bar; null where it is not known. */
function previousClose(bars: readonly DailyBar[], index: number): number | null {
  const [before, bar] = [bars[index - 1], bars[index]];
  return before && bar && isNextSession(before.date, bar.date) ? before.close : null;
}

/** Change since the close of the trading day before, in percent. */
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
