import { max, mean, median, min } from 'simple-statistics';
import { daysBetween } from '../dates.ts';
import { groupBy } from '../group-by.ts';

/** A broker's note; targets in US dollars a share, adjusted for later splits. */
export interface AnalystRating {
  readonly date: string;
  readonly firm: string;
  readonly rating: string;
  readonly price_target_usd: number | null;
}

type Consensus = 'strong_buy' | 'moderate_buy' | 'hold' | 'moderate_sell' | 'strong_sell';

/** A record of `price_targets`, without its ticker. */
export interface PriceTargets {
  readonly consensus_rating: Consensus | null;
  /** Mean grade, 1 strong buy … 5 strong sell. */
  readonly consensus_score: number | null;
  readonly strong_buy: number;
  readonly buy: number;
  readonly hold: number;
  readonly sell: number;
  readonly strong_sell: number;
  readonly target_high_usd: number | null;
  readonly target_low_usd: number | null;
  readonly target_mean_usd: number | null;
  readonly target_median_usd: number | null;
  readonly analysts: number;
  readonly price_usd: number | null;
  readonly upside_pct: number | null;
  readonly as_of: string | null;
  readonly flags: readonly string[];
}

const OLDEST_RATING_DAYS = 180;

type Grade = 1 | 2 | 3 | 4 | 5;

/**
 * Brokers' words on the 1–5 scale of I/B/E/S. Our choice: the word that names a count is that
 * count's grade, so a plain "sell" is 4 and only a strong one 5.
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

/** Grade of a broker's word, 1 strong buy … 5 strong sell; null for one we do not know. */
export function ratingGrade(rating: string): Grade | null {
  const word = rating
    .toLowerCase()
    .replace(/[-_\s]+/g, ' ')
    .trim();
  return GRADE_BY_WORD.get(word) ?? null;
}

/** How far a target stands above the price, in percent; null without both or at no price. */
export function upsidePercent(target_usd: number | null, price_usd: number | null): number | null {
  if (target_usd === null || price_usd === null || price_usd <= 0) return null;
  return 100 * (target_usd / price_usd - 1);
}

/**
 * Consensus of one company's ratings at `asOf`, from each firm's latest note of the last 180 days.
 * `analysts` counts the firms with a known grade, and the five counts sum to it; a firm whose
 * latest word is unknown (dropped or suspended coverage too) is left out and flagged
 * `unrecognised_rating`. A firm's target is its newest stated one in the window (Our choice: a note
 * that repeats a rating without a target does not withdraw it). Flags for nulls: `no_ratings`,
 * `no_targets`, `no_price`. `upside_pct` = mean target ÷ price − 1. `as_of` is the newest note's
 * date. Scale: I/B/E/S; bins of the mean: Zacks.
 */
export function priceTargets(
  ratings: readonly AnalystRating[],
  price_usd: number | null,
  asOf: string,
): PriceTargets {
  const firms = latestByFirm(ratings, asOf);
  const graded = firms.filter((firm): firm is Firm & { grade: Grade } => firm.grade !== null);
  const targets = graded.flatMap((firm) => firm.target_usd ?? []);
  const grades = graded.map((firm) => firm.grade);
  const score = grades.length === 0 ? null : mean(grades);
  const target_mean_usd = targets.length === 0 ? null : mean(targets);
  return {
    consensus_rating: score === null ? null : consensus(score),
    consensus_score: score,
    ...counts(grades),
    target_high_usd: targets.length === 0 ? null : max(targets),
    target_low_usd: targets.length === 0 ? null : min(targets),
    target_mean_usd,
    target_median_usd: targets.length === 0 ? null : median(targets),
    analysts: graded.length,
    price_usd,
    upside_pct: upsidePercent(target_mean_usd, price_usd),
    as_of:
      graded.length === 0
        ? null
        : graded
            .map((firm) => firm.date)
            .sort()
            .at(-1)!,
    flags: [
      ...(graded.length === 0 ? ['no_ratings'] : []),
      ...(targets.length === 0 ? ['no_targets'] : []),
      ...(price_usd === null || price_usd <= 0 ? ['no_price'] : []),
      ...(graded.length < firms.length ? ['unrecognised_rating'] : []),
    ],
  };
}

interface Firm {
  readonly date: string;
  readonly grade: Grade | null;
  readonly target_usd: number | null;
}

function latestByFirm(ratings: readonly AnalystRating[], asOf: string): readonly Firm[] {
  const current = ratings
    .filter((rating) => {
      const age = daysBetween(rating.date, asOf);
      return age >= 0 && age <= OLDEST_RATING_DAYS;
    })
    .sort((a, b) => a.date.localeCompare(b.date));
  return [...groupBy(current, (rating) => rating.firm).values()].map((notes) => ({
    date: notes.at(-1)!.date,
    grade: ratingGrade(notes.at(-1)!.rating),
    target_usd: notes.findLast((note) => note.price_target_usd !== null)?.price_target_usd ?? null,
  }));
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

/** Zacks' bins: 1.0, 1.1–2.0, 2.1–3.0, 3.1–4.0, 4.1–5.0, of the mean to one decimal. */
function consensus(score: number): Consensus {
  const rounded = Math.round(score * 10) / 10;
  if (rounded <= 1) return 'strong_buy';
  if (rounded <= 2) return 'moderate_buy';
  if (rounded <= 3) return 'hold';
  return rounded <= 4 ? 'moderate_sell' : 'strong_sell';
}
