import { expect, it } from 'vitest';
import { defaultDataDir, filesOf, storeFile } from '../../src/base/data-files.ts';

it('the default data folder is specific to this program, with one file per kind of data', () => {
  // If a platform nests the data folder inside the program's folder, the data folder is the last
  // part of the path.
  expect(defaultDataDir()).toMatch(/[/\\]biotech-catalyst-mcp([/\\]Data)?$/);
  const files = Object.values(filesOf('/data'));
  expect(files).toEqual([
    ...['/data/store.sqlite', '/data/demo.sqlite', '/data/accounts.sqlite'],
    ...['/data/forecasts.sqlite', '/data/grants.sqlite', '/data/limits.sqlite'],
  ]);
  expect([storeFile('/data', 'real'), storeFile('/data', 'demo')]).toEqual(files.slice(0, 2));
});
