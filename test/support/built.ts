import { spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { builtMain, root } from './files.ts';

export { builtMain };

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the built program in a separate process. */
export function startBuilt(
  dataDir: string,
  words: readonly string[] = [],
  environment: Record<string, string> = {},
  limit?: string,
) {
  const program = [process.execPath, builtMain, ...words];
  // A shell sets a limit such as `ulimit -n 100` and then executes the program.
  const started = limit ? ['sh', '-c', `${limit}; exec "$@"`, 'sh', ...program] : program;
  return startProgram(started, dataDir, environment);
}

/** Kills a process when the test has ended. */
export function killAfterTest({ child, ended }: ReturnType<typeof startProgram>): void {
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
}

/** Starts the built program as a server on a free port, and waits until it prints its URL. */
export async function startServer(
  dataDir: string,
  environment: Record<string, string> = {},
  limit?: string,
) {
  const started = startBuilt(dataDir, ['serve', '--port', '0'], environment, limit);
  const isPrinted = (stdout: string) => stdout.includes('"mcpServers"') && stdout.endsWith('}\n');
  const printed = await started.until(isPrinted);
  const [base = '', port = ''] = /http:\/\/127\.0\.0\.1:(\d+)/.exec(printed) ?? [];
  return { ...started, printed, base, port: Number(port) };
}

/** Starts a command in a separate process. */
export function startProgram(
  started: readonly string[],
  dataDir: string,
  environment: Record<string, string>,
) {
  const child = spawn(started[0] ?? '', started.slice(1), {
    cwd: root,
    env: { PATH: process.env.PATH, ...environment, CATALYST_DATA_DIR: dataDir },
  });
  let [stdout, stderr] = ['', ''];
  const watchers = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
    for (const look of watchers) look();
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  child.stdin.on('error', () => {});
  const ended = new Promise<Ran>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      for (const look of watchers) look();
      resolve({ code, stdout, stderr });
    });
  });
  return {
    child,
    ended,
    stdout: () => stdout,
    stderr: () => stderr,
    /**
     * Waits until stdout contains the expected text and returns stdout.
     *
     * @throws Error if the process ends first
     */
    async until(found: (stdout: string) => boolean): Promise<string> {
      if (!found(stdout)) {
        await new Promise<void>((resolve, reject) => {
          const look = () => {
            if (found(stdout)) resolve();
            else if (child.exitCode !== null || child.signalCode !== null) {
              reject(new Error(`ended with ${child.exitCode}: ${stdout}${stderr}`));
            }
          };
          watchers.add(look);
        });
      }
      return stdout;
    },
  };
}
