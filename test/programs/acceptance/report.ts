import { readFileSync, writeFileSync } from 'node:fs';
import type { Check } from './check.ts';

/** The checks of one part of the acceptance. */
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

/** Saves the results in the test folder. Results of parts that did not run are kept. */
export function saveResults(
  sections: readonly Section[],
  titles: readonly string[],
  day: string,
  machine: string,
): void {
  const texts = new Map(savedSections().map((text) => [titleOf(text), text]));
  for (const section of sections) texts.set(section.title, textOf(section, day, machine));
  const parts = titles.flatMap((title) => texts.get(title) ?? []);
  const count = (mark: string) => parts.join('\n').split(`\n- ${mark}: `).length - 1;
  const head = [
    '# Acceptance results',
    '',
    `\`npm run acceptance -- --save\` writes the last result of each part to this file. With \`--only NAME\` it replaces only that part. In total: ${count('pass')} passed, ${count('fail')} failed, ${count('skipped')} skipped.`,
  ].join('\n');
  writeFileSync(file, `${[head, ...parts].join('\n\n')}\n`);
}

function textOf({ title, seconds, checks }: Section, day: string, machine: string): string {
  const lines = checks.map(
    ({ name, outcome, detail }) => `- ${outcome}: ${plain(detail ? `${name}: ${detail}` : name)}`,
  );
  return [
    `## ${title}`,
    '',
    `${day}, ${machine}, ${Math.round(seconds)} s`,
    '',
    '```text',
    ...lines,
    '```',
  ].join('\n');
}

function savedSections(): readonly string[] {
  const [, ...sections] = readFileSync(file, 'utf8')
    .trim()
    .split(/\n\n(?=## )/);
  return sections;
}

/** Older result files have the seconds after the title. */
function titleOf(section: string): string {
  return section.slice('## '.length, section.indexOf('\n')).replace(/ \(\d+ s\)$/, '');
}

/** Removes the end mark of a Markdown code block. */
function plain(text: string): string {
  return text.replaceAll('```', '…').trimEnd();
}
