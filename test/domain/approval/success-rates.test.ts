import { describe, expect, it } from 'vitest';
import {
  areaOf,
  likelihoodOfApproval,
  modalityOf,
  publishedRates,
  remainingTransitions,
} from '../../../src/domain/approval/success-rates.ts';

it.each([
  ['BIO 2011–2020, from Phase 1', [0.52, 0.289, 0.578, 0.906], 0.079],
  ['BIO 2011–2020, from Phase 2', [0.289, 0.578, 0.906], 0.151],
  ['BIO 2011–2020, from Phase 3', [0.578, 0.906], 0.524],
  ['Hay 2014, all indications', [0.645, 0.324, 0.601, 0.832], 0.104],
  ['Hay 2014, lead indications', [0.665, 0.395, 0.676, 0.864], 0.153],
  ['BIO 2006–2015', [0.632, 0.307, 0.581, 0.853], 0.096],
])('likelihood of approval of %s is the published value', (_, rates, published) => {
  expect(Math.abs(likelihoodOfApproval(rates) - published)).toBeLessThanOrEqual(0.0006);
});

// Likelihood of approval from Phase 1, 2 and 3, percent, as printed in
// BIO/QLS/Informa 2021, Figure 5b (areas) and Figure 10b (modalities).
const printed: readonly (readonly [string, string, number, number, number])[] = [
  ['All indications', 'All modalities', 7.9, 15.1, 52.4],
  ['Hematology', 'All modalities', 23.9, 34.4, 71.5],
  ['Metabolic', 'All modalities', 15.5, 25.0, 55.6],
  ['Infectious disease', 'All modalities', 13.2, 22.8, 59.5],
  ['Others', 'All modalities', 13.0, 20.5, 53.0],
  ['Ophthalmology', 'All modalities', 11.9, 16.6, 46.6],
  ['Autoimmune', 'All modalities', 10.7, 19.3, 61.4],
  ['Allergy', 'All modalities', 10.3, 18.3, 64.7],
  ['Gastroenterology', 'All modalities', 8.3, 17.8, 51.9],
  ['Respiratory', 'All modalities', 7.5, 13.5, 61.7],
  ['Psychiatry', 'All modalities', 7.3, 13.8, 51.3],
  ['Endocrine', 'All modalities', 6.6, 15.2, 57.1],
  ['Neurology', 'All modalities', 5.9, 12.3, 46.0],
  ['Oncology', 'All modalities', 5.3, 10.8, 43.9],
  ['Cardiovascular', 'All modalities', 4.8, 9.6, 45.5],
  ['Urology', 'All modalities', 3.6, 8.8, 58.5],
  ['All indications', 'CAR-T', 17.3, 39.2, 66.7],
  ['All indications', 'siRNA/RNAi', 13.5, 19.3, 66.7],
  ['All indications', 'Monoclonal antibody', 12.1, 22.2, 65.0],
  ['All indications', 'ADCs', 10.8, 25.9, 62.5],
  ['All indications', 'Gene therapy', 10.0, 19.3, 50.0],
  ['All indications', 'Vaccine', 9.7, 18.4, 58.1],
  ['All indications', 'Protein', 9.4, 18.3, 55.3],
  ['All indications', 'Peptide', 8.0, 15.0, 52.9],
  ['All indications', 'Small molecule', 7.5, 14.3, 50.9],
  ['All indications', 'Antisense', 5.2, 8.6, 42.9],
];

describe('published rates', () => {
  const rows = publishedRates();

  it.each(printed)('of %s, %s multiply to the printed likelihoods', (area, drugType, ...loa) => {
    const cells = rows.filter((row) => row.therapeuticArea === area && row.drugType === drugType);
    expect(cells.map(({ stage }) => stage)).toEqual(['Phase 1', 'Phase 2', 'Phase 3', 'NDA/BLA']);
    for (const [index, expected] of loa.entries()) {
      expect(Math.abs(cells[index]!.published_rate - expected)).toBeLessThan(0.11);
    }
    expect(cells[3]!.published_rate).toBe(cells[3]!.published_transition_rate);
  });

  it('have no other rows', () => {
    expect(rows).toHaveLength(printed.length * 4);
  });

  it('have sample sizes that sum to the published number of transitions', () => {
    // 12,728 transitions in all: 4,414 + 4,933 + 1,928 + 1,453.
    const areas = [...new Set(printed.slice(1, 16).map(([area]) => areaOf(area)))];
    const sums = [0, 1, 2, 3].map((index) =>
      areas.reduce(
        (sum, area) => sum + remainingTransitions(area, 'phase1')[index]!.sample_size,
        0,
      ),
    );
    expect(sums).toEqual([4414, 4933, 1928, 1453]);
  });

  it('are shrunk for small areas and unchanged for all indications', () => {
    // Allergy 20 of 20: (20 + 30 · 0.906) ÷ 50 = 0.9436.
    expect(remainingTransitions('Allergy', 'filing')[0]!.rate).toBeCloseTo(0.9436, 10);
    expect(remainingTransitions(null, 'filing')[0]!.rate).toBeCloseTo(0.906, 10);
  });
});

describe('parsing of free text', () => {
  it.each([
    ['Non-small cell lung cancer', 'Oncology'],
    ['CNS', 'Neurology'],
    ['Infectious Diseases', 'Infectious disease'],
    ['Immunology & Inflammation', 'Autoimmune'],
    ['Cardiology', 'Cardiovascular'],
    ['Type 2 diabetes', 'Endocrine'],
    ['Dermatology', 'Others'],
    // A part of a word, such as "neo" in "neovascular", does not select an area.
    ['Transthyretin Amyloid Cardiomyopathy', 'Cardiovascular'],
    ['Transthyretin Amyloid Polyneuropathy', 'Neurology'],
    ['Hereditary Transthyretin Amyloidosis', null],
    ['Neovascular Age-Related Macular Degeneration', 'Ophthalmology'],
    ['Neovascular AMD', 'Ophthalmology'],
    ['Congenital Adrenal Hyperplasia', 'Endocrine'],
    ['Developmental delay', null],
    ['High Blood Pressure', null],
    // The disease decides and not the organ that it affects.
    ['Diabetic Macular Edema', 'Ophthalmology'],
    ['Diabetic Retinopathy', 'Ophthalmology'],
    ['Pulmonary Arterial Hypertension', 'Cardiovascular'],
    ['Hypertrophic Cardiomyopathy', 'Cardiovascular'],
    ['Heart Failure', 'Cardiovascular'],
    ['Optic Neuropathy', 'Ophthalmology'],
    ['Vitreoretinal Disease', 'Ophthalmology'],
    ['Idiopathic Pulmonary Fibrosis', 'Respiratory'],
    ['Glioblastoma', 'Oncology'],
    ['Diffuse Glioma', 'Oncology'],
    ['Neuroblastoma', 'Oncology'],
    ['Cerebrovascular Disease', 'Cardiovascular'],
    ['Rare disease', null],
    [null, null],
  ])('%s is the area %s', (text, area) => {
    expect(areaOf(text)).toBe(area);
  });

  it('parses every published area as itself', () => {
    for (const [area] of printed.slice(1, 16)) expect(areaOf(area)).toBe(area);
  });

  it('parses every published modality as itself', () => {
    for (const [, modality] of printed.slice(16)) expect(modalityOf(modality)).toBe(modality);
  });

  it.each([
    ['mAb', 'Monoclonal antibody'],
    ['ADC', 'ADCs'],
    ['ADCs', 'ADCs'],
    ['Antibody-drug conjugate', 'ADCs'],
    ['antibody drug conjugates', 'ADCs'],
    ['ASOs', 'Antisense'],
    ['AAV gene therapy', 'Gene therapy'],
    ['Antisense oligonucleotide', 'Antisense'],
    ['Biologic', null],
  ])('%s is the modality %s', (text, modality) => {
    expect(modalityOf(text)).toBe(modality);
  });
});
