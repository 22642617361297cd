import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { root, runCommand, startBuilt, temporaryFolder } from '../support-mcp.ts';

const fixture = (name: string) => join(root, 'test/fixtures/import', name);

/** A folder whose store holds the decisions and catalysts of the fixtures. */
const filled = temporaryFolder();
beforeAll(async () => {
  await runCommand(filled, ['import', 'decisions', fixture('decisions.json')]);
  await runCommand(filled, ['import', 'catalysts', fixture('catalysts.csv')]);
});

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
    const { code, stdout, stderr } = await runCommand(filled, words);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Usage: biotech-catalyst-mcp/);
    expect(stdout).toContain(text);
  });

  it('says its version', async () => {
    expect((await runCommand(filled, ['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
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
    const { code, stdout, stderr } = await runCommand(filled, words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(text);
  });

  it('a setting', async () => {
    const environment = { CATALYST_LIMITS: 'maybe' };
    const { code, stderr } = await runCommand(filled, ['status'], { environment });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^CATALYST_LIMITS: .*"on"\|"off"/);
  });
});

describe('the built program', () => {
  it('serves, says where, and finishes what is in flight when it is stopped', async () => {
    // The demo is there, since a busy machine may take longer to make it than a server that is stopped waits.
    const dataDir = temporaryFolder();
    await startBuilt(dataDir, ['refresh', 'demo']).ended;
    const { child, ended, until } = startBuilt(dataDir, ['serve', '--port', '0']);
    const printed = await until(
      (stdout) => stdout.includes('"mcpServers"') && stdout.endsWith('}\n'),
    );
    const [base = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? [];
    expect(printed).toContain(`page   ${base}/\n`);
    expect(printed).toContain(`${base}/mcp\n`);
    expect(printed).toContain(`${base}/api/v2/fdacalendar?apiKey=demo`);
    const settings = JSON.parse(printed.slice(printed.indexOf('{')));
    expect(Object.values(settings.mcpServers)).toEqual([
      { type: 'http', url: `${base}/mcp`, headers: { Authorization: 'Bearer demo' } },
    ]);
    const inFlight = fetch(`${base}/api/v2/fdacalendar?apiKey=demo`);
    expect(await (await fetch(`${base}/healthz`)).json()).toEqual({ status: 'ok' });
    child.kill('SIGTERM');
    const answer = (await (await inFlight).json()) as { result: unknown[] };
    expect(answer.result).toHaveLength(50);
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
    await expect(fetch(`${base}/healthz`)).rejects.toThrow();
  });

  it('ends with code 1 where its port is taken', async () => {
    const first = startBuilt(filled, ['serve', '--port', '0']);
    const printed = await first.until((stdout) => stdout.includes('mcpServers'));
    const [, port = ''] = /127\.0\.0\.1:(\d+)/.exec(printed) ?? [];
    const second = await startBuilt(filled, ['serve', '--port', port]).ended;
    expect(second).toMatchObject({ code: 1, stdout: '' });
    expect(second.stderr).toContain(port);
    first.child.kill('SIGINT');
    expect((await first.ended).code).toBe(0);
  });

  it('ends with the code of its command', async () => {
    const codes = await Promise.all(
      [['status'], ['import', 'decisions', '/absent.json'], ['stauts']].map(
        async (words) => (await startBuilt(temporaryFolder(), words).ended).code,
      ),
    );
    expect(codes).toEqual([0, 1, 2]);
  });

  it('ends quietly when its reader has seen enough', async () => {
    const { child, ended } = startBuilt(filled, ['call', 'pdufa_historical']);
    child.stdout.destroy();
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
  });
});
