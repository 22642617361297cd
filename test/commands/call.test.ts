import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type CallForm, call } from '../../src/commands/call.ts';
import { importCommand } from '../../src/commands/import.ts';
import { changeAccount, createKey, UsageError } from '../../src/commands/keys.ts';
import { absentCluster, type ContextParts, runOn } from '../support/context.ts';
import { fileIn, root, temporaryFolder } from '../support/files.ts';
import { tableCells } from '../support/table-cells.ts';

const fixture = (name: string) => join(root, 'test/fixtures/import', name);

/** A data folder whose store contains the decisions and catalysts of the fixtures. */
const filled = temporaryFolder();
beforeAll(async () => {
  await imported(filled, 'decisions', fixture('decisions.json'));
  await imported(filled, 'catalysts', fixture('catalysts.csv'));
});

function imported(dataDir: string, from: string, file: string) {
  return runOn(dataDir, (context) => importCommand(context, from, [file]));
}

interface Calling extends ContextParts {
  readonly form?: CallForm;
}

function called(dataDir: string, tool: string, words: readonly string[] = [], more: Calling = {}) {
  const { form = 'table', ...parts } = more;
  return runOn(dataDir, (context) => call(context, tool, words, form), parts);
}

describe('call', () => {
  it('shows a table, with the columns in the order of the record', async () => {
    const { code, stdout, stderr } = await called(filled, 'pdufa_historical');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^pdufa_historical: records 1–2 of 2, /);
    expect(tableCells(stdout)).toEqual([
      ['Ticker', 'Drug', 'Indication', 'PDUFA Date', 'Decision'],
      ['GLUM', 'glumexib', 'Gout', '2025-06-01', 'Approved'],
      ['ZORB', 'zorbivimab', 'Ague', '2025-05-05', 'CRL'],
    ]);
  });

  it('shows what the tools answer that have no records, as they tell it', async () => {
    const found = await called(filled, 'search', ['query=ZORB']);
    expect(found).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(found.stdout).results[0]).toMatchObject({ id: 'ticker:ZORB' });
    const missing = await called(filled, 'fetch', ['id=ticker:NOPE']);
    expect(missing).toMatchObject({ code: 1, stdout: '' });
    expect(missing.stderr).toContain('NOPE');
  });

  it('prints the envelope as JSON, for other programs', async () => {
    const words = ['--ticker=ZORB', '--fields', 'Ticker,Decision'];
    const { code, stdout } = await called(filled, 'pdufa_historical', words, { form: 'json' });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      result: [{ Ticker: 'ZORB', Decision: 'CRL' }],
      pagination: { page: 1, pageSize: 50, total: 1 },
      source: 'imported decisions through 2025-05-05',
      as_of: '2026-03-10',
      sorted_by: 'PDUFA Date descending',
      first: 1,
      last: 1,
    });
  });

  it('takes name=value as well, whatever stands in the value', async () => {
    const run = async (...words: string[]) =>
      JSON.parse((await called(filled, 'pdufa_historical', words, { form: 'json' })).stdout).result;
    const expected = await run('--ticker', 'ZORB');
    expect(expected).toHaveLength(1);
    expect(await run('ticker=ZORB')).toEqual(expected);
    expect(await run('--ticker=ZORB')).toEqual(expected);
    expect(await run('drug=x=y', 'page=1')).toEqual([]);
  });

  it('prints the whole page as CSV, and says the rest on stderr', async () => {
    const csv = { form: 'csv' } as const;
    const one = (...words: string[]) =>
      called(filled, 'pdufa_historical', ['ticker=ZORB', ...words], csv);
    const { code, stdout, stderr } = await one();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(
      '_id,Ticker,Drug,Indication,PDUFA Date,Decision,name\r\n' +
        'd1,ZORB,zorbivimab,Ague,2025-05-05,CRL,\r\n',
    );
    const picked = await one('fields=Decision,Ticker');
    expect(picked.stdout).toBe('Ticker,Decision\r\nZORB,CRL\r\n');
    const calendar = await called(filled, 'fda_calendar', [], csv);
    expect(calendar.stderr).toMatch(
      /^Cash_and_Cash_Equivalents is cash only\. cash_runway shows the runway /,
    );
    const refused = await called(filled, 'fda_calendar', ['tickr=X'], csv);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toBe('Unknown argument "tickr". Did you mean ticker?\n');
  });

  it('fits the lines of a terminal, and a date is never cut', async () => {
    const { stdout } = await called(filled, 'pdufa_historical', [], { columns: 48 });
    // Columns of 6, 10, 10 and 10 characters with frames and the last border take 49.
    expect(stdout).toContain('No room for PDUFA Date, Decision. ');
  });

  it('reports wrong arguments on stderr, with code 2', async () => {
    const refused = await called(filled, 'fda_calendar', ['--catdateFrom', '2026-02-30']);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toMatch(/^Invalid catdateFrom\b/);
    const unknown = await called(filled, 'fda_calendar', ['--tickr', 'X']);
    expect(unknown.stderr).toBe('Unknown argument "tickr". Did you mean ticker?\n');
  });

  it('shows nothing of a record that could steer the terminal', async () => {
    const dataDir = temporaryFolder();
    const Drug = '\u001b[2Jdrug\u202e\nnext\u009b2J';
    const decision = { Ticker: 'ZORB', Drug, 'PDUFA Date': '2025-05-05' };
    await imported(dataDir, 'decisions', fileIn(dataDir, 'x.json', [decision]));
    const { stdout } = await called(dataDir, 'pdufa_historical');
    expect(stdout).toMatch(/│ drug next +│/);
    expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{C}/u);
    const json = await called(dataDir, 'pdufa_historical', [], { form: 'json' });
    expect(json.stdout.replaceAll('\n', '')).not.toMatch(/\p{C}/u);
    expect(JSON.stringify(JSON.parse(json.stdout))).toContain('drug');
  });
});

describe('the words of a call', () => {
  it.each([
    ['ZORB', 'Write arguments as name=value or --name value, not "ZORB".'],
    ['=ZORB', 'Write arguments as name=value or --name value, not "=ZORB".'],
    ['a b=c', 'Write arguments as name=value or --name value, not "a b=c".'],
    ['--ticker', '--ticker needs a value.'],
  ])('are not understood: %s', async (word, text) => {
    const refused = called(filled, 'pdufa_historical', [word]);
    await expect(refused).rejects.toThrow(new UsageError(text));
  });

  it('name a tool that is there', async () => {
    expect(await called(filled, 'pdufa_historic')).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/Nearest: pdufa_historical/),
    });
  });
});

describe('who calls', () => {
  it('is held to plan and state of the account that is named', async () => {
    const dataDir = temporaryFolder();
    await imported(dataDir, 'decisions', fixture('decisions.json'));
    const made = await runOn(dataDir, (context) =>
      createKey(context, { account: 'anna', plan: 'basic' }),
    );
    const environment = { CATALYST_API_KEY: made.stdout.trim() };
    expect((await called(dataDir, 'pdufa_historical', [], { environment })).code).toBe(0);
    expect(await called(dataDir, 'fda_approvals', [], { environment })).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('needs the Elite Plus plan'),
    });
    await runOn(dataDir, (context) => changeAccount(context, 'pause', 'anna'));
    for (const form of ['table', 'csv'] as const) {
      expect(await called(dataDir, 'pdufa_historical', [], { environment, form })).toEqual({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining('Access is paused'),
      });
    }
  });

  it('is the owner of a data folder, and of none that several machines share', async () => {
    const asking = called(filled, 'pdufa_historical', [], { environment: absentCluster });
    await expect(asking).rejects.toThrow(
      /^CATALYST_DATABASE_URL: without a key, `call` acts as the owner of its data folder/,
    );
  });
});
