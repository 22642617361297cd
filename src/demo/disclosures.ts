import type { Fact } from '../facts/fact-kinds.ts';
import type { Books, Quarter, Raise } from './books.ts';
import { type Day, isoOf } from './days.ts';
import { accessionOf, filingUrl } from './filings.ts';
import { type Company, priceThen, type Story, sharesThen, type World } from './model.ts';
import { randomOf } from './random.ts';
import { held, pressRelease } from './regulatory.ts';

/** Sessions below one dollar after which an exchange gives notice (Nasdaq rule 5550(a)(2)). */
const sessionsBelowDollar = 30;

/** Offerings that took place and the shelves that stand ready. */
export function offeringFactsOf(
  world: World,
  story: Story,
  books: Books,
): readonly Fact<'offerings'>[] {
  if (story.company.filer === 'none') return [];
  return [...shelves(world, story), ...books.raises.map((raise) => offering(world, story, raise))];
}

/** What filings disclosed: doubts of going on, prices below the minimum, holds by the FDA. */
export function filingEventsOf(
  world: World,
  story: Story,
  books: Books,
): readonly Fact<'filing_events'>[] {
  const { company } = story;
  if (company.filer === 'none') return [];
  return [
    ...goingConcerns(world, company, books),
    ...deficiencies(world, story),
    ...held(story, 'hold').map(({ day, program }) => ({
      ticker: company.ticker,
      event: 'clinical_hold',
      filed_at: isoOf(day),
      form_type: '8-K',
      detail: `The FDA placed a clinical hold on the trial of ${program!.drug}.`,
      source_url: pressRelease(story, day),
    })),
  ];
}

function shelves(world: World, story: Story): readonly Fact<'offerings'>[] {
  const { company } = story;
  const random = randomOf(world.seed, 'shelf', company.at);
  if (random.chance(0.25)) return [];
  const filed = company.last - random.integer(60, 1000);
  const amount =
    Math.round((company.monthly_burn_usd * random.between(20, 50)) / 1e7) * 1e7 + 2.5e7;
  const accession = accessionOf(company.cik, filed, 71);
  const shelf: Fact<'offerings'> = {
    ticker: company.ticker,
    form_type: company.filer === 'ifrs-full' ? 'F-3' : company.size === 'large' ? 'S-3ASR' : 'S-3',
    offering_type: 'shelf',
    is_atm: false,
    filed_at: isoOf(filed),
    offering_amount_usd: amount,
    amount_remaining_usd: Math.round(amount * random.between(0.1, 1)),
    accession,
    source_url: filingUrl(accession),
  };
  if (random.chance(0.5)) return [shelf];
  const sold = random.between(0, 0.8);
  const prospectus = accessionOf(company.cik, filed + 30, 72);
  return [
    shelf,
    {
      ...shelf,
      form_type: '424B5',
      offering_type: 'at_the_market',
      is_atm: true,
      filed_at: isoOf(filed + 30),
      offering_amount_usd: amount / 2,
      amount_remaining_usd: Math.round((amount / 2) * (1 - sold)),
      accession: prospectus,
      source_url: filingUrl(prospectus),
    },
  ];
}

function offering(world: World, story: Story, raise: Raise): Fact<'offerings'> {
  const { company } = story;
  const { day } = raise.milestone;
  const random = randomOf(world.seed, 'offering', company.at, day);
  const small = company.size === 'micro';
  const type = small ? random.pick(['registered_direct', 'pipe', 'warrants']) : 'follow_on';
  return {
    ticker: company.ticker,
    form_type: type === 'pipe' ? '8-K' : '424B5',
    offering_type: type,
    is_atm: false,
    filed_at: isoOf(day),
    offering_amount_usd: raise.amount_usd,
    price_usd: priceThen(company, day, raise.price_usd),
    shares_offered: sharesThen(company, day, raise.shares),
    ...(small
      ? {
          warrants_outstanding: Math.round(
            sharesThen(company, day, raise.shares) * random.between(0.3, 1),
          ),
        }
      : {}),
    accession: accessionOf(company.cik, day, 80),
    source_url: pressRelease(story, day),
  };
}

/** Substantial doubt: less than a year of cash on the day of the report (ASC 205-40). */
function goingConcerns(
  world: World,
  company: Company,
  { quarters }: Books,
): readonly Fact<'filing_events'>[] {
  const filed = quarters.filter((one) => one.filed < world.today);
  const report = (one: Quarter) => ({
    ticker: company.ticker,
    filed_at: isoOf(one.filed),
    form_type: one.number === 4 ? '10-K' : '10-Q',
  });
  const isDoubted = (one: Quarter) => runwayMonths(one) < 11;
  const newest = filed.at(-1);
  const clean = newest && !isDoubted(newest) ? [newest] : [];
  return [
    ...filed.filter(isDoubted).map((one) => ({
      ...report(one),
      event: 'going_concern',
      detail:
        'There is substantial doubt about the company’s ability to continue as a going concern ' +
        'within one year after the date the financial statements are issued.',
    })),
    ...clean.map((one) => ({ ...report(one), event: 'going_concern_cleared' })),
  ];
}

function runwayMonths({ cash, securities, operatingCashFlow }: Quarter): number {
  return operatingCashFlow >= 0 ? Number.MAX_VALUE : (3 * (cash + securities)) / -operatingCashFlow;
}

/** The notice of a price below one dollar, its cure, and the reverse split that may bring it. */
function deficiencies(world: World, story: Story): readonly Fact<'filing_events'>[] {
  const events: Fact<'filing_events'>[] = [];
  const { ticker } = story.company;
  const add = (event: string, day: Day, form_type: string, detail: string) =>
    events.push({ ticker, event, filed_at: isoOf(day), form_type, detail });
  let below = 0;
  let above = 0;
  let noticed = false;
  world.sessions.forEach((day, at) => {
    const close = story.closes[at]!;
    if (Number.isNaN(close)) return;
    below = close < 1 ? below + 1 : 0;
    above = close >= 1 ? above + 1 : 0;
    if (!noticed && below === sessionsBelowDollar) {
      noticed = true;
      add('exchange_deficiency', day, '8-K', 'Nasdaq notice: bid price below $1.00 for 30 days.');
    } else if (noticed && above === 10) {
      noticed = false;
      add(
        'deficiency_cured',
        day,
        '8-K',
        'Nasdaq confirmed compliance with the minimum bid price.',
      );
    } else if (noticed && below === 120) {
      add(
        'reverse_split',
        day,
        'DEF 14A',
        'Stockholders are asked to approve a 1-for-10 reverse split.',
      );
    }
  });
  return events;
}
