import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Check, check, skipped } from './check.ts';
import { bytesBelow } from './package.ts';
import { environment, type Part, runToEnd, type Stage, serveBy, servedRecords } from './stage.ts';
import { speaksOverStdio } from './stdio-program.ts';

/**
 * Builds the container image contents, the bundle and the registry entry from a folder that has
 * only the files of the image's build context, like a fresh clone.
 */
export const publishing: Part = { title: 'Container, bundle and registry entry', run };

const MAX_BUNDLE_BYTES = 10_000_000;
/**
 * Size limit of the image without Node. The publisher states 160 MB for Node, and the image may
 * have 200 MB.
 */
const MAX_PROGRAM_BYTES = 40_000_000;
const partSeconds = 360;

async function run(stage: Stage): Promise<readonly Check[]> {
  if (typeof stage.tools === 'string') return [skipped('what is published', stage.tools)];
  const context = stage.folder('context');
  const dockerfile = readFileSync(join(stage.project, 'Dockerfile'), 'utf8');
  const built = await check('the Dockerfile’s build runs', () => buildIn(stage, context), 360);
  const unbuilt = skipped('docker build', 'no engine for containers here');
  if (built.outcome !== 'pass') return [built, unbuilt];
  const app = join(context, '.package');
  const { node24 } = stage.tools;
  const container = node24
    ? [
        await check('what the image holds serves, and is healthy', () =>
          servesAsImage(stage, app, node24, dockerfile),
        ),
        await check('what the image holds speaks over stdio', () =>
          overStdio(node24, [join(app, 'dist/main.js'), 'stdio'], stage),
        ),
      ]
    : [skipped('the container’s program', 'no Node 24 here')];
  return [
    built,
    ...container,
    unbuilt,
    await check(
      'the bundle is made, and the registry’s entry names it',
      () => describes(stage, context),
      partSeconds,
    ),
  ];
}

/** Runs the first build stage's instructions on the files that `.dockerignore` includes. */
async function buildIn(stage: Stage, context: string): Promise<string> {
  const lines = (name: string) => readFileSync(join(stage.project, name), 'utf8').split('\n');
  for (const line of lines('.dockerignore').filter((one) => one.startsWith('!'))) {
    cpSync(join(stage.project, line.slice(1)), join(context, line.slice(1)), { recursive: true });
  }
  const [, first = ''] = lines('Dockerfile')
    .join('\n')
    .split(/^FROM /m);
  const steps = [...first.matchAll(/^RUN (.+)$/gm)].map(([, step = '']) => step);
  assert.ok(steps.length > 1, 'no instructions');
  for (const step of steps) await runIn(stage, context, ['sh', '-c', step]);
  const bytes = bytesBelow(join(context, '.package'));
  assert.ok(bytes < MAX_PROGRAM_BYTES, `${bytes} bytes`);
  return `${steps.join('; ')}: ${(bytes / 1e6).toFixed(1)} MB beside Node`;
}

async function runIn(stage: Stage, cwd: string, words: readonly string[]): Promise<string> {
  // npm uses the caller's cache settings.
  const env = { ...(process.env as Record<string, string>), NODE_ENV: 'development' };
  stage.say(`  ${words.join(' ')}`);
  const ran = await runToEnd(words, env, { cwd, seconds: partSeconds });
  assert.equal(ran.code, 0, ran.stderr);
  return ran.stdout;
}

/** Serves with Node 24 and the image's settings. The health check requests the chosen free port. */
async function servesAsImage(
  stage: Stage,
  app: string,
  node: string,
  dockerfile: string,
): Promise<string> {
  const [, , run = ''] = dockerfile.split(/^FROM /m);
  const settings = Object.fromEntries(
    [...run.matchAll(/\b((?:CATALYST|NODE)_\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
  );
  const env = environment(stage.folder('image-data'), { CATALYST_LIMITS: 'off' });
  const { CATALYST_DATA_DIR: _, ...others } = settings;
  const health = /HEALTHCHECK[^[]*(\[.*\])/.exec(run)?.[1] ?? '[]';
  const server = await serveBy([node, join(app, 'dist/main.js')], { env: { ...env, ...others } });
  try {
    const ask = (JSON.parse(health) as string[]).slice(1);
    const words = ask.map((word) => word.replace('8787', String(server.port)));
    assert.equal((await runToEnd([node, ...words], env)).code, 0, 'not healthy');
    const unused = words.map((word) => word.replace(String(server.port), '1'));
    assert.equal((await runToEnd([node, ...unused], env)).code, 1, 'healthy without a server');
    return `${await servedRecords(server)} records`;
  } finally {
    await server.stop();
  }
}

function overStdio(command: string, args: readonly string[], stage: Stage): Promise<string> {
  const { CATALYST_DATA_DIR: _, ...env } = environment(stage.folder('stdio-home'));
  return speaksOverStdio({
    command,
    args,
    env: { ...env, XDG_DATA_HOME: env.HOME ?? '' },
    cwd: stage.folder('stdio'),
  });
}

async function describes(stage: Stage, context: string): Promise<string> {
  await runIn(stage, context, ['npm', 'run', '--silent', 'bundle']);
  const bytes = readFileSync(join(context, 'biotech-catalyst-mcp.mcpb'));
  assert.ok(bytes.length <= MAX_BUNDLE_BYTES, `${bytes.length} bytes`);
  const named = [
    '--name',
    'io.github.nobody/biotech-catalyst-mcp',
    '--npm',
    'biotech-catalyst-mcp',
  ];
  const places = ['--image', 'ghcr.io/nobody/biotech-catalyst-mcp'];
  const bundle = ['--bundle-url', 'https://example.org/biotech-catalyst-mcp.mcpb'];
  const command = ['npm', 'run', '--silent', 'server-json', '--'];
  await runIn(stage, context, [...command, ...named, ...places, ...bundle]);
  const { packages } = JSON.parse(readFileSync(join(context, 'server.json'), 'utf8')) as {
    packages: readonly { registryType: string; fileSha256?: string }[];
  };
  const digest = createHash('sha256').update(bytes).digest('hex');
  assert.equal(packages.find(({ registryType }) => registryType === 'mcpb')?.fileSha256, digest);
  return packages.map(({ registryType }) => registryType).join(', ');
}
