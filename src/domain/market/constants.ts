/** Numbers that the formulas use and that their descriptions in `methods.ts` state. */

/** Number of previous sessions in the average volume and in the baseline of the z-score. */
export const AVERAGE_DAYS = 20;
export const BASELINE_DAYS = 60;
/** Minimum number of traded sessions in a baseline. */
export const MIN_BASELINE_DAYS = 30;

/**
 * The median absolute deviation of a standard normal variable, and the inverse of its mean absolute
 * deviation.
 */
export const MEDIAN_DEVIATION = 0.6745;
export const INVERSE_MEAN_DEVIATION = 1.253314;

/**
 * Our choice: the minimum relative volume for an alert. Twice the average volume is the usual
 * threshold.
 */
export const ALERT_RELATIVE_VOLUME = 2;
/** Iglewicz & Hoaglin (1993): a modified z-score beyond ±3.5 is an outlier. */
export const ALERT_ROBUST_Z = 3.5;
/**
 * Our choice: if there are too few traded sessions for a z-score, an alert needs this relative
 * volume.
 */
export const WARMING_RELATIVE_VOLUME = 3;
/** Our choice: number of calendar days for which alerts are shown. */
export const ALERT_DAYS = 30;

/**
 * Our choice: minimum share of sessions with a known price. If more prices are missing, the 52-week
 * range may be wrong.
 */
export const MIN_HISTORY_SHARE = 0.9;

/** Our choice: maximum days from an event to the closes from which its price move is computed. */
export const MOVE_DAYS = 7;

/** Our choice: maximum age in days of analyst notes. */
export const MAX_RATING_DAYS = 180;
