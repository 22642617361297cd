import { describe, expect, it } from 'vitest';
import { isOrdinary } from '../../src/extract/ordinary-words.ts';
import { gap, NEAR } from '../../src/extract/rule.ts';
import { otherNamesIn, unmarkedIn } from '../../src/extract/unmarked-names.ts';
import { mentionsOf, ruled } from './announced.ts';

describe('a word of the dictionary', () => {
  it.each(['a', 'approval', 'Zyzzyvas', 'LUPUS', 'patients', 'nephropathy'])(
    '%s is a name',
    (word) => {
      expect(isOrdinary(word)).toBe(true);
    },
  );
  it.each(['', 'Velquira', 'tosmilast', 'zzzz', 'aaa', "patient's"])('%s is not one', (word) => {
    expect(isOrdinary(word)).toBe(false);
  });
});

describe('names without trademark symbol or code', () => {
  const none = new Set<string>();
  it.each([
    ['The FDA approved Velquira for the treatment of hives.', ['Velquira']],
    ['Positive results for zandoprine', ['zandoprine']],
    ['the VELQUIRA NDA was accepted', ['VELQUIRA']],
    ['Velquira (rilcapant) was discussed', ['rilcapant', 'Velquira']],
    ["Velquira's action date is near", ['Velquira']],
    ['enrolment in the velmacel study', ['velmacel']],
    ['Velquira: NDA under review', ['Velquira']],
  ])('%s', (sentence, names) => {
    expect(unmarkedIn(sentence, none)).toEqual(names);
  });

  it.each([
    ['approval of new treatments for narcolepsy: an ordinary word', 'approval of treatments'],
    ['a disease', 'approval for pelvisitis'],
    ['initials', 'application for NSCLC'],
    ['an eponym', 'approval for Duchenne'],
    ['a company that may go on', 'FDA clears Halvard to resume the trial'],
    ["a company's own", "approval of Halvard's application"],
    ['an adjective', 'developing transdermalic patches'],
    ['too short', 'approval of Zel'],
    ['too long', 'approval of Zelvoranibolumabtuximab'],
  ])('%s is not a name: %s', (_, sentence) => {
    expect(unmarkedIn(sentence, none)).toEqual([]);
  });

  it('exclude the names of companies and trials of the text', () => {
    const others = otherNamesIn(
      'Halvard Therapeutics, Inc. said the ORBELIA Phase 3 study of Kaito Pharma goes on, as does the Phase 2 LUMERAL.',
      'Brenholt AG',
    );
    expect([...others].sort()).toEqual([
      'ag',
      'brenholt',
      'halvard',
      'kaito',
      'lumeral',
      'orbelia',
    ]);
    expect([...otherNamesIn('CALIDRA Phase 3 Part 1 Data: 1Q2027', undefined)]).toEqual([
      'calidra',
    ]);
    expect(unmarkedIn('approval of Halvard', others)).toEqual([]);
    expect(unmarkedIn('approval of Velquira', others)).toEqual(['Velquira']);
  });

  it('are recognized everywhere in the text', () => {
    const text =
      'The FDA approved Velquira for hives. Sales went well.\n\nData on Velquira are expected in May 2027 from a Phase 3 trial.';
    const drugs = mentionsOf(text).map(({ type, drug }) => `${type} ${drug}`);
    expect(drugs).toEqual(['approval Velquira', 'readout_expected Velquira']);
  });

  it('are used for statements without a drug if the text names no other', () => {
    const text = 'The FDA set a PDUFA date of May 28, 2027. ABX-101 is given by mouth.';
    const [goal] = mentionsOf(text);
    expect(goal).toMatchObject({ drug: 'ABX-101', drug_from: 'text' });
    const [doubtful] = mentionsOf(`${text} CDX-202 is injected.`);
    expect(doubtful).toMatchObject({ drug: null });
  });
});

it.each([
  ['The FDA approved MRV-5.', 'MRV-5'],
  ['The FDA approved VTA-C12.', 'VTA-C12'],
  ['The FDA approved our drug in the CALM-2 indication.', null],
  ['Announces FDA Approval of TDR-204 After Results (TDR-0205)', 'TDR-204'],
])('codes: %s', (text, drug) => {
  expect(mentionsOf(text)[0]).toMatchObject({ type: 'approval', drug });
});

it.each([
  ['Halvard announced today that neither dose of ABX-101 met the primary endpoint.', 'not_met'],
  [
    'Halvard announced today that the trial was unable to show a benefit on its primary endpoint.',
    'not_met',
  ],
  [
    'Halvard said today the difference on the primary endpoint was not statistically significant.',
    'not_met',
  ],
  [
    'The trial missed its primary endpoint but met key secondary endpoints, Halvard said today.',
    'not_met',
  ],
  [
    'The trial met its primary endpoint but missed a key secondary endpoint, Halvard said today.',
    'mixed',
  ],
  [
    'ABX-101 showed a significant gain in its primary endpoint, did not separate from placebo on a secondary endpoint, Halvard said today.',
    'mixed',
  ],
  [
    'ABX-101 met a secondary endpoint, did not separate from placebo on its primary endpoint, Halvard said today.',
    'not_met',
  ],
  ['ABX-101 did not separate from placebo on a secondary endpoint, Halvard said today.', 'unclear'],
  ['The trial met its primary endpoint, Halvard said today.', 'met'],
])('the outcome of a trial: %s', (text, outcome) => {
  expect(ruled(text, {}, 'trial_result')[0]).toMatchObject({ detail: { outcome } });
});

it.each([
  ['Brenholt AG', 'other_company'],
  ['Castellan Bio', 'announced'],
  [undefined, 'announced'],
])("a hold on another company's trial in a text of %s", (company, status) => {
  const text = 'The FDA has placed a clinical hold on Castellan’s Phase 2 trial.';
  expect(mentionsOf(text, { company })[0]).toMatchObject({ type: 'clinical_hold', status });
});

describe('a gap of a rule', () => {
  const near = new RegExp(`^a${gap(NEAR)}b$`);
  it('spans a limited number of characters of a clause', () => {
    expect(near.test(`a${'x'.repeat(NEAR)}b`)).toBe(true);
    expect(near.test(`a${'x'.repeat(NEAR + 1)}b`)).toBe(false);
  });
  it('ends at the end of a clause, not at the point of a number', () => {
    expect(near.test('a 1.5 b')).toBe(true);
    expect(near.test('a. b')).toBe(false);
    expect(near.test('a; b')).toBe(false);
  });
});
