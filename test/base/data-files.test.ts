import { expect, it } from 'vitest';
import { defaultDataDir, filesOf, storeFile } from '../../src/base/data-files.ts';

it('the default data folder is specific to this program, with one file per kind of data', () => {
  // Where a platform has a folder for data within the program's, that comes last.
  expect(defaultDataDir()).toMatch(/[/\\]biotech-catalyst-mcp([/\\]Data)?$/);
  const files = Object.values(filesOf('/data'));
  expect(files).toEqual([
    ...['/data/store.sqlite', '/data/demo.sqlite', '/data/accounts.sqlite'],
    ...['/data/grants.sqlite', '/data/limits.sqlite'],
  ]);
  expect([storeFile('/data', 'real'), storeFile('/data', 'demo')]).toEqual(files.slice(0, 2));
});
