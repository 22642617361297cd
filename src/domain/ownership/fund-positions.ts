import { sum } from 'simple-statistics';
import { previousQuarterEnd } from '../finance/quarters.ts';
import { splitFactor } from '../finance/share-count.ts';
import { groupBy } from '../group-by.ts';
import { HOLD_BELOW_PCT } from './constants.ts';
import { isCommonStock } from './fund-filings.ts';
import { type FundQuarter, type Holding, holdingKey } from './fund-holdings.ts';
import type { Split } from './splits.ts';

/** Ways in which a holding can end without a sale by the fund. */
type Ending = 'acquired' | 'delisted';
type Action = 'new' | 'add' | 'trim' | 'exit' | 'hold' | Ending;

export interface PositionContext {
  /** Stock splits by ticker. */
  readonly splits: ReadonlyMap<string, readonly Split[]>;
  /** Market capitalization on or before a date, US dollars. */
  readonly marketCapOn: (ticker: string, date: string) => number | null;
  /**
   * How a company stopped trading after the day `after`, up to and including the day `upTo`. Null
   * if it did not.
   */
  readonly endingOf: (ticker: string, after: string, upTo: string) => Ending | null;
}

interface FirstHeld {
  readonly report_date: string;
  /** Whether the fund filed for the previous quarter. */
  readonly is_certain: boolean;
}

/**
 * One record per position and quarter, in the order of the quarters. An exit is a record with 0
 * shares. If a filing states no share counts, the records show new positions and exits, but no
 * increases or reductions. Flags: see the method `FUND_POSITIONS`.
 */
export function fundPositions(
  quarters: readonly FundQuarter[],
  context: PositionContext,
): FundPosition[] {
  return [...groupBy(quarters, (quarter) => quarter.cik).values()].flatMap((ofFund) => {
    const byDate = new Map(ofFund.map((quarter) => [quarter.report_date, quarter]));
    const firstHeld = new Map<string, FirstHeld>();
    return ofFund.flatMap((quarter) => {
      const prior = byDate.get(previousQuarterEnd(quarter.report_date)) ?? null;
      return positionsIn(quarter, prior, firstHeld, context);
    });
  });
}

/** Whether a holding ended because the company was acquired or delisted. */
export function isEnded({ action }: Pick<FundPosition, 'action'>): boolean {
  return action === 'acquired' || action === 'delisted';
}

/**
 * Whether the position is in one of several classes of the issuer's stock. In this case, the ID of
 * the security differs from the ticker.
 */
export function isOneOfSeveral({
  security,
  ticker,
}: Pick<Holding, 'security' | 'ticker'>): boolean {
  return ticker !== null && security !== ticker;
}

/** Whether the fund holds the position, even if its share count is unknown. */
export function isHeld({ shares }: Pick<FundPosition, 'shares'>): boolean {
  return shares !== 0;
}

/** Whether the change is unknown because a filing states no share counts. */
export function lacksShares({
  shares_change,
  previous_value_usd,
}: Pick<FundPosition, 'shares_change' | 'previous_value_usd'>): boolean {
  return shares_change === null && previous_value_usd !== null;
}

/**
 * Value of a change of a position, US dollars. It is the change of shares × the price at the end of
 * the previous quarter. For a new position, the price at the end of the current quarter is used. If
 * a filing states no share counts, the value of a new position or an exit is its filed value, and
 * the value of any other change is null. If the fund did not file for the previous quarter, the
 * value is 0.
 */
export function tradedValueUsd(position: FundPosition): number | null {
  const { shares_change, previous_shares, previous_value_usd, shares, value_usd } = position;
  if (lacksShares(position)) {
    if (previous_shares === 0) return value_usd;
    return isHeld(position) ? null : -previous_value_usd!;
  }
  if (!shares_change) return 0;
  const price = previous_shares ? previous_value_usd! / previous_shares : value_usd / shares!;
  return shares_change * price;
}

function positionsIn(
  quarter: FundQuarter,
  prior: FundQuarter | null,
  firstHeld: Map<string, FirstHeld>,
  context: PositionContext,
) {
  const before = new Map((prior?.holdings ?? []).map((holding) => [holdingKey(holding), holding]));
  const now = new Set(quarter.holdings.map(holdingKey));
  const exits = [...before.values()]
    .filter((holding) => !now.has(holdingKey(holding)))
    .map((holding) => ({
      ...holding,
      shares: 0,
      value_usd: 0,
      portfolio_pct: holding.portfolio_pct === null ? null : 0,
    }));
  const tilts = convictions(quarter, context);
  return [...quarter.holdings, ...exits].map((holding: Holding) => {
    const key = holdingKey(holding);
    const was = before.get(key) ?? null;
    const first = (was && firstHeld.get(key)) ?? {
      report_date: quarter.report_date,
      is_certain: prior !== null,
    };
    firstHeld.set(key, first);
    const conviction = tilts.get(key) ?? null;
    const split = splitsOfQuarter(holding, quarter.report_date, context);
    const ending =
      holding.ticker && prior
        ? context.endingOf(holding.ticker, prior.report_date, quarter.report_date)
        : null;
    const change = changeOf(holding, was, prior, split, ending);
    return {
      ...holding,
      fund_name: quarter.fund_name,
      cik: quarter.cik,
      report_date: quarter.report_date,
      filing_date: quarter.filing_date,
      ...change,
      /**
       * Tilt in percentage points (Anton, Cohen & Polk, Best Ideas): the weight of the stock in the
       * fund minus its weight by market capitalization. Only holdings with a known market
       * capitalization are included. The tilts of a fund sum to 0.
       */
      conviction,
      /**
       * The fund has held the stock without a break since this quarter. The date is the last day of
       * the quarter.
       */
      first_held: first.report_date,
      flags: positionFlags(holding, change, first, conviction),
    };
  });
}

/** A position of a fund in a quarter. An exit has 0 shares. */
export type FundPosition = Readonly<ReturnType<typeof positionsIn>[number]>;

function changeOf(
  holding: Holding,
  was: Holding | null,
  prior: FundQuarter | null,
  splitRatio: number,
  ending: Ending | null,
) {
  if (prior === null) {
    return {
      shares_change: null,
      change_pct: null,
      action: null,
      previous_shares: null,
      previous_value_usd: null,
      previous_portfolio_pct: null,
    };
  }
  const before = was ? was.shares : 0;
  const previous_shares = before === null ? null : before * splitRatio;
  const shares_change =
    holding.shares === null || previous_shares === null ? null : holding.shares - previous_shares;
  const change_pct =
    shares_change !== null && previous_shares ? (100 * shares_change) / previous_shares : null;
  return {
    /** Change of the share count since the previous quarter, adjusted for splits. */
    shares_change,
    change_pct,
    action: actionOf(holding, previous_shares, change_pct, ending),
    /**
     * Share count in the previous quarter, adjusted for splits. 0 if the fund did not hold the
     * stock. Null if the count is unknown.
     */
    previous_shares,
    previous_value_usd: was?.value_usd ?? 0,
    previous_portfolio_pct: was ? was.portfolio_pct : isCommonStock(holding) ? 0 : null,
  };
}

/**
 * Returns what the fund did with a position. Null if the fund held the position in both quarters,
 * but a share count is unknown.
 */
function actionOf(
  holding: Holding,
  previous_shares: number | null,
  change_pct: number | null,
  ending: Ending | null,
): Action | null {
  if (previous_shares === 0) return 'new';
  if (!isHeld(holding)) return ending ?? 'exit';
  if (change_pct === null) return null;
  if (Math.abs(change_pct) < HOLD_BELOW_PCT) return 'hold';
  return change_pct > 0 ? 'add' : 'trim';
}

function splitsOfQuarter(
  holding: Holding,
  report_date: string,
  { splits }: PositionContext,
): number {
  const ofTicker = splits.get(holding.ticker ?? '');
  if (ofTicker === undefined || !isCommonStock(holding)) return 1;
  return splitFactor(ofTicker, previousQuarterEnd(report_date), report_date);
}

/**
 * Tilts by holding, for common stock with a known market capitalization. The tilt is 100 × (value −
 * total value × capitalization ÷ total capitalization) ÷ value of the fund. Both totals are sums
 * over these holdings.
 */
function convictions(quarter: FundQuarter, { marketCapOn }: PositionContext): Map<string, number> {
  const known = quarter.holdings.filter(isCommonStock).flatMap((holding) => {
    const cap = holding.ticker && marketCapOn(holding.ticker, quarter.report_date);
    return cap ? [{ key: holdingKey(holding), value_usd: holding.value_usd, cap }] : [];
  });
  const value = sum(known.map((each) => each.value_usd));
  const caps = sum(known.map((each) => each.cap));
  const total = quarter.total_value_usd;
  if (value === 0 || total === null) return new Map();
  return new Map(
    known.map(
      (each) => [each.key, (100 * (each.value_usd - (value * each.cap) / caps)) / total] as const,
    ),
  );
}

function positionFlags(
  holding: Holding,
  change: ReturnType<typeof changeOf>,
  first: FirstHeld,
  conviction: number | null,
): string[] {
  const { action } = change;
  const isStock = isCommonStock(holding);
  const isHeldStock = isStock && isHeld(holding);
  return [
    ...(change.previous_value_usd === null ? ['no_prior_filing'] : []),
    ...(holding.shares === null || lacksShares(change) ? ['shares_missing'] : []),
    ...(action === 'new' ? ['new_position'] : []),
    ...(isStock && !isHeld(holding) ? [action === 'exit' ? 'exited' : `${action}`] : []),
    ...(isStock && isOneOfSeveral(holding) ? ['one_of_several_classes'] : []),
    ...(holding.put_call === null ? [] : ['option']),
    ...(isStock && holding.portfolio_pct === null ? ['no_portfolio_value'] : []),
    ...(isHeldStock && conviction === null ? ['no_market_cap'] : []),
    ...(first.is_certain ? [] : ['held_since_first_filing']),
  ];
}
