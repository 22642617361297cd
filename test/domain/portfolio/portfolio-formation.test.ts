import { describe, expect, it } from 'vitest';
import type { FundFiling, FundRow } from '../../../src/domain/ownership/fund-filings.ts';
import {
  cappedWeights,
  formationDate,
  formPortfolio,
  fundWeights,
} from '../../../src/domain/portfolio/portfolio-formation.ts';
import { filing as filed, row } from '../fund-filings.ts';

const report_date = '2026-09-30';
const tradable = () => true;

const position = (ticker: string | null, value_usd: number, change: Partial<FundRow> = {}) =>
  row(ticker, 1, value_usd, change);

function filing(cik: string, rows: readonly FundRow[], change: Partial<FundFiling> = {}) {
  return filed(cik, report_date, rows, { accession: `${cik}-26-000001`, ...change });
}

/** Positions in A, B, C … with these values. */
function book(values: readonly number[]): readonly FundRow[] {
  return values.map((value, i) => position(String.fromCharCode(65 + i), value));
}

it.each([
  ['2026-09-30', '2026-11-16'], // 14 November is a Saturday
  ['2026-06-30', '2026-08-14'], // a Friday
  ['2026-03-31', '2026-05-15'], // a Friday
  ['2025-12-31', '2026-02-17'], // Saturday, then Washington's Birthday on Monday the 16th
  ['2020-12-31', '2021-02-16'], // Sunday, then Washington's Birthday on Monday the 15th
  ['2021-03-31', '2021-05-17'], // a Saturday
  ['2021-09-30', '2021-11-15'], // a Sunday
  ['2024-12-31', '2025-02-14'], // a Friday; the holiday follows on the 17th
])('formationDate of the report date %s is %s', (date, formation) => {
  expect(formationDate(date)).toBe(formation);
});

describe('fundWeights', () => {
  const ciks = ['1'];
  const weightsOf = (filings: readonly FundFiling[]) =>
    fundWeights(filings, ciks, report_date).map((fund) => Object.fromEntries(fund));

  it('are shares of the common stock, including rows without a ticker', () => {
    const positions = [
      position('A', 30),
      position('A', 10), // a second row of A
      position(null, 40), // without a ticker
      position('B', 20),
      position('B', 500, { put_call: 'Call' }),
      position('C', 500, { share_type: 'PRN' }),
      position('D', 500, { title_of_class: '*W EXP 05/20/2028' }),
      position('E', 500, { title_of_class: 'PFD SER A' }),
    ];
    // The total is 30 + 10 + 40 + 20 = 100.
    expect(weightsOf([filing('1', positions)])).toEqual([
      { A: expect.closeTo(0.4, 12), B: expect.closeTo(0.2, 12) },
    ]);
  });

  it('apply restatements and new holdings that were filed by the formation date', () => {
    const original = filing('1', [position('A', 100)], { filing_date: '2026-11-10' });
    const added = filing('1', [position('B', 100)], {
      accession: '1-26-000002',
      filing_date: '2026-11-12',
      amendment_type: 'NEW HOLDINGS',
    });
    const restatedOn = (filing_date: string) =>
      filing('1', [position('C', 100)], { filing_date, amendment_type: 'RESTATEMENT' });
    expect(weightsOf([added, restatedOn('2026-11-16'), original])).toEqual([{ C: 1 }]);
    expect(weightsOf([added, restatedOn('2026-11-17'), original])).toEqual([{ A: 0.5, B: 0.5 }]);
  });

  it('ignore other funds and quarters', () => {
    const other = filing('2', [position('A', 1)]);
    const older = filing('1', [position('A', 1)], { report_date: '2026-06-30' });
    expect(weightsOf([other, older])).toEqual([]);
  });
});

it('cappedWeights redistribute the weight above the cap until no weight exceeds it', () => {
  // Of 50, 8 and nine of 42/9, 50 % is capped; of the other 90 %, 8/50 is 14.4 %, also capped;
  // the other nine have 80 %, 8.889 % each.
  const weights = cappedWeights([50, 8, ...Array<number>(9).fill(42 / 9)]);
  const expected = [0.1, 0.1, ...Array<number>(9).fill(0.8 / 9)];
  weights.forEach((weight, i) => {
    expect(weight).toBeCloseTo(expected[i]!, 12);
  });
});

describe('formPortfolio', () => {
  it('selects the twenty highest sums of weights for conviction', () => {
    // Of 22 positions with values 1 to 22 in one fund, V to C are selected (22 to 3, sum 250), all below
    // 10 %: 22/250 = 8.8 %.
    const filings = [filing('1', book(Array.from({ length: 22 }, (_, i) => i + 1)))];
    const holdings = formPortfolio('conviction', filings, ['1'], report_date, tradable)!;
    expect(holdings).toHaveLength(20);
    expect(holdings[0]).toEqual({
      ticker: 'V',
      weight: expect.closeTo(0.088, 12),
      funds_holding: 1,
    });
    expect(holdings.at(-1)!.ticker).toBe('C');
  });

  it('selects the tickers in three or more funds for consensus', () => {
    // A to J are in three funds, K in four and L in two.
    const ten = book(Array<number>(10).fill(10));
    const filings = [
      filing('1', [...ten, position('K', 10)]),
      filing('2', [...ten, position('K', 10), position('L', 10)]),
      filing('3', [...ten, position('K', 10), position('L', 10)]),
      filing('4', [position('K', 10)]),
    ];
    const ciks = ['1', '2', '3', '4'];
    const holdings = formPortfolio('consensus', filings, ciks, report_date, tradable)!;
    expect(holdings.map(({ ticker }) => ticker).join('')).toBe('ABCDEFGHIJK');
    expect(holdings.every(({ weight }) => Math.abs(weight - 1 / 11) < 1e-12)).toBe(true);
    expect(holdings.at(-1)!.funds_holding).toBe(4);
  });

  it('selects equal consensus tickers by the sum of their weights', () => {
    // Of 21 tickers in three funds, A has the smallest weight.
    const values = [1, ...Array<number>(20).fill(10)];
    const filings = ['1', '2', '3'].map((cik) => filing(cik, book(values)));
    const holdings = formPortfolio('consensus', filings, ['1', '2', '3'], report_date, tradable)!;
    expect(holdings).toHaveLength(20);
    expect(holdings.some(({ ticker }) => ticker === 'A')).toBe(false);
  });

  it('is null with fewer than ten tickers that trade', () => {
    const filings = [filing('1', book(Array<number>(10).fill(10)))];
    expect(formPortfolio('conviction', filings, ['1'], report_date, tradable)).toHaveLength(10);
    const withoutA = (ticker: string) => ticker !== 'A';
    expect(formPortfolio('conviction', filings, ['1'], report_date, withoutA)).toBeNull();
  });
});
