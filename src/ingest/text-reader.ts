import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Plugin } from 'esbuild';
import type { Parsed } from '../sources/parsed.ts';
import { type ReadText, UnreadText } from '../sources/released-text.ts';
import type { TextTask } from './text-worker.ts';

export interface TextReader {
  readonly read: ReadText;
  /**
   * Parses a file with the named connector in the worker thread, because a large file would block
   * the main thread.
   */
  parse(connector: string, text: string, fileName: string, over?: AbortSignal): Promise<Parsed>;
  close(): Promise<void>;
}

/** Maximum characters of a text. */
const MAX_TEXT = 5_000_000;
/**
 * Time limit in milliseconds per 100,000 characters of a text. On an idle machine, texts of real
 * sources need 20 to 200 ms per 100,000 characters.
 */
const TIME = 10_000;

/**
 * Reads texts one at a time in a worker thread, so that a text cannot block the process. If a text
 * exceeds the time limit, the thread is restarted.
 */
export function openTextReader(time = TIME): TextReader {
  let thread: Promise<Worker> | undefined;

  async function end(): Promise<void> {
    const ended = thread;
    thread = undefined;
    await (await ended?.catch(() => undefined))?.terminate();
  }

  /** @param length number of characters in the task, which determines its time limit */
  async function run<Task extends TextTask>(task: Task, length: number, over?: AbortSignal) {
    const maxMs = time * Math.ceil((length + 1) / 100_000);
    thread ??= startThread();
    const worker = await thread;
    over?.throwIfAborted();
    const aborter = new AbortController();
    const stop = () => aborter.abort(over?.reason);
    over?.addEventListener('abort', stop);
    const timer = setTimeout(
      () => aborter.abort(new UnreadText(`takes longer than ${maxMs / 1_000} s to read`)),
      maxMs,
    );
    try {
      worker.postMessage(task);
      const [result] = await once(worker, 'message', { signal: aborter.signal });
      return result;
    } catch (cause) {
      await end();
      if (aborter.signal.aborted) throw aborter.signal.reason;
      throw new UnreadText(`crashed the reader (${(cause as Error).name})`);
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
      return run({ source }, length, over);
    },
    parse: (connector, text, fileName, over) =>
      run({ connector, text, fileName }, text.length, over),
    close: end,
  };
}

/**
 * Starts the thread and waits until its modules are loaded, so that loading does not count toward
 * the time limit.
 */
async function startThread(): Promise<Worker> {
  const worker = import.meta.url.endsWith('.ts')
    ? await fromSource(new URL('./text-worker.ts', import.meta.url))
    : new Worker(new URL('./text-worker.js', import.meta.url));
  await once(worker, 'message');
  return worker;
}

/**
 * Starts a worker thread from TypeScript, in tests and in development. Threads do not inherit the
 * TypeScript loader. Loading it in the thread would take longer than bundling the modules of the
 * thread.
 */
async function fromSource(url: URL): Promise<Worker> {
  bundled ??= bundleOf(url);
  return new Worker(await bundled, { eval: true });
}

let bundled: Promise<string> | undefined;

async function bundleOf(url: URL): Promise<string> {
  // esbuild is loaded with `createRequire`, so that the build does not include it in the program.
  const { build }: typeof import('esbuild') = createRequire(url)('esbuild');
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(url)],
    bundle: true,
    platform: 'node',
    write: false,
    plugins: [parsedJson],
  });
  return outputFiles[0]!.text;
}

/** Reads JSON files at run time, because a large list takes much longer to load as code. */
const parsedJson: Plugin = {
  name: 'parsed-json',
  setup({ onLoad }) {
    onLoad({ filter: /\.json$/ }, ({ path }) => {
      const text = `require('node:fs').readFileSync(${JSON.stringify(path)}, 'utf8')`;
      return { contents: `export default JSON.parse(${text})` };
    });
  },
};
