import { expect, it } from 'vitest';
import { descending, endpoint } from '../../src/catalogue/endpoint.ts';
import { quantity, text } from '../../src/catalogue/fields.ts';
import type { Answer } from '../../src/service/service.ts';
import type { View } from '../../src/transports/render.ts';
import { createResults } from '../../src/transports/tool-results.ts';

const things = endpoint({
  name: 'things',
  path: '/things',
  group: 'FDA Intelligence',
  plan: 'basic',
  title: 'Things',
  noun: 'things',
  description: 'Things.',
  parameters: {},
  record: { id: quantity, name: text },
  collection: 'things',
  sort: [descending('id')],
  paging: 'pages',
  origin: 'extension',
});
const view: View = { fields: undefined, detail: 'concise', structured: false };
const records = ['{"id":1}'];
const answer: Answer = {
  rest: 0,
  isKept: true,
  endpoint: things,
  records,
  beside: ['{"name":"one"}'],
  total: 1,
  caller: { name: 'owner', plan: 'elite-plus', demo: false, state: 'active' },
  pagination: { page: 1, pageSize: 50, total: 1 },
  source: { version: '1', from: 'local store', asOf: '2026-03-10' },
  query: { arguments: {}, conditions: [], order: undefined, page: 1, today: '2026-03-10' },
};

it('a kept result is returned only for the same answer in the same view', () => {
  const resultOf = createResults();
  const shown = (more: Partial<Answer> = {}, how: Partial<View> = {}) =>
    resultOf({ ...answer, ...more }, { ...view, ...how });
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
