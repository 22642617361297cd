import { describe, expect, it } from 'vitest';
import { indicationIn } from '../../src/extract/indication.ts';
import { mentionsOf } from './announced.ts';
import { placed } from './placed.ts';

/** What the sentence says of the drug or statement in brackets. */
function indicationOf(marked: string): string | null | undefined {
  const { reading, spot } = placed(marked);
  return indicationIn(reading, spot.end);
}

/** Date, indication and confidence of the goal dates that a text states. */
function goalsOf(text: string): readonly (readonly [string, string | null, number])[] {
  return mentionsOf(text)
    .filter(({ type }) => type === 'pdufa_date')
    .map(({ date, indication, confidence }) => [String(date), indication, confidence]);
}

describe('of several indications beside several dates', () => {
  const [may, june] = ['2027-05-06', '2027-06-06'];
  it.each<[string, string | null, string | null]>([
    [
      'Approval of ABX-101 in gout PDUFA date of May 6, 2027 Approval of ABX-101 in hives PDUFA date of June 6, 2027',
      'gout',
      'hives',
    ],
    [
      'Approval of ABX-101 in gout PDUFA date of May 6, 2027 Approval of ABX-101 in IndSQ PDUFA date of June 6, 2027',
      'gout',
      'IndSQ',
    ],
    [
      'Approval of ABX-101 in gout PDUFA date of May 6, 2027 Approval of ABX-101 in adults PDUFA date of June 6, 2027',
      'gout',
      null,
    ],
    [
      'ABX-101 has a PDUFA date of May 6, 2027 for gout and a PDUFA date of June 6, 2027 for hives.',
      'gout',
      'hives',
    ],
    [
      'The FDA assigned ABX-101 PDUFA dates of May 6, 2027 for gout and June 6, 2027 for hives.',
      'gout',
      'hives',
    ],
    [
      'In gout, ABX-101 has a PDUFA date of May 6, 2027, and in hives a PDUFA date of June 6, 2027.',
      'gout',
      'hives',
    ],
    ['ABX-101 for gout has PDUFA dates of May 6, 2027 and June 6, 2027.', 'gout', 'gout'],
  ])('each date has its own: %s', (text, first, second) => {
    expect(goalsOf(text)).toEqual([
      [may, first, 0.95],
      [june, second, 0.95],
    ]);
  });

  it('a date whose own is not read has none and is less sure', () => {
    expect(
      goalsOf(
        'The FDA assigned ABX-101 PDUFA dates of May 6, 2027 for gout and June 6, 2027 for frown lines.',
      ),
    ).toEqual([
      [may, 'gout', 0.95],
      [june, null, 0.85],
    ]);
  });
});

describe('an indication', () => {
  it.each<[string, string | undefined]>([
    ['The FDA approved [ABX-101] for the treatment of gout.', 'gout'],
    ['The goal date [is set] for the treatment of gout.', 'gout'],
    ['The FDA approved [ABX-101] for gout', 'gout'],
    ['The FDA approved [ABX-101] for Abacus', undefined],
    ['The FDA approved [ABX-101] in March', undefined],
    ['The FDA approved [ABX-101] to treat gout', 'gout'],
    // What is prevented is told as such; what is only eased is none.
    ['The FDA approved [ABX-101] to prevent gout', 'prevention of gout'],
    ['The FDA approved [ABX-101] for the prevention of gout', 'prevention of gout'],
    ['It is [ABX-101] as Pre-exposure Prophylaxis of gout', 'pre-exposure prophylaxis of gout'],
    ['It is [ABX-101] as a reduction of gout', undefined],
    ['It is [ABX-101] as a relief of gout', undefined],
    // Before the name.
    ['It has its migraine drug [ABX-101] here', 'migraine'],
    ['It has its good drug [ABX-101] for gout', 'gout'],
    ['Treatment of gout by [ABX-101]', 'gout'],
    ['For the treatment of gout, the FDA approved [ABX-101]', 'gout'],
    // Where another drug's begins.
    ['It is [ABX-101] and CDX-202 is for the treatment of gout', undefined],
    ['It is [ABX-101] and CDX-202 is for the treatment of gout as it is called ', undefined],
    ['It beat [ABX-101] versus CDX-202 in the treatment of gout', 'gout'],
    ['It is [ABX-101], called CDX-202, for the treatment of gout', 'gout'],
    ['It [came by ]CDX-202 for the treatment of gout', undefined],
    ['It [came] and CDX-202 is for the treatment of gout', undefined],
    ['For the treatment of gout, [ABX-101] and CDX-202 came', undefined],
    ['It told of [ABX-101], which eased it, and came with CDX-202 in gout', undefined],
    ['It told of [ABX-101] with CDX-202 in gout', 'gout'],
    // Letters right behind a name.
    ['It told of [ABX-101] in IndSQ', 'IndSQ'],
    ['It told of [ABX-101] in MENA', undefined],
    ['It told of [ABX-101] here in IndSQ', undefined],
    ['For the treatment of gout, it [came] and so CDX-202', 'gout'],
    // What it is and not whom it is for.
    ['It is [ABX-101] for the treatment of adults aged 18 years and older with gout', 'gout'],
    ['It is [ABX-101] for the treatment of patients', undefined],
    ['It is [ABX-101] for the treatment of gout (severe) in adults', 'gout'],
    ['It is [ABX-101] for the treatment of gout due', 'gout'],
    ['It is [ABX-101] for the treatment of the flu', 'flu'],
    ['It is [ABX-101] for the treatment of XY', undefined],
    ['It is [ABX-101] for the treatment of 5q-deletion gout', '5q-deletion gout'],
    ['It is [ABX-101] for the treatment of 5', undefined],
    // Of pieces parted by commas those up to the disease.
    [
      'It is [ABX-101] for the treatment of untreated, metastatic gout',
      'untreated, metastatic gout',
    ],
    ['It is [ABX-101] for the treatment of gout, hives', 'gout'],
    [
      'It is [ABX-101] for the treatment of gout, including chronic hives, eczema',
      'gout, including chronic hives',
    ],
    ['It is [ABX-101] for the treatment of abcd, defg', 'abcd'],
  ])('%s: %s', (marked, expected) => {
    expect(indicationOf(marked)).toBe(expected);
  });

  it('has at most 100 characters', () => {
    const chronic = 'chronic '.repeat(14);
    expect(indicationOf(`It is [ABX-101] for the treatment of ${chronic}gout`)).toBe(
      `${chronic}gout`.slice(0, 100),
    );
  });

  it('is read in 260 characters behind its first words', () => {
    const whom = `${'postmenopausal '.repeat(16)}diagnosed with `;
    expect(whom).toHaveLength(255);
    expect(indicationOf(`It is [ABX-101] for the treatment of ${whom}gout flares`)).toBe('gout');
  });

  it('is looked for at eight places', () => {
    const behind = (count: number) =>
      indicationOf(`It [came], ${'reduction of it, '.repeat(count)}the treatment of gout`);
    expect([behind(7), behind(8)]).toEqual(['gout', undefined]);
  });

  it('begins at most 90 characters before the name', () => {
    const disease = `${'a'.repeat(17)}itis ${'b'.repeat(21)} ${'c'.repeat(21)}`;
    const named = (last: number) =>
      indicationOf(`Of its ${disease} ${'d'.repeat(last)} drug [ABX-101]`);
    expect(`its ${disease} ${'d'.repeat(14)} drug `).toHaveLength(90);
    expect(named(14)).toBe(`${disease} ${'d'.repeat(14)}`);
    expect(named(15)).toBeUndefined();
  });
});
