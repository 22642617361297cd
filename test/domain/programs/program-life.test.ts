import { describe, expect, it } from 'vitest';
import {
  headingsByCondition,
  indicationKey,
  indicationOf,
} from '../../../src/domain/programs/indications.ts';
import { programStatus } from '../../../src/domain/programs/program-life.ts';

const today = '2026-11-21';

describe('the status of a program', () => {
  // 21 November 2026 less 360, 540 and 900 days.
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

  it('is that of the liveliest trial', () => {
    const sign = (status: string) => ({ phase: 'Phase 2', status, completion: '2027-01-31' });
    const of = (...all: string[]) => programStatus(all.map(sign), today);
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

  it('is unknown where nothing tells of it', () => {
    expect(programStatus([{ phase: 'Phase 3' }, { status: 'TERMINATED' }], today)).toBeNull();
  });
});

describe('indications', () => {
  it('fold what tells of the patients and not of the disease', () => {
    const key = indicationKey('Solid Tumor');
    expect(indicationKey('Solid Tumors, Adult')).toBe(key);
    expect(indicationKey('Advanced Solid Tumours (Metastatic)')).toBe(key);
    expect(indicationKey('NSCLC')).toBe(indicationKey('Carcinoma, Non-Small-Cell Lung'));
    expect(indicationKey('Type 1 Diabetes')).not.toBe(indicationKey('Type 2 Diabetes'));
  });

  it('fold under the heading that trials give them', () => {
    const trial = (condition: string, term: string) => ({
      conditions: [condition],
      condition_mesh: [{ term }],
    });
    const headings = headingsByCondition([
      trial('Eczema Flare', 'Dermatitis, Atopic'),
      trial('Lung Trouble', 'Asthma'),
      trial('Lung Trouble', 'Emphysema'),
    ]);
    expect(headings.get(indicationKey('Eczema Flare'))).toBe(indicationKey('Atopic Dermatitis'));
    expect(headings.has(indicationKey('Lung Trouble'))).toBe(false);
  });

  it('of healthy people are none', () => {
    expect(indicationOf({ conditions: ['Healthy Volunteer', 'Asthma'] })).toBe('Asthma');
    expect(indicationOf({ Condition: 'Healthy Subjects' })).toBeUndefined();
  });
});
