import cdf from '@stdlib/stats-base-dists-normal-cdf';
import type { Fact } from '../facts/fact-kinds.ts';
import { type Day, isoOf, monthEndAfter, thirdFriday } from './days.ts';
import type { Company, Milestone, Story, World } from './model.ts';
import { expectedMove } from './moves.ts';
import { hash, normalOf, type Random, randomOf } from './random.ts';

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
  const days = company.at % 10 < 1 ? 6 : 1;
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
  const strikes = strikesAround(close, company.at % 2 === 0 ? 3 : 5);
  const event = nextEvent(world, story);
  const contracts = expiriesAfter(day, 3 + (company.at % 2)).flatMap((expiry) => {
    const term = termOf(company, event, day, expiry);
    return strikes.flatMap((strike) => [
      contract(term, { strike, close, type: 'call' }, random),
      contract(term, { strike, close, type: 'put' }, random),
    ]);
  });
  return {
    ticker: company.ticker,
    date: isoOf(day),
    snapshot_at: `${isoOf(day)}T20:45:00Z`,
    underlying_price_usd: close,
    contracts,
  };
}

/** What the contracts of one expiry have in common. */
interface Term {
  /** Root and expiry as YYMMDD: the beginning of the contracts' symbols. */
  readonly root: string;
  readonly expiry: string;
  readonly years: number;
  /** Annual volatility at the money. */
  readonly volatility: number;
}

interface Quote {
  readonly strike: number;
  readonly close: number;
  readonly type: 'call' | 'put';
}

/** Everyday variance over the term, and the event's where it falls into the term. */
function termOf(company: Company, event: Milestone | null, day: Day, expiry: Day): Term {
  const years = (expiry - day) / 365;
  const everyday = company.daily_volatility * Math.sqrt(sessionsInYear) * 1.05;
  const carried = event !== null && event.planned <= expiry ? expectedMove(event, company) : 0;
  const variance = everyday ** 2 * (years - 1 / sessionsInYear) + carried ** 2;
  const text = isoOf(expiry);
  return {
    root: company.ticker + text.slice(2).replaceAll('-', ''),
    expiry: text,
    years,
    volatility: Math.sqrt(variance / years),
  };
}

function contract(term: Term, quote: Quote, random: Random): Contract {
  const { strike, close, type } = quote;
  const skew = Math.log(strike / close);
  const smile = 1 + 0.12 * skew ** 2 - 0.06 * skew;
  const value = blackScholes(quote, term.years, term.volatility * smile);
  const half = Math.max(value < 3 ? 0.025 : 0.05, value * random.between(0.01, 0.05));
  const symbol = symbolOf(term, quote);
  const usual = 0.9 * normalOf(hash(symbol)) + 0.03 * random.normal();
  const interest = Math.round(Math.exp(6.5 - 4 * Math.abs(skew) - term.years + usual));
  // Some contracts trade far more than usual, and some quotes have no bid or no last price.
  const rush = random.chance(0.012) ? random.between(3, 12) : random.between(0, 0.5);
  const volume = Math.round(interest * rush);
  return {
    option_symbol: symbol,
    type,
    strike,
    expiry: term.expiry,
    bid: value < 0.06 ? 0 : cents(value - half),
    ask: Math.max(cents(value + half), 0.05),
    last: interest < 20 && volume === 0 ? null : Math.max(cents(value), 0.01),
    volume,
    open_interest: interest,
  };
}

/**
 * The next event that the market knows of and that moves the price, no congress and no filing: one
 * of the lead program or, where it has none, of another.
 */
function nextEvent(world: World, story: Story): Milestone | null {
  const ahead = story.milestones.filter(
    ({ kind, planned, known }) =>
      planned >= world.today &&
      known < world.today &&
      (kind === 'readout' || kind === 'decision' || kind === 'adcomm'),
  );
  return ahead.find(({ program }) => program!.lead) ?? ahead[0] ?? null;
}

/** Black and Scholes 1973, without dividends; never below what exercise brings at once. */
function blackScholes({ close, strike, type }: Quote, years: number, volatility: number): number {
  const deviation = volatility * Math.sqrt(years);
  const first = (Math.log(close / strike) + rate * years) / deviation + deviation / 2;
  const paid = strike * Math.exp(-rate * years);
  const call = close * cdf(first, 0, 1) - paid * cdf(first - deviation, 0, 1);
  // Who holds an American option can take its intrinsic value on any day.
  return type === 'call'
    ? Math.max(call, close - strike, 0)
    : Math.max(call - close + paid, strike - close, 0);
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

/** Root and expiry, C or P, and the strike in thousandths, eight digits. */
function symbolOf({ root }: Term, { type, strike }: Quote): string {
  const letter = type === 'call' ? 'C' : 'P';
  return root + letter + String(Math.round(strike * 1000)).padStart(8, '0');
}

function cents(value: number): number {
  return Math.round(value * 100) / 100;
}
