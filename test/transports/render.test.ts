import { describe, expect, it } from 'vitest';
import { descending } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import type { Answer } from '../../src/service/service.ts';
import { answerBytes, render, type View } from '../../src/transports/render.ts';
import { createResults } from '../../src/transports/tool-results.ts';
import { endpointOf } from '../support/endpoint-of.ts';
import fc from '../support/properties.ts';

type Row = Readonly<Record<string, unknown>>;

const things = endpointOf('things', {
  parameters: {},
  record: {
    id: field.quantity,
    name: field.text,
    words: field.texts,
    story: field.prose,
    parts: field.object,
    odd: field.any,
  },
  sort: [descending('id')],
});

const concise: View = { fields: undefined, detail: 'concise', structured: true };
const full: View = { ...concise, detail: 'full' };

/** Builds an answer of one page. */
function answerOf(rows: readonly Row[], more: Partial<Answer> = {}, skip = 0): Answer {
  return {
    rest: 0,
    endpoint: things,
    caller: { name: 'owner', plan: 'elite-plus', demo: false, state: 'active' },
    records: rows.slice(skip).map((row) => JSON.stringify(row)),
    total: rows.length,
    pagination: { page: 1, pageSize: 50, total: rows.length },
    source: { version: '1', from: 'local store', asOf: '2026-03-10' },
    query: {
      arguments: {},
      conditions: [],
      order: undefined,
      page: 1,
      skip,
      today: '2026-03-10',
    },
    ...more,
  };
}

function rendered(rows: readonly Row[], view: View = full, more: Partial<Answer> = {}, skip = 0) {
  const { text: said, structured = '' } = render(answerOf(rows, more, skip), view);
  return { said, structured, envelope: JSON.parse(structured) };
}

const bytes = (value: string) => Buffer.byteLength(value);

describe('the text', () => {
  it('is a header and a line a record, without columns that say nothing', () => {
    const rows = [
      { id: 2, name: 'two', words: ['a', 'b'], parts: { x: 1 }, odd: null },
      { id: 1, name: '', words: [], parts: null, odd: '' },
    ];
    expect(rendered(rows).said).toBe(
      [
        'things: records 1–2 of 2, page 1 of 1, sorted by id descending. Source: local store, as of 2026-03-10.',
        '',
        'id\tname\twords\tparts',
        '2\ttwo\ta; b\t{"x":1}',
        '1\t\t\t',
      ].join('\n'),
    );
  });

  it('leaves out records without values, and counts them', () => {
    const record = { ticker: field.text, months_left: field.months, flags: field.texts };
    const runways = { ...things, name: 'runways', record, fields: record };
    const rows = [
      { ticker: 'AQZ', months_left: 1038.2, flags: [] },
      { ticker: 'BQZ', months_left: null, flags: ['no_filing'] },
      { ticker: 'CQZ', months_left: 120, flags: [] },
    ];
    const { said, envelope } = rendered(rows, full, { endpoint: runways });
    expect(said.split('\n').slice(1)).toEqual([
      'Records not shown because they have no values: 1 (BQZ).',
      '',
      'ticker\tmonths_left',
      'AQZ\t>10 years',
      'CQZ\t120',
    ]);
    expect(envelope.result).toEqual(rows);
    // If an answer has only one record, the record is shown even without values, because its flags
    // state the reason.
    expect(rendered(rows.slice(1, 2), full, { endpoint: runways }).said).toContain('no_filing');
  });

  it('counts records that lack the fields of the tool, unless fields are requested', () => {
    const record = { ticker: field.text, amount: field.money, form: field.text };
    const sparse = { unless: ['amount'], lack: 'state no amount' };
    const endpoint = { ...things, name: 'sums', record, fields: record, sparse };
    const rows = [
      { ticker: 'AQZ', amount: 0, form: 'S-3' },
      { ticker: 'AQZ', amount: null, form: 'S-1' },
      { ticker: 'AQZ', amount: null, form: 'F-1' },
    ];
    const { said } = rendered(rows, concise, { endpoint });
    expect(said).toContain('Records not shown because they state no amount: 2 (AQZ).');
    expect(said.endsWith('AQZ\t0\tS-3')).toBe(true);
    expect(rendered(rows, full, { endpoint }).said).toContain('F-1');
  });

  it('shows what became known later in few records as text', () => {
    const endpoint = { ...things, fields: { id: field.integer, known: field.known } };
    const known = [
      { field: 'decision', value: 'Approved', url: null, sentence: 'FDA approves Zelvora.' },
      { field: 'goal_date', value: '2027-01-05', url: null, sentence: null },
    ];
    expect(rendered([{ id: 1, known }], concise, { endpoint }).said).toContain(
      '1\tdecision Approved: FDA approves Zelvora.',
    );
    expect(rendered([{ id: 1, known }], full, { endpoint }).said).toContain('"goal_date"');
  });

  it('shows the prose of few records if it is short', () => {
    const shown = (count: number, length: number) =>
      rendered(
        Array.from({ length: count }, (_, id) => ({ id, story: 'x'.repeat(length) })),
        concise,
      ).envelope.result.every((row: object) => 'story' in row);
    expect([shown(1, 900), shown(2, 450), shown(5, 180), shown(5, 0)]).toEqual(Array(4).fill(true));
    expect([shown(1, 901), shown(2, 451), shown(6, 1)]).toEqual(Array(3).fill(false));
  });

  it('says what concise leaves out, the Note, and that an answer is old', () => {
    const { said, envelope } = rendered([{ id: 1, story: 'x'.repeat(901) }], concise, {
      Note: 'A note.',
      staleAsOf: '2026-03-01T00:00:00Z',
    });
    expect(said.split('\n').slice(1)).toEqual([
      'Note: A note.',
      'Omitted columns (request with fields=NAME): story.',
      'The source does not respond. These records were fetched at 2026-03-01T00:00:00Z.',
      '',
      'id',
      '1',
    ]);
    expect(envelope.result).toEqual([{ id: 1 }]);
    expect(envelope.stale_as_of).toBe('2026-03-01T00:00:00Z');
  });

  it('keeps each record on its line and each value in its column', () => {
    const name = 'a\tb\nc\r\u0000d\u2028e\u0085f';
    const { said, envelope } = rendered([{ id: 1, name, words: ['x\ty', 'z\n'], odd: [1, 'q\n'] }]);
    const [, table] = said.split('\n\n');
    // JSON already escapes a line break. Text is escaped here.
    expect(table).toBe('id\tname\twords\todd\n1\ta\\tb\\nc  d e f\tx\\ty; z\\n\t[1,"q\\n"]');
    expect(envelope.result[0].name).toBe(name);
  });

  it('counts over pages, and names the next one', () => {
    const rows = Array.from({ length: 50 }, (_, at) => ({ id: at }));
    const { said } = rendered(rows, full, { pagination: { page: 2, pageSize: 50, total: 120 } });
    expect(said).toMatch(/^things: records 51–100 of 120, page 2 of 3, /);
    expect(said).toContain('\n20 more records: call again with page=3.\n');
  });

  it('says that there are none, and why', () => {
    const { text: said } = render(answerOf([], { notices: ['Nothing matches.'] }), full);
    expect(said).toMatch(/^things: no records of 0, page 1 of 1, .*\nNothing matches\.$/);
    const beyond = rendered([{ id: 1 }], full, {}, 7);
    expect(beyond.said).toMatch(/^things: no records of 1, /);
    expect(beyond.envelope.result).toEqual([]);
  });
});

describe('the records as objects', () => {
  it('are reported only on request, and then with every fact of the header', () => {
    const rows = Array.from({ length: 3 }, (_, at) => ({ id: at, name: 'x' }));
    const page = { pagination: { page: 2, pageSize: 50, total: 53 } };
    const { said, envelope } = rendered(rows, full, page);
    expect(said).toMatch(
      /^things: records 51–53 of 53, page 2 of 2, sorted by id descending\. Source: local store, as of 2026-03-10\./,
    );
    expect(envelope).toEqual({
      result: rows,
      ...page,
      source: 'local store',
      as_of: '2026-03-10',
      sorted_by: 'id descending',
      first: 51,
      last: 53,
    });
    const alone = render(answerOf(rows, page), { ...full, structured: false });
    expect(alone).toEqual({ text: said, structured: undefined });
  });

  it('take nothing from the text where they are not told', () => {
    const rows = Array.from({ length: 40 }, (_, at) => ({ id: at, words: ['"'.repeat(600)] }));
    const shown = (structured: boolean) =>
      render(answerOf(rows), { ...full, structured }).text.split('\n').length;
    expect(shown(false)).toBeGreaterThan(shown(true));
    expect(bytes(render(answerOf(rows), { ...full, structured: false }).text)).toBeLessThanOrEqual(
      answerBytes,
    );
  });
});

describe('the budget', () => {
  it('ends before a record that does not fit, and skip continues with it', () => {
    const rows = [
      { id: 3, name: 'x'.repeat(20_000) },
      { id: 2, name: 'y'.repeat(20_000) },
      { id: 1, name: 'z' },
    ];
    const first = rendered(rows);
    expect(first.envelope.result).toEqual(rows.slice(0, 1));
    expect(first.said).toContain('2 more records in this answer: call again with skip=1.');
    expect(first.envelope.notices).toEqual([
      '2 more records in this answer: call again with skip=1.',
    ]);
    expect(rendered(rows, full, {}, 1).envelope.result).toEqual(rows.slice(1));
  });

  it.each([
    ['plain', 'x'],
    ['two bytes', 'é'],
    ['three bytes', '漢'],
    ['outside the first plane', '𝄞'],
    ['six bytes in JSON', '\u0001'],
    ['quotes', '"'],
  ])('truncates a single record that is too long (%s), and states it', (_, character) => {
    const long = character.repeat(100_000);
    const row = { id: 7, name: long, words: [long, long], story: long, parts: { long }, odd: 'k' };
    const { said, structured, envelope } = rendered([row, { id: 6 }]);
    expect(bytes(said)).toBeLessThanOrEqual(answerBytes);
    expect(bytes(structured)).toBeLessThanOrEqual(answerBytes);
    const [record] = envelope.result;
    expect(envelope.result).toHaveLength(1);
    expect(record).toMatchObject({ id: 7, odd: 'k' });
    for (const field of ['name', 'words', 'story', 'parts']) expect(record[field]).toMatch(/.…$/su);
    expect(said).toContain(
      'Shortened because the record is too long: name, words, story, parts. REST returns the full record.',
    );
    expect(said).toContain('1 more records in this answer: call again with skip=1.');
  });

  it('holds for any records, and loses none of them', () => {
    const value = fc.string({ unit: 'grapheme', maxLength: 1_500 });
    const row = fc.record(
      {
        id: fc.integer(),
        name: value,
        words: fc.array(value, { maxLength: 3 }),
        odd: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 60 }), (given) => {
        const rows = given.map((one) => JSON.parse(JSON.stringify(one)) as Row);
        const walked: Row[] = [];
        while (walked.length < rows.length) {
          const { said, structured, envelope } = rendered(rows, full, {}, walked.length);
          expect(bytes(said)).toBeLessThanOrEqual(answerBytes);
          expect(bytes(structured)).toBeLessThanOrEqual(answerBytes);
          expect(envelope.result.length).toBeGreaterThan(0);
          walked.push(...envelope.result);
        }
        expect(walked).toEqual(rows);
      }),
      { numRuns: 40 },
    );
  });
});

it("an endpoint's own notice stands where its field is shown, in both channels", () => {
  const noticed = { ...things, notice: 'name is a nickname.' };
  const shown = (fields: readonly string[]) =>
    render(answerOf([{ id: 1, name: 'Acme' }], { endpoint: noticed, notices: [noticed.notice] }), {
      ...concise,
      fields,
    });
  for (const [fields, stands] of [
    [['id', 'name'], true],
    [['id'], false],
  ] as const) {
    const { text: told, structured } = shown(fields);
    expect(told.includes(noticed.notice)).toBe(stands);
    expect(structured?.includes(noticed.notice)).toBe(stands);
  }
});

it('a kept result is returned only for the same answer in the same view', () => {
  const resultOf = createResults();
  const kept = answerOf([{ id: 1 }], { isKept: true, beside: ['{"name":"one"}'] });
  const shown = (more: Partial<Answer> = {}, how: Partial<View> = {}) =>
    resultOf({ ...kept, ...more }, { ...concise, structured: false, ...how });
  const first = shown();
  expect(first).toContain('one');
  expect([shown(), shown()]).toEqual([first, first]);
  // Accounts of different plans get different additional fields for the same records.
  const closed = shown({ beside: ['{"name":"see another tool"}'] });
  expect(closed).not.toContain('one');
  expect(shown()).toBe(first);
  expect(shown({ notices: ['A statement waits.'] })).toContain('A statement waits.');
  expect(shown({ Note: 'Demo data.' })).toContain('Note: Demo data.');
  expect(shown({}, { fields: ['id'] })).not.toContain('one');
  expect(shown({}, { structured: true })).toContain('structuredContent');
  expect(shown({ pagination: { page: 1, pageSize: 50, total: 60 }, total: 60 })).toContain('of 60');
  expect(shown()).toBe(first);
});
