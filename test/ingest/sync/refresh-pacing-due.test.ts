import { describe, expect, it } from 'vitest';
import type { FactName } from '../../../src/facts/fact-kinds.ts';
import { createRefreshPacing } from '../../../src/ingest/sync/refresh-pacing.ts';
import { notePlanned, noteSuccess } from '../../../src/ingest/sync/source-states.ts';
import { readMeta, writeFacts, writeMeta } from '../../../src/store/facts-store.ts';
import { isRefreshDue } from '../../../src/store/served-state.ts';
import { openStore } from './sync-run.ts';

const now = Date.parse('2026-03-10T12:00:00Z');
const MINUTE = 60_000;

async function setUp(isServing = true, clock = () => now) {
  const database = await openStore();
  if (isServing) writeMeta(database, 'facts_at', '2026-03-01');
  const refreshes: (() => void)[] = [];
  const pacing = createRefreshPacing(database, {
    clock,
    isFilled: () => true,
    refresh: () => new Promise<void>((resolve) => refreshes.push(resolve)),
  });
  /** Ends the refresh that runs. */
  const end = async () => {
    refreshes.at(-1)?.();
    await pacing.running();
  };
  return { database, pacing, refreshes, end };
}

describe('the next refresh', () => {
  it.each([
    [0, 15],
    [10, 15],
    [20, 30],
    [60, 90],
  ])('after a refresh of %i seconds is due in %i seconds', async (duration, rest) => {
    let at = now;
    const { pacing, end } = await setUp(true, () => at);
    pacing.noteChanges(['trials']);
    pacing.refreshIfDue(false);
    at = now + duration * 1_000;
    await end();
    expect(pacing.dueAt()).toBeUndefined();
    pacing.noteChanges([]);
    expect(pacing.dueAt()).toBeUndefined();
    pacing.noteChanges(['news']);
    expect(pacing.dueAt()).toBe(at + rest * 1_000);
  });

  it('is one at a time, and marks what is served before it begins', async () => {
    const { database, pacing, refreshes, end } = await setUp();
    pacing.refreshIfDue(true);
    expect(refreshes).toHaveLength(0);
    pacing.noteChanges(['trials']);
    expect([readMeta(database, 'sync_changed'), isRefreshDue(database)]).toEqual([
      ...[String(now), false],
    ]);
    pacing.refreshIfDue(false);
    expect([readMeta(database, 'sync_changed'), isRefreshDue(database)]).toEqual(['', true]);
    expect(readMeta(database, 'facts_at')).toBe('2026-03-10');
    expect(pacing.running()).toBeInstanceOf(Promise);
    pacing.noteChanges(['trials']);
    pacing.refreshIfDue(true);
    expect(refreshes).toHaveLength(1);
    await end();
    expect(pacing.running()).toBeUndefined();
    pacing.refreshIfDue(false);
    expect(refreshes).toHaveLength(1);
    pacing.refreshIfDue(true);
    expect(refreshes).toHaveLength(2);
  });

  it('is due at once where the clock was set back since the last one', async () => {
    let at = now;
    const { pacing, end } = await setUp(true, () => at);
    pacing.noteChanges(['trials']);
    pacing.refreshIfDue(false);
    await end();
    pacing.noteChanges(['trials']);
    at = now - MINUTE;
    expect(pacing.dueAt()).toBe(now + 15_000);
    at = now - MINUTE - 1;
    expect(pacing.dueAt()).toBe(at);
  });

  it('is left to others where the run ends', async () => {
    const { database, pacing, refreshes } = await setUp();
    pacing.markAtEnd();
    expect(isRefreshDue(database)).toBe(false);
    pacing.noteChanges(['trials']);
    pacing.markAtEnd();
    expect([isRefreshDue(database), readMeta(database, 'sync_changed')]).toEqual([true, '']);
    pacing.refreshIfDue(true);
    expect(refreshes).toHaveLength(0);
  });
});

describe('while nothing is served yet', () => {
  const said = (more: object) => ({
    document_id: 'd',
    ticker: 'ABCQZ',
    published_date: '2026-03-10',
    mentions: [
      { type: 'pdufa_date', status: 'announced', confidence: 0.8, sentence: 'S', ...more },
    ],
  });
  const catalyst = { ticker: 'ABCQZ', catalyst: 'PDUFA', formattedDate: '2026-06-01' };

  it.each<[FactName, object, boolean]>([
    ['trials', { nctId: 'NCT90000001' }, false],
    ['catalysts', catalyst, true],
    ['mentions', said({}), true],
    ['mentions', said({ type: 'adcomm_date' }), true],
    ['mentions', said({ type: 'readout_expected' }), true],
    ['mentions', said({ type: 'filing_expected' }), true],
    ['mentions', said({ type: 'approval' }), false],
    ['mentions', said({ status: 'historical' }), false],
    ['mentions', said({ confidence: 0.79 }), false],
  ])('%s of %j make a refresh due: %s', async (kind, record, isDue) => {
    const { database, pacing, refreshes } = await setUp(false);
    expect(writeFacts(database, kind, [record as never], 'test')).toMatchObject({ added: 1 });
    pacing.noteChanges([kind]);
    expect(pacing.dueAt() !== undefined).toBe(isDue);
    pacing.markAtEnd();
    expect(isRefreshDue(database)).toBe(isDue);
    pacing.refreshIfDue(true);
    expect(refreshes).toHaveLength(isDue ? 0 : 1);
  });

  it.each([
    { isFilled: false, hours: 24, isServed: false },
    { isFilled: false, hours: 24.1, isServed: true },
    { isFilled: true, hours: 0, isServed: true },
  ])(
    'a fill without catalysts replaces the demo when it ends or stalls for a day: %j',
    async (row) => {
      const database = await openStore();
      notePlanned(database, 'a', now, now);
      noteSuccess(database, 'a', 1, now);
      const pacing = createRefreshPacing(database, {
        clock: () => now + row.hours * 60 * MINUTE,
        isFilled: () => row.isFilled,
        refresh: async () => {},
      });
      pacing.noteChanges(['trials']);
      pacing.refreshIfDue(true);
      await pacing.running();
      expect(readMeta(database, 'facts_at') !== undefined).toBe(row.isServed);
    },
  );
});
