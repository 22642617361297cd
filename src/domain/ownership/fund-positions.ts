/** Positions of funds, and how they changed over a quarter. */
import { sum } from 'simple-statistics';
import { previousQuarterEnd } from '../finance/quarters.ts';
import { groupBy } from '../group-by.ts';
import { isCommonStock } from './fund-filings.ts';
import { type FundQuarter, type Holding, holdingKey } from './fund-holdings.ts';
import type { Split } from './splits.ts';

/** A company that was bought or delisted ends a holding; its fund did not leave it. */
type Ending = 'acquired' | 'delisted';
type Action = 'new' | 'add' | 'trim' | 'exit' | 'hold' | Ending;

export interface FundPosition {
  readonly security: string;
  readonly ticker: string | null;
  readonly title_of_class: string;
  readonly fund_name: string;
  readonly cik: string;
  readonly report_date: string;
  readonly filing_date: string;
  /** Null where the filing states no number; 0 for an exit. */
  readonly shares: number | null;
  readonly value_usd: number;
  readonly portfolio_pct: number | null;
  readonly share_type: 'SH' | 'PRN';
  readonly put_call: 'Put' | 'Call' | null;
  /** Split-adjusted, against the quarter before. */
  readonly shares_change: number | null;
  readonly change_pct: number | null;
  readonly action: Action | null;
  /** Shares at the end of the quarter before, split-adjusted; 0 when there were none, null when unknown. */
  readonly previous_shares: number | null;
  readonly previous_value_usd: number | null;
  readonly previous_portfolio_pct: number | null;
  /**
   * Tilt in percentage points: weight in the fund less the weight that the holding would have by
   * market capitalisation (Anton, Cohen & Polk, Best Ideas), so never above `portfolio_pct`. The
   * holdings of known market capitalisation share what the fund has in them: their tilts sum to 0.
   */
  readonly conviction: number | null;
  /** First quarter's end of the present unbroken holding. */
  readonly first_held: string;
  readonly flags: readonly string[];
}

export interface PositionContext {
  /** By ticker. */
  readonly splits: ReadonlyMap<string, readonly Split[]>;
  /** At or last before a date, US dollars. */
  readonly marketCapOn: (ticker: string, date: string) => number | null;
  /** How a company stopped trading between two quarters' ends; null where it did not. */
  readonly endingOf: (ticker: string, after: string, upTo: string) => Ending | null;
}

interface FirstHeld {
  readonly report_date: string;
  /** False when the fund has no filing for the quarter before. */
  readonly is_certain: boolean;
}

/** Our choice: a change of less than half a percent is none. */
const HOLD_BELOW_PCT = 0.5;

/**
 * One record a position and quarter, exits included (shares 0), in the order of the quarters. Where
 * a filing states no number of shares, what is held or was left is known, and no change is.
 *
 * Flags: `no_prior_filing` (the fund has no filing for the quarter before: change and action are
 * null), `shares_missing` (this filing or the one before states no number of shares: no change),
 * `held_since_first_filing` (the holding may be older), `new_position` (no change in
 * percent), `option` (neither weight nor conviction), `no_portfolio_value` (the fund states no
 * value: no weight), `exited`, `acquired`, `delisted` and `no_market_cap` (no conviction),
 * `one_of_several_classes` (the issuer has others).
 */
export function fundPositions(
  quarters: readonly FundQuarter[],
  context: PositionContext,
): FundPosition[] {
  return [...groupBy(quarters, (quarter) => quarter.cik).values()].flatMap((own) => {
    const byDate = new Map(own.map((quarter) => [quarter.report_date, quarter]));
    const firstHeld = new Map<string, FirstHeld>();
    return own.flatMap((quarter) => {
      const prior = byDate.get(previousQuarterEnd(quarter.report_date)) ?? null;
      return positionsIn(quarter, prior, firstHeld, context);
    });
  });
}

/** Whether a holding ended with its company: bought or delisted, not left by the fund. */
export function isEnded({ action }: Pick<FundPosition, 'action'>): boolean {
  return action === 'acquired' || action === 'delisted';
}

/** Whether the issuer has other classes, so that a sum over the ticker would add them together. */
export function isOneOfSeveral({
  security,
  ticker,
}: Pick<Holding, 'security' | 'ticker'>): boolean {
  return ticker !== null && security !== ticker;
}

/** Whether the fund holds it at the quarter's end, in whatever number. */
export function isHeld({ shares }: Pick<FundPosition, 'shares'>): boolean {
  return shares !== 0;
}

/** Whether the fund filed for the quarter before too, and a number of shares lacks to compare. */
export function lacksShares({
  shares_change,
  previous_value_usd,
}: Pick<FundPosition, 'shares_change' | 'previous_value_usd'>): boolean {
  return shares_change === null && previous_value_usd !== null;
}

/**
 * Price-neutral value of a change, US dollars: shares changed × price at the earlier quarter's
 * end; new positions at the present one, having no earlier price. Without numbers of shares what was
 * opened or left is worth what its filing says, and any other change is null. 0 where the fund did
 * not file for the quarter before.
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
): FundPosition[] {
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
  return [...quarter.holdings, ...exits].map((holding) => {
    const key = holdingKey(holding);
    const was = before.get(key) ?? null;
    const first = (was && firstHeld.get(key)) ?? {
      report_date: quarter.report_date,
      is_certain: prior !== null,
    };
    firstHeld.set(key, first);
    const conviction = tilts.get(key) ?? null;
    const split = splitFactor(holding, quarter.report_date, context);
    const ending =
      holding.ticker && prior
        ? context.endingOf(holding.ticker, prior.report_date, quarter.report_date)
        : null;
    const change = changeOf(holding, was, prior, split, ending);
    return {
      security: holding.security,
      ticker: holding.ticker,
      title_of_class: holding.title_of_class,
      share_type: holding.share_type,
      put_call: holding.put_call,
      shares: holding.shares,
      value_usd: holding.value_usd,
      portfolio_pct: holding.portfolio_pct,
      fund_name: quarter.fund_name,
      cik: quarter.cik,
      report_date: quarter.report_date,
      filing_date: quarter.filing_date,
      ...change,
      conviction,
      first_held: first.report_date,
      flags: positionFlags(holding, change, first, conviction),
    };
  });
}

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
    shares_change,
    change_pct,
    action: actionOf(holding, previous_shares, change_pct, ending),
    previous_shares,
    previous_value_usd: was?.value_usd ?? 0,
    previous_portfolio_pct: was ? was.portfolio_pct : isCommonStock(holding) ? 0 : null,
  };
}

/** Null where the fund held it before and does now, in a number that is not known. */
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

/** Product of the splits between the quarter before and this one. */
function splitFactor(holding: Holding, report_date: string, { splits }: PositionContext): number {
  const own = splits.get(holding.ticker ?? '');
  if (own === undefined || !isCommonStock(holding)) return 1;
  const since = previousQuarterEnd(report_date);
  return own
    .filter((split) => split.date > since && split.date <= report_date)
    .reduce((factor, split) => factor * split.ratio, 1);
}

/**
 * Tilts by holding, over the common stock whose market capitalisation is known:
 * 100 × (value − value of all of them × cap ÷ their caps) ÷ value of the fund.
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
