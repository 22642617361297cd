/** Constants of the formulas. The descriptions of the formulas in `methods.ts` quote them. */

/**
 * The weights are our choice. Delays and low accrual cause most terminations. Low accrual alone
 * causes 55% (Scientific Reports 2025). A changed endpoint causes few terminations.
 */
export const RISK_WEIGHTS = {
  delay_risk: 0.35,
  enrollment_risk: 0.25,
  endpoint_risk: 0.15,
  safety_risk: 0.25,
} as const;

/** Our choice: the lowest risk score of each risk level. */
export const RISK_FLOORS = { critical: 75, high: 50, medium: 25, low: 0 } as const;
/** Our choice: if any component has at least this score, the risk level is at least high. */
export const HIGH_COMPONENT = 80;

/**
 * Our choice: if a completion date moves later by more than this number of days, the trial is
 * delayed. A smaller difference may come from dates that state only the month.
 */
export const PUSH_DAYS = 31;
/** Our choice: if the target enrollment decreases by at least this percentage, it was cut. */
export const CUT_PCT = 10;
/** Our choice: a trial with fewer participants than this is small. */
export const SMALL_ENROLLMENT = { phase1: 20, phase2: 50, phase3: 150 } as const;

/** Our choice: the points of the factors of delay_risk. */
export const DELAY_POINTS = {
  push: 15,
  max_pushes: 45,
  slip_per_year: 40,
  recruiting_past_plan: 30,
  stopped: 100,
  status_unknown: 30,
  results_overdue: 20,
} as const;
/** Our choice: the points of the factors of enrollment_risk. */
export const ENROLLMENT_POINTS = { percent_cut: 2, max_cut: 70, small: 30 } as const;
/**
 * Our choice: the points of a change of the primary outcome. If there are several changes, these
 * points apply only to the change with the most points. Each other change adds
 * `NEXT_ENDPOINT_POINTS`.
 */
export const ENDPOINT_POINTS = { before_start: 20, after_start: 60, after_completion: 90 } as const;
/** Our choice: the points of each further change of the primary outcome. */
export const NEXT_ENDPOINT_POINTS = 20;
/** Our choice: the points of the factors of safety_risk. */
export const SAFETY_POINTS = {
  stopped: 100,
  on_hold: 80,
  lifted_hold: 30,
  death: 10,
  max_deaths: 40,
  serious: 5,
  max_serious: 30,
} as const;

/** The final rule of FDAAA 801 applies to trials that were completed on or after this day. */
export const FINAL_RULE = '2017-01-18';

/** Our choice: the significance level of an analysis that states none. */
export const USUAL_LEVEL = 0.05;

/** Our choice: success is predicted if its probability is at least this value. */
export const SUCCESS_FROM = 0.5;

/** Our choice: maximum number of listed drivers. All others are combined into one entry. */
export const MAX_DRIVERS = 8;

/**
 * Our choice: a sponsor's success rate is shrunk toward the success rate of all trials. The rate of
 * all trials has the weight of this many labeled trials.
 */
export const PRIOR_LABELS = 5;

/** Our choice: a fitted model is tested on at least this number of later trials. */
export const MIN_LATER_TRIALS = 300;
/** Our choice: a fitted model is tested on at least this share of a phase's trials. */
export const LATER_SHARE = 0.25;

/**
 * Number of groups into which sponsors are divided. The trials of each group are forecast by a
 * model that is fitted to the trials of all other groups.
 */
export const SPONSOR_GROUPS = 5;
/** Our choice: the success rate is assumed to be constant over this many consecutive trials. */
export const NEIGHBORS = 10;
/**
 * An agreement above this value is not attributed to chance (see `agreementOf`). The probability
 * that chance produces a higher agreement is 0.13% for one phase, and at most 0.4% for any of the
 * three phases.
 */
export const BEYOND_CHANCE = 3;

/** Our choice: the model is refitted after this many days. */
export const FIT_DAYS = 7;
/** Our choice: the model is refitted when the number of known outcomes has grown by this factor. */
export const FIT_GROWTH = 1.1;
