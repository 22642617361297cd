import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { type FactName, factKinds, isFactName } from '../../src/facts/fact-kinds.ts';
import * as parts from '../../src/facts/kind.ts';
import { fieldsByType } from './fields-by-type.ts';
import { statedKinds } from './kinds-table.ts';

describe('a kind of fact', () => {
  it.each(Object.keys(statedKinds) as FactName[])('%s has the fields that are stated', (name) => {
    const { key, id, version, series, knownFrom, schema } = factKinds[
      name
    ] as unknown as parts.FactKind;
    const marks = { id, version, series, knownFrom: knownFrom?.join(' ') };
    const present = Object.entries(marks).filter(([, mark]) => mark !== undefined);
    expect({
      key: key.join(' '),
      ...Object.fromEntries(present),
      fields: fieldsByType(schema),
    }).toEqual(statedKinds[name]);
  });

  it('is one of those that are stated, and each has a title of its own', () => {
    expect(Object.keys(factKinds).sort()).toEqual(Object.keys(statedKinds).sort());
    const titles = Object.values(factKinds).map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
    expect([isFactName('prices'), isFactName('toString'), isFactName('')]).toEqual([
      ...[true, false, false],
    ]);
  });

  it('keeps what it does not name, in parts of a record too', () => {
    const trial = { nctId: 'NCT1', more: 1, arms: [{ label: 'A', more: 2 }], dates: { more: 3 } };
    expect(factKinds.trials.schema.parse(trial)).toEqual(trial);
  });
});

/** What a schema makes of a value; undefined where it refuses it. */
const taken = (schema: z.ZodType, value: unknown) => {
  const { success, data } = schema.safeParse(value);
  return success ? (data ?? null) : undefined;
};

describe('what fields are made of', () => {
  const long = (length: number) => 'x'.repeat(length);
  const many = (length: number) => Array.from({ length }, () => 'x');

  it.each<[string, z.ZodType, unknown, unknown]>([
    ['a text of 100,000 characters', parts.text, long(100_000), undefined],
    ['a list of 10,000 texts', parts.texts, many(10_000), undefined],
    ['a text of a list of 10,000 characters', parts.texts, [long(10_000)], undefined],
    ['a name of 1,000 characters', parts.name, long(1_000), undefined],
    ['10,000 parts', parts.parts({}), Array.from({ length: 10_000 }, () => ({})), undefined],
  ])('%s is taken, and one more is not', (_, schema, value) => {
    const larger =
      typeof value === 'string'
        ? `${value}x`
        : (value as unknown[]).length === 1
          ? [`${(value as string[])[0]}x`]
          : [...(value as unknown[]), (value as unknown[])[0]];
    expect(taken(schema, value)).toEqual(value);
    expect(taken(schema, larger)).toBeUndefined();
  });

  it.each([
    [' abcqz ', 'ABCQZ'],
    ['brk.b', 'BRK.B'],
    ['ABCDEFGHIJKL', 'ABCDEFGHIJKL'],
    ['ABCDEFGHIJKLM', undefined],
    ['-ABC', undefined],
    ['AB C', undefined],
    ['', undefined],
  ])('the ticker "%s" is %s', (word, expected) => {
    expect(taken(parts.ticker, word)).toBe(expected);
  });

  it('names are trimmed and not empty; an id may be a number; a day is of the calendar', () => {
    expect(taken(parts.name, ' Abacus ')).toBe('Abacus');
    expect(taken(parts.name, '  ')).toBeUndefined();
    expect([taken(parts.id, 77), taken(parts.id, ' 77 '), taken(parts.id, null)]).toEqual([
      ...['77', '77', null],
    ]);
    expect(taken(parts.date, '2028-02-29')).toBe('2028-02-29');
    expect(taken(parts.date, '2027-02-29')).toBeUndefined();
    expect(taken(parts.registeredDate, { date: '2027-02', precision: 'month' })).toBeDefined();
    expect(taken(parts.registeredDate, { date: '2027', precision: 'year' })).toBeUndefined();
  });
});

describe('positions', () => {
  const filing = {
    ...{ accession: 'A-1', cik: '77', fund_name: 'Fund' },
    ...{ report_date: '2025-12-31', filing_date: '2026-02-14' },
  };
  const takes = (kind: 'holdings_reports' | 'fund_filings', positions: unknown) =>
    factKinds[kind].schema.safeParse({ ...filing, positions }).success;
  const columns = (cusip: number, value = cusip, shares = cusip) => {
    const list = <Cell>(cell: Cell, length: number) => Array.from({ length }, () => cell);
    return { cusip: list('1', cusip), value: list(1, value), shares: list(null, shares) };
  };

  it('of a report are columns of one length, at most 100,000', () => {
    expect(takes('holdings_reports', columns(0))).toBe(true);
    expect(takes('holdings_reports', columns(100_000))).toBe(true);
    expect(takes('holdings_reports', columns(100_001))).toBe(false);
    expect(takes('holdings_reports', columns(2, 1, 2))).toBe(false);
    expect(takes('holdings_reports', columns(2, 2, 1))).toBe(false);
  });

  it('of a filing are rows, at most 100,000; mentions of a text at most 1,000', () => {
    const rows = (length: number) => Array.from({ length }, () => ({ value: 1 }));
    expect(takes('fund_filings', rows(100_000))).toBe(true);
    expect(takes('fund_filings', rows(100_001))).toBe(false);
    const said = { type: 'approval', confidence: 0.9, sentence: 'S' };
    const text = { document_id: 'd', ticker: 'ABCQZ', published_date: '2026-03-10' };
    const mentions = (length: number, date?: unknown) =>
      factKinds.mentions.schema.safeParse({
        ...text,
        mentions: Array.from({ length }, () => ({ ...said, date })),
      }).success;
    expect([mentions(1_000), mentions(1_001)]).toEqual([true, false]);
    const period = { from: '2027-01-01', to: '2027-03-31' };
    expect([mentions(1, '2027-01-01'), mentions(1, period), mentions(1, null)]).toEqual([
      ...[true, true, true],
    ]);
    expect([mentions(1, 'soon'), mentions(1, { from: period.from })]).toEqual([false, false]);
    const contracts = (length: number) =>
      factKinds.option_chains.schema.safeParse({
        ...{ ticker: 'ABCQZ', date: '2026-03-10' },
        contracts: Array.from({ length }, () => ({
          ...{ option_symbol: 'O', type: 'call', strike: 5, expiry: '2026-06-19' },
        })),
      }).success;
    expect([contracts(20_000), contracts(20_001)]).toEqual([true, false]);
  });
});
