import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collectionsHelp, importCommand, importHelp } from '../../src/commands/import.ts';
import { UsageError } from '../../src/commands/keys.ts';
import { connectors } from '../../src/sources/index.ts';
import { contextOn, runOn } from '../support/context.ts';
import { fileIn, root, temporaryFolder } from '../support/files.ts';

describe('import', () => {
  const line = (text: string) => JSON.stringify({ Ticker: 'ABCQZ', Drug: text });
  const broken = (count: number) => Array.from({ length: count }, () => line('x')).join('\n');
  const imported = async (count: number) => {
    const dataDir = temporaryFolder();
    const file = fileIn(dataDir, 'decisions.ndjson', broken(count));
    const { code, stdout } = await runOn(dataDir, (context) =>
      importCommand(context, 'decisions', [file]),
    );
    return { code, lines: stdout.trimEnd().split('\n') };
  };

  it('tells of twenty problems, from the first on, and of more their number', async () => {
    const twenty = await imported(20);
    expect(twenty.code).toBe(1);
    expect(twenty.lines).toHaveLength(21);
    expect(twenty.lines[0]).toBe('decisions.ndjson: no records imported');
    expect(twenty.lines[1]).toMatch(/^ {2}line 1: PDUFA Date/);
    expect(twenty.lines[20]).toMatch(/^ {2}line 20: PDUFA Date/);
    const more = await imported(22);
    expect(more.lines.slice(20)).toEqual([expect.stringMatching(/^ {2}line 20: /), '  and 2 more']);
  });

  it('tells what was added, replaced and left as it was', async () => {
    const dataDir = temporaryFolder();
    const decision = (Drug: string, Decision?: string) => ({
      _id: Drug,
      Ticker: 'ABCQZ',
      Drug,
      'PDUFA Date': '2025-05-05',
      ...(Decision ? { Decision } : {}),
    });
    const told = async (records: readonly object[]) => {
      const file = fileIn(dataDir, 'd.json', records);
      return (await runOn(dataDir, (context) => importCommand(context, 'decisions', [file])))
        .stdout;
    };
    expect(await told([decision('a'), decision('b')])).toBe(
      'd.json: decisions: 2 added, 0 replaced, 0 unchanged\n',
    );
    expect(await told([decision('a', 'CRL'), decision('b'), decision('c')])).toBe(
      'd.json: decisions: 1 added, 1 replaced, 1 unchanged\n',
    );
  });

  it.each([
    ['decisions', { ticker: 'ABCQZ' }, '--ticker applies only to press-releases.'],
    ['decisions', { url: 'https://x.org' }, '--url applies only to press-releases.'],
    [
      'press-releases',
      { published: '2026-02-30' },
      '--published takes a date in the form YYYY-MM-DD.',
    ],
    [
      'press-releases',
      { url: 'https://x.org' },
      '--url describes one text, so it needs exactly one file.',
    ],
    [
      'clinicaltrails',
      {},
      /^Unknown source or collection "clinicaltrails". Did you mean clinicaltrials\?\nSources: .*sec-tickers.*\nCollections: .*companies/,
    ],
    ['decision', {}, 'Did you mean decisions?'],
  ] as const)('refuses %s with %j', async (from, options, text) => {
    const dataDir = temporaryFolder();
    const files = ['a.txt', 'b.txt'].map((name) => fileIn(dataDir, name, 'x'));
    const { context, stdout } = contextOn(dataDir);
    const refused = importCommand(context, from, files, options);
    await expect(refused).rejects.toThrow(UsageError);
    await expect(refused).rejects.toThrow(text);
    expect(stdout()).toBe('');
  });

  it('says of every source what it reads, and of every collection its columns', () => {
    const help = importHelp();
    for (const { name, reads } of Object.values(connectors)) {
      expect(help).toContain(`  ${name}: ${reads}\n`);
    }
    expect(help).toMatch(/^Sources and their files:\n {2}\S/);
    expect(help).toContain(collectionsHelp());
  });
});

const tick = (step: number) => {
  let now = Date.parse('2026-03-10T12:00:00Z');
  return () => {
    now += step;
    return now;
  };
};
const file = join(root, 'test/fixtures/import/decisions.json');

it('on a terminal an import shows its progress once it has taken longer than a second, and nowhere else', async () => {
  const shown = async (step: number, terminal: boolean) =>
    (
      await runOn(temporaryFolder(), (context) => importCommand(context, 'decisions', [file]), {
        clock: tick(step),
        terminal,
      })
    ).stderr;
  expect(await shown(2_000, true)).toMatch(/^reading decisions.json …\ncomputing .* …\n$/);
  expect(await shown(1, true)).toBe('');
  expect(await shown(2_000, false)).toBe('');
});
