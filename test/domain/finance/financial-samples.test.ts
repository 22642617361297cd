import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sgaPeriods } from '../../../src/domain/finance/expenses.ts';
import {
  type FinancialFact,
  factsKnownAt,
  instantSeries,
  newestInstant,
  periodValues,
  trailingTwelveMonths,
} from '../../../src/domain/finance/financial-facts.ts';
import { runway } from '../../../src/domain/finance/runway.ts';
import { shareGrowth12m } from '../../../src/domain/finance/share-count.ts';

/** Filings of real companies; the tests are skipped if this folder is absent. */
const SAMPLES = join(import.meta.dirname, '../../../../shared/samples');
const present = existsSync(SAMPLES);

interface SampleFact {
  readonly start?: string;
  readonly end: string;
  readonly val: number;
  readonly filed: string;
  readonly form: string;
  readonly accn: string;
}

/** The original tag of each concept in the reduced samples. */
const TAG_OF_CONCEPT: Readonly<Record<string, string>> = {
  cash: 'us-gaap:CashAndCashEquivalentsAtCarryingValue',
  short_term_investments: 'us-gaap:ShortTermInvestments',
  assets: 'us-gaap:Assets',
  liabilities: 'us-gaap:Liabilities',
  stockholders_equity: 'us-gaap:StockholdersEquity',
  long_term_debt: 'us-gaap:LongTermDebtNoncurrent',
  operating_cash_flow: 'us-gaap:NetCashProvidedByUsedInOperatingActivities',
  research_and_development: 'us-gaap:ResearchAndDevelopmentExpense',
  net_income: 'us-gaap:NetIncomeLoss',
  revenue: 'us-gaap:Revenues',
  shares_outstanding: 'dei:EntityCommonStockSharesOutstanding',
};

function toFact(tag: string, unit: string, fact: SampleFact): FinancialFact {
  const { val, accn, ...rest } = fact;
  return { ...rest, tag, unit, value: val, accession: accn };
}

function biotechFacts(ticker: string): FinancialFact[] {
  const path = join(SAMPLES, 'sec_facts_biotech_derived', `${ticker}.json`);
  const { facts } = JSON.parse(readFileSync(path, 'utf8')) as {
    facts: Record<string, SampleFact[]>;
  };
  return Object.entries(facts).flatMap(([concept, list]) => {
    const tag = TAG_OF_CONCEPT[concept];
    const unit = concept === 'shares_outstanding' ? 'shares' : 'USD';
    return tag === undefined ? [] : list.map((fact) => toFact(tag, unit, fact));
  });
}

const snowflakeFacts = () => filedFacts(join(SAMPLES, 'sec_companyfacts/companyfacts_SNOW.json'));

/** A filer under IFRS. */
const logisticFacts = () =>
  filedFacts(join(SAMPLES, '../recordings/sec_companyfacts/companyfacts_LPA_ifrs.json'));

function filedFacts(path: string): FinancialFact[] {
  const { facts } = JSON.parse(readFileSync(path, 'utf8')) as {
    facts: Record<string, Record<string, { units: Record<string, SampleFact[]> }>>;
  };
  return Object.entries(facts).flatMap(([taxonomy, tags]) =>
    Object.entries(tags).flatMap(([tag, { units }]) =>
      Object.entries(units).flatMap(([unit, list]) =>
        list.map((fact) => toFact(`${taxonomy}:${tag}`, unit, fact)),
      ),
    ),
  );
}

/**
 * From the filings, in thousands of US dollars, for the calendar year 2025: cash and short-term
 * investments, cash used in the twelve months, and the runway in months: liquid / (used / 12).
 */
const BY_HAND: readonly (readonly [string, number, number, number])[] = [
  ['AARD', 47_051 + 62_976, 54_172, 24.373],
  ['ARVN', 142_900 + 542_500, 273_800, 30.039],
  ['BEAM', 294_944 + 950_266, 345_102, 43.299],
  ['CRNX', 101_536 + 926_353, 377_922, 32.638],
  ['DNLI', 205_326 + 662_553, 412_600, 25.241],
  ['EDIT', 146_645 + 0, 165_241, 10.65],
  ['PCVX', 173_959 + 1_387_000, 655_577, 28.573],
  ['PRAX', 357_329 + 242_002, 249_068, 28.876],
  ['SRRK', 323_527 + 44_036, 300_035, 14.701],
  ['VERA', 354_725 + 359_864, 241_104, 35.566],
  ['XENE', 199_163 + 349_723, 279_118, 23.598],
  ['IMCR', 467_709 + 396_444, 10_712, 968.058],
];

describe.skipIf(!present)('burn and runway of real companies (skipped without samples)', () => {
  const asOf = '2026-04-15';

  it.each(BY_HAND)('%s', (ticker, liquidThousands, usedThousands, months) => {
    const result = runway(factsKnownAt(biotechFacts(ticker), asOf), asOf);
    expect(result.period_end).toBe('2025-12-31');
    expect(result.liquid_usd).toBe(liquidThousands * 1000);
    expect(result.monthly_burn_usd! / 1000).toBeCloseTo(usedThousands / 12, 2);
    expect(result.runway_months).toBeCloseTo(months, 2);
  });

  it('KYMR: no runway, because its securities have no known tag', () => {
    // Cash 144,090 of assets of 1,668,927. Twelve months 232,891 − 79,150 + 88,840 = 242,581 / 12 =
    // 20,215.08.
    const result = runway(factsKnownAt(biotechFacts('KYMR'), '2026-05-01'), '2026-05-01');
    expect(result.period_end).toBe('2026-03-31');
    expect(result.ttm_monthly_burn_usd! / 1000).toBeCloseTo(20_215.083, 2);
    expect(result).toMatchObject({ gross_liquid_usd: null, runway_months: null });
    expect(result.flags).toContain('securities_not_reported');
  });

  it('KYMR: before the 10-Q of 2026-04-30 the newest period is the year 2025', () => {
    // Q4 2025 = 232,891 − 166,144 = 66,747 / 3 = 22,249.
    const result = runway(factsKnownAt(biotechFacts('KYMR'), '2026-04-29'), '2026-04-29');
    expect(result.period_end).toBe('2025-12-31');
    expect(result.latest_monthly_burn_usd! / 1000).toBeCloseTo(22_249, 3);
  });

  it('AVXL: fiscal year to September', () => {
    // Cash 131,749. October–December 2025: 7,151; twelve months 39,044 − 12,120 + 7,151 = 34,075
    // / 12 = 2,839.58. 131,749 / 2,839.58 = 46.397.
    const result = runway(factsKnownAt(biotechFacts('AVXL'), asOf), asOf);
    expect(result.latest_monthly_burn_usd! / 1000).toBeCloseTo(2_383.667, 2);
    expect(result.runway_months).toBeCloseTo(46.397, 2);
  });

  it('KALV: a 10-KT of eight months, its year end moved from April to December', () => {
    // May–December 2025 81,621 − May–July 54,502 = 27,119 over August–December, five months:
    // 5,423.8 a month; 229,342 / 5,423.8 = 42.284. Periods of 5 + 3 + 3 + 3 months are not a year.
    const result = runway(factsKnownAt(biotechFacts('KALV'), asOf), asOf);
    expect(result.runway_months).toBeCloseTo(42.284, 2);
    expect(result.ttm_monthly_burn_usd).toBeNull();
    expect(result.flags).toContain('averaged_period');
    expect(result.flags).toContain('no_trailing_twelve_months');
  });

  it('VRDN: no runway, because its cash tag ends in 2019', () => {
    const result = runway(factsKnownAt(biotechFacts('VRDN'), asOf), asOf);
    expect(result.period_end).toBe('2025-12-31');
    expect(result.runway_months).toBeNull();
    expect(result.flags).toContain('no_cash_reported');
  });
});

describe.skipIf(!present)('LPA, an IFRS filer (skipped without recordings)', () => {
  const table = () => factsKnownAt(logisticFacts(), '2025-06-30');

  it('has the cash of its balance sheet, which includes cash at banks', () => {
    expect(newestInstant(table(), 'cash')).toMatchObject({ end: '2024-12-31', value: 28_827_347 });
  });

  it('has its general expense, although it tags a part as the total', () => {
    const years = sgaPeriods(table()).map(({ end, value }) => [end, value]);
    expect(years.slice(0, 2)).toEqual([
      ['2024-12-31', 15_626_057],
      ['2023-12-31', 8_508_862],
    ]);
  });
});

describe.skipIf(!present)('Snowflake, year end 31 January (skipped without samples)', () => {
  it('subtracts year-to-date cash flows without using fiscal labels', () => {
    // Thousands: Q1 228,373; year to January 959,764, nine months 527,039, six 425,333.
    // Q4 959,764 − 527,039 = 432,725; Q3 527,039 − 425,333 = 101,706. Twelve months to April 2025
    // 959,764 − 355,468 + 228,373 = 832,669.
    const table = factsKnownAt(snowflakeFacts(), '2025-06-30');
    const flows = periodValues(table, 'operating_cash_flow');
    expect(flows.slice(0, 3).map(({ start, end, value }) => [start, end, value])).toEqual([
      ['2025-02-01', '2025-04-30', 228_373_000],
      ['2024-11-01', '2025-01-31', 432_725_000],
      ['2024-08-01', '2024-10-31', 101_706_000],
    ]);
    expect(trailingTwelveMonths(flows)).toBe(832_669_000);
  });

  it('uses reported quarters of expenses and computes the fourth', () => {
    // R&D year 1,783,379 − nine months 1,290,889 = 492,490; third quarter reported 442,435.
    const expenses = periodValues(factsKnownAt(snowflakeFacts(), '2025-04-01'), 'rd_expense');
    expect(expenses[0]).toMatchObject({ value: 492_490_000, differenced: true });
    expect(expenses[1]).toMatchObject({ value: 442_435_000, differenced: false });
  });

  it('adds selling and general expense', () => {
    // February to April 2025: 458,554 + 209,587 = 668,141.
    const newest = sgaPeriods(factsKnownAt(snowflakeFacts(), '2025-06-30'))[0];
    expect(newest).toMatchObject({ end: '2025-04-30', months: 3, value: 668_141_000 });
  });

  it('knows the year from the day of its 10-K, 2025-03-21', () => {
    const facts = snowflakeFacts();
    const ends = ['2025-03-20', '2025-03-21'].map(
      (asOf) => newestInstant(factsKnownAt(facts, asOf), 'cash')?.end,
    );
    expect(ends).toEqual(['2024-10-31', '2025-01-31']);
  });

  it('adds cash and securities, and has no runway because operations generate cash', () => {
    // 2,243,083 + 1,667,601 + 956,144 = 4,866,828. Twelve months capex 46,279 − 16,519 + 44,989 = 74,749: (74,749 − 832,669) / 12 =
    // −63,160.
    const result = runway(factsKnownAt(snowflakeFacts(), '2025-06-30'), '2025-06-30');
    expect(result.gross_liquid_usd).toBe(4_866_828_000);
    expect(result.monthly_burn_usd).toBeCloseTo(-63_160_000, 0);
    expect(result.flags).toContain('no_burn');
  });

  it('compares the cover-page share counts of a year', () => {
    // 333.7 M on 2025-05-08 against 334.8 M on 2024-05-07: −0.32855 %.
    const counts = instantSeries(
      factsKnownAt(snowflakeFacts(), '2025-06-30'),
      'shares_outstanding',
    );
    expect(shareGrowth12m(counts, [], '2025-06-30')).toBeCloseTo(-0.32855, 4);
  });
});
