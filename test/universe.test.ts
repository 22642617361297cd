import { expect, it } from 'vitest';
import { fileIn, runCommand, servedFrom, temporaryFolder } from './support-mcp.ts';

const listings = {
  fields: ['cik', 'name', 'ticker', 'exchange'],
  data: [
    [1990001, 'Zorbiva Therapeutics, Inc.', 'ZORQZ', 'Nasdaq'],
    [1990001, 'Zorbiva Therapeutics, Inc.', 'ZORQZ-WT', 'Nasdaq'],
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
    '0 companies of biotech and pharma; 3 others are left out. Of these 3 have no SIC code: ' +
      'import sec-submissions to tell their trade',
  );
  const program = { ticker: 'ZORQZ', drug_name: 'zorbivimab', indication: 'Ague' };
  await take('programs', 'programs.json', [program]);
  await take('sec-submissions', 'CIK0001990002.json', submissions);
  expect(await counted()).toMatch(/^1 companies .*; 2 others are left out. Of these 1 have no SIC/);
  const { rest } = await servedFrom(dataDir);
  expect((await rest('/companies')).map(({ ticker }) => ticker)).toEqual(['ZORQZ']);
});
