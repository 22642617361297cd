import type { Company, Setting } from './companies.ts';
import type { Day } from './days.ts';
import type { Program } from './programs.ts';
import { randomOf } from './random.ts';
import { type Milestone, reserve } from './timeline.ts';

/** Days from approval until the sales of a drug cover its company's costs. */
const LAUNCH_DAYS = 1100;
/** Months of cash burn that one offering pays for. */
const OFFERED_MONTHS = 18;

/**
 * The acquisition and the offerings of a company. A company raises money after good news or when
 * cash runs short.
 */
export function companyEvents(
  { seed }: Setting,
  company: Company,
  programs: readonly Program[],
  milestones: readonly Milestone[],
): readonly Milestone[] {
  const { filer, first, last, delisted } = company;
  const random = randomOf(seed, 'financing', company.at);
  const events: Milestone[] = [];
  const add = (kind: Milestone['kind'], from: Day, move: number) => {
    const day = reserve({ milestones: [...milestones, ...events] }, from);
    const result = move > 0 ? 'positive' : 'negative';
    const own = { program: null, run: null, cycle: 1 };
    events.push({ kind, day, planned: day, known: day, result, move, ...own });
  };
  if (delisted === 'acquired') add('acquisition', last - 75, random.between(0.4, 0.7));
  const end = filer === 'none' ? first : delisted ? last - 90 : last - 5;
  let months = company.cash_usd / company.monthly_burn_usd;
  for (let day = first + 20; day < end; day += 91) {
    months -= 3;
    const news = milestones.find(({ day: on, move }) => move > 0.12 && on > day && on < day + 85);
    const isSelling = programs.some(({ approved }) => approved && approved < day - LAUNCH_DAYS);
    const left = isSelling ? Number.MAX_VALUE : months;
    const wish = left < 6 ? 0.75 : left < 15 ? 0.4 : news ? 0.3 : 0.02;
    const on = news ? news.day + 1 : day + random.integer(2, 80);
    if (on >= end || !random.chance(delisted === 'failed' ? wish / 6 : wish)) continue;
    months += OFFERED_MONTHS;
    add('offering', on, -random.between(0.03, 0.13));
  }
  return events;
}

/**
 * Creates an offering. The shares are sold at the closing price of the day, and the amount is at
 * most 30 % of the market value.
 */
export type Raise = ReturnType<typeof raisesOf>[number];

export function raisesOf(
  company: Company,
  milestones: readonly Milestone[],
  closeOn: (day: Day) => number | null,
) {
  let outstanding = company.shares;
  const offerings = milestones.filter(({ kind }) => kind === 'offering');
  return offerings.map((milestone) => {
    const price_usd = closeOn(milestone.day)!;
    const wanted = OFFERED_MONTHS * company.monthly_burn_usd;
    const amount = Math.round(Math.min(wanted, 0.3 * outstanding * price_usd) / 1e5);
    const amount_usd = Math.max(amount, 1) * 1e5;
    const shares = Math.round(amount_usd / price_usd);
    outstanding += shares;
    return { milestone, amount_usd, price_usd, shares };
  });
}
