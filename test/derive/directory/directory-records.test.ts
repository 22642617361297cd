import { expect, it } from 'vitest';
import { directory, unlistedEntries } from '../../../src/derive/directory/directory.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import { refreshOf } from '../refresh-of.ts';

const companies: readonly Fact<'companies'>[] = [
  {
    ticker: 'ABEQZ',
    name: 'Abel Pharmaceuticals, Inc.',
    cik: '1001',
    aliases: ['Abel Labs'],
    former_names: ['Cain Bio'],
  },
  { ticker: 'BARQZ', name: 'Barley Therapeutics', cik: '1002' },
];
const programs: readonly Fact<'programs'>[] = [
  {
    ticker: 'ABEQZ',
    drug_name: 'ABE-101 (abelimab)',
    indication: 'Psoriasis',
    mechanism: 'IL-23 inhibitor',
    other_names: ['Abeline'],
    stage: 'Phase 2',
  },
  { ticker: 'BARQZ', drug_name: 'BAR-7', indication: 'Gout', stage: 'Phase 1' },
];
const catalysts: readonly Fact<'catalysts'>[] = [
  {
    _id: 'a',
    ticker: 'ABEQZ',
    drugname: 'Abeline',
    treatment: 'Plaque psoriasis',
    catalyst: 'Topline',
    formattedDate: '2027-01-05',
    stage: 'Phase 2',
  },
  // The catalyst has no drug name, so it adds no drug.
  { _id: 'b', ticker: 'ABEQZ', catalyst: 'Earnings', formattedDate: '2027-01-05' },
];
const approvals: readonly Fact<'approvals'>[] = [
  {
    sponsor_name: 'BARLEY THERAPEUTICS',
    drug_name: 'BARLEX',
    indication: 'Gout',
    active_ingredients: ['barlexib'],
    approval_date: '2020-03-03',
    application_type: 'NDA',
  },
  {
    sponsor_name: 'ELSEWHERE PHARMA',
    drug_name: 'ELSAX',
    indication: 'Migraine',
    approval_date: '2026-06-10',
    application_type: 'NDA',
    submission_type: 'ORIG TYPE 1',
  },
];
const adverse_events: readonly Fact<'adverse_events'>[] = [
  { ticker: 'BARQZ', drug_name: 'Barlexib' },
  { ticker: 'BARQZ', drug_name: 'Rexine' },
] as never;

it('lists companies, and drugs under all names that records give them, with what they treat', async () => {
  const facts = { programs, catalysts, approvals, adverse_events };
  const drug = (name: string, ticker: string) => ({ kind: 'drug', key: name, ticker, name });
  const listed = directory(await refreshOf('2026-11-21', { companies }, facts));
  expect(listed.map(({ words: _, plainNames: __, ...entry }) => entry)).toEqual([
    {
      kind: 'ticker',
      key: 'ABEQZ',
      ticker: 'ABEQZ',
      name: 'Abel Pharmaceuticals, Inc.',
      otherNames: ['Abel Labs', 'Cain Bio'],
    },
    { kind: 'ticker', key: 'BARQZ', ticker: 'BARQZ', name: 'Barley Therapeutics' },
    { ...drug('BAR-7', 'BARQZ'), about: ['Gout'] },
    { ...drug('BARLEX', 'BARQZ'), otherNames: ['barlexib'], about: ['Gout'] },
    drug('Rexine', 'BARQZ'),
    {
      ...drug('ABE-101', 'ABEQZ'),
      otherNames: ['abelimab', 'Abeline'],
      about: ['Psoriasis', 'IL-23 inhibitor', 'Plaque psoriasis'],
    },
    { kind: 'drug', key: 'ELSAX', name: 'ELSAX', owner: 'ELSEWHERE PHARMA', about: ['Migraine'] },
  ]);
});

it('lists tickers that no list names as themselves', () => {
  expect(unlistedEntries(['UNLQZ'])).toEqual([
    {
      kind: 'ticker',
      key: 'UNLQZ',
      ticker: 'UNLQZ',
      name: 'UNLQZ',
      words: { unlqz: 2 },
      plainNames: ['unlqz'],
    },
  ]);
});
