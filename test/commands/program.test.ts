import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { runProgram } from '../../src/commands/program.ts';
import { absentCluster, type ContextParts, runOn } from '../support/context.ts';
import { temporaryFolder } from '../support/files.ts';

function ran(words: readonly string[], parts: ContextParts = {}) {
  return runOn(temporaryFolder(), (context) => runProgram(context, words), parts);
}

describe('help', () => {
  it.each([
    [
      ['--help'],
      'Exit codes: 0 success, 1 failure or partial success, 2 usage error, 3 sync with failed requests.',
    ],
    [['keys', 'create', '--help'], '(choices: "basic", "elite-plus")'],
    [['call', '--help'], 'name=value or --name value for each argument'],
    [['call', '--help'], '  fda_calendar '],
    [['call', '--help', 'fda_calendar'], '  catdateTo  '],
    [['call', 'cash_runway', '--help'], '  runway_months '],
    [['call', '-h', 'company'], 'ticker  ticker or name: CRSP (required)'],
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
    [['import', 'sec-tickers'], 'files'],
    [['call', '--help', 'pdufa_historic'], 'Nearest: pdufa_historical'],
    [['call', 'pdufa_historical', '--csv', '--json'], 'cannot be used with'],
  ])('%j', async (words, text) => {
    const { code, stdout, stderr } = await ran(words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(text);
  });

  it('a setting', async () => {
    const environment = { CATALYST_LIMITS: 'maybe' };
    const { code, stderr } = await ran(['status'], { environment });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^CATALYST_LIMITS: on or off/);
  });
});

describe('every command', () => {
  it('is listed by the help of all, but for those of the program itself', async () => {
    const { stdout } = await ran(['--help']);
    const [, listed = ''] = stdout.split('Commands:\n');
    expect([...listed.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name)).toEqual([
      ...['serve', 'ready', 'keys', 'feeds', 'import', 'extract', 'sync', 'call', 'export'],
      ...['doctor', 'status', 'migrate', 'verify', 'refresh', 'work', 'help'],
    ]);
  });

  it.each([
    [['ready', '--port', '9'], 1, 'no server answers at 127.0.0.1:9: ECONNREFUSED\n', ''],
    [
      ['ready', '--host', '127.0.0.2', '--port', '9'],
      1,
      /^no server answers at 127\.0\.0\.2:9/,
      '',
    ],
    [['serve', '--port', '65536'], 2, '', '--port takes a number from 0 to 65535.\n'],
    [['serve', '--port', '-1'], 2, '', '--port takes a number from 0 to 65535.\n'],
    [['serve', '--port', '1e3'], 2, '', '--port takes a number from 0 to 65535.\n'],
    [['serve', '--port', '65535', '--host', '0.0.0.0'], 2, '', /^To listen on 0\.0\.0\.0, set/],
    [['serve', '--sync'], 2, '', /^CATALYST_CONTACT: /],
    [['keys', 'list'], 0, 'No accounts yet.\n', ''],
    [['keys', 'regenerate', '--account', 'x'], 2, '', /^Account x/],
    [['keys', 'disconnect', '--account', 'x'], 2, '', /^Account x/],
    [['keys', 'pause', '--account', 'x'], 2, '', /^Account x/],
    [['keys', 'resume', '--account', 'x'], 2, '', /^Account x/],
    [['keys', 'revoke', '--account', 'x'], 2, '', /^Account x/],
    [
      ['feeds', 'create', '--account', 'x'],
      2,
      '',
      /^Account x does not exist or already has 50 feeds/,
    ],
    [['feeds', 'list'], 0, 'No feeds yet.\n', ''],
    [['feeds', 'revoke', '--feed', 'x'], 2, '', /^Feed x/],
    [['import', 'press-releases', 'a', 'b', '--url', 'x'], 2, '', /^--url describes one text/],
    [['extract', '/absent.txt'], 1, '', '/absent.txt: does not exist\n'],
    [['sync', '--tickers', 'A B'], 2, '', /^--tickers takes comma-separated tickers/],
    [['sync', '--plan', '--sources', 'sec-tickers'], 0, /nothing was sent/, ''],
    [['status', '--candidates'], 0, /^No candidates\./, ''],
    [['status', '--json'], 0, '{"sync":null,"outcome_model":null}\n', ''],
    [['status'], 0, /^Data folder: /, ''],
    [['migrate'], 2, '', /--from <folder>/],
    [['migrate', '--from', '/'], 2, '', /^CATALYST_DATABASE_URL and CATALYST_REDIS_URL: required/],
    [['refresh', 'all'], 2, '', '`refresh` takes `real` or `demo`.\n'],
    [['work'], 2, '', /^`work` is for several machines/],
    [['work', 'publish', '1'], 2, '', /^`work` is for several machines/],
    [['pull', 'layout'], 2, '', /^`pull` needs CATALYST_DATABASE_URL/],
  ] as const)('%j does its work, with code %d', async (words, code, stdout, stderr) => {
    const said = (expected: string | RegExp) =>
      typeof expected === 'string' ? expected : expect.stringMatching(expected);
    expect(await ran(words)).toEqual({ code, stdout: said(stdout), stderr: said(stderr) });
  });

  it('sets up a single assistant if it is named', async () => {
    const stdin = new PassThrough();
    stdin.write('{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n');
    const { code, stderr } = await ran(['stdio'], { environment: absentCluster, stdin });
    expect([code, stderr]).toEqual([2, expect.stringMatching(/: over stdio, a process acts as/)]);
  });
});
