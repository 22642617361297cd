import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { fitsDate, isDebatable } from '../programs/judge/fitting/labelled-text.ts';
import { type JudgedText, readLabels } from '../programs/judge/label-sets.ts';
import { mentionsOf } from './announced.ts';

const folder = fileURLToPath(new URL('../fixtures/extract/', import.meta.url));

/**
 * Counts the facts of a line that are found, the facts that are missed, and the statements that
 * match no fact.
 */
function countsOf({ text, published, facts }: JudgedText) {
  const emitted = mentionsOf(text, { published: published ?? undefined }).filter(
    ({ status }) => status === 'announced',
  );
  const isRight = (mention: (typeof emitted)[number]) =>
    facts.some((fact) => fact.type === mention.type && fitsDate(fact, mention.date));
  const read = facts.filter((fact) =>
    emitted.some((one) => one.type === fact.type && fitsDate(fact, one.date)),
  );
  const wrongDrugs = emitted.filter(
    ({ type, drug }) =>
      drug !== null &&
      facts.filter((fact) => fact.type === type).some((fact) => fact.drug) &&
      !facts.some((fact) => fact.type === type && isSame(fact.drug ?? '', drug)),
  );
  return {
    read: read.length,
    missed: facts.filter((fact) => !fact.detail?.optional).filter((fact) => !read.includes(fact))
      .length,
    wrong: emitted.filter((one) => !isRight(one)).length,
    wrongDrugs: wrongDrugs.length,
  };
}

/**
 * Tests whether one drug name contains a part of the other, such as `ZELVORA (zelvotinib)` and
 * `zelvotinib`.
 */
function isSame(one: string, other: string): boolean {
  const names = (text: string): readonly string[] => text.toLowerCase().match(/[\w-]{3,}/g) ?? [];
  return names(one).some((name) => names(other).includes(name));
}

/**
 * The readers find nearly all facts in the lines that the text models were fitted on. A broken
 * rule, detail reader or intermediate step lowers the recall. Summary lines contain much background
 * besides the news.
 */
describe.each<[name: string, recall: number, wrong: number]>([
  ['drugs.ndjson', 0.97, 0.02],
  ['firms.ndjson', 0.97, 0.05],
  ['lines.ndjson', 0.97, 0.08],
  ['passages.ndjson', 0.97, 0.07],
  ['rarer.ndjson', 0.95, 0.08],
  ['recaps.ndjson', 0.85, 0.2],
])('%s', (name, recall, wrong) => {
  it('is read, with its dates and drugs', () => {
    const lines = readLabels(`${folder}${name}`).filter((line) => !isDebatable(line));
    const all = lines.map(countsOf);
    const sum = (key: keyof (typeof all)[number]) => all.reduce((n, one) => n + one[key], 0);
    const read = sum('read');
    expect(read / (read + sum('missed'))).toBeGreaterThan(recall);
    expect(sum('wrong') / (read + sum('wrong'))).toBeLessThan(wrong);
    expect(sum('wrongDrugs') / read).toBeLessThan(0.03);
  });
});
