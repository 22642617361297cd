import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { barDisplay, lineDisplay } from '../../../src/ingest/sync/progress.ts';

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
  // What it begins to wait for is said at once, and once.
  now += 1;
  show(1_500, 'waits for sec.gov');
  show(1_600, 'waits for sec.gov');
  show(1_700);
  expect(stream.read()?.toString().split('\n')).toEqual([
    'sync: 2 of 4 known requests, 1,200 facts',
    'sync: 2 of 4 known requests, 1,400 facts, waits for api.fda.gov',
    'sync: 2 of 4 known requests, 1,500 facts, waits for sec.gov',
    '',
  ]);
});

it('a run that knows of no request yet is at its beginning', () => {
  const stream = new PassThrough();
  lineDisplay(stream, () => 0).show({
    sources: new Map(),
    requests: 0,
    facts: 0,
    waits: undefined,
  });
  expect(stream.read()?.toString()).toBe('sync: 0 of 0 known requests, 0 facts\n');
});

it('on a terminal each source has a bar, counting what failed as over', async () => {
  const stream = Object.assign(new PassThrough(), { isTTY: true, columns: 120 });
  const display = await barDisplay(stream);
  const show = (queued: number, done: number, failed: number, waits?: string) =>
    display.show({
      sources: new Map([['clinicaltrials', { queued, done, failed }]]),
      requests: done,
      facts: 0,
      waits,
    });
  show(4, 2, 1);
  show(3, 3, 2, 'waiting for sec.gov');
  show(3, 3, 2, 'waiting for sec.gov');
  let said = '';
  // Bars are drawn by a clock of their own.
  const drawn = () => {
    said += stream.read()?.toString() ?? '';
    return said;
  };
  await expect.poll(drawn).toContain('waiting for sec.gov');
  display.close();
  said += stream.read()?.toString() ?? '';
  // The last state stays: five of eight are over.
  expect(said).toMatch(/clinicaltrials {7}\S+ 5\/8 /);
  expect(said).not.toMatch(/ [34]\/[78] /);
  expect(said.match(/sync: waiting for sec\.gov/g)).toHaveLength(1);
});
