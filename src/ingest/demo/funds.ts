import type { Fact } from '../../facts.ts';
import { type Day, isoOf, monthEndAfter, quarterEnd, weekdayFrom } from './calendar.ts';
import { accessionOf } from './filings.ts';
import { closeOn, type Story, type World } from './model.ts';
import { fundNames } from './names.ts';
import { hash, type Random, randomOf } from './random.ts';

const specialists = 20;
const quarters = 13;

/** A fund whose newest-but-three filing reports thousands although dollars have been asked for. */
const inThousands = 7;

type Position = Fact<'fund_filings'>['positions'][number];

/** Every fund's quarterly filings, oldest first, with amendments of both kinds. */
export function* fundFilings(world: World): Generator<readonly Fact<'fund_filings'>[]> {
  for (let at = 0; at < fundNames.length; at++) yield filingsOf(world, at);
}

/** An invented identifier of nine characters. */
function cusipOf(ticker: string): string {
  const number = hash(ticker);
  const issuer = number.toString(36).toUpperCase().padStart(5, '0').slice(-5);
  return `9${issuer}10${number % 10}`;
}

function filingsOf(world: World, at: number): readonly Fact<'fund_filings'>[] {
  const random = randomOf(world.seed, 'fund', at);
  const specialist = at < specialists;
  const size_usd = 10 ** random.between(8.6, specialist ? 9.9 : 10.3);
  const wanted = random.integer(15, 40);
  const held = new Map<Story, number>();
  const filings: Fact<'fund_filings'>[] = [];
  reportDates(world.today).forEach((end, number) => {
    trade(world, held, end, { wanted, size_usd, specialist }, random);
    const filing = filingOf(world, at, held, end, random);
    const wrongUnit = at === inThousands && number === quarters - 4;
    filings.push(wrongUnit ? { ...filing, positions: filing.positions.map(thousands) } : filing);
    filings.push(...amendments(world, filing, at, end, random));
  });
  return filings;
}

/** The quarter ends of which the reports, due 45 days later, have been filed. */
function reportDates(today: Day): readonly Day[] {
  const last = quarterEnd(today);
  return Array.from({ length: quarters + 2 }, (_, back) => monthEndAfter(last, -3 * back))
    .filter((end) => end + 47 < today)
    .slice(0, quarters)
    .reverse();
}

interface Mandate {
  readonly wanted: number;
  readonly size_usd: number;
  readonly specialist: boolean;
}

/** What a fund changed in a quarter: some positions grow, shrink or go, others are opened. */
function trade(
  world: World,
  held: Map<Story, number>,
  end: Day,
  mandate: Mandate,
  random: Random,
): void {
  for (const [story, shares] of held) {
    const roll = random.unit() + leaning(story, end, mandate.specialist);
    if (closeOn(world, story, end) === null || roll < 0.09) held.delete(story);
    else if (roll < 0.28) held.set(story, Math.round(shares * random.between(0.4, 0.9)));
    else if (roll > 0.72) held.set(story, Math.round(shares * random.between(1.1, 1.7)));
  }
  for (let tries = 0; held.size < mandate.wanted && tries < 200; tries++) {
    const story = random.pick(world.stories);
    const close = closeOn(world, story, end);
    const { size } = story.company;
    const fits = mandate.specialist ? size !== 'large' || random.chance(0.3) : size !== 'micro';
    if (close === null || !fits || held.has(story)) continue;
    if (random.unit() + leaning(story, end, mandate.specialist) < 0.3) continue;
    const value = (mandate.size_usd / mandate.wanted) * random.between(0.3, 2.2);
    const limit = story.company.shares * 0.095;
    held.set(story, Math.round(Math.min(value / close, limit)));
  }
}

/** Specialists lean towards good news of the next months and all away from recent failures. */
function leaning(story: Story, end: Day, specialist: boolean): number {
  let leaning = 0;
  for (const { day, move } of story.milestones) {
    if (move > 0.15 && day > end && day < end + 120 && specialist) leaning += 0.14;
    if (move < -0.3 && day <= end && day > end - 90) leaning -= 0.3;
  }
  return leaning;
}

function filingOf(
  world: World,
  at: number,
  held: ReadonlyMap<Story, number>,
  end: Day,
  random: Random,
): Fact<'fund_filings'> {
  const cik = String(9_800_000_000 + at * 31);
  const filed = weekdayFrom(end + random.integer(30, 44));
  const positions = [...held].map(([story, shares]) => positionOf(world, story, shares, end));
  return {
    accession: accessionOf(cik, filed, 500 + (end % 97)),
    cik,
    fund_name: fundNames[at]!,
    report_date: isoOf(end),
    filing_date: isoOf(filed),
    form: '13F-HR',
    is_specialist: at < specialists,
    positions: [...positions, ...options(world, held, end, at, random), ...elsewhere(at, random)],
    source_url: `https://filings.example/${cik}/${isoOf(end)}`,
  };
}

function positionOf(world: World, story: Story, shares: number, end: Day): Position {
  const { company } = story;
  return {
    cusip: cusipOf(company.ticker),
    // The map from CUSIP to ticker has holes.
    ...(company.at % 61 === 17 ? {} : { ticker: company.ticker }),
    issuer: company.name.toUpperCase(),
    title_of_class: 'COM',
    value: Math.round(shares * (closeOn(world, story, end) ?? 0)),
    shares,
    share_type: 'SH',
  };
}

/** Options on a holding, at the value of the shares under them. */
function options(
  world: World,
  held: ReadonlyMap<Story, number>,
  end: Day,
  at: number,
  random: Random,
): readonly Position[] {
  if (at % 4 !== 1) return [];
  return [...held]
    .filter(([story]) => story.company.optionable && random.chance(0.12))
    .map(([story, shares]) => ({
      ...positionOf(world, story, Math.round(shares / 400) * 100, end),
      put_call: random.chance(0.6) ? 'Put' : 'Call',
    }));
}

/** Holdings of generalists outside of biotech, and a convertible bond. */
function elsewhere(at: number, random: Random): readonly Position[] {
  if (at < specialists) return [];
  const names = ['NORDQUELL INDUSTRIAL CO', 'QUELLMARK SOFTWARE INC', 'TRAMONTANE RAIL CORP'];
  return names.map((issuer, number) => ({
    cusip: cusipOf(issuer),
    issuer,
    title_of_class: number === 2 ? 'NOTE 2.000% 6/1' : 'COM',
    value: random.integer(20, 900) * 1_000_000,
    shares: random.integer(100, 5000) * 1000,
    share_type: number === 2 ? 'PRN' : 'SH',
  }));
}

function amendments(
  world: World,
  filing: Fact<'fund_filings'>,
  at: number,
  end: Day,
  random: Random,
): readonly Fact<'fund_filings'>[] {
  const filed = weekdayFrom(end + 46 + random.integer(3, 40));
  const roll = random.unit();
  if (filed >= world.today || roll > 0.05) return [];
  const amended = {
    ...filing,
    accession: accessionOf(filing.cik, filed, 600 + (end % 97)),
    filing_date: isoOf(filed),
    form: '13F-HR/A',
  };
  if (roll < 0.025) {
    const [first, ...rest] = filing.positions;
    if (first === undefined) return [];
    const half = {
      ...first,
      shares: Math.round(first.shares! / 2),
      value: Math.round(first.value / 2),
    };
    return [{ ...amended, amendment_type: 'RESTATEMENT', positions: [half, ...rest] }];
  }
  const missing = world.stories.find(
    ({ company, closes }) =>
      company.at > at * 5 &&
      !Number.isNaN(closes.at(-1)) &&
      !filing.positions.some((one) => one.ticker === company.ticker),
  );
  if (missing === undefined || closeOn(world, missing, end) === null) return [];
  const added = positionOf(world, missing, random.integer(5, 90) * 10_000, end);
  return [{ ...amended, amendment_type: 'NEW HOLDINGS', positions: [added] }];
}

function thousands(position: Position): Position {
  return { ...position, value: Math.round(position.value / 1000) };
}
