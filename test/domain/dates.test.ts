import { describe, expect, it } from 'vitest';
import { daysBetween, shiftDays, shiftYears } from '../../src/domain/dates.ts';

describe('calendar days', () => {
  it('counts over months, leap days and changes of the clock', () => {
    expect(daysBetween('2025-01-01', '2025-03-31')).toBe(89);
    expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2);
    expect(daysBetween('2025-11-03', '2025-11-01')).toBe(-2);
  });

  it('shifts by days and by years', () => {
    expect(shiftDays('2024-12-31', 1)).toBe('2025-01-01');
    expect(shiftDays('2025-03-01', -1)).toBe('2025-02-28');
    expect(shiftYears('2024-02-29', -1)).toBe('2023-02-28');
  });
});
