import { max, mean, median, min } from 'simple-statistics';
import { newestDay, shiftDays } from '../dates.ts';
import { groupBy } from '../group-by.ts';
import { MAX_RATING_DAYS } from './constants.ts';

/**
 * A rating, a price target, or both, as an analyst firm published them. The target is in US dollars
 * per share, adjusted for later splits.
 */
export interface AnalystRating {
  readonly date: string;
  readonly firm: string;
  readonly rating?: string | null | undefined;
  readonly price_target_usd?: number | null | undefined;
}

type Consensus = 'strong_buy' | 'moderate_buy' | 'hold' | 'moderate_sell' | 'strong_sell';

type Grade = 1 | 2 | 3 | 4 | 5;

/**
 * Names of ratings for each grade of the 1–5 scale of I/B/E/S. Our choice: "sell" is 4, and only
 * "strong sell" is 5.
 */
const WORDS: Readonly<Record<Grade, string>> = {
  1: 'strong buy, conviction buy, top pick',
  2:
    'buy, outperform, overweight, moderate buy, sector outperform, market outperform, ' +
    'accumulate, add, positive, speculative buy',
  3:
    'hold, neutral, equal weight, market perform, sector perform, peer perform, in line, ' +
    'perform, sector weight, mixed',
  4:
    'sell, underperform, underweight, reduce, moderate sell, negative, sector underperform, ' +
    'market underperform',
  5: 'strong sell, conviction sell',
};

const GRADE_BY_WORD: ReadonlyMap<string, Grade> = new Map(
  ([1, 2, 3, 4, 5] as const).flatMap((grade) =>
    WORDS[grade].split(', ').map((word) => [word, grade] as const),
  ),
);

/** Grade of a rating from 1 (strong buy) to 5 (strong sell), or null for an unknown rating. */
export function ratingGrade(rating: string): Grade | null {
  const word = rating
    .toLowerCase()
    .replace(/[-_\s]+/g, ' ')
    .trim();
  return GRADE_BY_WORD.get(word) ?? null;
}

/**
 * The percentage by which a price target exceeds the price. Null if either is unknown, or if the
 * price is 0.
 */
export function upsidePercent(target_usd: number | null, price_usd: number | null): number | null {
  if (target_usd === null || price_usd === null || price_usd <= 0) return null;
  return 100 * (target_usd / price_usd - 1);
}

/**
 * Consensus of a company's ratings on `asOf`, from the notes that each firm published in the last
 * `MAX_RATING_DAYS` days. `analysts` is the number of firms with a known grade. If a firm has an
 * unknown rating, it is left out, and the flag `unrecognised_rating` is set. Our choice: the newest
 * rating and the newest target of each firm are used. They may be from different notes, because a
 * note that omits the rating or the target does not withdraw the previous value. These flags state
 * why a value is null: `no_ratings`, `no_targets`, `no_price`. The scale is that of I/B/E/S, and
 * the bins of the mean are those of Zacks.
 */
export function priceTargets(
  ratings: readonly AnalystRating[],
  price_usd: number | null,
  asOf: string,
) {
  const firms = latestByFirm(ratings, asOf);
  const counted = firms.filter((firm) => firm.grade !== null || !firm.isRated);
  const targets = counted.flatMap((firm) => firm.target_usd ?? []);
  const grades = firms.flatMap((firm) => firm.grade ?? []);
  const score = grades.length === 0 ? null : mean(grades);
  const target_mean_usd = targets.length === 0 ? null : mean(targets);
  return {
    consensus_rating: score === null ? null : consensus(score),
    /** Mean grade, from 1 (strong buy) to 5 (strong sell). */
    consensus_score: score,
    ...counts(grades),
    target_high_usd: targets.length === 0 ? null : max(targets),
    target_low_usd: targets.length === 0 ? null : min(targets),
    target_mean_usd,
    target_median_usd: targets.length === 0 ? null : median(targets),
    analysts: grades.length,
    price_usd,
    upside_pct: upsidePercent(target_mean_usd, price_usd),
    as_of: newestDay(...counted.map((firm) => firm.date)),
    flags: [
      ...(grades.length === 0 ? ['no_ratings'] : []),
      ...(targets.length === 0 ? ['no_targets'] : []),
      ...(price_usd === null || price_usd <= 0 ? ['no_price'] : []),
      ...(counted.length < firms.length ? ['unrecognised_rating'] : []),
    ],
  };
}

function latestByFirm(ratings: readonly AnalystRating[], asOf: string) {
  const oldest = shiftDays(asOf, -MAX_RATING_DAYS);
  const current = ratings
    .filter(({ date }) => date >= oldest && date <= asOf)
    .sort((a, b) => a.date.localeCompare(b.date));
  return [...groupBy(current, (rating) => rating.firm).values()].map((notes) => {
    const rating = notes.findLast((note) => note.rating)?.rating;
    return {
      date: notes.at(-1)!.date,
      isRated: Boolean(rating),
      grade: ratingGrade(rating ?? ''),
      target_usd: notes.findLast((note) => note.price_target_usd != null)?.price_target_usd ?? null,
    };
  });
}

function counts(grades: readonly Grade[]) {
  const count = (grade: Grade) => grades.filter((given) => given === grade).length;
  return {
    strong_buy: count(1),
    buy: count(2),
    hold: count(3),
    sell: count(4),
    strong_sell: count(5),
  };
}

/**
 * The consensus for a mean grade, which is rounded to one decimal. The bins are those of Zacks:
 * 1.0, 1.1–2.0, 2.1–3.0, 3.1–4.0, 4.1–5.0.
 */
function consensus(score: number): Consensus {
  const rounded = Math.round(score * 10) / 10;
  if (rounded <= 1) return 'strong_buy';
  if (rounded <= 2) return 'moderate_buy';
  if (rounded <= 3) return 'hold';
  return rounded <= 4 ? 'moderate_sell' : 'strong_sell';
}
