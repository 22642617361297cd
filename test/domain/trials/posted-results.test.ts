import { describe, expect, it } from 'vitest';
import { resultSentences } from '../../../src/domain/trials/posted-results.ts';

const outcome = {
  title: 'Change in score',
  time_frame: 'Week 12',
  unit: 'points',
  measure: 'LEAST_SQUARES_MEAN',
  spread: 'Standard Error',
  groups: [
    { id: 'OG000', title: 'Zorbamab', participants: 90 },
    { id: 'OG001', title: 'Placebo', participants: 92 },
  ],
  measurements: [
    { group: 'OG000', value: -4.5, spread: 0.4 },
    { group: 'OG001', value_text: 'NA', lower: -2, upper: 1 },
  ],
};
const analysis = {
  groups: ['OG000', 'OG001'],
  method: 'ANCOVA',
  test: 'SUPERIORITY',
  estimate: 'Mean difference',
  estimate_value: -3.1,
  ci_percent: 95,
  ci_lower: -4,
  p_value_text: '<0.001',
  p_value: 0.001,
  p_relation: '<',
};

describe('sentences of posted results', () => {
  it('state outcomes with groups, values and dispersion', () => {
    expect(resultSentences({ primary_outcomes: [outcome] })).toEqual([
      'Primary outcome: Change in score (Week 12) [least squares mean, points]. Zorbamab (n = 90): ' +
        '-4.5 (Standard Error 0.4); Placebo (n = 92): NA (Standard Error -2 to 1)',
    ]);
  });

  it.each([
    [{}, 'p < 0.001, no level stated'],
    [
      { stated_level: 0.05, within_stated_level: true },
      'p < 0.001, at or below the stated level of 0.05',
    ],
    [
      {
        p_value_text: '0.2',
        p_value: 0.2,
        p_relation: '=',
        stated_level: 0.05,
        within_stated_level: false,
      },
      'p = 0.2, above the stated level of 0.05',
    ],
    [{ p_value: undefined, p_value_text: 'NS' }, 'p: NS, no level stated'],
    [{ stated_level: 0.0005 }, 'p < 0.001, stated level 0.0005'],
  ])('state an analysis with %j as %s', (more, p) => {
    const analyses = [{ ...analysis, ...more }];
    expect(resultSentences({ primary_outcomes: [{ ...outcome, analyses }] })[1]).toBe(
      `Analysis of Zorbamab against Placebo: Mean difference -3.1 (95 % CI -4 to open); ${p}; ` +
        'ANCOVA, superiority',
    );
  });

  it('state serious events, deaths and discontinuations by group', () => {
    const sentences = resultSentences({
      adverse_events: [
        { group: 'EG000', title: 'Zorbamab', serious_affected: 3, serious_at_risk: 97, deaths: 1 },
        { group: 'EG001', serious_affected: 0, serious_at_risk: 97, other_affected: 9 },
      ],
      discontinuations: [
        {
          period: 'Overall Study',
          group: 'FG000',
          title: 'Zorbamab',
          started: 97,
          not_completed: 8,
          reasons: [{ reason: 'Adverse Event', participants: 5 }],
        },
        { group: 'FG001', title: 'Placebo' },
      ],
    });
    expect(sentences).toEqual([
      'Participants with serious adverse events: Zorbamab: 3 of 97; EG001: 0 of 97',
      'Participants with other adverse events: EG001: 9',
      'Deaths: Zorbamab: 1',
      'Participants who did not complete: Overall Study, Zorbamab: 8 of 97 (Adverse Event 5)',
    ]);
  });

  it('state how many rows of a long table are omitted', () => {
    const measurements = Array.from({ length: 15 }, (_, at) => ({ group: 'OG000', value: at }));
    const [first] = resultSentences({ primary_outcomes: [{ ...outcome, measurements }] });
    expect(first).toMatch(/: 11; 3 more measurements: see the source$/);
    const many = resultSentences({ primary_outcomes: Array.from({ length: 12 }, () => outcome) });
    expect(many).toHaveLength(11);
    expect(many.at(-1)).toBe('2 more primary outcomes: see the source');
  });

  it('do not interpret the results', () => {
    const all = resultSentences({
      primary_outcomes: [
        { ...outcome, analyses: [{ ...analysis, stated_level: 0.05, within_stated_level: true }] },
      ],
    });
    expect(all.join(' ')).not.toMatch(/success|positive|met|fail|significan/i);
  });
});
