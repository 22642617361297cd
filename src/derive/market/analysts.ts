import { compareText } from '../../domain/compare-text.ts';
import { newestDay, shiftDays } from '../../domain/dates.ts';
import { groupBy } from '../../domain/group-by.ts';
import { MAX_RATING_DAYS } from '../../domain/market/constants.ts';
import { ANALYST_CONSENSUS } from '../../domain/market/methods.ts';
import { priceTargets as targetsOf, upsidePercent } from '../../domain/market/ratings.ts';
import type { Sourced } from '../../store/facts-store.ts';
import type { Collections } from '../collection.ts';
import type { Refresh } from '../computation.ts';
import { delistedFlag, lastCloses } from './market.ts';

export const analystCollections = {
  analystRatings: { from: ['analyst_ratings'], rows: analystRatings },
  priceTargets: {
    from: ['analyst_ratings', 'price_target_consensus'],
    rows: priceTargets,
    method: ANALYST_CONSENSUS,
  },
} satisfies Collections;

/**
 * Analyst ratings up to today, with price targets compared with the current price. The flags
 * `no_target` and `no_price` explain a null upside. The flag `delisted` means that the price is the
 * last price before the delisting.
 */
export function analystRatings(refresh: Refresh) {
  const closes = refresh.memo(lastCloses);
  return refresh.facts.all('analyst_ratings').map((rating) => {
    const target = rating.price_target_usd ?? null;
    const price = closes.get(rating.ticker)?.close ?? null;
    return {
      ...rating,
      upside_pct: upsidePercent(target, price),
      flags: [
        ...(target === null ? ['no_target'] : []),
        ...(price === null || price <= 0 ? ['no_price'] : []),
        ...delistedFlag(refresh, rating.ticker),
      ],
    };
  });
}

/**
 * Analyst consensus of each company that has ever been rated. If no rating states a price target,
 * the targets of a vendor's consensus are used.
 */
export function priceTargets(refresh: Refresh) {
  const closes = refresh.memo(lastCloses);
  const ratings = groupBy(refresh.facts.all('analyst_ratings'), ({ ticker }) => ticker);
  const stated = refresh.memo(statedTargets);
  return [...new Set([...ratings.keys(), ...stated.keys()])].map((ticker) => {
    const price = closes.get(ticker);
    const computed = targetsOf(ratings.get(ticker) ?? [], price?.close ?? null, refresh.today);
    const { flags, ...targets } = withStated(computed, stated.get(ticker));
    return {
      ticker,
      ...targets,
      as_of: newestDay(targets.as_of, price?.date),
      method: ANALYST_CONSENSUS.id,
      flags: [...flags, ...delistedFlag(refresh, ticker)],
    };
  });
}

type Targets = ReturnType<typeof targetsOf>;

/** Fills absent targets with the consensus of a vendor and adds the flag `vendor_consensus`. */
function withStated(
  computed: Targets,
  stated: Sourced<'price_target_consensus'> | undefined,
): Targets {
  const mean = stated?.target_mean_usd ?? null;
  if (!stated || mean === null || computed.target_mean_usd !== null) return computed;
  return {
    ...computed,
    target_high_usd: stated.target_high_usd ?? null,
    target_low_usd: stated.target_low_usd ?? null,
    target_mean_usd: mean,
    target_median_usd: stated.target_median_usd ?? null,
    upside_pct: upsidePercent(mean, computed.price_usd),
    as_of: newestDay(computed.as_of, stated.date),
    flags: [...computed.flags.filter((flag) => flag !== 'no_targets'), 'vendor_consensus'],
  };
}

/**
 * The newest consensus of price targets from a vendor, by ticker. A consensus older than
 * `MAX_RATING_DAYS` days is omitted.
 */
function statedTargets({ facts, today }: Refresh) {
  const oldest = shiftDays(today, -MAX_RATING_DAYS);
  const recent = facts.all('price_target_consensus').filter(({ date }) => date >= oldest);
  return new Map(
    recent.sort((a, b) => compareText(a.date, b.date)).map((one) => [one.ticker, one]),
  );
}
