import { Command, CommanderError, Option } from 'commander';
import { ConfigError } from '../base/config-error.ts';
import { plans } from '../base/plans.ts';
import { version } from '../base/version.ts';
import { type Context, type ExitCode, exit, unread } from './context.ts';
import { growSlowly } from './heap.ts';
import {
  changeAccount,
  createKey,
  disconnectAccount,
  listKeys,
  regenerateKey,
  UsageError,
} from './keys.ts';

/**
 * Runs a command.
 * @returns the exit code of the command, or 2 if the command line or a setting is invalid
 */
export async function runProgram(context: Context, words: readonly string[]): Promise<ExitCode> {
  let code: ExitCode = exit.done;
  try {
    const program = createProgram(context, await furtherHelp(words), async (work) => {
      code = await work;
    });
    const parsed = program.parseAsync([...words], { from: 'user' });
    await Promise.race([parsed, unread(context.stdout)]);
    await parsed;
    return code;
  } catch (cause) {
    if (cause instanceof CommanderError) return cause.exitCode === 0 ? exit.done : exit.usage;
    if (!(cause instanceof UsageError) && !(cause instanceof ConfigError)) throw cause;
    context.stderr.write(`${cause.message}\n`);
    return exit.usage;
  }
}

/**
 * Returns the part of a help text that lists tools or collections. The code that describes them is
 * loaded only when the help is shown.
 */
async function furtherHelp([command, ...words]: readonly string[]): Promise<string> {
  if (command === 'import') return (await import('./import.ts')).importHelp();
  const asksHelp = words.some((word) => word === '--help' || word === '-h');
  if (command === 'call' && asksHelp) return (await import('./call-help.ts')).callHelp(words);
  return '';
}

type Run = (work: Promise<ExitCode>) => Promise<void>;

/**
 * Loads the code of a command. Code is loaded on demand, so that a server does not load the code of
 * imports and refreshes.
 */
type Load = () => Promise<(context: Context, ...given: never[]) => Promise<ExitCode>>;

/**
 * Returns a function that creates the handler of a command. A handler loads the command and calls
 * it with its arguments and options.
 */
function handlersOf(context: Context, run: Run) {
  return (load: Load) =>
    // The last value is omitted. It is the command object of Commander.
    (...given: unknown[]) =>
      run(load().then((command) => command(context, ...(given.slice(0, -1) as never[]))));
}

function createProgram(context: Context, further: string, run: Run): Command {
  const on = handlersOf(context, run);
  const program = new Command('biotech-catalyst-mcp')
    .description('Biotech catalyst data for AI assistants, over MCP and REST')
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(text),
    })
    .addHelpText(
      'after',
      '\nWithout a command, the program serves one assistant over stdio.\nExit codes: 0 success, 1 failure or partial success, 2 usage error, 3 sync with failed requests.',
    );
  program
    .command('stdio', { hidden: true })
    .action(on(async () => (await import('./stdio.ts')).stdio));
  program
    .command('serve')
    .description('serve REST and /mcp over HTTP')
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .option('--port <port>', 'port to listen on; 0 selects a free port; default 8787', portNumber)
    .option('--sync', 'fill the store from public sources and keep it up to date')
    .action(on(async () => (await import('./serve.ts')).serve));
  program
    .command('ready')
    .description('check whether a server on this machine is ready (/readyz), for health checks')
    .option('--host <host>', 'address that the server listens on', '127.0.0.1')
    .option('--port <port>', 'port that the server listens on; default 8787', portNumber)
    .action(on(async () => (await import('./ready.ts')).ready));
  addKeys(program, context, run);
  addFeeds(program, context, run);
  program
    .command('import')
    .description('import files of a public source, or records of a collection (JSON, NDJSON, CSV)')
    .argument('<source-or-collection>')
    .argument('<files...>')
    .option('--published <date>', 'for press-releases: publication date of the text')
    .option('--ticker <ticker>', 'for press-releases: ticker of the company')
    .option('--cik <number>', 'for press-releases: CIK of the company')
    .option('--company <name>', 'for press-releases: name of the company')
    .option('--url <address>', 'for press-releases: URL of the text')
    .addHelpText('after', `\n${further}`)
    .action(on(() => reading(async () => (await import('./import.ts')).importCommand)));
  program
    .command('extract')
    .description('show the catalysts that a text states, one JSON line per passage')
    .argument('[files...]', 'text, HTML or NDJSON files; without a file, reads standard input')
    .option('--published <date>', 'publication date, if the text does not state it')
    .action(on(async () => (await import('./extract.ts')).extract));
  program
    .command('sync')
    .description('fill the store from public sources, until nothing more is due')
    .option('--plan', 'show the planned requests by source, without sending any')
    .option('--probe', 'send one request to each source and show the responses; store nothing')
    .option('--tickers <list>', 'only these companies (comma-separated), such as CRSP,NTLA')
    .option('--sources <list>', 'only these sources (comma-separated)')
    .option(
      '--since <date>',
      'first month or day that a first sync loads, such as 2024-01; by default, two years before today',
    )
    .option(
      '--keep <folder>',
      'store each response body as a file in this folder; a mirror can serve these files (CATALYST_MIRROR)',
    )
    .option(
      '--retry',
      'retry failed requests now, including requests that are no longer retried automatically',
    )
    .option('--report <file>', 'write a redacted report on the responses of all source hosts')
    .option('--stay', 'keep running, and sync each source when it is due')
    .addOption(new Option('--until-input-ends').hideHelp())
    .action(on(() => reading(async () => (await import('./sync.ts')).sync)));
  program
    .command('call')
    .description('call a tool and show its records')
    .argument('<tool>')
    .argument('[arguments...]', 'name=value or --name value for each argument of the tool')
    .option('--json', 'show the records and the pagination as JSON')
    .addOption(new Option('--csv', 'show the records as CSV').conflicts('json'))
    .allowUnknownOption()
    .addHelpText('after', `\n${further}`)
    .action((tool, args, { json, csv }) => {
      const form = csv ? 'csv' : json ? 'json' : 'table';
      return run(import('./call.ts').then(({ call }) => call(context, tool, args, form)));
    });
  program
    .command('export')
    .description('write all records of a tool to standard output')
    .argument('<table>', 'name of a tool, such as fda_calendar')
    .option('--format <format>', 'csv or ndjson', 'csv')
    .option(
      '--as-of <day>',
      'only records that were known on this day, YYYY-MM-DD; only for tools with the parameter as_of',
    )
    .action(on(async () => (await import('./export.ts')).exportTable));
  program
    .command('doctor')
    .description('check what this program needs and suggest fixes')
    .action(on(async () => (await import('./doctor.ts')).doctor));
  program
    .command('status')
    .description('show the content, age and sources of the store')
    .option('--json', 'show the state of each public source and of the trial outcome model as JSON')
    .option(
      '--candidates',
      'list the extracted statements that are not served, each with its sentence and the reason',
    )
    .action((options) =>
      run(
        options.candidates
          ? import('./candidates.ts').then(({ candidates }) => candidates(context))
          : import('./status.ts').then(({ status }) => status(context, options.json ?? false)),
      ),
    );
  program
    .command('migrate')
    .description('copy the data of one machine to the database that several machines share')
    .requiredOption('--from <folder>', 'data folder of the machine')
    .action(on(async () => (await import('./migrate.ts')).migrate));
  program
    .command('verify')
    .description('check the forecasts that a server or a data folder has recorded')
    .argument('<url-or-folder>')
    .option(
      '--head <hash>',
      'hash that an earlier `verify` printed after "Head:"; fails if no entry has this hash',
    )
    .option(
      '--key <key>',
      'API key of the server; with a key, `verify` also checks forecasts of events that are not due yet',
    )
    .action(on(async () => (await import('./verify.ts')).verify));
  program
    .command('refresh')
    .description(
      'recompute the served records if a new day has begun or the input records have changed',
    )
    .argument('<store>', 'real or demo')
    .action(on(async () => (await import('./refresh.ts')).refresh));
  addWork(program, context, run);
  return program;
}

/** Loads a command that reads much data. First, makes the heap of the process grow slowly. */
function reading<Command>(load: () => Promise<Command>): Promise<Command> {
  growSlowly();
  return load();
}

function addWork(program: Command, context: Context, run: Run): void {
  const on = handlersOf(context, run);
  program
    .command('pull', { hidden: true })
    .argument('<layout>')
    .action(on(async () => (await import('./pull.ts')).pull));
  const work = program
    .command('work')
    .description('refresh and publish the records that several machines share')
    .option('--sync', 'fetch records from public sources and keep them up to date')
    .action(on(async () => (await import('./work.ts')).work));
  work
    .command('publish')
    .description('serve an older version of the records again')
    .argument('<version>', 'version number that `status` shows')
    .action(on(async () => (await import('./work.ts')).publishOlder));
}

function addKeys(program: Command, context: Context, run: Run): void {
  const keys = program.command('keys').description('manage accounts and their keys');
  keys
    .command('create')
    .description('create an account and print its key once')
    .requiredOption('--account <name>')
    .addOption(new Option('--plan <plan>').choices(plans).makeOptionMandatory())
    .option('--demo', 'create a demo key: every answer contains a note about the demo key')
    .option('--bundle <groups>', 'limit the account to these groups (comma-separated)')
    .option('--expires <date>', 'last day of access, YYYY-MM-DD')
    .action((options) => run(createKey(context, options)));
  keys
    .command('list')
    .description('list the accounts')
    .action(() => run(listKeys(context)));
  keys
    .command('regenerate')
    .description('revoke the old key and its connections immediately, and print a new key once')
    .requiredOption('--account <name>')
    .action(({ account }) => run(regenerateKey(context, account)));
  keys
    .command('disconnect')
    .description('end the OAuth connections that assistants made with the key')
    .requiredOption('--account <name>')
    .action(({ account }) => run(disconnectAccount(context, account)));
  const changes = {
    pause: 'refuse the key until `keys resume`',
    resume: 'accept the key again',
    revoke: 'delete the account',
  } as const;
  for (const [change, description] of Object.entries(changes) as [keyof typeof changes, string][]) {
    keys
      .command(change)
      .description(description)
      .requiredOption('--account <name>')
      .action(({ account }) => run(changeAccount(context, change, account)));
  }
}

function addFeeds(program: Command, context: Context, run: Run): void {
  const on = handlersOf(context, run);
  const feeds = program.command('feeds').description('manage calendar feeds (.ics)');
  feeds
    .command('create')
    .description('create a calendar of upcoming catalysts and print its URL once')
    .requiredOption(
      '--account <name>',
      'owner of the feed: the plan of this account applies, and revoking the account ends the feed',
    )
    .option('--tickers <list>', 'only these tickers (comma-separated)')
    .option('--catalyst <kind>', 'only this kind of catalyst, such as "PDUFA Date"')
    .action(on(async () => (await import('./feeds.ts')).createFeed));
  feeds
    .command('list')
    .description('list the feeds without their URLs')
    .action(on(async () => (await import('./feeds.ts')).listFeeds));
  feeds
    .command('revoke')
    .description('end a feed immediately')
    .requiredOption('--feed <id>', 'feed ID that `feeds list` shows')
    .action(({ feed }) =>
      run(import('./feeds.ts').then(({ revokeFeed }) => revokeFeed(context, feed))),
    );
}

function portNumber(word: string): number {
  const port = /^\d{1,5}$/.test(word) ? Number(word) : Number.NaN;
  if (!(port <= 65_535)) throw new UsageError('--port takes a number from 0 to 65535.');
  return port;
}
