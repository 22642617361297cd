import { expect, it } from 'vitest';
import { deficienciesIn } from '../../src/extract/refusal-letter.ts';
import { describeNewSources, newSource } from '../sources/samples.ts';

const opening = `NDA 299999
COMPLETE RESPONSE
Zorba Bio, Inc.
Attention: Ann Zorba
Director, Clinical Development
Dear Ann Zorba:
Please refer to your new drug application (NDA) submitted under section 505(b) for zorbalone.
We have completed our review of this application, as amended, and have determined that we
cannot approve this application in its present form. We have described our reasons for this
action below and, where possible, our recommendations to address these issues.
`;
const routine = `PRESCRIBING INFORMATION
We reserve comment on the proposed labeling until the application is otherwise adequate.
SAFETY UPDATE
When you respond to the above deficiencies, include a safety update.
(1) Describe in detail any significant changes in the safety profile.
ADDITIONAL COMMENTS
We have the following comments that are not approvability issues:
PRODUCT QUALITY
1. Revise the acceptance criteria, which are inadequate.
OTHER
A resubmission must fully address all the deficiencies listed in this letter.
Reference ID: 5182335
(b) (4)`;

const briefly = (text: string) =>
  deficienciesIn(text).map(({ kind, heading, sentence }) => [kind, heading, sentence]);

it('quotes the number of an item, and a title if the item states nothing else', () => {
  const text = `${opening}Clinical and Statistical
1. Substantial evidence of effectiveness
PRODUCT QUALITY
1. You submitted three batches.
2. Your dissolution criterion is not supported by the data.
${routine}`;
  const title = '1. Substantial evidence of effectiveness';
  expect(briefly(text)).toEqual([
    ['statistical', 'Clinical and Statistical', title],
    ['clinical', 'Clinical and Statistical', title],
    [
      ...['product_quality', 'PRODUCT QUALITY'],
      '2. Your dissolution criterion is not supported by the data.',
    ],
  ]);
});

it.each([
  ['You should conduct at least one more adequate trial.'],
  ['To address this issue, a second trial is necessary.'],
  ['If you seek approval, we recommend that you conduct a study of cardiac outcomes.'],
  ['Information needed to resolve the issue: revise the user interface.'],
  ['Satisfactory inspection is required before this application may be approved.'],
  ['Data on the new regimen should be submitted.'],
  ['(2) Provide a study of leachables.'],
])('states the request "%s"', (request) => {
  const text = `${opening}CLINICAL
The trial failed to show an effect. The mean change was 2 points. ${request} We look forward to it.
${routine}`;
  expect(deficienciesIn(text)).toMatchObject([{ kind: 'clinical', request }]);
});

it('cuts the context of a deficiency after a sentence', () => {
  const long = `The ${'very '.repeat(60)}small change was 2 points.`;
  const text = `${opening}CLINICAL
The trial failed to show an effect. ${long} ${long.replace('2', '3')} We saw it.
${routine}`;
  expect(deficienciesIn(text)).toMatchObject([{ kind: 'clinical', context: `${long}…` }]);
});

it('quotes the first order of a section, and reasons without headings in their order', () => {
  const first = '1) Per ICH Q1A(R2), provide twelve months of stability data.';
  const text = `${opening}PRODUCT QUALITY\n${first}\n2) Provide a study of leachables.\n${routine}`;
  expect(deficienciesIn(text)).toMatchObject([{ sentence: first, request: first }]);
  const reasons = 'The endpoint was not replicated in a second study. The facility is not ready.\n';
  const kinds = deficienciesIn(opening + reasons + routine).map(({ kind }) => kind);
  expect(kinds).toEqual(['clinical', 'facility']);
});

it('states no request if a section only describes a fault', () => {
  const text = `${opening}CLINICAL\nThe trial failed to show an effect. We saw it.\n${routine}`;
  expect(deficienciesIn(text)).toMatchObject([{ kind: 'clinical', request: null }]);
});

it('quotes each section that states a deficiency, across page breaks', () => {
  const text = `${opening}FACILITY INSPECTIONS
Following an inspection of the Zorba plant,
Reference ID: 5182335
(b) (4)
NDA 299999
Page 2
U.S. Food and Drug Administration
FDA conveyed deficiencies to the facility. They may not be specific to your application.
PRODUCT QUALITY and NONCLINICAL TOXICOLOGY
(1) Provide a risk assessment of the leachables.
CLINICAL
You studied the drug in two trials. The trials did not establish the effectiveness of zorbalone.
The missing data are a concern.
DEVICE
(b) (4)
${routine}`;
  const inspection =
    'Following an inspection of the Zorba plant, FDA conveyed deficiencies to the facility.';
  const leachables = '(1) Provide a risk assessment of the leachables.';
  const both = 'PRODUCT QUALITY and NONCLINICAL TOXICOLOGY';
  expect(briefly(text)).toEqual([
    ['facility', 'FACILITY INSPECTIONS', inspection],
    ['product_quality', both, leachables],
    ['nonclinical', both, leachables],
    ['clinical', 'CLINICAL', 'The trials did not establish the effectiveness of zorbalone.'],
    ['statistical', 'CLINICAL', 'The missing data are a concern.'],
    ['device', 'DEVICE', null],
  ]);
});

it('reads reasons without headings, and headings in words', () => {
  const prose = 'The effect on the primary endpoint was not replicated in a second study.\n';
  const effect = 'The effect on the primary endpoint was not replicated in a second study.';
  expect(briefly(opening + prose + routine)).toEqual([['clinical', null, effect]]);
  const words = `${opening}Clinical and Biostatistics\n1. The trial failed on its endpoint.\n${routine}`;
  expect(briefly(words).map(([kind, heading]) => [kind, heading])).toEqual([
    ['statistical', 'Clinical and Biostatistics'],
    ['clinical', 'Clinical and Biostatistics'],
  ]);
});

it('finds no deficiency in the sections of every letter, unless they reject something', () => {
  expect(briefly(opening + routine)).toEqual([]);
  const name = 'PROPRIETARY NAME\nThe proposed name is unacceptable, since it is misleading.\n';
  expect(briefly(opening + name + routine)).toEqual([
    ['labeling', 'PROPRIETARY NAME', 'The proposed name is unacceptable, since it is misleading.'],
  ]);
  expect(briefly(`${opening}CLINICAL\nWe look forward to your submission.\n${routine}`)).toEqual(
    [],
  );
});

/** The kinds that a person read in the letters of the recording, in the order of their sections. */
const kinds = [
  'statistical clinical',
  'clinical',
  'statistical clinical product_quality facility',
  'facility',
  'product_quality nonclinical',
  'facility clinical product_quality',
  'product_quality human_factors',
  // Its first page, with the reasons, is missing.
  '',
  'product_quality product_quality facility',
  'facility',
  'clinical statistical facility',
  // Its reasons begin on a missing page, without words of a kind.
  '',
  'clinical',
];

describeNewSources('deficiencies of recorded letters', () => {
  it('are those that a person reads', () => {
    const letters = JSON.parse(newSource('openfda_crl/crl_letters_text_a.json'));
    const found = letters.map(({ text }: { text: string }) =>
      deficienciesIn(text)
        .map(({ kind }) => kind)
        .join(' '),
    );
    expect(found).toEqual(kinds);
  });
});
