import { describe, expect, it } from 'vitest';
import {
  type PostedResults,
  primaryEndpointMet,
  resultSentences,
} from '../../../src/domain/trials/posted-results.ts';

type Outcome = NonNullable<PostedResults['primary_outcomes']>[number];
type Analysis = NonNullable<Outcome['analyses']>[number];
type Measurement = NonNullable<Outcome['measurements']>[number];

const sentencesOf = (outcome: Partial<Outcome>) =>
  resultSentences({ primary_outcomes: [outcome as Outcome] });
const analysisOf = (analysis: Partial<Analysis>) =>
  sentencesOf({ analyses: [analysis as Analysis] })[1];

describe('the sentence of an outcome', () => {
  it.each<[Partial<Outcome>, string]>([
    [{}, 'Primary outcome: without a title'],
    [{ title: 'Score' }, 'Primary outcome: Score'],
    [{ title: 'Score', unit: 'points' }, 'Primary outcome: Score [points]'],
    [{ title: 'Score', measure: 'MEAN' }, 'Primary outcome: Score [mean]'],
    [{ title: 'Score', measure: 'Mean Rank' }, 'Primary outcome: Score [Mean Rank]'],
  ])('%j is "%s"', (outcome, sentence) => {
    expect(sentencesOf(outcome)).toEqual([sentence]);
  });

  it.each<[Partial<Measurement>, string | null, string]>([
    [{}, null, 'A: not stated'],
    [{ value: 0 }, null, 'A: 0'],
    [{ value: 1, value_text: '1.0' }, null, 'A: 1'],
    [{ value_text: '<1' }, null, 'A: <1'],
    [{ value: 1, spread: 0 }, null, 'A: 1 (spread 0)'],
    [{ value: 1, spread: 2 }, 'STANDARD_ERROR', 'A: 1 (standard error 2)'],
    [{ value: 1, spread: 2, lower: 0, upper: 3 }, 'SD', 'A: 1 (sd 2, 0 to 3)'],
    [{ value: 1, lower: 0 }, null, 'A: 1 (0 to ?)'],
    [{ value: 1, upper: 3 }, '95 % CI', 'A: 1 (95 % CI ? to 3)'],
    [{ value: 1, class: 'Week 4', category: 'Yes' }, null, 'A, Week 4, Yes: 1'],
    [{ value: 1, category: 'Yes' }, null, 'A, Yes: 1'],
    [{ value: 1, group: 'B' }, null, 'Zorbamab (n = 0): 1'],
  ])('with the measurement %j and the dispersion %s is "%s"', (measured, spread, text) => {
    const outcome = {
      title: 'Score',
      spread,
      groups: [{ id: 'B', title: 'Zorbamab', participants: 0 }],
      measurements: [{ group: 'A', ...measured }],
    } as Partial<Outcome>;
    expect(sentencesOf(outcome)).toEqual([`Primary outcome: Score. ${text}`]);
  });

  it.each<[Partial<Analysis>, string]>([
    [{}, 'Analysis: without numbers'],
    [{ groups: ['A'] }, 'Analysis of A: without numbers'],
    [{ groups: ['A', 'B', 'C'], method: 'ANCOVA' }, 'Analysis of A against B against C: ANCOVA'],
    [{ test: 'NON_INFERIORITY' }, 'Analysis: non inferiority'],
    [{ estimate_value: 0 }, 'Analysis: estimate 0'],
    [{ estimate_value: 1, ci_lower: 0 }, 'Analysis: estimate 1 (CI 0 to open)'],
    [{ estimate_value: 1, ci_upper: 0 }, 'Analysis: estimate 1 (CI open to 0)'],
    [{ estimate: 'Odds ratio', estimate_value: 1, ci_percent: 95 }, 'Analysis: Odds ratio 1'],
    [{ estimate: 'Odds ratio', ci_lower: 1 }, 'Analysis: without numbers'],
    [{ p_value: 0.2 }, 'Analysis: without numbers'],
    [{ p_value: 0.2, p_value_text: ' 0.2 ' }, 'Analysis: p = 0.2, no level stated'],
    [{ p_value_text: ' ' }, 'Analysis: without numbers'],
  ])('with the analysis %j is "%s"', (analysis, sentence) => {
    expect(analysisOf(analysis)).toBe(sentence);
  });

  it('is limited to six analyses, twelve measurements and ten outcomes', () => {
    const analyses = (count: number) =>
      sentencesOf({ analyses: Array.from({ length: count }, () => ({}) as Analysis) });
    expect(analyses(6)).toHaveLength(7);
    expect(analyses(7).at(-1)).toBe('1 more analyses at the source');
    const measured = (count: number) =>
      sentencesOf({
        measurements: Array.from({ length: count }, () => ({ group: 'A', value: 1 })),
      })[0]!.split('; ');
    expect([measured(12).length, measured(13).at(-1)]).toEqual([
      12,
      '1 more measurements at the source',
    ]);
    const outcomes = (count: number) =>
      resultSentences({ primary_outcomes: Array.from({ length: count }, () => ({}) as Outcome) });
    expect([outcomes(10).length, outcomes(11).at(-1)]).toEqual([
      10,
      '1 more primary outcomes at the source',
    ]);
  });
});

describe('sentences of groups', () => {
  const events = Array.from({ length: 13 }, (_, at) => ({
    group: `G${at}`,
    serious_affected: at,
    deaths: 0,
    deaths_at_risk: 5,
  })) as unknown as NonNullable<PostedResults['adverse_events']>;
  const left = Array.from({ length: 13 }, (_, at) => ({
    group: `G${at}`,
    not_completed: 0,
  })) as unknown as NonNullable<PostedResults['discontinuations']>;

  it('list twelve groups and the number of the others', () => {
    const all = resultSentences({ adverse_events: events, discontinuations: left });
    expect(all.map((sentence) => sentence.split('; ').length)).toEqual([13, 13, 13]);
    expect(all.every((sentence) => sentence.endsWith('; 1 more groups at the source'))).toBe(true);
    expect(all[0]).toMatch(/^Participants with serious adverse events: G0: 0; G1: 1; /);
    expect(all[1]).toMatch(/^Deaths: G0: 0 of 5; /);
    expect(all[2]).toMatch(/^Participants who did not complete: G0: 0; /);
    const twelve = resultSentences({ discontinuations: left.slice(1) });
    expect(twelve[0]).not.toContain('more groups');
    expect(resultSentences({})).toEqual([]);
  });

  it('state numbers, period and reasons', () => {
    const reasons = [
      { reason: 'Death', participants: 1 },
      { reason: 'Other', participants: 2 },
    ];
    const flow = { group: 'G', title: 'Zorbamab', period: 'Part A', started: 9, not_completed: 3 };
    const discontinuations = [{ ...flow, reasons }] as unknown as typeof left;
    expect(resultSentences({ discontinuations })).toEqual([
      'Participants who did not complete: Part A, Zorbamab: 3 of 9 (Death 1, Other 2)',
    ]);
  });
});

describe('the primary endpoint', () => {
  const met = (...outcomes: readonly Partial<Analysis>[][]) =>
    primaryEndpointMet({
      primary_outcomes: outcomes.map((analyses) => ({ analyses }) as Outcome),
    });

  it.each<[Partial<Analysis>, boolean | null]>([
    [{ p_value: 0.05 }, true],
    [{ p_value: 0.051 }, false],
    [{ p_value: 0, p_relation: '=' }, true],
    [{ p_value: 0.05, p_relation: '<' }, true],
    [{ p_value: 0.06, p_relation: '<' }, null],
    [{ p_value: 0.05, p_relation: '>' }, false],
    [{ p_value: 0.04, p_relation: '>' }, null],
    // A stated level without a comparison does not decide.
    [{ p_value: 0.01, stated_level: 0.025 }, null],
    [{ p_value: 0.9, within_stated_level: true }, true],
    [{ p_value: 0.01, within_stated_level: false }, false],
    [{ p_value_text: 'NS' }, null],
  ])('with the analysis %j is met: %s', (analysis, expected) => {
    expect(met([analysis])).toBe(expected);
  });

  it('is met if every outcome with a p-value has an analysis that meets it', () => {
    const [yes, no, undecided] = [{ p_value: 0.01 }, { p_value: 0.5 }, {}];
    expect(met([no, yes], [yes])).toBe(true);
    expect(met([yes], [undecided], [])).toBe(true);
    expect(met([yes], [no])).toBeNull();
    expect(met([no], [no, undecided])).toBe(false);
    expect([met([undecided]), met(), primaryEndpointMet({})]).toEqual([null, null, null]);
    expect(primaryEndpointMet({ primary_outcomes: [{} as Outcome] })).toBeNull();
  });
});
