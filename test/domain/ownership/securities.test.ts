import { describe, expect, it } from 'vitest';
import { type Sighting, securitiesOf } from '../../../src/domain/ownership/securities.ts';

function seen(cusip: string, ticker: string | null, more: Partial<Sighting> = {}): Sighting {
  return { accession: '1', cusip, title_of_class: 'COM', ticker, ...more };
}

const shown = (
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
  it('learns its ticker from any row whose name maps, in whatever filing', () => {
    expect(shown([seen('A1', null), seen('A1', 'AAA', { accession: '2' })])).toEqual({
      A1: ['AAA', 'AAA'],
    });
  });

  it('stays itself where no name maps, or names map to two companies', () => {
    expect(shown([seen('A1', null), seen('B1', 'BBB'), seen('B1', 'CCC')])).toEqual({
      A1: ['A1', null],
      B1: ['B1', null],
    });
  });

  it('has the ticker that another source states, whatever its rows say', () => {
    expect(
      shown(
        [seen('A1', 'AAA'), seen('B1', null)],
        [
          ['A1', 'ZZZ'],
          ['B1', 'YYY'],
        ],
      ),
    ).toEqual({
      A1: ['ZZZ', 'ZZZ'],
      B1: ['YYY', 'YYY'],
    });
  });

  it('of warrants or notes has no ticker', () => {
    expect(shown([seen('A1', 'AAA'), seen('W1', 'AAA', { title_of_class: 'WARRANT' })])).toEqual({
      A1: ['AAA', 'AAA'],
      W1: ['W1', null],
    });
  });
});

describe('CUSIPs of one company', () => {
  it('are one security, as before and after a reverse split', () => {
    expect(shown([seen('A1', 'AAA'), seen('A2', 'AAA', { accession: '2' })])).toEqual({
      A1: ['AAA', 'AAA'],
      A2: ['AAA', 'AAA'],
    });
  });

  it('are two where one filing reports both', () => {
    expect(shown([seen('A1', 'AAA'), seen('A2', 'AAA')])).toEqual({
      A1: ['A1', 'AAA'],
      A2: ['A2', 'AAA'],
    });
  });

  it('stand apart by the letter of their class, unless their own tickers are stated', () => {
    const rows = [
      seen('A1', 'AAA', { title_of_class: 'CL A' }),
      seen('B1', 'AAA', { title_of_class: 'COM CLASS B', accession: '2' }),
    ];
    expect(shown(rows)).toEqual({ A1: ['AAA.A', 'AAA'], B1: ['AAA.B', 'AAA'] });
    expect(
      shown(rows, [
        ['A1', 'AAAA'],
        ['B1', 'AAAB'],
      ]),
    ).toEqual({
      A1: ['AAAA', 'AAAA'],
      B1: ['AAAB', 'AAAB'],
    });
  });
});
