/** Constants of the formulas. The formula texts in `methods.ts` quote them. */

/** Number of previous sessions in the average volume. */
export const AVERAGE_DAYS = 20;
/** Number of previous sessions from which the baseline of the z-score is taken. */
export const BASELINE_DAYS = 60;
/** Minimum number of sessions with trades in a baseline. */
export const MIN_BASELINE_DAYS = 30;

/** Median absolute deviation of a standard normal variable. */
export const MEDIAN_DEVIATION = 0.6745;
/** Reciprocal of the mean absolute deviation of a standard normal variable. */
export const INVERSE_MEAN_DEVIATION = 1.253314;

/**
 * Our choice: the minimum relative volume for an alert. Twice the average volume is the usual
 * threshold.
 */
export const ALERT_RELATIVE_VOLUME = 2;
/** Iglewicz & Hoaglin (1993): a modified z-score beyond ±3.5 is an outlier. */
export const ALERT_ROBUST_Z = 3.5;
/**
 * Our choice: the minimum relative volume for an alert if too few sessions had trades to compute a
 * z-score.
 */
export const WARMING_RELATIVE_VOLUME = 3;
/** Our choice: alerts are shown for this number of calendar days. */
export const ALERT_DAYS = 30;

/**
 * Our choice: minimum share of sessions with a known price. If more prices are missing, the 52-week
 * range may be wrong.
 */
export const MIN_HISTORY_SHARE = 0.9;

/**
 * Our choice: a price move is computed from a close before an event and a close after it. Each may
 * be at most this number of days away from the event.
 */
export const MOVE_DAYS = 7;

/** Our choice: maximum age in days of analyst notes. */
export const MAX_RATING_DAYS = 180;
