import { expect, it, onTestFinished } from 'vitest';
import {
  createKey,
  fileIn,
  runCommand,
  servedFrom,
  serveOn,
  temporaryFolder,
} from '../support/mcp.ts';

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
