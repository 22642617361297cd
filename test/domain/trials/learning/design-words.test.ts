import { describe, expect, it } from 'vitest';
import {
  comparatorOf,
  endpointKind,
  isBiomarkerSelected,
} from '../../../../src/domain/trials/learning/design-words.ts';

describe('the kind of a primary endpoint', () => {
  it.each([
    ['Overall survival', 'survival'],
    ['Progression-free survival (PFS); Objective response rate', 'survival'],
    ['Number of participants with adverse events', 'safety'],
    ['Incidence of dose-limiting toxicities', 'safety'],
    ['Maximum observed plasma concentration (Cmax)', 'pharmacokinetics'],
    ['Area under the curve of zorbamab', 'pharmacokinetics'],
    ['Objective response rate', 'response'],
    ['Proportion of participants in clinical remission at week 12', 'response'],
    ['Change in quality of life', 'patient-reported'],
    ['Annualised exacerbation rate', 'event'],
    ['Change from baseline in HbA1c', 'laboratory or imaging'],
    ['Change in MADRS total score', 'function or score'],
    ['Change in 6-minute walk distance', 'function or score'],
    ['Something else entirely', 'other'],
    ['Something else; Overall survival', 'survival'],
  ])('of "%s" is %s', (outcomes, kind) => {
    expect(endpointKind(outcomes)).toBe(kind);
  });

  it('is null without an outcome', () => {
    expect(endpointKind(null)).toBeNull();
    expect(endpointKind(' ; ')).toBeNull();
  });
});

it.each([
  [['EXPERIMENTAL', 'ACTIVE_COMPARATOR', 'PLACEBO_COMPARATOR'], 'placebo'],
  [['EXPERIMENTAL', 'SHAM_COMPARATOR'], 'placebo'],
  [['EXPERIMENTAL', 'ACTIVE_COMPARATOR', 'NO_INTERVENTION'], 'active'],
  [['EXPERIMENTAL', 'NO_INTERVENTION'], 'no treatment'],
  [['EXPERIMENTAL', 'EXPERIMENTAL'], 'other arms'],
  [['EXPERIMENTAL'], 'none'],
  [[''], null],
  [null, null],
])('the comparator of %j is %s', (roles, comparator) => {
  expect(comparatorOf(roles)).toBe(comparator);
});

it.each([
  ['Zorbamab in HER2-Positive Breast Cancer', true],
  ['EGFR-mutant non-small cell lung cancer', true],
  ['Patients With PD-L1 High Tumors', true],
  ['Patients harboring BRAF V600 mutations', true],
  ['Metastatic cancer; a randomized study', false],
  ['Zorbamab in Rett Syndrome', false],
  ['Patients who met low thresholds', false],
])('selection by a biomarker in "%s" is %s', (words, isSelected) => {
  expect(isBiomarkerSelected(words)).toBe(isSelected);
});
