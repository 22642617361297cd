import { readFileSync } from 'node:fs';
import base from './vitest.config.ts';

const slow = readFileSync('/tmp/tests/slow.txt', 'utf8').trim().split('\n');
const config = JSON.parse(JSON.stringify(base));
for (const p of config.test.projects)
  if (p.test.name === 'fast') {
    p.test.setupFiles = ['/tmp/tests/cover.ts', '/work/wt/tests/test/support/no-leftovers.ts'];
    p.test.exclude.push(...slow);
  }
export default config;
