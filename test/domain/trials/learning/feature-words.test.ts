import { describe, expect, it } from 'vitest';
import { featureInWords } from '../../../../src/domain/trials/learning/feature-words.ts';

describe('a feature in words', () => {
  it('says what a category, yes or no is, and that nothing is known', () => {
    expect(featureInWords('Masking', 'DOUBLE')).toBe('Masking: DOUBLE');
    expect(featureInWords('Rare disease', true)).toBe('Rare disease: yes');
    expect(featureInWords('Rare disease', false)).toBe('Rare disease: no');
    expect(featureInWords('Countries', null)).toBe('Countries: not known');
    expect(featureInWords('Other features', undefined)).toBe('Other features');
  });

  it('takes numbers out of the form in which they are learned', () => {
    const said = (feature: string, value: number) =>
      featureInWords(feature, value).slice(feature.length + 2);
    const enrollment = 'Enrollment against its phase and area';
    // 300 patients where the mean logarithm is that of 120; 30 of 120.
    expect(said(enrollment, Math.log(300) - Math.log(120))).toBe('2.5 times the usual');
    expect(said(enrollment, Math.log(30 / 120))).toBe('0.25 times the usual');
    expect(said('Countries', Math.log(7))).toBe('7');
    expect(said('Delay so far', 100 / 365.25)).toBe('0.27 years');
    expect(said('Delay so far', -1.55)).toBe('-1.5 years');
    expect(said('Delay so far', 0)).toBe('0 years');
    expect(said('Trials of the sponsor', Math.log1p(12))).toBe('12');
    // Three successes of four labels, beside five of the average of 0.4: 5 / 9.
    expect(said('Record of the sponsor', 5 / 9)).toBe('56 % succeeded');
    expect(said('Open trials of the condition', Math.log1p(0))).toBe('0');
    expect(said('Arms', 3)).toBe('3');
  });
});
