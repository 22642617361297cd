import { describe, expect, it } from 'vitest';
import { trialRisk } from '../../../src/domain/trials/trial-risk.ts';
import type { TrialHistory, TrialVersion } from '../../../src/domain/trials/trial-versions.ts';
import fc from '../../support/properties.ts';

const version = (version_date: string, more: Partial<TrialVersion> = {}): TrialVersion => ({
  version_date,
  status: 'RECRUITING',
  phase: 'PHASE3',
  enrollment: 300,
  primary_completion_date: '2025-01',
  primary_outcomes: 'Progression-free survival',
  ...more,
});

const risky: TrialHistory = {
  versions: [
    version('2024-10-01', {
      enrollment: 240,
      primary_completion_date: '2025-12-31',
      primary_outcomes: 'Overall response rate',
    }),
    version('2023-01-10', { status: 'NOT_YET_RECRUITING' }),
    version('2023-06-01'),
    version('2024-02-01', { enrollment: 240, primary_completion_date: '2025-06-30' }),
  ],
};
const unchanged: TrialHistory = { versions: [version('2023-01-10'), version('2023-06-01')] };

describe('trial risk', () => {
  it('is the weighted sum of its components', () => {
    // Delay: 2 pushes 30; slip 150 + 184 = 334 days, 40 · 334/365 = 36.6; 32 days past plan
    // 30: 96.6.
    // Enrollment: cut by 60 of 300, 2 · 20 = 40. Endpoint: after start 60. Safety 0.
    // 0.35 · 96.6 + 0.25 · 40 + 0.15 · 60 = 33.81 + 10 + 9 = 52.81.
    expect(trialRisk(risky, {}, '2026-02-01')).toMatchObject({
      delay_risk: 96.6,
      enrollment_risk: 40,
      endpoint_risk: 60,
      safety_risk: 0,
      risk_score: 52.8,
      risk_level: 'high',
      as_of: '2024-10-01',
      flags: [],
    });
  });

  it('uses the versions up to its day', () => {
    // 15 + 40 · 150/365 = 31.4; 0.35 · 31.4 + 0.25 · 40 = 10.99 + 10 = 20.99.
    const risk = trialRisk(risky, {}, '2024-03-01');
    expect(risk).toMatchObject({ delay_risk: 31.4, risk_score: 21, risk_level: 'low' });
    expect(risk.date_changes).toEqual([
      {
        changed_date: '2024-02-01',
        previous_value: '2025-01',
        new_value: '2025-06-30',
        slip_days: 150,
      },
    ]);
  });

  it('is 0 for a trial without changes', () => {
    expect(trialRisk(unchanged, {}, '2024-06-01')).toMatchObject({
      risk_score: 0,
      risk_level: 'low',
      factors: [],
      date_changes: [],
    });
  });

  it.each([
    // A trial that is unverified, open past its planned completion, or stopped.
    ['UNKNOWN', '2025-01-30', 30],
    ['UNKNOWN', '2024-06-01', 30],
    ['RECRUITING', '2025-02-10', 30],
    ['NOT_YET_RECRUITING', '2025-02-10', 30],
    ['ENROLLING_BY_INVITATION', '2025-02-10', 30],
    ['ACTIVE_NOT_RECRUITING', '2025-02-10', 0],
    ['SUSPENDED', '2024-06-01', 100],
  ])('with the status %s on %s has a delay risk of %i', (status, day, risk) => {
    const versions = [version('2023-01-10', { status })];
    expect(trialRisk({ versions }, {}, day).delay_risk).toBe(risk);
  });

  it('is high after a stop for safety', () => {
    const why_stopped = 'Liver toxicity in two participants';
    const versions = [
      ...unchanged.versions,
      version('2023-09-01', { status: 'Terminated', why_stopped }),
    ];
    // 0.35 · 100 + 0.25 · 100 = 60.
    expect(trialRisk({ versions }, {}, '2024-06-01')).toMatchObject({
      delay_risk: 100,
      safety_risk: 100,
      risk_score: 60,
      risk_level: 'high',
    });
  });

  it('counts a hold less after it is lifted', () => {
    const hold = { hold_date: '2024-01-05', lifted_date: '2024-05-01' };
    const at = (asOf: string) => trialRisk(unchanged, { holds: [hold] }, asOf);
    expect(at('2024-01-04').safety_risk).toBe(0);
    // The score is 0.25 · 80 = 20, but a component of 80 makes the level high.
    expect(at('2024-04-30')).toMatchObject({ safety_risk: 80, risk_score: 20, risk_level: 'high' });
    expect(at('2024-06-01').safety_risk).toBe(30);
  });

  it('ignores events reported after completion', () => {
    // The trial was completed on 2024-03-01, so one of two hospitalizations counts.
    const versions = [
      version('2023-06-01'),
      version('2024-03-01', { status: 'COMPLETED' }),
      version('2024-05-01', { status: 'Completed', enrollment: 310 }),
    ];
    const adverse_events = [
      { event_date: '2024-03-01', outcome: 'Hospitalisation' },
      { event_date: '2024-04-01', outcome: 'Hospitalisation' },
    ];
    expect(trialRisk({ versions }, { adverse_events }, '2024-06-01')).toMatchObject({
      safety_risk: 5,
      as_of: '2024-05-01',
    });
    // After a reopening, both count.
    const reopened = [...versions, version('2024-05-20')];
    expect(trialRisk({ versions: reopened }, { adverse_events }, '2024-06-01').safety_risk).toBe(
      10,
    );
  });

  it('is dated by its newest counted input', () => {
    const asOf = '2024-06-01';
    const on = (event_date: string, outcome: string) => ({
      adverse_events: [{ event_date, outcome }],
    });
    expect(trialRisk(unchanged, on('2024-05-10', 'Fatal'), asOf).as_of).toBe('2024-05-10');
    // A month counts as its last day; mild and future events do not count.
    expect(trialRisk(unchanged, on('2024-03', 'Fatal'), asOf).as_of).toBe('2024-03-31');
    expect(trialRisk(unchanged, on('2024-05-10', 'Recovered'), asOf).as_of).toBe('2023-06-01');
    expect(trialRisk(unchanged, on('2024-06-02', 'Fatal'), asOf).as_of).toBe('2023-06-01');
    const holds = [{ hold_date: '2024-01-05', lifted_date: '2024-05-01' }];
    expect(trialRisk(unchanged, { holds }, asOf).as_of).toBe('2024-05-01');
    expect(trialRisk(unchanged, { holds }, '2024-04-30').as_of).toBe('2024-01-05');
  });

  it('counts the most severe endpoint change in full and each other change 20', () => {
    const outcomes = ['Survival', 'Response rate', 'Quality of life', 'Pain', 'Nausea', 'Fatigue'];
    const riskOf = (changes: number) => {
      const versions = outcomes.slice(0, changes + 1).map((primary_outcomes, at) =>
        version(`2023-0${at + 1}-01`, {
          primary_outcomes,
          // The first change is before the start and all others after it.
          status: at < 2 ? 'NOT_YET_RECRUITING' : 'RECRUITING',
        }),
      );
      versions.splice(2, 0, version('2023-02-15', { primary_outcomes: outcomes[1]! }));
      return trialRisk(
        { versions: changes < 2 ? versions.slice(0, 2) : versions },
        {},
        '2024-06-01',
      );
    };
    expect(riskOf(1).endpoint_risk).toBe(20);
    // 60 for the change after the start and 20 for the change before it.
    expect(riskOf(2).endpoint_risk).toBe(80);
    // 60 + 2 · 20 = 100 is the maximum.
    expect(riskOf(3).endpoint_risk).toBe(100);
    expect(riskOf(5).endpoint_risk).toBe(100);
  });

  it('is re-weighted over the components with an input', () => {
    // Delay 0.35, safety 0.25: 0.35/0.6 · 96.6 = 56.35.
    const versions = risky.versions.map((known) => ({
      ...known,
      enrollment: null,
      primary_outcomes: null,
    }));
    const risk = trialRisk({ versions }, {}, '2026-02-01');
    expect(risk).toMatchObject({ enrollment_risk: null, endpoint_risk: null, risk_score: 56.4 });
    expect(risk.flags).toEqual(['no_enrollment', 'no_primary_outcomes']);
  });

  it('is null with too few inputs or without versions', () => {
    const undated = trialRisk({ versions: [{ version_date: '2024-01-01' }] }, {}, '2024-06-01');
    expect(undated.risk_score).toBeNull();
    expect(undated.flags).toContain('low_coverage');
    expect(trialRisk(unchanged, {}, '2020-01-01')).toMatchObject({
      risk_score: null,
      risk_level: null,
      safety_risk: null,
      as_of: null,
      flags: ['no_versions'],
    });
  });
});

const anyVersion: fc.Arbitrary<TrialVersion> = fc.record({
  version_date: fc.constantFrom('2023-01-10', '2023-08-01', '2024-02-29', '2024-12-31'),
  status: fc.constantFrom('RECRUITING', 'COMPLETED', 'SUSPENDED', 'Active, not recruiting', null),
  phase: fc.constantFrom('PHASE1', 'PHASE2', null),
  enrollment: fc.option(fc.integer({ min: 0, max: 500 })),
  primary_completion_date: fc.constantFrom('2024-06', '2025-03-31', 'unknown', null),
  primary_outcomes: fc.constantFrom('Survival', 'Response', null),
});

describe('every score', () => {
  it('is the weighted sum of its components with weights that sum to 1', () => {
    fc.assert(
      fc.property(fc.array(anyVersion, { maxLength: 5 }), (versions) => {
        const risk = trialRisk({ versions }, {}, '2025-06-30');
        if (risk.risk_score === null) return;
        const names = ['delay_risk', 'enrollment_risk', 'endpoint_risk', 'safety_risk'] as const;
        const total = names.reduce((sum, name) => sum + risk.weights[name], 0);
        const score = names.reduce((sum, name) => sum + risk.weights[name] * (risk[name] ?? 0), 0);
        expect(total).toBeCloseTo(1, 12);
        expect(Math.abs(score - risk.risk_score)).toBeLessThan(0.051);
        expect(risk.risk_score).toBeGreaterThanOrEqual(0);
        expect(risk.risk_score).toBeLessThanOrEqual(100);
      }),
    );
  });

  it('ignores versions after the day', () => {
    fc.assert(
      fc.property(fc.array(anyVersion, { maxLength: 5 }), anyVersion, (versions, later) => {
        const after = { ...later, version_date: '2025-07-01' };
        const day = '2025-06-30';
        expect(trialRisk({ versions: [after, ...versions] }, {}, day)).toEqual(
          trialRisk({ versions }, {}, day),
        );
      }),
    );
  });
});
