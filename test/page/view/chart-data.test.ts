import { describe, expect, it } from 'vitest';
import { chartDataOf } from '../../../src/page/view/chart-data.ts';

const objects = {
  kind: 'calendar',
  title: 'Coming catalysts',
  shown: 2,
  total: 40,
  source: 'public sources',
  as_of: '2026-03-10',
  records: [{ ticker: 'ABCQZ', poa: 61.5 }],
};

describe('a result with objects', () => {
  it('is told by them, whatever the text says', () => {
    const notices = ['Prices are late.', 'Two sources are late.'];
    expect(
      chartDataOf({
        structuredContent: { ...objects, Note: 'Demo data.', notices },
        content: [{ type: 'text', text: 'chart other: Other. Source: x.' }],
      }),
    ).toEqual({
      kind: 'calendar',
      title: 'Coming catalysts: 2 of 40',
      source: 'public sources',
      asOf: '2026-03-10',
      notes: ['Demo data.', ...notices],
      records: [{ ticker: 'ABCQZ', poa: 61.5 }],
    });
  });

  it('has no day, source or notes where it names none', () => {
    const { source: _, as_of: __, ...bare } = objects;
    expect(chartDataOf({ structuredContent: { ...bare, as_of: null } })).toMatchObject({
      source: '',
      asOf: undefined,
      notes: [],
    });
  });
});

describe('a result of text alone', () => {
  const line = 'chart runway: Cash runway: 2 of 9. Source: public sources, as of 2026-03-10.';
  const told = (text: string, more: object = {}) =>
    chartDataOf({ content: [{ type: 'image' }, { type: 'text', text }], ...more });

  it('is told by its first line, its notes and its rows', () => {
    const table = 'ticker\tmonths\tburn\tnote\nABCQZ\t7.5\t-1e+6\t\nDEFQZ\t12\t1.\t2026-03-10';
    expect(told(`${line}\nNote: Demo data.\nPrices are late.\n\n${table}`)).toEqual({
      kind: 'runway',
      title: 'Cash runway: 2 of 9',
      source: 'public sources',
      asOf: '2026-03-10',
      notes: ['Demo data.', 'Prices are late.'],
      records: [
        { ticker: 'ABCQZ', months: 7.5, burn: -1_000_000, note: null },
        // Text that is not a number stays text.
        { ticker: 'DEFQZ', months: 12, burn: '1.', note: '2026-03-10' },
      ],
    });
  });

  it('may be of no day, and a row may end early', () => {
    expect(told('chart rnpv: A. b: 1 of 1. Source: S.\n\na\tb\n1')).toEqual({
      kind: 'rnpv',
      title: 'A. b: 1 of 1',
      source: 'S',
      asOf: undefined,
      notes: [],
      records: [{ a: 1, b: null }],
    });
  });

  it('that is no chart is shown as it is, as an error is', () => {
    const plain = { kind: '', source: '', asOf: undefined, records: [] };
    expect(told('Access is paused')).toEqual({ ...plain, title: 'Access is paused', notes: [] });
    expect(told('Refused', { isError: true, structuredContent: objects })).toMatchObject({
      title: 'Refused',
    });
    expect(told('Refused', { structuredContent: { error: 'x' } }).title).toBe('Refused');
    for (const nothing of [undefined, null, {}, { content: [] }]) {
      expect(chartDataOf(nothing)).toMatchObject({ ...plain, title: '', notes: [] });
    }
  });
});
