import { writeFileSync } from 'node:fs';
import type { Check } from './check.ts';

/** The checks of one part, under its title. */
export interface Section {
  readonly title: string;
  readonly seconds: number;
  readonly checks: readonly Check[];
}

const file = new URL('./results.md', import.meta.url);
const marks = { pass: 'pass', fail: 'FAIL', skipped: 'skip' } as const;

export function linesOf({ title, seconds, checks }: Section): string {
  const lines = checks.map(
    ({ name, outcome, detail }) => `  ${marks[outcome]}  ${name}${detail ? `: ${detail}` : ''}`,
  );
  return [`${title} (${Math.round(seconds)} s)`, ...lines].join('\n');
}

export function countsOf(sections: readonly Section[]): string {
  const all = sections.flatMap(({ checks }) => checks);
  const count = (outcome: Check['outcome']) =>
    all.filter((check) => check.outcome === outcome).length;
  return `${count('pass')} passed, ${count('fail')} failed, ${count('skipped')} skipped`;
}

export function hasFailed(sections: readonly Section[]): boolean {
  return sections.some(({ checks }) => checks.some(({ outcome }) => outcome === 'fail'));
}

/** Keeps the results of a whole run beside the tests. */
export function saveResults(sections: readonly Section[], day: string, machine: string): void {
  const parts = sections.map(({ title, seconds, checks }) => {
    const lines = checks.map(
      ({ name, outcome, detail }) => `- ${outcome}: ${plain(detail ? `${name}: ${detail}` : name)}`,
    );
    return [`## ${title} (${Math.round(seconds)} s)`, '', ...lines].join('\n');
  });
  const head = [
    '# Acceptance: the last whole run',
    '',
    `\`npm run acceptance -- --save\` writes this file. ${day}, ${machine}: ${countsOf(sections)}.`,
  ].join('\n');
  writeFileSync(file, `${[head, ...parts].join('\n\n')}\n`);
}

/** Without what Markdown would read as markup. */
function plain(text: string): string {
  return text.replace(/[\\<>*_[\]`#|~]/g, (character) => `\\${character}`).trimEnd();
}
