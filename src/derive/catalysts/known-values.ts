import { dayOf, daysBetween } from '../../domain/dates.ts';
import type { Sourced } from '../../store/facts-store.ts';
import { fdaDecisions } from '../approval/decisions.ts';
import type { FdaDecision } from '../approval/fda-decision.ts';
import type { Refresh } from '../computation.ts';
import { isFromBefore, type Origin, originOf } from '../origin.ts';
import { type DrugIndex, drugIndex } from '../programs/drug-index.ts';
import { changesByCatalyst, isDate } from './changes-by-catalyst.ts';

type Catalyst = Sourced<'catalysts'>;

/**
 * A field value that became known on a different day than the rest of the record.
 * @param sentence the sentence that states the value, if it was read in a text
 * @param known_from the day on which the value became known; null if no source has a date
 */
export function knownValue(
  field: string,
  value: string | null,
  origin: Origin | null,
  sentence: string | null | undefined,
  known_from: string | null = origin?.source_date ?? null,
) {
  const { source = null, source_url: url = null } = origin ?? {};
  return { field, value, source, url, sentence: sentence ?? null, known_from };
}

export type KnownValue = ReturnType<typeof knownValue>;

/**
 * A decision with the day on which it became known. This is the day in `known_from`. If
 * `known_from` is absent, it is the date of the decision's source.
 */
export function knownDecision(
  one: Pick<FdaDecision, 'decision' | 'origin' | 'sentence' | 'known_from'>,
): KnownValue {
  return knownValue('decision', one.decision, one.origin, one.sentence, one.known_from);
}

/** The decision, the outcome and the date changes of a catalyst, each with its source. */
export function knownOf(
  refresh: Refresh,
  id: string,
  catalyst: Catalyst,
  decision: FdaDecision | undefined,
): readonly KnownValue[] {
  const moves = refresh.memo(changesByCatalyst).get(id) ?? [];
  return [
    ...(decision ? [knownDecision(decision)] : []),
    ...(catalyst.outcome ? [knownOutcome(refresh, catalyst)] : []),
    ...moves
      .filter(({ field }) => isDate(field))
      .map((move) => {
        const { field, new_value, evidence, changed_date } = move;
        const origin = originOf('catalyst_changes', move);
        return knownValue(field, new_value ?? null, origin, evidence, changed_date);
      }),
  ];
}

/** The FDA decisions of the store, by drug. */
export function decisionsByDrug(refresh: Refresh): DrugIndex<FdaDecision> {
  return drugIndex(refresh, refresh.memo(fdaDecisions), (one) => one);
}

/**
 * Our choice: results belong to a readout if they have the same outcome and are published at most
 * this number of days before or after it.
 */
const SAME_READOUT_DAYS = 31;

/** The outcome of a readout, with the results announcement as its source. */
function knownOutcome(refresh: Refresh, catalyst: Catalyst): KnownValue {
  const { ticker, drugname, outcome, formattedDate } = catalyst;
  const announced = refresh
    .memo(resultsByDrug)
    .find({ ticker, names: [drugname] })
    .find((one) => {
      const day = dayOf(one.published_date);
      if (day === undefined || one.outcome !== outcome) return false;
      return Math.abs(daysBetween(day, formattedDate)) <= SAME_READOUT_DAYS;
    });
  if (announced) {
    const origin = originOf('trial_results', announced);
    return knownValue('outcome', outcome!, origin, announced.evidence);
  }
  // A document from before the event cannot be the source of the outcome.
  const isEarlier = isFromBefore(formattedDate, catalyst);
  const origin = isEarlier ? null : originOf('catalysts', catalyst);
  return knownValue('outcome', outcome!, origin, isEarlier ? null : catalyst.evidence, null);
}

function resultsByDrug(refresh: Refresh): DrugIndex<Sourced<'trial_results'>> {
  return drugIndex(refresh, refresh.facts.all('trial_results'), ({ ticker, drug_name }) => ({
    ticker,
    names: [drug_name],
  }));
}
