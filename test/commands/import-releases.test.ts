import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileIn, root, runCommand, servedFrom, temporaryFolder } from '../support/mcp.ts';

const fixture = (name: string) => join(root, 'test/fixtures/import', name);
const release =
  'Zorbiva Therapeutics today announced that the FDA has accepted its NDA for zorbivinib and assigned a PDUFA target action date of September 15, 2026.';
const html = `<html><head><title>x</title></head><body><p>${release}</p></body></html>`;

const options = ['--published', '2026-03-09', '--ticker', 'ZORB', '--url', 'https://z.example/a'];

/** A data folder with the list of companies. It is made once and copied. */
const listed = temporaryFolder();
beforeAll(async () => {
  await runCommand(listed, ['import', 'sec-tickers', fixture('tickers.json')]);
});

async function folder() {
  const dataDir = temporaryFolder();
  cpSync(listed, dataDir, { recursive: true });
  const importing = (...words: string[]) =>
    runCommand(dataDir, ['import', 'press-releases', ...words]);
  return { dataDir, importing };
}

describe('press releases by hand', () => {
  it.each([
    ['text', release, []],
    ['HTML', html, []],
    ['a ticker of the text itself', release.replace(' today', ' (Nasdaq: ZORB) today'), ['no']],
  ])('are read from a file of %s', async (_, text, [named]) => {
    const { dataDir, importing } = await folder();
    const whose = named ? [] : ['--ticker', 'zorb'];
    const ran = await importing(
      ...['--published', '2026-03-09', ...whose, '--url', 'https://zorbiva.example/pr'],
      fileIn(dataDir, 'release.htm', text),
    );
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).toBe(
      'release.htm: news: 1 added, 0 replaced, 0 unchanged; mentions: 1 added, 0 replaced, 0 unchanged\n',
    );
    const { rest, tool } = await servedFrom(dataDir);
    const expected = {
      ticker: 'ZORB',
      name: 'Zorbiva Therapeutics, Inc.',
      drugname: 'zorbivinib',
      catalyst: 'PDUFA Date',
      formattedDate: '2026-09-15',
      createdDate: '2026/03/09',
    };
    expect(await rest('/fdacalendar')).toMatchObject([expected]);
    expect(await tool('pdufa_upcoming', { detail: 'full' })).toMatchObject([
      { description: expect.stringContaining('(text of 2026-03-09, https://zorbiva.ex') },
    ]);
    const [scorecard] = await tool('poa_scores', { detail: 'full' });
    expect(scorecard).toMatchObject({
      source_url: 'https://zorbiva.example/pr',
      evidence: expect.stringContaining(
        'assigned a PDUFA target action date of September 15, 2026',
      ),
      evidence_confidence: expect.any(Number),
      date_precision: 'day',
    });
  });

  it('on two goal dates of one drug give each its own indication, and a year left out as read', async () => {
    const { dataDir, importing } = await folder();
    const text =
      'Milestones Potential FDA approval of zorbivinib in gout PDUFA date of September 15, 2026 Potential FDA approval of zorbivinib in NonAdvSQ PDUFA date October 30th';
    const day = '2026-03-09';
    await importing('--published', day, '--ticker', 'zorb', fileIn(dataDir, 'release.txt', text));
    const { rest } = await servedFrom(dataDir);
    const calendar = (await rest('/fdacalendar')) as readonly Record<string, unknown>[];
    const told = calendar.map(({ formattedDate, treatment, description }) => {
      return [formattedDate, treatment, String(description).replace(text, '…')];
    });
    expect(told).toEqual([
      ['2026-10-30', 'NonAdvSQ', `… (text of ${day}, date interpreted as 2026-10-30)`],
      ['2026-09-15', 'gout', `… (text of ${day})`],
    ]);
  });

  it.each([
    ['The FDA issued a complete response letter', 'received a complete response letter', 'CRL'],
    [
      'Zorbiva today announced that the U.S. Food and Drug Administration (FDA) has approved the NDA',
      'today announced that the FDA has approved its New Drug Application',
      'approval',
    ],
  ])('on one decision are one, whether they name the drug: %s', async (named, unnamed, what) => {
    const { dataDir, importing } = await folder();
    const about = { ticker: 'ZORB', company: 'Zorbiva Therapeutics' };
    const other = 'Topline Phase 2 data for ZRB-205 are expected in the fourth quarter of 2026.';
    const lines = [
      { ...about, text: `${named} for zorbivinib.`, published: '2026-03-05' },
      { ...about, text: `Zorbiva ${unnamed}.\n\n${other}`, published: '2026-03-06' },
    ].map((line) => JSON.stringify(line));
    const ran = await importing(fileIn(dataDir, 'releases.ndjson', lines.join('\n')));
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    const { rest, tool } = await servedFrom(dataDir);
    const [found, date] =
      what === 'CRL'
        ? [await tool('fda_decisions'), { outcome: 'refused', decision_date: '2026-03-05' }]
        : [await rest('/fda/approvals'), { approval_date: '2026-03-05' }];
    expect(found).toMatchObject([{ drug_name: 'zorbivinib', ...date }]);
  });

  it('of one address are one file', async () => {
    const { dataDir, importing } = await folder();
    const [one, other] = ['a.txt', 'b.txt'].map((name) => fileIn(dataDir, name, release));
    expect((await importing(...options, one!, other!)).code).toBe(2);
    // Lines bear addresses of their own: none is lost for one that is given for all.
    const lines = [release, `${release} It is pleased.`].map((text) => JSON.stringify({ text }));
    const many = await importing(...options, fileIn(dataDir, 'a.ndjson', lines.join('\n')));
    expect(many.stdout).toContain('mentions: 2 added');
  });

  it('are the same when they are read again, and other when their text is', async () => {
    const { dataDir, importing } = await folder();
    const file = (text: string) => fileIn(dataDir, 'release.txt', text);
    await importing(...options, file(release));
    const again = await importing(...options, file(release));
    expect(again.stdout).toContain('0 added, 0 replaced, 1 unchanged');
    await importing(...options, file(release.replace('September', 'October')));
    const { rest } = await servedFrom(dataDir);
    expect(await rest('/fdacalendar')).toMatchObject([{ formattedDate: '2026-10-15' }]);
  });

  it('come from headlines of a feed too, under the issuer', async () => {
    const { dataDir } = await folder();
    const item = {
      id: 'globenewswire-1',
      title: 'Zorbiva Therapeutics Announces FDA Acceptance of NDA for zorbivinib',
      summary: release,
      tickers: ['NDAQ'],
      issuer_name: 'Zorbiva Therapeutics, Inc.',
      source_url: 'https://news.example/1',
      published_at: '2026-03-09T11:00:00.000Z',
    };
    await runCommand(dataDir, ['import', 'news', fileIn(dataDir, 'news.ndjson', item)]);
    const { rest } = await servedFrom(dataDir);
    expect(await rest('/fdacalendar')).toMatchObject([{ ticker: 'ZORB' }]);
  });
});

describe('status --candidates', () => {
  const candidates = (dataDir: string) => runCommand(dataDir, ['status', '--candidates']);

  it('shows what is not sure enough with its sentence, its address and the reason', async () => {
    const { dataDir, importing } = await folder();
    expect((await candidates(dataDir)).stdout).toMatch(/^No candidates/);
    const text = 'The FDA set a PDUFA target action date of September 15, 2026.\u001b[31m';
    await importing(...options, fileIn(dataDir, 'release.txt', text));
    const { code, stdout } = await candidates(dataDir);
    expect(code).toBe(0);
    expect(stdout.replace(/0\.\d\d$/m, '0.9')).toBe(
      [
        '2026-03-09 ZORB pdufa_date 2026-09-15 no drug 0.9',
        '  not served: no drug named',
        // Terminal control characters are removed.
        '  The FDA set a PDUFA target action date of September 15, 2026.',
        '  https://z.example/a',
        '',
      ].join('\n'),
    );
  });

  it('is bounded', async () => {
    const { dataDir, importing } = await folder();
    const text = 'The FDA set a PDUFA target action date of September 15, 2026.';
    const about = { text, published: '2026-03-09', ticker: 'ZORB' };
    const lines = Array.from({ length: 203 }, (_, at) =>
      JSON.stringify({ ...about, url: `https://z.example/${at}` }),
    );
    await importing(fileIn(dataDir, 'a.ndjson', lines.join('\n')));
    const { stdout } = await candidates(dataDir);
    expect(stdout.match(/not served:/g)).toHaveLength(200);
    expect(stdout).toContain('and 3 more\n');
  });

  it('says so where there is no store', async () => {
    expect(await candidates(temporaryFolder())).toMatchObject({ code: 0, stderr: '' });
  });
});
