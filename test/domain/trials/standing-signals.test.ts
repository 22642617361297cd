import { describe, expect, it } from 'vitest';
import { trialSignals } from '../../../src/domain/trials/trial-signals.ts';
import type { TrialHistory, TrialVersion } from '../../../src/domain/trials/trial-versions.ts';

const today = '2026-06-15';
const signalsOf = (version: Partial<TrialVersion>, more: Partial<TrialHistory> = {}) =>
  trialSignals({ versions: [{ version_date: '2026-01-10', ...version }], ...more }, today);

describe('signals of a single version', () => {
  it.each([
    ['TERMINATED', 'Adverse events', 'termination', 'critical'],
    ['WITHDRAWN', null, 'termination', 'medium'],
    ['SUSPENDED', null, 'suspension', 'high'],
    ['SUSPENDED', 'FDA clinical hold', 'hold', 'critical'],
  ])('report the status %s (%s)', (status, why_stopped, signal_type, severity) => {
    expect(signalsOf({ status, why_stopped })).toMatchObject([
      { signal_type, severity, signal_date: '2026-01-10', previous_value: null, new_value: status },
    ]);
  });

  it('report a stop once if later versions repeat it', () => {
    const stopped = { status: 'TERMINATED' };
    const versions = ['2026-01-10', '2026-03-01'].map((version_date) => ({
      version_date,
      ...stopped,
    }));
    expect(trialSignals({ versions }, today)).toHaveLength(1);
  });

  const completed: Partial<TrialVersion> = {
    status: 'COMPLETED',
    phase: 'Phase 3',
    primary_completion_date: '2025-03-31',
    primary_completion_date_type: 'ACTUAL',
  };

  it('report overdue results from the day after a year', () => {
    expect(signalsOf(completed)).toEqual([
      {
        signal_type: 'delay',
        severity: 'low',
        signal_date: '2026-04-01',
        description:
          'Results not posted a year after primary completion (due by 2026-03-31, FDAAA 801)',
        previous_value: null,
        new_value: null,
        reason: null,
      },
    ]);
    // The results were due on 2025-03-31, 441 days before.
    expect(signalsOf({ ...completed, primary_completion_date: '2024-03-31' })).toMatchObject([
      { severity: 'medium' },
    ]);
  });

  it.each([
    ['a Phase 1 trial', { phase: 'Phase 1' }, {}],
    ['a trial without a phase', { phase: 'N/A' }, {}],
    ['a planned completion', { primary_completion_date_type: 'ESTIMATED' }, {}],
    ['a completion before the final rule of 2017', { primary_completion_date: '2017-01-17' }, {}],
    ['less than a year since completion', { primary_completion_date: '2025-06-15' }, {}],
    ['a withdrawn trial', { primary_completion_date: '2025-03-31', status: 'RECRUITING' }, {}],
    ['an observational study', {}, { study_type: 'OBSERVATIONAL' }],
    ['posted results', {}, { results_posted_date: '2026-06-01' }],
    ['posted results without a date', {}, { has_results: true }],
  ])('report no overdue results for %s', (_, version, more) => {
    expect(signalsOf({ ...completed, ...version }, more)).toEqual([]);
  });
});
