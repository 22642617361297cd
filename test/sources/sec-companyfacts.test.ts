import { describe, expect, it } from 'vitest';
import { secCompanyfactsConnector } from '../../src/sources/sec-companyfacts.ts';
import { read, recordsOf } from './reading.ts';
import { describeRecordings, describeSamples, recording, sample } from './samples.ts';

const flow = {
  start: '2025-01-01',
  end: '2025-06-30',
  val: -12_000_000,
  accn: '0001999001-25-000007',
  fy: 2025,
  fp: 'Q2',
  form: '10-Q',
  filed: '2025-08-10',
  frame: 'CY2025Q2',
};
const balance = { ...flow, start: undefined, val: 0 };
const file = (...values: unknown[]) => ({
  cik: '0001999001',
  entityName: 'Zorba Bio, Inc.',
  facts: { 'us-gaap': { Cash: { label: 'Cash', units: { USD: values } } } },
});

describe('sec-companyfacts', () => {
  it('reads flows and balances, which have the CIK and need a ticker', () => {
    const parsed = secCompanyfactsConnector.parse(JSON.stringify(file(flow, balance)), 'x');
    const shared = {
      cik: '1999001',
      taxonomy: 'us-gaap',
      tag: 'Cash',
      unit: 'USD',
      end: '2025-06-30',
      form: '10-Q',
      filed: '2025-08-10',
      accession: '0001999001-25-000007',
    };
    expect(parsed).toEqual({
      batches: [
        {
          kind: 'financial_facts',
          needsTicker: true,
          records: [
            { ...shared, start: '2025-01-01', value: -12_000_000 },
            { ...shared, value: 0 },
          ],
        },
      ],
      problems: [],
    });
  });

  it('keeps a restated value next to the first one', () => {
    const restated = {
      ...flow,
      val: -11_500_000,
      filed: '2026-03-01',
      accn: '0001999001-26-000001',
    };
    const found = read(secCompanyfactsConnector, 'financial_facts', file(flow, restated));
    expect(found.map(({ value, filed }) => [value, filed])).toEqual([
      [-12_000_000, '2025-08-10'],
      [-11_500_000, '2026-03-01'],
    ]);
  });

  it('reports invalid values and keeps the rest', () => {
    const bad = [
      { ...flow, val: null },
      { ...flow, val: '12' },
      { ...flow, end: '2025-02-30' },
    ];
    const parsed = secCompanyfactsConnector.parse(JSON.stringify(file(...bad, flow)), 'x');
    expect(recordsOf(parsed, 'financial_facts')).toHaveLength(1);
    expect(parsed.problems).toEqual([
      { where: 'us-gaap:Cash USD 1', reason: 'value is missing' },
      { where: 'us-gaap:Cash USD 2', reason: 'value is not a number' },
      { where: 'us-gaap:Cash USD 3', reason: 'end is not a date (YYYY-MM-DD)' },
    ]);
  });
});

describeSamples('sec-companyfacts over recorded responses', () => {
  it.each([
    ['companyfacts_META.jsonc', 75, 120],
    ['companyfacts_SNOW.json', 38, 61],
  ])(
    'reads every value of the tags that are used, and no others, of %s',
    (name, assets, netIncome) => {
      const text = sample(`sec_companyfacts/${name}`);
      const tags = read(secCompanyfactsConnector, 'financial_facts', text).map(({ tag }) => tag);
      expect(tags.filter((tag) => tag === 'Assets')).toHaveLength(assets);
      expect(tags.filter((tag) => tag === 'NetIncomeLoss')).toHaveLength(netIncome);
      expect(tags).not.toContain('Goodwill');
    },
  );

  it('reads Snowflake’s year-to-date cash flow as filed', () => {
    const text = sample('sec_companyfacts/companyfacts_SNOW.json');
    const found = read(secCompanyfactsConnector, 'financial_facts', text);
    expect(found).toContainEqual({
      cik: '1640147',
      taxonomy: 'us-gaap',
      tag: 'NetCashProvidedByUsedInOperatingActivities',
      unit: 'USD',
      start: '2019-02-01',
      end: '2019-10-31',
      value: -133_766_000,
      form: '10-Q',
      filed: '2020-12-03',
      accession: '0001640147-20-000023',
    });
  });
});

describeRecordings('sec-companyfacts over recorded responses', () => {
  it.each([
    ['companyfacts_LPA_ifrs.json', 'ifrs-full', '1997711'],
    ['companyfacts_MRVL_cut.json', 'us-gaap', '1835632'],
  ])('reads %s, in %s', (file, taxonomy, cik) => {
    const found = read(
      secCompanyfactsConnector,
      'financial_facts',
      recording(`sec_companyfacts/${file}`),
    );
    expect(new Set(found.map((fact) => fact.cik))).toEqual(new Set([cik]));
    expect(found.filter((fact) => fact.taxonomy === taxonomy).length).toBeGreaterThan(20);
  });
});
