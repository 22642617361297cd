import { describe, expect, it } from 'vitest';
import {
  conditionsOf,
  coversIndication,
  headingsByCondition,
  indexByIndication,
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
    ['DMD', 'Muscular Dystrophy, Duchenne', 'duchenne dystrophy muscular'],
    ['FSGS', 'Glomerulosclerosis, Focal Segmental', 'focal glomerulosclerosis segmental'],
    ['GIST', 'Gastrointestinal Stromal Tumors', 'gastrointestinal stromal tumor'],
    ['HAE', 'Angioedemas, Hereditary', 'angioedema hereditary'],
    ['IgAN', 'IgA Nephropathy', 'iga nephropathy'],
    ['NMIBC', 'Non-Muscle Invasive Bladder Cancer', 'bladder cancer invasive nonmuscle'],
    ['TNBC', 'Triple Negative Breast Neoplasms', 'breast cancer negative triple'],
    // What a tumour bears tells diseases apart.
    ['HER2+ Breast Cancer', 'HER2-Positive Breast Cancer', 'breast cancer her2 positive'],
    ['HER2- Breast Cancer', 'Breast Cancer, HER2-', 'breast cancer her2 negative'],
    ['Alpha- or Beta-Thalassemia', 'alpha or beta thalassemia', 'alpha beta thalassemia'],
    // What tells of the patients alone is no disease.
    ['Severe in Adults', '(all of it)', ''],
  ])('%s and %s', (one, other, key) => {
    expect([indicationKey(one), indicationKey(other)]).toEqual([key, key]);
  });
});

describe('of the same indication', () => {
  const both = (one: string, other: string) =>
    [
      indexByIndication([{ indication: one }])(other),
      indexByIndication([{ indication: other }])(one),
    ].map(({ size }) => size);

  it.each([
    ['Obesity', 'Obesity or Overweight'],
    ['Overweight', 'Obesity and/or Overweight'],
    ['Overweight and Obesity', 'Obesity or Overweight'],
    ['Chronic Graft Versus Host Disease', 'Acute or Chronic Graft Versus Host Disease'],
    ['Spinal Muscular Atrophy', 'Muscular Atrophy, Spinal, Type II'],
    ['Narcolepsy', 'Narcolepsy Type 1'],
    ['Melanoma', 'Metastatic Melanoma (NRAS or BRAF)'],
    ['Adult', ' adult'],
  ])('are %s and %s', (one, other) => {
    expect(both(one, other)).toEqual([1, 1]);
  });

  it.each([
    ['Lung Cancer', 'Cancer'],
    ['Lung Cancer', 'Breast Cancer'],
    ['Type 1 Diabetes', 'Type 2 Diabetes'],
    ['HER2-Positive Breast Cancer', 'HER2-Negative Breast Cancer'],
    // Two that each name several are not looked into.
    ['Obesity or Gout', 'Obesity or Hives'],
    // The mutation is not one of two diseases.
    ['NSCLC', 'KRAS-mutated locally advanced or metastatic NSCLC'],
    // Nor is a part of an inverted heading one.
    ['Muscular Atrophy', 'Muscular Atrophy, Spinal'],
    ['Adult', 'Severe'],
  ])('are not %s and %s', (one, other) => {
    expect(both(one, other)).toEqual([0, 0]);
  });

  it('are those that a key of the caller puts together', () => {
    const obese = { indication: 'Obesity' };
    const find = indexByIndication([obese, { indication: 'Gout' }], (text) => text.slice(0, 1));
    expect([...find('Overeating')]).toEqual([obese]);
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
    ...['Genetic Diseases, Inborn', 'Rare Diseases', 'Anemia', 'Autoimmune Diseases'],
    ...['Cardiomyopathies', 'Cardiovascular Diseases', 'Eye Diseases', 'Heart Diseases'],
    ...['Hematologic Diseases', 'Hematologic Neoplasms', 'Kidney Diseases', 'Liver Diseases'],
    ...['Lung Diseases', 'Lung Neoplasms', 'Lymphoma, B-Cell', 'Lymphoma, Non-Hodgkin'],
    ...['Metabolic Diseases', 'Muscular Diseases', 'Neurodegenerative Diseases', 'Skin Diseases'],
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
