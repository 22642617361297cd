import { describe, expect, it } from 'vitest';
import { chainOf } from '../../../src/ingest/sync/chains.ts';
import { HttpFailure, type Send } from '../../../src/ingest/sync/fetch.ts';
import { storedStates } from '../../../src/ingest/sync/start-ledger.ts';
import { DAY, type Fault, fill, HOUR, MINUTE, minute, mostWithin } from './first-contact.ts';
import type { Given, Route } from './origin/origin.ts';
import { start } from './sync-run.ts';
import { useVirtualTime } from './virtual-time.ts';

useVirtualTime();

const SIZE = 6;
const during =
  (from: number, to: number, given: Given): Route =>
  () =>
    minute() >= from && minute() < to ? given : undefined;
const cutOff =
  (from: number, to: number, kind: 'unreachable' | 'silent') =>
  (send: Send): Send =>
  (request) =>
    minute() >= from && minute() < to ? Promise.reject(new HttpFailure(kind)) : send(request);

const denied = { status: 403, body: '<html><title>Access Denied</title></html>' };
const portal = { body: '<!DOCTYPE html><html><title>Welcome</title></html>' };

it.each<[string, Fault]>([
  ['hosts do not answer for half an hour', { send: cutOff(0.1, 30, 'silent') }],
  ['hosts answer 500', { routes: () => ({ '*': during(0.02, 45, { status: 500 }) }) }],
  ['kills', { kills: [5_000, 9_000, 14_000], send: cutOff(0.3, 20, 'unreachable') }],
])(
  'after a disturbance the facts are those of an undisturbed fill, within a day of its end: %s',
  async (_, fault) => {
    const undisturbed = await fill(SIZE);
    expect(undisturbed.missing).toEqual([0]);
    const disturbed = await fill(SIZE, fault);
    expect(disturbed.missing.at(-1)).toBe(0);
    expect(disturbed.days).toBeLessThan(1);
    expect(disturbed.facts).toEqual(undisturbed.facts);
    expect(disturbed.served).toEqual(undisturbed.served);
  },
);

it('a host that refuses sees one probe a minute at most, then one in a quarter of an hour', async () => {
  const { hosts, missing } = await fill(SIZE, {
    routes: () => ({ 'data.sec.gov': during(0, 600, denied) }),
  });
  // What opens the circuit may be under way together.
  expect(mostWithin(hosts, 'data.sec.gov', MINUTE, [0, 0.9])).toBeLessThanOrEqual(4);
  expect(mostWithin(hosts, 'data.sec.gov', MINUTE - 1, [1, 600])).toBe(1);
  expect(mostWithin(hosts, 'data.sec.gov', HOUR - 1, [400, 600])).toBeLessThanOrEqual(4);
  // Each run before the last says that something is missing.
  expect(missing.slice(0, -1).every((count) => count > 0)).toBe(true);
});

it('a document that is another page does not stop its host', async () => {
  const undisturbed = await fill(SIZE);
  const isBad = ({ pathname }: URL) => /300000[13]\/.*\/ex991\.htm$/.test(pathname);
  const { hosts, missing, database } = await fill(SIZE, {
    routes: () => ({
      'www.sec.gov': (_, url) => (minute() < 20 && isBad(url) ? portal : undefined),
    }),
  });
  expect(missing.at(-1)).toBe(0);
  const { strikes } = storedStates(database).read('host www.sec.gov');
  expect(strikes).toBe(0);
  // All others are asked within the first minutes, as in a fill without a fault.
  const lastOf = ({ seen }: typeof hosts) =>
    Math.max(
      ...seen
        .filter(({ path }) => path.endsWith('.htm') && !/300000[13]\//.test(path))
        .map(({ at }) => at - start),
    );
  expect(lastOf(hosts)).toBeLessThan(lastOf(undisturbed.hosts) + MINUTE);
});

describe('a list of which a page is broken for hours', () => {
  const broken =
    (isPage: (url: URL) => boolean): Route =>
    (_, url) =>
      minute() < 200 && isPage(url) ? { status: 500 } : undefined;
  const pages: [string, string, (url: URL) => boolean][] = [
    ['trials, page 1', 'clinicaltrials.gov', (url) => !url.searchParams.has('pageToken')],
    ['trials, page 2', 'clinicaltrials.gov', (url) => url.searchParams.get('pageToken') === '100'],
    ['trials, page 3', 'clinicaltrials.gov', (url) => url.searchParams.get('pageToken') === '200'],
    ['search, page 1', 'efts.sec.gov', (url) => url.searchParams.get('q') === '"PDUFA"'],
    ['search, page 2', 'efts.sec.gov', (url) => url.searchParams.get('from') === '100'],
    ['search, page 3', 'efts.sec.gov', (url) => url.searchParams.get('from') === '200'],
    ['all phrases but one', 'efts.sec.gov', (url) => url.searchParams.get('q') !== '"PDUFA"'],
    ['filings of a day', 'www.sec.gov', (url) => url.pathname.includes('/daily-index/')],
    ['industries, page 2', 'www.sec.gov', (url) => url.searchParams.get('start') === '100'],
    ['notices, page 1', 'www.federalregister.gov', (url) => !url.searchParams.has('page')],
    ['notices, page 2', 'www.federalregister.gov', (url) => url.searchParams.get('page') === '2'],
    ['approvals, page 1', 'api.fda.gov', (url) => url.searchParams.get('limit') === '1000'],
    ['approvals, page 2', 'api.fda.gov', (url) => url.searchParams.has('search_after')],
  ];

  it.each(pages)('%s: nothing is left out in the end', async (_, host, isPage) => {
    const undisturbed = await fill(520);
    const disturbed = await fill(520, { routes: () => ({ [host]: broken(isPage) }) });
    expect(disturbed.missing[0]).toBeGreaterThan(0);
    expect(disturbed.missing.at(-1)).toBe(0);
    expect(disturbed.days * DAY).toBeLessThan(DAY);
    expect(disturbed.facts).toEqual(undisturbed.facts);
    expect(disturbed.served).toEqual(undisturbed.served);
    const cursors = ({ database }: typeof disturbed) => [
      JSON.parse(chainOf(database, 'clinicaltrials', 'all').cursor ?? '{}').newest,
      chainOf(database, 'federal-register', 'notices').cursor,
    ];
    expect(cursors(disturbed)).toEqual(cursors(undisturbed));
  });
});
