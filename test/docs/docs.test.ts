import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withGeneratedParts } from './generated.ts';
import { methodsPage, methodsPath } from './methods-page.ts';

describe('README', () => {
  it('has its generated parts as the code has them (npm run docs)', async () => {
    const readme = readFileSync('README.md', 'utf8');
    expect(readme).toBe(await withGeneratedParts(readme));
  });
});

it('docs/methods.md says what the methods say (npm run docs)', () => {
  expect(readFileSync(methodsPath, 'utf8')).toBe(methodsPage());
});
