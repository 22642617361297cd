import { optionPrice } from '../domain/options/option-pricing.ts';
import type { Fact } from '../facts/fact-kinds.ts';
import { sharesThen } from './companies.ts';
import { type Day, isoOf, monthEnd, thirdFriday, weekdayFrom } from './days.ts';
import { analystFirms, personName } from './names.ts';
import { rounded } from './prices.ts';
import { randomOf } from './random.ts';
import { expectedMove } from './timeline.ts';
import { type Facts, type Story, sessionAt, type World } from './world.ts';

const firmsBySize = { micro: 1, small: 3, mid: 5, large: 7 } as const;

/**
 * Analysts' grades from best to worst. `words` are the names that firms use for a grade. `target`
 * is the usual ratio of the price target to the stock price.
 */
const grades = [
  { words: ['Strong Buy', 'Conviction Buy'], target: 1.9 },
  { words: ['Buy', 'Outperform', 'Overweight'], target: 1.6 },
  { words: ['Hold', 'Neutral', 'Equal-Weight'], target: 1.08 },
  { words: ['Sell', 'Underperform', 'Underweight'], target: 0.75 },
];

/**
 * Generates the ratings of a company: the first rating of each firm, and rating changes after
 * events that moved the price.
 */
export function analystRatings(world: World, story: Story): Facts<'analyst_ratings'> {
  const { company, milestones, closeOn } = story;
  const firms = analystFirms.slice(company.at % 3).slice(0, firmsBySize[company.size]);
  const end = Math.min(world.today, company.last);
  return firms.flatMap((firm, at) => {
    const random = randomOf(world.seed, 'analysts', company.at, at);
    const analyst = personName(random);
    const first = random.integer(Math.max(company.first, end - 600), end - 20);
    const start = world.sessions[sessionAt(world.sessions, first)]!;
    const moves = milestones
      .filter(({ day, move }) => day > start && Math.abs(move) >= 0.06 && random.chance(0.55))
      .map(({ day, move }) => ({ day: weekdayFrom(day + 1), move }));
    let [grade, before] = [random.pick([0, 1, 1, 1, 2]), null as Fact<'analyst_ratings'> | null];
    return [{ day: start, move: 0 }, ...moves.filter(({ day }) => day < end)].map((one) => {
      const step = one.move > 0.2 && grade > 0 ? -1 : one.move < -0.3 && grade < 3 ? 1 : 0;
      const change = step < 0 ? 'Upgrade' : step > 0 ? 'Downgrade' : 'Reiterates';
      grade += step;
      const { words, target } = grades[grade]!;
      const price = (closeOn(one.day) ?? company.price_usd) * (target + random.between(-0.2, 0.3));
      const rating: Fact<'analyst_ratings'> = {
        ticker: company.ticker,
        date: isoOf(one.day),
        firm,
        analyst,
        rating: before && step === 0 ? before.rating : random.pick(words),
        action: before ? change : 'Initiates',
        previous_rating: before?.rating,
        price_target_usd: rounded(price),
        previous_price_target_usd: before?.price_target_usd,
      };
      before = rating;
      return rating;
    });
  });
}

export function shortInterest(world: World, story: Story): Facts<'short_interest'> {
  const { company, sharesOn } = story;
  const random = randomOf(world.seed, 'short-interest', company.at);
  let share = random.between(0.02, company.size === 'large' ? 0.06 : 0.22);
  let previous_short_shares: number | undefined;
  return Array.from({ length: 12 }, (_, at) => monthEnd(world.today, at - 12)).flatMap((day) => {
    share = Math.min(Math.max(share * Math.exp(0.12 * random.normal()), 0.005), 0.42);
    if (day < company.first || day > company.last) return [];
    const float_shares = Math.round(sharesThen(company, day, sharesOn(day)) * 0.86);
    const short_shares = Math.round(float_shares * share);
    const days_to_cover = Math.round(share * 4_000) / 100;
    const average_daily_volume = Math.round(float_shares / 40);
    const shares = { short_shares, previous_short_shares, average_daily_volume, days_to_cover };
    previous_short_shares = short_shares;
    const fact = { ticker: company.ticker, settlement_date: isoOf(day), ...shares };
    return [company.at % 25 === 4 ? fact : { ...fact, float_shares }];
  });
}

export function failsToDeliver({ sessions }: World, { company: { ticker, at } }: Story) {
  return [{ ticker, date: isoOf(sessions.at(-20)!), shares: 140 * (at + 1), price: 5 + at }];
}

/**
 * Generates the treasury rates at the month ends of four years. They are about five percent at
 * first and lower later.
 */
export function treasuryRates({ seed, today }: World): Facts<'treasury_rates'> {
  const random = randomOf(seed, 'treasury');
  return Array.from({ length: 48 }, (_, at) => {
    const rate_pct = Math.round(520 - Math.max(at - 18, 0) * 5.5 + 5 * random.normal()) / 100;
    const bills = [{ weeks: 13, yield_pct: rate_pct, discount_pct: 3.5 }];
    return { date: isoOf(monthEnd(today, at - 48)), rate_pct, bills };
  });
}

const INTEREST_RATE = 0.04;
const SESSIONS_PER_YEAR = 252;
const LEAST_VALUE_WITH_BID_USD = 0.06;

type Chain = Fact<'option_chains'>;
type Contract = Chain['contracts'][number];

/**
 * Generates the newest option chain of a company. For some companies, also generates the chains of
 * the five trading days before.
 */
export function optionChains(world: World, story: Story): readonly Chain[] {
  const { company, closes } = story;
  const isOptionable = company.size === 'small' ? company.at % 7 < 3 : company.size !== 'micro';
  const days = world.sessions.slice(company.at % 8 === 0 ? -6 : -1);
  return (isOptionable && !company.delisted ? days : []).flatMap((day) => {
    const close = closes[world.sessions.indexOf(day)]!;
    return Number.isNaN(close) ? [] : [chainOn(world, story, day, close)];
  });
}

/**
 * Generates an option chain. For expiries after the next event, the implied variance includes the
 * variance of the event (Dubinsky and Johannes). Formulas can then compute the variance of the
 * event from the chain.
 */
function chainOn(world: World, { company, milestones }: Story, day: Day, close: number): Chain {
  const ahead = milestones.filter(
    ({ kind, planned, known }) =>
      /readout|decision|adcomm/.test(kind) && planned >= world.today && known < world.today,
  );
  const event = ahead.find(({ program }) => program!.lead) ?? ahead[0];
  const daily = company.daily_volatility * Math.sqrt(SESSIONS_PER_YEAR) * 1.05;
  // Options expire on the third Friday of a month. The first expiry is at least six days away.
  const fridays = [0, 1, 2, 3, 4, 5].map((months) => thirdFriday(monthEnd(day, months)));
  const expiries = fridays.filter((friday) => friday >= day + 6).slice(0, 3 + (company.at % 2));
  const step = close < 5 ? 0.5 : close < 25 ? 2.5 : close < 100 ? 5 : 10;
  const nearest = Math.round(close / step);
  const strikes = [-3, -2, -1, 0, 1, 2, 3].map((at) => Math.max(nearest + at, at + 4) * step);
  const contracts = expiries.flatMap((expiry) => {
    const years = (expiry - day) / 365;
    const move = event && event.planned <= expiry ? expectedMove(event, company) : 0;
    const variance = daily ** 2 * (years - 1 / SESSIONS_PER_YEAR) + move ** 2;
    const term = { day, expiry, years, close, volatility: Math.sqrt(variance / years) };
    return strikes.flatMap((strike) => [
      contractOf(company.ticker, 'call', strike, term),
      contractOf(company.ticker, 'put', strike, term),
    ]);
  });
  const snapshot = { date: isoOf(day), snapshot_at: `${isoOf(day)}T20:45:00Z` };
  return { ticker: company.ticker, ...snapshot, underlying_price_usd: close, contracts };
}

function contractOf(
  root: string,
  type: 'call' | 'put',
  strike: number,
  term: Readonly<Record<'day' | 'expiry' | 'years' | 'close' | 'volatility', number>>,
): Contract {
  const { day, years, close, volatility } = term;
  const expiry = isoOf(term.expiry);
  // OCC symbol: root, expiry as YYMMDD, C or P, and the strike in thousandths of a dollar as eight
  // digits.
  const thousandths = String(Math.round(strike * 1000)).padStart(8, '0');
  const letter = type === 'call' ? 'C' : 'P';
  const option_symbol = `${root}${expiry.slice(2).replaceAll('-', '')}${letter}${thousandths}`;
  const random = randomOf(day, option_symbol);
  const skew = Math.log(strike / close);
  const smile = 1 + 0.12 * skew ** 2 - 0.06 * skew;
  const market = { underlying_price_usd: close, risk_free_rate: INTEREST_RATE, dividend_yield: 0 };
  const price = optionPrice({ ...market, type, strike, years }, volatility * smile);
  // An American option is worth at least its exercise value.
  const value = Math.max(price, type === 'call' ? close - strike : strike - close, 0);
  const half = Math.max(value < 3 ? 0.025 : 0.05, value * random.between(0.01, 0.05));
  const usual = 0.9 * randomOf(0, option_symbol).normal();
  const open_interest = Math.round(Math.exp(6.5 - 4 * Math.abs(skew) - years + usual));
  // A few contracts have unusually high volume.
  const rush = random.chance(0.012) ? random.between(3, 12) : random.between(0, 0.5);
  const volume = Math.round(open_interest * rush);
  return {
    option_symbol,
    type,
    strike,
    expiry,
    bid: value < LEAST_VALUE_WITH_BID_USD ? 0 : cents(value - half),
    ask: Math.max(cents(value + half), 0.05),
    last: open_interest < 20 && volume === 0 ? null : Math.max(cents(value), 0.01),
    volume,
    open_interest,
  };
}

function cents(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Whether data vendors have records of a company. In the demo, they cover only large companies. */
const isCovered = ({ today }: World, { company }: Story) =>
  company.size === 'large' && company.last > today - 30 && company.first < today - 100;

export function shareCounts(world: World, story: Story): Facts<'share_counts'> {
  const { company, sharesOn } = story;
  // For a few companies, no source states a float.
  if (!isCovered(world, story) || company.at % 25 === 4) return [];
  const day = world.today - 9;
  const float_shares = Math.round(sharesThen(company, day, sharesOn(day)) * 0.86);
  return [{ ticker: company.ticker, date: isoOf(day), float_shares }];
}

/** Generates the exchange's list of companies. It does not contain delisted companies. */
export function listingsOf({ sessions }: World, story: Story): Facts<'listings'> {
  const { ticker, at, first, last, delisted } = story.company;
  const market_cap_usd = Math.round((story.closeOn(last) ?? 0) * story.sharesOn(last));
  const year = Number(isoOf(first).slice(0, 4));
  const ipo_year = first > sessions[0]! ? year : year - 3 - (at % 20);
  return delisted ? [] : [{ ticker, date: isoOf(last), market_cap_usd, ipo_year }];
}

export function dividendsOf(world: World, story: Story): Facts<'dividends'> {
  if (!isCovered(world, story)) return [];
  return [{ ticker: story.company.ticker, ex_date: isoOf(world.today - 500), amount_usd: 0.2 }];
}

export function targetConsensus(world: World, story: Story): Facts<'price_target_consensus'> {
  if (!isCovered(world, story)) return [];
  const { ticker, price_usd } = story.company;
  const target = (ratio: number) => rounded(price_usd * ratio);
  const range = { target_high_usd: target(1.7), target_low_usd: target(0.9) };
  const middle = { target_mean_usd: target(1.3), target_median_usd: target(1.2) };
  return [{ ticker, date: isoOf(world.today - 4), ...range, ...middle }];
}

export function salesEstimates(world: World, story: Story): Facts<'sales_estimates'> {
  const { company, programs } = story;
  // The server uses a sales consensus only for a company with exactly one active program. To limit
  // this use, the demo creates a consensus only for companies with at least three programs.
  if (!isCovered(world, story) || programs.length < 3) return [];
  const year = Number(isoOf(world.today).slice(0, 4)) + 2;
  const estimate = { ticker: company.ticker, period_end: `${year}-12-31`, analysts: 7 };
  return [{ ...estimate, seen_date: isoOf(world.today - 4), revenue_usd: 2.4e9 }];
}
