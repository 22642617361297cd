import type { Fact } from '../facts/fact-kinds.ts';
import { type Books, sharesOn } from './books.ts';
import { isoOf, monthEndAfter, weekdayFrom } from './days.ts';
import { closeOn, type Story, sessionAt, sharesThen, type World } from './model.ts';
import { analystFirms, personName } from './names.ts';
import { rounded } from './prices.ts';
import { type Random, randomOf, shuffled } from './random.ts';

const coverage = { micro: [0, 3], small: [2, 5], mid: [4, 8], large: [6, 10] } as const;

/** From best to worst; the firms have different words for the same grades. */
const grades = [
  ['Strong Buy', 'Conviction Buy'],
  ['Buy', 'Outperform', 'Overweight'],
  ['Hold', 'Neutral', 'Equal-Weight'],
  ['Sell', 'Underperform', 'Underweight'],
] as const;

/** Each covering firm's initiation and its changes after events that moved the price. */
export function analystRatingsOf(world: World, story: Story): readonly Fact<'analyst_ratings'>[] {
  const { company } = story;
  const random = randomOf(world.seed, 'analysts', company.at);
  const [least, most] = coverage[company.size];
  const count = random.integer(least, most);
  const firms = shuffled(analystFirms, random).slice(0, count);
  return firms.flatMap((firm) => ratingsOfFirm(world, story, firm, random));
}

function ratingsOfFirm(
  world: World,
  story: Story,
  firm: string,
  random: Random,
): readonly Fact<'analyst_ratings'>[] {
  const analyst = personName(random);
  const end = Math.min(world.today, story.company.last);
  const first = random.integer(Math.max(story.company.first, end - 700), end - 20);
  const start = world.sessions[sessionAt(world.sessions, first)]!;
  const ratings: Fact<'analyst_ratings'>[] = [];
  let grade = random.pick([0, 1, 1, 1, 2]);
  let rating: string | null = null;
  let target: number | null = null;
  const rate = (day: number, next: number) => {
    const price = closeOn(world, story, day);
    if (price === null) return;
    const words = grades[next]!;
    const word = next === grade && rating !== null ? rating : random.pick(words);
    const aim = rounded(price * ([1.9, 1.6, 1.08, 0.75][next]! + random.between(-0.2, 0.3)));
    const [before, aimed] = [rating, target];
    ratings.push({
      ticker: story.company.ticker,
      date: isoOf(day),
      firm,
      ...(random.chance(0.08) ? {} : { analyst }),
      rating: word,
      action:
        before === null
          ? 'Initiates'
          : next < grade
            ? 'Upgrade'
            : next > grade
              ? 'Downgrade'
              : 'Reiterates',
      ...(before === null ? {} : { previous_rating: before }),
      ...(random.chance(0.05) ? {} : { price_target_usd: aim }),
      ...(aimed === null ? {} : { previous_price_target_usd: aimed }),
    });
    [grade, rating, target] = [next, word, aim];
  };
  rate(start, grade);
  for (const { day, move } of story.milestones) {
    const on = weekdayFrom(day + 1);
    if (day <= start || on + 1 >= end || Math.abs(move) < 0.06 || !random.chance(0.55)) continue;
    rate(on, move > 0.2 ? Math.max(grade - 1, 0) : move < -0.3 ? Math.min(grade + 1, 3) : grade);
  }
  return ratings;
}

/** Month-end short interest over the last year. */
export function shortInterestOf(
  world: World,
  story: Story,
  books: Books,
): readonly Fact<'short_interest'>[] {
  const { company } = story;
  const random = randomOf(world.seed, 'short-interest', company.at);
  let share = random.between(0.02, company.size === 'large' ? 0.06 : 0.22);
  const records: Fact<'short_interest'>[] = [];
  for (let months = 12; months >= 1; months--) {
    const day = monthEndAfter(world.today, -months);
    share = Math.min(Math.max(share * Math.exp(0.12 * random.normal()), 0.005), 0.42);
    if (day < company.first || day > company.last) continue;
    const outstanding = sharesThen(company, day, sharesOn(company, books.raises, day));
    const float = Math.round(outstanding * 0.86);
    records.push({
      ticker: company.ticker,
      settlement_date: isoOf(day),
      short_shares: Math.round(float * share),
      ...(company.at % 25 === 4 ? {} : { float_shares: float }),
    });
  }
  return records;
}

/** Month-end rates over four years: about five percent, then falling. */
export function treasuryRates(world: World): readonly Fact<'treasury_rates'>[] {
  const random = randomOf(world.seed, 'treasury');
  return Array.from({ length: 48 }, (_, at) => ({
    date: isoOf(monthEndAfter(world.today, at - 48)),
    rate_pct: Math.round((5.2 - Math.max(at - 18, 0) * 0.055 + 0.05 * random.normal()) * 100) / 100,
  }));
}
