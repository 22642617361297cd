import { syncBuiltinESMExports } from 'node:module';
import v8 from 'node:v8';
import { expect, it, onTestFinished, vi } from 'vitest';
import { COLLECTED_SOON, growSlowly } from '../../src/commands/heap.ts';

it('a refresh is started with a heap that stays small', () => {
  expect(COLLECTED_SOON).toEqual([
    ...['--heap-growing-percent=12', '--initial-old-space-size=112'],
    ...['--min-semi-space-size=8', '--max-semi-space-size=8'],
  ]);
});

it('an import lets its own heap grow by less than a third before it is collected', () => {
  const set = vi.spyOn(v8, 'setFlagsFromString').mockImplementation(() => {});
  syncBuiltinESMExports();
  onTestFinished(() => {
    set.mockRestore();
    syncBuiltinESMExports();
  });
  growSlowly();
  expect(set.mock.calls).toEqual([['--heap-growing-percent=30']]);
});
