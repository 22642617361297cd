import type { Fact } from '../facts/fact-kinds.ts';
import type { Day } from './days.ts';
import { type Company, type Milestone, sessionAt, type World } from './model.ts';
import { randomOf } from './random.ts';

/** How strongly a price is drawn back to the value that its events have given it, a session. */
const pull = 0.01;
const marketVolatility = 0.011;

/** Daily logarithmic returns that all companies share, by session. */
export function marketReturns(seed: number, sessions: readonly Day[]): Float64Array {
  const random = randomOf(seed, 'market');
  return Float64Array.from(sessions, () => marketVolatility * random.normal());
}

/**
 * Closes by session, NaN before the company was listed, after it was delisted and on days on which
 * trading was halted. An event moves the close of its own session by `move`, or that of the next
 * one where trading was halted for a committee's meeting.
 */
export function closesOf(
  seed: number,
  company: Company,
  milestones: readonly Milestone[],
  sessions: readonly Day[],
  market: Float64Array,
): Float64Array {
  const random = randomOf(seed, 'prices', company.at);
  const closes = new Float64Array(sessions.length).fill(Number.NaN);
  const last = sessionAt(sessions, company.last);
  const { moves, halted } = eventsBySession(company, milestones, sessions);
  const beta = random.between(0.6, 1.4);
  let anchor = Math.log(company.price_usd);
  let level = anchor;
  let volatility = company.daily_volatility;
  let close = company.price_usd;
  for (let at = sessionAt(sessions, company.first); at <= last; at++) {
    const noise = random.normal();
    const move = moves[at]!;
    anchor += beta * market[at]! + 0.85 * move;
    if (move !== 0) {
      level += move + 0.2 * Math.abs(move) * noise;
      if (move > 0.45 && company.delisted === 'acquired') volatility *= 0.06;
    } else {
      level += beta * market[at]! + volatility * noise + pull * (anchor - level);
    }
    if (company.delisted === 'failed' && at > last - 150) level -= 0.012;
    if (halted.has(at)) continue;
    // On some days nobody trades the smallest companies.
    if (move === 0 && company.size === 'micro' && random.bits() < 4_000_000)
      level = Math.log(close);
    close = rounded(Math.max(Math.exp(level), 0.05));
    closes[at] = close;
  }
  return closes;
}

/** A company's bars. A day without a trade has a close and neither range nor volume. */
export function barsOf(
  world: World,
  company: Company,
  closes: Float64Array,
  milestones: readonly Milestone[],
): readonly Fact<'prices'>[] {
  const { sessions, seed } = world;
  const random = randomOf(seed, 'bars', company.at);
  const { crowds } = eventsBySession(company, milestones, sessions);
  const usual = company.shares * random.between(0.003, 0.011);
  const range = company.daily_volatility / 65_536;
  const bars: Fact<'prices'>[] = [];
  let previous = company.price_usd;
  for (let at = 0; at < sessions.length; at++) {
    const close = closes[at]!;
    if (Number.isNaN(close)) continue;
    const bits = random.bits();
    const swell = Math.exp(0.35 * random.normal()) * (bits < 6_000_000 ? 3.2 : 1) * crowds[at]!;
    const quiet = close === previous && company.size === 'micro';
    const open = rounded(previous * 0.7 + close * 0.3);
    const high = rounded(Math.max(open, close) * (1 + (bits & 0xffff) * range));
    const low = rounded(Math.min(open, close) * (1 - (bits >>> 16) * range));
    bars.push({
      ticker: company.ticker,
      date: world.dates[at]!,
      open: quiet ? null : open,
      high: quiet ? null : high,
      low: quiet ? null : low,
      close,
      volume: quiet ? 0 : Math.round(usual * swell),
    });
    previous = close;
  }
  return bars;
}

/** Cents, and hundredths of a cent below five dollars, as exchanges quote. */
export function rounded(price: number): number {
  return price < 5 ? Math.round(price * 10_000) / 10_000 : Math.round(price * 100) / 100;
}

interface SessionEvents {
  readonly moves: Float64Array;
  /** Factor on the usual volume. */
  readonly crowds: Float64Array;
  readonly halted: ReadonlySet<number>;
}

function eventsBySession(
  company: Company,
  milestones: readonly Milestone[],
  sessions: readonly Day[],
): SessionEvents {
  const moves = new Float64Array(sessions.length);
  const crowds = new Float64Array(sessions.length).fill(1);
  const halted = new Set<number>();
  for (const { day, kind, move } of milestones) {
    let at = sessionAt(sessions, day);
    if (at < 0 || move === 0 || sessions[at] !== day || day < company.first) continue;
    // Exchanges halt a stock while a committee that votes on its drug is meeting.
    if (kind === 'adcomm' && day % 3 === 0 && at + 1 < sessions.length && moves[at + 1] === 0) {
      halted.add(at);
      at += 1;
    }
    moves[at]! += move;
    const crowd = 1.5 + Math.min(40 * Math.abs(move), 11);
    for (let after = 0; after < 4 && at + after < sessions.length; after++) {
      crowds[at + after] = Math.max(crowds[at + after]!, 1 + (crowd - 1) / 3 ** after);
    }
  }
  return { moves, crowds, halted };
}
