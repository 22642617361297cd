import { describe, expect, it } from 'vitest';
import {
  confidenceOf,
  inferredDays,
  isTold,
  lowered,
  yearDoubt,
} from '../../../src/extract/confidence.ts';
import { datesIn } from '../../../src/extract/date-grammar.ts';
import type { MentionType } from '../../../src/extract/mention.ts';
import { DOUBTFUL, FIRM, LOOSE, type Rule, WEAK } from '../../../src/extract/rule.ts';
import type { Scene } from '../../../src/extract/scene.ts';
import { type Reading, readSentence } from '../../../src/extract/sentence-reading.ts';
import { mentionsOf, PUBLISHED } from '../announced.ts';

/** From this on a statement is served. */
const SERVED = 0.8;

describe('how sure a statement is', () => {
  const reading = { zone: 'body' } as Reading;
  const rule = (confidence?: number) => ({ confidence }) as unknown as Rule;
  type Doubts = Parameters<typeof confidenceOf>[2];
  const none: Doubts = {
    precision: 'day',
    inferredDays: undefined,
    ...{ isDoubtful: false, isDrugUnsure: false, isIndicationOpen: false, isTold: false },
  };
  const sure = (doubts: Partial<Doubts>, from?: number, where = reading) =>
    confidenceOf(from === undefined ? ({} as Rule) : rule(from), where, { ...none, ...doubts });

  it.each<[string, Partial<Doubts>, number]>([
    ['nothing', {}, 0.95],
    ['no date', { precision: undefined }, 0.95],
    ['a month', { precision: 'month' }, 0.85],
    ['a year', { precision: 'year' }, 0.85],
    ['a year that is not stated, half a year away', { inferredDays: 183 }, 0.9],
    ['and farther', { inferredDays: 184 }, 0.8],
    ['two dates', { isDoubtful: true }, 0.65],
    ['a drug by what stands around', { isDrugUnsure: true }, 0.8],
    ['no word that it is news', { isTold: true }, 0.75],
    ['all of it', { precision: 'month', inferredDays: 1, isDoubtful: true, isTold: true }, 0.3],
  ])('begins at 0.95, less for %s', (_, doubts, expected) => {
    expect(sure(doubts)).toBe(expected);
  });

  it('begins lower for looser wordings, and is never below nothing', () => {
    expect([FIRM, LOOSE, WEAK, DOUBTFUL].map((from) => sure({}, from))).toEqual([
      ...[0.9, 0.85, 0.8, 0.75],
    ]);
    expect(sure({}, 0.95, { zone: 'about' } as Reading)).toBe(0.85);
    expect(sure({ isDoubtful: true, isTold: true }, 0.4)).toBe(0);
    expect(lowered(0.95, 0.1)).toBe(0.85);
    expect([yearDoubt(undefined), yearDoubt(0)]).toEqual([0, 0.05]);
  });

  it('counts the days to a date only where its year is left out', () => {
    const [yearless] = datesIn('on November 10', PUBLISHED);
    const [stated] = datesIn('on March 2, 2027', PUBLISHED);
    expect(inferredDays(yearless!, '2027-11-20')).toBe(10);
    expect(inferredDays(yearless!, '2027-10-31')).toBe(10);
    expect(inferredDays(yearless!, undefined)).toBeUndefined();
    expect(inferredDays(stated!, PUBLISHED)).toBeUndefined();
  });
});

describe('an event that is only told', () => {
  const read = (sentence: string) =>
    readSentence(sentence, 'body', 0, '', { published: undefined, brands: [], unmarked: () => [] });
  // Of a topic the scene says nothing.
  const told = (
    type: MentionType,
    index: number,
    dated = false,
    sentence = 'The FDA approved X.',
  ) => isTold(type, read(sentence), dated, { index, topic: () => undefined } as unknown as Scene);

  it('stands behind the third sentence, has no day and no word that it is news', () => {
    expect(told('approval', 3)).toBe(true);
    expect(told('approval', 2)).toBe(false);
    expect(told('approval', 3, true)).toBe(false);
    expect(told('approval', 3, false, 'Today the FDA approved X.')).toBe(false);
    expect(told('approval', 3, false, 'Announces FDA approval of X.')).toBe(false);
    // A headline.
    expect(told('approval', 3, false, 'FDA approved X')).toBe(false);
  });

  it.each<MentionType>([
    ...(['approval', 'crl', 'withdrawn', 'clinical_hold', 'hold_lifted', 'designation'] as const),
    ...(['trial_result', 'nda_bla_submitted', 'nda_bla_accepted', 'licence'] as const),
    ...(['acquisition', 'offering'] as const),
  ])('%s is one', (type) => {
    expect(told(type, 3)).toBe(true);
  });
  it.each<MentionType>([
    ...(['pdufa_date', 'pdufa_extended', 'readout_expected', 'filing_expected'] as const),
    ...(['adcomm_date', 'going_concern', 'exchange_deficiency', 'reverse_split'] as const),
  ])('%s is none', (type) => {
    expect(told(type, 3)).toBe(false);
  });
});

/**
 * Wordings that say less than the plain ones: at the head of a text they may be served, in a section
 * about the company they wait.
 */
describe('a looser wording', () => {
  it.each<[MentionType, string]>([
    ['nda_bla_accepted', 'FDA agrees to review Halmora’s resubmitted application for HLM-204'],
    ['nda_bla_accepted', 'Zelvotinib for Example Disease Accepted by FDA'],
    ['nda_bla_submitted', 'Halmora has turned in its BLA for HLM-204.'],
    ['nda_bla_submitted', 'NDA filing for FRW-22 completed'],
    ['approval', 'FDA approval of Velquira announced'],
    ['approval', 'Ablenor gets FDA nod for tesolimab'],
    ['approval', 'Zelvotinib Approved by FDA for Example Disease'],
    ['approval', 'EU approves Ablenor’s zelvotinib'],
    ['approval', 'FDA gives nod to Ablenor’s zelvotinib'],
    ['approval', 'FDA Says Yes to Kendrick’s Once-Weekly Insulin'],
    [
      'approval',
      'The agency has expanded the use of VYZOLA to include patients as young as two years.',
    ],
    ['approval', 'Health Canada issues Notice of Compliance for Corlantis'],
    ['approval', 'Ablenor rises on FDA approval'],
    ['approval', 'Regulators in Japan have approved tarsolimab for example myeloma.'],
    ['approval', 'FDA clears Ablenor’s zelvotinib for example disease'],
    ['approval', 'FDA approval sends shares of Ablenor higher'],
    ['approval', 'Velmacel becomes first cell therapy approved for lupus nephritis in the U.S.'],
    ['acquisition', 'Corvexa to pay $1.6 billion for Ablenor'],
    ['acquisition', 'Farrow shareholders will receive $27 per share.'],
    ['acquisition', 'Corvane and Halmora announce all-stock merger'],
    ['acquisition', 'Lindqvist completes Farrow takeover'],
    ['crl', 'FDA CRL for zelvotinib'],
    ['crl', 'Zelvotinib fails FDA review'],
    ['crl', 'Zelvotinib rejected by FDA'],
    ['crl', 'FDA rejection of zelvotinib'],
    ['withdrawn', 'Ablenor voluntarily withdrew the drug ORVEXA.'],
    ['adcomm_date', 'An FDA panel will review zelvotinib.'],
    ['adcomm_date', 'FDA to convene outside experts on zelvotinib'],
    ['designation', 'FDA fast-tracks ABX-101'],
    ['designation', 'Announces FDA Designations for ABX-101'],
    ['hold_lifted', 'FDA lets Ablenor resume the trial of ABX-101'],
    ['hold_lifted', 'Shares jump on a swift reversal of the hold on ABX-101'],
    ['clinical_hold', 'FDA Clinical Hold on ABX-101 Trial'],
    ['clinical_hold', 'Ablenor shares dive on clinical hold'],
    ['offering', 'Ablenor will acquire Tindra, with a concurrent $80M private placement'],
    ['offering', 'Ablenor drops on stock offering'],
    ['offering', 'Gross proceeds from the PIPE total $85 million.'],
    ['licence', 'Ablenor in-licenses ABX-101'],
    ['licence', 'Ablenor secures global rights to ABX-101'],
    ['trial_result', 'Ablenor scraps ABX-101 after Phase 2 miss'],
    ['trial_result', 'ABX-101 aces Phase 2 trial'],
    ['trial_result', 'ABX-101 shows 62% response rate in Phase 2 trial'],
    ['trial_result', 'ABX-101 disappoints in mid-stage trial'],
    ['trial_result', 'ABX-101 significantly reduced LDL-C in two Phase 3 trials'],
    [
      'trial_result',
      'ABX-101 achieves statistically significant improvement in FEV1 in Phase 2b trial',
    ],
    ['pdufa_extended', 'FDA Decision Delay for ABX-101'],
  ])('%s: %s', (type, text) => {
    const of = (words: string) => mentionsOf(words).find((one) => one.type === type)?.confidence;
    expect(of(text)).toBeGreaterThanOrEqual(0.7);
    expect(of(text)).toBeLessThan(0.9);
    // A line of capitals without a full stop would begin another section.
    expect(of(`About Ablenor\n\n${text.replace(/[^.]$/, '$&.')}`)).toBeLessThan(SERVED);
  });

  it.each<[MentionType, string]>([
    ['nda_bla_accepted', 'The FDA accepted the NDA for zelvotinib.'],
    ['nda_bla_submitted', 'Ablenor submitted its NDA for zelvotinib.'],
    ['approval', 'The FDA has approved zelvotinib.'],
    ['acquisition', 'Corvexa to acquire Ablenor'],
    ['crl', 'Ablenor received a CRL for zelvotinib.'],
    ['withdrawn', 'Ablenor withdrew the BLA for zelvotinib.'],
    ['adcomm_date', 'An advisory committee will review zelvotinib.'],
    ['designation', 'FDA grants Orphan Drug designation to ABX-101'],
    ['hold_lifted', 'FDA lifts hold on ABX-101'],
    ['clinical_hold', 'The FDA placed a clinical hold on the trial of ABX-101.'],
    ['offering', 'Ablenor announced a public offering.'],
    ['licence', 'Ablenor entered into an exclusive license agreement with Corvexa.'],
    ['trial_result', 'ABX-101 met its primary endpoint.'],
    ['pdufa_extended', 'The FDA extended the review period of the NDA for zelvotinib.'],
    [
      'going_concern',
      'There is substantial doubt about its ability to continue as a going concern.',
    ],
    ['exchange_deficiency', 'Ablenor received a Nasdaq notice of non-compliance.'],
    ['deficiency_cured', 'Ablenor regained compliance with the Nasdaq bid price rule.'],
    [
      'reverse_split',
      'Ablenor announces a 1-for-20 reverse stock split effective December 1, 2026',
    ],
  ])('the plain one is served, wherever it stands: %s', (type, text) => {
    const of = (words: string) => mentionsOf(words).find((one) => one.type === type)?.confidence;
    expect(of(`About Ablenor\n\n${text}`)).toBeGreaterThanOrEqual(SERVED);
  });

  /** With half a month's doubt of the year a plain wording is served, and a firm one is not. */
  it.each([
    ['The PDUFA date of zelvotinib is November 5.', true],
    ['An FDA decision on zelvotinib is expected by November 5.', false],
    ['The FDA is expected to decide on zelvotinib by November 5.', false],
    ['The FDA’s review of zelvotinib is expected to be completed by November 5.', false],
  ])('%s is served: %s', (text, isServed) => {
    const [goal] = mentionsOf(text).filter(({ type }) => type === 'pdufa_date');
    expect(goal).toMatchObject({ date: '2027-11-05' });
    expect(goal!.confidence >= SERVED).toBe(isServed);
  });

  /** A near period without its year: a plain plan is served, and one in looser words waits. */
  it.each<[MentionType, string, boolean]>([
    [
      'readout_expected',
      'Topline data from the Phase 3 trial are expected in the first quarter.',
      true,
    ],
    ['readout_expected', 'We expect to report topline data in the first quarter.', true],
    ['readout_expected', 'We expect topline results from the trial in the first quarter.', true],
    ['readout_expected', 'LANTERN-2 results in the first quarter', false],
    ['readout_expected', 'A Phase 3 readout in the first quarter', false],
    ['readout_expected', 'We provide an update from the trial in the first quarter.', false],
    ['readout_expected', 'Look for data from our Phase 1 trial in the first quarter.', false],
    ['readout_expected', 'The company expects data in the first quarter from its trial.', false],
    ['readout_expected', 'Ablenor delays the Phase 3 readout to the first quarter.', false],
    ['readout_expected', 'The trial is expected to report in the first quarter.', false],
    [
      'readout_expected',
      'The events are reached in the trial and topline results announced in the first quarter.',
      false,
    ],
    [
      'readout_expected',
      'The AURORA trial readout, which we expect in the first quarter, is near.',
      false,
    ],
    ['filing_expected', 'We are on track to submit an NDA in the first quarter.', true],
    ['filing_expected', 'A marketing application is planned for the first quarter.', false],
    [
      'filing_expected',
      'It readies an MAA and expects submission to the EMA in the first quarter.',
      false,
    ],
    ['filing_expected', 'The planned U.S. regulatory submission is in the first quarter.', false],
    ['filing_expected', 'It plans to respond with a resubmission in January.', false],
    ['filing_expected', 'Zelvotinib has U.S. submission planned for the first quarter.', false],
    [
      'filing_expected',
      'It expects to file zelvotinib with regulators in the first quarter.',
      false,
    ],
    ['filing_expected', 'It said it would resubmit its application in the first quarter.', false],
  ])('%s: %s is served: %s', (type, text, isServed) => {
    const plan = mentionsOf(text).find((one) => one.type === type);
    expect(plan).toMatchObject({ date_basis: 'year_inferred' });
    expect(plan!.confidence >= SERVED).toBe(isServed);
    expect(plan!.confidence).toBeGreaterThanOrEqual(0.6);
  });
});
