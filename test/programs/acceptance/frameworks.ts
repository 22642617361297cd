import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Check, check, skipped } from './check.ts';
import { type Part, type Stage, startServer } from './stage.ts';
import { installPackages } from './tools.ts';

/** Runs the programs of docs/clients.md, which use agent frameworks. */
export const frameworks: Part = { title: 'Agent frameworks', run };

const packages = {
  '@ai-sdk/mcp': '2.0.99',
  '@langchain/core': '1.4.0',
  '@langchain/mcp-adapters': '1.1.4',
  '@openai/agents': '0.20.0',
  zod: '4.6.7',
};

async function run(stage: Stage): Promise<readonly Check[]> {
  const folder = join(stage.project, '.acceptance/frameworks');
  try {
    await installPackages(folder, packages, stage.say);
  } catch (cause) {
    return [skipped('the frameworks', (cause as Error).message)];
  }
  const server = await startServer(stage, stage.demoDir, { CATALYST_LIMITS: 'off' });
  try {
    const checks: Check[] = [];
    for (const [at, code] of documented().entries()) {
      const file = join(folder, `documented-${at}.mjs`);
      writeFileSync(file, code.replaceAll('http://127.0.0.1:8787', server.base));
      checks.push(
        await check(`program ${at + 1} of docs/clients.md`, async () => {
          const { stdout } = await promisify(execFile)(process.execPath, [file]);
          assert.match(stdout, /fda_calendar: record/);
          return `${stdout.length} characters`;
        }),
      );
    }
    return checks;
  } finally {
    await server.stop();
  }
}

/** The programs of docs/clients.md. */
function documented(): readonly string[] {
  const page = readFileSync('docs/clients.md', 'utf8');
  return [...page.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
}
