import { copyFileSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesOf } from '../../src/base/data-files.ts';
import { openDatabase } from '../../src/store/database.ts';
import { countFacts } from '../../src/store/fact-counts.ts';
import { factMigrations } from '../../src/store/facts-store.ts';
import { fileIn, root, runCommand, servedFrom, temporaryFolder } from '../support/mcp.ts';

const fixture = (name: string) => join(root, 'test/fixtures', name);

const importInto = (dataDir: string, from: string, ...paths: string[]) =>
  runCommand(dataDir, ['import', from, ...paths]);

it.each([
  ['UTF-16', Buffer.from('\uFEFFticker,name\nACQZ,Acmé Ünion\n', 'utf16le'), 0, / 1 added/],
  ['Latin-1', Buffer.from('ticker,name\nACQZ,Acmé\n', 'latin1'), 1, /is not UTF-8 text: save it/],
])('a file in %s is read or refused', async (_, bytes, code, text) => {
  const dataDir = temporaryFolder();
  const path = join(dataDir, 'list.csv');
  writeFileSync(path, bytes);
  const ran = await importInto(dataDir, 'companies', path);
  expect(ran).toMatchObject({ code, stdout: expect.stringMatching(text) });
});

describe('a large file', () => {
  const count = 700;
  // No formula reads this field of a trial that is not stopped, so long values cost little time.
  const trial = (at: number) => ({
    nctId: `NCT${at}`,
    BriefTitle: `Study "${at}"\nof ague`,
    why_stopped: 'Ague, Chills, Gout, Rheum, Dropsy; '.repeat(400),
  });
  const all = Array.from({ length: count }, (_, at) => trial(at));
  const broken = 530;

  async function storedAfter(name: string, text: string) {
    expect(text.length).toBeGreaterThan(9e6);
    const dataDir = temporaryFolder();
    const path = fileIn(dataDir, name, text);
    const { stdout } = await runCommand(dataDir, ['import', 'trials', path]);
    const database = await openDatabase(filesOf(dataDir).store, factMigrations);
    const held = database.prepare("SELECT record FROM facts WHERE kind = 'trials' ORDER BY record");
    const records = held.all().map(({ record }) => record);
    database.close();
    return { stdout, held: records.join('\n') };
  }
  const records = (from: readonly ReturnType<typeof trial>[]) =>
    from
      .map(({ nctId, BriefTitle, why_stopped }) =>
        JSON.stringify({ nctId, BriefTitle, why_stopped }),
      )
      .sort((a, b) => (a < b ? -1 : 1))
      .join('\n');
  const others = records(all.filter((_, at) => at !== broken));

  it('gives its records wherever it is cut: a list', async () => {
    const text = JSON.stringify({ pagination: { page: 1 }, result: all }, null, 1);
    expect((await storedAfter('all.json', text)).held).toBe(records(all));
    const odd = all.map((one, at) => (at === broken ? { ...one, nctId: 5 } : one));
    const { stdout, held } = await storedAfter('odd.json', JSON.stringify(odd));
    expect(stdout).toContain(`record ${broken + 1}: nctId is not text`);
    expect(held).toBe(others);
  });

  it('that breaks off lands nothing of it', async () => {
    const text = JSON.stringify(all).slice(0, -5);
    const { stdout, held } = await storedAfter('cut.json', text);
    expect(stdout).toBe(
      'cut.json: no records imported\n  file: is truncated: the end of the JSON is missing\n',
    );
    expect(held).toBe('');
    const bad = JSON.stringify(all).replace('},{"nctId":"NCT600"', '}{');
    const nonsense = await storedAfter('bad.json', bad);
    expect(nonsense.stdout).toContain('file: is not JSON');
    expect(nonsense.held).toBe('');
  });

  it('leaves no staging file behind', async () => {
    const dataDir = temporaryFolder();
    await importInto(dataDir, 'trials', fileIn(dataDir, 'one.ndjson', '{"nctId":"NCT1"}'));
    const files = readdirSync(dataDir).filter((name) => !/^(store|forecasts)\.sqlite/.test(name));
    expect(files).toEqual(['one.ndjson']);
  });
});

describe('values of two files', () => {
  it('are told apart by when the files were changed, not by when they were imported', async () => {
    const sector = (dataDir: string, word: string, day: string) => {
      const company = { ticker: 'ACQZ', name: 'Acme', sector: word };
      const path = fileIn(dataDir, `${word}.json`, [company]);
      utimesSync(path, new Date(day), new Date(day));
      return path;
    };
    for (const isOldFirst of [true, false]) {
      const dataDir = temporaryFolder();
      const files = [sector(dataDir, 'old', '2026-01-01'), sector(dataDir, 'new', '2026-01-02')];
      await importInto(dataDir, 'companies', ...(isOldFirst ? files : files.toReversed()));
      const { rest } = await servedFrom(dataDir);
      expect(await rest('/companies')).toMatchObject([{ ticker: 'ACQZ', sector: 'new' }]);
    }
  });

  it('stay beside each other where each file knows what the other does not', async () => {
    const dataDir = temporaryFolder();
    const csv = 'ticker,name,sector,aliases\nZORB,Zorbiva,Health,Zorb AG\n';
    const own = fileIn(dataDir, 'own.csv', csv);
    const unknown = [{ ticker: 'ZORB', name: 'Zorbiva', sector: null, exchange: '' }];
    await importInto(dataDir, 'companies', own, fileIn(dataDir, 'unknown.json', unknown));
    await importInto(dataDir, 'sec-tickers', fixture('import/tickers.json'));
    await importInto(dataDir, 'companies', own);
    const { rest } = await servedFrom(dataDir);
    const zorbiva = (await rest('/companies')).find(({ ticker }) => ticker === 'ZORB');
    expect(zorbiva).toMatchObject({ cik: '1990001', exchange: 'Nasdaq', sector: 'Health' });
  });
});

const facts = (cik: number) => ({
  cik,
  entityName: 'GONE BIO',
  facts: {
    'us-gaap': {
      Assets: { units: { USD: [{ end: '2025-12-31', val: 5, filed: '2026-03-01', accn: 'a' }] } },
    },
  },
});

it('companies that are not known are told of, with what is missing, and their records kept', async () => {
  const dataDir = temporaryFolder();
  const file = fileIn(dataDir, 'CIK0000000077.json', facts(77));
  const before = await importInto(dataDir, 'sec-companyfacts', file);
  expect(before).toMatchObject({ code: 1 });
  expect(before.stdout).toMatch(
    /financial_facts: 1 added.*\n {2}CIK 77: .* import `sec-tickers` too/,
  );
  await importInto(dataDir, 'sec-tickers', fixture('import/tickers.json'));
  const after = await importInto(dataDir, 'sec-companyfacts', file);
  expect(after.stdout).toMatch(
    /1 unchanged\n {2}CIK 77: is not in the imported lists .* listed now/,
  );
  const vote = {
    company_name: 'Nobody',
    drug_name: 'd',
    indication: 'i',
    meeting_date: '2026-01-05',
  };
  const votes = await importInto(dataDir, 'adcomm_votes', fileIn(dataDir, 'v.json', [vote]));
  expect(votes.stdout).toMatch(/adcomm_votes: 1 added.*\n {2}Nobody: is not in the imported lists/);
  const named = [{ ticker: 'GONQZ', name: 'Gone', cik: '77' }];
  await importInto(dataDir, 'companies', fileIn(dataDir, 'gone.json', named));
  expect(await importInto(dataDir, 'sec-companyfacts', file)).toMatchObject({ code: 0 });
});

it('a store of 0.1.0 opens with nothing lost, and names what to import again', async () => {
  const dataDir = temporaryFolder();
  mkdirSync(dataDir, { recursive: true });
  copyFileSync(fixture('stores/0.1.0.sqlite'), filesOf(dataDir).store);
  const held = async () => {
    const database = await openDatabase(filesOf(dataDir).store, factMigrations);
    const counts = countFacts(database).map(({ kind, source, records }) => [kind, source, records]);
    database.close();
    return counts;
  };
  expect(await held()).toEqual([
    ['companies', 'sec-tickers', 3],
    ['decisions', 'decisions', 2],
    ['financial_facts', 'financial_facts', 1],
    ['prices', 'prices', 2],
    ['trial_versions', 'clinicaltrials', 2],
    ['trials', 'clinicaltrials', 4],
  ]);
  const worth = async () =>
    /^Import the files of these sources again, because .*: (.*)$/m.exec(
      (await runCommand(dataDir, ['status'])).stdout,
    )?.[1];
  expect(await worth()).toBe('clinicaltrials, decisions, financial_facts, prices, sec-tickers');
  const { rest } = await servedFrom(dataDir);
  expect((await rest('/companies')).map(({ ticker }) => ticker)).toContain('ZORB');
  expect(await rest('/catalystsync?ticker=ZORB')).toMatchObject([{ nctId: 'NCT99000001' }]);

  await importInto(dataDir, 'sec-tickers', fixture('import/tickers.json'));
  expect(await worth()).toBe('clinicaltrials, decisions, financial_facts, prices');
  expect((await held())[0]).toEqual(['companies', 'sec-tickers', 3]);
});
