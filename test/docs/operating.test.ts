import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { settings } from '../../src/base/config.ts';
import { runCommand, temporaryFolder } from '../support/mcp.ts';
import { metricDefinitions } from './metrics.ts';

const page = readFileSync('docs/operating.md', 'utf8');
const { groups } = parse(readFileSync('deploy/alerts.yaml', 'utf8')) as {
  groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[];
};
const rules = groups.flatMap((group) => group.rules);

describe('the alerts', () => {
  it('are over metrics and labels that a server has', async () => {
    const shown = [...(await metricDefinitions.serve()), ...(await metricDefinitions.work())];
    const names = shown.flatMap(({ name, kind }) =>
      kind === 'histogram' ? ['_bucket', '_count', '_sum'].map((end) => name + end) : [name],
    );
    for (const { alert, expr } of rules) {
      const used = expr.match(/\b(?:catalyst|nodejs|process)_\w+/g) ?? [];
      expect([alert, used.length > 0]).toEqual([alert, true]);
      for (const name of used) expect(names, alert).toContain(name);
      const labels = [...expr.matchAll(/[{,](\w+)=~?"/g)].map(([, label]) => label);
      for (const label of labels) expect(['outcome', 'transport', 'job'], alert).toContain(label);
    }
  });

  it('have each their row on the page, and the page names no other', () => {
    const named = new Set(page.match(/\bCatalyst[A-Z]\w+/g));
    expect([...named].sort()).toEqual(rules.map(({ alert }) => alert).sort());
  });
});

describe('docs/operating.md', () => {
  const source = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(join('src', path), 'utf8'))
    .join('\n');
  const failures = page.slice(page.indexOf('## Failures'), page.indexOf('## Capacity'));

  it('quotes lines of the log as they are written', () => {
    const cells = failures.split('\n').flatMap((line) => line.split('|')[3] ?? []);
    const quoted = cells.flatMap((cell) => cell.match(/`[^`]+`/g) ?? []);
    expect(quoted.length).toBeGreaterThan(8);
    for (const line of quoted) {
      // The object that is followed, such as accounts or record versions, is before the other
      // words.
      const words = line.slice(1, -1).replace(/^accounts /, '');
      if (words.startsWith('/') || words === 'reasons') continue;
      expect(source).toContain(words);
    }
  });

  it('names settings and commands that there are', async () => {
    for (const [name] of page.matchAll(/\bCATALYST_\w+/g)) {
      expect(Object.keys(settings)).toContain(name);
    }
    const { stdout } = await runCommand(temporaryFolder(), ['--help']);
    for (const [, word] of page.matchAll(/dist\/main\.js (\w+)/g)) {
      expect(stdout).toMatch(new RegExp(`^ {2}${word}\\b`, 'm'));
    }
  });
});
