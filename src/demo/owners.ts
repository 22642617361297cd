import { priceThen, sharesThen } from './companies.ts';
import { type Day, isoOf, weekdayFrom } from './days.ts';
import { accessionOf, filingUrl } from './filings.ts';
import { cikOfFund } from './funds.ts';
import { fundNames, personName } from './names.ts';
import { type Random, randomOf } from './random.ts';
import { type Facts, type Story, sessionAt, type World } from './world.ts';

/**
 * An insider. `role` is an officer title, `director`, or `owner` for a ten-percent holder. `stake`
 * is the minimum fraction of all shares that the owner holds at any time.
 */
type Insider = Readonly<Record<'name' | 'cik' | 'role', string>> & {
  readonly stake: number;
  owned: number;
};

interface Trade {
  readonly insider: Insider;
  readonly day: Day;
  /**
   * Form 4 transaction code: `A` grant, `M` vesting, `F` withheld for tax, `G` gift, `P` purchase,
   * `S` sale.
   */
  readonly code: 'A' | 'M' | 'F' | 'G' | 'P' | 'S';
  readonly shares: number;
}

const officers = ['Chief Executive Officer', 'Chief Financial Officer', 'Chief Medical Officer'];

/**
 * Generates the transactions of insiders: grants, vesting, gifts, planned sales, and open-market
 * trades around events.
 */
export function insiderTransactions(world: World, story: Story): Facts<'insider_transactions'> {
  const { company } = story;
  const random = randomOf(world.seed, 'insiders', company.at);
  const roles = [...officers, 'director', 'director', ...(company.at % 3 === 1 ? ['owner'] : [])];
  const insiders = roles.map((role, at): Insider => {
    const name = role === 'owner' ? random.pick(fundNames) : personName(random);
    const cik = String(9_500_000_000 + company.at * 100 + at);
    const stake = role === 'owner' ? random.between(0.11, 0.19) : 0;
    return { name, cik, role, stake, owned: random.integer(5, 200) * 1000 };
  });
  const routines = insiders.flatMap((insider) => routine(world, insider, random));
  const trades = [...routines, ...bets(story, insiders, random)];
  const inOrder = company.filer === 'us-gaap' ? trades.sort((a, b) => a.day - b.day) : [];
  return inOrder.flatMap((trade, number) => filed(world, story, trade, number, random));
}

/**
 * Returns the scheduled transactions of an insider: grants, gifts, vesting with shares withheld for
 * tax, and sales under a trading plan.
 */
function routine({ today }: World, insider: Insider, random: Random): readonly Trade[] {
  const trade = (ago: number, code: Trade['code'], shares: number): Trade => {
    return { insider, day: today - ago, code, shares: Math.round(shares) };
  };
  const ago = random.integer(20, 360);
  const shares = random.integer(4, 60) * 500;
  if (insider.role === 'owner') return [trade(ago, 'P', shares * 10)];
  const grants = [trade(ago, 'A', shares), ...(random.chance(0.1) ? [trade(ago, 'G', 1000)] : [])];
  if (insider.role === 'director') return grants;
  const vested = random.integer(10, 700);
  const sales = [91, 182, 273].map((days) => trade(vested - days, 'S', shares / 6));
  return [...grants, trade(vested, 'M', shares), trade(vested, 'F', shares * 0.4), ...sales];
}

/**
 * Returns open-market trades. Insiders buy after a drop of the price, or some months before good
 * news. They sell after a rise.
 */
function bets({ milestones }: Story, insiders: readonly Insider[], random: Random) {
  const moved = milestones.filter(({ move }) => Math.abs(move) > 0.15);
  return moved.flatMap(({ day, move }) => {
    const code = move > 0 && random.chance(0.4) ? 'S' : 'P';
    const isEarly = move > 0 && code === 'P';
    return insiders.slice(0, random.integer(0, 4)).map((insider): Trade => {
      const on = isEarly ? day - random.integer(60, 150) : day + random.integer(3, 25);
      return { insider, day: on, code, shares: random.integer(2, 80) * 500 };
    });
  });
}

/**
 * Returns the records of a transaction. Each reporting owner has one record. A grant of shares has
 * an additional record for the granted options. A few transactions have an additional record for an
 * amendment of the form.
 */
function filed(
  world: World,
  { company, closeOn, sharesOn }: Story,
  { insider, day: wanted, code, shares: offered }: Trade,
  number: number,
  random: Random,
): Facts<'insider_transactions'> {
  const at = sessionAt(world.sessions, wanted);
  const isVesting = code === 'M' || code === 'F';
  // Form 4 is due two business days after the trade. Some generated filings are late.
  const filing = world.sessions[at + (isVesting ? 2 : random.pick([1, 2, 2, 5]))];
  const [day, price] = [world.sessions[at], closeOn(wanted)];
  if (price === null || day === undefined || filing === undefined) return [];
  const { cik, role, name, stake } = insider;
  insider.owned = Math.max(insider.owned, Math.ceil(stake * sharesOn(wanted)));
  const isGain = code === 'P' || code === 'A' || code === 'M';
  const shares = isGain ? offered : Math.min(offered, insider.owned);
  if (shares <= 0) return [];
  insider.owned += isGain ? shares : -shares;
  const isOfficer = officers.includes(role);
  const isOwner = role === 'owner';
  const record = {
    ticker: company.ticker,
    // One form reports both the vesting and the shares withheld for tax.
    ...formOf(cik, filing, isVesting ? 300 : 400 + number),
    line: code === 'F' ? 2 : 1,
    security_title: 'Common Stock',
    is_unit_grant: code === 'A',
    owner_name: name,
    owner_cik: cik,
    officer_title: isOfficer ? role : null,
    is_director: role === 'director' || role === officers[0],
    is_officer: isOfficer,
    is_ten_percent_owner: isOwner,
    transaction_code: code,
    transaction_date: isoOf(day),
    shares: sharesThen(company, day, shares),
    price_usd: code === 'A' || code === 'G' ? 0 : priceThen(company, day, price),
    acquired_disposed: isGain ? 'A' : 'D',
    shares_owned_after: sharesThen(company, day, insider.owned),
    is_10b5_1: code === 'S' && wanted % 2 === 0,
    direct_indirect: isOwner ? 'I' : 'D',
    ownership_nature: isOwner ? 'By its general partner' : undefined,
    footnotes: code === 'F' ? 'Shares withheld to pay taxes on vested units.' : undefined,
    is_amendment: false,
  };
  const option = {
    ...record,
    line: 2,
    security_title: 'Stock Option (right to buy)',
    is_derivative: true,
    exercise_price_usd: priceThen(company, day, price),
    expiration_date: isoOf(day + 3_652),
  };
  const amended = weekdayFrom(filing + 9);
  const amendment = { ...record, ...formOf(cik, amended, 900 + number), is_amendment: true };
  return [
    record,
    ...(code === 'A' ? [option] : []),
    ...(isOwner ? [{ ...record, owner_name: `${name} GP`, owner_cik: null }] : []),
    ...(number % 40 === 11 && amended < world.today ? [amendment] : []),
  ];
}

function formOf(cik: string, filing: Day, number: number) {
  const accession = accessionOf(cik, filing, number);
  return { accession, filing_date: isoOf(filing), source_url: filingUrl(accession) };
}

const TRANSACTIONS = 'The shares were bought in the open market with working capital.';
const PURPOSE =
  'The Reporting Persons intend to discuss a sale of the company and a change of two directors.';

/**
 * Generates Schedules 13D and 13G of the last weeks. The filers are groups of a fund and its
 * manager, activists and founders. Some amendments report that a holder fell below 5 %.
 */
export function largeStakes(world: World, story: Story): Facts<'large_stakes'> {
  const { company } = story;
  if (company.filer !== 'us-gaap' || company.delisted || company.at % 3 !== 1) return [];
  const random = randomOf(world.seed, 'stakes', company.at);
  const kind = Math.floor(company.at / 3) % 4;
  const fund = Math.floor(company.at / 3) % fundNames.length;
  const event = world.today - random.integer(10, 40);
  const percent = Math.round(random.between(52, 98)) / 10;
  const [founder, manager] = [personName(random), personName(random)];
  const isFounder = kind === 3;
  const filer = isFounder ? String(9_600_000_000 + company.at) : cikOfFund(fund);
  const stake = (form: string, day: Day, amendment: number, pct: number) => {
    const accession = accessionOf(filer, weekdayFrom(day + 3), 700 + company.at);
    const shares = sharesThen(company, day, Math.round((story.sharesOn(day) * pct) / 100));
    const lead = { name: isFounder ? founder : fundNames[fund]!, cik: filer, shares, percent: pct };
    const own =
      kind === 2 ? { shares: Math.round(shares / 2), percent: pct / 2 } : { percent: pct };
    return {
      ticker: company.ticker,
      cik: company.cik,
      filer_cik: filer,
      accession,
      form,
      amendment,
      event_date: isoOf(day),
      filing_date: isoOf(weekdayFrom(day + 3)),
      issuer_name: company.name,
      security_title: 'Common Stock',
      persons: [
        { ...lead, types: [isFounder ? 'IN' : 'IA'] },
        ...(isFounder ? [] : [{ ...lead, ...own, name: manager, cik: null, types: ['IN'] }]),
      ],
      purpose: form.includes('13D') ? PURPOSE : null,
      transactions: form.includes('13D') ? TRANSACTIONS : null,
      acquirable_shares: kind === 2 ? Math.round(shares / 10) : null,
      is_exit: form.includes('13G') ? pct <= 5 : null,
      source_url: filingUrl(accession),
    };
  };
  const form = kind === 1 ? 'SCHEDULE 13D' : 'SCHEDULE 13G';
  const first = stake(form, event, 0, percent);
  const isSold = kind === 0 && company.at % 2 === 0;
  return isSold ? [first, stake(`${form}/A`, event + 5, 1, 3.1)] : [first];
}
