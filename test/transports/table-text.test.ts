import { describe, expect, it } from 'vitest';
import { tableText } from '../../src/transports/table-text.ts';

const rowsOf = (...rows: Record<string, string>[]) => rows.map((row) => Object.values(row));

describe('a table', () => {
  it('tells once what stands in all of three rows, and leaves out what none says', () => {
    const same = { note: '', fund: 'Acre; Partners' };
    const rows = rowsOf(
      { ticker: 'A', ...same },
      { ticker: 'B', ...same },
      { ticker: '', ...same },
    );
    expect(tableText(['ticker', 'note', 'fund'], rows)).toEqual([
      'In every row:\tfund=Acre; Partners',
      '',
      'ticker',
      'A',
      'B',
      '',
    ]);
  });

  it('keeps two rows whole, and rows that are the same in everything', () => {
    const row = { ticker: 'A', phase: 'Phase 2' };
    const line = 'A\tPhase 2';
    expect(tableText(['ticker', 'phase'], rowsOf(row, row))).toEqual([
      ...['', 'ticker\tphase', line, line],
    ]);
    expect(tableText(['ticker', 'phase'], rowsOf(row, row, row))).toEqual([
      ...['', 'ticker\tphase', line, line, line],
    ]);
    expect(tableText(['ticker'], [])).toEqual([]);
  });

  it('parts no other field, whatever its values have in common', () => {
    const rows = rowsOf(
      { ticker: 'A', sponsors: 'Acre; Partners' },
      { ticker: 'B', sponsors: 'Acre' },
      { ticker: 'C', sponsors: 'Sons; Acre' },
    );
    expect(tableText(['ticker', 'sponsors'], rows)).toEqual([
      ...['', 'ticker\tsponsors', 'A\tAcre; Partners', 'B\tAcre', 'C\tSons; Acre'],
    ]);
  });

  it('tells once the flags that all have, and in a column those that some have besides', () => {
    const rows = rowsOf(
      { ticker: 'A', flags: 'no_price; low_coverage' },
      { ticker: 'B', flags: 'no_price' },
      { ticker: 'C', flags: 'no_burn; no_price' },
    );
    expect(tableText(['ticker', 'flags'], rows)).toEqual([
      'In every row:\tflags=no_price',
      '',
      'ticker\tmore flags',
      'A\tlow_coverage',
      'B\t',
      'C\tno_burn',
    ]);
    const apart = rowsOf(
      { ticker: 'A', flags: 'no_price' },
      { ticker: 'B', flags: '' },
      { ticker: 'C', flags: 'no_price' },
    );
    expect(tableText(['ticker', 'flags'], apart)[1]).toBe('ticker\tflags');
  });
});
