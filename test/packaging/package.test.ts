import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { bundle } from '../../packaging/bundle.ts';
import { bundledPackages } from '../../packaging/notices.ts';
import { layOutPackage } from '../../packaging/package.ts';
import { root, temporaryFolder } from '../support/mcp.ts';

let folder: string;
beforeAll(async () => {
  folder = join(temporaryFolder(), 'package');
  await layOutPackage(folder);
});
const textOf = (name: string) => readFileSync(join(folder, name), 'utf8');
const project = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

it('names only the packages that the program loads as it runs', () => {
  const manifest = JSON.parse(textOf('package.json'));
  expect(Object.keys(manifest.dependencies)).toEqual(['@photostructure/sqlite']);
  const { version, bin, engines, type, license } = project;
  expect(manifest).toMatchObject({ version, bin, engines, type, license });
  for (const field of ['scripts', 'devDependencies', 'private']) {
    expect(manifest).not.toHaveProperty(field);
  }
  // The project's own package.json still lists the bundled dependencies, and is marked private
  // against accidental publication.
  expect(Object.keys(project.dependencies).length).toBeGreaterThan(10);
  expect(project.private).toBe(true);
});

it('holds every file that its manifest names, and nothing of the tests', () => {
  const { bin, files } = JSON.parse(textOf('package.json'));
  for (const name of [...files, ...Object.values(bin as object), 'README.md', 'LICENSE']) {
    expect([name, existsSync(join(folder, name))]).toEqual([name, true]);
  }
  expect(readdirSync(folder).sort()).toEqual([
    ...['CONTRIBUTING.md', 'LICENSE', 'README.md', 'THIRD-PARTY-NOTICES', 'dist', 'docs'],
    ...['mcp.json', 'package.json'],
  ]);
});

it('holds whatever its pages lead to', () => {
  const pages = readdirSync(join(folder, 'docs')).filter((name) => name.endsWith('.md'));
  let followed = 0;
  for (const page of ['README.md', ...pages.map((name) => `docs/${name}`)]) {
    for (const [, target = ''] of textOf(page).matchAll(/\]\(([^)#\s]+)(?:#[\w-]*)?\)/g)) {
      // Measured results are in the test folder, which is not published.
      if (/^(?:[a-z]+:|\.\.\/test\/)/.test(target)) continue;
      expect([page, target, existsSync(join(folder, dirname(page), target))]).toEqual([
        ...[page, target, true],
      ]);
      followed += 1;
    }
  }
  expect(followed).toBeGreaterThan(10);
});

it('holds the licence of each package whose code it holds, once', async () => {
  const notices = textOf('THIRD-PARTY-NOTICES');
  const folders = bundledPackages(await bundle());
  expect(folders).toEqual(
    expect.arrayContaining(
      ['zod', 'hono', 'undici', 're2js'].map((name) => `node_modules/${name}`),
    ),
  );
  for (const packageFolder of folders) {
    const about = JSON.parse(readFileSync(join(root, packageFolder, 'package.json'), 'utf8'));
    expect(notices.split(`${about.name} ${about.version} (${about.license})\n`)).toHaveLength(2);
  }
  const zod = readFileSync(join(root, 'node_modules/zod/LICENSE'), 'utf8');
  expect(notices).toContain(zod.trim());
  for (const unused of ['esbuild ', 'vitest ', '@photostructure/sqlite ']) {
    expect(notices).not.toContain(`\n${unused}`);
  }
});
