import { logistic, logit } from '../../domain/logistic.ts';
import type { MentionType } from '../mention.ts';
import type { Statement } from '../statement.ts';

/**
 * The second stage computes the confidence of a statement from the results of the text model and
 * the rules. All types in a group have the same coefficients in this stage.
 */

const groups: Readonly<Record<string, readonly MentionType[]>> = {
  goal: ['pdufa_date', 'adcomm_date'],
  plan: ['readout_expected', 'filing_expected'],
  act: [
    ...(['approval', 'crl', 'nda_bla_accepted', 'nda_bla_submitted'] as const),
    ...(['clinical_hold', 'hold_lifted', 'withdrawn', 'pdufa_extended', 'designation'] as const),
  ],
  result: ['trial_result'],
  deal: ['offering', 'acquisition', 'licence'],
  distress: ['reverse_split', 'going_concern', 'exchange_deficiency', 'deficiency_cured'],
};

/** Coefficients by feature name, including `intercept`. */
export type Coefficients = Readonly<Record<string, number>>;

/**
 * Probabilities are limited to the range from this value to 1 minus this value, so that their log
 * odds stay small.
 */
const NEAREST = 0.003;

/** The features of a statement in the second stage, by name. */
export function surenessFeatures({ type, date, evidence }: Statement): Coefficients {
  const { probability, isRuled, isExcluded, isTitle, isDrugUnsure, looksBack } = evidence;
  const log = logit(Math.min(Math.max(probability, NEAREST), 1 - NEAREST));
  const ruled = Number(isRuled);
  const title = Number(isTitle);
  const [group] = Object.entries(groups).find(([, types]) => types.includes(type)) ?? ['goal'];
  return {
    intercept: 1,
    logit: log,
    ruled,
    ruled_logit: ruled * log,
    excluded: Number(isExcluded),
    title,
    ruled_title: ruled * title,
    drug_unsure: Number(isDrugUnsure),
    looks_back: Number(looksBack),
    undated: Number(date === null),
    [`is_${group}`]: 1,
    // Designations have a separate coefficient for "found by a rule", because texts use the same
    // words for old and new designations.
    [`ruled_${type === 'designation' ? type : group}`]: ruled,
  };
}

/** Computes the probability that the text announces the statement. */
export function surenessOf(statement: Statement, coefficients: Coefficients): number {
  const terms = Object.entries(surenessFeatures(statement));
  return logistic(terms.reduce((sum, [name, value]) => sum + value * (coefficients[name] ?? 0), 0));
}
