import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readConfig } from '../base/config.ts';
import { ServiceError } from '../base/errors.ts';
import { withoutControls } from '../base/foreign-text.ts';
import { inSentences } from '../base/refusals.ts';
import { beginExport } from '../transports/export.ts';
import { restNotices } from '../transports/rest.ts';
import { credentialOf } from './call.ts';
import { type Context, type ExitCode, exit } from './context.ts';
import { startApp } from './start-app.ts';

/** Writes all records of a tool to stdout, and writes notices to stderr. */
export async function exportTable(
  context: Context,
  table: string,
  { format, asOf }: { readonly format: string; readonly asOf?: string },
): Promise<ExitCode> {
  const credential = credentialOf(readConfig(context.environment));
  const { app } = await startApp(context, 'call');
  const say = (text: string) => context.stderr.write(`${withoutControls(text)}\n`);
  try {
    const endpoint = app.catalogue.tool(table);
    const given = { format, ...(asOf === undefined ? {} : { as_of: asOf }) };
    const { first, text } = await beginExport(app.service, endpoint, given, credential);
    for (const notice of restNotices(first)) say(notice);
    await pipeline(Readable.from(text), context.stdout, { end: false });
    return exit.done;
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause;
    say(inSentences(cause));
    return cause.status === 400 ? exit.usage : exit.failed;
  } finally {
    await app.close();
  }
}
