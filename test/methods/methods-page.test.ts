import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { methodsPage, methodsPath } from '../docs/methods-page.ts';

it('docs/methods.md says what the methods say (npm run docs)', () => {
  expect(readFileSync(methodsPath, 'utf8')).toBe(methodsPage());
});
