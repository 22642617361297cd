import { Command, CommanderError, Option } from 'commander';
import { ConfigError } from '../base/config.ts';
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

/** Loaded when they are run: a server has no room for what only an import or a refresh needs. */
const commands = {
  call: async () => (await import('./call.ts')).call,
  candidates: async () => (await import('./candidates.ts')).candidates,
  doctor: async () => (await import('./doctor.ts')).doctor,
  feeds: () => import('./feeds.ts'),
  extract: async () => (await import('./extract.ts')).extract,
  import: async () => (await import('./import.ts')).importCommand,
  migrate: async () => (await import('./migrate.ts')).migrate,
  pull: async () => (await import('./pull.ts')).pull,
  refresh: async () => (await import('./refresh.ts')).refresh,
  ready: async () => (await import('./ready.ts')).ready,
  serve: async () => (await import('./serve.ts')).serve,
  status: async () => (await import('./status.ts')).status,
  stdio: async () => (await import('./stdio.ts')).stdio,
  sync: async () => (await import('./sync.ts')).sync,
  work: () => import('./work.ts'),
};

/** Runs the command that the words name. @returns 0 done, 1 failed, 2 words not understood. */
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
 * What the help of a command says of the catalogue and the collections: help is composed at once, and
 * only those who ask for it load them.
 */
async function furtherHelp([command, ...words]: readonly string[]): Promise<string> {
  if (command === 'import') return (await import('./import.ts')).importHelp();
  const asksHelp = words.some((word) => word === '--help' || word === '-h');
  if (command === 'call' && asksHelp) return (await import('./call-help.ts')).callHelp(words);
  return '';
}

function createProgram(
  context: Context,
  further: string,
  run: (work: Promise<ExitCode>) => Promise<void>,
): Command {
  const program = new Command('biotech-catalyst-mcp')
    .description('Biotech catalysts for AI assistants: tools over MCP, paths over REST')
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(text),
    })
    .addHelpText(
      'after',
      '\nWithout a command: serves one assistant over stdio.\nExit codes: 0 done, 1 failed or taken in part, 2 words not understood, 3 synced but for requests that failed.',
    );
  program
    .command('stdio', { hidden: true })
    .action(() => run(commands.stdio().then((stdio) => stdio(context))));
  program
    .command('serve')
    .description('serve REST and /mcp over HTTP')
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .option('--port <port>', 'port to listen on; 0 takes a free one', portNumber, 8787)
    .option('--sync', 'fill the store from public sources and keep it fresh')
    .action((options) => run(commands.serve().then((serve) => serve(context, options))));
  program
    .command('ready')
    .description('ask a server on this machine whether it is ready (/readyz), for health checks')
    .option('--host <host>', 'address it listens on', '127.0.0.1')
    .option('--port <port>', 'port it listens on', portNumber, 8787)
    .action((options) => run(commands.ready().then((ready) => ready(context, options))));
  addKeys(program, context, run);
  addFeeds(program, context, run);
  program
    .command('import')
    .description('import files of a public source, or records of a collection (JSON, NDJSON, CSV)')
    .argument('<source-or-collection>')
    .argument('<files...>')
    .option('--published <date>', 'of press-releases: day on which the text appeared')
    .option('--ticker <ticker>', 'of press-releases: whose text it is')
    .option('--cik <number>', 'of press-releases: whose text it is, by CIK')
    .option('--company <name>', 'of press-releases: whose text it is, by name')
    .option('--url <address>', 'of press-releases: where the text can be read')
    .addHelpText('after', `\n${further}`)
    .action((from, files, options) =>
      run(
        reading(commands.import).then((importFiles) => importFiles(context, from, files, options)),
      ),
    );
  program
    .command('extract')
    .description('show the catalysts that a text states, one JSON line a passage')
    .argument('[files...]', 'text, HTML or NDJSON; without a file, standard input')
    .option('--published <date>', 'day on which the text appeared, where it does not say so itself')
    .action((files, options) =>
      run(commands.extract().then((extract) => extract(context, files, options))),
    );
  program
    .command('sync')
    .description('fill the store from public sources, until nothing more is due')
    .option('--plan', 'show what would be asked, by source; sends nothing')
    .option('--probe', 'ask each source once and say what it answered; stores nothing')
    .option('--tickers <list>', 'only these companies, separated by commas: CRSP,NTLA')
    .option('--sources <list>', 'only these sources, separated by commas')
    .option(
      '--since <month>',
      'how far a first fill reaches back: 2024-01; two years where it does not say',
    )
    .option(
      '--keep <folder>',
      'keep what is received there, a file an address, as a mirror could serve it',
    )
    .option('--retry', 'try again at once what failed, what was given up too')
    .option('--report <file>', 'write there what the hosts said, to be passed on')
    .option('--stay', 'stay, and sync what becomes due')
    .addOption(new Option('--until-input-ends').hideHelp())
    .action((options) => run(reading(commands.sync).then((sync) => sync(context, options))));
  program
    .command('call')
    .description('call a tool and show its records')
    .argument('<tool>')
    .argument('[arguments...]', 'name=value or --name value for each argument of the tool')
    .option('--json', 'the envelope as JSON')
    .addOption(new Option('--csv', 'the records as CSV').conflicts('json'))
    .allowUnknownOption()
    .addHelpText('after', `\n${further}`)
    .action((tool, args, { json, csv }) => {
      const form = csv ? 'csv' : json ? 'json' : 'table';
      return run(commands.call().then((call) => call(context, tool, args, form)));
    });
  program
    .command('doctor')
    .description('check what this program needs, and say what to do')
    .action(() => run(commands.doctor().then((doctor) => doctor(context))));
  program
    .command('status')
    .description('what is in the store, how fresh, from where')
    .option('--json', 'how each public source and the model of trial outcomes do, as JSON')
    .option('--candidates', 'what texts state and is not served, with its sentence and the reason')
    .action((options) =>
      run(
        options.candidates
          ? commands.candidates().then((candidates) => candidates(context))
          : commands.status().then((status) => status(context, options.json ?? false)),
      ),
    );
  program
    .command('migrate')
    .description('bring what one machine keeps to where several machines share it')
    .requiredOption('--from <folder>', 'data folder of the machine')
    .action((options) => run(commands.migrate().then((migrate) => migrate(context, options))));
  program
    .command('refresh')
    .description('compute what is served anew, where the day or the facts have changed')
    .argument('<store>', 'real or demo')
    .action((kind) => run(commands.refresh().then((refresh) => refresh(context, kind))));
  addWork(program, context, run);
  return program;
}

/** Loads a command that reads much: what is set before anything is collected counts from the start. */
function reading<Command>(load: () => Promise<Command>): Promise<Command> {
  growSlowly();
  return load();
}

function addWork(
  program: Command,
  context: Context,
  run: (work: Promise<ExitCode>) => Promise<void>,
): void {
  program
    .command('pull', { hidden: true })
    .argument('<layout>')
    .action((layout) => run(commands.pull().then((pull) => pull(context, layout))));
  const work = program
    .command('work')
    .description('keep what several machines serve up to date')
    .option('--sync', 'fill it from public sources and keep it fresh')
    .action((options) => run(commands.work().then(({ work }) => work(context, options))));
  work
    .command('publish')
    .description('serve an older version of the records again')
    .argument('<version>', 'as status numbers it')
    .action((version) =>
      run(commands.work().then(({ publishOlder }) => publishOlder(context, version))),
    );
}

function addKeys(
  program: Command,
  context: Context,
  run: (work: Promise<ExitCode>) => Promise<void>,
): void {
  const keys = program.command('keys').description('accounts and their keys');
  keys
    .command('create')
    .description('make an account; prints its key, this once')
    .requiredOption('--account <name>')
    .addOption(new Option('--plan <plan>').choices(plans).makeOptionMandatory())
    .option('--demo', 'a demo key: every answer carries a Note')
    .option('--bundle <groups>', 'hold the account to these groups, separated by commas')
    .option('--expires <date>', 'last day of access, YYYY-MM-DD')
    .action((options) => run(createKey(context, options)));
  keys
    .command('list')
    .description('show the accounts')
    .action(() => run(listKeys(context)));
  keys
    .command('regenerate')
    .description('end the old key at once, and what it allowed; prints the new one, this once')
    .requiredOption('--account <name>')
    .action(({ account }) => run(regenerateKey(context, account)));
  keys
    .command('disconnect')
    .description('end what the key has allowed to assistants (OAuth)')
    .requiredOption('--account <name>')
    .action(({ account }) => run(disconnectAccount(context, account)));
  const changes = {
    pause: 'refuse the key for now',
    resume: 'accept the key again',
    revoke: 'end the account',
  } as const;
  for (const [change, description] of Object.entries(changes) as [keyof typeof changes, string][]) {
    keys
      .command(change)
      .description(description)
      .requiredOption('--account <name>')
      .action(({ account }) => run(changeAccount(context, change, account)));
  }
}

function addFeeds(
  program: Command,
  context: Context,
  run: (work: Promise<ExitCode>) => Promise<void>,
): void {
  const feeds = program.command('feeds').description('calendars to subscribe to (.ics)');
  feeds
    .command('create')
    .description('make a calendar of coming catalysts; prints its address, this once')
    .requiredOption('--account <name>', 'whose plan it shows; it ends with the account')
    .option('--tickers <list>', 'only these tickers, separated by commas')
    .option('--catalyst <kind>', 'only this kind of catalyst, such as "PDUFA Date"')
    .action((options) =>
      run(commands.feeds().then(({ createFeed }) => createFeed(context, options))),
    );
  feeds
    .command('list')
    .description('show the feeds, without their addresses')
    .action(() => run(commands.feeds().then(({ listFeeds }) => listFeeds(context))));
  feeds
    .command('revoke')
    .description('end a feed at once')
    .requiredOption('--feed <id>', 'as feeds list names it')
    .action(({ feed }) =>
      run(commands.feeds().then(({ revokeFeed }) => revokeFeed(context, feed))),
    );
}

function portNumber(word: string): number {
  const port = /^\d{1,5}$/.test(word) ? Number(word) : Number.NaN;
  if (!(port <= 65_535)) throw new UsageError('--port takes a number from 0 to 65535.');
  return port;
}
