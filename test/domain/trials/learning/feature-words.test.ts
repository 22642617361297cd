import { describe, expect, it } from 'vitest';
import { featureInWords } from '../../../../src/domain/trials/learning/feature-words.ts';

describe('the description of a feature', () => {
  it('has the category, yes, no or "not known"', () => {
    expect(featureInWords('Masking', 'DOUBLE')).toBe('Masking: DOUBLE');
    expect(featureInWords('Rare disease', true)).toBe('Rare disease: yes');
    expect(featureInWords('Rare disease', false)).toBe('Rare disease: no');
    expect(featureInWords('Countries', null)).toBe('Countries: not known');
    expect(featureInWords('Other features', undefined)).toBe('Other features');
  });

  it('converts numbers from their learned form', () => {
    const described = (feature: string, value: number) =>
      featureInWords(feature, value).slice(feature.length + 2);
    const enrollment = 'Enrollment compared with trials of the same phase and area';
    // Enrollments of 300 and of 30 patients, compared with a logarithmic mean of 120.
    expect(described(enrollment, Math.log(300) - Math.log(120))).toBe('2.5 times the usual');
    expect(described(enrollment, Math.log(30 / 120))).toBe('0.25 times the usual');
    expect(described('Countries', Math.log(7))).toBe('7');
    expect(described('Delay so far', 100 / 365.25)).toBe('0.27 years');
    expect(described('Delay so far', -1.55)).toBe('-1.5 years');
    expect(described('Delay so far', 0)).toBe('0 years');
    expect(described('Trials of the sponsor', Math.log1p(12))).toBe('12');
    // Three successes of four labels, with five pseudo-labels at 0.4: 5 / 9.
    expect(described('Record of the sponsor', 5 / 9)).toBe('56 % of its trials succeeded');
    expect(described('Open trials of the condition', Math.log1p(0))).toBe('0');
    expect(described('Arms', 3)).toBe('3');
  });
});
