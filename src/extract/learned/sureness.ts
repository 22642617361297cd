import { logistic, logit } from '../../domain/logistic.ts';
import type { MentionType } from '../mention.ts';
import { PLAIN } from '../rule.ts';
import type { Evidence, Statement } from '../statement.ts';

/**
 * Groups of statement types in the second stage, which computes the confidence of a statement from
 * the text model and the rules.
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

/** Groups in which details such as an amount or a buyer are evidence. */
const detailed: ReadonlySet<string> = new Set(['deal', 'distress']);

/** Coefficients by feature name, including `intercept`. */
export type Coefficients = Readonly<Record<string, number>>;

/** Minimum distance of a probability from 0 and from 1. */
const NEAREST = 0.003;

/** The features of a statement in the second stage, by name. */
export function surenessFeatures({ type, evidence, detail }: Statement): Coefficients {
  const log = logit(Math.min(Math.max(evidence.probability, NEAREST), 1 - NEAREST));
  const ruled = evidence.rule > 0 ? 1 : 0;
  const flag = (name: keyof Evidence) => (evidence[name] === true ? 1 : 0);
  const [group] = Object.entries(groups).find(([, types]) => types.includes(type)) ?? ['goal'];
  return {
    intercept: 1,
    logit: log,
    ruled,
    ruled_logit: ruled * log,
    loose: ruled * (PLAIN - evidence.rule) * 10,
    excluded: flag('excluded'),
    hinted: flag('hinted'),
    title: flag('isTitle'),
    ruled_title: ruled * flag('isTitle'),
    far_year: flag('farYear'),
    drug_unsure: flag('drugUnsure'),
    looks_back: flag('looksBack'),
    general: flag('isGeneral'),
    year_inferred: flag('yearInferred'),
    other_types: evidence.otherTypes,
    [`detailed_${group}`]: detailed.has(group) && Object.keys(detail).length > 0 ? 1 : 0,
    [`is_${group}`]: 1,
    // Designations have no feature of this kind, because texts use the same words for old and new
    // designations.
    [`ruled_${type === 'designation' ? type : group}`]: ruled,
  };
}

/** Probability that the text announces the statement. */
export function surenessOf(statement: Statement, coefficients: Coefficients): number {
  let logOdds = 0;
  for (const [name, value] of Object.entries(surenessFeatures(statement))) {
    logOdds += value * (coefficients[name] ?? 0);
  }
  return logistic(logOdds);
}
