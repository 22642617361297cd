import type { Fact } from '../../facts.ts';
import { type Day, isoOf, yearOf } from './calendar.ts';
import type { Program, Story, World } from './model.ts';
import { type Random, randomOf } from './random.ts';

const dealCount = 118;

const bigPharma = [
  'Aldermoor Pharma SE',
  'Brightquell & Sons',
  'Castellane Santé',
  'Drumlanvik Pharma',
];
const privateTargets = [
  'Ellqvane Labs',
  'Fjordlyse Bio',
  'Grimquell Sciences',
  'Høvdane Therapeutics',
];

/** Licences and partnerships for programs, asset purchases, and acquisitions of companies. */
export function dealsOf(world: World): readonly Fact<'deals'>[] {
  const random = randomOf(world.seed, 'deals');
  const acquired = world.stories.filter(({ company }) => company.delisted === 'acquired');
  const deals = [
    ...acquired.map((story) => acquisition(world, story, random)),
    ...Array.from({ length: dealCount }, () => deal(world, random)),
  ];
  const unique = new Map(
    deals.map((one) => [`${one.acquirer}/${one.target}/${one.announcedDate}`, one]),
  );
  return [...unique.values()];
}

/** The company's sale, which its price and its delisting show too. */
function acquisition(world: World, story: Story, random: Random): Fact<'deals'> {
  const offer = story.milestones.find(({ kind }) => kind === 'acquisition')!;
  const price = story.closes[story.closes.findLastIndex((close) => !Number.isNaN(close))]!;
  const value = Math.round((price * story.company.shares) / 1e6) * 1e6;
  const lead = story.programs[0];
  return {
    ...acquirerOf(world, random),
    target: story.company.name,
    targetTicker: story.company.ticker,
    dealType: 'acquisition',
    status: 'closed',
    announcedDate: isoOf(offer.day),
    closedDate: isoOf(story.company.last),
    upfrontValue: value,
    totalValue: value,
    premiumPct: Math.round(Math.expm1(offer.move) * 1000) / 10,
    ...(lead ? asset(lead, offer.day) : {}),
  };
}

function deal(world: World, random: Random): Fact<'deals'> {
  const story = random.pick(world.stories);
  const program = story.programs.length > 0 ? random.pick(story.programs) : null;
  const day = world.today - random.integer(3, 1090);
  // A company whose drug has failed sells no licence to it.
  const usable =
    program !== null &&
    (program.failed === null || program.failed > day) &&
    day < story.company.last;
  if (!usable || random.chance(0.2)) return ofPrivateCompany(world, day, random);
  const upfront = logarithmic(5e6, 6e8, random);
  const milestones = upfront * random.between(1, 9);
  return {
    ...acquirerOf(world, random, story),
    target: story.company.name,
    targetTicker: story.company.ticker,
    dealType: random.pick(['licensing', 'licensing', 'partnership', 'option', 'asset_purchase']),
    status: random.pick(['closed', 'closed', 'announced', 'terminated']),
    announcedDate: isoOf(day),
    ...(random.chance(0.15) ? {} : { upfrontValue: Math.round(upfront) }),
    ...(random.chance(0.25) ? {} : { milestoneValue: Math.round(milestones) }),
    ...(random.chance(0.2) ? {} : { totalValue: Math.round(upfront + milestones) }),
    ...asset(program, day),
  };
}

function ofPrivateCompany(world: World, day: number, random: Random): Fact<'deals'> {
  const value = Math.round(logarithmic(5e7, 4e9, random));
  return {
    ...acquirerOf(world, random),
    target: `${random.pick(privateTargets)}${yearOf(day) % 2 === 0 ? '' : ', Inc.'}`,
    dealType: random.pick(['acquisition', 'acquisition', 'merger', 'asset_purchase']),
    status: 'closed',
    announcedDate: isoOf(day),
    closedDate: day + 60 < world.today ? isoOf(day + 60) : null,
    totalValue: value,
    therapeuticArea: random.pick(['Oncology', 'Neurology', 'Autoimmune', 'Metabolic']),
  };
}

/** Large companies of the universe and some outside of it, which have no ticker. */
function acquirerOf(world: World, random: Random, target?: Story) {
  const large = world.stories.filter(
    (one) => one.company.size === 'large' && !one.company.delisted && one !== target,
  );
  if (random.chance(0.35)) return { acquirer: random.pick(bigPharma) };
  const { company } = random.pick(large);
  return { acquirer: company.name, acquirerTicker: company.ticker };
}

function asset(program: Program, day: Day) {
  return {
    therapeuticArea: program.indication.area,
    leadAsset: program.drug,
    leadPhase: phaseOn(program, day),
  };
}

/** How far a program had come on a day. */
function phaseOn(program: Program, day: Day): string {
  if (program.since <= day) return program.phase;
  const started = program.runs.filter((run) => run.start <= day);
  return started.at(-1)?.phase ?? 'Preclinical';
}

function logarithmic(low: number, high: number, random: Random): number {
  return low * (high / low) ** random.unit();
}
