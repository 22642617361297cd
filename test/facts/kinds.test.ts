import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { factKinds, isFactName } from '../../src/facts/fact-kinds.ts';
import * as parts from '../../src/facts/kind.ts';

it('does not accept a property of Object as a kind of fact', () => {
  expect(['prices', 'toString', ''].map(isFactName)).toEqual([true, false, false]);
});

it('keeps undeclared fields of a record and of its parts', () => {
  const trial = { nctId: 'NCT1', more: 1, arms: [{ label: 'A', more: 2 }], dates: { more: 3 } };
  expect(factKinds.trials.schema.parse(trial)).toEqual(trial);
});

/** Returns the parsed value, or undefined if the schema rejects it. */
const parsed = (schema: z.ZodType, value: unknown) => {
  const { success, data } = schema.safeParse(value);
  return success ? (data ?? null) : undefined;
};
const list = <Cell>(cell: Cell, length: number) => Array.from({ length }, () => cell);

describe('limits', () => {
  it.each<[string, z.ZodType, unknown, unknown]>([
    ['100,000 characters of text', parts.text, 'x'.repeat(100_000), 'x'.repeat(100_001)],
    ['10,000 texts in a list', parts.texts, list('x', 10_000), list('x', 10_001)],
    ['10,000 characters in a list', parts.texts, ['x'.repeat(10_000)], ['x'.repeat(10_001)]],
    ['1,000 characters of a name', parts.name, 'x'.repeat(1_000), 'x'.repeat(1_001)],
    ['10,000 parts', parts.parts({}), list({}, 10_000), list({}, 10_001)],
  ])('accepts %s and no more', (_, schema, largest, tooLarge) => {
    expect(parsed(schema, largest)).toEqual(largest);
    expect(parsed(schema, tooLarge)).toBeUndefined();
  });

  const filing = {
    accession: 'A-1',
    cik: '77',
    fund_name: 'Fund',
    report_date: '2025-12-31',
    filing_date: '2026-02-14',
  };
  const document = { document_id: 'd', ticker: 'ABCQZ', published_date: '2026-03-10' };
  const mention = { type: 'approval', confidence: 0.9, sentence: 'S' };
  const chain = { ticker: 'ABCQZ', date: '2026-03-10' };
  const contract = { option_symbol: 'O', type: 'call', strike: 5, expiry: '2026-06-19' };
  const accepts = (kind: keyof typeof factKinds, record: object) =>
    factKinds[kind].schema.safeParse(record).success;

  it('accepts position columns of equal length with at most 100,000 rows', () => {
    const columns = (cusip: number, value = cusip, shares = cusip) =>
      accepts('holdings_reports', {
        ...filing,
        positions: { cusip: list('1', cusip), value: list(1, value), shares: list(null, shares) },
      });
    expect([columns(0), columns(100_000), columns(100_001)]).toEqual([true, true, false]);
    expect([columns(2, 1, 2), columns(2, 2, 1)]).toEqual([false, false]);
  });

  it('limits the rows of filings, documents and option chains', () => {
    const filed = (length: number) =>
      accepts('fund_filings', { ...filing, positions: list({ value: 1 }, length) });
    expect([filed(100_000), filed(100_001)]).toEqual([true, false]);
    const mentions = (length: number) =>
      accepts('mentions', { ...document, mentions: list(mention, length) });
    expect([mentions(1_000), mentions(1_001)]).toEqual([true, false]);
    const contracts = (length: number) =>
      accepts('option_chains', { ...chain, contracts: list(contract, length) });
    expect([contracts(20_000), contracts(20_001)]).toEqual([true, false]);
  });

  it.each([
    ['2027-01-01', true],
    [{ from: '2027-01-01', to: '2027-03-31' }, true],
    [null, true],
    ['soon', false],
    [{ from: '2027-01-01' }, false],
  ])('accepts %j as the date of a mention: %s', (date, isAccepted) => {
    expect(accepts('mentions', { ...document, mentions: [{ ...mention, date }] })).toBe(isAccepted);
  });
});

const { ticker, name, id, date, registeredDate } = parts;
const fields = { ticker, name, id, date, registeredDate };

it.each<[keyof typeof fields, unknown, unknown]>([
  ['ticker', ' abcqz ', 'ABCQZ'],
  ['ticker', 'brk.b', 'BRK.B'],
  ['ticker', 'ABCDEFGHIJKL', 'ABCDEFGHIJKL'],
  ['ticker', 'ABCDEFGHIJKLM', undefined],
  ['ticker', '-ABC', undefined],
  ['ticker', 'AB C', undefined],
  ['ticker', '', undefined],
  ['name', ' Abacus ', 'Abacus'],
  ['name', '  ', undefined],
  ['id', 77, '77'],
  ['id', ' 77 ', '77'],
  ['id', null, null],
  ['date', '2028-02-29', '2028-02-29'],
  ['date', '2027-02-29', undefined],
  ['registeredDate', { date: '2027', precision: 'year' }, undefined],
])('parses the %s %j as %j', (field, value, expected) => {
  expect(parsed(fields[field], value)).toEqual(expected);
});
