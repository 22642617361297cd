import type { Fact } from '../../facts.ts';
import { isoOf, yearOf } from './calendar.ts';
import type { Company, Program, Story, World } from './model.ts';
import { randomOf } from './random.ts';

/** Share of the programs in phase 2 or later for which somebody has made assumptions. */
const assumedShare = 0.7;

const yearsToMarket = {
  'Phase 1': 9,
  'Phase 2': 6,
  'Phase 3': 3,
  'NDA/BLA': 1,
  Approved: 0,
} as const;
const peaks = { micro: 0.5, small: 0.8, mid: 1.3, large: 2.4 } as const;

/** Sales assumptions of the programs that are still going. */
export function salesAssumptionsOf(
  world: World,
  story: Story,
): readonly Fact<'sales_assumptions'>[] {
  return story.programs
    .filter((program) => program.failed === null && program.phase !== 'Phase 1')
    .map((program) => assumption(world, story.company, program))
    .filter((one) => one !== null);
}

function assumption(
  world: World,
  company: Company,
  program: Program,
): Fact<'sales_assumptions'> | null {
  const random = randomOf(world.seed, 'sales', company.at, program.at);
  if (!random.chance(assumedShare)) return null;
  const approved = program.approved === null ? null : yearOf(program.approved);
  const launch = approved ?? yearOf(world.today) + yearsToMarket[program.phase];
  const peak = 1e8 * 15 ** random.unit() * peaks[company.size];
  return {
    ticker: company.ticker,
    drug_name: program.drug,
    indication: program.indication.disease,
    peak_sales_usd: Math.round(peak / 1e6) * 1e6,
    years_to_peak: random.integer(4, 7),
    launch_year: launch,
    loss_of_exclusivity: launch + random.integer(10, 14),
    ownership_pct: random.pick([100, 100, 100, 65, 50, 20]),
    cogs_pct: program.biologic ? random.integer(15, 25) : random.integer(8, 18),
    operating_cost_pct: random.integer(28, 45),
    assumed_date: isoOf(world.today - random.integer(10, 200)),
  };
}
