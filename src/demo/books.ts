import { rampShare } from '../domain/valuation/sales-curve.ts';
import type { Company, Setting } from './companies.ts';
import { type Day, partsOf, quarterEndsBefore, weekdayFrom } from './days.ts';
import type { Program } from './programs.ts';
import { randomOf } from './random.ts';
import { type Milestone, reserve } from './timeline.ts';

/** Number of days after a drug's approval until its sales cover the costs of the company. */
const LAUNCH_DAYS = 1100;
/** Number of months of spending that one offering pays for. */
const OFFERED_MONTHS = 18;

/**
 * Generates the takeover and the stock offerings of a company. A company raises money after good
 * news or when cash runs short.
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

type Raise = ReturnType<typeof raisesOf>[number];

/**
 * Creates the offerings of a company. The shares are sold at the closing price of the day. An
 * offering raises at most 30 % of the market value.
 */
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

/**
 * Number of generated quarters. Eight of them have filed reports. The seven quarters before these
 * are generated because annual reports repeat earlier quarters for comparison. The report on the
 * last quarter may not be filed yet.
 */
const QUARTERS = 16;
/** Fraction of product sales that is spent on research. */
const REINVESTED = 0.4;

// Our choice: for each stage, `years` is the number of years until launch, and `sales` is the ratio
// of peak annual sales to the value of a program. With these numbers, the valuation formulas give
// the programs of a company a total value close to the company's market value.
const outlooks = {
  'Phase 1': { years: 9, sales: 20 },
  'Phase 2': { years: 6, sales: 5 },
  'Phase 3': { years: 3, sales: 1.2 },
  'NDA/BLA': { years: 1, sales: 0.6 },
  Approved: { years: 0, sales: 0.5 },
} as const;

type SalesPlan = ReturnType<typeof salesPlansOf>[number];

/**
 * Generates analysts' sales forecasts for most programs that are in phase 2 or later and have not
 * failed.
 */
export function salesPlansOf(
  { seed, today }: Setting,
  programs: readonly Program[],
  marketValue_usd: number,
) {
  const planned = programs.filter(
    ({ phase, failed, approved }, at) =>
      failed === null && phase !== 'Phase 1' && (approved !== null || at % 3 < 2),
  );
  return planned.map((program) => {
    const random = randomOf(seed, 'sales', program.ticker, program.at);
    const { years, sales } = outlooks[program.phase];
    const ownership_pct = random.pick([100, 100, 100, 65, 50]);
    const value_usd = (marketValue_usd / planned.length) * random.logarithmic(0.25, 2.6);
    const peak_usd = Math.min(Math.max((value_usd * sales * 100) / ownership_pct, 2e7), 5e9);
    const launch_year = partsOf(program.approved ?? today).year + years;
    return {
      program,
      peak_sales_usd: Math.round(peak_usd / 1e6) * 1e6,
      years_to_peak: random.integer(4, 7),
      launch_year,
      loss_of_exclusivity: launch_year + random.integer(10, 14),
      ownership_pct,
      cogs_pct: random.integer(8, 25),
      operating_cost_pct: random.integer(28, 45),
    };
  });
}

/** The accounts of one fiscal quarter, in US dollars. */
export type Quarter = ReturnType<typeof quartersOf>[number];

/**
 * Generates the quarterly accounts of a company, oldest first. The report on the last quarter may
 * not be filed yet.
 */
export function quartersOf(
  { seed, today }: Setting,
  company: Company,
  raises: readonly Raise[],
  sales: readonly SalesPlan[],
) {
  const random = randomOf(seed, 'books', company.at);
  const burn = company.monthly_burn_usd;
  const ends = quarterEndsBefore(Math.min(today, company.last), QUARTERS + 1);
  const invested = company.at % 5 === 0 ? 0 : 0.45;
  let liquid = company.cash_usd + (Math.max(company.first - ends[0]!, 0) / 30.4) * burn;
  let deficit = burn * random.between(20, 90);
  return ends.slice(1).map((end, at) => {
    const start = ends[at]! + 1;
    const spent = 3 * burn * random.between(0.85, 1.2);
    const { operating, ...flow } = flowOf(spent, sales, start, end);
    const raised = raises
      .filter(({ milestone }) => milestone.day >= start && milestone.day <= end)
      .reduce((sum, { amount_usd }) => sum + amount_usd, 0);
    // A company with little cash reduces its spending.
    const scale = Math.min(1, (0.7 * (liquid + raised)) / Math.max(burn * 0.05 - operating, 1));
    const operatingCashFlow = operating * scale;
    const capex = burn * 0.05 * scale;
    liquid += operatingCashFlow - capex + raised;
    deficit -= flow.net;
    const number = ((partsOf(end).month - company.yearEnd + 21) % 12) / 3 + 1;
    return {
      ...flow,
      start,
      end,
      /** Quarter of the fiscal year, 1–4. */
      number,
      cash: liquid * (1 - invested),
      securities: liquid * invested,
      operatingCashFlow,
      capex,
      raised,
      debt: company.at % 4 === 1 ? burn * 8 : 0,
      deficit,
      /** The day on which the quarterly report is filed. */
      filed: weekdayFrom(end + random.integer(36, 44) + (number === 4 ? 25 : 0)),
    };
  });
}

/**
 * Returns the income and the spending of a quarter. The spending does not yet include the cuts that
 * `quartersOf` makes if cash is low.
 */
function flowOf(burn: number, sales: readonly SalesPlan[], start: Day, end: Day) {
  const { year, quarter } = partsOf(end);
  let [product, goods, selling] = [0, 0, 0];
  for (const { program, launch_year, years_to_peak, ...plan } of sales) {
    if (program.approved === null || program.approved >= start) continue;
    const ramp = rampShare(Math.max(year - launch_year + 1, 0), years_to_peak);
    const season = (0.9 + 0.04 * quarter) / 4;
    const sold = (plan.peak_sales_usd * ramp * season * plan.ownership_pct) / 100;
    product += sold;
    goods += (sold * plan.cogs_pct) / 100;
    selling += (sold * plan.operating_cost_pct) / 100;
  }
  // In rare cases, an upfront payment from a partner makes the net burn of a quarter nearly zero.
  const revenue = product + (Math.floor(burn) % 67 === 0 ? burn * 3 : 0);
  const research = burn * 0.72 + product * REINVESTED;
  const administration = burn * 0.36;
  const loss = research + administration + goods + selling - revenue;
  // The loss includes stock compensation of 8% of the burn, which uses no cash.
  const operating = burn * 0.08 - loss;
  const costs = { goods, selling, research, administration };
  return { revenue, ...costs, net: -loss, operating };
}
