import type { Writable } from 'node:stream';
import type { Clock } from '../../base/clock.ts';
import type { Progress } from './engine.ts';

/** Shows the progress of a run. */
export interface Display {
  show(progress: Progress): void;
  close(): void;
}

/** Milliseconds between two progress lines if the output is not a terminal. */
const LINE_EVERY = 10_000;

/**
 * Formats a progress line: `sync: 800 of 2,400 known requests, 12,000 facts`. The number of known
 * requests increases during a run, because responses lead to further requests.
 */
function lineOf({ sources, facts, waits }: Progress): string {
  let [done, all] = [0, 0];
  for (const counts of sources.values()) {
    done += counts.done + counts.failed;
    all += counts.done + counts.failed + counts.queued;
  }
  const waiting = waits === undefined ? '' : `, ${waits}`;
  return `sync: ${done.toLocaleString('en')} of ${all.toLocaleString('en')} known requests, ${facts.toLocaleString('en')} facts${waiting}`;
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

/** On a terminal, shows a bar with the remaining time for each source. */
export async function barDisplay(stream: Writable): Promise<Display> {
  // In the bundled program, this CommonJS package has only a default export. This export contains
  // the named exports.
  const { default: progress } = await import('cli-progress');
  const { Format, MultiBar, Presets } = progress;
  const bars = new MultiBar(
    {
      stream: stream as NodeJS.WritableStream,
      format: '{source} {bar} {value}/{total} {eta_formatted}',
      formatTime: (time, options, multiple) =>
        Number.isFinite(time) ? Format.TimeFormat(time, options, multiple) : '',
      hideCursor: true,
      barsize: 24,
      forceRedraw: true,
      // The library must not end the process on a signal, because a stopped run still finishes the
      // current batch.
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
      // Stopping twice would draw the bars over later output.
      if (isOpen) bars.stop();
      isOpen = false;
    },
  };
}
