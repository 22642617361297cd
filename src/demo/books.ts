import { type Day, monthEndAfter, weekdayFrom } from './days.ts';
import { type Company, closeOn, type Milestone, type Story, type World } from './model.ts';
import { type Random, randomOf } from './random.ts';
import { type SalesPlans, salesOfQuarter, salesPlansOf } from './sales.ts';

/** Quarters of books: those of the bars, and a year before them that comparatives need. */
const quarterCount = 16;

/** Share of product sales that goes into further research. */
const reinvested = 0.3;

/** One fiscal quarter of a company, in US dollars and shares. */
export interface Quarter {
  readonly start: Day;
  readonly end: Day;
  /** 1–4 within the fiscal year. */
  readonly number: number;
  readonly cash: number;
  readonly securities: number;
  readonly revenue: number;
  /** Costs of the goods sold and of selling them. */
  readonly goods: number;
  readonly selling: number;
  readonly research: number;
  readonly administration: number;
  readonly stockPay: number;
  readonly operatingCashFlow: number;
  readonly capex: number;
  readonly raised: number;
  readonly debt: number;
  readonly shares: number;
  readonly deficit: number;
  /** Day on which the report on the quarter is filed. */
  readonly filed: Day;
}

export interface Raise {
  readonly milestone: Milestone;
  readonly amount_usd: number;
  readonly price_usd: number;
  readonly shares: number;
}

export interface Books {
  /** Oldest first; the last ones may not be filed yet. */
  readonly quarters: readonly Quarter[];
  readonly raises: readonly Raise[];
  readonly sales: SalesPlans;
}

/** A company's accounts, quarter by quarter: cash burnt, raised and left, and shares issued. */
export function booksOf(world: World, story: Story): Books {
  const { company } = story;
  const random = randomOf(world.seed, 'books', company.at);
  const quarters: Quarter[] = [];
  const periods = fiscalQuarters(company, Math.min(world.today, company.last));
  const raises = raisesOf(world, story, periods[0]![0], periods.at(-1)![1]);
  const worth = (closeOn(world, story, company.last) ?? 0) * sharesOn(company, raises, world.today);
  const sales = salesPlansOf(world, story, worth);
  const earlier = Math.max(company.first - periods[0]![0], 0) / 30.4;
  let liquid = company.cash_usd + earlier * company.monthly_burn_usd;
  // Most companies keep a part of their cash in short-term securities.
  const invested = company.at % 5 === 0 ? 0 : 0.45;
  let deficit = company.monthly_burn_usd * random.between(20, 90);
  for (const [start, end] of periods) {
    const flow = flowOf(company, sales, start, end, random);
    const raised = raises
      .filter(({ milestone: { day } }) => day >= start && day <= end)
      .reduce((sum, { amount_usd }) => sum + amount_usd, 0);
    // Companies that run short cut their spending rather than run dry.
    const need = Math.max(flow.capex - flow.operating, 1);
    const scale = Math.min(1, (0.7 * (liquid + raised)) / need);
    const operating = flow.operating * scale;
    liquid += operating - flow.capex * scale + raised;
    deficit += flow.loss;
    const number = quarterNumber(end, company.yearEnd);
    quarters.push({
      start,
      end,
      number,
      cash: liquid * (1 - invested),
      securities: liquid * invested,
      revenue: flow.revenue,
      goods: flow.goods,
      selling: flow.selling,
      research: flow.research,
      administration: flow.administration,
      stockPay: flow.stockPay,
      operatingCashFlow: operating,
      capex: flow.capex * scale,
      raised,
      debt: company.at % 4 === 1 ? company.monthly_burn_usd * 8 : 0,
      shares: sharesOn(company, raises, end),
      deficit,
      filed: weekdayFrom(end + (number === 4 ? random.integer(56, 75) : random.integer(36, 44))),
    });
  }
  return { quarters, raises, sales };
}

/** Shares outstanding on a day. */
export function sharesOn(company: Company, raises: readonly Raise[], day: Day): number {
  return raises.reduce(
    (shares, raise) => (raise.milestone.day <= day ? shares + raise.shares : shares),
    company.shares,
  );
}

/** The quarters that end before the given day's month does, oldest first. */
function fiscalQuarters(company: Company, end: Day): readonly (readonly [Day, Day])[] {
  let back = 1;
  while ((monthNumber(monthEndAfter(end, -back)) - company.yearEnd + 12) % 3 !== 0) back++;
  const ends = Array.from({ length: quarterCount + 1 }, (_, at) =>
    monthEndAfter(end, -back - 3 * (quarterCount - at)),
  );
  return ends.slice(1).map((last, at) => [ends[at]! + 1, last]);
}

function quarterNumber(end: Day, yearEnd: number): number {
  const months = (monthNumber(end) - yearEnd + 11) % 12;
  return Math.floor(months / 3) + 1;
}

function monthNumber(day: Day): number {
  return new Date(day * 86_400_000).getUTCMonth() + 1;
}

/** What a quarter earned and spent before any shortage. */
function flowOf(company: Company, sales: SalesPlans, start: Day, end: Day, random: Random) {
  const burn = 3 * company.monthly_burn_usd * random.between(0.85, 1.2);
  let [product, goods, selling] = [0, 0, 0];
  for (const [{ approved }, plan] of sales) {
    if (approved === null || approved >= start) continue;
    const sold = salesOfQuarter(plan, end);
    product += sold.revenue;
    goods += sold.goods;
    selling += sold.selling;
  }
  // An upfront payment now and then makes one quarter look like no burn at all.
  const upfront = random.chance(0.012) ? burn * random.between(2, 5) : 0;
  // Who sells drugs puts a part of the sales into research.
  const research = burn * 0.72 + product * reinvested;
  const administration = burn * 0.36;
  const stockPay = burn * 0.08;
  const loss = research + administration + goods + selling - product - upfront;
  const capex = burn * 0.015;
  return {
    revenue: product + upfront,
    goods,
    selling,
    research,
    administration,
    stockPay,
    loss,
    capex,
    operating: -(loss - stockPay) * random.between(0.92, 1.06),
  };
}

/** The offerings of a span of days, each at the shares that the ones before have left. */
function raisesOf(world: World, story: Story, first: Day, last: Day): readonly Raise[] {
  const raises: Raise[] = [];
  let shares = story.company.shares;
  for (const milestone of story.milestones) {
    if (milestone.kind !== 'offering' || milestone.day < first || milestone.day > last) continue;
    const raise = raiseOf(world, story, milestone, shares);
    if (raise === null) continue;
    raises.push(raise);
    shares += raise.shares;
  }
  return raises;
}

/** Eighteen months of burn, at most three tenths of the market value, at the day's close. */
function raiseOf(world: World, story: Story, milestone: Milestone, shares: number): Raise | null {
  const price = closeOn(world, story, milestone.day);
  if (price === null) return null;
  const wanted = 18 * story.company.monthly_burn_usd;
  const amount = Math.round(Math.min(wanted, 0.3 * shares * price) / 1e5) * 1e5;
  if (amount === 0) return null;
  return { milestone, amount_usd: amount, price_usd: price, shares: Math.round(amount / price) };
}
