import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { withoutControls } from '../base/foreign-text.ts';
import { beginExport } from '../transports/export.ts';
import { restNotices } from '../transports/rest.ts';
import { withService } from './call.ts';
import type { Context, ExitCode } from './context.ts';

/** Writes all records of a tool to stdout, and writes notices to stderr. */
export function exportTable(
  context: Context,
  table: string,
  { format, asOf }: { readonly format: string; readonly asOf?: string },
): Promise<ExitCode> {
  return withService(context, async (app, credential) => {
    const endpoint = app.catalogue.tool(table);
    const given = { format, ...(asOf === undefined ? {} : { as_of: asOf }) };
    const { first, text } = await beginExport(app.service, endpoint, given, credential);
    for (const notice of restNotices(first)) context.stderr.write(`${withoutControls(notice)}\n`);
    await pipeline(Readable.from(text), context.stdout, { end: false });
  });
}
