import type { Fact } from '../facts.ts';
import type { Books } from './books.ts';
import { type Day, isoOf, monthEndAfter, quarterEnd, weekdayFrom } from './days.ts';
import { accessionOf } from './filings.ts';
import { type Fund, fundsOf, type Market, marketAt, tradeQuarter } from './fund-trades.ts';
import type { Story, World } from './model.ts';
import { cusipOf, outsidePositions, type Position } from './outside-holdings.ts';

/** A fund whose newest-but-three filing reports thousands although dollars have been asked for. */
const inThousands = 7;

/** A report is due 45 days after the end of its quarter (17 CFR 240.13f-1). */
const dueDays = 45;

type Filing = Fact<'fund_filings'>;

/** What the positions of one quarter are written from, by the companies’ indexes. */
interface Quarter {
  readonly end: Day;
  readonly market: Market;
  readonly securities: readonly Security[];
}

type Security = Pick<Position, 'cusip' | 'ticker' | 'issuer'>;

/** All funds' filings, quarter by quarter, oldest first, with amendments of both kinds. */
export function* fundFilings(
  world: World,
  books: ReadonlyMap<Story, Books>,
): Generator<readonly Filing[]> {
  const funds = fundsOf(world.seed);
  const securities = world.stories.map(securityOf);
  const ends = reportDates(world);
  for (const [number, end] of ends.entries()) {
    const filings: Filing[] = [];
    const market = marketAt(world, books, funds, end);
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
function reportDates({ today, sessions }: World): readonly Day[] {
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
    positions: [...positions, ...options(fund, quarter), ...outsidePositions(fund.outside, end)],
    source_url: `https://filings.example/${cik}/${isoOf(end)}`,
  };
}

function securityOf({ company }: Story): Security {
  return {
    cusip: cusipOf(company.ticker),
    // The map from CUSIP to ticker has holes.
    ticker: company.at % 61 === 17 ? null : company.ticker,
    issuer: company.name.toUpperCase(),
  };
}

function positionOf({ market, securities }: Quarter, story: Story, shares: number): Position {
  const { at } = story.company;
  const { cusip, ticker, issuer } = securities[at]!;
  return {
    cusip,
    ticker,
    issuer,
    title_of_class: 'COM',
    value: Math.round(shares * (market[at]!.close ?? 0)),
    shares,
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
