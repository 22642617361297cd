import { mean, sampleStandardDeviation, sum } from 'simple-statistics';
import { previousQuarterEnd, quarterEndsBefore, quarterLabel } from '../finance/quarters.ts';
import { groupBy } from '../group-by.ts';
import { COMPLETE_SHARE, LABEL_CUTS, SENTIMENT_WEIGHTS } from './constants.ts';
import { isCommonStock } from './fund-filings.ts';
import type { FundQuarter } from './fund-holdings.ts';
import {
  type FundPosition,
  isEnded,
  isHeld,
  lacksShares,
  tradedValueUsd,
} from './fund-positions.ts';
import { FUND_SENTIMENT } from './methods.ts';

export interface SentimentComponent {
  readonly value: number | null;
  /**
   * The z-score of the component among the stocks of the quarter. For the two components about
   * insiders, `z` equals `value`.
   */
  readonly z: number | null;
  readonly weight: number;
}

export interface InsiderReading {
  /** Net purchase ratio of the open-market trades that are not routine, −1 … 1. */
  readonly net_purchase_ratio: number | null;
  readonly cluster_buy: boolean;
}

/**
 * One record per ticker and quarter, for common stock. A position that ended because the company
 * was acquired or delisted is not included in the flows. Flags: see `FUND_FLOWS`.
 * @param splitsBetween returns the number of shares that one share of the day `after` has become on
 *   the day `upTo`
 */
export function fundFlows(
  quarters: readonly FundQuarter[],
  positions: readonly FundPosition[],
  sharesOutstandingOn: (ticker: string, date: string) => number | null,
  splitsBetween: (ticker: string, after: string, upTo: string) => number = () => 1,
) {
  const filers = filersByQuarter(quarters);
  const groups = stockGroups(positions);
  const heldShares = new Map(
    groups.map((group) => [stockKey(group[0]!), sumOfAll(group.map(({ shares }) => shares))]),
  );
  return groups.map((group) => {
    const { ticker, report_date } = group[0]!;
    const yearAgo = quarterEndsBefore(report_date, 4);
    const heldThen = heldShares.get(stockKey({ ticker, report_date: yearAgo }));
    const isKnownThen = (filers.get(yearAgo)?.size ?? 0) > 0;
    // If funds filed a year earlier and none of them held the stock, the number of shares is 0.
    const sharesThen = isKnownThen && heldThen === undefined ? 0 : (heldThen ?? null);
    const now = filers.get(report_date)!;
    const before = filers.get(previousQuarterEnd(report_date)) ?? new Set();
    const inBoth = [...now].filter((cik) => before.has(cik)).length;
    const held = heldShares.get(stockKey(group[0]!)) ?? null;
    const outstanding = sharesOutstandingOn(ticker!, report_date);
    const changes = inBoth === 0 ? NO_CHANGES : changesOf(group, inBoth);
    return {
      ticker: ticker!,
      /** Quarter, such as `2026Q3`. */
      quarter: quarterLabel(report_date),
      report_date,
      funds_holding: group.filter(isHeld).length,
      /** Value of all positions on the last day of the quarter, US dollars. */
      value_usd: sum(group.map((position) => position.value_usd)),
      ...changes,
      /** Number of shares that all funds together hold at the end of the quarter. */
      shares: held,
      /**
       * Number of shares that all funds together held a year earlier, adjusted for the splits since
       * then.
       */
      shares_year_ago:
        sharesThen === null ? null : sharesThen * splitsBetween(ticker!, yearAgo, report_date),
      ownership_pct: outstanding && held !== null ? (100 * held) / outstanding : null,
      flags: [
        ...(inBoth === 0 ? ['no_prior_filing'] : []),
        ...(sharesThen === null ? ['no_shares_year_ago'] : []),
        ...(now.size < COMPLETE_SHARE * before.size ? ['quarter_incomplete'] : []),
        ...(outstanding ? [] : ['no_shares_outstanding']),
        ...(held === null || group.some(lacksShares) ? ['shares_missing'] : []),
        ...(new Set(group.map(({ security }) => security)).size > 1 ? ['several_classes'] : []),
      ],
    };
  });
}

/** Changes in the funds' positions in one stock in one quarter, summed over all funds. */
export type FundFlow = ReturnType<typeof fundFlows>[number];

/**
 * Sentiment of a stock in a quarter: 100 · tanh(Σ weight · z). The components are the flow, the
 * change of breadth, the net purchase ratio of insiders and cluster buys. For the flow and the
 * change of breadth, z is the z-score among the stocks of the quarter. For the two components about
 * insiders, z is the value of the component. flow = Σ_f w_f · sign(Δshares) over the funds f, where
 * w_f is the weight of the stock in the fund. For an exit, w_f is the weight in the previous
 * quarter. A missing component is null and adds nothing to the sum. Flags: see `FUND_SENTIMENT`.
 */
export function fundSentiment(
  flows: readonly FundFlow[],
  positions: readonly FundPosition[],
  insidersOn: (ticker: string, date: string) => InsiderReading | null,
) {
  const groups = new Map(stockGroups(positions).map((group) => [stockKey(group[0]!), group]));
  const scores = new Map<string, number | null>();
  const byQuarter = [...groupBy(flows, (flow) => flow.report_date).values()].sort((a, b) =>
    a[0]!.report_date < b[0]!.report_date ? -1 : 1,
  );
  return byQuarter.flatMap((stocks) => {
    const convictions = stocks.map((flow) => netConviction(groups.get(stockKey(flow))!));
    const flowZ = zScores(convictions);
    const breadthZ = zScores(stocks.map((flow) => flow.breadth_change));
    return stocks.map((flow, row) => {
      const insiders = insidersOn(flow.ticker, flow.report_date);
      const npr = insiders?.net_purchase_ratio ?? null;
      const cluster = insiders && Number(insiders.cluster_buy);
      const components = {
        flow: { value: convictions[row]!, z: flowZ[row]!, weight: SENTIMENT_WEIGHTS.flow },
        breadth: {
          value: flow.breadth_change,
          z: breadthZ[row]!,
          weight: SENTIMENT_WEIGHTS.breadth,
        },
        net_purchase_ratio: { value: npr, z: npr, weight: SENTIMENT_WEIGHTS.net_purchase_ratio },
        cluster_buy: { value: cluster, z: cluster, weight: SENTIMENT_WEIGHTS.cluster_buy },
      };
      const hasPrior = flow.breadth_change !== null;
      const sentiment_score = hasPrior ? scoreOf(Object.values(components)) : null;
      const prior = scores.get(
        stockKey({ ...flow, report_date: previousQuarterEnd(flow.report_date) }),
      );
      const change_from_prior =
        sentiment_score === null || prior == null ? null : sentiment_score - prior;
      scores.set(stockKey(flow), sentiment_score);
      return {
        ticker: flow.ticker,
        quarter: flow.quarter,
        /** Sentiment score, −100 … 100. */
        sentiment_score,
        label: labelOf(sentiment_score),
        ...countsOf(groups.get(stockKey(flow))!),
        components,
        change_from_prior,
        method: FUND_SENTIMENT.id,
        flags: [
          ...(hasPrior ? [] : ['no_prior_filing']),
          ...flow.flags.filter((flag) => flag === 'shares_missing'),
          ...(hasPrior && flowZ[row] === null ? ['no_cross_section'] : []),
          ...(hasPrior && change_from_prior === null ? ['no_prior_score'] : []),
          ...(npr === null ? ['no_insider_trades'] : []),
        ],
      };
    });
  });
}

export type FundSentiment = ReturnType<typeof fundSentiment>[number];

const NO_CHANGES = {
  funds_change: null,
  new_positions: null,
  increased: null,
  reduced: null,
  closed: null,
  shares_change: null,
  net_value_change_usd: null,
  breadth_change: null,
} as const;

function changesOf(group: readonly FundPosition[], fundsInBoth: number) {
  const count = (action: string) => group.filter((position) => position.action === action).length;
  const funds_change = count('new') - count('exit');
  const isKnown = !group.some((position) => position.action === null && lacksShares(position));
  return {
    /**
     * The number of new positions minus the number of closed positions. The fields from
     * `funds_change` to `shares_change` include only funds that filed for both quarters.
     */
    funds_change,
    new_positions: count('new'),
    increased: isKnown ? count('add') : null,
    reduced: isKnown ? count('trim') : null,
    closed: count('exit'),
    shares_change: group.some(lacksShares)
      ? null
      : sum(group.map((position) => position.shares_change ?? 0)),
    /** Sum of the values of the changes, US dollars (see `tradedValueUsd`). */
    net_value_change_usd: sumOfAll(group.map(tradedValueUsd)),
    /**
     * Change of breadth, −1 … 1: (new positions − closed positions) ÷ number of funds that filed
     * for both quarters (Chen, Hong & Stein 2002).
     */
    breadth_change: funds_change / fundsInBoth,
  };
}

/** Returns the sum of values, or null if any value is null. */
export function sumOfAll(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length < values.length ? null : sum(known);
}

/**
 * The component `flow` of a stock's sentiment, in percentage points. Null if no fund's change is
 * known.
 */
function netConviction(group: readonly FundPosition[]): number | null {
  const known = group.filter((position) => position.action !== null);
  if (known.length === 0) return null;
  return sum(
    known.map((position) => {
      if (position.action === 'hold') return 0;
      const exited = position.action === 'exit';
      const weight = exited ? position.previous_portfolio_pct : position.portfolio_pct;
      return (weight ?? 0) * directionOf(position);
    }),
  );
}

/**
 * Returns 1 for a purchase and −1 for a sale. For a new or closed position, the sign is known even
 * without share counts.
 */
function directionOf({ action, shares_change }: FundPosition): number {
  if (shares_change !== null) return Math.sign(shares_change);
  return action === 'new' ? 1 : -1;
}

function zScores(values: readonly (number | null)[]): (number | null)[] {
  const known = values.filter((value) => value !== null);
  const spread = known.length < 2 ? 0 : sampleStandardDeviation(known);
  if (spread === 0) return values.map(() => null);
  const center = mean(known);
  return values.map((value) => (value === null ? null : (value - center) / spread));
}

function scoreOf(components: readonly SentimentComponent[]): number {
  return 100 * Math.tanh(sum(components.map(({ z, weight }) => weight * (z ?? 0))));
}

function labelOf(score: number | null): string | null {
  if (score === null) return null;
  if (score >= LABEL_CUTS.very) return 'very bullish';
  if (score >= LABEL_CUTS.plain) return 'bullish';
  if (score > -LABEL_CUTS.plain) return 'neutral';
  return score > -LABEL_CUTS.very ? 'bearish' : 'very bearish';
}

function countsOf(group: readonly FundPosition[]) {
  const count = (...actions: readonly string[]) =>
    group.filter((position) => actions.includes(position.action ?? '')).length;
  return {
    /** Sum of the stock's weights in its holders' portfolios, percentage points. */
    conviction_weight: sum(group.map((position) => position.portfolio_pct ?? 0)),
    buyers: count('new', 'add'),
    sellers: count('trim', 'exit'),
    holders: group.filter(isHeld).length,
  };
}

/**
 * Positions in common stock with a ticker, grouped by ticker and quarter. Positions that ended with
 * an acquisition or a delisting are left out.
 */
function stockGroups(positions: readonly FundPosition[]): FundPosition[][] {
  const stocks = positions.filter(
    (each) => each.ticker !== null && isCommonStock(each) && !isEnded(each),
  );
  return [...groupBy(stocks, stockKey).values()];
}

function stockKey(each: { readonly ticker: string | null; readonly report_date: string }): string {
  return `${each.ticker}|${each.report_date}`;
}

function filersByQuarter(quarters: readonly FundQuarter[]): Map<string, Set<string>> {
  const groups = groupBy(quarters, ({ report_date }) => report_date);
  return new Map([...groups].map(([date, group]) => [date, new Set(group.map(({ cik }) => cik))]));
}
