import { describe, expect, it } from 'vitest';
import { isOfUniverse } from '../../../src/domain/companies/membership.ts';
import { industryOf } from '../../../src/domain/companies/sic.ts';

const nothing = { hasDrugTrial: false, hasPdufaDate: false, hasRecord: false };
const trial = { ...nothing, hasDrugTrial: true };
const date = { ...nothing, hasPdufaDate: true };
const both = { ...trial, hasPdufaDate: true };
const listed = { exchange: 'Nasdaq' };
const counter = { exchange: 'OTC' };

describe('a company with a SIC code', () => {
  it.each(['2833', '2834', '2835', '2836'])('belongs by the code %s alone', (sic) => {
    expect(isOfUniverse({ ...nothing, ...listed, sic })).toBe(true);
    expect(isOfUniverse({ ...nothing, exchange: null, sic })).toBe(true);
  });

  it('of commercial research belongs with a drug trial or a PDUFA date', () => {
    const sic = '8731';
    expect(isOfUniverse({ ...nothing, ...listed, sic })).toBe(false);
    expect(isOfUniverse({ ...nothing, ...listed, sic, hasRecord: true })).toBe(false);
    expect(isOfUniverse({ ...trial, ...listed, sic })).toBe(true);
    expect(isOfUniverse({ ...date, ...listed, sic })).toBe(true);
  });

  it('of another trade belongs with both', () => {
    const sic = '3841';
    expect(isOfUniverse({ ...trial, ...listed, sic })).toBe(false);
    expect(isOfUniverse({ ...date, ...listed, sic })).toBe(false);
    expect(isOfUniverse({ ...both, ...listed, sic })).toBe(true);
  });

  it('over the counter belongs as a foreign issuer with both', () => {
    const sic = '2834';
    expect(isOfUniverse({ ...trial, ...counter, sic, country: 'Switzerland' })).toBe(false);
    expect(isOfUniverse({ ...both, ...counter, sic, country: 'Switzerland' })).toBe(true);
    expect(isOfUniverse({ ...both, ...counter, sic, country: 'United States' })).toBe(false);
    expect(isOfUniverse({ ...both, ...counter, sic })).toBe(false);
  });
});

describe('a company without a SIC code', () => {
  it('belongs where a drug trial or a record maps to it', () => {
    expect(isOfUniverse({ ...nothing, ...listed })).toBe(false);
    expect(isOfUniverse({ ...trial, ...listed })).toBe(true);
    expect(isOfUniverse({ ...nothing, ...listed, hasRecord: true })).toBe(true);
  });
});

describe('a stated trade', () => {
  it('stands in place of the code', () => {
    const drugs = { sector: 'Healthcare', industry: 'Drug Manufacturers - General' };
    const devices = { sector: 'Healthcare', industry: 'Medical Devices', hasRecord: true };
    expect(isOfUniverse({ ...nothing, sic: '3841', ...drugs })).toBe(true);
    expect(isOfUniverse({ ...trial, ...devices })).toBe(false);
    expect(isOfUniverse({ ...both, ...devices })).toBe(true);
  });

  it('of a sector alone says nothing', () => {
    expect(isOfUniverse({ ...nothing, sector: 'Healthcare' })).toBe(false);
    expect(isOfUniverse({ ...trial, sector: 'Healthcare' })).toBe(true);
  });
});

it('a SIC code has the sector and industry of the table, one of another trade none', () => {
  expect(industryOf('2836')).toMatchObject({ sector: 'Healthcare', industry: 'Biotechnology' });
  expect(industryOf('2834')).toMatchObject({ industry: 'Pharmaceuticals' });
  expect(industryOf('7372')).toBeUndefined();
  expect(industryOf(null)).toBeUndefined();
});
