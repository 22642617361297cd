import cdf from '@stdlib/stats-base-dists-normal-cdf';
import type { Fact } from '../../facts.ts';
import { type Day, isoOf, monthEndAfter, thirdFriday } from './calendar.ts';
import type { Milestone, Story, World } from './model.ts';
import { expectedMove } from './moves.ts';
import { type Random, randomOf } from './random.ts';

const rate = 0.04;
const sessionsInYear = 252;

type Contract = Fact<'option_chains'>['contracts'][number];

/**
 * The newest chain of an optionable company and, for some, those of the five sessions before it.
 * Expiries after the next event carry its variance beside the everyday one (Dubinsky–Johannes:
 * total variance adds), so that the event can be read back out of the chain.
 */
export function optionChainsOf(world: World, story: Story): readonly Fact<'option_chains'>[] {
  const { company, closes } = story;
  if (!company.optionable || company.delisted) return [];
  const days = company.at % 5 < 2 ? 6 : 1;
  const chains: Fact<'option_chains'>[] = [];
  for (let at = world.sessions.length - days; at < world.sessions.length; at++) {
    const close = closes[at]!;
    if (!Number.isNaN(close)) chains.push(chain(world, story, world.sessions[at]!, close));
  }
  return chains;
}

function chain(world: World, story: Story, day: Day, close: number): Fact<'option_chains'> {
  const { company } = story;
  const random = randomOf(world.seed, 'options', company.at, world.today - day);
  const strikes = strikesAround(close, company.at % 2 === 0 ? 4 : 6);
  const contracts = expiriesAfter(day, 3 + (company.at % 2)).flatMap((expiry) =>
    strikes.flatMap((strike) =>
      (['call', 'put'] as const).map((type) =>
        contract(world, story, { day, expiry, strike, close, type }, random),
      ),
    ),
  );
  return {
    ticker: company.ticker,
    date: isoOf(day),
    snapshot_at: `${isoOf(day)}T20:45:00Z`,
    underlying_price_usd: close,
    contracts,
  };
}

interface Quote {
  readonly day: Day;
  readonly expiry: Day;
  readonly strike: number;
  readonly close: number;
  readonly type: 'call' | 'put';
}

function contract(world: World, story: Story, quote: Quote, random: Random): Contract {
  const { close, strike, expiry, type, day } = quote;
  const years = (expiry - day) / 365;
  const value = blackScholes(quote, years, volatilityAt(world, story, quote, years));
  const tick = value < 3 ? 0.05 : 0.1;
  const half = Math.max(tick / 2, value * random.between(0.01, 0.05));
  const far = Math.abs(Math.log(strike / close));
  const interest = Math.round(Math.exp(6.5 - 4 * far - years + 0.9 * random.normal()));
  // Some contracts trade far more than usual, and some quotes have no bid.
  const rush = random.chance(0.012) ? random.between(3, 12) : random.between(0, 0.5);
  return {
    option_symbol: symbolOf(story.company.ticker, quote),
    type,
    strike,
    expiry: isoOf(expiry),
    bid: value < 0.06 ? 0 : cents(value - half),
    ask: Math.max(cents(value + half), 0.05),
    ...(interest < 20 && random.chance(0.5) ? {} : { last: Math.max(cents(value), 0.01) }),
    volume: Math.round(interest * rush),
    open_interest: interest,
  };
}

/** The smile around the volatility of the term: everyday variance, and the event's where it falls. */
function volatilityAt(world: World, story: Story, quote: Quote, years: number): number {
  const { company } = story;
  const everyday = company.daily_volatility * Math.sqrt(sessionsInYear) * 1.05;
  const event = nextEvent(world, story);
  const carried = event !== null && event.planned <= quote.expiry ? expectedMove(event, company) : 0;
  const variance = everyday ** 2 * Math.max(years - 1 / sessionsInYear, years / 2) + carried ** 2;
  const skew = Math.log(quote.strike / quote.close);
  return Math.sqrt(variance / years) * (1 + 0.12 * skew ** 2 - 0.06 * skew);
}

/** The next event that the market knows of and that moves the price: no congress, no filing. */
function nextEvent(world: World, story: Story): Milestone | null {
  const next = story.milestones.find(
    ({ kind, planned, known, program }) =>
      planned >= world.today &&
      known < world.today &&
      program?.lead === true &&
      (kind === 'readout' || kind === 'decision' || kind === 'adcomm'),
  );
  return next ?? null;
}

/** Black and Scholes 1973, without dividends. */
function blackScholes({ close, strike, type }: Quote, years: number, volatility: number): number {
  const deviation = volatility * Math.sqrt(years);
  const first = (Math.log(close / strike) + rate * years) / deviation + deviation / 2;
  const paid = strike * Math.exp(-rate * years);
  const call = close * cdf(first, 0, 1) - paid * cdf(first - deviation, 0, 1);
  return Math.max(type === 'call' ? call : call - close + paid, 0);
}

/** The third Fridays of the months to come, the first at least six days away. */
function expiriesAfter(day: Day, count: number): readonly Day[] {
  const fridays = Array.from({ length: count + 2 }, (_, months) =>
    thirdFriday(monthEndAfter(day, months)),
  );
  return fridays.filter((friday) => friday >= day + 6).slice(0, count);
}

/** Strikes on the grid of the price, so many on either side. */
function strikesAround(close: number, count: number): readonly number[] {
  const step = close < 5 ? 0.5 : close < 25 ? 2.5 : close < 100 ? 5 : 10;
  const middle = Math.round(close / step);
  return Array.from({ length: 2 * count + 1 }, (_, at) => (middle - count + at) * step).filter(
    (strike) => strike > 0,
  );
}

/** Root, expiry as YYMMDD, C or P, and the strike in thousandths, eight digits. */
function symbolOf(ticker: string, { expiry, type, strike }: Quote): string {
  const date = isoOf(expiry).slice(2).replaceAll('-', '');
  const letter = type === 'call' ? 'C' : 'P';
  return `${ticker}${date}${letter}${String(Math.round(strike * 1000)).padStart(8, '0')}`;
}

function cents(value: number): number {
  return Math.round(value * 100) / 100;
}
