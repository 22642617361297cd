#!/usr/bin/env node
/**
 * The entry point of the program. No other file reads argv, the environment or the system clocks.
 */
import { existsSync, readdirSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import type { Context, ExitCode } from './commands/context.ts';

/**
 * After a stop signal, the process exits at most this many milliseconds after its command has
 * ended.
 */
const MAX_LINGER_MS = 5_000;
let isStopped = false;

const context: Context = {
  environment: process.env,
  clock: Date.now,
  monotonic: () => Number(process.hrtime.bigint()) / 1e6,
  /** Standard input is opened on demand, because few commands read it and opening takes time. */
  get stdin() {
    return process.stdin;
  },
  stdout: process.stdout,
  stderr: process.stderr,
  lowerPriority() {
    try {
      const priority = Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL);
      for (const thread of threads()) setPriority(thread, priority);
    } catch {
      // A sandbox may forbid a lower priority. The process then keeps its priority.
    }
  },
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

run().then(
  (code) => {
    process.exitCode = code;
    // Some libraries reopen a lost connection repeatedly. Such a connection must not keep the
    // process alive.
    if (isStopped) setTimeout(() => process.exit(), MAX_LINGER_MS).unref();
  },
  (cause: unknown) => {
    process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`);
    process.exitCode = 1;
  },
);

/** On Linux, each thread has its own priority. Elsewhere, the process has one priority. */
function threads(): readonly number[] {
  const shown = '/proc/self/task';
  return existsSync(shown) ? readdirSync(shown).map(Number) : [0];
}

/**
 * Runs the command. Two commands run without the command-line parser: the stdio server, because it
 * must start fast, and `refresh`, because it runs after every change to the records.
 */
async function run(): Promise<ExitCode> {
  const [command, store, ...others] = words;
  if (command === undefined) return (await import('./commands/stdio.ts')).stdio(context);
  if (command === 'refresh' && (store === 'real' || store === 'demo') && others.length === 0) {
    return (await import('./commands/refresh.ts')).refresh(context, store);
  }
  return (await import('./commands/program.ts')).runProgram(context, words);
}
