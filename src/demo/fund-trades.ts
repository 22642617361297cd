import { type Books, sharesOn } from './books.ts';
import type { Day } from './days.ts';
import { closeOn, type Story, type World } from './model.ts';
import { fundNames } from './names.ts';
import { type OutsideBook, outsideBook, tradeOutside } from './outside-holdings.ts';
import { hash, type Random, randomOf } from './random.ts';

const specialists = 20;

/** A stake of more would have to be disclosed as that of an insider (Exchange Act, section 16). */
const usualStakeLimit = 0.099;
/** A few specialists go beyond it in some companies. */
const boldStakeLimit = 0.149;
const boldFunds = [3, 11, 16];

/** The part of a company that all funds together hold at most. */
const allFundsLimit = 0.55;

/** A fund with what it holds, which every quarter changes. */
export interface Fund {
  readonly at: number;
  readonly name: string;
  readonly specialist: boolean;
  /** Number of companies of the universe that it wants to hold. */
  readonly wanted: number;
  /** US dollars that it means for a company of the universe. */
  readonly stake_usd: number;
  /** Shares by company. */
  readonly held: Map<Story, number>;
  readonly outside: OutsideBook;
  readonly random: Random;
}

/** What funds trade in at a quarter's end, by the companies’ indexes. */
export type Market = readonly Listing[];

interface Listing {
  /** US dollars; null for a company without a price. */
  readonly close: number | null;
  readonly outstanding: number;
  /** Above 0 where good news are near: specialists find out. */
  readonly hope: number;
  /** Below 0 after a failure. */
  readonly dread: number;
  /** Shares that all funds together hold, which every trade changes. */
  owned: number;
}

export function fundsOf(seed: number): readonly Fund[] {
  return fundNames.map((name, at) => {
    const random = randomOf(seed, 'fund', at);
    const specialist = at < specialists;
    const size_usd = specialist ? 10 ** random.between(8.6, 9.9) : 10 ** random.between(9.2, 10.6);
    // A generalist keeps a tenth or so of its money in biotechnology.
    const biotech = specialist ? 1 : random.between(0.05, 0.12);
    const wanted = specialist ? random.integer(15, 40) : random.integer(10, 24);
    return {
      at,
      name,
      specialist,
      wanted,
      stake_usd: (size_usd * biotech) / wanted,
      held: new Map(),
      outside: outsideBook(size_usd * (1 - biotech), random),
      random,
    };
  });
}

export function marketAt(
  world: World,
  books: ReadonlyMap<Story, Books>,
  funds: readonly Fund[],
  end: Day,
): Market {
  const market = world.stories.map((story): Listing => {
    const outstanding = sharesOn(story.company, books.get(story)!.raises, end);
    const { hope, dread } = moodOf(story, end);
    return { close: closeOn(world, story, end), outstanding, hope, dread, owned: 0 };
  });
  for (const { held } of funds) {
    for (const [story, shares] of held) market[story.company.at]!.owned += shares;
  }
  return market;
}

/** Specialists lean towards good news of the next months and all away from recent failures. */
function moodOf(story: Story, end: Day) {
  let hope = 0;
  let dread = 0;
  for (const { day, move } of story.milestones) {
    if (move > 0.15 && day > end && day < end + 120) hope += 0.14;
    if (move < -0.3 && day <= end && day > end - 90) dread -= 0.3;
  }
  return { hope, dread };
}

/** What a fund changed in a quarter: some positions grow, shrink or go, others are opened. */
export function tradeQuarter({ stories }: World, fund: Fund, market: Market): void {
  const { held, random, specialist } = fund;
  for (const [story, shares] of held) {
    const listing = market[story.company.at]!;
    const roll = random.unit() + leaning(listing, specialist);
    if (listing.close === null || roll < 0.09) hold(fund, listing, story, 0);
    else if (roll < 0.28) hold(fund, listing, story, shares * random.between(0.4, 0.9));
    else if (roll > 0.72) hold(fund, listing, story, shares * random.between(1.1, 1.7));
  }
  for (let tries = 0; held.size < fund.wanted && tries < 200; tries++) {
    const story = random.pick(stories);
    const listing = market[story.company.at]!;
    const { size } = story.company;
    const fits = specialist ? size !== 'large' || random.chance(0.3) : size !== 'micro';
    if (listing.close === null || !fits || held.has(story)) continue;
    if (random.unit() + leaning(listing, specialist) < 0.3) continue;
    const stake_usd = fund.stake_usd * random.between(0.3, 2.2);
    hold(fund, listing, story, stake_usd / listing.close);
  }
  tradeOutside(fund.outside, random);
}

function leaning({ hope, dread }: Listing, specialist: boolean): number {
  return dread + (specialist ? hope : 0);
}

/** Holds as many of the wanted shares as the fund's own limit and the other funds leave. */
function hold(fund: Fund, listing: Listing, story: Story, wanted: number): void {
  const { outstanding } = listing;
  const others = listing.owned - (fund.held.get(story) ?? 0);
  const room = Math.max(outstanding * allFundsLimit - others, 0);
  const shares = Math.floor(Math.min(wanted, outstanding * stakeLimit(fund.at, story), room));
  listing.owned = others + shares;
  if (shares > 0) fund.held.set(story, shares);
  else fund.held.delete(story);
}

/** The part of a company that a fund holds at most: not the same for every company. */
function stakeLimit(at: number, { company }: Story): number {
  const bits = hash(`${at}/${company.ticker}`);
  const limit = boldFunds.includes(at) && bits % 4 === 0 ? boldStakeLimit : usualStakeLimit;
  return limit * (0.25 + 0.75 * ((bits >>> 8) / 2 ** 24));
}
