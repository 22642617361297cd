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

/** Saves the counts of each part, its failures and its reasons of skips. Other parts are kept. */
export function saveResults(
  sections: readonly Section[],
  titles: readonly string[],
  day: string,
  machine: string,
): void {
  const [, ...saved] = readFileSync(file, 'utf8')
    .trim()
    .split(/\n\n(?=## )/);
  const texts = new Map(saved.map((text) => [text.slice('## '.length, text.indexOf('\n')), text]));
  for (const section of sections) texts.set(section.title, textOf(section, day, machine));
  const parts = titles.flatMap((title) => texts.get(title) ?? []);
  const head =
    '# Acceptance results\n\n`npm run acceptance -- --save` writes the last result of each part to this file. With `--only NAME` it replaces only that part.';
  writeFileSync(file, `${[head, ...parts].join('\n\n')}\n`);
}

function textOf(section: Section, day: string, machine: string): string {
  const { title, seconds, checks } = section;
  const failed = checks.filter(({ outcome }) => outcome === 'fail');
  const reasons = checks.flatMap(({ outcome, detail = '' }) =>
    outcome === 'skipped' ? detail : [],
  );
  return [
    `## ${title}`,
    '',
    `${day}, ${machine}, ${Math.round(seconds)} s: ${countsOf([section])}.`,
    ...failed.map(({ name, detail }) => `- failed: ${name}: ${detail}`),
    ...[...new Set(reasons)].map((reason) => `- skipped: ${reason}`),
  ].join('\n');
}
