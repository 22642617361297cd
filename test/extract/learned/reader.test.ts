import { describe, expect, it } from 'vitest';
import { extractMentions } from '../../../src/extract/extract.ts';
import { readerOf } from '../../../src/extract/learned/reader.ts';
import type { Statement } from '../../../src/extract/statement.ts';
import { statementsIn } from '../../../src/extract/statements.ts';
import { readText } from '../../../src/extract/text-reading.ts';

const evidence = {
  probability: 0.5,
  isRuled: false,
  isExcluded: false,
  isTitle: false,
  doubtful: false,
  isDrugUnsure: false,
  looksBack: false,
};
const stated: Statement = {
  type: 'approval',
  date: null,
  precision: null,
  date_basis: 'none',
  ticker: null,
  drug: 'ABX-101',
  drug_from: 'sentence',
  indication: null,
  status: 'announced',
  sentence: 'It was approved.',
  detail: {},
  evidence,
};
/** A second-stage model with an intercept only, which is the log odds of the statement. */
const sure = (logOdds: number, more: Partial<Statement> = {}) =>
  readerOf({ id: 'r', text: [], sureness: { intercept: logOdds } }).mentionOf({
    ...stated,
    ...more,
  });

describe('the confidence of a statement', () => {
  it.each([
    // 1 / (1 + e^-x) is 0.82, 0.79, 0.45 and 0.44.
    [1.5, 'confirmed', 0.82],
    [1.3, 'reported', 0.79],
    [-0.2, 'reported', 0.45],
  ])('log odds of %f: %s', (logOdds, tier, confidence) => {
    expect(sure(logOdds)).toEqual({
      ...stated,
      evidence: undefined,
      tier,
      confidence,
      model: 'r',
    });
  });

  it('is at least 0.45', () => {
    expect(sure(-0.25)).toBeUndefined();
  });

  it('of background is the probability that nothing is announced', () => {
    expect(sure(-1.5, { status: 'historical' })).toMatchObject({ tier: null, confidence: 0.82 });
  });

  it('does not decide about goal dates, which rules read', () => {
    const goal = { type: 'pdufa_date', evidence: { ...evidence, isRuled: true } } as const;
    expect(sure(-9, goal)).toMatchObject({ tier: 'confirmed', confidence: 0.01 });
    const doubtful = { ...goal, evidence: { ...goal.evidence, doubtful: true } };
    expect(sure(9, doubtful)).toMatchObject({ tier: 'reported', confidence: 0.99 });
  });

  it('never confirms a goal date without a rule', () => {
    expect(sure(9, { type: 'pdufa_date' })?.tier).toBe('reported');
    expect(sure(-0.65, { type: 'pdufa_date' })).toBeUndefined();
  });
});

it('weighs the text model and the rule', () => {
  const { mentionOf } = readerOf({
    id: 'r',
    text: [],
    sureness: {
      intercept: -0.6,
      logit: 2,
      ruled: 0.5,
      ruled_act: 0.25,
      ruled_logit: -1,
      excluded: -1,
      title: 0.3,
      ruled_title: 1,
      drug_unsure: -0.8,
      looks_back: -0.5,
      undated: -0.4,
    },
  });
  const one = (more: Partial<Statement['evidence']>, date: string | null = null) =>
    mentionOf({ ...stated, date, evidence: { ...evidence, probability: 0.75, ...more } })
      ?.confidence;
  // logit(0.75) = ln 3, and the statement has no date: -0.6 - 0.4 + 2 ln 3 = 1.197. The confidence is 1 / (1 + e^-x).
  expect(one({})).toBe(0.77);
  expect(one({}, '2026-11-20')).toBe(0.83);
  // A rule of an act adds 0.5 + 0.25 - ln 3 = -0.349, and in a title also 0.3 + 1.
  expect(one({ isRuled: true })).toBe(0.7);
  expect(one({ isRuled: true, isTitle: true })).toBe(0.9);
  // 1.497, 0.197, 0.397 and 0.697; and -0.303 is below the minimum.
  expect(one({ isTitle: true })).toBe(0.82);
  expect(one({ isExcluded: true })).toBe(0.55);
  expect(one({ isDrugUnsure: true })).toBe(0.6);
  expect(one({ looksBack: true })).toBe(0.67);
  expect(one({ isExcluded: true, looksBack: true })).toBeUndefined();
});

it.each([
  ['The FDA approved ABX-101.', { isRuled: true, looksBack: false }],
  ['The FDA had approved ABX-101.', { isRuled: true, looksBack: true }],
  ['ABX-101 has a new approval.', { isRuled: false, looksBack: false }],
])('the evidence of an approval in "%s"', (text, expected) => {
  const { readings, sceneOf } = readText({ text, published: '2026-11-20' });
  const scores = { ofType: (type: string) => (type === 'approval' ? 0.9 : 0), ofDate: () => 0 };
  const [found] = statementsIn(readings[0]!, sceneOf(0), scores);
  expect(found).toMatchObject({ type: 'approval', evidence: { probability: 0.9, ...expected } });
});

it('detects a program of another company', () => {
  const text = "The FDA approved Corvexa's ZELVORA (zelvotinib), a drug for gout.";
  const statusIn = (company: string) =>
    extractMentions({ text, company }).map(({ type, status }) => `${type} ${status}`);
  expect(statusIn('Ablenor, Inc.')).toEqual(['approval other_company']);
  expect(statusIn('Corvexa, Inc.')).toEqual(['approval announced']);
});
