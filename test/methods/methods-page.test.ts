import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { methodsPage, methodsPath } from '../docs/methods-page.ts';

it('docs/methods.md is up to date (npm run docs)', () => {
  expect(readFileSync(methodsPath, 'utf8')).toBe(methodsPage());
});
