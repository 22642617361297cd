import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { fileIn, runCommand, startBuilt, temporaryFolder } from '../support-mcp.ts';

const line = (value: object) => JSON.stringify(value);
const lines = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((one) => JSON.parse(one));

describe('extract', () => {
  it('prints one JSON line a passage of NDJSON', async () => {
    const folder = temporaryFolder();
    const file = fileIn(
      folder,
      'passages.ndjson',
      [
        line({
          id: 'a1',
          text: 'PDUFA date of May 3 for ABX-101.',
          published: '2026-11-20',
          ticker: 'ABLQZ',
        }),
        line({ id: 2, text: 'Nothing is said here.', published: null }),
      ].join('\n'),
    );
    const { code, stdout, stderr } = await runCommand(folder, ['extract', file]);
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
            sentence: 'PDUFA date of May 3 for ABX-101.',
          }),
        ],
      },
      { id: 2, facts: [] },
    ]);
  });

  it('knows the words of the dictionary as it is built: one without an entry is a name', async () => {
    const folder = temporaryFolder();
    const words = ['aardvarks', 'Yesterday', 'Zebras', 'Zorbelva'];
    const approved = words.map((word) =>
      line({
        id: word,
        text: `On May 4, 2026 the FDA approved ${word} for the treatment of ague.`,
      }),
    );
    const file = fileIn(folder, 'words.ndjson', approved.join('\n'));
    const { code, stdout } = await startBuilt(folder, ['extract', file]).ended;
    expect(code).toBe(0);
    expect(lines(stdout).map(({ facts }) => facts[0]?.drug ?? null)).toEqual([
      null,
      null,
      null,
      'Zorbelva',
    ]);
  });

  it('reads a text and an HTML file whole, by the name of the file', async () => {
    const folder = temporaryFolder();
    const text = fileIn(
      folder,
      'release.txt',
      'FDA Approves Zelvotinib\n\nTopline data expected next quarter from the trial.',
    );
    const html = fileIn(
      folder,
      'release.html',
      '<html><body><p>FDA Approves Zelvotinib</p></body></html>',
    );
    const { code, stdout } = await runCommand(folder, [
      'extract',
      '--published',
      '2026-11-20',
      text,
      html,
    ]);
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
    const folder = temporaryFolder();
    const text = 'Topline data expected next quarter from the trial.';
    const passages = [
      { id: 1, text, published: '2026-02-10' },
      { id: 2, text, published: null },
    ];
    const file = fileIn(
      folder,
      'passages.ndjson',
      [...passages, { id: 3, text }].map(line).join('\n'),
    );
    const from = async (...words: string[]) => {
      const { stdout } = await runCommand(folder, ['extract', ...words, file]);
      return lines(stdout).map(({ facts }) => facts[0]?.date?.from);
    };
    // The quarter after that of the day: nobody knows which where no day is known.
    expect(await from('--published', '2026-11-20')).toEqual([
      '2026-04-01',
      '2027-01-01',
      '2027-01-01',
    ]);
    expect(await from()).toEqual(['2026-04-01', undefined, undefined]);
  });

  it('says what cannot be read and goes on', async () => {
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
    const { code, stdout, stderr } = await runCommand(folder, [
      'extract',
      bad,
      binary,
      empty,
      `${folder}/none`,
      folder,
    ]);
    expect(code).toBe(1);
    expect(lines(stdout)).toMatchObject([{ id: 4, facts: [{ type: 'approval' }] }]);
    expect(stderr.trim().split('\n')).toEqual([
      'bad.ndjson, line 1: published: is no day in the form YYYY-MM-DD',
      'bad.ndjson, line 2: is not JSON',
      expect.stringContaining('bad.ndjson, line 3: id:'),
      'image.bin: is not text',
      'empty.txt: is empty',
      `${folder}/none: there is no such file`,
      `${folder}: is a folder`,
    ]);
  });

  it('refuses a day that is none', async () => {
    const { code, stderr } = await runCommand(temporaryFolder(), [
      'extract',
      '--published',
      '2026-13-01',
      'x',
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain('--published takes a day in the form YYYY-MM-DD.');
  });

  it('reads standard input without a file', async () => {
    const stdin = new PassThrough();
    stdin.end(`${line({ id: 7, text: 'FDA approves zelvotinib' })}\n`);
    const { code, stdout } = await runCommand(temporaryFolder(), ['extract'], { stdin });
    expect(code).toBe(0);
    expect(lines(stdout)).toMatchObject([{ id: 7, facts: [{ type: 'approval' }] }]);
  });
});
