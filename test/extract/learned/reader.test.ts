import { describe, expect, it } from 'vitest';
import { extractMentions } from '../../../src/extract/extract.ts';
import { readerOf } from '../../../src/extract/learned/reader.ts';
import type { Statement } from '../../../src/extract/statement.ts';
import { statementsIn } from '../../../src/extract/statements.ts';
import { readText } from '../../../src/extract/text-reading.ts';

const evidence = {
  ...{ probability: 0.5, rule: 0, excluded: false, hinted: true, isTitle: false },
  ...{ doubtful: false, farYear: false, drugUnsure: false, looksBack: false },
  ...{ isGeneral: false, yearInferred: false, otherTypes: 0 },
};
const stated: Statement = {
  ...{ type: 'approval', date: null, precision: null, date_basis: 'none', ticker: null },
  ...{ drug: 'ABX-101', drug_from: 'sentence', indication: null, status: 'announced' },
  ...{ sentence: 'It was approved.', detail: {}, evidence },
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
      ...{ tier, confidence, model: 'r' },
    });
  });

  it('may be lower if a rule and the text model agree', () => {
    const ruled = (logOdds: number, probability: number) =>
      sure(logOdds, { evidence: { ...evidence, rule: 0.9, probability } })?.tier;
    expect(sure(-0.25)).toBeUndefined();
    expect([ruled(-0.25, 0.051), ruled(-0.25, 0.05)]).toEqual(['reported', undefined]);
    // 1 / (1 + e^-x): 0.701, 0.698
    expect([ruled(0.85, 0.051), ruled(0.85, 0.05)]).toEqual(['confirmed', 'reported']);
    expect(ruled(0.84, 0.051)).toBe('reported');
  });

  it('of background is the probability that nothing is announced', () => {
    expect(sure(-1.5, { status: 'historical' })).toMatchObject({ tier: null, confidence: 0.82 });
  });

  it('does not decide about goal dates, which rules read', () => {
    const goal = { type: 'pdufa_date', evidence: { ...evidence, rule: 0.9 } } as const;
    expect(sure(-9, goal)).toMatchObject({ tier: 'confirmed', confidence: 0.01 });
    const doubtful = { ...goal, evidence: { ...goal.evidence, doubtful: true } };
    expect(sure(9, doubtful)).toMatchObject({ tier: 'reported', confidence: 0.99 });
  });

  it('never confirms a goal date without a rule', () => {
    expect(sure(9, { type: 'pdufa_date' })?.tier).toBe('reported');
    expect(sure(-0.25, { type: 'pdufa_date' })).toBeUndefined();
  });
});

it('weighs the text model and the rule', () => {
  const { mentionOf } = readerOf({
    ...{ id: 'r', text: [] },
    sureness: { intercept: -1, logit: 2, ruled: 0.5, loose: -1, far_year: -1, drug_unsure: -4 },
  });
  const one = (more: Partial<Statement['evidence']>) =>
    mentionOf({ ...stated, evidence: { ...evidence, probability: 0.75, ...more } })?.confidence;
  // logit(0.75) = ln 3: -1 + 2 ln 3 = 1.197, a probability of 0.77.
  expect(one({})).toBe(0.77);
  // The log odds change by + 0.5 - (0.95 - 0.85) · 10 to 0.697, a probability of 0.67.
  expect(one({ rule: 0.85 })).toBe(0.67);
  expect(one({ rule: 0.95 })).toBe(0.85);
  // 0.197: 0.55; and -2.8 is told by nobody.
  expect(one({ farYear: true })).toBe(0.55);
  expect(one({ drugUnsure: true })).toBeUndefined();
});

it('weighs the words of the sentence and the details of a deal', () => {
  const { mentionOf } = readerOf({
    ...{ id: 'r', text: [] },
    sureness: {
      ...{ intercept: 1, looks_back: -0.5, general: -1, year_inferred: -0.25, other_types: 0.1 },
      detailed_deal: 2,
    },
  });
  const one = (words: Partial<Statement['evidence']>, more: Partial<Statement> = {}) =>
    mentionOf({ ...stated, ...more, evidence: { ...evidence, ...words } })?.confidence;
  // 1 / (1 + e^-x) of 1, 0.5, 0, 0.75 and 1.3.
  expect(one({})).toBe(0.73);
  expect(one({ looksBack: true })).toBe(0.62);
  expect(one({ isGeneral: true })).toBe(0.5);
  expect(one({ yearInferred: true })).toBe(0.68);
  expect(one({ otherTypes: 3 })).toBe(0.79);
  // The amount is evidence of an offering (log odds 3), but not of an approval.
  const detail = { amount: 5_000_000 };
  expect(one({}, { type: 'offering', detail })).toBe(0.95);
  expect(one({}, { detail })).toBe(0.73);
});

describe('the evidence of a statement', () => {
  const found = new Set(['approval', 'designation']);
  /** The evidence of an approval in a text in which the models find two types. */
  const evidenceIn = (text: string, company?: string) => {
    const { readings, sceneOf } = readText({ text, company, published: '2026-11-20' });
    const scores = { ofType: (type: string) => (found.has(type) ? 0.9 : 0), ofDate: () => 0 };
    const statements = statementsIn(readings[0]!, sceneOf(0), scores);
    return statements.find(({ type }) => type === 'approval')?.evidence;
  };

  it('counts the other types in the sentence', () => {
    expect(evidenceIn('The FDA approved ABX-101.')?.otherTypes).toBe(1);
  });

  it('shows whether the sentence looks back', () => {
    expect(evidenceIn('The FDA approved ABX-101.')?.looksBack).toBe(false);
    expect(evidenceIn('The FDA had approved ABX-101.')?.looksBack).toBe(true);
  });

  it.each([
    ['The FDA approved the application.', undefined, true],
    ['The FDA approved ABX-101.', undefined, false],
    ['The FDA approved the application on November 19, 2026.', undefined, false],
    ['The FDA approved the application of Ablenor.', 'Ablenor, Inc.', false],
    ['Ablenor (Nasdaq: ABLQZ) said that the FDA approved its application.', undefined, false],
  ])('shows whether "%s" is general', (text, company, isGeneral) => {
    expect(evidenceIn(text, company)?.isGeneral).toBe(isGeneral);
  });
});

it('detects a program of another company', () => {
  const text = "The FDA approved Corvexa's ZELVORA (zelvotinib), a drug for gout.";
  const statusIn = (company: string) =>
    extractMentions({ text, company }).map(({ type, status }) => `${type} ${status}`);
  expect(statusIn('Ablenor, Inc.')).toEqual(['approval other_company']);
  expect(statusIn('Corvexa, Inc.')).toEqual(['approval announced']);
});
