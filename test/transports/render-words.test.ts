import { describe, expect, it } from 'vitest';
import {
  ascending,
  descending,
  type Endpoint,
  prose,
  quantity,
  text,
} from '../../src/catalogue/endpoint.ts';
import type { Answer } from '../../src/service/service.ts';
import { cell, render, type View } from '../../src/transports/render.ts';
import { fdaCalendar } from '../../tools/fda-intelligence/fda-calendar.ts';

/** What is due, the furthest first, as the calendar has it. */
const dues: Endpoint = {
  ...fdaCalendar,
  name: 'dues',
  record: { _id: text, due: text, size: quantity, story: prose },
  sort: [descending('due')],
  constraints: [{ field: 'due', is: 'today or later' }],
  paging: 'pages',
};
const full: View = { fields: undefined, detail: 'full', skip: 0, structured: true };

interface Asked {
  readonly endpoint?: Partial<Endpoint>;
  readonly view?: Partial<View>;
  readonly page?: { page: number; total: number };
  readonly order?: string;
  readonly more?: Partial<Answer>;
}

/** The answer's lines before its table, and what stands beside its records. */
function told(records: readonly object[], { endpoint, view, page, order, more }: Asked = {}) {
  const answer = {
    endpoint: { ...dues, ...endpoint },
    records: records.map((record) => JSON.stringify(record)),
    pagination: { page: 1, total: records.length, pageSize: 50, ...page },
    source: { from: 'local store' },
    query: { order },
    ...more,
  } as unknown as Answer;
  const { text: said, structured = '' } = render(answer, { ...full, ...view });
  const [head = '', table = ''] = said.split('\n\n');
  const { result, ...envelope } = JSON.parse(structured);
  return { head: head.split('\n'), table: table.split('\n'), result, envelope };
}
const many = (count: number) => Array.from({ length: count }, (_, at) => ({ size: at }));

describe('the header', () => {
  const start = (...asked: Parameters<typeof told>) => told(...asked).head[0];

  it.each([
    [0, undefined, 'no records of 0, page 1 of 1'],
    [1, undefined, 'record 1 of 1, page 1 of 1'],
    [2, undefined, 'records 1–2 of 2, page 1 of 1'],
    [50, { page: 1, total: 50 }, 'records 1–50 of 50, page 1 of 1'],
    [50, { page: 1, total: 51 }, 'records 1–50 of 51, page 1 of 2'],
    [1, { page: 2, total: 51 }, 'record 51 of 51, page 2 of 2'],
    [0, { page: 3, total: 51 }, 'no records of 51, page 3 of 2'],
  ] as const)('of %i records (%j) says %s', (count, page, range) => {
    expect(start(many(count), page ? { page } : {})).toBe(
      `dues: ${range}, sorted by due descending. Source: local store.`,
    );
  });

  it('counts from what is passed over, and has no pages where all is one', () => {
    const view = { skip: 2 };
    expect(start(many(5), { view })).toContain('records 3–5 of 5, page 1 of 1,');
    expect(start(many(5), { view, page: { page: 2, total: 55 } })).toContain('records 53–55 of 55');
    for (const paging of ['whole', 'single'] as const) {
      const page = { page: 2, total: 5 };
      expect(start(many(5), { endpoint: { paging }, view, page })).toBe(
        'dues: records 3–5 of 5, sorted by due descending. Source: local store.',
      );
    }
  });

  it('names the order that was chosen, the first where none was, or none', () => {
    const sort = {
      nearest: [ascending('due'), descending('size')],
      largest: [descending('size')],
    };
    const sortedBy = (...[asked]: [Asked]) => told(many(1), asked).envelope.sorted_by;
    expect(sortedBy({ endpoint: { sort }, order: 'largest' })).toBe('size descending');
    for (const order of ['nearest', 'unheard']) {
      expect(sortedBy({ endpoint: { sort }, order })).toBe('due ascending, size descending');
    }
    expect(sortedBy({ endpoint: { sort } })).toBe('due ascending, size descending');
    expect(sortedBy({ endpoint: { sort: [] } })).toBe('none');
  });
});

describe('what is withheld', () => {
  // 31,000 bytes do not stand beside a second record.
  const long = { due: 'x'.repeat(31_000) };
  const left = (...asked: Parameters<typeof told>) => told(...asked).envelope.notices;

  it.each([
    [{}, ' The nearest dates are last.', ' The nearest dates are on the last page: page=3.'],
    [{ sort: [ascending('due')] }, '', ''],
    [{ sort: [descending('size')] }, '', ''],
    [{ constraints: [{ field: 'due', is: 'before today' }] }, '', ''],
    [{ constraints: undefined }, '', ''],
    [
      { sort: { far: [descending('due')], near: [ascending('due')] } },
      ' The nearest dates are last.',
      ' The nearest dates are on the last page: page=3.',
    ],
  ])('of %j is said by skip and by page', (endpoint, ofSkip, ofPage) => {
    const given = { endpoint: endpoint as Partial<Endpoint> };
    expect(left([long, long, long], { ...given, view: { skip: 1 } })).toEqual([
      `1 more records in this answer: call again with skip=2.${ofSkip}`,
    ]);
    expect(left(many(50), { ...given, page: { page: 1, total: 120 } })).toEqual([
      `70 more records: call again with page=2.${ofPage}`,
    ]);
  });

  it('is one page where all fit, and nothing of an answer that has no pages', () => {
    expect(left(many(50), { page: { page: 2, total: 101 } })).toEqual([
      '1 more records: call again with page=3. The nearest dates are on the last page: page=3.',
    ]);
    expect(left(many(50), { page: { page: 2, total: 100 } })).toBeUndefined();
    const page = { page: 1, total: 120 };
    expect(left(many(50), { endpoint: { paging: 'whole' }, page })).toBeUndefined();
  });
});

describe('the fields', () => {
  const row = { _id: 'i', due: '2026-04-01', size: 7, story: 'Once' };
  const shown = (view: Partial<View>) => told([row], { view });
  const leftOut = 'Omitted (request them with fields): story.';

  it('are those of the detail, or those that are named, in the order of the records', () => {
    expect(shown({})).toMatchObject({
      result: [row],
      table: ['_id\tdue\tsize\tstory', 'i\t2026-04-01\t7\tOnce'],
    });
    const { story: _, ...short } = row;
    expect(shown({ detail: 'concise' })).toMatchObject({
      ...{ result: [short], envelope: { notices: [leftOut] } },
    });
    const named = shown({ detail: 'concise', fields: ['story', 'due', 'none'] });
    expect(named.result).toEqual([{ due: '2026-04-01', story: 'Once' }]);
    expect(named.table).toEqual(['due\tstory', '2026-04-01\tOnce']);
    expect(named.envelope).toEqual({
      pagination: { page: 1, pageSize: 50, total: 1 },
      ...{ source: 'local store', sorted_by: 'due descending', first: 1, last: 1 },
    });
  });

  it('are said to be left out where there are records, but for those of no use', () => {
    const record = { _id: prose, due: text };
    const concise = { detail: 'concise' } as const;
    expect(told([row], { view: concise, endpoint: { record } }).envelope).not.toHaveProperty(
      'notices',
    );
    expect(told([], { view: concise }).envelope).not.toHaveProperty('notices');
    expect(told([row], { view: { ...concise, skip: 1 } }).envelope).not.toHaveProperty('notices');
  });

  it('that a record lacks are no part of it, nor end a line of it', () => {
    const { result, table } = told([{ size: 1 }, { due: '2026-04-01' }]);
    expect(result).toEqual([{ size: 1 }, { due: '2026-04-01' }]);
    expect(table).toEqual(['due\tsize', '\t1', '2026-04-01\t']);
  });
});

describe('what is said of an answer', () => {
  it('stands in both channels, in one order', () => {
    const more = {
      ...{ Note: 'Demo data.', staleAsOf: '2026-03-01', notices: ['Prices are late.'] },
      source: { version: '1', from: 'here', asOf: '2026-03-10' },
    };
    const { head, envelope } = told(many(50), { more, page: { page: 1, total: 51 } });
    const notices = [
      '1 more records: call again with page=2. The nearest dates are on the last page: page=2.',
      'The source does not answer; this is its answer from 2026-03-01.',
      'Prices are late.',
    ];
    expect(head.slice(1)).toEqual(['Note: Demo data.', ...notices]);
    expect(envelope).toEqual({
      pagination: { page: 1, pageSize: 50, total: 51 },
      ...{ source: 'here', as_of: '2026-03-10', sorted_by: 'due descending', first: 1, last: 50 },
      ...{ Note: 'Demo data.', stale_as_of: '2026-03-01', notices },
    });
  });

  it('of none has no first and no last', () => {
    expect(told([]).envelope).toEqual({
      pagination: { page: 1, pageSize: 50, total: 0 },
      ...{ source: 'local store', sorted_by: 'due descending' },
    });
  });
});

describe('a value', () => {
  it.each([
    [undefined, ''],
    [null, ''],
    ['', ''],
    [[], ''],
    [0, '0'],
    [-1.5, '-1.5'],
    [false, 'false'],
    [true, 'true'],
    [{}, '{}'],
    ['a\tb\n\n', 'a\\tb\\n\\n'],
    [['a', 'b'], 'a; b'],
    [['a', 1], '["a",1]'],
    [[''], ''],
    [{ a: ['b\t'] }, '{"a":["b\\t"]}'],
  ])('%j is written %j', (value, written) => {
    expect(cell(value)).toBe(written);
  });
});
