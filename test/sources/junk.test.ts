import { describe, expect, it } from 'vitest';
import { readCurrentFilings } from '../../src/sources/sec-current.ts';
import { readDailyIndex } from '../../src/sources/sec-daily-index.ts';
import { readIndexHeaders } from '../../src/sources/sec-filing-index.ts';
import { readCompanyList } from '../../src/sources/sec-industries.ts';
import { readFullTextSearch } from '../../src/sources/sec-search.ts';
import { readOlderFilings, readSubmissions } from '../../src/sources/sec-submissions/read.ts';
import { junk, reasonOf } from './reading.ts';

const readers = {
  readCompanyList,
  readCurrentFilings,
  readDailyIndex,
  readFullTextSearch,
  readIndexHeaders,
  readOlderFilings: (text: string) => readOlderFilings(text, 'CIK0001999555-submissions-001.json'),
  readSubmissions,
};

describe.each(Object.entries(readers))('%s', (_name, reader) => {
  it.each(
    Object.entries({
      ...junk,
      'lists of wrong values': '{"hits":[null,1,"x",[]],"filings":[],"directory":[1]}',
    }),
  )('refuses %s with a reason', (_file, text) => {
    expect(reasonOf(reader(text))).toMatch(/^(?:is|holds|lacks|names)\b/);
  });

  it('reads a million blanks and a million brackets in linear time', () => {
    // An algorithm with quadratic run time exceeds the time limit of a test.
    const blanks = `${'-'.repeat(141)}\n4  A${' '.repeat(1_000_000)}x`;
    for (const text of [blanks, '<'.repeat(1_000_000)]) expect(() => reader(text)).not.toThrow();
  });
});
