import { isoOf } from './days.ts';
import { eventsBySession, rounded } from './prices.ts';
import { named } from './programs.ts';
import { randomOf } from './random.ts';
import { type Facts, isOver, type Story, type World } from './world.ts';

const countries = ['United States', 'United States', 'United States', 'Switzerland', 'Canada'];
const industries = ['Biotechnology', 'Biotechnology', 'Drug Manufacturers - Specialty & Generic'];

export function companyFacts(world: World, { company }: Story): Facts<'companies'> {
  const { ticker, name, cik, size, stem, filer, subsidiary, formerName, delisted } = company;
  const random = randomOf(world.seed, 'profile', company.at);
  const fact = {
    ticker,
    name,
    ...(filer === 'none' ? {} : { cik }),
    sector: 'Healthcare',
    industry: size === 'large' ? 'Drug Manufacturers - General' : random.pick(industries),
    exchange: random.pick(['Nasdaq', 'Nasdaq', 'Nasdaq', 'NYSE', 'NYSE American']),
    country: filer === 'ifrs-full' ? 'Denmark' : random.pick(countries),
    description:
      `${name} is a fictional ${size}-cap biopharmaceutical company that develops medicines for ` +
      'serious diseases. It exists in demonstration data only.',
    website: `https://${stem.toLowerCase()}.example`,
    fiscal_year_end: `${String(company.yearEnd).padStart(2, '0')}-${company.yearEnd === 12 ? 31 : 30}`,
    state_of_incorporation: filer === 'ifrs-full' ? 'Denmark' : company.at % 7 === 3 ? 'NV' : 'DE',
    ...(subsidiary ? { aliases: [subsidiary, `${stem} Holdings`] } : {}),
    ...(formerName ? { former_names: [formerName] } : {}),
    ...(delisted ? { delisted_date: isoOf(company.last) } : {}),
  };
  return [fact];
}

export function splitsOf(_: World, { company }: Story): Facts<'splits'> {
  const { ticker, split } = company;
  const [numerator, denominator] = split.ratio < 1 ? [1, 1 / split.ratio] : [split.ratio, 1];
  const fact = { ticker, date: isoOf(split.day), numerator, denominator };
  return split.ratio === 1 ? [] : [fact];
}

/**
 * Generates daily price bars. Only the newest twentieth of the bars have an open, a high and a low.
 * If there were no trades on a day, its bar has only a close, and the volume is 0.
 */
export function pricesOf(world: World, story: Story): Facts<'prices'> {
  const { company, closes, milestones } = story;
  const random = randomOf(world.seed, 'bars', company.at);
  const { crowds } = eventsBySession(world, company, milestones);
  const usual = company.shares * random.between(0.003, 0.011);
  let previous: number = company.price_usd;
  return world.sessions.flatMap((day, at) => {
    const close = closes[at]!;
    if (Number.isNaN(close)) return [];
    const open = rounded(previous * 0.7 + close * 0.3);
    const high = rounded(Math.max(open, close) * (1 + random.unit() * company.daily_volatility));
    const low = rounded(Math.min(open, close) * (1 - random.unit() * company.daily_volatility));
    // For some companies, the newest trading day has unusually high volume.
    const rush = company.at % 9 === 1 && at === world.sessions.length - 1 ? 5 : 1;
    const volume = Math.round(usual * rush * crowds[at]! * Math.exp(0.35 * random.normal()));
    const isTraded = close !== previous || company.size !== 'micro';
    previous = close;
    const isFull = isTraded && 20 * at > 19 * world.sessions.length;
    const range = isFull ? { open, high, low } : { open: null, high: null, low: null };
    const bar = { ticker: company.ticker, date: isoOf(day), ...range, close };
    return [{ ...bar, volume: isTraded ? volume : 0 }];
  });
}

/**
 * Generates the current state of a company's programs, except for companies whose programs the
 * server computes from trials.
 */
export function programFacts(_: World, { company, programs }: Story): Facts<'programs'> {
  if (company.isUnlisted) return [];
  return programs.map((program) => {
    const isHeld = program.runs.some(({ hold }) => hold?.until === null);
    return {
      ...named(program),
      phase: program.phase,
      status: isOver(company, program) ? 'Terminated' : isHeld ? 'On hold' : 'Active',
      mechanism: program.mechanism,
      drugType: program.drugType,
      therapeuticArea: program.indication.area,
      lead_program: program.lead,
      nctIds: program.runs.map(({ nctId }) => nctId),
      biomarker_selected: program.biomarker,
      rare_disease: program.indication.rare,
      updated_date: isoOf(program.failed ?? program.since),
    };
  });
}

/** Generates analysts' sales forecasts for programs. */
export function salesAssumptions(world: World, { sales }: Story): Facts<'sales_assumptions'> {
  return sales.map(({ program, ...plan }) => {
    return { ...named(program), ...plan, assumed_date: isoOf(world.today - 10 - 25 * program.at) };
  });
}
