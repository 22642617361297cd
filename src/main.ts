#!/usr/bin/env node
/** The command line: the only file that reads argv, the environment and the real clocks. */
import type { Context } from './commands/context.ts';

/** Milliseconds for which a process that was told to stop may stay after its command has ended. */
const MAX_LINGER_MS = 5_000;
let isStopped = false;

const context: Context = {
  environment: process.env,
  clock: Date.now,
  monotonic: () => Number(process.hrtime.bigint()) / 1e6,
  /** Few commands read it, and it takes a while to open. */
  get stdin() {
    return process.stdin;
  },
  stdout: process.stdout,
  stderr: process.stderr,
  self: [process.execPath, ...process.execArgv, process.argv[1] ?? ''],
  stopped: () =>
    new Promise((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) {
        process.once(signal, () => {
          isStopped = true;
          resolve();
        });
      }
    }),
};
const words = process.argv.slice(2);

// An assistant starts the bare command and waits: the command line's parser is not loaded for it.
const run =
  words.length === 0
    ? import('./commands/stdio.ts').then(({ stdio }) => stdio(context))
    : import('./commands/program.ts').then(({ runProgram }) => runProgram(context, words));

run.then(
  (code) => {
    process.exitCode = code;
    // A connection that a library goes on opening must not keep it.
    if (isStopped) setTimeout(() => process.exit(), MAX_LINGER_MS).unref();
  },
  (cause: unknown) => {
    process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`);
    process.exitCode = 1;
  },
);
