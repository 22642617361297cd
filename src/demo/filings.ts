import type { Quarter } from './books.ts';
import { priceThen, sharesThen } from './companies.ts';
import { type Day, isoOf, partsOf } from './days.ts';
import { randomOf } from './random.ts';
import { pressRelease } from './regulatory.ts';
import { type Facts, held, type Story, type World } from './world.ts';

const REPORTS_PER_COMPANY = 8;

/**
 * A figure of a report with its XBRL tag, or `false` if the report omits the figure. A figure
 * without `start` applies to one day, such as a balance.
 */
type Figure = readonly [tag: string, value: number, start?: string] | false;

export function accessionOf(cik: string, filed: Day, number: number): string {
  return `${cik}-${String(partsOf(filed).year).slice(2)}-${String(number).padStart(6, '0')}`;
}

export function filingUrl(accession: string): string {
  return `https://filings.example/${accession}`;
}

/**
 * Generates the figures of the periodic reports, with the irregularities of real filings. Quarterly
 * reports state cash flows for the year to date. Only the annual report covers the fourth quarter.
 * Some tags change or are missing. Figures are repeated and sometimes restated.
 */
export function financialFacts(world: World, story: Story): Facts<'financial_facts'> {
  const { company, quarters } = story;
  const reports = [...quarters.keys()].filter(
    (at) => quarters[at]!.filed < world.today && quarters[at]!.end > company.first - 400,
  );
  const stated = company.filer === 'none' ? [] : reports.slice(-REPORTS_PER_COMPANY);
  return stated.flatMap((at) => reportOn(story, at));
}

/**
 * Generates the data on the cover pages of foreign issuers' annual reports. Each depositary share
 * represents one share.
 */
export function depositaryRatios(world: World, story: Story): Facts<'depositary_ratios'> {
  const { ticker, cik, filer } = story.company;
  if (filer !== 'ifrs-full') return [];
  const annual = story.quarters.filter((one) => one.number === 4 && one.filed < world.today);
  return annual.map(({ end, filed }) => ({
    ticker,
    cik,
    form: '20-F',
    cover_date: isoOf(end),
    filed: isoOf(filed),
    is_depositary: true,
    shares_per_depositary: 1,
    source_url: filingUrl(accessionOf(cik, filed, 41)),
  }));
}

const EPS = 'EarningsPerShareDiluted';
const PRETAX =
  'IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest';

function reportOn(story: Story, at: number): Facts<'financial_facts'> {
  const { company, quarters, sharesOn } = story;
  const { ticker, cik, filer } = company;
  const { number, end, filed, cash, securities } = quarters[at]!;
  const year = quarters.slice(Math.max(at - number + 1, 0), at + 1);
  const lastYear = quarters.slice(Math.max(at - 7, 0), at - 3);
  const before = quarters[at - number];
  const accession = accessionOf(cik, filed, number * 10 + 1);
  const source = { filed: isoOf(filed), accession, source_url: filingUrl(accession) };
  const facts = (form: string, taxonomy: string, day: Day, figures: readonly Figure[]) =>
    figures.flatMap((figure) => {
      if (!figure) return [];
      const [tag, stated, start = null] = figure;
      const unit = tag.includes('Shares') ? 'shares' : tag === EPS ? 'USD/shares' : 'USD';
      // Amounts in reports are rounded to thousands of dollars. Share counts are exact.
      const digits = unit === 'USD' ? -3 : unit === 'shares' ? 0 : 2;
      const value = Math.round(stated * 10 ** digits) / 10 ** digits;
      return [{ ticker, cik, tag, taxonomy, unit, start, end: isoOf(day), value, form, ...source }];
    });
  if (filer === 'ifrs-full') {
    // A foreign private issuer reports half-years on Form 6-K and full years on Form 20-F.
    const start = isoOf(year[0]!.start);
    const { net, operatingCashFlow, research } = sumsOf(year);
    const figures: readonly Figure[] = [
      ['CashAndCashEquivalents', cash + securities],
      ['Assets', (cash + securities) * 1.2],
      ['CashFlowsFromUsedInOperatingActivities', operatingCashFlow, start],
      ['ResearchAndDevelopmentExpense', research, start],
      ['ProfitLoss', net, start],
      ['NumberOfSharesOutstanding', sharesOn(end)],
    ];
    return facts(number === 4 ? '20-F' : '6-K', filer, end, number % 2 === 0 ? figures : []);
  }
  const form = number === 4 ? '10-K' : '10-Q';
  const cover = filed - 5;
  const shares = sharesThen(company, cover, sharesOn(cover));
  const restated = company.at % 16 === 3 && number === 1 ? 0.973 : 1;
  return [
    ...facts(form, 'us-gaap', end, [
      ...balance(story, at),
      ...income(company.at, year, at),
      // Reports on the second and the third quarter state the income of the year to date, and then
      // the income of the quarter.
      ...(number === 2 || number === 3 ? income(company.at, year.slice(-1), at) : []),
      number % 3 === 1 && [EPS, sumsOf(year).net / shares, isoOf(year[0]!.start)],
      ...cashFlows(company.at, year),
    ]),
    // Companies with two classes of shares state no share count on the cover page.
    ...facts(form, 'dei', cover, [
      company.at % 23 !== 21 && ['EntityCommonStockSharesOutstanding', shares],
      number === 4 && ['EntityPublicFloat', Math.round(shares * company.price_usd * 0.8)],
    ]),
    ...facts(form, 'us-gaap', before?.end ?? end, [
      before !== undefined && ['CashAndCashEquivalentsAtCarryingValue', before.cash * restated],
      ...(number === 4 && lastYear.length === 4 ? cashFlows(company.at, lastYear) : []),
    ]),
  ];
}

function balance({ company, quarters, sharesOn }: Story, at: number): readonly Figure[] {
  const { cash, securities, debt, deficit, end } = quarters[at]!;
  const burn = company.monthly_burn_usd;
  const current = (cash + securities) * 1.04;
  const assets = current + burn * 3;
  const liabilities = burn * 2.6 + debt;
  // Companies report securities under different XBRL tags, and some companies change the tag.
  const tags = ['AvailableForSaleSecuritiesDebtSecuritiesCurrent', 'ShortTermInvestments'];
  const tag = company.at % 13 === 1 && at >= 9 ? undefined : tags[company.at % 3];
  return [
    ['CashAndCashEquivalentsAtCarryingValue', cash],
    securities > 0 && [tag ?? 'MarketableSecuritiesCurrent', securities],
    ['AssetsCurrent', current],
    ['Assets', assets],
    ['LiabilitiesCurrent', burn * 1.6 + debt * 0.2],
    company.at % 23 !== 9 && ['Liabilities', liabilities],
    ['StockholdersEquity', assets - liabilities],
    ['RetainedEarningsAccumulatedDeficit', -deficit],
    debt > 0 && ['LongTermDebtNoncurrent', debt * 0.8],
    debt > 0 && ['LongTermDebtCurrent', debt * 0.2],
    ['CommonStockSharesOutstanding', sharesThen(company, end, sharesOn(end))],
  ];
}

function income(company: number, quarters: readonly Quarter[], at: number): readonly Figure[] {
  const start = isoOf(quarters[0]!.start);
  const { revenue, goods, selling, research, administration, net } = sumsOf(quarters);
  const revenueTag = 'RevenueFromContractWithCustomerExcludingAssessedTax';
  const researchTag = 'ResearchAndDevelopmentExpense';
  const suffix = company % 17 === 6 && at >= 8 ? 'ExcludingAcquiredInProcessCost' : '';
  return [
    revenue > 0 && [company % 3 === 0 ? 'Revenues' : revenueTag, revenue, start],
    // Only companies with a product state the income before taxes.
    goods > 0 && [PRETAX, net, start],
    goods > 0 && ['SellingAndMarketingExpense', selling, start],
    [researchTag + suffix, research, start],
    ['GeneralAndAdministrativeExpense', administration, start],
    goods > 0 && ['GrossProfit', revenue - goods, start],
    ['OperatingIncomeLoss', net, start],
    company % 29 !== 2 && ['NetIncomeLoss', net, start],
  ];
}

function cashFlows(company: number, year: readonly Quarter[]): readonly Figure[] {
  const start = isoOf(year[0]!.start);
  const { operatingCashFlow, capex, raised } = sumsOf(year);
  return [
    ['NetCashProvidedByUsedInOperatingActivities', operatingCashFlow, start],
    company % 6 !== 5 && ['PaymentsToAcquirePropertyPlantAndEquipment', capex, start],
    ['IncomeTaxExpenseBenefit', 0, start],
    ['NetCashProvidedByUsedInFinancingActivities', raised, start],
    raised > 0 && ['ProceedsFromIssuanceOfCommonStock', raised, start],
  ];
}

function sumsOf(quarters: readonly Quarter[]): Quarter {
  const sums = { ...quarters[0]! };
  for (const quarter of quarters.slice(1)) {
    for (const item of Object.keys(sums) as (keyof Quarter)[]) sums[item] += quarter[item];
  }
  return sums;
}

/**
 * If a stock closes below one dollar on this number of consecutive trading days, the exchange sends
 * a notice of a bid price deficiency (Nasdaq rule 5550(a)(2)).
 */
const NOTICE_SESSIONS = 30;
/**
 * If the stock then closes at one dollar or more on this number of consecutive trading days, the
 * deficiency is cured.
 */
const CURE_SESSIONS = 10;

/** Generates the completed offerings and the shelf registrations of a company. */
export function offeringFacts(world: World, { company, raises }: Story): Facts<'offerings'> {
  const { ticker, cik, at, size, filer, last } = company;
  const random = randomOf(world.seed, 'offerings', at);
  const fact = (form_type: string, type: string, day: Day, offering_amount_usd: number) => {
    // Filings of different types may have the same day, so their accession numbers must differ.
    const number = { shelf: 81, at_the_market: 82 }[type] ?? 80;
    const accession = accessionOf(cik, day, number);
    const kind = { form_type, offering_type: type, is_atm: type === 'at_the_market' };
    const filing = { filed_at: isoOf(day), accession, source_url: filingUrl(accession) };
    return { ticker, ...kind, offering_amount_usd, currency: 'USD', ...filing };
  };
  const offerings = raises.map(({ milestone: { day }, amount_usd, price_usd, shares }) => {
    const small = random.pick(['registered_direct', 'pipe', 'warrants']);
    const type = size === 'micro' ? small : 'follow_on';
    const shares_offered = sharesThen(company, day, shares);
    const price = priceThen(company, day, price_usd);
    // The underwriters of the offering buy 15 % more shares.
    const closing = {
      closed_at: isoOf(day + 2),
      closed_amount_usd: Math.round(amount_usd * 1.15),
      closed_url: `https://releases.example/${ticker}-${isoOf(day)}-closing`,
    };
    return {
      ...fact(type === 'pipe' ? '8-K' : '424B5', type, day, amount_usd),
      ...(type === 'follow_on' && day + 2 < world.today ? closing : {}),
      ...(filer === 'ifrs-full' ? inEuros(amount_usd, price) : { price_usd: price }),
      shares_offered,
      ...(size === 'micro' ? warrantsWith(shares_offered, price) : {}),
    };
  });
  const form = filer === 'ifrs-full' ? 'F-3' : size === 'large' ? 'S-3ASR' : 'S-3';
  const amount = Math.ceil((company.monthly_burn_usd * random.between(20, 50)) / 1e7) * 1e7;
  const filed = last - random.integer(60, 700);
  const shelves = [
    { ...fact(form, 'shelf', filed, amount), securities: ['common stock', 'warrants'] },
    fact('424B5', 'at_the_market', filed + 30, amount / 2),
  ].map((shelf) => {
    const amount_remaining_usd = Math.round(shelf.offering_amount_usd * random.between(0.1, 1));
    return { ...shelf, amount_remaining_usd };
  });
  return [...offerings, ...(filer === 'none' ? [] : shelves.slice(0, at % 4))];
}

/** Exchange rate of the fictional offerings, in US dollars per euro. */
const EURO = 1.1;

function inEuros(amount_usd: number, price_usd: number) {
  const of = (usd: number) => Math.round((usd / EURO) * 100) / 100;
  const offered = { offering_amount: of(amount_usd), price: of(price_usd) };
  return { offering_amount_usd: null, currency: 'EUR', ...offered };
}

function warrantsWith(shares: number, price: number) {
  return {
    prefunded_warrants: Math.round(shares / 4),
    prefunded_price: Math.round(price * 1000 - 1) / 1000,
    warrants_offered: shares,
    warrant_exercise_price: Math.round(price * 110) / 100,
    warrants_outstanding: Math.round(shares / 2),
  };
}

const GOING_CONCERN =
  'There is substantial doubt about the company’s ability to continue as a going concern within ' +
  'one year after the date the financial statements are issued.';

/**
 * Generates events that filings report: going-concern doubts, bid price deficiencies, reverse
 * splits and clinical holds.
 */
export function filingEvents(world: World, story: Story): Facts<'filing_events'> {
  const { ticker, filer, at } = story.company;
  if (filer === 'none') return [];
  const event = (name: string, day: Day, form_type: string, detail: string | null) => {
    return { ticker, event: name, filed_at: isoOf(day), form_type, detail };
  };
  // A report states substantial doubt if the cash lasts less than a year (ASC 205-40).
  const filed = story.quarters.filter((one) => one.filed < world.today);
  const isDoubted = ({ cash, securities, operatingCashFlow }: Quarter) =>
    (3 * (cash + securities)) / 11 < -operatingCashFlow;
  const reported = (name: string, detail: string | null) => (one: Quarter) =>
    event(name, one.filed, one.number === 4 ? '10-K' : '10-Q', detail);
  const cleared = 'The newest report states no substantial doubt.';
  let [below, isNoticed] = [0, false];
  const notices = world.sessions.flatMap((day, session) => {
    const isBelow = story.closes[session]! < 1;
    below = isBelow === isNoticed ? 0 : below + 1;
    if (below < (isNoticed ? CURE_SESSIONS : NOTICE_SESSIONS)) return [];
    [below, isNoticed] = [0, !isNoticed];
    const [name, detail] = isNoticed
      ? ['exchange_deficiency', 'Nasdaq notice: bid price below $1.00.']
      : ['deficiency_cured', 'Nasdaq confirmed that the bid price complies again.'];
    return event(name!, day, '8-K', detail!);
  });
  const undoubted = filed.slice(-1).filter((one) => !isDoubted(one));
  const proposal = 'Proposal of a 1-for-10 reverse split.';
  return [
    ...filed.slice(-2).map(reported('filing', null)),
    ...filed.filter(isDoubted).map(reported('going_concern', GOING_CONCERN)),
    ...undoubted.map(reported('going_concern_cleared', cleared)),
    ...notices,
    ...(at % 48 === 5 ? [event('reverse_split', world.today - 40, 'DEF 14A', proposal)] : []),
    ...held(story, 'hold').map(({ day, program }) => {
      const detail = `The FDA placed a clinical hold on the trial of ${program!.drug}.`;
      const source_url = pressRelease(story, day);
      return { ...event('clinical_hold', day, '8-K', detail), source_url };
    }),
  ];
}
