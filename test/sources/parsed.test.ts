import { describe, expect, it } from 'vitest';
import { connectors } from '../../src/sources/index.ts';
import { collector } from '../../src/sources/parsed.ts';
import { junk } from './reading.ts';

describe('every connector', () => {
  for (const connector of Object.values(connectors)) {
    it(`${connector.name} refuses what it does not read with one reason`, () => {
      for (const text of Object.values(junk)) {
        const { batches, problems } = connector.parse(text, 'file');
        expect(batches).toEqual([]);
        expect(problems).toHaveLength(1);
        expect(problems[0]?.where).toBe('file');
      }
    });

    it(`${connector.name} survives lists of wrong values`, () => {
      for (const list of ['[null,1,"x",[],{}]', '[{"nctId":{}}]']) {
        for (const name of ['results', 'studies', 'data', 'chart']) {
          const parsed = connector.parse(`{"${name}":${list}}`, 'file');
          expect(parsed.batches).toEqual([]);
          expect(parsed.problems.length).toBeGreaterThan(0);
        }
      }
    });
  }
});

describe('collector', () => {
  it('keeps valid records and gives reasons for the others', () => {
    const found = collector();
    found.add('prices', 'line 2', {
      ticker: 'ABCD',
      date: '2026-01-05',
      close: 3,
      volume: undefined,
    });
    found.add('prices', 'line 3', { ticker: 'ab cd', date: '2026-02-30', close: 3 });
    expect(found.parsed()).toEqual({
      batches: [{ kind: 'prices', records: [{ ticker: 'ABCD', date: '2026-01-05', close: 3 }] }],
      problems: [
        { where: 'line 3', reason: 'ticker is not a ticker; date is not a date (YYYY-MM-DD)' },
      ],
    });
  });

  it('accepts a record without a ticker only if the ticker is looked up later', () => {
    const found = collector();
    const bar = { date: '2026-01-05', close: 3 };
    found.add('prices', 'a', bar, { needsTicker: true });
    found.add('prices', 'b', bar);
    expect(found.parsed()).toEqual({
      batches: [{ kind: 'prices', needsTicker: true, records: [bar] }],
      problems: [{ where: 'b', reason: 'ticker is missing' }],
    });
  });

  it('keeps 1,000 problems and counts the rest', () => {
    const found = collector();
    for (let line = 1; line <= 1_234; line += 1) found.problem(`line ${line}`, 'is bad');
    const { problems } = found.parsed();
    expect(problems).toHaveLength(1_001);
    expect(problems[999]?.where).toBe('line 1000');
    expect(problems[1_000]).toEqual({ where: 'file', reason: 'has 234 more problems' });
  });
});
