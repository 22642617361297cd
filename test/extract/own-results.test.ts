import { describe, expect, it } from 'vitest';
import type { SourceText } from '../../src/extract/mention.ts';
import { isTitle } from '../../src/extract/mention-status.ts';
import { mentionsOf } from './announced.ts';

const statusOf = (text: string, more: Partial<SourceText> = {}) =>
  mentionsOf(text, more).find(({ type }) => type === 'trial_result')?.status;
const own = { company: 'Ablenor, Inc.' };

describe('a result that is told in passing', () => {
  const told = 'In a trial of Ablenor in Ohio, ABX-101 met its primary endpoint.';

  it('is news at the head of a text of its own company', () => {
    expect(statusOf(told, own)).toBe('announced');
    expect(statusOf(told)).toBe('historical');
    expect(statusOf(told, { company: 'Corvexa, Inc.' })).toBe('historical');
    // Behind another sentence it stands as it is told.
    expect(statusOf(`The FDA approved CDX-202. ${told}`, own)).toBe('historical');
  });

  it('is news behind a sentence that announces it, and of nothing else', () => {
    const plain = 'In a trial in Ohio, ABX-101 met its primary endpoint.';
    expect(statusOf(`Ablenor announced results of its trial. ${plain}`)).toBe('announced');
    expect(statusOf(`Ablenor announced the launch of its trial. ${plain}`)).toBe('historical');
    expect(statusOf(`Ablenor has a Phase 3 trial. ${plain}`)).toBe('historical');
  });

  it('is history where a day that is stated was over six weeks before', () => {
    // 42 days before 2026-11-20 is 2026-10-09.
    const of = (day: string) =>
      statusOf(`Ablenor said ABX-101 met its primary endpoint in a trial until ${day}, 2026`);
    expect([of('October 9'), of('October 8')]).toEqual(['announced', 'historical']);
  });
});

describe('a hope for a goal date', () => {
  const statusAt = (before: string) =>
    mentionsOf(`${before}PDUFA date of March 5, 2027.`).find(({ type }) => type === 'pdufa_date')
      ?.status;

  it('leaves a day announced unless it is supposed within sixty characters', () => {
    const supposed = (length: number) => {
      const end = ' we expect a ';
      return statusAt(`If ${'x'.repeat(length - 3 - end.length)}${end}`);
    };
    expect(statusAt('We expect a ')).toBe('announced');
    expect([supposed(60), supposed(61)]).toEqual(['conditional', 'announced']);
  });
});

it('a title is a line of 160 characters at most that ends no sentence', () => {
  expect(isTitle('Ablenor reports')).toBe(true);
  expect(['Ablenor reports.', 'Ablenor reports?"', 'Ablenor:'].map(isTitle)).toEqual([
    ...[false, false, false],
  ]);
  expect([isTitle('x'.repeat(160)), isTitle('x'.repeat(161))]).toEqual([true, false]);
});
