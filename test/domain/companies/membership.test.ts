import { expect, it } from 'vitest';
import { isOfUniverse } from '../../../src/domain/companies/membership.ts';
import { industryOf } from '../../../src/domain/companies/sic.ts';

const none = { name: 'Norvale Corp', hasDrugTrial: false, hasPdufaDate: false, hasRecord: false };
const trial = { ...none, hasDrugTrial: true };
const date = { ...none, hasPdufaDate: true };
const both = { ...trial, hasPdufaDate: true };
const record = { ...none, hasRecord: true };

it.each([
  ['2833', 'no evidence', true, none],
  ['2834', 'no evidence', true, none],
  ['2835', 'no evidence', true, none],
  ['2836', 'no evidence', true, none],
  // Commercial research needs a drug trial or a PDUFA date.
  ['8731', 'no evidence', false, none],
  ['8731', 'a record', false, record],
  ['8731', 'a drug trial', true, trial],
  ['8731', 'a PDUFA date', true, date],
  // Other codes need both.
  ['3841', 'a drug trial', false, trial],
  ['3841', 'a PDUFA date', false, date],
  ['3841', 'both', true, both],
  [null, 'no evidence', false, none],
  [null, 'a drug trial', true, trial],
  [null, 'a record', true, record],
])(
  'a listed company with the SIC code %s and %s is in the universe: %s',
  (sic, _, expected, evidence) => {
    expect(isOfUniverse({ ...evidence, exchange: 'Nasdaq', sic })).toBe(expected);
  },
);

it('over the counter, only a foreign issuer with a drug trial and a PDUFA date is in', () => {
  const counter = { exchange: 'OTC', sic: '2834' };
  expect(isOfUniverse({ ...trial, ...counter, country: 'Switzerland' })).toBe(false);
  expect(isOfUniverse({ ...both, ...counter, country: 'Switzerland' })).toBe(true);
  expect(isOfUniverse({ ...both, ...counter, country: 'United States' })).toBe(false);
  expect(isOfUniverse({ ...both, ...counter })).toBe(false);
});

it('a stated industry replaces the SIC code, a sector alone does not', () => {
  const drugs = { sector: 'Healthcare', industry: 'Drug Manufacturers - General' };
  const devices = { sector: 'Healthcare', industry: 'Medical Devices', hasRecord: true };
  expect(isOfUniverse({ ...none, sic: '3841', ...drugs })).toBe(true);
  expect(isOfUniverse({ ...trial, ...devices })).toBe(false);
  expect(isOfUniverse({ ...both, ...devices })).toBe(true);
  expect(isOfUniverse({ ...none, sector: 'Healthcare' })).toBe(false);
  expect(isOfUniverse({ ...trial, sector: 'Healthcare' })).toBe(true);
});

it.each([
  ['2836', { sector: 'Healthcare', industry: 'Biotechnology' }],
  ['2834', { sector: 'Healthcare', industry: 'Pharmaceuticals' }],
  ['7372', undefined],
  [null, undefined],
])('the SIC code %s has the industry %j', (sic, industry) => {
  if (industry) expect(industryOf(sic)).toMatchObject(industry);
  else expect(industryOf(sic)).toBeUndefined();
});

it.each([
  ['Norvale Therapeutics, Inc.', true],
  ['Norvale Pharma AG', true],
  ['Norvale Pharmaceutical Co Ltd', true],
  ['Nor Bio Inc', true],
  ['Norvale BioSciences', true],
  ['Norvale Biotech A/S', true],
  // Services, tools and treatments of other kinds.
  ['Norvale Physical Therapy Inc', false],
  ['Norvale Pharmaceutical Services Inc', false],
  ['Bio-Norvale Laboratories', false],
  ['Norvale Genetics Inc', false],
  ['Norvale Life Sciences Trust', false],
])('without any other evidence, the name %s counts: %s', (name, expected) => {
  expect(isOfUniverse({ ...none, name, exchange: 'Nasdaq' })).toBe(expected);
  expect(isOfUniverse({ ...none, name, exchange: 'OTC' })).toBe(false);
  expect(isOfUniverse({ ...none, name, exchange: 'Nasdaq', sic: '3841' })).toBe(false);
});
