import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileIn, root, runCommand, startBuilt, temporaryFolder } from './support-mcp.ts';

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
    [['call', '--help'], '--name value for each argument'],
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
    [['call', 'pdufa_historical', 'ZORB'], 'Arguments are written --name value'],
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

describe('keys', () => {
  it('live from create to revoke; the key alone stands on stdout', async () => {
    const dataDir = temporaryFolder();
    const keys = (...words: string[]) => runCommand(dataDir, ['keys', ...words]);
    const state = async () => (await keys('list')).stdout;
    const isKey = /^bcm_[\w-]{32}\n$/;
    expect(await state()).toBe('No accounts yet.\n');

    const more = ['--demo', '--bundle', 'fda intelligence, M&A Tracker', '--expires', '2026-12-31'];
    const made = await keys('create', '--account', 'anna', '--plan', 'basic', ...more);
    expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(isKey), stderr: '' });
    expect(await state()).toMatch(
      /anna .* basic .* yes .* active .* 2026-12-31 .* FDA Intelligence, M&A Tracker .* 2026-03-10/,
    );
    expect(await state()).not.toContain(made.stdout.trim());

    const again = await keys('create', '--account', 'anna', '--plan', 'basic');
    expect(again).toMatchObject({ code: 2, stdout: '' });
    expect(again.stderr).toContain('keys regenerate makes it a new key');

    const renewed = await keys('regenerate', '--account', 'anna');
    expect(renewed).toMatchObject({ code: 0, stdout: expect.stringMatching(isKey) });
    expect(renewed.stdout).not.toBe(made.stdout);

    expect(await keys('pause', '--account', 'anna')).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await state()).toMatch(/anna .* paused/);
    await keys('resume', '--account', 'anna');
    expect(await state()).toMatch(/anna .* active/);
    await keys('revoke', '--account', 'anna');
    expect(await state()).toBe('No accounts yet.\n');
    expect((await keys('regenerate', '--account', 'anna')).code).toBe(2);
  });

  it('count for call as they do for a client', async () => {
    const dataDir = temporaryFolder();
    await runCommand(dataDir, ['import', 'decisions', fixture('decisions.json')]);
    const words = ['keys', 'create', '--account', 'anna', '--plan', 'basic'];
    const environment = { CATALYST_API_KEY: (await runCommand(dataDir, words)).stdout.trim() };
    const call = (tool: string) => runCommand(dataDir, ['call', tool], { environment });
    expect((await call('pdufa_historical')).code).toBe(0);
    expect(await call('fda_approvals')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('needs the Elite Plus plan'),
    });
    await runCommand(dataDir, ['keys', 'pause', '--account', 'anna']);
    expect(await call('pdufa_historical')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Access is paused'),
    });
  });
});

describe('call', () => {
  it('shows a table, with the columns in the order of the record', async () => {
    const { code, stdout, stderr } = await runCommand(filled, ['call', 'pdufa_historical']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const cells = stdout
      .split('\n')
      .filter((line) => line.startsWith('│'))
      .map((line) =>
        line
          .split('│')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
    expect(stdout).toMatch(/^pdufa_historical: records 1–2 of 2, /);
    expect(cells).toEqual([
      ['_id', 'Ticker', 'Drug', 'Indication', 'PDUFA Date', 'Decision'],
      ['d3', 'GLUM', 'glumexib', 'Gout', '2025-06-01', 'Approved'],
      ['d1', 'ZORB', 'zorbivimab', 'Ague', '2025-05-05', 'CRL'],
    ]);
  });

  it('prints the envelope as JSON, for other programs', async () => {
    const words = ['call', 'pdufa_historical', '--ticker=ZORB', '--fields', 'Ticker,Decision'];
    const { code, stdout } = await runCommand(filled, [...words, '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      result: [{ Ticker: 'ZORB', Decision: 'CRL' }],
      pagination: { page: 1, pageSize: 50, total: 1 },
    });
  });

  it('tells a refusal on stderr, with code 1', async () => {
    const refused = await runCommand(filled, [
      'call',
      'fda_calendar',
      '--catdateFrom',
      '2026-02-30',
    ]);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^Invalid catdateFrom\b/);
    const unknown = await runCommand(filled, ['call', 'fda_calendar', '--tickr', 'X']);
    expect(unknown.stderr).toBe('Unknown argument "tickr". Did you mean ticker?\n');
  });

  it('shows nothing of a record that could steer the terminal', async () => {
    const dataDir = temporaryFolder();
    const Drug = '\u001b[2Jdrug\u202e\nnext\u009b2J';
    const decision = { Ticker: 'ZORB', Drug, 'PDUFA Date': '2025-05-05' };
    await runCommand(dataDir, ['import', 'decisions', fileIn(dataDir, 'x.json', [decision])]);
    const { stdout } = await runCommand(dataDir, ['call', 'pdufa_historical']);
    expect(stdout).toMatch(/│ drug next +│/);
    expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{C}/u);
    const json = await runCommand(dataDir, ['call', 'pdufa_historical', '--json']);
    expect(json.stdout.replaceAll('\n', '')).not.toMatch(/\p{C}/u);
    expect(JSON.stringify(JSON.parse(json.stdout))).toContain('drug');
  });
});

describe('status', () => {
  it('says what is in the store, from where and how fresh, before and after an import', async () => {
    const dataDir = temporaryFolder();
    const status = async () => (await runCommand(dataDir, ['status'])).stdout;
    const before = await status();
    expect(before).toContain(dataDir);
    expect(before).toContain('Real store: no records yet');
    expect(before).toContain('Demo store: made when the server first starts');

    await runCommand(dataDir, ['import', 'clinicaltrials', fixture('studies.json')]);
    const after = await status();
    expect(after).toContain('Real store (served): newest facts 2026-03-10');
    expect(after).toMatch(/trials +│ clinicaltrials +│ 4 /);
    expect(after).not.toContain('no records yet');
  });
});

describe('import on a terminal', () => {
  const tick = (step: number) => {
    let now = Date.parse('2026-03-10T12:00:00Z');
    return () => {
      now += step;
      return now;
    };
  };
  const words = ['import', 'decisions', fixture('decisions.json')];

  it('shows its progress once it has taken longer than a second, and nowhere else', async () => {
    const shown = async (step: number, terminal: boolean) =>
      (await runCommand(temporaryFolder(), words, { clock: tick(step), terminal })).stderr;
    expect(await shown(2_000, true)).toMatch(/^reading decisions.json …\ncomputing .* …\n$/);
    expect(await shown(1, true)).toBe('');
    expect(await shown(2_000, false)).toBe('');
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
