import { afterEach, expect, it, vi } from 'vitest';
import { connectionsByDescriptors } from '../../src/commands/descriptors.ts';

afterEach(() => vi.restoreAllMocks());

it.each([
  [{ open_files: { soft: 1_024, hard: 4_096 } }, 960],
  [{ open_files: { soft: 81 } }, 17],
  [{ open_files: { soft: 80 } }, 16],
  [{ open_files: { soft: 70 } }, 16],
  [{ open_files: { soft: 'unlimited' } }, undefined],
  [{ core_file_size_blocks: { soft: 0 } }, undefined],
  [undefined, undefined],
])('of descriptors %j leave %s for connections', (userLimits, connections) => {
  const seen: unknown[] = [];
  vi.spyOn(process.report, 'getReport').mockImplementation(() => {
    seen.push((process.report as { excludeNetwork?: boolean }).excludeNetwork);
    return { userLimits };
  });
  expect(connectionsByDescriptors()).toBe(connections);
  // The diagnostic report would otherwise resolve host names by DNS.
  expect(seen).toEqual([true]);
});
