import { describe, expect, it } from 'vitest';
import { modelStatusText, servedModelStatus } from '../src/commands/model-status.ts';
import { syncStatusText } from '../src/commands/sync-status.ts';
import type { OutcomeModelSummary } from '../src/domain/trials/learning/model-summary.ts';
import type { SourceStatus } from '../src/sync/status.ts';
import { tableCells } from './support/table-cells.ts';
import { fileIn, runCommand, temporaryFolder } from './support-mcp.ts';

describe('import', () => {
  const line = (text: string) => JSON.stringify({ Ticker: 'ABCQZ', Drug: text });
  const broken = (count: number) => Array.from({ length: count }, () => line('x')).join('\n');
  const imported = async (count: number) => {
    const dataDir = temporaryFolder();
    const file = fileIn(dataDir, 'decisions.ndjson', broken(count));
    const { code, stdout } = await runCommand(dataDir, ['import', 'decisions', file]);
    return { code, lines: stdout.trimEnd().split('\n') };
  };

  it('tells of twenty problems, from the first on, and of more their number', async () => {
    const twenty = await imported(20);
    expect(twenty.code).toBe(1);
    expect(twenty.lines).toHaveLength(21);
    expect(twenty.lines[0]).toBe('decisions.ndjson: nothing taken');
    expect(twenty.lines[1]).toMatch(/^ {2}line 1: PDUFA Date/);
    expect(twenty.lines[20]).toMatch(/^ {2}line 20: PDUFA Date/);
    const more = await imported(22);
    expect(more.lines.slice(20)).toEqual([expect.stringMatching(/^ {2}line 20: /), '  and 2 more']);
  });

  it('tells what was added, replaced and left as it was', async () => {
    const dataDir = temporaryFolder();
    const decision = (Drug: string, Decision?: string) => ({
      ...{ _id: Drug, Ticker: 'ABCQZ', Drug, 'PDUFA Date': '2025-05-05' },
      ...(Decision ? { Decision } : {}),
    });
    const told = async (records: readonly object[]) => {
      const words = ['import', 'decisions', fileIn(dataDir, 'd.json', records)];
      return (await runCommand(dataDir, words)).stdout;
    };
    expect(await told([decision('a'), decision('b')])).toBe(
      'd.json: decisions: 2 added, 0 replaced, 0 unchanged\n',
    );
    expect(await told([decision('a', 'CRL'), decision('b'), decision('c')])).toBe(
      'd.json: decisions: 1 added, 1 replaced, 1 unchanged\n',
    );
  });

  it.each([
    [['decisions', '--ticker', 'ABCQZ'], '--ticker is for press-releases: other files say so'],
    [['press-releases', '--published', '2026-02-30'], '--published takes a day in the form'],
    [
      ['clinicaltrails'],
      'Unknown source or collection "clinicaltrails". Did you mean clinicaltrials?',
    ],
    [['decision'], 'Did you mean decisions?'],
  ])('refuses %j', async ([from = '', ...options], text) => {
    const dataDir = temporaryFolder();
    const words = ['import', from, ...options, fileIn(dataDir, 'x.txt', 'x')];
    const { code, stdout, stderr } = await runCommand(dataDir, words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(text);
  });
});

describe('keys and feeds', () => {
  it('are listed with all that they allow', async () => {
    const dataDir = temporaryFolder();
    const run = (...words: string[]) => runCommand(dataDir, words);
    expect((await run('feeds', 'list')).stdout).toBe('No feeds yet.\n');
    const bundle = ['--bundle', 'm&a tracker', '--expires', '2026-12-31', '--demo'];
    await run('keys', 'create', '--account', 'anna', '--plan', 'basic', ...bundle);
    await run('keys', 'create', '--account', 'b@x.y_-', '--plan', 'elite-plus');
    expect(tableCells((await run('keys', 'list')).stdout)).toEqual([
      ['account', 'plan', 'demo', 'state', 'expires', 'bundle', 'created'],
      ['anna', 'basic', 'yes', 'active', '2026-12-31', 'M&A Tracker', '2026-03-10'],
      ['b@x.y_-', 'elite-plus', '', 'active', '', '', '2026-03-10'],
    ]);

    const twenty = Array.from({ length: 20 }, (_, at) => `T${at}QZ`).join(',');
    const of = ['--account', 'anna'];
    const made = await run('feeds', 'create', ...of, '--tickers', 'ABCQZ, XYZQZ');
    expect(made).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^\/feeds\/[\w-]+\/calendar\.ics\n$/),
      stderr: 'Put the address of your server before it: http://127.0.0.1:8787\n',
    });
    expect((await run('feeds', 'create', ...of, '--tickers', twenty)).code).toBe(0);
    expect((await run('feeds', 'create', ...of, '--catalyst', 'PDUFA Date')).code).toBe(0);
    const [head, ...rows] = tableCells((await run('feeds', 'list')).stdout);
    expect(head).toEqual(['feed', 'account', 'tickers', 'catalyst', 'created']);
    const told = rows.map(([, ...cells]) => cells);
    expect(told).toContainEqual(['anna', 'ABCQZ, XYZQZ', 'all', '2026-03-10']);
    expect(told).toContainEqual(['anna', 'all', 'PDUFA Date', '2026-03-10']);
    const [[id = ''] = []] = rows;
    expect(await run('feeds', 'revoke', '--feed', id)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(tableCells((await run('feeds', 'list')).stdout)).toHaveLength(3);
  });

  it.each([
    [
      ['keys', 'create', '--account', 'x'.repeat(101), '--plan', 'basic'],
      '--account takes letters',
    ],
    [['keys', 'create', '--account', 'a b', '--plan', 'basic'], 'at most 100.'],
    [['keys', 'pause', '--account', 'none'], 'There is no account none: keys list shows them.'],
    [['keys', 'revoke', '--account', 'none'], 'There is no account none'],
    [['keys', 'disconnect', '--account', 'none'], 'There is no account none'],
    [['feeds', 'create', '--account', 'none'], 'There is no account none, or it has 50 feeds'],
    [['feeds', 'revoke', '--feed', 'none'], 'There is no feed none: feeds list shows them.'],
    [['feeds', 'create', '--account', 'a', '--tickers', 'abcqz'], 'at most 20 tickers in capitals'],
    [
      ['feeds', 'create', '--account', 'a', '--tickers', 'T,'.repeat(20).concat('T')],
      'at most 20 tickers in capitals',
    ],
    [
      ['feeds', 'create', '--account', 'a', '--tickers', 'A'.repeat(16)],
      'at most 20 tickers in capitals',
    ],
    [['feeds', 'create', '--account', 'a', '--catalyst', 'a;b'], '--catalyst takes one kind'],
    [
      ['feeds', 'create', '--account', 'a', '--catalyst', 'x'.repeat(101)],
      '--catalyst takes one kind',
    ],
  ])('refuse %j', async (words, text) => {
    const { code, stdout, stderr } = await runCommand(temporaryFolder(), words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(text);
  });
});

describe('status', () => {
  const phase = { not_served: 'too few', trials: 10, successes: 4, later_trials: 0 };
  const judged = (auc: number) => ({ auc, brier: 0.2, log_loss: 0.61234 });

  it('tells of the model what forecasts each phase and how both were judged', () => {
    const summary = {
      fitted_on: '2026-03-01',
      labels: 321,
      phases: {
        phase1: { ...phase, learned: null, published: null },
        phase2: {
          ...{ not_served: null, trials: 200, successes: 80, later_trials: 50 },
          ...{ learned: judged(0.71239), published: judged(0.5) },
        },
        phase3: { ...phase, learned: null, published: judged(0.5) },
      },
    } as unknown as OutcomeModelSummary;
    const text = modelStatusText(summary);
    expect(text.split('\n')[0]).toBe(
      'Trial outcomes: fitted 2026-03-01 to 321 trials with a known outcome',
    );
    const [head, ...rows] = tableCells(text);
    expect(head).toEqual([
      ...['phase', 'forecast by', 'outcomes', 'successes', 'judged on', 'AUC', 'Brier'],
      ...['log loss', 'Brier, published', 'log loss, published'],
    ]);
    expect(rows).toEqual([
      ['Phase 1', 'published rate: too few', '10', '4', '0', '', '', '', '', ''],
      ['Phase 2', 'the record', '200', '80', '50', '0.712', '0.200', '0.612', '0.200', '0.612'],
      ['Phase 3', 'published rate: too few', '10', '4', '0', '', '', '', '0.200', '0.612'],
    ]);
  });

  it('knows no model where there is no store', async () => {
    expect(await servedModelStatus(temporaryFolder())).toBeUndefined();
  });

  const source: SourceStatus = {
    ...{ source: 'tides', title: 'Tides', state: 'fresh', records: 7, as_of: '2026-03-01' },
    ...{ last_success: '2026-03-10T11:22:33.000Z', age_hours: 0.6, promise_hours: 24 },
    ...{ next_run: '2026-03-11T01:02:03.000Z', queued: 3, failed: 2, refused: 1 },
    ...{ last_error: 'no answer', last_error_at: '2026-03-09T08:07:06.000Z' },
    ...{ last_refusal: 'line 1: no day', last_refusal_at: '2026-03-08T08:07:06.000Z' },
  };
  const none: SourceStatus = {
    ...{ source: 'winds', title: 'Winds', state: 'off', records: 0, as_of: null },
    ...{ last_success: null, age_hours: null, promise_hours: 24, next_run: null },
    ...{ queued: 0, failed: 0, refused: 0, last_error: null, last_error_at: null },
    ...{ last_refusal: null, last_refusal_at: null },
  };

  it('tells of each source how it does, and then what went wrong', () => {
    const running = { pid: 12, progress: '3 of 9' };
    const text = syncStatusText({ running, sources: [source, none] });
    expect(text.split('\n')[0]).toBe('Sync: process 12 runs: 3 of 9');
    expect(tableCells(text)).toEqual([
      ...[
        ['source', 'state', 'records', 'as of', 'last success', 'age / promise', 'next run'].concat(
          ['queued', 'failed', 'refused'],
        ),
      ],
      ['tides', 'fresh', '7', '2026-03-01', '2026-03-10T11:22', '0.6 / 24 h'].concat([
        ...['2026-03-11T01:02', '3', '2', '1'],
      ]),
      ['winds', 'off', '0', '', '', '', '', '0', '0', '0'],
    ]);
    expect(text.split('\n').slice(-3)).toEqual([
      '  tides, 2026-03-09T08:07: no answer',
      '  tides, 2026-03-08T08:07: left out 1, last line 1: no day',
      '',
    ]);
    expect(syncStatusText({ running: null, sources: [source] })).toMatch(/^Sync: not running\n/);
  });

  it.each([
    [{}, false],
    [{ queued: 1 }, true],
    [{ failed: 1 }, true],
    [{ last_success: '2026-03-10T11:22:33.000Z' }, true],
  ])('knows by %j whether one ever ran: %s', (more, hasRun) => {
    const text = syncStatusText({ running: null, sources: [{ ...none, ...more }] });
    const never = 'Sync: never run. Fill the store from public sources with: sync\n';
    expect(text !== never).toBe(hasRun);
  });
});
