import { request } from 'node:http';
import { readConfig } from '../base/config.ts';
import { type Context, type ExitCode, exit } from './context.ts';

/**
 * Milliseconds to wait for the answer of a server. After this time, the server is reported as not
 * ready.
 */
const TIMEOUT_MS = 4_000;
/** Maximum number of characters that are shown of the answer from `/readyz`. */
const MAX_SHOWN = 4_000;

/**
 * Requests `/readyz` of a server on this machine and shows the answer. Containers use this command
 * as a health check.
 *
 * @returns exit code 0 if the server is ready, 1 if it is not ready or not running
 */
export async function ready(
  context: Context,
  options: { readonly host: string; readonly port?: number },
): Promise<ExitCode> {
  const { host, port = readConfig(context.environment).CATALYST_PORT } = options;
  const { status, text } = await asked(host, port).catch((cause: NodeJS.ErrnoException) => ({
    status: undefined,
    text: `no server answers at ${host}:${port}: ${cause.code ?? 'no answer in time'}`,
  }));
  context.stdout.write(`${text.slice(0, MAX_SHOWN)}\n`);
  return status === 200 ? exit.done : exit.failed;
}

function asked(
  host: string,
  port: number,
): Promise<{ readonly status: number | undefined; readonly text: string }> {
  return new Promise((resolve, reject) => {
    // Every server accepts the host name `localhost`, whatever address the server listens on.
    const headers = { host: 'localhost' };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    request({ host, port, path: '/readyz', headers, signal, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        if (text.length < MAX_SHOWN) text += chunk;
      });
      response.once('end', () => resolve({ status: response.statusCode, text }));
      response.once('error', reject);
    })
      .once('error', reject)
      .end();
  });
}
