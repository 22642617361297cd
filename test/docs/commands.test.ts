import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { startServer } from '../support/built.ts';
import { fileIn, root, temporaryFolder } from '../support/files.ts';

const pages = ['README.md', ...readdirSync('docs').map((name) => `docs/${name}`)].filter((name) =>
  name.endsWith('.md'),
);

/** Commands that no test of this file runs, and why. */
const notRun: readonly (readonly [RegExp, string])[] = [
  [/^git clone|^npm install\b/, 'needs the network; npm run acceptance installs the package'],
  [/^(export |cd )/, 'changes only the shell'],
  [/^curl .*https:/, 'needs the network'],
  [/ --sync$| sync --(probe|sources|keep)|^CATALYST_\S+ npm start/, 'sends requests to sources'],
  [/^claude /, 'is a command of another program'],
  [/ verify https:/, 'asks a server that does not exist'],
  [/^(docker|kubectl|openssl|sed|chmod|DOMAIN=)/, 'needs containers; npm run acceptance runs them'],
  [/ migrate --from/, 'needs PostgreSQL; test/commands/migrate.test.ts runs it'],
  [/ ready$/, 'asks a server of the settings; test/commands/ready.test.ts runs it'],
  [/ (\.\/tracing|kept)\.mjs /, 'starts a program that the reader writes from the page'],
  [/^npm run (?!start)|^npm (test|publish)|^npx /, 'is a command of the developer'],
];

/** Commands of the shell blocks, and those of a line that start the program. */
function commandsIn(page: string): readonly string[] {
  const text = readFileSync(page, 'utf8');
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
  const inline = [...text.matchAll(/`((?:node|npm|npx|claude) [^`\n]*)`/g)].map(([, one]) => one);
  const lines = [...blocks.join('\n').replaceAll('\\\n', ' ').split('\n'), ...inline];
  return lines
    .flatMap((line) => (line ?? '').replace(/ +# .*$/, '').split(' && '))
    .map((line) => line.trim())
    .map((line) => line.replace('TOOL', 'cash_runway'))
    .filter((line) => line !== '' && !/^node \/path\//.test(line));
}

function reasonNotToRun(command: string): string | undefined {
  return notRun.find(([form]) => form.test(command))?.[1];
}

/** A folder like a checkout of the project, with the files that the pages name. */
function checkout(): string {
  const folder = temporaryFolder();
  symlinkSync(join(root, 'dist'), join(folder, 'dist'));
  const fixtures = join(root, 'test/fixtures');
  copyFileSync(join(fixtures, 'import/tickers.json'), join(folder, 'tickers.json'));
  copyFileSync(join(fixtures, 'import/studies.json'), join(folder, 'trials.json'));
  const [header, first] = readFileSync(join(fixtures, 'import/catalysts.csv'), 'utf8').split('\n');
  fileIn(folder, 'my-catalysts.csv', `${header}\n${first}\n`);
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'));
  copyFileSync(join(fixtures, 'extract/release.txt'), join(folder, 'release.html'));
  const release = readFileSync(join(fixtures, 'extract/release.txt'), 'utf8');
  fileIn(folder, 'texts.ndjson', { text: release, published: '2026-11-20', ticker: 'ABCQZ' });
  fileIn(folder, 'labels.csv', 'nctId,label,source,date\nNCT90000001,success,a study,2026-01-05\n');
  mkdirSync(join(folder, 'home'));
  return folder;
}

/** Runs a command in a shell. A server ends after it has printed its URL. */
async function run(command: string, folder: string) {
  const isServer = / serve\b|^npm start/.test(command);
  const child = spawn('sh', ['-c', `exec env ${command.replace(/ --port \d+/, '')}`], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: join(folder, 'home'), CATALYST_PORT: '0' },
    detached: true,
  });
  let printed = '';
  let hasStarted = false;
  const note = (chunk: Buffer) => {
    printed += chunk;
    hasStarted = isServer && /"mcpServers"[\s\S]*\}\n$/.test(printed);
    if (hasStarted) process.kill(-child.pid!, 'SIGTERM');
  };
  child.stdout.on('data', note);
  child.stderr.on('data', note);
  child.stdin.end();
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code: hasStarted ? 0 : code, printed };
}

describe('the commands of', () => {
  const all = pages.flatMap((page) => commandsIn(page));
  const runnable = pages
    .map((page) => [page, commandsIn(page).filter((one) => !reasonNotToRun(one))] as const)
    .filter(([, commands]) => commands.length > 0);

  it.each(runnable)('%s work in their order: %j', async (_, commands) => {
    const folder = checkout();
    for (const command of commands) {
      const { code, printed } = await run(command, folder);
      expect([command, code, printed]).toEqual([command, 0, expect.any(String)]);
    }
  });

  it('all pages run but for those with a stated reason, each of which occurs', () => {
    expect(runnable.flatMap(([, commands]) => commands).length).toBeGreaterThanOrEqual(20);
    for (const [form] of notRun)
      expect(
        all.some((one) => form.test(one)),
        `${form}`,
      ).toBe(true);
  });
});

describe('a server with demo data', () => {
  let base: string;
  beforeAll(async () => {
    const started = await startServer(temporaryFolder());
    base = started.base;
    return async () => {
      started.child.kill();
      await started.ended;
    };
  });

  it('answers every address of the pages', async () => {
    const addresses = pages.flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/http:\/\/127\.0\.0\.1:8787([^\s"'`)<>,]*)/g)].map(
        ([, path = '']) => path,
      ),
    );
    const paths = [...new Set(addresses)].filter((path) => path !== '/mcp');
    expect(paths.length).toBeGreaterThanOrEqual(4);
    for (const path of paths) {
      const { status } = await fetch(base + path, { headers: { Authorization: 'Bearer demo' } });
      expect([path, status]).toEqual([path, 200]);
    }
  });
});
