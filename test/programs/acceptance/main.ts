/**
 * Runs the acceptance checks: `npm run acceptance -- [--only NAME]`. With `--long` the fuzzer sends a
 * million requests. `--seed SEED --requests N` repeats a fuzzer run.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { charts } from './charts.ts';
import type { Check } from './check.ts';
import { clients } from './clients.ts';
import { compose } from './compose.ts';
import { conformance } from './conformance.ts';
import { frameworks } from './frameworks.ts';
import { fuzz } from './fuzz.ts';
import { nodeVersions } from './node-versions.ts';
import { oauth } from './oauth.ts';
import { packed } from './package.ts';
import { page } from './page.ts';
import { publishing } from './publishing.ts';
import { environment, type Part, runProgram, type Stage } from './stage.ts';
import { installTools } from './tools.ts';

const parts: Readonly<Record<string, Part>> = {
  clients,
  oauth,
  frameworks,
  conformance,
  fuzz,
  compose,
  package: packed,
  publishing,
  page,
  charts,
  'node-versions': nodeVersions,
};

const marks = { pass: 'pass', fail: 'FAIL', skipped: 'skip' } as const;

const { values: words } = parseArgs({
  options: {
    only: { type: 'string' },
    long: { type: 'boolean', default: false },
    seed: { type: 'string' },
    requests: { type: 'string' },
  },
});
// The process exits explicitly, because a client that does not end would delay the results.
process.exit(await run());

/** @returns 0 for success, 1 if a check fails, 2 for a usage error */
async function run(): Promise<number> {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const { only } = words;
  const wanted = Object.entries(parts).filter(([name]) => only === undefined || name === only);
  if (wanted.length === 0) {
    say(`--only takes one of ${Object.keys(parts).join(', ')}`);
    return 2;
  }
  const root = mkdtempSync(join(tmpdir(), 'catalyst-acceptance-'));
  try {
    const stage = await prepare(root, say);
    const all: Check[] = [];
    for (const [, { title, run: runPart }] of wanted) {
      const begun = Date.now();
      const checks = await runPart(stage);
      say(`${title} (${Math.round((Date.now() - begun) / 1000)} s)`);
      for (const { name, outcome, detail } of checks) {
        say(`  ${marks[outcome]}  ${name}${detail ? `: ${detail}` : ''}`);
      }
      all.push(...checks);
    }
    const count = (outcome: Check['outcome']) =>
      all.filter((check) => check.outcome === outcome).length;
    say(`${count('pass')} passed, ${count('fail')} failed, ${count('skipped')} skipped`);
    return count('fail') > 0 ? 1 : 0;
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function prepare(root: string, say: Stage['say']): Promise<Stage> {
  const project = fileURLToPath(new URL('../../..', import.meta.url));
  const own = join(project, '.acceptance');
  const tools = await installTools(own, say).catch((cause: Error) => cause.message);
  // The folder is inside the project, so that the unbundled packages are found. Each run has a
  // separate folder.
  mkdirSync(own, { recursive: true });
  const copy = mkdtempSync(join(own, 'program-'));
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
  cpSync(join(project, 'dist'), copy, { recursive: true });
  const program = join(copy, 'main.js');
  const demoDir = join(root, 'demo');
  await runProgram({ program }, ['refresh', 'demo'], environment(demoDir), 600);
  const folder = (name: string) => mkdtempSync(join(root, `${name}-`));
  return { project, program, demoDir, tools, folder, say, fuzz: fuzzWords() };
}

function fuzzWords(): Stage['fuzz'] {
  const { long, seed, requests } = words;
  return {
    long,
    ...(seed ? { seed: Number(seed) } : {}),
    ...(requests ? { requests: Number(requests) } : {}),
  };
}
