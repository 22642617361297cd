import type { Fact } from '../facts/fact-kinds.ts';
import type { Books } from './books.ts';
import { type Day, isoOf, monthEndAfter, quarterEnd, weekdayFrom } from './days.ts';
import { accessionOf } from './filings.ts';
import { type Fund, fundsOf, type Market, marketAt, tradeQuarter } from './fund-trades.ts';
import { type Story, sharesThen, type World } from './model.ts';
import { cusipOf, outsidePositions, type Position } from './outside-holdings.ts';

/** A fund whose newest-but-three filing reports thousands although dollars have been asked for. */
const inThousands = 7;

/** A report is due 45 days after the end of its quarter (17 CFR 240.13f-1). */
export const dueDays = 45;

type Filing = Fact<'fund_filings'>;

/** What the positions of one quarter are written from, by the companies’ indexes. */
interface Quarter {
  readonly end: Day;
  readonly market: Market;
  readonly securities: readonly Security[];
}

type Security = Pick<Position, 'cusip' | 'ticker' | 'issuer'>;

/** A company whose shares have two classes. */
const twoClasses = 21;

/** All funds' filings, quarter by quarter, oldest first, with amendments of both kinds. */
export function* fundFilings(
  world: World,
  books: ReadonlyMap<Story, Books>,
): Generator<readonly Filing[]> {
  const funds = fundsOf(world.seed);
  const ends = reportDates(world);
  for (const [number, end] of ends.entries()) {
    const filings: Filing[] = [];
    const market = marketAt(world, books, funds, end);
    const isLater = number * 2 >= ends.length;
    const securities = world.stories.map((story) => securityOf(story, isLater));
    const quarter = { end, market, securities };
    for (const fund of funds) {
      tradeQuarter(world, fund, market);
      const filing = filingOf(fund, quarter);
      const wrongUnit = fund.at === inThousands && number === ends.length - 4;
      filings.push(wrongUnit ? { ...filing, positions: filing.positions.map(thousands) } : filing);
      filings.push(...amendments(world, filing, fund, quarter));
    }
    yield filings;
  }
}

/** The quarter ends that have prices and of which the reports have been filed, oldest first. */
export function reportDates({ today, sessions }: World): readonly Day[] {
  const last = quarterEnd(today);
  return Array.from({ length: 11 }, (_, back) => monthEndAfter(last, -3 * back))
    .filter((end) => end + dueDays + 2 < today && end >= sessions[0]!)
    .reverse();
}

function filingOf(fund: Fund, quarter: Quarter): Filing {
  const { end } = quarter;
  const { at, held, name, random } = fund;
  const cik = String(9_800_000_000 + at * 31);
  const filed = weekdayFrom(end + random.integer(30, dueDays - 1));
  const positions = [...held].map(([story, shares]) => positionOf(quarter, story, shares));
  return {
    accession: accessionOf(cik, filed, 500 + (end % 97)),
    cik,
    fund_name: name,
    report_date: isoOf(end),
    filing_date: isoOf(filed),
    form: '13F-HR',
    is_specialist: fund.specialist,
    positions: [
      ...positions,
      ...secondClass(fund, quarter),
      ...options(fund, quarter),
      ...outsidePositions(fund.outside, end),
    ],
    source_url: `https://filings.example/${cik}/${isoOf(end)}`,
  };
}

/** Filers abbreviate: the name of some issuers, which no ticker stands beside then, gets shorter. */
function securityOf({ company }: Story, isLater: boolean): Security {
  const isShort = isLater && company.at % 7 === 3;
  const issuer = company.name.toUpperCase();
  return {
    cusip: cusipOf(company.ticker),
    // The map from CUSIP to ticker has holes.
    ticker: isShort || company.at % 61 === 17 ? null : company.ticker,
    issuer: isShort ? abbreviated(issuer) : issuer,
  };
}

function abbreviated(issuer: string): string {
  return issuer
    .replace(/,? INC\.$/, '')
    .replace('PHARMACEUTICALS', 'PHARMA')
    .replace('THERAPEUTICS', 'THERA')
    .replace('BIOSCIENCES', 'BIOSCI');
}

/** The SEC's list names the CUSIPs of some companies, and both classes of one. */
export function securitiesOf(world: World): readonly Fact<'securities'>[] {
  return world.stories.flatMap(({ company }) => {
    const { at, ticker, name } = company;
    const listed = {
      ...{ cusip: cusipOf(ticker), ticker, name: name.toUpperCase(), class_title: 'COM' },
      seen_date: isoOf(monthEndAfter(quarterEnd(world.today), -3)),
    };
    if (at === twoClasses) {
      const second = { ...listed, cusip: cusipOf(ticker, '20'), class_title: 'CL B' };
      return [{ ...listed, class_title: 'CL A' }, second];
    }
    return at % 5 === 3 ? [listed] : [];
  });
}

/** Holders of the company with two classes have both. */
function secondClass({ held }: Fund, quarter: Quarter): readonly Position[] {
  return [...held]
    .filter(([{ company }]) => company.at === twoClasses)
    .map(([story, shares]) => ({
      ...positionOf(quarter, story, Math.round(shares / 10)),
      cusip: cusipOf(story.company.ticker, '20'),
      title_of_class: 'CL B',
    }));
}

function positionOf({ end, market, securities }: Quarter, story: Story, shares: number): Position {
  const { at } = story.company;
  const { cusip, ticker, issuer } = securities[at]!;
  return {
    cusip,
    ticker,
    issuer,
    title_of_class: at === twoClasses ? 'CL A' : 'COM',
    value: Math.round(shares * (market[at]!.close ?? 0)),
    shares: sharesThen(story.company, end, shares),
    share_type: 'SH',
  };
}

/** Options on a holding, at the value of the shares under them. */
function options({ at, held, random }: Fund, quarter: Quarter): readonly Position[] {
  if (at % 4 !== 1) return [];
  return [...held]
    .filter(([story]) => story.company.optionable && random.chance(0.12))
    .map(([story, shares]) => ({
      ...positionOf(quarter, story, Math.round(shares / 400) * 100),
      put_call: random.chance(0.6) ? 'Put' : 'Call',
    }));
}

function amendments(world: World, filing: Filing, fund: Fund, quarter: Quarter): readonly Filing[] {
  const { end } = quarter;
  const filed = weekdayFrom(end + dueDays + 1 + fund.random.integer(3, 40));
  const roll = fund.random.unit();
  if (filed >= world.today || roll > 0.05) return [];
  const amended = {
    ...filing,
    accession: accessionOf(filing.cik, filed, 600 + (end % 97)),
    filing_date: isoOf(filed),
    form: '13F-HR/A',
  };
  return roll < 0.025 ? restatement(filing, amended) : newHoldings(world, amended, fund, quarter);
}

/** The whole report again, its first position halved. */
function restatement(filing: Filing, amended: Filing): readonly Filing[] {
  const [first, ...rest] = filing.positions;
  if (first === undefined) return [];
  const shares = Math.round(first.shares! / 2);
  const half = { ...first, shares, value: Math.round(first.value / 2) };
  return [{ ...amended, amendment_type: 'RESTATEMENT', positions: [half, ...rest] }];
}

/** A position that the report left out: less than a hundredth of its company. */
function newHoldings(
  { stories }: World,
  amended: Filing,
  { at, held, random }: Fund,
  quarter: Quarter,
): readonly Filing[] {
  const missing = stories.find(
    (story) =>
      story.company.at > at * 5 &&
      !Number.isNaN(story.closes.at(-1)) &&
      !held.has(story) &&
      quarter.market[story.company.at]!.close !== null,
  );
  if (missing === undefined) return [];
  const shares = Math.round(missing.company.shares * random.between(0.001, 0.01));
  const added = positionOf(quarter, missing, shares);
  return [{ ...amended, amendment_type: 'NEW HOLDINGS', positions: [added] }];
}

function thousands(position: Position): Position {
  return { ...position, value: Math.round(position.value / 1000) };
}
