import { describe, expect, it } from 'vitest';
import { trialRisk } from '../../../src/domain/trials/trial-risk.ts';
import {
  countedSafety,
  delayFactors,
  endpointFactors,
  enrollmentFactors,
  type SafetyEvents,
  type Situation,
  safetyDays,
  safetyFactors,
} from '../../../src/domain/trials/trial-risk-rules.ts';
import type { TrialHistory, TrialVersion } from '../../../src/domain/trials/trial-versions.ts';

const asOf = '2025-06-30';

function situation(
  versions: readonly TrialVersion[],
  events: SafetyEvents = {},
  history: Omit<TrialHistory, 'versions'> = {},
): Situation {
  const safety = countedSafety(versions, events, asOf);
  return { history: { ...history, versions }, versions, safety, asOf };
}

/** Builds monthly versions of a trial from January 2024. */
function stating(...versions: readonly Partial<TrialVersion>[]): readonly TrialVersion[] {
  return versions.map((version, at) => ({
    version_date: `2024-${String(at + 1).padStart(2, '0')}-01`,
    ...version,
  }));
}

const planned = (...dates: readonly string[]) =>
  stating(...dates.map((primary_completion_date) => ({ primary_completion_date })));

const factor = (component: string) => (name: string, points: number, note: string) => ({
  component,
  name,
  points,
  note,
});

describe('delay', () => {
  const delay = factor('delay_risk');

  it('has a factor with points and a note', () => {
    // The date moves by 31 days, which does not count as a delay, and by 32 days. The total is 63
    // days: 40 · 63/365 = 6.9.
    expect(delayFactors(situation(planned('2026-01-31', '2026-03-03', '2026-04-04')))).toEqual([
      delay('Completion pushed', 15, 'once'),
      delay('Net slip', 6.9, '63 days in all'),
    ]);
  });

  it('adds moves in both directions and counts at most three pushes', () => {
    // 59 − 59 + 59 + 61 + 62 = 182 days: 40 · 182/365 = 19.9. Of the four delays, only three count.
    const dates = ['2026-01-01', '2026-03-01', '2026-01-01', '2026-03-01', '2026-05-01'];
    expect(delayFactors(situation(planned(...dates, '2026-07-02')))).toEqual([
      delay('Completion pushed', 45, '4 times'),
      delay('Net slip', 19.9, '182 days in all'),
    ]);
  });

  it('counts a slip of up to a year, and no earlier date', () => {
    const slip = (...dates: readonly string[]) =>
      delayFactors(situation(planned(...dates))).find(({ name }) => name === 'Net slip');
    expect(slip('2026-01-01', '2026-12-31')?.points).toBe(39.9);
    expect(slip('2026-01-01', '2028-01-01')).toMatchObject({ points: 40, note: '730 days in all' });
    expect(slip('2026-06-01', '2026-01-01')).toBeUndefined();
  });

  it('has a factor for stopped, unverified and overdue trials', () => {
    const of = (status: string, primary_completion_date: string) =>
      delayFactors(situation(stating({ status, primary_completion_date, phase: 'Phase 2' })));
    expect(of('RECRUITING', '2025-06-29')).toEqual([
      delay('Still recruiting', 30, '1 days past plan'),
    ]);
    expect(of('RECRUITING', '2025-06-30')).toEqual([]);
    expect(of('TERMINATED', '2026-06-30')).toEqual([delay('Stopped', 100, 'terminated')]);
    expect(of('UNKNOWN', '2024-06-30')).toEqual([
      delay('Status unknown', 30, 'not verified for years'),
    ]);
    expect(of('COMPLETED', '2024-06-29')).toEqual([
      delay('Results overdue', 20, 'more than 12 months after primary completion (FDAAA 801)'),
    ]);
    // Results are due on this day, and late from the next day on.
    expect(of('COMPLETED', '2024-06-30')).toEqual([]);
  });
});

describe('enrollment', () => {
  const enrolled = (phase: string, ...counts: readonly number[]) =>
    enrollmentFactors(situation(stating(...counts.map((enrollment) => ({ phase, enrollment })))));

  it.each([
    // If the enrollment target is cut by at least 10 % of its highest value, each percent counts
    // two points, up to 70 points.
    [[300, 271], []],
    [[300, 270], [['Enrollment cut', 20, '300 to 270']]],
    [[200, 300, 250], [['Enrollment cut', 33.3, '300 to 250']]],
    [[1000, 660], [['Enrollment cut', 68, '1000 to 660']]],
    [[1000, 640], [['Enrollment cut', 70, '1000 to 640']]],
    [[300, 320], []],
  ])('of %j has the factors %j', (counts, factors) => {
    expect(enrolled('Phase 3', ...counts)).toEqual(
      factors.map(([name, points, note]) => ({ component: 'enrollment_risk', name, points, note })),
    );
  });

  it.each([
    ['Phase 1', 20],
    ['Phase 2', 50],
    ['Phase 3', 150],
  ])('is small in %s below %d participants', (phase, least) => {
    expect(enrolled(phase, least)).toEqual([]);
    expect(enrolled(phase, least - 1)).toEqual([
      factor('enrollment_risk')('Small trial', 30, `${least - 1} participants`),
    ]);
  });

  it('is not small without a phase, and has no factor without numbers', () => {
    expect(enrolled('N/A', 3)).toEqual([]);
    expect(enrolled('Phase 3', 0)).toMatchObject([{ name: 'Small trial' }]);
    expect(enrollmentFactors(situation(stating({ phase: 'Phase 3' })))).toEqual([]);
  });
});

describe('endpoint', () => {
  it('lists the most severe change first, then by date', () => {
    const versions = stating(
      { primary_outcomes: 'Survival', status: 'NOT_YET_RECRUITING' },
      { primary_outcomes: 'Response' },
      { primary_outcomes: 'Pain', status: 'RECRUITING' },
      { primary_outcomes: 'Fever' },
      { primary_outcomes: 'Sleep' },
    );
    const change = (points: number, note: string) =>
      factor('endpoint_risk')('Primary outcome changed', points, note);
    expect(endpointFactors(situation(versions))).toEqual([
      change(60, 'after start, 2024-04-01'),
      change(20, 'after start, 2024-05-01'),
      change(20, 'before start, 2024-02-01'),
      change(20, 'before start, 2024-03-01'),
    ]);
  });

  it('has more points for a change after completion', () => {
    const versions = stating(
      { primary_outcomes: 'Survival', primary_completion_date: '2024-01-31', status: 'RECRUITING' },
      { primary_outcomes: 'Response' },
    );
    expect(endpointFactors(situation(versions))).toMatchObject([
      { points: 90, note: 'after completion, 2024-02-01' },
    ]);
    // A change on the day of completion does not count as a change after completion.
    const [first, second] = versions;
    const onTheDay = [{ ...first!, primary_completion_date: '2024-02-01' }, second!];
    expect(endpointFactors(situation(onTheDay))).toMatchObject([{ points: 60 }]);
  });
});

describe('safety', () => {
  const safety = factor('safety_risk');
  const versions = stating({ status: 'RECRUITING' });
  const factors = (events: SafetyEvents) => safetyFactors(situation(versions, events));
  const event = (event_date: string, outcome = 'Hospitalisation') => ({ event_date, outcome });

  it('has a factor with points and a note', () => {
    const holds = [
      { hold_date: '2024-01-05', lifted_date: '2025-06-30', reason: 'Impurity' },
      { hold_date: '2025-06-30', reason: 'Liver enzymes' },
      { hold_date: '2025-07-01', reason: 'Tomorrow' },
    ];
    const adverse_events = [event('2025-01-02', 'Death'), event('2025-01-03'), event('2025-01-04')];
    expect(factors({ holds, adverse_events })).toEqual([
      safety('Clinical hold in effect', 80, 'Liver enzymes'),
      safety('Clinical hold lifted', 30, '1 lifted'),
      safety('Fatal events', 10, '1 in 12 months'),
      safety('Serious events', 10, '2 in 12 months'),
    ]);
  });

  it('counts a hold without a reason and an end', () => {
    expect(factors({ holds: [{ hold_date: '2025-06-30' }] })).toEqual([
      safety('Clinical hold in effect', 80, ''),
    ]);
  });

  it('counts at most four deaths and six other events', () => {
    const many = (count: number, outcome: string) =>
      factors({
        adverse_events: Array.from({ length: count }, () => event('2025-03-01', outcome)),
      });
    expect(many(4, 'Fatal')).toMatchObject([{ name: 'Fatal events', points: 40 }]);
    expect(many(5, 'Fatal')).toMatchObject([{ points: 40, note: '5 in 12 months' }]);
    expect(many(6, 'Disability')).toMatchObject([{ name: 'Serious events', points: 30 }]);
    expect(many(7, 'Disability')).toMatchObject([{ points: 30, note: '7 in 12 months' }]);
  });

  it('counts events after the same day of the year before, up to the day', () => {
    const days = ['2024-06-30', '2024-07-01', '2025-06-30', '2025-07-01', 'soon'];
    const adverse_events = days.map((day) => event(day));
    const counted = countedSafety(versions, { adverse_events }, asOf);
    expect(safetyDays(counted)).toEqual(['2024-07-01', '2025-06-30']);
  });

  it('returns the days of holds, of their ends and of events', () => {
    const holds = [{ hold_date: '2024-01-05', lifted_date: '2024-03' }];
    const counted = countedSafety(versions, { holds, adverse_events: [event('2025-02')] }, asOf);
    expect(safetyDays(counted)).toEqual(['2024-01-05', '2024-03-31', '2025-02-28']);
  });

  it('needs a stop with a safety reason', () => {
    const stopped = (status: string, why_stopped: string) =>
      safetyFactors(situation(stating({ status, why_stopped })));
    expect(stopped('WITHDRAWN', 'Toxicity')).toEqual([
      safety('Stopped for safety', 100, 'Toxicity'),
    ]);
    expect(stopped('RECRUITING', 'Toxicity')).toEqual([]);
    expect(stopped('WITHDRAWN', 'Funding')).toEqual([]);
  });
});

describe('the score', () => {
  const risk = (...versions: readonly Partial<TrialVersion>[]) =>
    trialRisk({ versions: stating(...versions) }, {}, asOf);

  it('needs at least half of the weight', () => {
    // Safety and enrollment together have the weight 0.5, and safety and endpoints 0.4.
    expect(risk({ enrollment: 40, phase: 'Phase 2' })).toMatchObject({
      risk_score: 15,
      weights: { delay_risk: 0, enrollment_risk: 0.5, endpoint_risk: 0, safety_risk: 0.5 },
      flags: ['no_completion_date', 'no_primary_outcomes', 'single_version'],
    });
    expect(risk({ primary_outcomes: 'Survival' })).toMatchObject({
      risk_score: null,
      risk_level: null,
      delay_risk: null,
      endpoint_risk: 0,
      safety_risk: 0,
      flags: ['no_completion_date', 'no_enrollment', 'single_version', 'low_coverage'],
    });
  });

  it('counts a component with a factor, even if its input is missing', () => {
    // The score is 0.35 · 100 ÷ 0.6 = 58.3.
    expect(risk({ status: 'SUSPENDED' })).toMatchObject({
      delay_risk: 100,
      risk_score: 58.3,
      risk_level: 'high',
      flags: ['no_completion_date', 'no_enrollment', 'no_primary_outcomes', 'single_version'],
    });
  });

  it.each([
    // The mean of enrollment and safety: 1000 to 750 is 50 and 1000 to 751 is 49.8.
    [[1000, 750], 0, 0, 25, 'medium'],
    [[1000, 751], 0, 0, 24.9, 'low'],
    [[1000, 650], 6, 0, 50, 'high'],
    [[1000, 651], 6, 0, 49.9, 'medium'],
    // A small trial whose target is cut from 100 to 75 has 50 + 30 points, and a component of 80
    // points makes the level high.
    [[100, 75], 0, 0, 40, 'high'],
    [[100, 76], 0, 0, 39, 'medium'],
    [[200, 100], 6, 2, 75, 'critical'],
    [[200, 100], 5, 2, 72.5, 'high'],
  ])(
    'with the targets %j, %d serious and %d fatal events is %d, %s',
    (counts, serious, fatal, ...expected) => {
      const versions = stating(...counts.map((enrollment) => ({ enrollment, phase: 'Phase 3' })));
      const adverse_events = [
        ...Array.from({ length: serious }, () => ({
          event_date: '2025-03-01',
          severity: 'Severe',
        })),
        ...Array.from({ length: fatal }, () => ({ event_date: '2025-03-01', outcome: 'Fatal' })),
      ];
      const { risk_score, risk_level } = trialRisk({ versions }, { adverse_events }, asOf);
      expect([risk_score, risk_level]).toEqual(expected);
    },
  );
});
