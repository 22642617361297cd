import { describe, expect, it } from 'vitest';
import { indicationIn } from '../../src/extract/indication.ts';
import { placed } from './placed.ts';

/** What the sentence says of the drug or statement in brackets. */
function indicationOf(marked: string): string | undefined {
  const { reading, spot } = placed(marked);
  return indicationIn(reading, spot.end);
}

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
