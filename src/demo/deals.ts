import type { Fact } from '../facts/fact-kinds.ts';
import { stemsOf } from './companies.ts';
import { type Day, isoOf } from './days.ts';
import { companyName } from './names.ts';
import { indications, type Program } from './programs.ts';
import { type Random, randomOf } from './random.ts';
import type { Facts, Story, World } from './world.ts';

/** Number of takeovers of companies for which no other records are generated. */
const TAKEOVERS = 30;
/** Number of license deals. */
const LICENSES = 36;
/** Maximum number of days since the announcement of a takeover. */
const TAKEOVER_DAYS = 1780;
/** Maximum number of days since the announcement of a license. */
const LICENSE_DAYS = 1090;
/** Number of companies that acquire others. They are the companies with the most cash. */
const BUYERS = 8;
const bigPharma = (
  'Aldermoor Pharma SE;Brightquell & Sons;Castellane Santé;Drumlanvik Pharma;' +
  'Eskerholm Pharma AG;Fontavère Pharma S.p.A.;Kurovashi Yakuhin;Lindqvane Pharma AB'
).split(';');
const areas = [...new Set(indications.map(({ area }) => area))];

type Target = Omit<Fact<'deals'>, 'acquirer'>;

export function dealsOf(world: World): Facts<'deals'> {
  const random = randomOf(world.seed, 'deals');
  const active = world.stories.filter(({ company }) => !company.delisted);
  const buyers = active.sort((a, b) => b.company.cash_usd - a.company.cash_usd).slice(0, BUYERS);
  const targets: readonly Target[] = [
    ...world.stories.flatMap((story) => acquisition(world, story)),
    ...takeovers(world, random),
    ...licenses(world, random),
  ];
  return targets.map((target) => {
    const others = buyers.filter(({ company }) => company.ticker !== target.targetTicker);
    const { name, ticker } = random.pick(others).company;
    const outsider = { acquirer: random.pick(bigPharma) };
    const buyer = random.chance(0.4) ? outsider : { acquirer: name, acquirerTicker: ticker };
    return { ...target, ...buyer } as Fact<'deals'>;
  });
}

/**
 * Generates the acquisition of a company, if there is one. The price and the announcement match the
 * price history and the delisting of the company.
 */
function acquisition(world: World, story: Story): readonly Target[] {
  const { company, milestones, closeOn, sharesOn, programs } = story;
  const lead = programs.find((one) => one.lead) ?? programs[0];
  const offers = milestones.filter(({ kind }) => kind === 'acquisition');
  return offers.map(({ day, move }) => ({
    target: company.name,
    targetTicker: company.ticker,
    dealType: 'acquisition',
    ...closing(world, day, company.last),
    ...amountsOf(closeOn(company.last)! * sharesOn(company.last), 0),
    premiumPct: Math.round(Math.expm1(move) * 1000) / 10,
    ...(lead ? assetOn(lead, day) : {}),
  }));
}

/**
 * Generates takeovers of companies for which no other records are generated. Premiums range from 40
 * to 110 % with a median near 65 % (PwC: yearly means of 47 to 70 % from 2014 to 2023). A purchase
 * of assets involves no share price and therefore no premium.
 */
function takeovers(world: World, random: Random): readonly Target[] {
  const taken = world.stories.length + world.unknown.length;
  const stems = stemsOf(world.seed).slice(taken, taken + TAKEOVERS);
  return stems.map((stem, at) => {
    const day = world.today - random.integer(10, TAKEOVER_DAYS);
    const share = (((7 * at) % TAKEOVERS) + random.unit()) / TAKEOVERS;
    const premiumPct = Math.round((40 + 70 * share ** 1.5) * 10) / 10;
    return {
      target: companyName(stem, at, random),
      dealType: random.pick(['acquisition', 'acquisition', 'merger']),
      ...(at % 4 === 0 ? { dealType: 'asset_purchase' } : { premiumPct }),
      ...closing(world, day, day + random.integer(40, 130)),
      ...amountsOf(random.logarithmic(5e7, 1.2e10), random.pick([0, 0, 0, 0.15])),
      therapeuticArea: areas[at % areas.length]!,
      leadPhase: random.pick(['Phase 2', 'Phase 2', 'Phase 3', 'Phase 3', 'NDA/BLA', 'Approved']),
    };
  });
}

/**
 * Generates license deals for programs of the demo companies. A program is not licensed after it
 * has failed.
 */
function licenses({ today, stories }: World, random: Random): readonly Target[] {
  const first = today - LICENSE_DAYS;
  const offered = stories.flatMap(({ company, programs }) =>
    programs.map((program) => {
      const until = Math.min(today - 3, company.last - 1, (program.failed ?? today) - 1);
      return { company, program, until };
    }),
  );
  const recent = offered.filter(({ until }) => until >= first);
  return Array.from({ length: LICENSES }, () => {
    const { company, program, until } = random.pick(recent);
    const day = random.integer(first, until);
    const status = random.pick(['closed', 'closed', 'announced', 'terminated']);
    const closed = isoOf(Math.min(day + random.integer(1, 60), today - 1));
    return {
      target: company.name,
      targetTicker: company.ticker,
      dealType: random.pick(['licensing', 'licensing', 'partnership', 'option', 'asset_purchase']),
      status,
      announcedDate: isoOf(day),
      closedDate: status === 'closed' ? closed : null,
      endedDate: status === 'terminated' ? closed : null,
      ...amountsOf(random.logarithmic(5e6, 6e8), random.between(1, 9)),
      ...assetOn(program, day),
    };
  });
}

/** @param milestones the milestone payments per dollar of upfront payment */
function amountsOf(upfront: number, milestones: number) {
  const upfrontValue = Math.round(upfront / 1e5) * 1e5;
  const milestoneValue = Math.round(upfrontValue * milestones);
  return { upfrontValue, milestoneValue, totalValue: upfrontValue + milestoneValue };
}

function closing({ today }: World, announced: Day, closed: Day) {
  const [status, closedDate] = closed < today ? ['closed', isoOf(closed)] : ['announced', null];
  return { status: status!, announcedDate: isoOf(announced), closedDate };
}

/** Returns the asset of a deal: a program, with its phase on the day of the deal. */
function assetOn({ indication, drug, phase, since, runs }: Program, day: Day) {
  const run = runs.findLast(({ start }) => start <= day);
  const leadPhase = since <= day ? phase : (run?.phase ?? 'Preclinical');
  return { therapeuticArea: indication.area, leadAsset: drug, leadPhase };
}
