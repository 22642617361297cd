/** Numbers that both the formulas and their texts in `methods.ts` use. */

/** Sessions before a day in its average volume and in the baseline of its z-score. */
export const AVERAGE_DAYS = 20;
export const BASELINE_DAYS = 60;
/** A baseline with fewer traded sessions is warming up. */
export const MIN_BASELINE_DAYS = 30;

/**
 * Of a standard normal variable: the median absolute deviation, and the inverse of the mean
 * absolute deviation.
 */
export const MEDIAN_DEVIATION = 0.6745;
export const INVERSE_MEAN_DEVIATION = 1.253314;

/** Our choice: an alert needs twice the average volume, the usual threshold. */
export const ALERT_RELATIVE_VOLUME = 2;
/** Iglewicz & Hoaglin (1993): a modified z-score beyond ±3.5 is an outlier. */
export const ALERT_ROBUST_Z = 3.5;
/** Our choice: a warming baseline has no z-score, so an alert needs a higher volume. */
export const WARMING_RELATIVE_VOLUME = 3;
/** Our choice: calendar days for which alerts are served. */
export const ALERT_DAYS = 30;

/** Our choice: below this share of known sessions, the range of a year may be wrong. */
export const MIN_HISTORY_SHARE = 0.9;

/** Our choice: older analyst notes do not count. */
export const MAX_RATING_DAYS = 180;
