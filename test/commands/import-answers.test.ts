import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { filesOf } from '../../src/base/data-files.ts';
import { refreshServed } from '../../src/derive/refresh-served.ts';
import { inTransaction, openDatabase } from '../../src/store/database.ts';
import { factMigrations, writeFacts, writeMeta } from '../../src/store/facts-store.ts';
import { endpoints } from '../../tools/index.ts';
import {
  createKey,
  fileIn,
  root,
  runCommand,
  servedFrom,
  serveOn,
  temporaryFolder,
} from '../support/mcp.ts';

const fixture = (name: string) => join(root, 'test/fixtures/import', name);

const importInto = (dataDir: string, from: string, ...paths: string[]) =>
  runCommand(dataDir, ['import', from, ...paths]);

describe('public sources, from the file to the answers', () => {
  it('serves every study of a page under the ticker of its sponsor', async () => {
    const dataDir = temporaryFolder();
    const ran = await importInto(dataDir, 'clinicaltrials', fixture('studies.json'));
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).toContain('studies.json: trials: 4 added');
    await importInto(dataDir, 'sec-tickers', fixture('tickers.json'));
    await importInto(dataDir, 'companies', fixture('aliases.ndjson'));

    const { rest, tool } = await servedFrom(dataDir);
    const [murex, zorbiva, university, nameless] = await rest('/catalystsync');
    expect(zorbiva).toEqual({
      LeadSponsorName: 'Zorbiva Therapeutics',
      CompletionDate: '2026-09',
      Condition: 'Ague, Chills',
      InterventionName: 'zorbivimab, placebo',
      BriefTitle: 'Zorbivimab in Ague',
      nctId: 'NCT99000001',
      Phase: 'Phase 2/Phase 3',
      ticker: 'ZORB',
      primaryOutcomes: 'Days, without ague; Survival',
      updatedAt: '2026-01-20',
    });
    // A subsidiary is found by its listing as an alias of the parent company.
    expect(murex).toMatchObject({ LeadSponsorName: 'Murex Biologics, Inc.', ticker: 'GLUM' });
    // A collaborator is not a sponsor, and an unknown sponsor has no ticker.
    expect(university).toEqual({
      LeadSponsorName: 'University of Nowhere',
      BriefTitle: 'Walking after ague',
      nctId: 'NCT99000003',
      Phase: 'N/A',
    });
    expect(nameless).toEqual({ nctId: 'NCT99000004' });
    expect(await tool('catalyst_sync', { detail: 'full' })).toMatchObject(
      await rest('/catalystsync'),
    );
    expect(await rest('/catalystsync?ticker=ZORB')).toEqual([zorbiva]);
  });

  it('shows the application of an approval in a short answer of a tool too', async () => {
    const dataDir = temporaryFolder();
    await importInto(dataDir, 'openfda-approvals', fixture('drugsfda.json'));
    const { rest, tool } = await servedFrom(dataDir);
    const approvals = await rest('/fda/approvals');
    const numbers = ['NDA990001', 'ANDA990002'];
    expect(await tool('fda_approvals')).toEqual(
      approvals.map((approval, at) => ({ ...approval, application_number: numbers[at] })),
    );
    expect(await rest('/fda/approvals?year=2023')).toEqual(approvals.slice(1));
  });

  it('names the company of a catalyst from the list of tickers', async () => {
    const dataDir = temporaryFolder();
    await importInto(dataDir, 'sec-tickers', fixture('tickers.json'));
    await importInto(dataDir, 'catalysts', fixture('catalysts.csv'));
    const { rest } = await servedFrom(dataDir);
    expect(await rest('/fdacalendar')).toMatchObject([{ name: 'Zorbiva Therapeutics, Inc.' }]);
  });
});

describe("the collections' own records", () => {
  it('stores the valid rows of a table and reports the others by line and reason', async () => {
    const dataDir = temporaryFolder();
    const { code, stdout } = await importInto(dataDir, 'catalysts', fixture('catalysts.csv'));
    expect(code).toBe(1);
    expect(stdout.split('\n').sort()).toEqual([
      '',
      '  line 3: formattedDate is not a date (YYYY-MM-DD)',
      '  line 4: has 8 cells, but the header has 9',
      'catalysts.csv: catalysts: 2 added, 0 replaced, 0 unchanged',
    ]);
    const { rest } = await servedFrom(dataDir);
    expect(await rest('/fdacalendar')).toMatchObject([
      {
        ticker: 'ZORB',
        drugname: 'zorbivimab',
        catdate: '2026-06-30',
        stage: 'NDA',
        treatment: 'Ague',
        catalyst: 'PDUFA Date',
        createdDate: '2025/11/03',
        formattedDate: '2026-06-30',
      },
    ]);
    expect(await rest('/fdacalendar/historical')).toMatchObject([
      { _id: 'c4', name: [], treatment: 'Gout, chronic', percentageChange: null },
    ]);
  });

  it('takes back what REST answered', async () => {
    const [first, second] = [temporaryFolder(), temporaryFolder()];
    await importInto(first, 'decisions', fixture('decisions.json'));
    const answered = await (await servedFrom(first)).rest('/pdufa/historical');
    const saved = fileIn(second, 'answer.json', { result: answered });
    expect((await importInto(second, 'decisions', saved)).code).toBe(0);
    expect(await (await servedFrom(second)).rest('/pdufa/historical')).toEqual(answered);
  });
});

it('a running server serves imported records in place of the demo, within a second', async () => {
  const dataDir = temporaryFolder();
  let now = Date.parse('2026-03-10T12:00:00Z');
  const clock = () => now;
  const server = await serveOn(dataDir, { clock, refresh: () => smallDemo(dataDir, clock) });
  onTestFinished(() => server.close());
  const before = await server.rest('/pdufa/historical?apiKey=demo');
  expect(before.body).toMatchObject({ result: [{ _id: 'demo' }], Note: /Demo data/ });

  await importInto(dataDir, 'decisions', fixture('decisions.json'));
  const key = await createKey(dataDir);
  const real = () => server.rest(`/pdufa/historical?apiKey=${key}`);
  const ids = async () => {
    now += 500;
    return (await real()).body.result.map((decision) => decision._id);
  };
  await expect.poll(ids).toEqual(['d3', 'd1']);
  expect((await real()).body.Note).toBeUndefined();
  const error =
    'Invalid API key: the key demo is only for demo data, and this server has real records';
  const demo = await server.rest('/pdufa/historical?apiKey=demo');
  expect(demo).toMatchObject({ status: 401, body: { error } });

  await importInto(dataDir, 'decisions', fileIn(dataDir, 'more.json', [later]));
  expect((await real()).body.pagination.total).toBe(3);
});

const later = { _id: 'd4', Ticker: 'ZORB', 'PDUFA Date': '2025-07-01' };

/** Creates a demo store of one decision, so that the test does not wait for the full demo. */
async function smallDemo(dataDir: string, clock: () => number): Promise<void> {
  const database = await openDatabase(filesOf(dataDir).demo, factMigrations);
  inTransaction(database, () => {
    writeFacts(database, 'decisions', [{ ...later, _id: 'demo' }], 'demo');
    writeMeta(database, 'facts_at', '2026-03-10');
  });
  refreshServed(database, endpoints, clock);
  database.close();
}

const listings = {
  fields: ['cik', 'name', 'ticker', 'exchange'],
  data: [
    [1990001, 'Zorbiva, Inc.', 'ZORQZ', 'Nasdaq'],
    [1990001, 'Zorbiva, Inc.', 'ZORQZ-WT', 'Nasdaq'],
    [1990002, 'Rowan Bearings Corp', 'ROWQZ', 'NYSE'],
    [1990003, 'Index Shares Trust', 'FNDQZ', 'NYSE'],
  ],
};

const submissions = {
  cik: '0001990002',
  name: 'Rowan Bearings Corp',
  sic: '3562',
  tickers: ['ROWQZ'],
  exchanges: ['NYSE'],
  filings: {
    recent: { accessionNumber: [], form: [], filingDate: [], items: [], primaryDocument: [] },
  },
};

it('status counts the companies of other trades and names what tells of them', async () => {
  const dataDir = temporaryFolder();
  const take = async (source: string, name: string, content: unknown) =>
    await runCommand(dataDir, ['import', source, fileIn(dataDir, name, content)]);
  const counted = async () =>
    /^Universe: (.*)$/m.exec((await runCommand(dataDir, ['status'])).stdout)?.[1];
  await take('sec-tickers', 'tickers.json', listings);
  expect(await counted()).toBe(
    '0 biotech and pharma companies; 3 others are excluded. SIC codes are missing for 3 of the others: ' +
      'import sec-submissions to classify them',
  );
  const program = { ticker: 'ZORQZ', drug_name: 'zorbivimab', indication: 'Ague' };
  await take('programs', 'programs.json', [program]);
  await take('sec-submissions', 'CIK0001990002.json', submissions);
  expect(await counted()).toMatch(
    /^1 biotech and pharma companies; 2 others are excluded. SIC codes are missing for 1 of/,
  );
  const { rest } = await servedFrom(dataDir);
  expect((await rest('/companies')).map(({ ticker }) => ticker)).toEqual(['ZORQZ']);
});

it('says of a company of another trade that it is known, asked by ticker or by name', async () => {
  const dataDir = temporaryFolder();
  const trade = { ticker: 'ROWQZ', owner_name: 'Ada Rowan', accession: '1-26-1', line: 1 };
  for (const [source, name, content] of [
    ['sec-tickers', 'tickers.json', listings],
    ['sec-submissions', 'CIK0001990002.json', submissions],
    ['insider_transactions', 'trades.json', [trade]],
  ] as const) {
    await runCommand(dataDir, ['import', source, fileIn(dataDir, name, content)]);
  }
  const key = await createKey(dataDir);
  const server = await serveOn(dataDir);
  onTestFinished(() => server.close());
  for (const asked of ['ROWQZ', 'rowqz', 'Rowan%20Bearings']) {
    const { status, body } = await server.rest(`/companies/${asked}?apiKey=${key}`);
    const error = 'ROWQZ is a known company, but it has no company record';
    expect([asked, status, body]).toEqual([asked, 404, { error }]);
  }
  const { body } = await server.rest(`/companies/NOPEQZ?apiKey=${key}`);
  expect(body.error).toContain('Unknown ticker "NOPEQZ"');
});
