import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { charts } from './programs/acceptance/charts.ts';
import { oauth } from './programs/acceptance/oauth.ts';
import { page } from './programs/acceptance/page.ts';
import { environment, runToEnd, type Stage } from './programs/acceptance/stage.ts';
import { whyNoBrowser } from './support/chromium.ts';

/** Runs the acceptance checks of the built program in a real browser. */
const program = fileURLToPath(new URL('../dist/main.js', import.meta.url));
let root: string;
let stage: Stage;

if (whyNoBrowser) process.stderr.write(`Tests in a browser are passed over: ${whyNoBrowser}.\n`);
describe.skipIf(whyNoBrowser !== undefined)('in Chromium', () => {
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'catalyst-browser-'));
    stage = {
      project: fileURLToPath(new URL('..', import.meta.url)),
      program,
      demoDir: join(root, 'demo'),
      tools: 'other clients run in the acceptance',
      folder: (name) => mkdtempSync(join(root, `${name}-`)),
      say: () => {},
      fuzz: { long: false },
    };
    const words = [process.execPath, program, 'refresh', 'demo'];
    const made = await runToEnd(words, environment(stage.demoDir), { seconds: 600 });
    expect(made.code, made.stderr).toBe(0);
  });
  afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }));

  it.each([page, charts, oauth])('$title', async ({ run }) => {
    const checks = await run(stage);
    expect(checks.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
    expect(checks.filter(({ outcome }) => outcome === 'pass').length).toBeGreaterThan(1);
  });
});
