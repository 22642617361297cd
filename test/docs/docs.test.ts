import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { collectionsPage } from './collections.ts';
import { question } from './example.ts';
import { pagesWithParts, withGeneratedParts } from './generated.ts';
import { picture, picturePath } from './picture.ts';

describe('a page with generated parts', () => {
  it.each(Object.keys(pagesWithParts))(
    '%s has them as the code has them (npm run docs)',
    async (page) => {
      const text = readFileSync(page, 'utf8');
      expect(text).toBe(await withGeneratedParts(page, text));
      const marked = [...text.matchAll(/^<!-- (\w+): generated -->$/gm)].map(([, name]) => name);
      expect(marked).toEqual(pagesWithParts[page]);
    },
  );
});

describe('a link between pages', () => {
  const pages = [
    'README.md',
    'CONTRIBUTING.md',
    ...readdirSync('docs').map((name) => `docs/${name}`),
  ];

  it.each(pages)('of %s leads to a file and, where it names one, a heading', (page) => {
    const text = readFileSync(page, 'utf8');
    for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target)) continue;
      const [file = '', heading] = target.split('#');
      const path = file === '' ? page : join(dirname(page), file);
      expect([target, existsSync(path)]).toEqual([target, true]);
      if (heading === undefined) continue;
      const headings = [...readFileSync(path, 'utf8').matchAll(/^#+ (.*)$/gm)].map(
        ([, words = '']) =>
          words
            .toLowerCase()
            .replace(/[^\w\s-]/g, '')
            .replaceAll(' ', '-'),
      );
      expect(headings).toContain(heading);
    }
  });
});

it('the README is for newcomers: what it is, two commands, one line for real records, soon', () => {
  const [start = ''] = readFileSync('README.md', 'utf8').split('## A question');
  expect(start.split('\n').length).toBeLessThan(30);
  expect(start).toContain('npm install && npm start');
  expect(start).toContain('npm start -- --sync');
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
    expect(page).toContain('| `_id` | text |  | identifies the record |');
    expect(page).toContain('| `updatedAt` | text |  | version: the larger value is newer |');
    expect(page).toContain('| `positions` | records | yes |  |');
  });
});

it('the picture of the README is of the answer as it is now (npm run docs), small and by itself', async () => {
  const svg = readFileSync(picturePath, 'utf8');
  expect(svg).toBe(await picture());
  expect(Buffer.byteLength(svg)).toBeLessThan(30_000);
  expect(XMLValidator.validate(svg)).toBe(true);
  expect(svg).not.toMatch(/<script|href|url\(|<image/);
  expect(svg).toContain('prefers-color-scheme:dark');
  const readme = readFileSync('README.md', 'utf8');
  expect(readme).toContain(`](${picturePath})`);
  expect(readme.replaceAll('\n', ' ')).toContain(`*${question}*`);
  // The picture contains the same rows as the text below it in the README.
  const rows: { tspan: { '#text': string | number }[] }[] = new XMLParser({
    ...{ ignoreAttributes: false, parseTagValue: false },
  })
    .parse(svg)
    .svg.text.filter((one: object) => 'tspan' in one);
  const said = rows.map(({ tspan }) =>
    tspan.map((cell) => (typeof cell === 'string' ? cell : (cell['#text'] ?? ''))).join('\t'),
  );
  const [, table = ''] = readme.split('formattedDate descending')[1]?.split('\n\n') ?? [];
  expect(said.length).toBeGreaterThan(5);
  expect(said.join('\n')).toBe(table.replace(/\n```[\s\S]*/, ''));
});
