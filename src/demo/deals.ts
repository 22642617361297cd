import type { Fact } from '../facts/fact-kinds.ts';
import { type Day, isoOf } from './days.ts';
import { outsideStems } from './demo-companies.ts';
import { indications } from './medicine.ts';
import type { Program, Story, World } from './model.ts';
import { companyName } from './names.ts';
import { hash, type Random, randomOf, shuffled } from './random.ts';

const takeoverCount = 18;
const privateCount = 32;
const licenceCount = 68;

/** Days before today in which takeovers of listed companies, and all other deals, were made. */
const takeoverDays = 1780;
const dealDays = 1090;

/** The companies of the universe that buy others: those with the most cash. */
const buyerCount = 12;

const bigPharma = (
  'Aldermoor Pharma SE;Brightquell & Sons;Castellane Santé;Drumlanvik Pharma;' +
  'Eskerholm Pharma AG;Fontavère Pharma S.p.A.;Kurovashi Yakuhin;Lindqvane Pharma AB'
).split(';');
const privateHeads = (
  'Ellqvane Fjordlyse Grimquell Høvdane Isquarre Jotunvale Klyvemark Lossmere Myrrhavn ' +
  'Nordveil Ovrestrand Pellquist'
).split(' ');
const privateTails = ['Labs', 'Bio', 'Sciences', 'Therapeutics'];
const privateTargets = privateHeads.flatMap((head) =>
  privateTails.map((tail) => `${head} ${tail}`),
);

const areas: readonly string[] = [...new Set(indications.map(({ area }) => area))];

/** Takeovers of listed and private companies, asset purchases, licences and partnerships. */
export function dealsOf(world: World): readonly Fact<'deals'>[] {
  const random = randomOf(world.seed, 'deals');
  const acquired = world.stories.filter(({ company }) => company.delisted === 'acquired');
  const buyers = buyersOf(world);
  const deals = [
    ...acquired.map((story) => acquisition(world, buyers, story, random)),
    ...takeovers(world, buyers, random),
    ...privateDeals(world, buyers, random),
    ...licences(world, buyers, random),
  ];
  const unique = new Map(
    deals.map((one) => [`${one.acquirer}/${one.target}/${one.announcedDate}`, one]),
  );
  return [...unique.values()];
}

/** The company's sale, which its price and its delisting show too. */
function acquisition(world: World, buyers: Buyers, story: Story, random: Random): Fact<'deals'> {
  const offer = story.milestones.find(({ kind }) => kind === 'acquisition')!;
  const price = story.closes[story.closes.findLastIndex((close) => !Number.isNaN(close))]!;
  const value = Math.round((price * story.company.shares) / 1e6) * 1e6;
  const lead = story.programs.find((one) => one.lead) ?? story.programs[0];
  return {
    ...acquirerOf(buyers, random),
    target: story.company.name,
    targetTicker: story.company.ticker,
    dealType: 'acquisition',
    ...closing(world, offer.day, story.company.last),
    upfrontValue: value,
    totalValue: value,
    premiumPct: Math.round(Math.expm1(offer.move) * 1000) / 10,
    ...(lead ? asset(lead, offer.day) : {}),
  };
}

/**
 * Companies that were delisted when they were bought and are not in the universe, one area after
 * the other. Premiums run from 40 to 110 %, half of them below 65 %, one from each of as many
 * equal parts of that distribution (PwC: yearly means of 47 to 70 % from 2014 to 2023).
 */
function takeovers(world: World, buyers: Buyers, random: Random): readonly Fact<'deals'>[] {
  const inOrder = shuffled(areas, random);
  const parts = shuffled([...Array(takeoverCount).keys()], random);
  return outsideStems(world.seed)
    .slice(0, takeoverCount)
    .map((stem, at) => {
      const day = world.today - random.integer(10, takeoverDays);
      const value = Math.round(logarithmic(3e8, 1.2e10, random) / 1e6) * 1e6;
      const rights = random.chance(0.25) ? Math.round(value * random.between(0.05, 0.3)) : 0;
      const share = (parts[at]! + random.unit()) / takeoverCount;
      return {
        ...acquirerOf(buyers, random),
        target: companyName(stem, at, random),
        dealType: random.chance(0.8) ? 'acquisition' : 'merger',
        ...closing(world, day, day + random.integer(40, 130)),
        upfrontValue: value,
        ...(rights > 0 ? { milestoneValue: rights } : {}),
        totalValue: value + rights,
        premiumPct: Math.round((40 + 70 * share ** 1.5) * 10) / 10,
        therapeuticArea: inOrder[at % inOrder.length]!,
        leadPhase: random.pick(['Phase 2', 'Phase 2', 'Phase 3', 'Phase 3', 'NDA/BLA', 'Approved']),
      };
    });
}

/** Purchases of companies that had no price to pay a premium on. */
function privateDeals(world: World, buyers: Buyers, random: Random): readonly Fact<'deals'>[] {
  return shuffled(privateTargets, random)
    .slice(0, privateCount)
    .map((target) => {
      const day = world.today - random.integer(3, dealDays);
      return {
        ...acquirerOf(buyers, random),
        target,
        dealType: random.pick(['acquisition', 'acquisition', 'merger', 'asset_purchase']),
        ...closing(world, day, day + 60),
        totalValue: Math.round(logarithmic(5e7, 4e9, random)),
        therapeuticArea: random.pick(areas),
      };
    });
}

/** Deals for programs of the universe. A company whose drug has failed sells no licence to it. */
function licences(world: World, buyers: Buyers, random: Random): readonly Fact<'deals'>[] {
  const first = world.today - dealDays;
  const offered = world.stories
    .flatMap((story) => story.programs.map((program) => ({ story, program })))
    .map((one) => ({ ...one, until: lastDayToSell(world, one.story, one.program) }))
    .filter(({ until }) => until >= first);
  return Array.from({ length: licenceCount }, () => {
    const { story, program, until } = random.pick(offered);
    const day = random.integer(first, until);
    return { ...acquirerOf(buyers, random, story), ...licence(world, story, program, day, random) };
  });
}

function lastDayToSell({ today }: World, { company }: Story, { failed }: Program): Day {
  return Math.min(today - 3, company.last - 1, failed === null ? today : failed - 1);
}

/** A closed deal has the day of its closing, before today; the others have none. */
function licence({ today }: World, { company }: Story, program: Program, day: Day, random: Random) {
  const upfront = logarithmic(5e6, 6e8, random);
  const milestones = upfront * random.between(1, 9);
  const dealType = random.pick([
    'licensing',
    'licensing',
    'partnership',
    'option',
    'asset_purchase',
  ]);
  const status = random.pick(['closed', 'closed', 'announced', 'terminated']);
  const closed = Math.min(day + 1 + (hash(`${program.drug}/${day}`) % 60), today - 1);
  return {
    target: company.name,
    targetTicker: company.ticker,
    dealType,
    status,
    announcedDate: isoOf(day),
    closedDate: status === 'closed' ? isoOf(closed) : null,
    ...(random.chance(0.15) ? {} : { upfrontValue: Math.round(upfront) }),
    ...(random.chance(0.25) ? {} : { milestoneValue: Math.round(milestones) }),
    ...(random.chance(0.2) ? {} : { totalValue: Math.round(upfront + milestones) }),
    ...asset(program, day),
  };
}

function closing({ today }: World, announced: Day, closed: Day) {
  const over = closed < today;
  return {
    status: over ? 'closed' : 'announced',
    announcedDate: isoOf(announced),
    closedDate: over ? isoOf(closed) : null,
  };
}

/** Companies of the universe with much cash, and large ones outside of it without a ticker. */
function acquirerOf(buyers: Buyers, random: Random, target?: Story) {
  if (random.chance(0.4)) return { acquirer: random.pick(bigPharma) };
  const { company } = random.pick(buyers.filter((one) => one !== target));
  return { acquirer: company.name, acquirerTicker: company.ticker };
}

type Buyers = readonly Story[];

function buyersOf({ stories }: World): Buyers {
  return stories
    .filter(({ company }) => !company.delisted)
    .sort((a, b) => b.company.cash_usd - a.company.cash_usd)
    .slice(0, buyerCount);
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
