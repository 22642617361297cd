import { rampShare } from '../domain/valuation/sales-curve.ts';
import type { Fact } from '../facts/fact-kinds.ts';
import { type Day, isoOf, yearOf } from './days.ts';
import type { Company, Program, Story, World } from './model.ts';
import { randomOf } from './random.ts';

/** Shares of the programs in phase 2 or later, and on the market, that somebody has modelled. */
const assumedShares = { developed: 0.7, marketed: 0.95 } as const;

/**
 * By phase: years to the market, chance of reaching it, cost of capital and of what is left to do
 * (US dollars), and the weight of a program in its company's value. Our choice: round figures near
 * those by which programs are valued, so that a company's programs come to about its market value.
 */
const outlooks = {
  'Phase 1': { years: 9, chance: 0.08, rate: 0.14, cost_usd: 0, weight: 0.5 },
  'Phase 2': { years: 6, chance: 0.16, rate: 0.13, cost_usd: 4e7, weight: 1 },
  'Phase 3': { years: 3, chance: 0.54, rate: 0.12, cost_usd: 3.5e7, weight: 2.5 },
  'NDA/BLA': { years: 1, chance: 0.9, rate: 0.11, cost_usd: 0, weight: 4 },
  Approved: { years: 0, chance: 1, rate: 0.1, cost_usd: 0, weight: 5 },
} as const;

/** Of a company with less than this, the market pays for more than its programs. */
const leastWeight = 2.2;

/** What is left of a profit after tax. */
const kept = 0.79;

/** No demo drug sells less, or more, at its peak (US dollars a year). */
const peakRange = [2e7, 5e9] as const;

/** Sales grow a little from quarter to quarter of a calendar year. */
const seasons = [0.94, 0.98, 1.02, 1.06] as const;

/** What somebody expects of a program that goes on, whether published or not. */
export interface SalesPlan {
  readonly published: boolean;
  readonly peak_sales_usd: number;
  readonly years_to_peak: number;
  readonly launch_year: number;
  readonly loss_of_exclusivity: number;
  readonly ownership_pct: number;
  readonly cogs_pct: number;
  readonly operating_cost_pct: number;
  readonly assumed: Day;
}

export type SalesPlans = ReadonlyMap<Program, SalesPlan>;

/** Sales assumptions of the programs that are still going. */
export function salesAssumptionsOf(
  story: Story,
  plans: SalesPlans,
): readonly Fact<'sales_assumptions'>[] {
  return [...plans]
    .filter(([, { published }]) => published)
    .map(([program, { published: _, assumed, ...plan }]) => ({
      ticker: story.company.ticker,
      drug_name: program.drug,
      indication: program.indication.disease,
      ...plan,
      assumed_date: isoOf(assumed),
    }));
}

/** The sales to be expected of a company's programs if they are to be worth its market value. */
export function salesPlansOf(world: World, story: Story, marketValue_usd: number): SalesPlans {
  const { company } = story;
  const plans = story.programs
    .filter((program) => program.failed === null && program.phase !== 'Phase 1')
    .map((program) => [program, planOf(world, company, program)] as const);
  const weight = plans.reduce(
    (sum, [program, { published }]) => sum + (published ? outlooks[program.phase].weight : 0),
    0,
  );
  return new Map(
    plans.map(([program, { spread, ...plan }]) => {
      const own = outlooks[program.phase].weight;
      const value = (spread * marketValue_usd * own) / Math.max(weight, own, leastWeight);
      const peak = (value + outlooks[program.phase].cost_usd) / worthOf(world, program, plan);
      const bounded = Math.min(Math.max(peak, peakRange[0]), peakRange[1]);
      return [program, { ...plan, peak_sales_usd: Math.round(bounded / 1e6) * 1e6 }];
    }),
  );
}

/** A plan without its peak; `spread` is what the program is valued at against the market, 0.25–2.6. */
function planOf(world: World, company: Company, program: Program) {
  const random = randomOf(world.seed, 'sales', company.at, program.at);
  const { developed, marketed } = assumedShares;
  const published = random.chance(program.approved === null ? developed : marketed);
  const approved = program.approved === null ? null : yearOf(program.approved);
  const launch = approved ?? yearOf(world.today) + outlooks[program.phase].years;
  return {
    published,
    spread: 3.2 ** random.between(-1, 1) * 0.8,
    years_to_peak: random.integer(4, 7),
    launch_year: launch,
    loss_of_exclusivity: launch + random.integer(10, 14),
    ownership_pct: random.pick([100, 100, 100, 65, 50, 20]),
    cogs_pct: program.biologic ? random.integer(15, 25) : random.integer(8, 18),
    operating_cost_pct: random.integer(28, 45),
    assumed: world.today - random.integer(10, 200),
  };
}

/** Present value of a program for each dollar of its peak sales, risks and costs taken off. */
function worthOf(
  { today }: World,
  { phase }: Program,
  plan: Omit<SalesPlan, 'published' | 'peak_sales_usd' | 'assumed'>,
): number {
  const { chance, rate } = outlooks[phase];
  const margin = kept * (1 - (plan.cogs_pct + plan.operating_cost_pct) / 100);
  const thisYear = yearOf(today);
  let worth = 0;
  for (let year = thisYear; year <= plan.loss_of_exclusivity; year++) {
    const ramp = rampShare(Math.max(year - plan.launch_year + 1, 0), plan.years_to_peak);
    worth += ramp / (1 + rate) ** (year - thisYear + 0.5);
  }
  return worth * margin * chance * (plan.ownership_pct / 100);
}

/** What an approved drug brings its company in the quarter, and what selling it costs. */
export function salesOfQuarter(plan: SalesPlan, end: Day) {
  const ramp = rampShare(Math.max(yearOf(end) - plan.launch_year + 1, 0), plan.years_to_peak);
  const season = seasons[Math.ceil(Number(isoOf(end).slice(5, 7)) / 3) - 1]!;
  const revenue = (plan.peak_sales_usd * ramp * season * plan.ownership_pct) / 400;
  return {
    revenue,
    goods: (revenue * plan.cogs_pct) / 100,
    selling: (revenue * plan.operating_cost_pct) / 100,
  };
}
