/** Numbers that the formulas use and that their descriptions in `methods.ts` state. */

/**
 * Our choice of weights. Delays and low accrual cause most terminations (low accrual alone 55%,
 * Scientific Reports 2025). A changed endpoint causes few terminations.
 */
export const RISK_WEIGHTS = {
  delay_risk: 0.35,
  enrollment_risk: 0.25,
  endpoint_risk: 0.15,
  safety_risk: 0.25,
} as const;

/**
 * Our choice: the lowest score of each level. If a component has at least the score
 * `HIGH_COMPONENT`, the level is at least high.
 */
export const RISK_FLOORS = { critical: 75, high: 50, medium: 25, low: 0 } as const;
export const HIGH_COMPONENT = 80;

/**
 * Our choice: minimum days of a delay. A shorter difference may come from dates that state only the
 * month.
 */
export const PUSH_DAYS = 31;
/** Our choice: minimum cut of the target enrollment, percent. */
export const CUT_PCT = 10;
/** Our choice: a trial with fewer participants than this is small. */
export const SMALL_ENROLLMENT = { phase1: 20, phase2: 50, phase3: 150 } as const;

/** Our choice: the points of each risk factor. */
export const DELAY_POINTS = {
  push: 15,
  max_pushes: 45,
  slip_per_year: 40,
  recruiting_past_plan: 30,
  stopped: 100,
  status_unknown: 30,
  results_overdue: 20,
} as const;
export const ENROLLMENT_POINTS = { percent_cut: 2, max_cut: 70, small: 30 } as const;
export const ENDPOINT_POINTS = { before_start: 20, after_start: 60, after_completion: 90 } as const;
export const NEXT_ENDPOINT_POINTS = 20;
export const SAFETY_POINTS = {
  stopped: 100,
  on_hold: 80,
  lifted_hold: 30,
  death: 10,
  max_deaths: 40,
  serious: 5,
  max_serious: 30,
} as const;

/** The final rule of FDAAA 801 applies to completions from this day on. */
export const FINAL_RULE = '2017-01-18';

/** Our choice: the significance level of an analysis that states none. */
export const USUAL_LEVEL = 0.05;

/** Our choice: minimum probability at which success is predicted. */
export const SUCCESS_FROM = 0.5;

/** Our choice: maximum number of listed drivers. All others are combined into one entry. */
export const MAX_DRIVERS = 8;

/**
 * Our choice: a sponsor's share of successes is shrunk toward the share of all trials, which has
 * the weight of this many labels.
 */
export const PRIOR_LABELS = 5;

/**
 * Our choice: minimum number and minimum share of the later trials on which a fitted model is
 * tested.
 */
export const MIN_LATER_TRIALS = 300;
export const LATER_SHARE = 0.25;

/**
 * Number of groups of sponsors. The trials of each group are forecast by a model that is fitted to
 * the other groups.
 */
export const SPONSOR_GROUPS = 5;
/** Our choice: the success rate is assumed to be constant over this many consecutive trials. */
export const NEIGHBORS = 10;
/**
 * An agreement (see `agreementOf`) above this many standard errors is not attributed to chance. The
 * probability of a higher agreement by chance is 0.13% for one phase, and at most 0.4% for any of
 * the three phases.
 */
export const BEYOND_CHANCE = 3;

/**
 * Our choice: the model is fitted again after `FIT_DAYS`, or when the number of known outcomes has
 * grown by the factor `FIT_GROWTH`.
 */
export const FIT_DAYS = 7;
export const FIT_GROWTH = 1.1;
