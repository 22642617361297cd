import { describe, expect, it } from 'vitest';
import {
  conditionsOf,
  coversIndication,
  headingsByCondition,
  indicationKey,
  indicationOf,
  indicationWords,
  isOfIndication,
} from '../../../src/domain/programs/indications.ts';

describe('the key of a disease', () => {
  it.each([
    ['NSCLC', 'Non-Small Cell Lung Carcinoma', 'cancer cell lung nonsmall'],
    ['SCLC', 'Small Cell Lung Cancers', 'cancer cell lung small'],
    ['HCC', 'Hepatocellular Carcinomas', 'cancer hepatocellular'],
    ['Gastric Neoplasm', 'Gastric Neoplasms', 'cancer gastric'],
    ['Gastric Malignancy', 'Gastric Malignancies', 'cancer gastric'],
    ['SMA', 'Atrophy, Spinal Muscular', 'atrophy muscular spinal'],
    ['CKD', 'Chronic Kidney Diseases', 'chronic disease kidney'],
    ['COPD', 'Pulmonary Disease, Chronic Obstructive', 'chronic disease obstructive pulmonary'],
    ['T2DM', 'Diabetes Mellitus, Type II', '2 diabete type'],
    ['T2D', 'Type 2 Diabetes', '2 diabete type'],
    ['T1DM', 'Diabetes Mellitus, Type I', '1 diabete type'],
    ['AML', 'Acute Myeloid Leukaemia', 'acute leukemia myeloid'],
    ['CLL', 'Leukemia, Lymphocytic, Chronic', 'chronic leukemia lymphocytic'],
    ['MDS', 'Myelodysplastic Syndromes', 'myelodysplastic syndrome'],
    ['DLBCL', 'Diffuse Large B-Cell Lymphoma', 'b cell diffuse large lymphoma'],
    ['ALS', 'Amyotrophic Lateral Sclerosis', 'amyotrophic lateral sclerosis'],
    ['IPF', 'Idiopathic Pulmonary Fibrosis', 'fibrosis idiopathic pulmonary'],
    ['NASH', 'MASH', 'nonalcoholic steatohepatitis'],
    [
      'Non-alcoholic Steatohepatitis',
      'non alcoholic steatohepatitis',
      'nonalcoholic steatohepatitis',
    ],
    ['PAH', 'Hypertension, Arterial, Pulmonary', 'arterial hypertension pulmonary'],
    ['RSV', 'Respiratory Syncytial Virus', 'respiratory syncytial virus'],
    ['Gaucher Type III', 'Gaucher Type 3', '3 gaucher type'],
    ['Rheumatic Arthritis', 'Rheumatoid Arthritis', 'arthritis rheumatoid'],
    ['Haemophilia A', 'Hemophilia', 'hemophilia'],
    ['Macular Oedema', 'macular edema', 'edema macular'],
    ['Solid Tumours, Adult', 'Advanced Solid Tumor', 'solid tumor'],
    ["Crohn's Disease", 'Crohn’s disease (active)', 'crohn disease'],
    ['Sjögren Syndrome [severe]', 'Sjogren syndrome', 'sjogren syndrome'],
    ['Food Allergies', 'food allergy', 'allergy food'],
    // Words of five letters lose their plural, shorter ones and what only ends so do not.
    ['Warts', 'wart', 'wart'],
    ['Tics', 'tics', 'tics'],
    ['Sepsis', 'sepsis', 'sepsis'],
    ['Lupus', 'lupus', 'lupus'],
    ['Abscess', 'abscess', 'abscess'],
    ['Gout, Gout', 'gout', 'gout'],
    // What tells of the patients alone is no disease.
    ['Severe in Adults', '(all of it)', ''],
  ])('%s and %s', (one, other, key) => {
    expect([indicationKey(one), indicationKey(other)]).toEqual([key, key]);
  });
});

describe('the indication of a trial', () => {
  it.each<[conditions: readonly string[] | null, Condition: string | null, string | undefined]>([
    [['Gout', 'Hives'], null, 'Gout'],
    [['Healthy Volunteers', 'Gout'], null, 'Gout'],
    [['Healthful ageing', 'Volunteer', 'Gout'], null, 'Gout'],
    [['Pharmacokinetics', 'Bioequivalence', 'Safety', 'Immunogenicity'], null, undefined],
    [['Drug-drug Interaction', 'Bioavailability'], null, undefined],
    [['Food Safety'], null, 'Food Safety'],
    [['Adult', ' Gout '], null, 'Gout'],
    [null, ' Healthy, Gout , Hives', 'Gout'],
    [[], 'Gout', undefined],
    [null, null, undefined],
  ])('%j, %s: %s', (conditions, Condition, indication) => {
    expect(indicationOf({ conditions, Condition })).toBe(indication);
  });

  it('is among its conditions, each without space around it', () => {
    expect(conditionsOf({ Condition: ' Gout ,, Hives' })).toEqual(['Gout', 'Hives']);
    expect(conditionsOf({ conditions: [' Gout', ' '] })).toEqual(['Gout']);
    expect(conditionsOf({})).toEqual([]);
  });
});

describe('the heading of a condition', () => {
  const trial = (conditions: readonly string[], ...terms: readonly string[]) => ({
    conditions,
    condition_mesh: terms.map((term) => ({ term })),
  });

  it('is the one under which trials of it alone stand', () => {
    expect(
      headingsByCondition([
        trial(['Zorba Disease'], 'Zorbosis, Familial'),
        trial(['Zorba Diseases'], 'Familial Zorbosis'),
        trial(['Fen Syndrome'], 'Fenosis'),
        trial(['Fen Syndrome'], 'Marshosis'),
        trial(['Gorse', 'Quill'], 'Gorsosis'),
        trial(['Brisk'], 'Briskosis', 'Brisk Disease'),
        trial(['Marten']),
        { conditions: ['Marten'] },
        trial(['Quill'], 'Adult'),
      ]),
    ).toEqual(new Map([['disease zorba', 'familial zorbosis']]));
    const keyed = headingsByCondition([trial(['Zorba'], 'Zorbosis')], (text) => `of ${text}`);
    expect(keyed).toEqual(new Map([['of Zorba', 'of Zorbosis']]));
  });

  it.each([
    ...['Syndrome', 'Disease', 'Infections', 'Carcinoma', 'Recurrence', 'Atrophy', 'Inflammation'],
    ...['Pain', 'Ulcer', 'Fibrosis', 'Lymphoma', 'Leukemia', 'Sarcoma', 'Hemorrhage'],
    ...['Wounds and Injuries', 'Virus Diseases', 'Communicable Diseases', 'Neoplasms'],
    ...['Genetic Diseases, Inborn', 'Rare Diseases'],
  ])('is not %s, under which different ones stand', (heading) => {
    expect(headingsByCondition([trial(['Zorba'], heading)]).size).toBe(0);
    expect(headingsByCondition([trial(['Zorba'], `${heading} Zorbosis`)]).size).toBe(1);
  });
});

describe('two texts', () => {
  it.each<[string | null, string | null, boolean]>([
    ['treatment of sickle cell disease', 'Sickle Cell Disease', true],
    ['Sickle Cell Disease', 'treatment of sickle cell disease', true],
    ['disease of the heart', 'Heart Disease', true],
    ['Heart Disease', 'disease of the heart in adults with gout', true],
    ['NSCLC', 'non-small cell lung cancer', true],
    ['gout', 'hives', false],
    ['lung cancer', 'breast cancer', false],
    ['gout', null, true],
    [null, 'gout', true],
    ['', 'gout', true],
    // Words of stage alone say no disease.
    ['severe', 'gout', false],
    ['gout', 'severe', false],
  ])('%s and %s may mean one disease: %s', (one, other, may) => {
    expect(isOfIndication(one, other)).toBe(may);
  });

  it('cover each other where one holds all words of the other', () => {
    const words = indicationWords('Adults with advanced lung cancer and gout');
    expect(words).toEqual(new Set(['lung', 'cancer', 'gout']));
    expect(coversIndication(words, 'Lung Neoplasm')).toBe(true);
    expect(coversIndication(words, 'Small Cell Lung Cancer')).toBe(false);
    expect(coversIndication(words, 'Adult')).toBe(false);
  });
});
