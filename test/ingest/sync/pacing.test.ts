import { describe, expect, it, vi } from 'vitest';
import { createPacing } from '../../../src/ingest/sync/pacing.ts';
import { clinicalTrialsGov, fdaPages, openFda, sec } from '../../../src/sources/hosts.ts';
import { useVirtualTime } from './virtual-time.ts';

useVirtualTime();

/** The most starts in any window of a length. */
function most(starts: readonly number[], window: number): number {
  return Math.max(
    ...starts.map((first) => starts.filter((at) => at >= first && at < first + window).length),
  );
}

const answerAfter = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

describe('the pace', () => {
  it('is as slow as the host itself asks for, from start to start', async () => {
    const pacing = createPacing(answerAfter);
    const starts: number[] = [];
    const turn = { host: 'www.fda.gov', slowly: false, priority: 0, crawlDelay: 45_000 };
    const all = [40_000, 10, 10].map((answer) =>
      pacing.run(fdaPages, turn, () => {
        starts.push(Date.now());
        return answerAfter(answer);
      }),
    );
    await vi.runAllTimersAsync();
    await Promise.all(all);
    const gaps = starts.slice(1).map((at, before) => at - starts[before]!);
    expect(gaps.every((gap) => gap >= 45_000)).toBe(true);
  });

  it('of the SEC is one for all its hosts, at most 8 starts in any second, efts at most 2', async () => {
    const pacing = createPacing(answerAfter);
    const starts: { host: string; at: number }[] = [];
    const hosts = Object.keys(sec.hosts);
    const all = Array.from({ length: 600 }, (_, number) => {
      const host = hosts[number % hosts.length]!;
      return pacing.run(sec, { host, slowly: false, priority: number % 6 }, () => {
        starts.push({ host, at: Date.now() });
        return answerAfter(20 + ((number * 37) % 600));
      });
    });
    await vi.runAllTimersAsync();
    await Promise.all(all);
    expect(starts).toHaveLength(600);
    const times = starts.map(({ at }) => at).sort((a, b) => a - b);
    expect(most(times, 1_000)).toBeLessThanOrEqual(8);
    const efts = starts.filter(({ host }) => host === 'efts.sec.gov').map(({ at }) => at);
    expect(most(efts, 1_000)).toBeLessThanOrEqual(2);
  });

  it('is half as fast after the threshold page', async () => {
    const pacing = createPacing(answerAfter);
    const starts: number[] = [];
    const all = Array.from({ length: 40 }, () =>
      pacing.run(
        sec,
        { host: 'www.sec.gov', slowly: true, priority: 0 },
        async () => void starts.push(Date.now()),
      ),
    );
    await vi.runAllTimersAsync();
    await Promise.all(all);
    expect(most(starts, 1_000)).toBeLessThanOrEqual(4);
  });

  it('lets those of a higher lane start before those that wait', async () => {
    const pacing = createPacing(answerAfter);
    const started: number[] = [];
    const all = [5, 4, 3, 0, 5, 2].map((priority, number) =>
      pacing.run(
        sec,
        { host: `${number % 2 ? 'www' : 'data'}.sec.gov`, slowly: false, priority },
        async () => void started.push(priority),
      ),
    );
    await vi.runAllTimersAsync();
    await Promise.all(all);
    // The first is gone before the others have come, and the second has its moment already.
    expect(started).toEqual([5, 4, 0, 2, 3, 5]);
  });

  it('is the same after the clock was set back', async () => {
    const pacing = createPacing(answerAfter);
    const begun = performance.now();
    const starts: number[] = [];
    const all = Array.from({ length: 3 }, () =>
      pacing.run(sec, { host: 'efts.sec.gov', slowly: false, priority: 0 }, async () => {
        starts.push(performance.now() - begun);
      }),
    );
    await vi.advanceTimersByTimeAsync(100);
    vi.setSystemTime(Date.now() - 3 * 24 * 3_600_000);
    pacing.restart();
    await vi.runAllTimersAsync();
    await Promise.all(all);
    // A second after the restart, and then as before.
    expect(starts.map((at) => Math.round(at / 100))).toEqual([0, 11, 16]);
  });

  it.each([
    // The limits that each host publishes.
    [openFda(false), 'api.fda.gov', { starts: 240, within: 60_000 }],
    [openFda(true), 'api.fda.gov', { starts: 240, within: 60_000 }],
    [clinicalTrialsGov, 'clinicaltrials.gov', { starts: 1, within: 1_000 }],
    [fdaPages, 'www.fda.gov', { starts: 1, within: 30_000 }],
  ])('keeps the limit of $name on $1: $2', async (rule, host, limit) => {
    expect(Object.keys(rule.hosts)).toEqual([host]);
    const pacing = createPacing(answerAfter);
    const starts: number[] = [];
    const all = Array.from({ length: 300 }, () =>
      pacing.run(rule, { host, slowly: false, priority: 0 }, async () => {
        starts.push(Date.now());
      }),
    );
    await vi.runAllTimersAsync();
    await Promise.all(all);
    expect(starts).toHaveLength(300);
    expect(most(starts, limit.within)).toBeLessThanOrEqual(limit.starts);
  });

  it('leaves at most four requests open on a host', async () => {
    const pacing = createPacing(answerAfter);
    let [open, mostOpen] = [0, 0];
    const all = Array.from({ length: 20 }, () =>
      pacing.run(openFda(false), { host: 'api.fda.gov', slowly: false, priority: 0 }, async () => {
        open += 1;
        mostOpen = Math.max(mostOpen, open);
        await answerAfter(5_000);
        open -= 1;
      }),
    );
    await vi.runAllTimersAsync();
    await Promise.all(all);
    expect(mostOpen).toBe(4);
  });
});
