import type { Fact } from '../facts/fact-kinds.ts';
import { sharesThen } from './companies.ts';
import { type Day, isoOf, quarterEndsBefore, weekdayFrom } from './days.ts';
import { accessionOf, filingUrl } from './filings.ts';
import { fundNames } from './names.ts';
import { hash } from './random.ts';
import type { Facts, Story, World } from './world.ts';

/**
 * For each fund, the maximum fraction of a company that it holds. Specialist funds are first. Only
 * one fund may hold more than 10%, because a holder of more than 10% is an insider (Exchange Act,
 * section 16).
 */
const limits = [0.09, 0.08, 0.07, 0.14, 0.05, 0.03, 0.03, 0.02, 0.015, 0.01, 0.01, 0.005];
const SPECIALISTS = 8;
const LARGEST_POSITION_USD = 4e8;
/**
 * Index of the fund that, in one report, states values in thousands of dollars instead of dollars.
 */
const FUND_IN_THOUSANDS = 7;
/** Index of the company whose stock has two share classes. */
const TWO_CLASSES = 21;
/** Days after the end of a quarter when the 13F report is due (17 CFR 240.13f-1). */
const DUE_DAYS = 45;

type Filing = Fact<'fund_filings'>;
type Position = Filing['positions'][number];

/**
 * Generates the 13F reports of all funds, ordered by quarter, oldest first. They include amendments
 * that restate or supplement a report.
 */
export function fundFilings(world: World): readonly Filing[] {
  const ends = reportDates(world);
  const filings = ends.flatMap((end, quarter) =>
    fundNames.flatMap((_, at) => {
      const filing = filingOf(world, at, end, quarter >= ends.length / 2);
      const unit = at === FUND_IN_THOUSANDS && quarter === ends.length - 4 ? 1000 : 1;
      const positions = filing.positions.map((row) => {
        return { ...row, value: Math.round(row.value / unit) };
      });
      return [{ ...filing, positions }, ...amendmentOf(world, at, filing, end)];
    }),
  );
  return filings.filter(({ filing_date }) => filing_date < isoOf(world.today));
}

/** Returns the quarter ends that have prices and filed reports, oldest first. */
function reportDates({ today, sessions }: World): readonly Day[] {
  const ends = quarterEndsBefore(today, 9);
  return ends.filter((end) => end + DUE_DAYS + 2 < today && end >= sessions[0]!);
}

function filingOf(world: World, at: number, end: Day, isLater: boolean): Filing {
  const held = world.stories.flatMap((story) => {
    const shares = sharesHeld(at, story, end);
    const rows = shares > 0 ? rowsOf(story, end, shares, isLater) : [];
    const put_call = ['Put', 'Call'][hash(`${at}/${story.company.ticker}/${end}`) % 16];
    const underlying = at % 4 === 1 && put_call ? rows.slice(0, 1) : [];
    return [...rows, ...underlying.map((row) => ({ ...row, put_call }))];
  });
  const filed = weekdayFrom(end + 30 + ((7 * at + end) % 14));
  return {
    ...reportOf(cikOfFund(at), fundNames[at]!, end, filed),
    form: '13F-HR',
    is_specialist: at < SPECIALISTS,
    positions: [...held, ...(at < SPECIALISTS ? [] : outsidePositions(at, end))],
  };
}

export function cikOfFund(at: number): string {
  return String(9_800_000_000 + at * 31);
}

/** @param first the lowest possible sequence number in the accession number of the report */
function reportOf(cik: string, fund_name: string, end: Day, filed: Day, first = 500) {
  const accession = accessionOf(cik, filed, first + (end % 97));
  const dates = { report_date: isoOf(end), filing_date: isoOf(filed) };
  return { accession, cik, fund_name, ...dates, source_url: filingUrl(accession) };
}

/**
 * Returns how many shares of a company a fund holds at a quarter end. The number is adjusted for
 * all splits. The fund changes its position every second quarter. In some quarters, it holds no
 * shares.
 */
function sharesHeld(at: number, { company, closeOn }: Story, end: Day): number {
  const part = (label: string) => hash(`${label}/${at}/${company.ticker}`) / 2 ** 32;
  const fits = company.size !== (at < SPECIALISTS ? 'large' : 'micro');
  const quarter = Math.floor(end / 91) + Math.floor(11 * part('pause'));
  const close = closeOn(end);
  if (!fits || part('held') > 0.4 || quarter % 11 < 2 || close === null) return 0;
  const most = company.shares * limits[at]! * (0.3 + 0.7 * part('size'));
  const share = 0.5 + 0.5 * part(`${quarter >> 1}`);
  return Math.floor(Math.min(most, LARGEST_POSITION_USD / close) * share);
}

/**
 * Returns the rows of a position, one per share class. In later reports, the names of some issuers
 * are abbreviated. Some rows have no ticker.
 */
function rowsOf(story: Story, end: Day, shares: number, isLater: boolean): readonly Position[] {
  const { company, closeOn } = story;
  const { at, ticker, name } = company;
  const isShort = isLater && at % 7 === 3;
  const issuer = name.toUpperCase();
  const row = {
    cusip: cusipOf(ticker),
    ticker: isShort || at % 61 === 17 ? null : ticker,
    issuer: isShort ? issuer.replace(/(?<=PHARMA|THERA|BIO)[A-Z]*, INC\.$/, '') : issuer,
    title_of_class: at === TWO_CLASSES ? 'CL A' : 'COM',
    value: Math.round(shares * closeOn(end)!),
    shares: sharesThen(company, end, shares),
    share_type: 'SH',
  };
  const second = { ...partOf(row, 0.1), cusip: cusipOf(ticker, '20'), title_of_class: 'CL B' };
  return at === TWO_CLASSES ? [row, second] : [row];
}

function partOf(row: Position, part: number): Position {
  return { ...row, value: Math.round(row.value * part), shares: Math.round(row.shares! * part) };
}

/**
 * Generates amendments of reports. Some amendments restate the report with a smaller position, and
 * others add a position that the report omitted.
 */
function amendmentOf(world: World, at: number, filing: Filing, end: Day): readonly Filing[] {
  const turn = hash(`${at}/${end}`) % 20;
  const filed = weekdayFrom(end + DUE_DAYS + 5 + turn);
  const report = reportOf(filing.cik, filing.fund_name, end, filed, 600);
  const amended = { ...filing, ...report, form: '13F-HR/A' };
  const smaller = filing.positions.map((row, number) => (number === 0 ? partOf(row, 0.5) : row));
  const missing = world.stories.find(
    (story) => sharesHeld(at, story, end) === 0 && story.closeOn(end) !== null,
  )!;
  const added = [...rowsOf(missing, end, Math.round(missing.company.shares / 200), false)];
  if (turn === 0) return [{ ...amended, amendment_type: 'RESTATEMENT', positions: smaller }];
  return turn === 1 ? [{ ...amended, amendment_type: 'NEW HOLDINGS', positions: added }] : [];
}

/** A fictional CUSIP of nine characters. */
function cusipOf(name: string, issue = '10'): string {
  const issuer = hash(name).toString(36).toUpperCase().padStart(5, '0').slice(-5);
  return `9${issuer}${issue}${hash(name) % 10}`;
}

const outsideIssuers = (
  'NORDQUELL INDUSTRIAL CO;QUELLMARK SOFTWARE INC;TRAMONVALE RAIL CORP;OSTERQUIST BANCORP;' +
  'HALVERQUOR ENERGY CORP;PELLISTROVA FOODS INC;TAMMERQUAY RETAIL INC;CASQUERRA MOTORS INC'
).split(';');

/** Returns positions in companies that are not biotech companies, and in a convertible bond. */
function outsidePositions(at: number, end: Day): readonly Position[] {
  const positions = outsideIssuers.map((issuer) => {
    const shares = 1_000 * (2_000 + (hash(`${at}/${issuer}/${end}`) % 4_000));
    const value = shares * (20 + (hash(issuer) % 300)) + (hash(`${issuer}/${end}`) % 1_000_000);
    const stock = { cusip: cusipOf(issuer), issuer, title_of_class: 'COM', share_type: 'SH' };
    return { ...stock, value, shares };
  });
  const bond = { title_of_class: 'NOTE 2.000% 6/1', share_type: 'PRN', value: 9.7e6, shares: 1e7 };
  const issuer = outsideIssuers[at % 8]!;
  return [...positions, { cusip: cusipOf(issuer, 'AB'), issuer, ...bond }];
}

/**
 * Generates the SEC's list of 13F securities. It contains the CUSIPs of some companies. One of
 * these companies has two share classes, and the list contains both.
 */
export function securitiesOf({ today, stories }: World): Facts<'securities'> {
  const seen_date = isoOf(quarterEndsBefore(today, 1)[0]!);
  return stories.flatMap(({ company: { at, ticker, name } }) => {
    const row = { cusip: cusipOf(ticker), ticker, name: name.toUpperCase(), seen_date };
    const second = { ...row, cusip: cusipOf(ticker, '20'), class_title: 'CL B' };
    if (at === TWO_CLASSES) return [{ ...row, class_title: 'CL A' }, second];
    return at % 5 === 3 ? [{ ...row, class_title: 'COM' }] : [];
  });
}

/**
 * Generates the reports of managers that appear only in the SEC's 13F data sets. The positions in
 * these reports all have CUSIPs that are on the SEC's list of 13F securities.
 */
export function holdingsReports(world: World): Facts<'holdings_reports'> {
  const listed = securitiesOf(world).map(({ cusip }) => cusip);
  const managers = [8, 9, 10, 11].map((at) => ({ at, fund_name: `Index Trust ${at}` }));
  return reportDates(world)
    .slice(-2)
    .flatMap((end) =>
      managers.map(({ at, fund_name }) => {
        const { is_specialist: _, positions, ...filing } = filingOf(world, at, end, false);
        const rows = positions.filter(({ cusip }) => listed.includes(cusip!));
        return {
          ...filing,
          ...reportOf(String(9_700_000_000 + at), fund_name, end, weekdayFrom(end + 40)),
          positions: {
            cusip: rows.map(({ cusip }) => cusip!),
            value: rows.map(({ value }) => value),
            shares: rows.map(({ shares }) => shares!),
          },
          table_value_total: 4_815e9,
        };
      }),
    );
}
