import { describe, expect, it } from 'vitest';
import { decidedStatus } from '../../../src/domain/approval/decided-status.ts';

const TODAY = '2026-11-21';
const approved = (decided: string) => ({ decision: 'Approved', decided });
const refused = (decided: string) => ({ decision: 'CRL', decided });
const withdrawn = (decided: string) => ({ decision: 'Withdrawn', decided });

describe('decidedStatus', () => {
  it.each([
    ['nothing decided', [], null],
    ['words that decide nothing', [{ decision: 'Extended', decided: '2026-01-01' }], null],
    ['an approval', [approved('2011-01-01')], 'Approved'],
    ['a refusal and then an approval', [refused('2025-01-01'), approved('2026-01-01')], 'Approved'],
    ['a refused supplement', [refused('2026-01-01'), approved('2025-01-01')], 'Approved'],
    [
      'a withdrawal after the approval',
      [withdrawn('2026-01-01'), approved('2025-01-01')],
      'Withdrawn',
    ],
    ['an application brought again', [withdrawn('2025-01-01'), approved('2026-01-01')], 'Approved'],
    // 900 days before 21 November 2026.
    ['a refusal of 900 days ago', [refused('2024-06-04')], 'Rejected'],
    ['an older refusal', [refused('2024-06-03')], null],
  ] as const)('%s', (_, decisions, status) => {
    expect(decidedStatus(decisions, false, TODAY)).toBe(status);
  });

  it('is open again while another application is pending, but for what is approved', () => {
    expect(decidedStatus([refused('2026-06-01')], true, TODAY)).toBeNull();
    expect(decidedStatus([withdrawn('2026-06-01')], true, TODAY)).toBeNull();
    expect(decidedStatus([approved('2026-06-01')], true, TODAY)).toBe('Approved');
  });
});
