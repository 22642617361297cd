import { describe, expect, it } from 'vitest';
import { indicationIn } from '../../src/extract/indication.ts';
import { ruled } from './announced.ts';
import { placed } from './placed.ts';

/** Returns the indication that a sentence states for the bracketed drug or statement. */
function indicationOf(marked: string): string | null | undefined {
  const { reading, spot } = placed(marked);
  return indicationIn(reading, spot.end);
}

/** Returns the date and indication of each goal date in a text. */
function goalsOf(text: string): readonly (readonly [string, string | null])[] {
  return ruled(text)
    .filter(({ type }) => type === 'pdufa_date')
    .map(({ date, indication }) => [String(date), indication]);
}

describe('several indications and several dates', () => {
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
  ])('each date has its indication: %s', (text, first, second) => {
    expect(goalsOf(text)).toEqual([
      [may, first],
      [june, second],
    ]);
  });

  it('a statement has the directly following indication', () => {
    const text =
      'The FDA approved ABX-101 for gout, and it plans to submit an sNDA for hives in the second half of 2027.';
    expect(
      ruled(text, {}, 'filing_expected').map(({ type, indication }) => [type, indication]),
    ).toEqual([
      ['filing_expected', 'hives'],
      ['approval', 'gout'],
    ]);
  });

  it('a date with an unreadable indication has none and is less certain', () => {
    expect(
      goalsOf(
        'The FDA assigned ABX-101 PDUFA dates of May 6, 2027 for gout and June 6, 2027 for frown lines.',
      ),
    ).toEqual([
      [may, 'gout'],
      [june, null],
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
    // A prevented disease is an indication. A relieved symptom is not.
    ['The FDA approved [ABX-101] to prevent gout', 'prevention of gout'],
    ['The FDA approved [ABX-101] for the prevention of gout', 'prevention of gout'],
    ['It is [ABX-101] as Pre-exposure Prophylaxis of gout', 'pre-exposure prophylaxis of gout'],
    ['It is [ABX-101] as a reduction of gout', undefined],
    ['It is [ABX-101] as a relief of gout', undefined],
    // The indication precedes the drug name.
    ['It has its migraine drug [ABX-101] here', 'migraine'],
    ['It has its good drug [ABX-101] for gout', 'gout'],
    ['Treatment of gout by [ABX-101]', 'gout'],
    ['For the treatment of gout, the FDA approved [ABX-101]', 'gout'],
    // The indication ends where the statement on another drug starts.
    ['It is [ABX-101] and CDX-202 is for the treatment of gout', undefined],
    ['It is [ABX-101] and CDX-202 is for the treatment of gout as it is called ', undefined],
    ['It beat [ABX-101] versus CDX-202 in the treatment of gout', 'gout'],
    ['It is [ABX-101], called CDX-202, for the treatment of gout', 'gout'],
    ['It [came by ]CDX-202 for the treatment of gout', undefined],
    ['It [came] and CDX-202 is for the treatment of gout', undefined],
    ['For the treatment of gout, [ABX-101] and CDX-202 came', undefined],
    ['It told of [ABX-101], which eased it, and came with CDX-202 in gout', undefined],
    ['It told of [ABX-101] with CDX-202 in gout', 'gout'],
    // An abbreviation directly after the drug name.
    ['It told of [ABX-101] in IndSQ', 'IndSQ'],
    ['It told of [ABX-101] in MENA', undefined],
    ['It told of [ABX-101] here in IndSQ', undefined],
    ['For the treatment of gout, it [came] and so CDX-202', 'gout'],
    // The indication is the disease and not the patient group.
    ['It is [ABX-101] for the treatment of adults aged 18 years and older with gout', 'gout'],
    ['It is [ABX-101] for the treatment of patients', undefined],
    ['It is [ABX-101] for the treatment of gout (severe) in adults', 'gout'],
    ['It is [ABX-101] for the treatment of gout due', 'gout'],
    ['It is [ABX-101] for the treatment of the flu', 'flu'],
    ['It is [ABX-101] for the treatment of XY', undefined],
    ['It is [ABX-101] for the treatment of 5q-deletion gout', '5q-deletion gout'],
    ['It is [ABX-101] for the treatment of 5', undefined],
    // The indication ends at the last word of the disease.
    ['It is [ABX-101] in gout and clinical data', 'gout'],
    ['It is [ABX-101] in gout and provide an update', 'gout'],
    ['It is [ABX-101] in gout and advancement of it', 'gout'],
    ['It is [ABX-101] in gout and hives', 'gout and hives'],
    ['It told [ABX-101] in hives a date', 'hives'],
    ['It is [ABX-101] in thalassemia underway', 'thalassemia'],
    ['Approval of [ABX-101] in Gout Did Not Come', 'Gout'],
    ['Approval of [ABX-101] for Gout | Stock News', 'Gout'],
    [
      'Approval of [ABX-101] for advanced MET-amplified lung cancer',
      'advanced MET-amplified lung cancer',
    ],
    ['Approval of [ABX-101] for gout patients', 'gout'],
    ['Approval of [ABX-101] for Adults withGout', 'Gout'],
    ['Approval of [ABX-101] for both gout and hives', 'gout and hives'],
    ['Approval of [ABX-101] for carcinoma', 'carcinoma'],
    ['Approval of [ABX-101] for the treatment of in situ carcinoma', 'in situ carcinoma'],
    ['Approval of [ABX-101] for development for gout', 'gout'],
    ['Approval of [ABX-101] for treating gout', 'gout'],
    ['Application for [ABX-101] in previously treated metastatic gout', 'metastatic gout'],
    [
      'Application for [ABX-101], for its initial potential indication in previously treated gout, came',
      'gout',
    ],
    // These words are not diseases: places, references to earlier words, and measurements.
    ['Approval of [ABX-101] in Japan for this disease', undefined],
    ['Approval of [ABX-101] in Japan and China for gout', 'gout'],
    ['Approval of [ABX-101] in Japanese patients with gout', 'gout'],
    ['Approval of [ABX-101] for the treatment of the disease', undefined],
    ['Approval of [ABX-101] for other rare diseases', undefined],
    ['It met with [ABX-101] in Depression Rating Scale total score', undefined],
    ['It met with [ABX-101] for cardiovascular outcomes', undefined],
    ['It is [ABX-101] for the oncology company', undefined],
    ['It is the first treatment by [ABX-101] in 15 years', undefined],
    ['It is [ABX-101] to treat pediatric patients between the ages of 2 and 6', undefined],
    // Of several parts separated by commas, the indication includes the parts up to the disease.
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

  it('has at most 100 characters and ends with a full word', () => {
    const chronic = 'chronic '.repeat(14);
    expect(indicationOf(`It is [ABX-101] for the treatment of ${chronic}gout`)).toBe(
      'chronic '.repeat(12).trim(),
    );
  });

  it('is read from at most 260 characters', () => {
    const whom = `${'postmenopausal '.repeat(16)}diagnosed with `;
    expect(whom).toHaveLength(255);
    expect(indicationOf(`It is [ABX-101] for the treatment of ${whom}gout flares`)).toBe('gout');
  });

  it('is searched for in at most eight places', () => {
    const behind = (count: number) =>
      indicationOf(`It [came], ${'reduction of it, '.repeat(count)}the treatment of gout`);
    expect([behind(7), behind(8)]).toEqual(['gout', undefined]);
  });

  it('starts at most 90 characters before the name', () => {
    const disease = `${'a'.repeat(17)}itis ${'b'.repeat(21)} ${'c'.repeat(21)}`;
    const named = (last: number) =>
      indicationOf(`Of its ${disease} ${'d'.repeat(last)} drug [ABX-101]`);
    expect(`its ${disease} ${'d'.repeat(14)} drug `).toHaveLength(90);
    expect(named(14)).toBe(`${disease} ${'d'.repeat(14)}`);
    expect(named(15)).toBeUndefined();
  });
});
