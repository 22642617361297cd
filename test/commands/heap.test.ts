import { syncBuiltinESMExports } from 'node:module';
import v8 from 'node:v8';
import { expect, it, onTestFinished, vi } from 'vitest';
import { growSlowly } from '../../src/commands/heap.ts';

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
