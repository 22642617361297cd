import { describe, expect, it } from 'vitest';
import { productSignals, trialSignals } from '../../../src/domain/trials/trial-signals.ts';
import type { TrialVersion } from '../../../src/domain/trials/trial-versions.ts';

const today = '2026-06-15';
const version = (version_date: string, more: Partial<TrialVersion> = {}): TrialVersion => ({
  version_date,
  status: 'RECRUITING',
  enrollment: 200,
  primary_completion_date: '2025-01-31',
  primary_outcomes: 'Survival',
  ...more,
});
const signalsOf = (more: Partial<TrialVersion>) =>
  trialSignals({ versions: [version('2024-05-01', more), version('2024-01-01')] }, today);

describe('signals between versions', () => {
  it('are none without a difference', () => {
    expect(signalsOf({})).toEqual([]);
  });

  it('have type, severity, day and both values', () => {
    // From 2025-01-31 to 2025-05-01 are 28 + 31 + 30 + 1 = 90 days.
    expect(signalsOf({ primary_completion_date: '2025-05-01' })).toEqual([
      {
        signal_type: 'delay',
        severity: 'medium',
        signal_date: '2024-05-01',
        description: 'Primary completion moved by 90 days',
        previous_value: '2025-01-31',
        new_value: '2025-05-01',
        reason: null,
      },
    ]);
  });

  it.each([
    ['2025-03-03', []], // 31 days
    ['2025-03-04', ['low']], // 32 days
    ['2025-04-30', ['low']], // 89 days
    ['2026-01-30', ['medium']], // 364 days
    ['2026-01-31', ['high']], // 365 days
    ['2024-11-30', []], // earlier
  ])('for a delay to %s are %j', (primary_completion_date, severities) => {
    expect(signalsOf({ primary_completion_date }).map(({ severity }) => severity)).toEqual(
      severities,
    );
  });

  it.each([
    [181, []], // 9.5 %
    [180, ['low']],
    [150, ['medium']],
    [100, ['high']],
    [260, []],
  ])('for an enrollment of %d after 200 are %j', (enrollment, severities) => {
    expect(signalsOf({ enrollment }).map(({ severity }) => severity)).toEqual(severities);
  });

  it.each([
    ['TERMINATED', null, 'termination', 'high'],
    ['TERMINATED', 'Serious adverse events', 'termination', 'critical'],
    ['WITHDRAWN', 'Funding', 'termination', 'medium'],
    ['SUSPENDED', null, 'suspension', 'high'],
    ['Suspended', 'FDA clinical hold', 'hold', 'critical'],
  ])(
    'for the status %s (%s) are a %s with the severity %s',
    (status, why_stopped, signal_type, severity) => {
      expect(signalsOf({ status, why_stopped })).toMatchObject([
        { signal_type, severity, previous_value: 'RECRUITING', new_value: status },
      ]);
    },
  );

  it.each([
    ['TERMINATED', 'Low enrollment', 'accrual'],
    ['TERMINATED', null, null],
    ['TERMINATED', 'See the protocol', null],
    // A stop because of a clinical hold becomes a signal of type `hold`, which has no reason.
    ['SUSPENDED', 'FDA clinical hold', null],
  ])('for the status %s (%s) have the reason %s', (status, why_stopped, reason) => {
    expect(signalsOf({ status, why_stopped }).map((one) => one.reason)).toEqual([reason]);
  });

  it('omit the enrollment cut of a stop', () => {
    expect(signalsOf({ status: 'TERMINATED', enrollment: 12 })).toHaveLength(1);
  });

  it('are more severe for later endpoint changes', () => {
    const primary_outcomes = 'Response';
    const planned = version('2024-01-01', { status: 'NOT_YET_RECRUITING' });
    const early = [planned, version('2024-05-01', { primary_outcomes })];
    const late = [version('2024-01-01'), version('2025-02-01', { primary_outcomes })];
    expect(trialSignals({ versions: early }, today)[0]!.severity).toBe('low');
    expect(signalsOf({ primary_outcomes })[0]).toMatchObject({
      signal_type: 'endpoint_change',
      severity: 'high',
    });
    expect(trialSignals({ versions: late }, today)[0]!.severity).toBe('critical');
  });

  it('skip versions without the value', () => {
    const versions = [
      version('2024-01-01'),
      version('2024-03-01', { enrollment: null }),
      version('2024-05-01', { enrollment: 100 }),
    ];
    expect(trialSignals({ versions }, today)).toMatchObject([
      { signal_type: 'enrollment_cut', previous_value: '200', new_value: '100' },
    ]);
  });

  it('are sorted latest first, up to the day', () => {
    const versions = [
      version('2024-01-01'),
      version('2024-03-01', { enrollment: 100 }),
      version('2024-05-01', { enrollment: 100, status: 'SUSPENDED' }),
    ];
    const types = (asOf: string) =>
      trialSignals({ versions }, asOf).map(({ signal_type }) => signal_type);
    expect(types('2024-05-01')).toEqual(['suspension', 'enrollment_cut']);
    expect(types('2024-04-30')).toEqual(['enrollment_cut']);
    expect(types('2024-02-29')).toEqual([]);
  });
});

describe('signals of a product', () => {
  it('come from complete response letters and holds', () => {
    const signals = productSignals(
      {
        crls: [
          { letter_date: '2025-03-01', reasons: ['manufacturing'] },
          { letter_date: '2025-09-01', reasons: ['efficacy', 'safety'] },
        ],
        holds: [
          { hold_date: '2024-02-01', reason: 'hepatic events' },
          { hold_date: '2024-08-01', partial: true },
          { hold_date: '2026-06-16' },
        ],
      },
      today,
    );
    expect(signals.map(({ signal_type, severity }) => [signal_type, severity])).toEqual([
      ['crl', 'critical'],
      ['crl', 'high'],
      ['hold', 'high'],
      ['hold', 'critical'],
    ]);
    expect(signals[3]!.description).toBe('Clinical hold: hepatic events');
    expect(signals[0]).toMatchObject({ previous_value: null, new_value: null });
  });

  it('group serious adverse events by month', () => {
    const adverse_events = [
      { event_date: '2026-04-03', severity: 'Serious', outcome: 'Recovered' },
      { event_date: '2026-04-20', severity: 'Serious', outcome: 'Death' },
      { event_date: '2026-05-02', outcome: 'Hospitalisation' },
      { event_date: '2026-05-09', severity: 'Mild' },
      { event_date: '2026-06-20', outcome: 'Death' },
      { outcome: 'Death' },
    ];
    expect(productSignals({ adverse_events }, today)).toMatchObject([
      { signal_type: 'safety', severity: 'medium', signal_date: '2026-05-02' },
      {
        signal_type: 'safety',
        severity: 'high',
        signal_date: '2026-04-20',
        description: '2 serious adverse events reported in 2026-04, 1 fatal',
      },
    ]);
  });
});
