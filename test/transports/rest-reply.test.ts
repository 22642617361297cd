import { describe, expect, it } from 'vitest';
import { type Endpoint, texts } from '../../src/catalogue/endpoint.ts';
import type { Answer } from '../../src/service/service.ts';
import { csvOf } from '../../src/transports/csv.ts';
import { formatOf, restNotices, restReply } from '../../src/transports/rest.ts';
import { fdaCalendar } from '../../tools/fda-intelligence/fda-calendar.ts';

const dues: Endpoint = {
  ...fdaCalendar,
  name: 'dues',
  path: '/dues',
  record: { due: texts, size: texts },
  paging: 'pages',
};
const answerOf = (page: number, total: number, more: Partial<Answer> = {}) =>
  ({
    ...{ endpoint: dues, records: ['{"size":7,"due":["a","b"]}'], total, query: {} },
    ...{ source: { from: 'here' }, pagination: { page, pageSize: 50, total } },
    ...more,
  }) as unknown as Answer;
const asked = (search = '') => new URL(`http://h/api/v2/dues${search}`);

describe('a format', () => {
  it.each([
    [undefined, 'json'],
    ['', 'json'],
    ['json', 'json'],
    ['csv', 'csv'],
  ])('%j is %s', (value, format) => {
    expect(formatOf(value)).toBe(format);
  });

  it.each(['CSV', 'xml', ['csv', 'csv'], 0])('%j is none', (value) => {
    expect(() => formatOf(value)).toThrow(
      expect.objectContaining({ status: 400, message: 'Invalid format: one of json, csv' }),
    );
  });
});

describe('an answer as JSON', () => {
  it('is the records as they are, their page, and what is said of them', () => {
    expect(restReply(answerOf(2, 51), 'json', asked())).toEqual({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '{"result":[{"size":7,"due":["a","b"]}],"pagination":{"page":2,"pageSize":50,"total":51}}',
    });
    const more = { Note: 'Say "x"', staleAsOf: '2026-03-01', notices: ['Late.', 'Later.'] };
    const records = ['{"a":1}', '{"a":2}'];
    expect(restReply(answerOf(1, 2, { ...more, records }), 'json', asked())).toEqual({
      status: 200,
      headers: { 'content-type': 'application/json', 'Catalyst-Notice': 'Late. Later.' },
      body: '{"result":[{"a":1},{"a":2}],"pagination":{"page":1,"pageSize":50,"total":2},"Note":"Say \\"x\\"","stale_as_of":"2026-03-01"}',
    });
  });
});

describe('an answer as CSV', () => {
  it('has beside its table what the envelope says, and the address of what is next', () => {
    const more = { Note: 'Demo data.', staleAsOf: '2026-03-01', notices: ['Late.'] };
    const query = '?drug=a%20b&apiKey=secret&format=csv&page=2';
    expect(restReply(answerOf(2, 101, more), 'csv', asked(query))).toEqual({
      status: 200,
      headers: {
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': 'attachment; filename="dues-2.csv"',
        'Catalyst-Total': '101',
        Link: '</api/v2/dues?drug=a+b&format=csv&page=3>; rel="next"',
        'Catalyst-Notice':
          'Demo data. The source does not answer; this is its answer from 2026-03-01. Late.',
      },
      body: 'due,size\r\na; b,7\r\n',
    });
  });

  it.each([
    ['pages', 1, 51, true],
    ['pages', 1, 50, false],
    ['pages', 2, 100, false],
    ['pages', 3, 100, false],
    ['whole', 1, 120, false],
  ] as const)('of %s, page %i of %i records, names a next page: %s', (paging, page, total, has) => {
    const answer = answerOf(page, total, { endpoint: { ...dues, paging } });
    expect('Link' in restReply(answer, 'csv', asked()).headers).toBe(has);
  });

  it('says nothing where there is nothing to say', () => {
    expect(restNotices(answerOf(1, 1))).toEqual([]);
    expect(restReply(answerOf(1, 1), 'csv', asked()).headers).not.toHaveProperty('Catalyst-Notice');
  });
});

describe('a table', () => {
  it('has the declared columns first, then what else there is, or those that are wanted', () => {
    const records = [{ extra: true, size: null }, { other: { a: 1 }, due: [] }, { due: ['x', 1] }];
    expect(csvOf(dues, records)).toBe(
      'due,size,extra,other\r\n,,true,\r\n,,,"{""a"":1}"\r\n"[""x"",1]",,,\r\n',
    );
    expect(csvOf(dues, records, ['other', 'due'])).toBe(
      'due,other\r\n,\r\n,"{""a"":1}"\r\n"[""x"",1]",\r\n',
    );
    expect(csvOf(dues, [])).toBe('due,size\r\n');
  });

  it('runs no text as a formula, and leaves numbers', () => {
    expect(csvOf(dues, [{ due: '=1', size: -1 }])).toBe("due,size\r\n'=1,-1\r\n");
  });
});
