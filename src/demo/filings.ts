import type { Fact } from '../facts/fact-kinds.ts';
import type { Books, Quarter } from './books.ts';
import { type Day, isoOf, yearOf } from './days.ts';
import { type Company, type Story, sharesThen, type World } from './model.ts';

const filedQuarters = 8;

/** A figure as a report tags it; without a start it is an instant. */
type Figure = readonly [tag: string, value: number, start?: string];

/** What the figures of one balance sheet date in one report have in common. */
interface Report {
  readonly ticker: string;
  readonly cik: string;
  readonly form: string;
  readonly end: string;
  readonly filed: string;
  readonly accession: string;
  readonly source_url: string;
}

/**
 * The figures of a company's periodic reports, with the traps of real ones: cash flows of
 * quarterly reports run from the start of the fiscal year, the fourth quarter stands in the year
 * only, tags change or are missing, and figures are repeated and now and then restated.
 */
export function financialFactsOf(
  world: World,
  story: Story,
  books: Books,
): readonly Fact<'financial_facts'>[] {
  const { company } = story;
  if (company.filer === 'none') return [];
  const filed = books.quarters
    .map((quarter, at) => ({ quarter, at }))
    .filter(({ quarter }) => quarter.filed < world.today && quarter.end > company.first - 400)
    .slice(-filedQuarters);
  if (company.filer === 'ifrs-full') return filed.flatMap((one) => foreign(company, books, one.at));
  return filed.flatMap((one) => domestic(company, books, one.at));
}

export function accessionOf(cik: string, filed: Day, number: number): string {
  const year = String(yearOf(filed)).slice(2);
  return `${cik}-${year}-${String(number).padStart(6, '0')}`;
}

export function filingUrl(accession: string): string {
  return `https://filings.example/${accession}`;
}

/** A 10-Q or 10-K. */
function domestic(company: Company, books: Books, at: number): Fact<'financial_facts'>[] {
  const quarter = books.quarters[at]!;
  const annual = quarter.number === 4;
  const year = books.quarters.slice(at - quarter.number + 1, at + 1);
  const figures = [
    ...balance(company, quarter, at),
    ...income(company, year, at),
    // Outside the annual report a quarter's income stands alone beside the year to date.
    ...(annual || quarter.number === 1 ? [] : income(company, [quarter], at)),
    ...cashFlows(company, year),
  ];
  const report = reportOf(company, quarter, annual ? '10-K' : '10-Q');
  return [
    ...figures.map((figure) => fact(report, figure)),
    ...cover(company, quarter, report),
    ...repeated(company, books, at, report),
  ];
}

function balance(company: Company, quarter: Quarter, at: number): readonly Figure[] {
  const { cash, securities, debt, deficit, shares } = quarter;
  const liquid = cash + securities;
  const current = liquid * 1.04;
  const assets = current + company.monthly_burn_usd * 3;
  const payables = company.monthly_burn_usd * 1.6;
  const liabilities = payables + debt + company.monthly_burn_usd;
  return [
    ['CashAndCashEquivalentsAtCarryingValue', cash],
    ...(securities > 0 ? ([[securitiesTag(company, at), securities]] as const) : []),
    ['AssetsCurrent', current],
    ['Assets', assets],
    ['LiabilitiesCurrent', payables + (debt > 0 ? debt * 0.2 : 0)],
    ...(company.at % 23 === 9 ? [] : ([['Liabilities', liabilities]] as const)),
    ['StockholdersEquity', assets - liabilities],
    ['RetainedEarningsAccumulatedDeficit', -deficit],
    ...(debt > 0
      ? ([
          ['LongTermDebtNoncurrent', debt * 0.8],
          ['LongTermDebtCurrent', debt * 0.2],
        ] as const)
      : []),
    ['CommonStockSharesOutstanding', sharesThen(company, quarter.end, shares)],
  ];
}

/** Over one or several quarters, from the start of the first to the end of the last. */
function income(company: Company, quarters: readonly Quarter[], at: number): readonly Figure[] {
  const start = isoOf(quarters[0]!.start);
  const research = sum(quarters, (one) => one.research);
  const administration = sum(quarters, (one) => one.administration);
  const revenue = sum(quarters, (one) => one.revenue);
  const goods = sum(quarters, (one) => one.goods);
  const selling = sum(quarters, (one) => one.selling);
  const net = revenue - goods - selling - research - administration;
  return [
    ...(revenue > 0 ? ([[revenueTag(company), revenue, start]] as const) : []),
    ...(goods > 0
      ? ([
          ['CostOfGoodsAndServicesSold', goods, start],
          ['SellingAndMarketingExpense', selling, start],
        ] as const)
      : []),
    [researchTag(company, at), research, start],
    ['GeneralAndAdministrativeExpense', administration, start],
    ['OperatingIncomeLoss', net, start],
    ...(company.at % 29 === 2 ? [] : ([['NetIncomeLoss', net, start]] as const)),
  ];
}

/** From the start of the fiscal year, as reports have them. */
function cashFlows(company: Company, year: readonly Quarter[]): readonly Figure[] {
  const start = isoOf(year[0]!.start);
  const raised = sum(year, (one) => one.raised);
  return [
    [
      'NetCashProvidedByUsedInOperatingActivities',
      sum(year, (one) => one.operatingCashFlow),
      start,
    ],
    ...(company.at % 6 === 5
      ? []
      : ([
          ['PaymentsToAcquirePropertyPlantAndEquipment', sum(year, (one) => one.capex), start],
        ] as const)),
    ['ShareBasedCompensation', sum(year, (one) => one.stockPay), start],
    ['NetCashProvidedByUsedInFinancingActivities', raised, start],
    ...(raised > 0 ? ([['ProceedsFromIssuanceOfCommonStock', raised, start]] as const) : []),
  ];
}

/** Figures of the cover page, dated near the filing; companies with two classes have none. */
function cover(company: Company, quarter: Quarter, report: Report): Fact<'financial_facts'>[] {
  if (company.at % 23 === 11) return [];
  const day = quarter.filed - 5;
  const shares = sharesThen(company, day, quarter.shares);
  return [
    fact({ ...report, end: isoOf(day) }, ['EntityCommonStockSharesOutstanding', shares], 'dei'),
  ];
}

/** What a report repeats of earlier ones: the last year's closing cash, sometimes restated. */
function repeated(
  company: Company,
  books: Books,
  at: number,
  report: Report,
): Fact<'financial_facts'>[] {
  const quarter = books.quarters[at]!;
  const before = books.quarters[at - quarter.number];
  if (before === undefined) return [];
  const restated = company.at % 16 === 3 && quarter.number === 1 ? 0.973 : 1;
  const again = { ...report, end: isoOf(before.end) };
  const year = books.quarters.slice(Math.max(at - quarter.number - 3, 0), at - quarter.number + 1);
  const whole = year.length === 4 && quarter.number === 4;
  return [
    fact(again, ['CashAndCashEquivalentsAtCarryingValue', before.cash * restated]),
    ...(whole ? cashFlows(company, year).map((one) => fact(again, one)) : []),
  ];
}

/** A foreign private issuer reports half-years on 6-K and years on 20-F, under IFRS. */
function foreign(company: Company, books: Books, at: number): Fact<'financial_facts'>[] {
  const quarter = books.quarters[at]!;
  if (quarter.number % 2 === 1) return [];
  const year = books.quarters.slice(at - quarter.number + 1, at + 1);
  const start = isoOf(year[0]!.start);
  const research = sum(year, (one) => one.research);
  const net = sum(
    year,
    (one) => one.revenue - one.goods - one.selling - one.research - one.administration,
  );
  const figures: readonly Figure[] = [
    ['CashAndCashEquivalents', quarter.cash + quarter.securities],
    ['Assets', (quarter.cash + quarter.securities) * 1.2],
    ['CashFlowsFromUsedInOperatingActivities', sum(year, (one) => one.operatingCashFlow), start],
    ['ResearchAndDevelopmentExpense', research, start],
    ['ProfitLoss', net, start],
    ['NumberOfSharesOutstanding', quarter.shares],
  ];
  const report = reportOf(company, quarter, quarter.number === 4 ? '20-F' : '6-K');
  return figures.map((figure) => fact(report, figure, 'ifrs-full'));
}

function reportOf(company: Company, quarter: Quarter, form: string): Report {
  const accession = accessionOf(company.cik, quarter.filed, quarter.number * 10 + 1);
  return {
    ticker: company.ticker,
    cik: company.cik,
    form,
    end: isoOf(quarter.end),
    filed: isoOf(quarter.filed),
    accession,
    source_url: filingUrl(accession),
  };
}

/** Reports state thousands of dollars and whole shares. */
function fact(
  { ticker, cik, end, form, filed, accession, source_url }: Report,
  [tag, value, start]: Figure,
  taxonomy = 'us-gaap',
): Fact<'financial_facts'> {
  const shares = tag.includes('Shares');
  return {
    ticker,
    cik,
    tag,
    taxonomy,
    unit: shares ? 'shares' : 'USD',
    start: start ?? null,
    end,
    value: shares ? Math.round(value) : Math.round(value / 1000) * 1000,
    form,
    filed,
    accession,
    source_url,
  };
}

function securitiesTag(company: Company, at: number): string {
  if (company.at % 13 === 1) return at < 9 ? 'ShortTermInvestments' : 'MarketableSecuritiesCurrent';
  return company.at % 3 === 0
    ? 'AvailableForSaleSecuritiesDebtSecuritiesCurrent'
    : company.at % 3 === 1
      ? 'ShortTermInvestments'
      : 'MarketableSecuritiesCurrent';
}

function researchTag(company: Company, at: number): string {
  return company.at % 17 === 6 && at >= 8
    ? 'ResearchAndDevelopmentExpenseExcludingAcquiredInProcessCost'
    : 'ResearchAndDevelopmentExpense';
}

function revenueTag(company: Company): string {
  return company.at % 3 === 0 ? 'Revenues' : 'RevenueFromContractWithCustomerExcludingAssessedTax';
}

function sum(quarters: readonly Quarter[], of: (quarter: Quarter) => number): number {
  return quarters.reduce((total, quarter) => total + of(quarter), 0);
}
