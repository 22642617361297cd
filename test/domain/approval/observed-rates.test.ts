import { describe, expect, it } from 'vitest';
import { isApproval, observedRates } from '../../../src/domain/approval/observed-rates.ts';

const decided = (decision: string | null, decision_date: string, move_pct: number | null) => ({
  therapeuticArea: 'Oncology',
  stage: 'NDA',
  catalyst: 'PDUFA Date',
  decision,
  decision_date,
  move_pct,
});

describe('observed rates', () => {
  const rows = observedRates([
    decided('Approved', '2024-03-01', 10),
    decided('CRL', '2023-01-15', -60),
    decided('Approved', '2025-07-04', 4),
    decided('Approved', '2024-11-30', 30),
    decided('Delayed', '2025-08-01', null),
    { ...decided('Approved', '2022-02-02', 2), therapeuticArea: 'Cosmetics' },
  ]);
  const row = (area: string) => rows.find(({ therapeuticArea }) => therapeuticArea === area)!;

  it('count decisions and approvals by area, stage and catalyst', () => {
    // 3 of 4 decided; Wilson: (0.75 + 0.480182 ∓ 0.640816) ÷ 1.960365 = 30.1 … 95.4 %.
    expect(row('Oncology')).toMatchObject({
      stage: 'NDA/BLA',
      catalyst: 'PDUFA Date',
      observed_decisions: 4,
      observed_approvals: 3,
      observed_rate: 75,
      interval_low: 30.1,
      interval_high: 95.4,
      since: '2023-01-15',
      until: '2025-08-01',
      // Quartiles and median of −60, 4, 10 and 30 by linear interpolation: −60 + 0.75 · 64 = −12,
      // (4 + 10)/2 = 7 and 10 + 0.25 · 20 = 15.
      median_move_pct: 7,
      p25_move_pct: -12,
      p75_move_pct: 15,
    });
  });

  it('count each decision once over all indications', () => {
    expect(row('All indications')).toMatchObject({ observed_decisions: 5, observed_approvals: 4 });
    expect(rows).toHaveLength(2);
  });

  it('are null without decisions', () => {
    const [open] = observedRates([{ ...decided(null, '2025-01-01', null), therapeuticArea: null }]);
    expect(open).toMatchObject({
      observed_decisions: 0,
      observed_rate: null,
      interval_low: null,
      median_move_pct: null,
      flags: ['no_decisions', 'no_moves'],
    });
  });
});

it.each([
  ['Approved', true],
  ['Accelerated approval', true],
  ['CRL', false],
  ['Complete Response Letter', false],
  ['Not approved', false],
  ['Withdrawn', false],
  ['Delayed', null],
  [null, null],
])('isApproval(%j) is %s', (decision, approval) => {
  expect(isApproval(decision)).toBe(approval);
});
