import type { Credential } from '../access.ts';
import { serveStdio } from '../transports/stdio.ts';
import { type Context, type ExitCode, exit, startApp } from './context.ts';

/** Serves one assistant over stdin and stdout, until its input ends or it is stopped. */
export async function stdio(context: Context): Promise<ExitCode> {
  const { app, config, log } = await startApp(context);
  const key = config.CATALYST_API_KEY;
  const credential: Credential = key === undefined ? 'owner' : { key };
  const served = serveStdio({
    input: context.stdin,
    output: context.stdout,
    credential,
    toolbox: app.toolbox,
    failed: (cause) => log.error({ err: cause }, 'message failed'),
  });
  await Promise.race([served, context.stopped()]);
  context.stdin.destroy();
  await app.close();
  return exit.done;
}
