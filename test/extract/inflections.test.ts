import { describe, expect, it } from 'vitest';
import { mentionsOf } from './announced.ts';
import { noStatements, sentencesOf, statements } from './inflections.ts';

/** Sentences tried of one template. */
const MOST = 30;

const announced = (text: string): readonly string[] =>
  mentionsOf(text)
    .filter(({ status }) => status === 'announced')
    .map(({ type }) => type);

describe('in whatever inflection', () => {
  const all = Object.entries(statements).flatMap(([type, templates]) =>
    templates.map((template) => [type, template] as const),
  );
  it.each(all)('%s: %s', (type, template) => {
    const silent = sentencesOf(template, MOST).filter((text) => !announced(text).includes(type));
    expect(silent).toEqual([]);
  });
});

describe('in another mood or of another thing', () => {
  const all = Object.entries(noStatements).flatMap(([type, templates]) =>
    templates.map((template) => [type, template] as const),
  );
  it.each(all)('%s: %s', (_, template) => {
    const loud = sentencesOf(template, MOST).filter((text) => announced(text).length > 0);
    expect(loud).toEqual([]);
  });
});
