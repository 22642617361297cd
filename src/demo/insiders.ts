import type { Fact } from '../facts/fact-kinds.ts';
import { type Books, sharesOn } from './books.ts';
import { type Day, isoOf, weekdayFrom } from './days.ts';
import { accessionOf } from './filings.ts';
import {
  type Company,
  closeOn,
  priceThen,
  type Story,
  sessionAt,
  sharesThen,
  type World,
} from './model.ts';
import { fundNames, personName } from './names.ts';
import { type Random, randomOf } from './random.ts';

interface Insider {
  readonly name: string;
  readonly cik: string;
  readonly title: string | null;
  readonly role: 'officer' | 'director' | 'owner';
  /** Files together with the insider for the same shares. */
  readonly joint: string | null;
  /** The part of the company that an owner of ten percent and more keeps through every offering. */
  readonly stake: number;
  owned: number;
}

interface Trade {
  readonly insider: Insider;
  readonly day: Day;
  readonly code: 'P' | 'S' | 'A' | 'M' | 'F' | 'G';
  readonly shares: number;
  readonly planned?: boolean;
  /** Its line in the form, where one form holds several trades. */
  readonly line?: number;
}

const titles = [
  'Chief Executive Officer',
  'Chief Financial Officer',
  'Chief Medical Officer',
  'See Remarks',
];

/**
 * The Form 4 transactions of a company's insiders: yearly grants, vesting with shares withheld for
 * tax, planned sales, and trades on the market: purchases when the price has fallen or good data
 * are near, sales when it has risen.
 */
export function insiderTransactionsOf(
  world: World,
  story: Story,
  { raises }: Books,
): readonly Fact<'insider_transactions'>[] {
  const { company } = story;
  if (company.filer !== 'us-gaap') return [];
  const random = randomOf(world.seed, 'insiders', company.at);
  const insiders = insidersOf(company, random);
  const trades = [
    ...routine(world, company, insiders, random),
    ...bets(world, story, insiders, random),
  ];
  return trades
    .sort((a, b) => a.day - b.day)
    .flatMap((trade, at) => {
      const outstanding = sharesOn(company, raises, trade.day);
      return filed(world, story, trade, { number: at, outstanding, random });
    });
}

function insidersOf(company: Company, random: Random): readonly Insider[] {
  const person = (role: Insider['role'], title: string | null, at: number): Insider => ({
    name: role === 'owner' ? random.pick(fundNames) : personName(random),
    cik: String(9_500_000_000 + company.at * 100 + at),
    title,
    role,
    joint: role === 'owner' ? personName(random) : null,
    stake: role === 'owner' ? 0.11 + 0.08 * random.unit() : 0,
    owned: role === 'owner' ? 0 : random.integer(5, 200) * 1000,
  });
  return [
    ...titles.slice(0, random.integer(2, 4)).map((title, at) => person('officer', title, at)),
    person('director', null, 10),
    person('director', null, 11),
    ...(random.chance(0.35) ? [person('owner', null, 20)] : []),
  ];
}

/** Grants, vesting with tax, gifts and the sales of a 10b5-1 plan. */
function routine(
  world: World,
  company: Company,
  insiders: readonly Insider[],
  random: Random,
): readonly Trade[] {
  const trades: Trade[] = [];
  for (const insider of insiders.filter((one) => one.role !== 'owner')) {
    const shares = random.integer(4, 60) * 500;
    const day = world.today - random.integer(20, 360);
    for (let year = 0; year < 2; year++) {
      if (random.chance(0.42)) trades.push({ insider, day: day - 365 * year, code: 'A', shares });
    }
    if (insider.role === 'officer' && random.chance(0.55)) {
      const vest = world.today - random.integer(10, 700);
      trades.push({ insider, day: vest, code: 'M', shares });
      trades.push({ insider, day: vest, code: 'F', shares: Math.round(shares * 0.4), line: 2 });
      const seller = company.size === 'mid' || company.size === 'large' || random.chance(0.4);
      for (let sale = 1; seller && sale <= random.integer(2, 6); sale++) {
        const sold = {
          insider,
          day: vest + 91 * sale,
          code: 'S',
          shares: Math.round(shares / 6),
        } as const;
        trades.push({ ...sold, planned: random.chance(0.75) });
      }
    }
    if (random.chance(0.05)) {
      trades.push({ insider, day: world.today - random.integer(30, 900), code: 'G', shares: 1000 });
    }
  }
  return trades;
}

/** Purchases after a fall or, now and then, in the months before good data; sales after a rise. */
function bets(
  world: World,
  story: Story,
  insiders: readonly Insider[],
  random: Random,
): readonly Trade[] {
  const trades: Trade[] = [];
  for (const { day, move } of story.milestones) {
    if (day < world.sessions[60]! || day >= world.today) continue;
    const fell = move < -0.25 && random.chance(0.8);
    const hopes = move > 0.15 && random.chance(0.45);
    const rose = move > 0.15 && random.chance(0.35);
    if (rose) {
      for (const insider of insiders.slice(0, random.integer(1, 3))) {
        const shares = Math.round(insider.owned * random.between(0.05, 0.3));
        trades.push({ insider, day: day + random.integer(3, 25), code: 'S', shares });
      }
    }
    if (!fell && !hopes) continue;
    for (const insider of insiders.slice(0, random.integer(2, 5))) {
      const on = fell ? day + random.integer(3, 20) : day - random.integer(60, 150);
      trades.push({ insider, day: on, code: 'P', shares: random.integer(2, 80) * 500 });
    }
  }
  const owner = insiders.find((one) => one.role === 'owner');
  if (owner && random.chance(0.5)) {
    const day = world.today - random.integer(5, 300);
    trades.push({ insider: owner, day, code: 'P', shares: random.integer(50, 400) * 1000 });
  }
  return trades;
}

/** One record an owner, and the same again where the form was amended. */
function filed(
  world: World,
  story: Story,
  trade: Trade,
  {
    number,
    outstanding,
    random,
  }: { readonly number: number; readonly outstanding: number; readonly random: Random },
): readonly Fact<'insider_transactions'>[] {
  const { company } = story;
  const { insider } = trade;
  const vesting = trade.code === 'M' || trade.code === 'F';
  // Form 4 is due two business days after the trade; some come late.
  const at = sessionAt(world.sessions, trade.day);
  const day = world.sessions[at];
  const filing = world.sessions[at + (vesting ? 2 : random.pick([1, 2, 2, 5]))];
  const price = closeOn(world, story, trade.day);
  if (price === null || day === undefined || filing === undefined) return [];
  insider.owned = Math.max(insider.owned, Math.ceil(insider.stake * outstanding));
  const gained = trade.code === 'P' || trade.code === 'A' || trade.code === 'M';
  const shares = gained ? trade.shares : Math.min(trade.shares, insider.owned);
  if (shares <= 0) return [];
  insider.owned += gained ? shares : -shares;
  const form = vesting ? 300 : 400 + number;
  const record: Fact<'insider_transactions'> = {
    ticker: company.ticker,
    accession: accessionOf(insider.cik, filing, form),
    line: trade.line ?? 1,
    owner_name: insider.name,
    owner_cik: insider.cik,
    ...(insider.title ? { officer_title: insider.title } : {}),
    is_director: insider.role === 'director' || insider.title === titles[0],
    is_officer: insider.role === 'officer',
    is_ten_percent_owner: insider.role === 'owner',
    transaction_code: trade.code,
    transaction_date: isoOf(day),
    filing_date: isoOf(filing),
    shares: sharesThen(company, day, shares),
    ...(trade.code === 'A' || trade.code === 'G'
      ? { price_usd: 0 }
      : { price_usd: priceThen(company, day, price) }),
    acquired_disposed: gained ? 'A' : 'D',
    shares_owned_after: sharesThen(company, day, insider.owned),
    ...(random.chance(0.06) ? {} : { is_10b5_1: trade.planned ?? false }),
    direct_indirect: insider.role === 'owner' ? 'I' : 'D',
    is_amendment: false,
    source_url: `https://filings.example/${insider.cik}/${form}`,
  };
  const joint = insider.joint ? [{ ...record, owner_name: insider.joint, owner_cik: null }] : [];
  const amended = random.chance(0.015) ? amendments(world, record, filing, form + 500) : [];
  return [record, ...joint, ...amended];
}

/** The form again as a 4/A some nine days later, where that day has come. */
function amendments(
  { today }: World,
  original: Fact<'insider_transactions'>,
  filed: Day,
  form: number,
): readonly Fact<'insider_transactions'>[] {
  const filing = weekdayFrom(filed + 9);
  if (filing >= today) return [];
  const accession = accessionOf(original.owner_cik!, filing, form);
  return [
    {
      ...original,
      accession,
      filing_date: isoOf(filing),
      is_amendment: true,
      source_url: `https://filings.example/${original.owner_cik}/${form}`,
    },
  ];
}
