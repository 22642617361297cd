import type { Writable } from 'node:stream';
import type { Clock } from '../clock.ts';
import type { Progress } from './engine.ts';

/** Where a run's progress is shown. */
export interface Display {
  show(progress: Progress): void;
  close(): void;
}

/** Milliseconds between two lines where there is no terminal. */
const LINE_EVERY = 10_000;

/** A line on a run: `sync: 800 of 2,400 known requests, 12,000 facts`; answers name more requests. */
function lineOf({ sources, facts, waits }: Progress): string {
  const { done, all } = totalOf({ sources });
  const waiting = waits === undefined ? '' : `, ${waits}`;
  return `sync: ${done.toLocaleString('en')} of ${all.toLocaleString('en')} known requests, ${facts.toLocaleString('en')} facts${waiting}`;
}

/** Requests of all sources that are known, and those that came to an end. */
function totalOf({ sources }: Pick<Progress, 'sources'>): { done: number; all: number } {
  let [done, all] = [0, 0];
  for (const counts of sources.values()) {
    done += counts.done + counts.failed;
    all += counts.done + counts.failed + counts.queued;
  }
  return { done, all };
}

/** A line every ten seconds. */
export function lineDisplay(stream: Writable, clock: Clock): Display {
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    show(progress) {
      if (clock() - shownAt < LINE_EVERY) return;
      shownAt = clock();
      stream.write(`${lineOf(progress)}\n`);
    },
    close() {},
  };
}

/** A bar for each source on a terminal, with the time that it may still take. */
export async function barDisplay(stream: Writable): Promise<Display> {
  const { MultiBar, Presets } = await import('cli-progress');
  const bars = new MultiBar(
    {
      stream: stream as NodeJS.WritableStream,
      format: '{source} {bar} {value}/{total} {eta_formatted}',
      hideCursor: true,
      barsize: 24,
      forceRedraw: true,
    },
    Presets.shades_classic,
  );
  const known = new Map<string, ReturnType<typeof bars.create>>();
  return {
    show({ sources }) {
      for (const [name, { queued, done, failed }] of sources) {
        const total = queued + done + failed;
        const bar = known.get(name) ?? bars.create(total, 0, { source: name.padEnd(20) });
        known.set(name, bar);
        bar.setTotal(total);
        bar.update(done + failed, { source: name.padEnd(20) });
      }
    },
    close: () => bars.stop(),
  };
}
