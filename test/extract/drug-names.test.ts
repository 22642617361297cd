import { describe, expect, it } from 'vitest';
import { brandsIn, drugsIn } from '../../src/extract/drug-names.ts';

const namesIn = (sentence: string, brands: readonly string[] = []) =>
  drugsIn(sentence, brands).map(({ name }) => name);

describe('names of drugs', () => {
  it('have their positions in the sentence', () => {
    const sentence = 'Take ORVEXA (zelvotinib) or ABX-101 SL daily.';
    const found = drugsIn(sentence, ['ORVEXA']);
    expect(found).toEqual([
      { start: 5, end: 24, name: 'ORVEXA (zelvotinib)' },
      { start: 28, end: 38, name: 'ABX-101 SL' },
    ]);
    expect(sentence.slice(5, 24)).toBe('ORVEXA (zelvotinib)');
    const spaced = 'We sell Orvexa (zelvotinib) now.';
    const [brand] = drugsIn(spaced, []);
    expect(spaced.slice(brand!.start, brand!.end)).toBe('Orvexa (zelvotinib)');
    const glued = 'We sell Orvexa(zelvotinib) now.';
    const [tight] = drugsIn(glued, []);
    expect(glued.slice(tight!.start, tight!.end)).toBe('Orvexa(zelvotinib)');
    const [word] = drugsIn('a tesolimab-abcd b', []);
    expect(word).toEqual({ start: 2, end: 16, name: 'tesolimab' });
  });

  it.each<[string, readonly string[]]>([
    ['ABX-101', ['ABX-101']],
    ['CTX112', ['CTX112']],
    ['AB1234', ['AB1234']],
    ['mRNA-1345', ['mRNA-1345']],
    ['VX-548 and ABBV-CX-101', ['VX-548', 'ABBV-CX-101']],
    ['I-DXd', ['I-DXd']],
    ['obe-cel and nex-z', ['obe-cel', 'nex-z']],
    ['nexiguran ziclumeran', ['nexiguran ziclumeran']],
    ['zelvotinib (ABX-101)', ['zelvotinib (ABX-101)']],
    ['zelvotinib (formerly ABX-101)', ['zelvotinib (formerly ABX-101)'.replace('formerly ', '')]],
    // Codes that are not drug names.
    ...[
      'IL-17',
      'HER2-101',
      'NCT01234567',
      'CD-19',
      'COVID-19',
      'H1',
      'Q3',
      'TP53',
      'A12',
      'AB12',
    ].map((code): [string, readonly string[]] => [code, []]),
    ['ABX-101 data expected in Mid-2027', ['ABX-101']],
    ['ABX-2027 data expected in July-2027', ['ABX-2027']],
    ['Form AB-101', []],
    ['study (AB-101', []],
    ['Patent AB-101', []],
    ['ABX-101 receptor', []],
    ['ABX-101-positive', []],
    ['ABX-17) total score', []],
    ['HAMD-17, PASI-75, ACR20, DAS-28 and ACR-368', ['ACR-368']],
    ['the ABX-4 trial', []],
    ['the EXA-004 trial of example', []],
    ['the EXA-004 trial of patients', ['EXA-004']],
    ['CALM-2', []],
    ['BRAVERY-2', []],
    ['12-345', []],
    ['cisplatin-resistant tumors', []],
    ['cisplatin', ['cisplatin']],
    ['Phase (zelvotinib)', ['zelvotinib']],
    ['Treatment (zelvotinib)', ['zelvotinib']],
    ['Orvexa (zelvotinib and very many more of them all)', ['zelvotinib']],
    ['no drug here', []],
  ])('of "%s" are %j', (sentence, names) => {
    expect(namesIn(sentence)).toEqual(names);
  });

  it('of brands match only full words, at most twelve per sentence', () => {
    expect(namesIn('Orvex, Orvexa and xOrvex', ['Orvex'])).toEqual(['Orvex']);
    expect(namesIn('Orvex2 3Orvex Orvex', ['Orvex'])).toEqual(['Orvex']);
    // If the brackets also contain an ordinary word, the two names are not joined.
    expect(namesIn('Orvex (Abc zelvotinib)', ['Orvex'])).toEqual(['Orvex', 'zelvotinib']);
    expect(namesIn('Orvex (zelvotinib tablets)', ['Orvex'])).toEqual(['Orvex (zelvotinib)']);
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) => `ABX-${101 + at}`).join(', ');
    expect([namesIn(many(12)).length, namesIn(many(13)).length]).toEqual([12, 12]);
    expect(namesIn('Orvex, '.repeat(13), ['Orvex'])).toHaveLength(12);
  });
});

describe('marked names of a text', () => {
  it.each<[string, readonly string[]]>([
    ['ORVEXA® and Zelvora™ and Tesola(R)', ['ORVEXA', 'Zelvora', 'Tesola']],
    ['iTesola®', ['iTesola']],
    ['Nasdaq® and NYSE®', []],
    ['zelvotinib (ORVEXA) is here', ['ORVEXA']],
    ['Orvexa (zelvotinib) is here', ['Orvexa']],
    ['something (ORVEXA) is here', []],
    ['Orvexa (something) is here', []],
  ])('%s', (text, brands) => {
    expect([...brandsIn(text)].sort()).toEqual([...brands].sort());
  });

  it('are limited to forty', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz';
    const many = (count: number, write: (name: string) => string) =>
      Array.from({ length: count }, (_, at) =>
        write(`Orv${letters[Math.floor(at / 26)]}${letters[at % 26]}`),
      ).join(' ');
    expect(brandsIn(many(40, (name) => `${name}®`))).toHaveLength(40);
    expect(brandsIn(many(41, (name) => `${name}®`))).toHaveLength(40);
    expect(brandsIn(many(41, (name) => `${name} (zelvotinib)`))).toHaveLength(40);
  });
});
