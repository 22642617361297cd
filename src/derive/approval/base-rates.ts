import { BASE_RATE } from '../../domain/approval/methods.ts';
import {
  type DecidedCatalyst,
  isApproval,
  type ObservedRate,
  observedRates,
} from '../../domain/approval/observed-rates.ts';
import {
  ALL_MODALITIES,
  type PublishedRate,
  publishedRates,
} from '../../domain/approval/success-rates.ts';
import { daysBetween, newestDay } from '../../domain/dates.ts';
import { stageOf } from '../../domain/programs/development-stage.ts';
import {
  type LabelledShare,
  labelledKey,
  labelledShares,
} from '../../domain/trials/learning/labelled-share.ts';
import type { Sourced } from '../../store/facts-store.ts';
import type { Collections } from '../collection.ts';
import type { Refresh } from '../computation.ts';
import { isFromBefore, type Origin, originOf } from '../origin.ts';
import { drugIndex } from '../programs/drug-index.ts';
import { programFinder } from '../programs/programs.ts';
import { labelsOfTrials } from '../trials/learned-outcomes.ts';
import { recordedTrials } from '../trials/trial-records.ts';
import { fdaDecisions } from './decisions.ts';
import { realizedMove } from './realized-move.ts';

export const baseRateCollections = {
  poaBaseRates: {
    from: ['approvals', 'decisions', 'complete_response_letters'],
    rows: poaBaseRates,
    method: BASE_RATE,
  },
} satisfies Collections;

/**
 * All published approval rates, followed by the success rates of the decided catalysts in the
 * store. The record of a published rate that applies to all drug types also shows the share of
 * successful trials in the store. The record of an observed rate also shows the published rate of
 * the same area and stage.
 */
export function poaBaseRates(refresh: Refresh) {
  const published = publishedRates();
  const cells = new Map(
    published
      .filter(({ drugType }) => drugType === ALL_MODALITIES)
      .map((cell) => [`${cell.therapeuticArea} ${cell.stage}`, cell]),
  );
  const { records } = refresh.memo(recordedTrials);
  const shares = labelledShares(records, refresh.memo(labelsOfTrials));
  const shareOf = ({ therapeuticArea, drugType, stage }: PublishedRate) =>
    drugType === ALL_MODALITIES
      ? shares.get(labelledKey(therapeuticArea, stageOf(stage) ?? ''))
      : undefined;
  return [
    ...published.map((cell) => baseRateRow(cell, null, shareOf(cell))),
    ...refresh
      .memo(observed)
      .map((rate) => baseRateRow(cells.get(`${rate.therapeuticArea} ${rate.stage}`) ?? null, rate)),
  ];
}

/**
 * Observed outcomes of the store's decided catalysts, by therapeutic area, stage and kind of
 * catalyst.
 */
function observed(refresh: Refresh): readonly ObservedRate[] {
  const decided = refresh
    .memo(decidedEvents)
    .map(({ ticker, origin: _, ...one }): DecidedCatalyst => {
      const move_pct = realizedMove(refresh, ticker, one.decision_date)?.move_pct ?? null;
      return { ...one, move_pct };
    });
  return observedRates(decided);
}

/** A decided event that counts toward the observed rates, without its price move. */
export type DecidedEvent = Omit<DecidedCatalyst, 'move_pct'> & {
  readonly ticker: string;
  readonly origin: Origin;
};

/**
 * All decided events that count toward the observed rates. The result does not depend on undecided
 * catalysts.
 */
export function decidedEvents(refresh: Refresh): readonly DecidedEvent[] {
  return [...decidedCatalysts(refresh), ...otherDecisions(refresh)];
}

function baseRateRow(cell: PublishedRate | null, rate: ObservedRate | null, share?: LabelledShare) {
  return {
    therapeuticArea: rate?.therapeuticArea ?? cell!.therapeuticArea,
    drugType: cell?.drugType ?? ALL_MODALITIES,
    stage: rate ? rate.stage : cell!.stage,
    catalyst: rate?.catalyst ?? null,
    published_rate: cell?.published_rate ?? null,
    published_source: cell?.published_source ?? null,
    sample_size: cell?.sample_size ?? null,
    published_phase_rate: cell?.published_transition_rate ?? null,
    labelled_trials: share?.labelled_trials ?? null,
    labelled_rate: share?.labelled_rate ?? null,
    labelled_interval_low: share?.labelled_interval_low ?? null,
    labelled_interval_high: share?.labelled_interval_high ?? null,
    observed_decisions: rate?.observed_decisions ?? null,
    observed_approvals: rate?.observed_approvals ?? null,
    observed_rate: rate?.observed_rate ?? null,
    interval_low: rate?.interval_low ?? null,
    interval_high: rate?.interval_high ?? null,
    median_move_pct: rate?.median_move_pct ?? null,
    p25_move_pct: rate?.p25_move_pct ?? null,
    p75_move_pct: rate?.p75_move_pct ?? null,
    good_moves: rate?.good_moves ?? null,
    good_median_move_pct: rate?.good_median_move_pct ?? null,
    bad_moves: rate?.bad_moves ?? null,
    bad_median_move_pct: rate?.bad_median_move_pct ?? null,
    since: rate?.since ?? null,
    until: rate?.until ?? null,
    method: BASE_RATE.id,
    as_of: rate?.until ?? null,
    // The source of a published rate is a publication without a stored URL or date.
    ...(rate ? {} : { source: cell!.published_source, source_url: null, source_date: null }),
    flags: [...(rate?.flags ?? ['published_only']), ...(cell ? [] : ['no_published_rate'])],
  };
}

function decidedCatalysts(refresh: Refresh): readonly DecidedEvent[] {
  const find = refresh.memo(programFinder);
  return refresh.facts.all('catalysts').flatMap((catalyst) => {
    const { ticker, drugname, treatment, decision, decision_date, formattedDate } = catalyst;
    const happened = decision_date ?? formattedDate;
    if (happened >= refresh.today || (!decision && !catalyst.outcome)) return [];
    const program = find(ticker, drugname, treatment, catalyst.catalyst);
    return {
      ticker,
      therapeuticArea: catalyst.therapeuticArea ?? program?.therapeuticArea,
      stage: catalyst.stage,
      catalyst: catalyst.catalyst,
      decision,
      outcome: catalyst.outcome,
      decision_date: happened,
      origin: originOfEvent(catalyst, happened),
    };
  });
}

/**
 * The source that states the outcome of a calendar event. A document from before the event cannot
 * state the outcome, so its URL is left out.
 */
function originOfEvent(catalyst: Sourced<'catalysts'>, happened: string): Origin {
  const fact = isFromBefore(happened, catalyst) ? { ...catalyst, source_url: null } : catalyst;
  return originOf('catalysts', { ...fact, document_date: newestDay(fact.document_date, happened) });
}

/**
 * Decisions that are not in the calendar. Our choice: a decision without a goal date is left out if
 * it is earlier than the first refusal in the store. Earlier refusals were not published, so only
 * approvals would be counted.
 */
function otherDecisions(refresh: Refresh): readonly DecidedEvent[] {
  const find = refresh.memo(programFinder);
  const held = heldDays(refresh);
  const all = refresh.memo(fdaDecisions);
  const refusals = all.filter(({ decision }) => isApproval(decision) === false);
  const since = refusals.map(({ decided }) => decided).sort()[0];
  return all.flatMap((one) => {
    const { ticker, drug, indication, decision, decided, goal_date, origin } = one;
    if (decided >= refresh.today || !decision) return [];
    const isFound = goal_date === null;
    if (isFound && (since === undefined || decided < since)) return [];
    const days = held.find(one);
    if (goal_date !== null && days.some(({ goal }) => goal === goal_date)) return [];
    if (days.some(({ happened }) => Math.abs(daysBetween(happened, decided)) <= SAME_EVENT_DAYS)) {
      return [];
    }
    return {
      ticker,
      therapeuticArea: find(ticker, drug, indication, 'PDUFA Date')?.therapeuticArea,
      stage: 'NDA/BLA',
      catalyst: 'PDUFA Date',
      decision,
      decision_date: decided,
      origin,
    };
  });
}

/**
 * Our choice: if a calendar event and another source's decision concern the same drug within a
 * week, they are one event.
 */
const SAME_EVENT_DAYS = 7;

/** The planned and actual days of calendar events, by drug. */
function heldDays(refresh: Refresh) {
  const days = refresh.facts
    .all('catalysts')
    .map(({ ticker, drugname, formattedDate, decision_date }) => ({
      ticker,
      names: [drugname],
      goal: formattedDate,
      happened: decision_date ?? formattedDate,
    }));
  return drugIndex(refresh, days, (one) => one);
}
