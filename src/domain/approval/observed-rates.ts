import { median, quantile } from 'simple-statistics';
import { groupBy } from '../group-by.ts';
import { catalystStage } from './approval.ts';
import { percent, wilsonInterval } from './odds.ts';
import { ALL_INDICATIONS, areaOf, STAGE_TITLES } from './success-rates.ts';

export interface DecidedCatalyst {
  readonly therapeuticArea?: string | null | undefined;
  readonly stage?: string | null | undefined;
  readonly catalyst: string;
  /** The FDA's decision, such as `Approved`, `CRL` or `Withdrawn`. Any other text is ignored. */
  readonly decision?: string | null | undefined;
  /** Outcome of a readout or a vote: `positive`, `negative`, `mixed`. */
  readonly outcome?: string | null | undefined;
  /** Day of the decision or of the event, `YYYY-MM-DD`. */
  readonly decision_date: string;
  /** Price move of the stock, percent. Null if prices are missing. */
  readonly move_pct?: number | null | undefined;
}

/**
 * Approval rates of decided catalysts by stage and kind of catalyst, for each area and for all
 * indications together. Our choice: a withdrawn application is counted as not approved. A catalyst
 * in an area without a published rate is included only in the rates of all indications.
 */
export function observedRates(decided: readonly DecidedCatalyst[]): readonly ObservedRate[] {
  const placed = decided.flatMap((item) => {
    const areas = new Set([ALL_INDICATIONS, areaOf(item.therapeuticArea) ?? ALL_INDICATIONS]);
    return [...areas].map((area) => ({ area, item }));
  });
  const groups = groupBy(placed, ({ area, item }) =>
    JSON.stringify([area, stageTitle(item), item.catalyst]),
  );
  return [...groups.values()].map((members) =>
    observedRate(
      members[0]!.area,
      members.map(({ item }) => item),
    ),
  );
}

/**
 * The result of a catalyst: `approved` or `refused` for a decision, the outcome for a readout or a
 * vote. Null if the result is not known.
 */
export function resultOf({ decision, outcome }: Pick<DecidedCatalyst, 'decision' | 'outcome'>) {
  const isApproved = isApproval(decision);
  if (isApproved !== null) return isApproved ? 'approved' : 'refused';
  return outcome || null;
}

/** Matches a refusal to file: the FDA declines to review the application. */
export const NOT_FILED = /\brefus\w+[- ]to[- ]file\b/i;

/** True for an approval, false for a refusal or a withdrawal, null for no decision. */
export function isApproval(decision: string | null | undefined): boolean | null {
  const text = decision ?? '';
  if (NOT_FILED.test(text)) return null;
  if (/\bcrl\b|complete response|reject|refus|denied|withdr|(not|non)[- ]approv/i.test(text)) {
    return false;
  }
  return /\bapprov(ed|al)\b/i.test(text) ? true : null;
}

function observedRate(therapeuticArea: string, members: readonly DecidedCatalyst[]) {
  const { catalyst } = members[0]!;
  const outcomes = members.map(({ decision }) => isApproval(decision)).filter((is) => is !== null);
  const approvals = outcomes.filter(Boolean).length;
  const rate = outcomes.length ? approvals / outcomes.length : null;
  const interval = rate === null ? null : wilsonInterval(rate, outcomes.length);
  const moves = members.map(({ move_pct }) => move_pct).filter((move) => typeof move === 'number');
  const movesAfter = (...results: readonly string[]) =>
    members.flatMap((one) => (results.includes(resultOf(one) ?? '') ? (one.move_pct ?? []) : []));
  const [good, bad] = [movesAfter('approved', 'positive'), movesAfter('refused', 'negative')];
  const dates = members.map(({ decision_date }) => decision_date).sort();
  return {
    therapeuticArea,
    /**
     * The title of the published stage, such as `NDA/BLA`. If no published stage matches, this is
     * the stage of the catalyst.
     */
    stage: stageTitle(members[0]!),
    catalyst,
    observed_decisions: outcomes.length,
    observed_approvals: approvals,
    /** Approval rate in percent. Null with the flag `no_decisions` if there is no decision. */
    observed_rate: rate === null ? null : percent(rate),
    /** Bounds of the Wilson interval of the observed rate, percent. */
    interval_low: interval && percent(interval.low),
    interval_high: interval && percent(interval.high),
    /** Median and quartiles of the price moves, interpolated linearly between the ordered moves. */
    median_move_pct: moves.length ? round(median(moves)) : null,
    p25_move_pct: moves.length ? round(quantile(moves, 0.25)) : null,
    p75_move_pct: moves.length ? round(quantile(moves, 0.75)) : null,
    /** Number of price moves after approvals and positive outcomes. */
    good_moves: good.length,
    good_median_move_pct: good.length ? round(median(good)) : null,
    /** Number of price moves after refusals, withdrawals and negative outcomes. */
    bad_moves: bad.length,
    bad_median_move_pct: bad.length ? round(median(bad)) : null,
    since: dates[0]!,
    until: dates.at(-1)!,
    flags: [...(rate === null ? ['no_decisions'] : []), ...(moves.length ? [] : ['no_moves'])],
  };
}

export type ObservedRate = ReturnType<typeof observedRate>;

function stageTitle(item: DecidedCatalyst): string | null {
  const titles: Readonly<Record<string, string>> = STAGE_TITLES;
  return titles[catalystStage(item) ?? ''] ?? item.stage ?? null;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
