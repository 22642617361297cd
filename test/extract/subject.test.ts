import { describe, expect, it } from 'vitest';
import type { PlacedDrug } from '../../src/extract/drug-roles.ts';
import type { Paragraph } from '../../src/extract/paragraphs.ts';
import type { Scene, Subject } from '../../src/extract/scene.ts';
import { type Reading, readSentence, spotOf } from '../../src/extract/sentence-reading.ts';
import {
  drugFor,
  firstNaming,
  namesElsewhere,
  noDrug,
  subjectOf,
} from '../../src/extract/subject.ts';

const context = { published: '2026-11-20', known: () => [] };

/** A sentence with its paragraph and the previous sentence. */
function reading(sentence: string, paragraph = 0, preceding = ''): Reading {
  return readSentence(sentence, 'body', paragraph, preceding, context);
}

function placed(name: string, role: PlacedDrug['role'] = 'own'): PlacedDrug {
  return { start: 0, end: name.length, name, role };
}

interface Around {
  readonly subject?: Named;
  readonly topic?: string;
  /** Index of the match of the rule. */
  readonly match?: number;
}

/** The only drug of a text, if it has one, and whether its statements name a drug. */
type Named = Pick<Subject, 'only' | 'titled'> & { readonly named: boolean };
const nobody: Named = { only: undefined, named: false, titled: undefined };

function subjectIn(readings: readonly Reading[], { only, named, titled }: Named): Subject {
  return { only, titled, since: named ? firstNaming(readings, only) : undefined };
}

/** Returns the drug that `drugFor` assigns to the words "the goal" in the last text of `readings`. */
function told(readings: readonly Reading[], { subject = nobody, topic, match = 0 }: Around = {}) {
  const last = readings.at(-1)!;
  const start = last.text.indexOf('the goal');
  const spot = spotOf(last, start, start + 'the goal'.length);
  const scene: Scene = {
    source: { text: '' },
    readings,
    index: readings.length - 1,
    legal: false,
    ticker: null,
    subject: () => subjectIn(readings, subject),
    dateline: undefined,
    following: () => undefined,
    textAfter: () => '',
    topic: () => (topic === undefined ? undefined : { line: topic, drug: topic }),
  };
  return drugFor(last, spot, 'pdufa_date', scene, match, last.dates[match]);
}

const sure = (drug: string) => ({ drug, from: 'text', sure: true });
const unsure = (drug: string) => ({ drug, from: 'text', sure: false });
const goal = 'It met the goal.';

describe('the drug of a statement', () => {
  it('is in its sentence, with the end of the name', () => {
    expect(told([reading('ABX-101 met the goal.')])).toEqual({
      drug: 'ABX-101',
      from: 'sentence',
      sure: true,
      end: 7,
    });
  });

  it('is not the one that starts the next item', () => {
    expect(told([reading('It met the goal in March 2027 CDX-202 was taken')])).toEqual({
      drug: null,
      from: null,
      sure: true,
    });
  });

  it.each([
    [
      'respectively, the goal of May 6, 2027 and July 9, 2027 for ABX-101 and CDX-202',
      0,
      'ABX-101',
    ],
    [
      'respectively, the goal of May 6, 2027 and July 9, 2027 for ABX-101 and CDX-202',
      1,
      'CDX-202',
    ],
    // If dates precede and follow the drugs, the following dates are assigned.
    [
      'On May 1, 2026, respective ABX-101 and CDX-202 had the goal of May 6, 2027 and July 9, 2027',
      1,
    ],
    ['ABX-101 and CDX-202 have respective May 6, 2027 and July 9, 2027 as the goal', 1, 'CDX-202'],
    // The number of dates differs from the number of drugs, or the text does not assign them in
    // order.
    ['ABX-101 and CDX-202 have respectively the goal of May 6, 2027', 1, 'ABX-101'],
    ['ABX-101 and CDX-202 have the goal of May 6, 2027 and July 9, 2027', 1, 'ABX-101'],
    // The drug follows its date.
    ['the goal of May 6, 2027 for ABX-101 and July 9, 2027 for its CDX-202', 1, 'CDX-202'],
    ['ABX-101 has the goal of May 6, 2027 and July 9, 2027, for CDX-202', 1, 'CDX-202'],
    ['ABX-101 has the goal of May 6, 2027 and July 9, 2027 as CDX-202', 1, 'ABX-101'],
  ])('for several dates: %s, match %i', (sentence, match, drug = 'CDX-202') => {
    expect(told([reading(sentence)], { match })).toMatchObject({ drug, from: 'sentence' });
  });

  it('for one "respective" date follows the general rule', () => {
    expect(told([reading('The respective the goal is May 6, 2027; CDX-202 is next')])).toBe(noDrug);
  });
});

describe('the drug of a statement that names none', () => {
  const first = reading('ABX-101 is a pill.');

  it('is in the previous sentence, even if that states nothing', () => {
    expect(told([first, reading(goal, 0, first.sentence)])).toEqual(sure('ABX-101'));
    expect(told([reading(goal, 0, first.sentence)])).toEqual(sure('ABX-101'));
  });

  it('is searched for in the four previous statements of the paragraph', () => {
    const between = (count: number) => Array.from({ length: count }, () => reading('It is so.'));
    expect(told([first, ...between(3), reading(goal)])).toEqual(sure('ABX-101'));
    expect(told([first, ...between(4), reading(goal)])).toBe(noDrug);
    expect(told([reading('ABX-101 is a pill.', 1), reading(goal, 2)])).toBe(noDrug);
  });

  it('is in the nearest sentence, uncertain if an earlier one names another', () => {
    const other = reading('CDX-202 is another.');
    const plain = reading('It is so.');
    expect(told([first, other, plain, reading(goal)])).toEqual(unsure('CDX-202'));
    // A drug is certain if it directly precedes the statement or is the only drug of the text.
    expect(told([first, reading(goal, 0, other.sentence)])).toMatchObject({ drug: null });
    const only = { only: 'CDX-202', named: true, titled: undefined };
    expect(told([first, other, plain, reading(goal)], { subject: only })).toEqual(sure('CDX-202'));
    const elsewhere = { ...only, only: 'EFX-303' };
    expect(told([first, other, plain, reading(goal)], { subject: elsewhere })).toEqual(
      unsure('CDX-202'),
    );
  });

  it('is the one of several that an earlier sentence names alone', () => {
    const both = reading('CDX-202 is as ABX-101 is.');
    expect(told([first, both, reading(goal)])).toMatchObject({ drug: 'ABX-101' });
    expect(told([both, reading(goal)])).toBe(noDrug);
    expect(told([reading('EFX-303 is a pill.'), both, reading(goal)])).toBe(noDrug);
  });

  it('is not a drug that is only described, but the one of an earlier application', () => {
    const described = reading(goal, 0, 'CDX-202 is the older one.');
    expect(told([reading('The NDA for ABX-101 is in.'), described])).toMatchObject({
      drug: 'ABX-101',
    });
    expect(told([first, described])).toBe(noDrug);
    // A descriptive sentence is skipped in the search for the sentence that states the drug.
    const twice = reading('It is so.', 0, 'EFX-303 is the oldest one.');
    expect(told([reading('The NDA for ABX-101 is in.'), twice, described])).toMatchObject({
      drug: 'ABX-101',
    });
    // A sentence without a statement describes the application.
    const applied = reading(goal, 0, 'The NDA for pembrolizumab is in.');
    expect(told([applied])).toEqual(sure('pembrolizumab'));
    expect(told([reading('The NDA for CDX-202 is in.'), described])).toEqual(sure('CDX-202'));
    expect(told([reading('The NDA for ABX-101 and EFX-303 is in.'), described])).toBe(noDrug);
  });

  it('is a listed one only with an application', () => {
    const listed = (text: string) => told([reading(text), reading(goal)]);
    expect(listed('Sales began and pembrolizumab is here.')).toBe(noDrug);
    expect(listed('The NDA of pembrolizumab is here.')).toEqual(sure('pembrolizumab'));
  });

  it('is in the line above, or else the only one of the text', () => {
    const only = { only: 'ABX-101', named: true, titled: undefined };
    expect(told([reading(goal)], { topic: 'CDX-202', subject: only })).toEqual(sure('CDX-202'));
    // A drug is certain if it is named by the end of its paragraph, as the drug of a statement or
    // directly before one.
    expect(told([first, reading(goal, 1)], { subject: only })).toEqual(sure('ABX-101'));
    expect(told([reading(goal, 1), first, reading(goal, 1)], { subject: only })).toEqual(
      sure('ABX-101'),
    );
    const after = reading('It is so.', 1, 'ABX-101 is a pill.');
    expect(told([after, reading(goal, 2)], { subject: only })).toEqual(sure('ABX-101'));
    const other = reading('CDX-202 is a pill.');
    expect(told([other, reading(goal, 2)], { subject: only })).toEqual(unsure('ABX-101'));
    const unnamed = { ...only, named: false };
    expect(told([first, reading(goal, 1)], { subject: unnamed })).toEqual(unsure('ABX-101'));
  });

  it('is uncertain if only a later paragraph names it', () => {
    const only = { only: 'ABX-101', named: true, titled: undefined };
    const last = reading(goal, 0);
    const readings = [last, reading('ABX-101 is a pill.', 1)];
    const scene: Scene = {
      source: { text: '' },
      index: 0,
      legal: false,
      ticker: null,
      dateline: undefined,
      readings,
      subject: () => subjectIn(readings, only),
      topic: () => undefined,
      textAfter: () => '',
      following: () => undefined,
    };
    const spot = spotOf(last, 7, 15);
    expect(drugFor(last, spot, 'crl', scene, 0, undefined)).toEqual(unsure('ABX-101'));
  });

  it('is in the title, certain for an application', () => {
    const subject = { only: undefined, named: true, titled: 'ABX-101' };
    expect(told([reading(goal)], { subject })).toEqual(unsure('ABX-101'));
    expect(told([reading('The NDA met the goal.')], { subject })).toEqual(sure('ABX-101'));
    expect(told([reading(goal)])).toBe(noDrug);
  });
});

describe('the subject of a text', () => {
  const never = () => {
    throw new Error('asked for');
  };
  it('is the drug of its statements, title first', () => {
    expect(subjectOf([reading('Tindra Reports Data of ABX-101')], never)).toEqual({
      only: 'ABX-101',
      since: 0,
      titled: 'ABX-101',
    });
    expect(subjectOf([reading('ABX-101 at Last'), reading('CDX-202 is a pill.')], never)).toEqual({
      only: undefined,
      since: undefined,
      titled: 'ABX-101',
    });
    // A sentence is not a title, and the second line is not a title either.
    expect(subjectOf([reading('ABX-101 came.'), reading('ABX-101 at Last')], never)).toEqual({
      only: 'ABX-101',
      since: 0,
      titled: undefined,
    });
  });

  it('is otherwise the drug in the rest of the text', () => {
    const elsewhere = () => [placed('ABX-101'), placed('CDX-202', 'aside')];
    expect(subjectOf([reading('It came.')], elsewhere)).toEqual({
      only: 'ABX-101',
      since: undefined,
      titled: undefined,
    });
    expect(subjectOf([], () => [])).toEqual(subjectIn([], nobody));
  });

  it('is searched for in the first 20 paragraphs, 2,000 characters each', () => {
    const body = (text: string): Paragraph => ({ text, zone: 'body' });
    const names = (paragraphs: readonly Paragraph[]) =>
      namesElsewhere(paragraphs, ['Zelvora']).map(({ name, role }) => `${name} ${role}`);
    expect(names([body('with ABX-101'), body('Zelvora')])).toEqual([
      'ABX-101 aside',
      'Zelvora own',
    ]);
    expect(names([{ text: 'ABX-101', zone: 'boilerplate' }])).toEqual([]);
    const fillers = (count: number) => Array.from({ length: count }, () => body('It is so.'));
    expect(names([...fillers(19), body('ABX-101')])).toEqual(['ABX-101 own']);
    expect(names([...fillers(20), body('ABX-101')])).toEqual([]);
    const deep = (length: number) => names([body(`${'x'.repeat(length - 8)} Zelvora`)]);
    expect([deep(2_000), deep(2_001)]).toEqual([['Zelvora own'], []]);
  });
});
