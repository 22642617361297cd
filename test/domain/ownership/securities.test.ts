import { describe, expect, it } from 'vitest';
import { type Sighting, securitiesOf } from '../../../src/domain/ownership/securities.ts';

function sighting(cusip: string, ticker: string | null, more: Partial<Sighting> = {}): Sighting {
  return { accession: '1', cusip, title_of_class: 'COM', ticker, ...more };
}

const identified = (
  sightings: readonly Sighting[],
  stated: readonly (readonly [string, string])[] = [],
) =>
  Object.fromEntries(
    [...securitiesOf(sightings, new Map(stated))].map(([cusip, { id, ticker }]) => [
      cusip,
      [id, ticker],
    ]),
  );

describe('a CUSIP', () => {
  it('has the ticker of any row with a matched name', () => {
    expect(identified([sighting('A1', null), sighting('A1', 'AAA', { accession: '2' })])).toEqual({
      A1: ['AAA', 'AAA'],
    });
  });

  it('has no ticker if no name or two companies match', () => {
    expect(
      identified([sighting('A1', null), sighting('B1', 'BBB'), sighting('B1', 'CCC')]),
    ).toEqual({ A1: ['A1', null], B1: ['B1', null] });
  });

  it('has the stated ticker of another source first', () => {
    expect(
      identified(
        [sighting('A1', 'AAA'), sighting('B1', null)],
        [
          ['A1', 'ZZZ'],
          ['B1', 'YYY'],
        ],
      ),
    ).toEqual({ A1: ['ZZZ', 'ZZZ'], B1: ['YYY', 'YYY'] });
  });

  it('of warrants or notes has no ticker', () => {
    expect(
      identified([sighting('A1', 'AAA'), sighting('W1', 'AAA', { title_of_class: 'WARRANT' })]),
    ).toEqual({ A1: ['AAA', 'AAA'], W1: ['W1', null] });
  });
});

describe('CUSIPs of one company', () => {
  it('are one security, such as before and after a reverse split', () => {
    expect(identified([sighting('A1', 'AAA'), sighting('A2', 'AAA', { accession: '2' })])).toEqual({
      A1: ['AAA', 'AAA'],
      A2: ['AAA', 'AAA'],
    });
  });

  it('are two securities if one filing reports both', () => {
    expect(identified([sighting('A1', 'AAA'), sighting('A2', 'AAA')])).toEqual({
      A1: ['A1', 'AAA'],
      A2: ['A2', 'AAA'],
    });
  });

  it('are distinguished by the letter of their class, unless tickers are stated', () => {
    const rows = [
      sighting('A1', 'AAA', { title_of_class: 'CL A' }),
      sighting('B1', 'AAA', { title_of_class: 'COM CLASS B', accession: '2' }),
    ];
    expect(identified(rows)).toEqual({ A1: ['AAA.A', 'AAA'], B1: ['AAA.B', 'AAA'] });
    expect(
      identified(rows, [
        ['A1', 'AAAA'],
        ['B1', 'AAAB'],
      ]),
    ).toEqual({ A1: ['AAAA', 'AAAA'], B1: ['AAAB', 'AAAB'] });
  });
});
