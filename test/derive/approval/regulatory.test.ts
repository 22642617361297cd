import { expect, it } from 'vitest';
import { adverseEvents } from '../../../src/derive/approval/regulatory.ts';
import { trialRiskSignals } from '../../../src/derive/trials/risk-signals.ts';
import { TODAY } from '../developer.ts';
import { refreshOf } from '../refresh-of.ts';

it('serves no adverse event that is dated after today, and warns of none', async () => {
  const report = (event_date: string | null, at: number) => ({
    ticker: 'DEVT',
    drug_name: 'devtinib',
    event_date,
    severity: 'Serious',
    adverse_event: 'Sepsis',
    report_id: String(at),
    report_version: 1,
  });
  const refresh = await refreshOf(TODAY, {
    adverse_events: [
      report(TODAY, 1),
      report('2026-11-22', 2),
      // A month that has begun, and no date at all, may be known.
      report('2026-11', 3),
      report('2026-12', 4),
      report(null, 5),
      // Of two versions the one of today is known.
      report(TODAY, 6),
      { ...report('2026-11-30', 6), report_version: 2 },
    ],
  });
  const served = Array.from(adverseEvents(refresh), ({ report_id }) => report_id);
  expect(served.sort()).toEqual(['1', '3', '5', '6']);
  // A month counts as its last day, which is still to come.
  expect([...trialRiskSignals(refresh)]).toMatchObject([
    {
      signal_type: 'safety',
      signal_date: TODAY,
      description: expect.stringMatching(/^2 serious adverse events/),
    },
  ]);
});

it('serves of an adverse event its newest version alone, in whatever order they come', async () => {
  const report = (
    report_id: string | null,
    report_version: number | null,
    adverse_event: string,
  ) => ({
    ...{ ticker: 'DEVT', drug_name: 'devtinib', event_date: TODAY, severity: 'Serious' },
    ...{ adverse_event, report_id, report_version },
  });
  const refresh = await refreshOf(TODAY, {
    adverse_events: [
      report('1', 3, 'Sepsis'),
      report('1', 2, 'Rash'),
      report('1', 3, 'Fever'),
      report('1', null, 'Cough'),
      report('2', 1, 'Nausea'),
      report('2', 2, 'Pain'),
      // Of what bears no number or no version nothing is newer.
      report('3', null, 'Chills'),
      report(null, 1, 'Fatigue'),
    ],
  });
  const served = Array.from(adverseEvents(refresh), ({ adverse_event }) => adverse_event);
  expect(served.sort()).toEqual(['Chills', 'Fatigue', 'Fever', 'Pain', 'Sepsis']);
});
