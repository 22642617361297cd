import type { Credential } from '../access/access.ts';
import { ServiceError } from '../errors.ts';
import { withoutControls } from '../foreign-text.ts';
import { type Context, type ExitCode, exit } from './context.ts';
import { UsageError } from './keys.ts';
import { startApp } from './start-app.ts';
import { table } from './table.ts';

/** Calls a tool as the owner (or with CATALYST_API_KEY) and shows its records as a table. */
export async function call(
  context: Context,
  tool: string,
  words: readonly string[],
  asJson: boolean,
): Promise<ExitCode> {
  const args = argumentsFrom(words);
  const { app, config } = await startApp(context, 'call');
  const key = config.CATALYST_API_KEY;
  const credential: Credential = key === undefined ? 'owner' : { key };
  try {
    const endpoint = app.catalogue.tool(tool);
    const result = JSON.parse(
      await app.toolbox.presenting({ structured: true }).callTool(credential, tool, args),
    );
    const { structuredContent, content, isError } = result;
    if (isError) {
      context.stderr.write(`${content[0].text}\n`);
      return exit.failed;
    }
    const [header] = content[0].text.split('\n\n');
    const shown = asJson
      ? JSON.stringify(structuredContent, null, 2)
      : `${header}\n${structuredContent.result.length > 0 ? table(structuredContent.result, Object.keys(endpoint.record)) : ''}`;
    context.stdout.write(`${withoutControls(shown)}\n`);
    return exit.done;
  } catch (cause) {
    if (cause instanceof ServiceError) throw new UsageError(cause.message);
    throw cause;
  } finally {
    await app.close();
  }
}

/** `--name value` and `--name=value`, in any number. */
function argumentsFrom(words: readonly string[]): Record<string, string> {
  const args: Record<string, string> = {};
  for (let index = 0; index < words.length; index += 1) {
    const [, name, given] = /^--([\w-]+)(?:=(.*))?$/s.exec(words[index] ?? '') ?? [];
    if (!name)
      throw new UsageError(
        `Arguments are written --name value, not ${JSON.stringify(words[index])}.`,
      );
    if (given === undefined) index += 1;
    const value = given ?? words[index];
    if (value === undefined) throw new UsageError(`--${name} needs a value.`);
    args[name] = value;
  }
  return args;
}
