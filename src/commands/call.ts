import { type Config, readConfig } from '../base/config.ts';
import { ConfigError } from '../base/config-error.ts';
import { ServiceError } from '../base/errors.ts';
import { withoutControls } from '../base/foreign-text.ts';
import { inSentences } from '../base/refusals.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import { rowsIn } from '../catalogue/query.ts';
import type { Credential } from '../service/access/access.ts';
import type { RawArguments } from '../service/asked-query.ts';
import { csvOf } from '../transports/csv.ts';
import { restNotices } from '../transports/rest.ts';
import { checkedView } from '../transports/toolbox.ts';
import type { App } from './app.ts';
import { type Context, type ExitCode, exit } from './context.ts';
import { UsageError } from './keys.ts';
import { startApp } from './start-app.ts';
import { table } from './terminal-table.ts';

/** The output format of `call`: a table for people, JSON and CSV for programs. */
export type CallForm = 'table' | 'json' | 'csv';

interface Call {
  readonly context: Context;
  readonly app: App;
  readonly tool: string;
  readonly args: RawArguments;
  readonly credential: Credential;
}

/**
 * Calls a tool and shows the records that it returns. The caller is the account of CATALYST_API_KEY
 * if this setting is set, otherwise the owner.
 */
export async function call(
  context: Context,
  tool: string,
  words: readonly string[],
  form: CallForm,
): Promise<ExitCode> {
  const args = argumentsFrom(words);
  return withService(context, async (app, credential) => {
    const endpoint = app.catalogue.endpoints.find(({ name }) => name === tool);
    const one = { context, app, tool, args, credential };
    const shown = !endpoint
      ? await text(one)
      : form === 'csv'
        ? await csv(one, endpoint)
        : await answer(one, endpoint, form);
    context.stdout.write(shown);
  });
}

/**
 * Opens the service, calls `use`, and closes the service. If the service refuses the request, writes
 * the reason to stderr.
 *
 * @throws ConfigError as in `credentialOf`
 */
export async function withService(
  context: Context,
  use: (app: App, credential: Credential) => Promise<void>,
): Promise<ExitCode> {
  const credential = credentialOf(readConfig(context.environment));
  const { app } = await startApp(context, 'call');
  try {
    await use(app, credential);
    return exit.done;
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause;
    context.stderr.write(`${withoutControls(inSentences(cause))}\n`);
    return cause.status === 400 ? exit.usage : exit.failed;
  } finally {
    await app.close();
  }
}

/**
 * Returns the credential with which a command calls the service: CATALYST_API_KEY if it is set,
 * otherwise the owner. Our choice: if several machines share the accounts, no command can act as
 * the owner.
 *
 * @throws ConfigError if the accounts are shared and CATALYST_API_KEY is not set
 */
export function credentialOf({ cluster, CATALYST_API_KEY: key }: Config): Credential {
  if (key !== undefined) return { key };
  if (!cluster) return 'owner';
  throw new ConfigError(
    'CATALYST_DATABASE_URL: without a key, `call` acts as the owner of its data folder. ' +
      'Data that several machines share has no such owner. ' +
      'Set CATALYST_API_KEY to the key of an account, or unset CATALYST_DATABASE_URL and CATALYST_REDIS_URL. ' +
      'If CATALYST_BASE_URL is set, CATALYST_API_KEY is the key of the upstream, so send the request to a running server instead.',
  );
}

/**
 * Returns the answer of `search`, `fetch` or `chart`, which is text instead of a list of records.
 */
async function text({ app, tool, args, credential }: Call): Promise<string> {
  const { content } = JSON.parse(await app.toolbox.resultOf(credential, tool, args, {}));
  return `${withoutControls(content[0].text)}\n`;
}

async function answer(
  { context, app, tool, args, credential }: Call,
  endpoint: Endpoint,
  form: Exclude<CallForm, 'csv'>,
): Promise<string> {
  const how = { structured: true };
  const { structuredContent, content } = JSON.parse(
    await app.toolbox.resultOf(credential, tool, args, how),
  );
  const [header] = content[0].text.split('\n\n');
  const records = structuredContent.result;
  const shown =
    form === 'json'
      ? JSON.stringify(structuredContent, null, 2)
      : `${header}\n${records.length > 0 ? table(records, Object.keys(endpoint.fields), context.stdout.columns) : ''}`;
  return `${withoutControls(shown)}\n`;
}

/**
 * Returns one page of records as CSV. The CSV has all columns, unless the argument `fields` selects
 * some. Writes notices to stderr.
 */
async function csv({ context, app, args, credential }: Call, endpoint: Endpoint): Promise<string> {
  let view = checkedView(endpoint, {}, false);
  const found = await app.service.answer(endpoint, args, credential, {
    checkArguments: () => {
      view = checkedView(endpoint, args, false);
    },
  });
  for (const notice of restNotices(found)) context.stderr.write(`${withoutControls(notice)}\n`);
  const records = view.fields ? rowsIn(found) : rowsIn({ records: found.records });
  return csvOf(endpoint, records, view.fields);
}

/** Parses `--name value`, `--name=value` and `name=value` arguments. */
function argumentsFrom(words: readonly string[]): Record<string, string> {
  const args: Record<string, string> = {};
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    const [, dashes, name, given] = /^(--)?([\w-]+)(?:=(.*))?$/s.exec(word) ?? [];
    if (!name || (!dashes && given === undefined))
      throw new UsageError(
        `Write arguments as name=value or --name value, not ${JSON.stringify(word)}.`,
      );
    if (given === undefined) index += 1;
    const value = given ?? words[index];
    if (value === undefined) throw new UsageError(`--${name} needs a value.`);
    args[name] = value;
  }
  return args;
}
