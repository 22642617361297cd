import { priceThen, sharesThen } from './companies.ts';
import { type Day, isoOf, weekdayFrom } from './days.ts';
import { accessionOf, filingUrl } from './filings.ts';
import { fundNames, personName } from './names.ts';
import { type Random, randomOf } from './random.ts';
import { type Facts, type Story, sessionAt, type World } from './world.ts';

/**
 * An insider. `role` is an officer title, `director`, or `owner` for a holder who keeps a stake
 * through every offering.
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
 * Scheduled transactions: grants, gifts, vesting with shares withheld for tax, and sales under a
 * trading plan.
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
 * Open-market trades: purchases after a price drop or some months before good news, and sales after
 * a rise.
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
 * Returns the records of a transaction, one per reporting owner. If the form was amended, each
 * record is repeated.
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
  const joint = { ...record, owner_name: `${name} GP`, owner_cik: null };
  const amended = weekdayFrom(filing + 9);
  const amendment = { ...record, ...formOf(cik, amended, 900 + number), is_amendment: true };
  const isAmended = number % 40 === 11 && amended < world.today;
  return [
    record,
    ...(code === 'A' ? [option] : []),
    ...(isOwner ? [joint] : []),
    ...(isAmended ? [amendment] : []),
  ];
}

function formOf(cik: string, filing: Day, number: number) {
  const accession = accessionOf(cik, filing, number);
  return { accession, filing_date: isoOf(filing), source_url: filingUrl(accession) };
}
