import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createKeeper, keptName, mirrored } from '../../../src/ingest/sync/mirror.ts';
import { temporaryFolder } from '../../support/files.ts';
import fc from '../../support/properties.ts';
import { startKeptMirror } from './kept-mirror.ts';

it('a mirror has the host before the path', () => {
  expect(mirrored('http://127.0.0.1:9/m/', 'https://www.sec.gov/a/b.json?x=1&y=%22z%22')).toBe(
    'http://127.0.0.1:9/m/www.sec.gov/a/b.json?x=1&y=%22z%22',
  );
});

describe('a kept body', () => {
  it('lies under its host, by its encoded path and query', async () => {
    const folder = temporaryFolder();
    await createKeeper(folder).keep('https://www.sec.gov/a/b.json?x=1', Buffer.from('body'));
    expect(readdirSync(join(folder, 'www.sec.gov'))).toEqual(['a%2Fb.json%3Fx%3D1']);
    expect(readFileSync(join(folder, keptName('https://www.sec.gov/a/b.json?x=1')), 'utf8')).toBe(
      'body',
    );
  });

  it('that lies in a file is copied, whole before it stands under its name', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'large');
    writeFileSync(file, 'x'.repeat(5_000_000));
    await createKeeper(folder).keep('https://www.sec.gov/a.zip', file);
    expect(readdirSync(join(folder, 'www.sec.gov'))).toEqual(['a.zip']);
    expect(readFileSync(join(folder, 'www.sec.gov/a.zip')).equals(readFileSync(file))).toBe(true);
  });

  it('that the disk does not take is counted, and leaves nothing half written', async () => {
    const folder = temporaryFolder();
    const { keep, lost } = createKeeper(folder);
    await keep('https://x.invalid/a', Buffer.from('body'));
    expect(lost()).toBe(0);
    await keep('https://x.invalid/b', join(folder, 'absent'));
    // Where the body is to stand lies a folder that has something in it.
    mkdirSync(join(folder, 'x.invalid/c/d'), { recursive: true });
    await keep('https://x.invalid/c', Buffer.from('body'));
    expect(lost()).toBe(2);
    expect(readdirSync(join(folder, 'x.invalid'))).toEqual(['a', 'c']);
  });

  it('is served by the lines of docs/records.md, under its address', async () => {
    const folder = temporaryFolder();
    const { keep } = createKeeper(folder);
    const paths = ['', '.well/known', 'a/b.json?x=1&y=%22z%22', `search?q=${'a+b/'.repeat(60)}`];
    for (const path of paths) await keep(`https://www.sec.gov/${path}`, Buffer.from(`of ${path}`));
    const mirror = await startKeptMirror(folder);
    for (const path of paths) {
      const response = await fetch(mirrored(mirror, `https://www.sec.gov/${path}`));
      expect([response.status, await response.text()]).toEqual([200, `of ${path}`]);
    }
    expect((await fetch(mirrored(mirror, 'https://www.sec.gov/other'))).status).toBe(404);
    // A host is no way out of the folder.
    writeFileSync(join(folder, 'beside'), 'secret');
    const { port } = new URL(mirror);
    const status = await new Promise((resolve) => {
      get({ port, path: '/./beside' }, (response) => resolve(response.resume().statusCode));
    });
    expect(status).toBe(404);
  });

  it('has a name of up to 200 characters whole, and a longer one by its digest', () => {
    const named = (length: number) => keptName(`https://www.sec.gov/${'a'.repeat(length)}`);
    expect(named(200)).toBe(`www.sec.gov/${'a'.repeat(200)}`);
    expect(named(201)).toMatch(/^www\.sec\.gov\/a{200}~[0-9a-f]{16}$/);
  });

  it('never leaves the folder, and two addresses never share a name', () => {
    const part = fc.stringMatching(/^[\w.~%/?&=-]{0,300}$/);
    const names = new Map<string, string>();
    fc.assert(
      fc.property(part, (path) => {
        const address = `https://www.sec.gov/${path.replaceAll('%', '%25')}`;
        const name = keptName(address);
        expect(name).toMatch(/^www\.sec\.gov\/[^/]{1,255}$/);
        expect(resolve('/kept', name).startsWith('/kept/www.sec.gov/')).toBe(true);
        const { pathname, search } = new URL(address);
        expect(names.get(name) ?? pathname + search).toBe(pathname + search);
        names.set(name, pathname + search);
      }),
    );
    for (const path of ['', '.', '..', '../..', '.hidden']) {
      expect(keptName(`https://www.sec.gov/${path}`)).toMatch(/^www\.sec\.gov\/%2E/);
    }
  });
});
