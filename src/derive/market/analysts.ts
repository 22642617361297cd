import { isDelisted } from '../../domain/companies/listing.ts';
import { groupBy } from '../../domain/group-by.ts';
import { ANALYST_CONSENSUS } from '../../domain/market/methods.ts';
import { priceTargets as targetsOf, upsidePercent } from '../../domain/market/ratings.ts';
import type { Sourced } from '../../store/facts-store.ts';
import { newestDay } from '../as-of.ts';
import type { Collections } from '../collection.ts';
import type { Refresh } from '../computation.ts';
import { lastCloses } from './market.ts';

export const analystCollections = {
  analystRatings: { from: ['analyst_ratings'], rows: analystRatings },
  priceTargets: { from: ['analyst_ratings'], rows: priceTargets, method: ANALYST_CONSENSUS },
} satisfies Collections;

/**
 * Analyst ratings up to today, with price targets compared with the current price. The flags
 * `no_target` and `no_price` explain a null upside. The flag `delisted` marks the last price before
 * delisting.
 */
export function analystRatings(refresh: Refresh) {
  const closes = refresh.memo(lastCloses);
  return refresh.memo(knownRatings).map((rating) => {
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

/** Analyst consensus of each company that has ever been rated. */
export function priceTargets(refresh: Refresh) {
  const closes = refresh.memo(lastCloses);
  const ratings = groupBy(refresh.memo(knownRatings), ({ ticker }) => ticker);
  return [...ratings].map(([ticker, notes]) => {
    const price = closes.get(ticker);
    const { flags, ...targets } = targetsOf(
      notes.map(({ date, firm, rating, price_target_usd }) => ({
        date,
        firm,
        rating: rating ?? '',
        price_target_usd: price_target_usd ?? null,
      })),
      price?.close ?? null,
      refresh.today,
    );
    return {
      ticker,
      ...targets,
      as_of: newestDay(targets.as_of, price?.date),
      method: ANALYST_CONSENSUS.id,
      flags: [...flags, ...delistedFlag(refresh, ticker)],
    };
  });
}

function delistedFlag({ universe, today }: Refresh, ticker: string): readonly string[] {
  return isDelisted(universe.company(ticker), today) ? ['delisted'] : [];
}

function knownRatings({ facts }: Refresh): readonly Sourced<'analyst_ratings'>[] {
  return facts.all('analyst_ratings');
}
