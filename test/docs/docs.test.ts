import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transform } from 'esbuild';
import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { collectionsPage } from './collections.ts';
import { question } from './example.ts';
import { pagesWithParts, withGeneratedParts } from './generated.ts';
import { picture, picturePath } from './picture.ts';

it.each(Object.keys(pagesWithParts))(
  '%s has the generated parts as the code has them (npm run docs)',
  async (page) => {
    const text = readFileSync(page, 'utf8');
    expect(text).toBe(await withGeneratedParts(page, text));
    const marked = [...text.matchAll(/^<!-- (\w+): generated -->$/gm)].map(([, name]) => name);
    expect(marked).toEqual(pagesWithParts[page]);
  },
);

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

describe('the README', () => {
  const readme = readFileSync('README.md', 'utf8');

  it('is short, and starts with two code blocks: demo data, then real records', () => {
    expect(readme.split('\n').length).toBeLessThanOrEqual(150);
    const blocks = [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
    expect(blocks).toHaveLength(2);
    // Nothing follows a command that keeps running.
    expect(blocks[0]).toMatch(/^git clone .*\nnpm install && npm start +#.*\n$/);
    expect(blocks[1]).toMatch(/^CATALYST_CONTACT=\S+ npm start -- --sync\n$/);
  });

  it('has links that install this server', () => {
    const [cursor, vsCode] = [...readme.matchAll(/\[install\]\((\S+)\)/g)].map(
      ([, url = '']) => new URL(url).searchParams,
    );
    const server = {
      type: 'http',
      url: 'http://127.0.0.1:8787/mcp',
      headers: { Authorization: 'Bearer demo' },
    };
    for (const link of [cursor, vsCode]) expect(link?.get('name')).toBe('biotech-catalyst');
    expect(JSON.parse(atob(cursor?.get('config') ?? ''))).toEqual(server);
    expect(JSON.parse(vsCode?.get('config') ?? '')).toEqual(server);
  });
});

describe('docs/clients.md', () => {
  const mcp = 'http://127.0.0.1:8787/mcp';
  const program = '/path/to/biotech-catalyst-mcp/dist/main.js';
  const page = readFileSync('docs/clients.md', 'utf8');
  const blocks = (language: string) =>
    [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
      ([, code = '']) => code,
    );

  it('has settings that are JSON and name the server and its key, or the program', () => {
    const settings = blocks('json').map((code) => JSON.parse(code));
    expect(settings.length).toBe(6);
    for (const one of settings) {
      const { 'biotech-catalyst': server } = one.mcpServers ?? one.servers;
      const url = server.url ?? server.httpUrl ?? server.serverUrl;
      if (url === undefined) expect([server.command, server.args]).toEqual(['node', [program]]);
      else expect([url, server.headers]).toEqual([mcp, { Authorization: 'Bearer demo' }]);
    }
    expect(blocks('toml')).toEqual([
      `[mcp_servers.biotech-catalyst]\nurl = "${mcp}"\nhttp_headers = { Authorization = "Bearer demo" }\n`,
    ]);
    expect(blocks('sh').join()).toContain(mcp);
  });

  it('has programs that parse, which the acceptance runs', async () => {
    const programs = blocks('js');
    expect(programs).toHaveLength(3);
    for (const code of programs) await transform(code, { loader: 'js', format: 'esm' });
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
    expect(page).toContain('| `_id` | text |  | identifies the record |');
    expect(page).toContain(
      '| `updatedAt` | text |  | version: a larger value means a newer record |',
    );
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
  expect(readme.replaceAll('\n', ' ').replaceAll('  ', ' ').replaceAll('   ', ' ')).toContain(
    question.slice(0, 60),
  );
});
