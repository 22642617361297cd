import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../src/base/errors.ts';
import { toolsetsIn } from '../../src/base/toolset-words.ts';
import type { Chart, Drawing } from '../../src/catalogue/chart.ts';
import { chartFields, chartQuestions, drawnChart } from '../../src/service/drawn-charts.ts';
import type { Answer, Service } from '../../src/service/service.ts';
import { chartResult } from '../../src/transports/chart.ts';
import { charts } from '../../tools/charts.ts';
import { fdaCalendar } from '../../tools/fda-intelligence/fda-calendar.ts';

const dues: Chart = {
  ...{ kind: 'dues', title: 'what is due{of}', endpoint: fdaCalendar, ticker: 'optional' },
  ...{ arguments: { catdateTo: '{today+7}', stage: 'x' }, pages: 2, most: 3, told: ['poa', 'day'] },
  drawing: { mark: 'events', at: 'day', label: ['drug'], category: 'kind' },
};
const rowOf = (at: number) => ({ day: `day ${at}`, drug: `drug ${at}`, other: 'x' });
const answerOf = (rows: readonly object[], total = rows.length, more: object = {}) =>
  ({
    ...{ endpoint: fdaCalendar, records: rows.map((row) => JSON.stringify(row)) },
    ...{ pagination: { total }, source: { from: 'here', asOf: '2026-03-10' } },
    ...more,
  }) as unknown as Answer;
const told = (at: number) => ({ day: `day ${at}`, drug: `drug ${at}`, kind: null, poa: null });

describe('the fields of a chart', () => {
  it.each<[Drawing, readonly string[]]>([
    [{ mark: 'events', at: 'a', label: ['b', 'c'], category: 'd' }, ['a', 'b', 'c', 'd']],
    [{ mark: 'bars', value: 'a', label: ['b', 'c'], unit: '%' }, ['b', 'c', 'a']],
    [
      {
        ...{ mark: 'spans', until: 'a', event: 'b', label: ['c'] },
        words: { until: 'u', event: 'e' },
      },
      ['c', 'a', 'b'],
    ],
    [
      { mark: 'intervals', value: 'a', low: 'b', high: 'c', label: ['d'], unit: '$' },
      ['d', 'a', 'b', 'c'],
    ],
    [{ mark: 'lines', at: 'a', value: 'b', series: 'c', unit: '' }, ['c', 'a', 'b']],
  ])('%j are %j, and those that are told besides, each once', (drawing, fields) => {
    expect(chartFields({ ...dues, drawing, told: [] })).toEqual(fields);
    expect(chartFields({ ...dues, drawing, told: ['z', fields[0]!] })).toEqual([...fields, 'z']);
  });
});

describe('what a chart asks', () => {
  it('is a page a question, of a company or of all', () => {
    const of = { catdateTo: '2026-03-17', stage: 'x' };
    expect(chartQuestions(dues, undefined, '2026-03-10')).toEqual([
      { endpoint: fdaCalendar, arguments: { ...of, page: '1' } },
      { endpoint: fdaCalendar, arguments: { ...of, page: '2' } },
    ]);
    expect(chartQuestions({ ...dues, pages: 1 }, 'ABCQZ', '2026-03-10')).toEqual([
      { endpoint: fdaCalendar, arguments: { ticker: 'ABCQZ', page: '1' } },
    ]);
    const { page: _, ...parameters } = fdaCalendar.parameters;
    const endpoint = { ...fdaCalendar, parameters };
    expect(chartQuestions({ ...dues, endpoint, pages: 1 }, 'ABCQZ', '2026-03-10')).toEqual([
      { endpoint, arguments: { ticker: 'ABCQZ' } },
    ]);
  });
});

describe('a drawn chart', () => {
  it('holds the first records of its pages, of each what is told', () => {
    const pages = [answerOf([rowOf(1), rowOf(2)], 9), answerOf([rowOf(3), rowOf(4)], 9)];
    expect(drawnChart(dues, undefined, pages)).toEqual({
      ...{ kind: 'dues', title: 'what is due', source: 'here', as_of: '2026-03-10' },
      ...{ shown: 3, total: 9, Note: undefined, records: [told(1), told(2), told(3)] },
    });
    expect(drawnChart(dues, 'ABCQZ', [answerOf([])])).toEqual({
      ...{ kind: 'dues', title: 'what is due of ABCQZ', source: 'here', as_of: '2026-03-10' },
      ...{ shown: 0, total: 0, Note: undefined, records: [] },
    });
    expect(drawnChart(dues, undefined, [])).toMatchObject({ source: '', total: 0, records: [] });
  });

  it('in reverse begins with the last, and says how many come before', () => {
    const reversed = { ...dues, reversed: true } as const;
    const rows = [rowOf(1), rowOf(2), rowOf(3), rowOf(4)];
    const drawn = drawnChart(reversed, undefined, [answerOf(rows, 6)]);
    expect(drawn.records).toEqual([told(4), told(3), told(2)]);
    expect(drawn.notices).toEqual(['The 2 soonest are not shown: call fda_calendar.']);
    expect(drawnChart(reversed, undefined, [answerOf(rows, 4)])).not.toHaveProperty('notices');
    expect(drawnChart(dues, undefined, [answerOf(rows, 6)])).not.toHaveProperty('notices');
  });

  it('says what its answers say, once, and the Note', () => {
    const endpoint = { ...fdaCalendar, notice: 'Dates are estimates.' };
    const more = { notices: ['Old.', endpoint.notice], endpoint };
    const pages = [
      answerOf([rowOf(1)], 1, { notices: ['Late.', 'Old.'], Note: 'Demo data.' }),
      answerOf([], 1, more),
    ];
    const { notices, Note } = drawnChart(dues, undefined, pages);
    expect([notices, Note]).toEqual([['Late.', 'Old.'], 'Demo data.']);
  });
});

describe('the tool', () => {
  const calendar = charts.find(({ endpoint }) => endpoint === fdaCalendar)!;
  const of = (ticker: Chart['ticker']) => charts.find((chart) => chart.ticker === ticker)!;

  function ask(args: object, answer: Answer | ServiceError = answerOf([]), toolsets = '') {
    const asked: unknown[] = [];
    const service = {
      today: () => '2026-03-10',
      async answerAll(_: unknown, questions: readonly object[]) {
        asked.push(...questions);
        return { answers: questions.map(() => answer) };
      },
    } as unknown as Service;
    const result = chartResult({ ...args }, 'owner', service, toolsetsIn(toolsets) ?? []);
    return { asked, result: result.then((text) => JSON.parse(text)) };
  }

  it('tells a chart in rows and as objects', async () => {
    const rows = [{ ticker: 'ABCQZ', drugname: 'a\tb' }];
    const more = { Note: 'Demo data.', notices: ['Late.'] };
    const { result, asked } = ask({ kind: calendar.kind }, answerOf(rows, 1, more));
    const { content, structuredContent } = await result;
    const fields = chartFields(calendar);
    expect(asked).toEqual(chartQuestions(calendar, undefined, '2026-03-10'));
    expect(Object.keys(structuredContent.records[0])).toEqual(fields);
    const [head, note, notice, blank, names, line] = content[0].text.split('\n');
    expect(head).toBe(
      `chart ${calendar.kind}: ${structuredContent.title}: ${structuredContent.shown} of 1. Source: here, as of 2026-03-10.`,
    );
    expect([note, notice, blank, names]).toEqual([
      ...['Note: Demo data.', 'Late.', '', fields.join('\t')],
    ]);
    expect(line.split('\t')[fields.indexOf('drugname')]).toBe('a\\tb');
    expect(content).toEqual([{ type: 'text', text: expect.any(String) }]);
  });

  it('of nothing is one line', async () => {
    const none = answerOf([], 0, { source: { from: 'here', asOf: undefined } });
    const { content } = await ask({ kind: calendar.kind, ticker: '' }, none).result;
    expect(content[0].text).toMatch(/^chart \w+: .*: 0 of 0\. Source: here\.$/);
  });

  it('is of the company that is asked for', async () => {
    const required = of('required');
    const { asked, result } = ask({ kind: required.kind, ticker: ' abcqz ' });
    await result;
    expect(asked).toEqual(chartQuestions(required, 'ABCQZ', '2026-03-10'));
  });

  it.each([
    [{}, 400, /^Missing kind: one of \w+, /],
    [{ kind: '' }, 400, /^Missing kind/],
    [{ kind: null }, 400, /^Missing kind/],
    [{ kind: 'pie' }, 400, /^Invalid kind: one of \w+, /],
    [{ kind: of('required').kind }, 400, /^Missing ticker$/],
    [{ kind: of('required').kind, ticker: null }, 400, /^Missing ticker$/],
    [
      { kind: of('none').kind, ticker: 'X' },
      400,
      /^Invalid ticker: absent, because \w+ is of no one/,
    ],
    [{ kind: of('required').kind, ticker: 'a b c' }, 400, /^Invalid ticker: /],
    [{ kind: of('none').kind, days: 1 }, 400, /^Unknown argument "days"/],
  ])('refuses %j', async (args, status, message) => {
    const { asked, result } = ask(args);
    await expect(result).rejects.toMatchObject({ status, message: expect.stringMatching(message) });
    expect(asked).toEqual([]);
  });

  it('is refused as its answers are, and outside of the toolsets that are asked for', async () => {
    const refusal = new ServiceError(403, 'No');
    await expect(ask({ kind: calendar.kind }, refusal).result).rejects.toBe(refusal);
    const outside = ask({ kind: calendar.kind }, undefined, 'cash');
    await expect(outside.result).rejects.toMatchObject({ status: 404 });
    expect(outside.asked).toEqual([]);
    await expect(ask({ kind: calendar.kind }, undefined, 'fda').result).resolves.toHaveProperty(
      'content',
    );
  });
});
