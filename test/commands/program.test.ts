import { describe, expect, it } from 'vitest';
import { runProgram } from '../../src/commands/program.ts';
import { type ContextParts, runOn } from '../support/context.ts';
import { temporaryFolder } from '../support/files.ts';

function ran(words: readonly string[], parts: ContextParts = {}) {
  return runOn(temporaryFolder(), (context) => runProgram(context, words), parts);
}

describe('help', () => {
  it.each([
    [['--help'], 'Exit codes: 0 done, 1 failed or taken in part, 2 words not understood.'],
    [['serve', '--help'], '--port <port>'],
    [['keys', '--help'], 'regenerate'],
    [['keys', 'create', '--help'], '(choices: "basic", "elite-plus")'],
    [['keys', 'list', '--help'], 'show the accounts'],
    [['keys', 'regenerate', '--help'], '--account <name>'],
    [['keys', 'pause', '--help'], 'refuse the key for now'],
    [['keys', 'resume', '--help'], 'accept the key again'],
    [['keys', 'revoke', '--help'], 'end the account'],
    [['import', '--help'], '<files...>'],
    [['extract', '--help'], 'without a file, standard input'],
    [['call', '--help'], 'name=value or --name value for each argument'],
    [['call', '--help'], '  fda_calendar '],
    [['call', '--help', 'fda_calendar'], '  catdateTo  '],
    [['call', 'cash_runway', '--help'], '  runway_months '],
    [['call', '-h', 'company'], 'ticker  ticker or company name: CRSP (required)'],
    [['doctor', '--help'], 'say what to do'],
    [['feeds', 'create', '--help'], '--tickers <list>'],
    [['status', '--help'], 'how fresh'],
    [['refresh', '--help'], 'real or demo'],
    [['help', 'serve'], '--host <host>'],
  ])('%j', async (words, text) => {
    const { code, stdout, stderr } = await ran(words);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Usage: biotech-catalyst-mcp/);
    expect(stdout).toContain(text);
  });

  it('says its version', async () => {
    expect((await ran(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('words that are not understood end with code 2', () => {
  it.each([
    [['stauts'], 'Did you mean status?'],
    [['keys', 'creat'], 'Did you mean create?'],
    [['serve', '--prot', '1'], 'Did you mean --port?'],
    [['keys', 'create', '--account', 'x'], '--plan'],
    [['keys', 'create', '--account', 'x', '--plan', 'gold'], 'basic, elite-plus'],
    [['keys', 'create', '--account', 'a b', '--plan', 'basic'], '--account takes letters'],
    [
      ['keys', 'create', '--account', 'x', '--plan', 'basic', '--bundle', 'FDA'],
      'FDA Intelligence',
    ],
    [
      ['keys', 'create', '--account', 'x', '--plan', 'basic', '--expires', '2026-02-30'],
      '--expires takes a date',
    ],
    [['keys', 'pause', '--account', 'nobody'], 'There is no account nobody'],
    [['import', 'sec-tickrs', 'x'], 'Did you mean sec-tickers?'],
    [['import', 'sec-tickers'], 'files'],
    [['call', 'pdufa_historic'], 'Nearest: pdufa_historical'],
    [['call', 'pdufa_historical', 'ZORB'], 'Arguments are written name=value or --name value'],
    [['call', 'pdufa_historical', '=ZORB'], 'Arguments are written name=value or --name value'],
    [['call', '--help', 'pdufa_historic'], 'Nearest: pdufa_historical'],
    [['call', 'pdufa_historical', '--csv', '--json'], 'cannot be used with'],
    [['call', 'pdufa_historical', '--ticker'], '--ticker needs a value'],
    [['serve', '--port', '99999'], '--port takes a number from 0 to 65535'],
    [['serve', '--host', '0.0.0.0'], 'CATALYST_ALLOWED_HOSTS'],
    [['refresh', 'all'], 'real or demo'],
  ])('%j', async (words, text) => {
    const { code, stdout, stderr } = await ran(words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(text);
  });

  it('a setting', async () => {
    const environment = { CATALYST_LIMITS: 'maybe' };
    const { code, stderr } = await ran(['status'], { environment });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^CATALYST_LIMITS: .*"on"\|"off"/);
  });
});
