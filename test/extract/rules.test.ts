import { describe, expect, it } from 'vitest';
import { announcedIn } from './announced.ts';
import { dealCases } from './deal-cases.ts';
import { decisionCases } from './decision-cases.ts';
import { moreCases } from './more-cases.ts';
import { reviewCases } from './review-cases.ts';
import { trialCases } from './trial-cases.ts';

describe.each([
  ['reviews', reviewCases],
  ['decisions', decisionCases],
  ['trials and designations', trialCases],
  ['deals and distress', dealCases],
  ['in other words', moreCases],
])('%s', (_, cases) => {
  it.each(cases)('%s', (text, ...announced) => {
    expect(announcedIn(text)).toEqual([...announced].sort());
  });
});
