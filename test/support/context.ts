import { PassThrough } from 'node:stream';
import type { Clock } from '../../src/base/clock.ts';
import type { Context, ExitCode } from '../../src/commands/context.ts';
import { builtMain } from './files.ts';
import { fixedClock, machineTime } from './surroundings.ts';

/** Settings of a shared PostgreSQL and Redis where no server listens. */
export const absentCluster = {
  CATALYST_DATABASE_URL: 'postgres://127.0.0.1:1/x',
  CATALYST_REDIS_URL: 'redis://127.0.0.1:1',
};

export interface ContextParts {
  readonly environment?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
  readonly terminal?: boolean;
  /** Width of stdout in characters; absent if stdout is not a terminal. */
  readonly columns?: number;
  readonly stdin?: PassThrough;
  readonly lowerPriority?: () => void;
  /** Resolves when the command must stop. */
  readonly stopped?: Promise<void>;
}

/** Builds the environment of a command: a data folder, and streams that collect its output. */
export function contextOn(dataDir: string, parts: ContextParts = {}) {
  const [stdout, stderr] = [keptStream(), keptStream()];
  const stopped = parts.stopped ?? new Promise<void>(() => {});
  const context: Context = {
    environment: { ...parts.environment, CATALYST_DATA_DIR: dataDir },
    clock: parts.clock ?? fixedClock,
    monotonic: machineTime,
    lowerPriority: parts.lowerPriority ?? (() => {}),
    stdin: parts.stdin ?? new PassThrough(),
    stdout: Object.assign(stdout.stream, parts.columns ? { columns: parts.columns } : {}),
    stderr: Object.assign(stderr.stream, { isTTY: parts.terminal ?? false }),
    self: [process.execPath, builtMain],
    stopped: () => stopped,
  };
  return { context, stdout: stdout.text, stderr: stderr.text };
}

function keptStream() {
  const stream = new PassThrough();
  const chunks: string[] = [];
  stream.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
  return { stream, text: () => chunks.join('') };
}

/**
 * Runs a command on a data folder.
 *
 * @returns its exit code and output
 */
export async function runOn(
  dataDir: string,
  command: (context: Context) => Promise<ExitCode>,
  parts: ContextParts = {},
) {
  const { context, stdout, stderr } = contextOn(dataDir, parts);
  const code = await command(context);
  return { code, stdout: stdout(), stderr: stderr() };
}
