import { describe, expect, it } from 'vitest';
import type { Companies } from '../../src/sources/company-notes.ts';
import { ofUniverse, symbolTest } from '../../src/sources/of-companies.ts';
import type { ReadResult } from '../../src/sources/source.ts';

/**
 * ABCQZ had the ticker OLDQZ until 2025. Before that, the company with CIK 9 had the ticker ABCQZ.
 */
const companies = {
  universe: [
    { ticker: 'ABCQZ', cik: '1' },
    { ticker: 'DEF-AQZ', cik: '2' },
  ],
  formerBearers: new Map([
    ['OLDQZ', [{ cik: '1', until: '2025-01-01' }]],
    [
      'ABCQZ',
      [
        { cik: '2', until: '2024-06-01' },
        { cik: '9', until: '2025-01-01' },
      ],
    ],
  ]),
} as unknown as Companies;

const tickersOf = (records: readonly object[], isOfItsDay?: boolean) => {
  const result = { batches: [{ kind: 'prices', records }] } as unknown as ReadResult;
  const { batches = [] } = ofUniverse(result, companies, isOfItsDay);
  return batches[0]!.records.map(({ ticker }) => ticker);
};

describe('records of all listed companies', () => {
  it('are kept for companies in the universe in any notation of share classes', () => {
    const symbols = [
      'ABCQZ',
      'abcqz',
      'DEFAQZ',
      'DEF.AQZ',
      'DEF/AQZ',
      'OTHERQZ',
      'OLDQZ',
      undefined,
    ];
    expect(tickersOf(symbols.map((ticker) => ({ ticker, date: '2024-01-02' })))).toEqual([
      ...['ABCQZ', 'ABCQZ', 'DEF-AQZ', 'DEF-AQZ', 'DEF-AQZ'],
    ]);
  });

  it.each([
    // The first day after one company gives up a ticker belongs to the next company with the
    // ticker.
    ['OLDQZ', { date: '2024-12-31' }, ['ABCQZ']],
    ['OLDQZ', { date: '2025-01-01' }, []],
    ['ABCQZ', { date: '2024-05-31' }, ['DEF-AQZ']],
    ['ABCQZ', { date: '2024-06-01' }, []],
    ['ABCQZ', { date: '2025-01-01' }, ['ABCQZ']],
    ['ABCQZ', { settlement_date: '2024-05-31' }, ['DEF-AQZ']],
    ['ABCQZ', { seen_date: '2024-05-31' }, ['DEF-AQZ']],
    // A record without a date is assigned by the current tickers.
    ['ABCQZ', {}, ['ABCQZ']],
  ])('have the current ticker of the company that had %s on %j', (ticker, day, expected) => {
    expect(tickersOf([{ ticker, ...day }], true)).toEqual(expected);
  });

  it('keep the other parts of the result', () => {
    const beside = { cursor: 'c', problems: [{ where: 'line 1', reason: 'is cut' }], requests: [] };
    expect(ofUniverse({ ...beside, batches: [] }, companies)).toEqual({ ...beside, batches: [] });
    expect(ofUniverse({ failed: 'is none' }, companies)).toEqual({
      failed: 'is none',
      batches: [],
    });
    const batch = { kind: 'prices', observed: '2026-03-10', records: [] };
    const result = { batches: [batch] } as unknown as ReadResult;
    expect(ofUniverse(result, companies).batches).toEqual([batch]);
  });
});

it('the symbol test accepts current and former tickers of the universe', () => {
  const isOurs = symbolTest(companies);
  expect(['ABCQZ', 'oldqz', 'DEFAQZ'].map(isOurs)).toEqual([true, true, true]);
  expect(['OTHERQZ', '', undefined].map(isOurs)).toEqual([false, false, false]);
});
