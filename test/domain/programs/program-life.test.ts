import { describe, expect, it } from 'vitest';
import { programStatus } from '../../../src/domain/programs/program-life.ts';

const today = '2026-11-21';

describe('the status of a program', () => {
  // The limits are 360, 540 and 900 days before November 21, 2026.
  it.each([
    ['Phase 1', '2025-11-26', 'Completed'],
    ['Phase 1', '2025-11-25', 'Inactive'],
    ['Phase 2', '2025-05-30', 'Completed'],
    ['Phase 2', '2025-05-29', 'Inactive'],
    ['Phase 3', '2024-06-04', 'Completed'],
    ['Phase 3', '2024-06-03', 'Inactive'],
  ])('after %s completed on %s is %s', (phase, completion, status) => {
    expect(programStatus([{ phase, status: 'COMPLETED', completion }], today)).toBe(status);
  });

  it('is that of the most active trial', () => {
    const trial = (status: string) => ({ phase: 'Phase 2', status, completion: '2027-01-31' });
    const of = (...all: string[]) => programStatus(all.map(trial), today);
    expect(of('TERMINATED', 'RECRUITING', 'COMPLETED')).toBe('Recruiting');
    expect(of('ACTIVE_NOT_RECRUITING', 'SUSPENDED')).toBe('Active, not recruiting');
    expect(of('SUSPENDED', 'WITHDRAWN')).toBe('On hold');
    expect(of('WITHDRAWN', 'TERMINATED')).toBe('Terminated');
    expect(of('UNKNOWN')).toBe('Inactive');
  });

  it('is that of an open trial until the limit after its last update', () => {
    const open = { phase: 'Phase 2', status: 'RECRUITING', completion: '2023-01-01' };
    expect(programStatus([{ ...open, updated: '2026-01-01' }], today)).toBe('Recruiting');
    expect(programStatus([{ ...open, updated: '2024-01-01' }], today)).toBe('Inactive');
  });

  it('is that of a trial without a completion date until the limit after its last update', () => {
    const done = { phase: 'Phase 2', status: 'COMPLETED' };
    expect(programStatus([{ ...done, updated: '2026-01-01' }], today)).toBe('Completed');
    expect(programStatus([{ ...done, updated: '2012-03-01' }], today)).toBe('Inactive');
  });

  it('is null without a phase and status', () => {
    expect(programStatus([{ phase: 'Phase 3' }, { status: 'TERMINATED' }], today)).toBeNull();
  });
});
