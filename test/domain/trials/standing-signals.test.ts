import { describe, expect, it } from 'vitest';
import { trialSignals } from '../../../src/domain/trials/trial-signals.ts';
import type { TrialVersion } from '../../../src/domain/trials/trial-versions.ts';

const today = '2026-06-15';
const signalsOf = (version: Partial<TrialVersion>) =>
  trialSignals({ versions: [{ version_date: '2026-01-10', ...version }] }, today);

describe('signals of a single version', () => {
  it('report a stop once, even if later versions repeat it', () => {
    const stop = (version_date: string) => ({ version_date, status: 'WITHDRAWN' });
    const versions = [stop('2026-01-10'), stop('2026-03-01')];
    expect(trialSignals({ versions }, today)).toMatchObject([
      {
        signal_type: 'termination',
        severity: 'medium',
        signal_date: '2026-01-10',
        previous_value: null,
        new_value: 'WITHDRAWN',
      },
    ]);
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
    // Results that are due today are not overdue.
    expect(signalsOf({ ...completed, primary_completion_date: '2025-06-15' })).toEqual([]);
  });
});
