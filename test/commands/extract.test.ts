import { truncateSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { extract } from '../../src/commands/extract.ts';
import { UsageError } from '../../src/commands/keys.ts';
import { type ContextParts, contextOn, runOn } from '../support/context.ts';
import { fileIn, temporaryFolder } from '../support/files.ts';
import { parseHere, readHere } from '../support/read-text.ts';

const line = (value: object) => JSON.stringify(value);
const fileOf = (passages: readonly object[]) =>
  fileIn(temporaryFolder(), 'passages.ndjson', passages.map(line).join('\n'));
const lines = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((one) => JSON.parse(one));

function extracted(files: readonly string[], published?: string, parts: ContextParts = {}) {
  const options = published === undefined ? {} : { published };
  const texts = { read: readHere, parse: parseHere, close: async () => {} };
  return runOn('', (context) => extract(context, files, options, texts), parts);
}

describe('extract', () => {
  it('prints one JSON line a passage of NDJSON', async () => {
    const text = 'PDUFA date of May 3 for ABX-101.';
    const file = fileOf([
      { id: 'a1', text, published: '2026-11-20', ticker: 'ABLQZ' },
      { id: 2, text: 'Nothing is said here.', published: null },
    ]);
    const { code, stdout, stderr } = await extracted([file]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(lines(stdout)).toEqual([
      {
        id: 'a1',
        facts: [
          expect.objectContaining({
            type: 'pdufa_date',
            date: '2027-05-03',
            precision: 'day',
            ticker: 'ABLQZ',
            drug: 'ABX-101',
            status: 'announced',
            sentence: text,
          }),
        ],
      },
      { id: 2, facts: [] },
    ]);
  });

  it('reads a complete text or HTML file, by the name of the file', async () => {
    const folder = temporaryFolder();
    const title = 'FDA Approves Zelvotinib';
    const prose = `${title}\n\nTopline data expected next quarter from the trial.`;
    const text = fileIn(folder, 'release.txt', prose);
    const html = fileIn(folder, 'release.html', `<html><body><p>${title}</p></body></html>`);
    const { code, stdout } = await extracted([text, html], '2026-11-20');
    expect(code).toBe(0);
    expect(lines(stdout)).toMatchObject([
      {
        id: 'release.txt',
        facts: [
          { type: 'approval' },
          { type: 'readout_expected', date: { from: '2027-01-01', to: '2027-03-31' } },
        ],
      },
      { id: 'release.html', facts: [{ type: 'approval', drug: 'Zelvotinib' }] },
    ]);
  });

  it('takes --published for passages that say no day of their own', async () => {
    const text = 'Topline data expected next quarter from the trial.';
    const file = fileOf([
      { id: 1, text, published: '2026-02-10' },
      { id: 2, text, published: null },
      { id: 3, text },
    ]);
    const from = async (published?: string) => {
      const { stdout } = await extracted([file], published);
      return lines(stdout).map(({ facts }) => facts[0]?.date?.from);
    };
    // "Next quarter" means the quarter after the document's date, and is not resolved if the date
    // is unknown.
    expect(await from('2026-11-20')).toEqual(['2026-04-01', '2027-01-01', '2027-01-01']);
    expect(await from()).toEqual(['2026-04-01', undefined, undefined]);
  });

  it('reports unreadable files and continues', async () => {
    const folder = temporaryFolder();
    const bad = fileIn(
      folder,
      'bad.ndjson',
      [
        line({ id: 1, text: 'x', published: '2026-02-30' }),
        '{ not json',
        line({ text: 'FDA approves zelvotinib' }),
        line({ id: 4, text: 'FDA approves zelvotinib' }),
      ].join('\n'),
    );
    const binary = fileIn(folder, 'image.bin', 'a\0b');
    const empty = fileIn(folder, 'empty.txt', ' \n');
    const files = [bad, binary, empty, `${folder}/none`, folder];
    const { code, stdout, stderr } = await extracted(files);
    expect(code).toBe(1);
    expect(lines(stdout)).toMatchObject([{ id: 4, facts: [{ type: 'approval' }] }]);
    expect(stderr.trim().split('\n')).toEqual([
      'bad.ndjson, line 1: published: is not a date in the form YYYY-MM-DD',
      'bad.ndjson, line 2: is not JSON',
      expect.stringContaining('bad.ndjson, line 3: id:'),
      'image.bin: is not text',
      'empty.txt: is empty',
      `${folder}/none: does not exist`,
      `${folder}: is a folder`,
    ]);
  });

  it('refuses a day that is none', async () => {
    const { context, stdout } = contextOn('');
    const refused = extract(context, ['x'], { published: '2026-13-01' });
    await expect(refused).rejects.toThrow(
      new UsageError('--published takes a date in the form YYYY-MM-DD.'),
    );
    expect(stdout()).toBe('');
  });

  it('reads standard input without a file', async () => {
    const stdin = new PassThrough();
    stdin.end(`${line({ id: 7, text: 'FDA approves zelvotinib' })}\n`);
    const { code, stdout } = await extracted([], undefined, { stdin });
    expect(code).toBe(0);
    expect(lines(stdout)).toMatchObject([{ id: 7, facts: [{ type: 'approval' }] }]);
  });

  it('takes files and input of 64 MiB, and no larger', async () => {
    const folder = temporaryFolder();
    const ofBytes = (bytes: number) => {
      const path = fileIn(folder, `${bytes}.bin`, '');
      truncateSync(path, bytes);
      return path;
    };
    const most = 64 * 1024 * 1024;
    const [largest, larger] = [ofBytes(most), ofBytes(most + 1)];
    // The first bytes show that the file is not text.
    const { stderr } = await extracted([largest, larger]);
    expect(stderr).toBe(`${most}.bin: is not text\n${larger}: is larger than 64 MiB\n`);
    const stdin = new PassThrough();
    stdin.write(Buffer.alloc(most));
    stdin.end('x');
    const refused = { code: 1, stdout: '', stderr: 'standard input: is larger than 64 MiB\n' };
    expect(await extracted([], undefined, { stdin })).toEqual(refused);
  });

  it('detects a file that is not text by its first 4,096 characters', async () => {
    const folder = temporaryFolder();
    const zeroAt = (index: number) =>
      fileIn(folder, `${index}.txt`, `${'x '.repeat(3_000).slice(0, index)}\0`);
    const { stdout, stderr } = await extracted([zeroAt(4_095), zeroAt(4_096)]);
    expect(stderr).toBe('4095.txt: is not text\n');
    expect(lines(stdout)).toEqual([{ id: '4096.txt', facts: [] }]);
  });

  it.each([
    [{ ticker: 'T'.repeat(20) }, undefined],
    [{ ticker: 'T'.repeat(21) }, 'ticker: '],
    [{ company: 'c'.repeat(200) }, undefined],
    [{ company: 'c'.repeat(201) }, 'company: '],
    [{ ticker: null, company: null, published: null }, undefined],
    [{ text: 1 }, 'text: '],
    [{ id: null }, 'id: '],
  ])('takes a passage with %j but for its %s', async (more, reason) => {
    const stdin = new PassThrough();
    stdin.end(line({ id: 1, text: 'FDA approves zelvotinib', ...more }));
    const { stdout, stderr } = await extracted([], undefined, { stdin });
    expect(stdout === '').toBe(reason !== undefined);
    expect(stderr.startsWith(`standard input, line 1: ${reason}`)).toBe(reason !== undefined);
  });
});
