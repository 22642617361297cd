import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Parsed } from '../sources/parsed.ts';
import { type ReadText, UnreadText } from '../sources/released-text.ts';
import type { TextTask } from './text-worker.ts';

export interface TextReader {
  readonly read: ReadText;
  /** Takes a file apart by the connector of a name: a large one would hold the engine up. */
  parse(connector: string, text: string, fileName: string, over?: AbortSignal): Promise<Parsed>;
  close(): Promise<void>;
}

/** Characters of a text. */
const MAX_TEXT = 5_000_000;
/** Milliseconds for each 100,000 characters, begun ones included; real texts take 20 to 200. */
const TIME = 2_000;

/**
 * Reads texts one at a time in a thread of its own, so that no text can hold up the process. The
 * thread starts with the first text, and starts again after one that took too long.
 */
export function openTextReader(time = TIME): TextReader {
  let thread: Promise<Worker> | undefined;

  async function end(): Promise<void> {
    const ended = thread;
    thread = undefined;
    await (await ended?.catch(() => undefined))?.terminate();
  }

  /** What the thread makes of a task with so many characters. */
  async function ask<Task extends TextTask>(task: Task, length: number, over?: AbortSignal) {
    const most = time * Math.ceil((length + 1) / 100_000);
    thread ??= started();
    const worker = await thread;
    over?.throwIfAborted();
    const ending = new AbortController();
    const stop = () => ending.abort(over?.reason);
    over?.addEventListener('abort', stop);
    const timer = setTimeout(
      () => ending.abort(new UnreadText(`takes longer than ${most / 1_000} s to read`)),
      most,
    );
    try {
      worker.postMessage(task);
      const [made] = await once(worker, 'message', { signal: ending.signal });
      return made;
    } catch (cause) {
      await end();
      if (ending.signal.aborted) throw ending.signal.reason;
      throw new UnreadText(`broke its reader (${(cause as Error).name})`);
    } finally {
      clearTimeout(timer);
      over?.removeEventListener('abort', stop);
    }
  }

  return {
    async read(source, over) {
      const { length } = source.text;
      if (length > MAX_TEXT) {
        throw new UnreadText(`is longer than ${MAX_TEXT / 1e6} million characters and is not read`);
      }
      return ask({ source }, length, over);
    },
    parse: (connector, text, fileName, over) =>
      ask({ connector, text, fileName }, text.length, over),
    close: end,
  };
}

/** The thread, once it has loaded its modules: that does not count as reading. */
async function started(): Promise<Worker> {
  const worker = import.meta.url.endsWith('.ts')
    ? fromSource(new URL('./text-worker.ts', import.meta.url))
    : new Worker(new URL('./text-worker.js', import.meta.url));
  await once(worker, 'message');
  return worker;
}

/** A thread does not inherit the loader of TypeScript that tests and development run with. */
function fromSource({ href }: URL): Worker {
  const address = JSON.stringify(href);
  const words = `import('tsx/esm/api').then(({ tsImport }) => tsImport(${address}, ${address}))`;
  return new Worker(words, { eval: true });
}
