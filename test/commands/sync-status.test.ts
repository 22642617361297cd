import { describe, expect, it } from 'vitest';
import { syncStatusText } from '../../src/commands/sync-status.ts';
import type { SourceStatus } from '../../src/ingest/sync/run-status.ts';
import { neverAsked } from '../support/source-status.ts';
import { tableCells } from '../support/table-cells.ts';

describe('status', () => {
  const source: SourceStatus = {
    source: 'tides',
    title: 'Tides',
    state: 'fresh',
    records: 7,
    as_of: '2026-03-01',
    last_success: '2026-03-10T11:22:33.000Z',
    age_hours: 0.6,
    promise_hours: 24,
    next_run: '2026-03-11T01:02:03.000Z',
    waits: 'tides.gov asks',
    queued: 3,
    failed: 2,
    missing_share: 0.125,
    refused: 1,
    last_error: 'no answer',
    last_error_at: '2026-03-09T08:07:06.000Z',
    last_refusal: 'line 1: no day',
    last_refusal_at: '2026-03-08T08:07:06.000Z',
  };

  it('shows the state of each source, and then what went wrong', () => {
    const running = { pid: 12, host: 'tower', progress: '3 of 9' };
    const failures = {
      count: 2,
      given_up: 1,
      oldest: Date.parse('2026-03-09T08:07:06Z'),
      hosts: ['a.tides.gov', 'tides.gov'],
    };
    const text = syncStatusText({
      running,
      hindrance: 'why',
      failures,
      sources: [source, neverAsked],
    });
    expect(text.split('\n')[0]).toBe('Sync: process 12 on tower is running: 3 of 9');
    const [head, tides, winds] = tableCells(text);
    expect(head).toEqual([
      ...['source', 'state', 'records', 'as of', 'last success', 'age / max age', 'next run'],
      ...['queued', 'failed', 'complete', 'refused'],
    ]);
    expect(tides).toEqual([
      ...['tides', 'fresh', '7', '2026-03-01', '2026-03-10T11:22', '0.6 / 24 h'],
      ...['2026-03-11T01:02', '3', '2', '12.5% missing', '1'],
    ]);
    expect(winds).toEqual(['winds', 'off', '0', '', '', '', '', '0', '0', 'yes', '0']);
    expect(text.split('\n').slice(-5)).toEqual([
      '  2 requests failed, the first at 2026-03-09T08:07Z (a.tides.gov, tides.gov); given up: 1 (run `sync --retry`)',
      '  tides.gov asks',
      '  tides, 2026-03-09T08:07: no answer',
      '  tides, 2026-03-08T08:07: omitted items: 1; the latest: line 1: no day',
      '',
    ]);
    const ended = { running: null, hindrance: null, failures, sources: [source] };
    expect(syncStatusText(ended)).toMatch(/^Sync: not running\n/);
    expect(syncStatusText({ ...ended, hindrance: 'less than 1 GB is free' })).toMatch(
      /^Sync: not running: less than 1 GB is free\n/,
    );
  });

  it.each([
    [{}, false],
    [{ queued: 1 }, true],
    [{ failed: 1 }, true],
    [{ queued: 1, failed: 1 }, true],
    [{ last_success: '2026-03-10T11:22:33.000Z' }, true],
    // All stored times were written while the clock was ahead.
    [{ next_run: '2026-03-10T11:22:33.000Z' }, true],
  ])('knows by %j whether one ever ran: %s', (more, hasRun) => {
    const failures = { count: 0, given_up: 0, oldest: null, hosts: [] };
    const sources = [{ ...neverAsked, ...more }];
    const text = syncStatusText({ running: null, hindrance: null, failures, sources });
    const never = 'Sync: never run. Fill the store from public sources with: sync\n';
    expect(text !== never).toBe(hasRun);
  });
});
