import { describe, expect, it } from 'vitest';
import { publishedRates } from '../../../src/domain/approval/success-rates.ts';
import { areaOfDisease, areaOfTrial } from '../../../src/domain/approval/therapeutic-area.ts';
import table from '../../../src/domain/data/therapeutic-areas.json' with { type: 'json' };

describe('the area of a disease', () => {
  it.each([
    ['Carcinoma, Non-Small-Cell Lung', 'Oncology'],
    ['Retinoblastoma', 'Oncology'],
    ['Diabetic Macular Edema', 'Ophthalmology'],
    ['Ocular Hypertension', 'Ophthalmology'],
    ['Motor Fluctuations in Parkinson Disease', 'Neurology'],
    ['Subarachnoid Hemorrhage', 'Neurology'],
    ['Haemophilia A', 'Hematology'],
    ['Pulmonary Arterial Hypertension', 'Cardiovascular'],
    ['Pulmonary Disease, Chronic Obstructive', 'Respiratory'],
    ['Chronic Hepatitis B', 'Infectious disease'],
    ['Nonalcoholic Steatohepatitis', 'Gastroenterology'],
    ['Severe Alcoholic Hepatitis', 'Gastroenterology'],
    ['Alcohol Use Disorder', 'Psychiatry'],
    ['Hepatitis, Autoimmune', 'Autoimmune'],
    ['Hepatitis A', 'Infectious disease'],
    ['MTAP-deletion UC', 'Oncology'],
    ['Cancer-associated Thrombosis', 'Hematology'],
    ['Prevention of rejection in lung transplantation', 'Autoimmune'],
    ['Cystic Fibrosis Related Diabetes', 'Endocrine'],
    ['Diabetic Kidney Disease', 'Others'],
    ['Diabetic Gastroparesis', 'Gastroenterology'],
    ['Malignant Hyperthermia', 'Others'],
    ['Atopic Dermatitis', 'Autoimmune'],
    ['Acne Vulgaris', 'Others'],
    ['Diabetes Mellitus, Type 2', 'Endocrine'],
    ['Healthy Volunteers', null],
  ])('%s is %s', (name, area) => {
    expect(areaOfDisease(name)).toBe(area);
  });

  it('is one of the published areas', () => {
    const published = new Set(publishedRates().map(({ therapeuticArea }) => therapeuticArea));
    const named = [...table.terms, ...table.branches, ...table.actions].map(({ area }) => area);
    expect(named.filter((area) => !published.has(area))).toEqual([]);
  });
});

describe('the area of a trial', () => {
  it('comes from the conditions before the branches', () => {
    const condition_branches = [{ code: 'BC16' }, { code: 'BC10' }];
    const named = { conditions: ['Hereditary Angioedema'], condition_branches };
    expect(areaOfTrial(named)).toBe('Allergy');
    expect(areaOfTrial({ conditions: ['ABCQZ Syndrome'], condition_branches })).toBe('Neurology');
  });

  it('comes from headings, title or drugs if the conditions have no area', () => {
    const healthy = { conditions: ['Healthy'] };
    const term = (name: string) => [{ term: name }];
    expect(areaOfTrial({ ...healthy, condition_mesh: term('Asthma') })).toBe('Respiratory');
    expect(areaOfTrial({ ...healthy, BriefTitle: 'A Vaccine in Adults' })).toBe(
      'Infectious disease',
    );
    const drugs = { intervention_mesh_ancestors: term('Hypoglycemic Agents') };
    expect(areaOfTrial({ ...healthy, ...drugs })).toBe('Endocrine');
    expect(areaOfTrial(healthy)).toBeNull();
  });
});
