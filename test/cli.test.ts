import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { nodeFinding } from '../src/commands/doctor.ts';
import { table } from '../src/commands/table.ts';
import { tableCells } from './support/table-cells.ts';
import { builtMain, fileIn, root, runCommand, startBuilt, temporaryFolder } from './support-mcp.ts';

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
    expect(stdout).toMatch(/^pdufa_historical: records 1–2 of 2, /);
    expect(tableCells(stdout)).toEqual([
      ['Ticker', 'Drug', 'Indication', 'PDUFA Date', 'Decision'],
      ['GLUM', 'glumexib', 'Gout', '2025-06-01', 'Approved'],
      ['ZORB', 'zorbivimab', 'Ague', '2025-05-05', 'CRL'],
    ]);
  });

  it('shows what the tools answer that have no records, as they tell it', async () => {
    const found = await runCommand(filled, ['call', 'search', 'query=ZORB']);
    expect(found).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(found.stdout).results[0]).toMatchObject({ id: 'ticker:ZORB' });
    const missing = await runCommand(filled, ['call', 'fetch', 'id=ticker:NOPE']);
    expect(missing).toMatchObject({ code: 1, stdout: '' });
    expect(missing.stderr).toContain('NOPE');
  });

  it('prints the envelope as JSON, for other programs', async () => {
    const words = ['call', 'pdufa_historical', '--ticker=ZORB', '--fields', 'Ticker,Decision'];
    const { code, stdout } = await runCommand(filled, [...words, '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      result: [{ Ticker: 'ZORB', Decision: 'CRL' }],
      pagination: { page: 1, pageSize: 50, total: 1 },
      source: 'local store',
      as_of: '2026-03-10',
      sorted_by: 'PDUFA Date descending',
      first: 1,
      last: 1,
    });
  });

  it('takes name=value as well, whatever stands in the value', async () => {
    const run = async (...words: string[]) =>
      JSON.parse(
        (await runCommand(filled, ['call', 'pdufa_historical', ...words, '--json'])).stdout,
      ).result;
    const expected = await run('--ticker', 'ZORB');
    expect(expected).toHaveLength(1);
    expect(await run('ticker=ZORB')).toEqual(expected);
    expect(await run('--ticker=ZORB')).toEqual(expected);
    expect(await run('drug=x=y', 'page=1')).toEqual([]);
  });

  it('prints the whole page as CSV, and says the rest on stderr', async () => {
    const words = ['call', 'pdufa_historical', 'ticker=ZORB'];
    const { code, stdout, stderr } = await runCommand(filled, [...words, '--csv']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(
      '_id,Ticker,Drug,Indication,PDUFA Date,Decision,name\r\n' +
        'd1,ZORB,zorbivimab,Ague,2025-05-05,CRL,\r\n',
    );
    const picked = await runCommand(filled, [...words, '--csv', 'fields=Decision,Ticker']);
    expect(picked.stdout).toBe('Ticker,Decision\r\nZORB,CRL\r\n');
    const calendar = await runCommand(filled, ['call', 'fda_calendar', '--csv']);
    expect(calendar.stderr).toMatch(/^Cash_and_Cash_Equivalents is cash alone/);
    const refused = await runCommand(filled, ['call', 'fda_calendar', 'tickr=X', '--csv']);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toBe('Unknown argument "tickr". Did you mean ticker?\n');
  });

  it('fits the lines of a terminal: long text is cut, and what has no room is named', async () => {
    const lines = async (columns: number) => {
      const { stdout } = await runCommand(filled, ['call', 'pdufa_historical'], { columns });
      return stdout.split('\n');
    };
    const wide = await lines(200);
    expect(wide.join('\n')).toContain('│ zorbivimab │');
    const calendar = await runCommand(filled, ['call', 'fda_calendar'], { columns: 50 });
    const narrow = calendar.stdout.split('\n');
    const drawn = narrow.filter((line) => /^[│┌└├]/.test(line));
    expect(drawn.length).toBeGreaterThan(2);
    for (const line of drawn) expect(line.length).toBeLessThanOrEqual(50);
    // 30 characters less the frames of both, the last line and a day: 13 for the text.
    const cut = table([{ text: 'x'.repeat(30), day: '2026-03-10' }], undefined, 30);
    expect(cut).toContain(`│ ${'x'.repeat(12)}… │ 2026-03-10 │`);
    // 6, 10, 10 and 10 characters with their frames and the last line are 49; 8 more have no room.
    const few = await lines(49);
    expect(few.join('\n')).toContain('│ 2025-06-01 │');
    expect(few.join('\n')).toContain('No room for Decision: ');
    // Here a day would be cut, and is left out whole.
    expect((await lines(48)).join('\n')).toContain('No room for PDUFA Date, Decision: ');
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

describe('doctor', () => {
  const about = (stdout: string, what: string) =>
    stdout.split('\n').find((line) => line.includes(` ${what}: `)) ?? '';

  it('finds nothing wrong with a fresh folder, and says what could be done', async () => {
    const dataDir = temporaryFolder();
    const { code, stdout } = await runCommand(dataDir, ['doctor'], {
      environment: { HOME: temporaryFolder() },
    });
    expect(code).toBe(0);
    expect(about(stdout, 'Node')).toMatch(/^ok .*\d+\.\d+\.\d+$/);
    expect(about(stdout, 'data folder')).toMatch(/^(ok|look) .* GiB free$/);
    expect(about(stdout, 'clock')).toMatch(/^ok .*2026-03-10/);
    expect(about(stdout, 'source')).toMatch(/^look .*fictional demo data/);
    expect(stdout).toContain('serve --sync');
    expect(about(stdout, 'keys')).toMatch(/^ok .*the key is demo/);
    expect(about(stdout, 'assistants')).toMatch(/^look /);
    expect(stdout).toContain('"mcpServers"');
  });

  it('tells real records without a key, and a key that opens nothing', async () => {
    const environment = { HOME: temporaryFolder() };
    const { code, stdout } = await runCommand(filled, ['doctor'], { environment });
    expect(code).toBe(0);
    expect(about(stdout, 'source')).toMatch(/^ok .*local store, newest facts 2026-03-10/);
    expect(about(stdout, 'keys')).toMatch(/^look .*nobody is answered/);
    const wrong = { ...environment, CATALYST_API_KEY: 'bcm_none' };
    const other = await runCommand(filled, ['doctor'], { environment: wrong });
    expect(other.code).toBe(1);
    expect(about(other.stdout, 'keys')).toMatch(/^wrong .*CATALYST_API_KEY opens no account/);
    expect(other.stdout).not.toContain('bcm_none');
  });

  it('tells a setting that there is none of, and records that are to be read for nobody', async () => {
    const home = { HOME: temporaryFolder() };
    const misspelt = { ...home, CATALYST_LIMTS: 'secret-value' };
    const { code, stdout } = await runCommand(temporaryFolder(), ['doctor'], {
      environment: misspelt,
    });
    expect(code).toBe(0);
    expect(about(stdout, 'settings')).toBe('look  settings: CATALYST_LIMTS is none of them');
    expect(stdout).toContain('did you mean CATALYST_LIMITS?');
    expect(stdout).not.toContain('secret-value');
    const syncing = { ...home, CATALYST_SYNC: 'on' };
    const nobody = await runCommand(temporaryFolder(), ['doctor'], { environment: syncing });
    expect(nobody.code).toBe(1);
    expect(about(nobody.stdout, 'sync')).toMatch(/^wrong .*CATALYST_CONTACT/);
    const named = { ...syncing, CATALYST_CONTACT: 'someone@catalysts-reader.org' };
    const ready = await runCommand(temporaryFolder(), ['doctor'], { environment: named });
    expect(about(ready.stdout, 'sync')).toMatch(/^ok /);
  });

  it('says what to paste with the path of this very program', async () => {
    const { stdout } = await runCommand(temporaryFolder(), ['doctor'], {
      environment: { HOME: temporaryFolder() },
    });
    expect(stdout).toContain(JSON.stringify(builtMain));
    expect(stdout).not.toContain('/path/to');
  });

  it('tells a setting, a folder and a clock that are wrong', async () => {
    const environment = { CATALYST_LIMITS: 'maybe' };
    const setting = await runCommand(temporaryFolder(), ['doctor'], { environment });
    expect(setting.code).toBe(1);
    expect(about(setting.stdout, 'settings')).toMatch(/^wrong .*CATALYST_LIMITS/);
    const folder = await runCommand(fileIn(temporaryFolder(), 'file', ''), ['doctor']);
    expect(folder.code).toBe(1);
    expect(about(folder.stdout, 'data folder')).toMatch(/^wrong .* cannot be written$/);
    const clock = () => Date.parse('2026-03-09T12:00:00Z');
    const late = await runCommand(filled, ['doctor'], { clock });
    expect(late.code).toBe(1);
    expect(about(late.stdout, 'clock')).toMatch(/^wrong .*2026-03-09, before 2026-03-10$/);
  });

  it.each([
    ['{', 'wrong', 'not readable as JSON'],
    ['{}', 'look', 'does not name this program'],
    ['{"mcpServers":{"x":null}}', 'look', 'does not name this program'],
    ['{"mcpServers":{"biotech-catalyst":{"command":"npx"}}}', 'ok', 'starts this program'],
    [
      '{"mcpServers":{"c":{"command":"node","args":["/none/biotech-catalyst-mcp/dist/main.js"]}}}',
      'wrong',
      'is not there',
    ],
    [
      '{"mcpServers":{"biotech-catalyst":{"command":"node","args":["dist/main.js"]}}}',
      'wrong',
      'is no whole path',
    ],
  ])('reads the settings of an assistant: %s', async (text, state, found) => {
    const home = temporaryFolder();
    mkdirSync(join(home, '.cursor'));
    fileIn(join(home, '.cursor'), 'mcp.json', text);
    const { stdout } = await runCommand(temporaryFolder(), ['doctor'], {
      environment: { HOME: home },
    });
    const line = stdout.split('\n').find((one) => one.includes('Cursor')) ?? '';
    expect(line.startsWith(state)).toBe(true);
    expect(line).toContain(found);
  });

  it.each([
    ['20.18.3', 'wrong'],
    ['18.20.0', 'wrong'],
    ['20.19.0', 'ok'],
    ['22.0.0', 'ok'],
  ])('judges Node %s', (version, state) => {
    expect(nodeFinding(version).state).toBe(state);
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
