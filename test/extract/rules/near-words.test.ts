import { describe, expect, it } from 'vitest';
import type { MentionType } from '../../../src/extract/mention.ts';
import { mentionsOf } from '../announced.ts';

/**
 * Words that take a statement away, or make it history, where it is told in one way: each of these
 * tells it in another beside the same words, or in that way beside other words.
 */
describe.each<[MentionType, readonly string[]]>([
  [
    'nda_bla_accepted',
    [
      'Beside the IND the FDA accepted the NDA for zelvotinib.',
      'The FDA accepted the NDA for zelvotinib and is expected to act.',
    ],
  ],
  [
    'nda_bla_submitted',
    [
      'Ablenor submitted its NDA by mail for review.',
      'An NDA for zelvotinib was filed with all forms for review.',
      'NDA for zelvotinib filed with the FDA for review',
      'NDA for zelvotinib filed by Ablenor',
      'As it prepares more pills Ablenor submitted its NDA for zelvotinib.',
      'Ablenor says its FDA NDA filed for zelvotinib',
      'The NDA for zelvotinib was submitted to the FDA.',
    ],
  ],
  [
    'approval',
    [
      'Beside the NDA for EMA approved zelvotinib.',
      'First EMA approved zelvotinib.',
      'The FDA approved nearly at once zelvotinib.',
      'Zelvotinib was approved in Japan.',
      'With one study the FDA approved zelvotinib.',
      'The FDA approved date-free zelvotinib.',
      'In all, FDA approval of therapies zelvotinib and tesolimab is news.',
      'The FDA approved zelvotinib on 2026 plans.',
    ],
  ],
  ['crl', ['Ablenor falls after the FDA rejects the NDA for zelvotinib']],
  [
    'filing_expected',
    [
      'Having accepted it, we plan to submit an NDA in Q2 2027.',
      'The plan it accepted is to submit an NDA in Q2 2027.',
      'After its review of our plans to submit an NDA in Q2 2027 it agreed.',
    ],
  ],
  ['hold_lifted', ['With work done the FDA lifts the clinical hold on ABX-101.']],
  [
    'readout_expected',
    [
      'Beside financial results we expect topline data in Q2 2027.',
      'Ahead of plan it delays the Phase 3 readout to Q2 2027.',
      'We present topline data of the trial in Q2 2027.',
      'Expected in the trial: data in Q2 2027.',
      'We expect topline data in Q2 2027, before the annual meeting.',
    ],
  ],
  [
    'trial_result',
    [
      'Stocks fell after Phase 3 trial data of ABX-101',
      'Ablenor reported meeting the primary endpoint of the ABX-101 trial.',
      'Results from the trial: a positive result, Ablenor announced positive topline data of ABX-101.',
    ],
  ],
  [
    'pdufa_date',
    [
      'A date to watch is the PDUFA date of March 5, 2027.',
      'The FDA set a target date of March 5, 2027.',
    ],
  ],
  ['pdufa_extended', ['What may FDA extend? FDA extended the review period of the NDA.']],
  [
    'licence',
    [
      'Ablenor in-licenses its platform drug ABX-101',
      'With data Ablenor out-licenses ABX-101 to Corvexa',
    ],
  ],
  [
    'offering',
    [
      'Ablenor plans to announce a public offering.',
      'Ablenor plans to raise $50 million in a public offering.',
    ],
  ],
  [
    'designation',
    [
      'Ablenor has announced FDA Fast Track designation for ABX-101.',
      'ABX-101 was granted Fast Track designation, it said.',
      'ABX-101 has been granted Fast Track designation, it announced.',
    ],
  ],
])('%s', (type, texts) => {
  it.each(texts)('%s', (text) => {
    const found = mentionsOf(text).filter((mention) => mention.type === type);
    expect(found.map(({ status }) => status)).toEqual(['announced']);
  });
});

describe.each<[MentionType, readonly string[]]>([
  ['withdrawn', ['Ablenor, formerly Corvexa, withdrew the BLA for zelvotinib.']],
  ['hold_lifted', ['Shares rose since the FDA lifted the clinical hold on ABX-101.']],
  [
    'exchange_deficiency',
    ['As previously said, Ablenor received a Nasdaq notice of non-compliance.'],
  ],
  ['reverse_split', ['Ablenor previously effected a 1-for-20 reverse stock split.']],
  ['acquisition', ['It tells of their recent acquisition of Ablenor.']],
])('%s of the past', (type, texts) => {
  it.each(texts)('%s', (text) => {
    const found = mentionsOf(text).filter((mention) => mention.type === type);
    expect(found.map(({ status }) => status)).toEqual(['historical']);
  });
});

it('a designation is another’s where the sentence tells of a rival', () => {
  const [found] = mentionsOf('FDA grants Fast Track designation to rival pill ABX-101');
  expect(found).toMatchObject({ type: 'designation', status: 'other_company', ticker: null });
});

it.each<[MentionType, string]>([
  [
    'going_concern',
    'Beside ABX-101 for gout, there is substantial doubt about its ability to continue as a going concern.',
  ],
  [
    'exchange_deficiency',
    'Beside ABX-101 for gout, Ablenor received a Nasdaq notice of non-compliance.',
  ],
  [
    'deficiency_cured',
    'Beside ABX-101 for gout, Ablenor regained compliance with the Nasdaq bid price rule.',
  ],
  [
    'reverse_split',
    'Beside ABX-101 for gout, Ablenor announces a 1-for-20 reverse stock split effective December 1, 2026',
  ],
  ['offering', 'Beside ABX-101 for gout, Ablenor announced a public offering.'],
  ['acquisition', 'Beside ABX-101 for gout, Corvexa to acquire Ablenor'],
])('%s is of a company and of no drug', (type, text) => {
  const [found] = mentionsOf(text).filter((mention) => mention.type === type);
  expect(found).toMatchObject({ drug: null, drug_from: null, indication: null });
});

it.each([
  'We met the board. A decision is expected by March 5, 2027.',
  'The new plant has a target date of March 5, 2027.',
])('tells of no goal date: %s', (text) => {
  expect(mentionsOf(text).filter(({ type }) => type === 'pdufa_date')).toEqual([]);
});
