import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { collectionsPage } from './collections.ts';
import { withGeneratedParts } from './generated.ts';
import { methodsPage, methodsPath } from './methods-page.ts';

describe('README', () => {
  it('has its generated parts as the code has them (npm run docs)', async () => {
    const readme = readFileSync('README.md', 'utf8');
    expect(readme).toBe(await withGeneratedParts(readme));
  });
});

describe('docs/collections.md', () => {
  it('has the columns of the schemas (npm run docs)', () => {
    expect(readFileSync('docs/collections.md', 'utf8')).toBe(collectionsPage());
  });

  it('says type, need and part of what is known by heart', () => {
    const page = collectionsPage();
    expect(page).toContain('| `close` | number | yes |  |');
    expect(page).toContain('| `date` | date | yes | key |');
    expect(page).toContain('| `aliases` | list |  |  |');
    expect(page).toContain('| `is_director` | yes or no |  |  |');
    expect(page).toContain('| `_id` | text |  | names the record alone |');
    expect(page).toContain('| `updatedAt` | text |  | version: the larger is the newer |');
    expect(page).toContain('| `positions` | records | yes |  |');
  });
});

it('docs/methods.md says what the methods say (npm run docs)', () => {
  expect(readFileSync(methodsPath, 'utf8')).toBe(methodsPage());
});
