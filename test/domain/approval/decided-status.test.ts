import { describe, expect, it } from 'vitest';
import { decidedStatus } from '../../../src/domain/approval/decided-status.ts';

const TODAY = '2026-11-21';
const approved = (decided: string) => ({ decision: 'Approved', decided });
const refused = (decided: string) => ({ decision: 'CRL', decided });
const withdrawn = (decided: string) => ({ decision: 'Withdrawn', decided });

describe('decidedStatus', () => {
  it.each([
    ['no decision', [], null],
    ['an extension', [{ decision: 'Extended', decided: '2026-01-01' }], null],
    ['an approval', [approved('2011-01-01')], 'Approved'],
    ['a refusal and then an approval', [refused('2025-01-01'), approved('2026-01-01')], 'Approved'],
    ['a refused supplement', [refused('2026-01-01'), approved('2025-01-01')], 'Approved'],
    [
      'a withdrawal after the approval',
      [withdrawn('2026-01-01'), approved('2025-01-01')],
      'Withdrawn',
    ],
    [
      'an approval after a withdrawal',
      [withdrawn('2025-01-01'), approved('2026-01-01')],
      'Approved',
    ],
    // The first refusal is 900 days before 21 November 2026.
    ['a refusal 900 days old', [refused('2024-06-04')], 'Rejected'],
    ['an older refusal', [refused('2024-06-03')], null],
  ] as const)('after %s is the status of the decision', (_, decisions, status) => {
    expect(decidedStatus(decisions, false, TODAY)).toBe(status);
  });

  it('is null while another application is pending, unless the drug is approved', () => {
    expect(decidedStatus([refused('2026-06-01')], true, TODAY)).toBeNull();
    expect(decidedStatus([withdrawn('2026-06-01')], true, TODAY)).toBeNull();
    expect(decidedStatus([approved('2026-06-01')], true, TODAY)).toBe('Approved');
  });
});
