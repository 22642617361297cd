import type { Writable } from 'node:stream';
import type { Clock } from '../../base/clock.ts';
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

/** Prints a line every ten seconds, and immediately if the reason for waiting changes. */
export function lineDisplay(stream: Writable, clock: Clock): Display {
  let shownAt = Number.NEGATIVE_INFINITY;
  let waits: string | undefined;
  return {
    show(progress) {
      const isNews = progress.waits !== undefined && progress.waits !== waits;
      if (clock() - shownAt < LINE_EVERY && !isNews) return;
      shownAt = clock();
      waits = progress.waits;
      stream.write(`${lineOf(progress)}\n`);
    },
    close() {},
  };
}

/** A bar for each source on a terminal, with the time that it may still take. */
export async function barDisplay(stream: Writable): Promise<Display> {
  // Its names are found by its default export alone where it is bundled: it is CommonJS.
  const { default: progress } = await import('cli-progress');
  const { Format, MultiBar, Presets } = progress;
  const bars = new MultiBar(
    {
      stream: stream as NodeJS.WritableStream,
      format: '{source} {bar} {value}/{total} {eta_formatted}',
      // Of what has not begun, nothing is known.
      formatTime: (time, options, multiple) =>
        Number.isFinite(time) ? Format.TimeFormat(time, options, multiple) : '',
      hideCursor: true,
      barsize: 24,
      forceRedraw: true,
      // A signal ends the run after its batch, and the run its bars.
      gracefulExit: false,
    },
    Presets.shades_classic,
  );
  const known = new Map<string, ReturnType<typeof bars.create>>();
  let waited: string | undefined;
  let isOpen = true;
  return {
    show({ sources, waits }) {
      if (waits !== undefined && waits !== waited) bars.log(`sync: ${waits}\n`);
      waited = waits;
      for (const [name, { queued, done, failed }] of sources) {
        const total = queued + done + failed;
        const bar = known.get(name) ?? bars.create(total, 0, { source: name.padEnd(20) });
        known.set(name, bar);
        bar.setTotal(total);
        bar.update(done + failed, { source: name.padEnd(20) });
      }
    },
    close() {
      // Stopped again, they would be drawn over what was written since.
      if (isOpen) bars.stop();
      isOpen = false;
    },
  };
}
