import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordPage } from '../../src/catalogue/query.ts';
import type { Backend } from '../../src/service/backend.ts';
import {
  asked,
  createScope,
  createTestClock,
  endpointNamed,
  openFixtureStore,
  openUpstream,
  startInstance,
} from '../support/upstream.ts';

/** Sends the same requests to every backend on the same records and expects the same answers. */
const scope = createScope();
const time = createTestClock();
const sources: Record<string, Backend> = {};

beforeAll(async () => {
  sources.store = await openFixtureStore(scope);
  const { port, keys } = await startInstance(scope, sources.store, time);
  const baseUrl = `http://127.0.0.1:${port}`;
  sources.upstream = await openUpstream(scope, { baseUrl, key: keys.elite, time });
});
afterAll(() => scope.close());

function _values(page: RecordPage, field: string): unknown[] {
  return page.records.map((record) => JSON.parse(record)[field]);
}

describe.each(['store', 'upstream'])('the source %s', (kind) => {
  const _ask = (name: string, raw: Record<string, unknown> = {}) =>
    asked(sources[kind]!, name, raw);

  it('says what it is, and serves the nine stated endpoints', () => {
    const source = sources[kind]!;
    expect(source.kind).toBe(kind);
    expect(source.demo).toBe(false);
    expect(source.serves(endpointNamed('pdufa_historical'))).toBe(true);
  });
});

it('gives the same bytes from both sources', async () => {
  const questions: readonly (readonly [string, Record<string, unknown>])[] = [
    ['pdufa_historical', {}],
    ['pdufa_upcoming', {}],
    ['fda_calendar', {}],
    ['fda_calendar_historical', {}],
    ['fda_calendar', { ticker: 'BBB' }],
    ['fda_calendar', { catdateFrom: '2027' }],
    ['fda_calendar', { catdateFrom: '2026-12-01', catdateTo: '2027-01' }],
    ['fda_calendar', { as_of: '2026-08-31' }],
    ['pdufa_upcoming', { page: 7 }],
    ['catalyst_sync', { page: 2, condition: 'a' }],
    ['catalyst_sync', { page: 'two', ticker: 'aaa' }],
    ['catalyst_sync', { condition: '^ASTH', ticker: 'AAA' }],
    ['fda_approvals', { ticker: 'aaa', year: '2024' }],
    ['clinical_trial_results', {}],
    ['fda_designations', {}],
    ['fda_approvals', { drug: 'mab|cept' }],
    ['fda_adverse_events', {}],
  ];
  for (const [name, raw] of questions) {
    const [fromStore, fromUpstream] = await Promise.all([
      asked(sources.store!, name, raw),
      asked(sources.upstream!, name, raw),
    ]);
    expect(fromUpstream.records).toEqual(fromStore.records);
    expect(fromUpstream.total).toBe(fromStore.total);
  }
});

it('an answer of the upstream is a version of its own, of the day on which it came', async () => {
  const { port, keys } = await startInstance(scope, sources.store!, time);
  const baseUrl = `http://127.0.0.1:${port}`;
  const upstream = await openUpstream(scope, { baseUrl, key: keys.elite, time });
  const first = await asked(upstream, 'fda_calendar');
  const second = await asked(upstream, 'catalyst_sync');
  const pages = [first, second].map(({ origin }) => [origin?.version, origin?.asOf]);
  expect(pages).toEqual([
    ['upstream/1', '2026-11-21'],
    ['upstream/2', '2026-11-21'],
  ]);
  // A repeated request is answered from the cache.
  expect(await asked(upstream, 'fda_calendar')).toMatchObject({
    origin: { version: 'upstream/1' },
  });
});
