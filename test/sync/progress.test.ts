import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { lineDisplay } from '../../src/sync/progress.ts';

it('a line at most every ten seconds says how far a run is, counting what failed as over', () => {
  const stream = new PassThrough();
  let now = 50_000;
  const display = lineDisplay(stream, () => now);
  const show = (facts: number, waits?: string) =>
    display.show({
      sources: new Map([
        ['sec-tickers', { queued: 0, done: 1, failed: 0 }],
        ['clinicaltrials', { queued: 2, done: 0, failed: 1 }],
      ]),
      requests: 2,
      facts,
      waits,
    });
  show(1_200);
  now += 9_999;
  show(1_300);
  now += 1;
  show(1_400, 'waits for api.fda.gov');
  expect(stream.read()?.toString()).toBe(
    'sync: 50 % of 4 requests, 1,200 facts\nsync: 50 % of 4 requests, 1,400 facts, waits for api.fda.gov\n',
  );
});

it('a run that knows of no request yet is at its beginning', () => {
  const stream = new PassThrough();
  lineDisplay(stream, () => 0).show({
    sources: new Map(),
    requests: 0,
    facts: 0,
    waits: undefined,
  });
  expect(stream.read()?.toString()).toBe('sync: 0 % of 0 requests, 0 facts\n');
});
