import type { Company, Setting } from './companies.ts';
import { randomOf } from './random.ts';
import type { Milestone } from './timeline.ts';

/**
 * The price moves toward the value that the events imply. Each day, the gap shrinks by this
 * fraction.
 */
const REVERSION = 0.01;
const MARKET_VOLATILITY = 0.011;

/**
 * Returns the closing price of each trading day. It is NaN before the listing, after the delisting,
 * and on days on which trading is halted.
 */
export function closesOf(setting: Setting, company: Company, milestones: readonly Milestone[]) {
  const { seed, sessions } = setting;
  const random = randomOf(seed, 'prices', company.at);
  const { moves, halted } = eventsBySession(setting, company, milestones);
  const beta = random.between(0.6, 1.4);
  let [anchor, volatility] = [Math.log(company.price_usd), company.daily_volatility];
  let level = anchor;
  let before = Number.NaN;
  return sessions.map((day, at) => {
    if (day < company.first || day > company.last) return Number.NaN;
    const common = beta * MARKET_VOLATILITY * randomOf(seed, 'market', day).normal();
    const [noise, move] = [random.normal(), moves[at]!];
    anchor += common + 0.85 * move;
    level += move || common + volatility * noise + REVERSION * (anchor - level);
    // After an acquisition offer, the price stays near the offer.
    if (move > 0.3 && company.delisted === 'acquired') volatility *= 0.06;
    if (company.delisted === 'failed' && day > company.last - 200) level -= 0.012;
    if (halted.has(at)) return Number.NaN;
    // A micro-cap stock has no trades on a few days.
    const isQuiet = move === 0 && company.size === 'micro' && random.chance(0.002);
    if (!isQuiet || Number.isNaN(before)) before = rounded(Math.max(Math.exp(level), 0.05));
    return before;
  });
}

/** Rounds a price to cents. A price below five dollars is rounded to hundredths of a cent. */
export function rounded(price: number): number {
  const parts = price < 5 ? 10_000 : 100;
  return Math.round(price * parts) / parts;
}

/**
 * Returns, for each trading day, the logarithmic return that events cause (`moves`) and the factor
 * by which they raise the volume (`crowds`). `halted` contains the indexes of the days without
 * trading.
 */
export function eventsBySession(
  { sessions }: Setting,
  company: Company,
  milestones: readonly Milestone[],
) {
  const moves = sessions.map(() => 0);
  const crowds = sessions.map(() => 1);
  const halted = new Set<number>();
  for (const { day, kind, move } of milestones) {
    const at = sessions.indexOf(day);
    if (at < 0 || move === 0 || day < company.first) continue;
    // Exchanges halt a stock while an advisory committee votes on its drug. The price moves on the
    // next trading day.
    const isHalted = kind === 'adcomm' && day % 3 === 0 && moves[at + 1] === 0;
    if (isHalted) halted.add(at);
    const on = isHalted ? at + 1 : at;
    moves[on]! += move;
    const crowd = Math.min(0.5 + 40 * Math.abs(move), 11.5);
    for (const after of [0, 1, 2, 3]) {
      crowds[on + after] = Math.max(crowds[on + after] ?? 1, 1 + crowd / 3 ** after);
    }
  }
  return { moves, crowds, halted };
}
