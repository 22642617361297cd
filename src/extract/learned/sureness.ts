import { logistic, logit } from '../../domain/logistic.ts';
import type { MentionType } from '../mention.ts';
import type { Statement } from '../statement.ts';

/**
 * Groups of statement types that share coefficients in the second stage. This stage computes the
 * confidence of a statement from the results of the text model and the rules.
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

/** Minimum distance of a probability from 0 and from 1. */
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
    // The feature "found by a rule" has a separate coefficient for designations, because texts use
    // the same words for old and new designations.
    [`ruled_${type === 'designation' ? type : group}`]: ruled,
  };
}

/** Probability that the statement is announced, from the features of the second stage. */
export function surenessOf(statement: Statement, coefficients: Coefficients): number {
  const terms = Object.entries(surenessFeatures(statement));
  return logistic(terms.reduce((sum, [name, value]) => sum + value * (coefficients[name] ?? 0), 0));
}
