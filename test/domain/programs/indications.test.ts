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
  // Words of five letters lose their plural "s", unless it is part of the word.
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
  // Receptors of a tumor distinguish diseases.
  ['HER2+ Breast Cancer', 'HER2-Positive Breast Cancer', 'breast cancer her2 positive'],
  ['HER2- Breast Cancer', 'Breast Cancer, HER2-', 'breast cancer her2 negative'],
  ['Alpha- or Beta-Thalassemia', 'alpha or beta thalassemia', 'alpha beta thalassemia'],
  // Words that describe patients are not a disease.
  ['Severe in Adults', '(all of it)', ''],
])('the key of the disease %s and of %s is equal', (one, other, key) => {
  expect([indicationKey(one), indicationKey(other)]).toEqual([key, key]);
});

describe('indexByIndication', () => {
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
  ])('matches %s and %s', (one, other) => {
    expect(both(one, other)).toEqual([1, 1]);
  });

  it.each([
    ['Lung Cancer', 'Cancer'],
    ['Lung Cancer', 'Breast Cancer'],
    ['Type 1 Diabetes', 'Type 2 Diabetes'],
    ['HER2-Positive Breast Cancer', 'HER2-Negative Breast Cancer'],
    // Two texts with several diseases are not split.
    ['Obesity or Gout', 'Obesity or Hives'],
    // A mutation is not one of two diseases.
    ['NSCLC', 'KRAS-mutated locally advanced or metastatic NSCLC'],
    // A part of an inverted heading is not a disease.
    ['Muscular Atrophy', 'Muscular Atrophy, Spinal'],
    ['Adult', 'Severe'],
  ])('does not match %s and %s', (one, other) => {
    expect(both(one, other)).toEqual([0, 0]);
  });

  it('uses a key function of the caller', () => {
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
  ])('with the conditions %j and %s is %s', (conditions, Condition, indication) => {
    expect(indicationOf({ conditions, Condition })).toBe(indication);
  });

  it('is one of its conditions, without surrounding spaces', () => {
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

  it('is the heading of trials with only this condition', () => {
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

  it.each(['Syndrome', 'Neoplasms', 'Lung Diseases'])(
    'is not %s, which covers several diseases',
    (heading) => {
      expect(headingsByCondition([trial(['Zorba'], heading)]).size).toBe(0);
      expect(headingsByCondition([trial(['Zorba'], `${heading} Zorbosis`)]).size).toBe(1);
    },
  );
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
    // Words of severity are not a disease.
    ['severe', 'gout', false],
    ['gout', 'severe', false],
  ])('isOfIndication(%j, %j) is %s', (one, other, expected) => {
    expect(isOfIndication(one, other)).toBe(expected);
  });

  it('coversIndication needs all words of the disease', () => {
    const words = indicationWords('Adults with advanced lung cancer and gout');
    expect(words).toEqual(new Set(['lung', 'cancer', 'gout']));
    expect(coversIndication(words, 'Lung Neoplasm')).toBe(true);
    expect(coversIndication(words, 'Small Cell Lung Cancer')).toBe(false);
    expect(coversIndication(words, 'Adult')).toBe(false);
  });
});
