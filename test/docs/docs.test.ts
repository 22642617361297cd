import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withGeneratedParts } from './generated.ts';

describe('README', () => {
  it('has its generated parts as the code has them (npm run docs)', async () => {
    const readme = readFileSync('README.md', 'utf8');
    expect(readme).toBe(await withGeneratedParts(readme));
  });
});
