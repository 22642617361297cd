import { describe, expect, it } from 'vitest';
import { document, drug, events, goal, mention, stored } from './texts.ts';

type Known = NonNullable<Parameters<typeof events>[1]>;
type Details = Parameters<typeof mention>[1];

const decided = (day: string, indication: string | null, result = 'Approved') => ({
  result,
  day,
  indication,
  statement: null,
  drugs: ['Zelvora', 'zelvotinib'],
});

describe('a goal date without a drug', () => {
  const textOf = (more: Details) =>
    document('2026-11-20', [
      goal('2027-03-15', { drug: null, sentence: 'The PDUFA date is March 15, 2027.', ...more }),
    ]);
  const inHives = { drugs: [drug(['zelvotinib'], { indications: ['Chronic Hives', 'Gout'] })] };
  const approved = (indication: string | null) => ({
    ...inHives,
    decided: [decided('2020-05-01', indication)],
  });

  it.each<[string, Details, Known, boolean]>([
    ['the text says nothing about it', {}, inHives, false],
    ['the indication is one of the drug', { indication: 'gout' }, inHives, true],
    ['the indication is another', { indication: 'asthma' }, inHives, false],
    ['the text names an application', { sentence: 'The NDA has a PDUFA date.' }, inHives, true],
    [
      'the drug was approved before, and the text names an application',
      { sentence: 'The NDA has a PDUFA date.' },
      approved(null),
      false,
    ],
    [
      'the drug was approved before, and the text names a supplement',
      { sentence: 'The sNDA has a PDUFA date.' },
      approved(null),
      true,
    ],
    [
      'the drug was approved in that indication',
      { indication: 'gout' },
      approved('Treatment of gout'),
      false,
    ],
    [
      'the drug was approved in another indication',
      { indication: 'gout' },
      approved('Chronic hives'),
      true,
    ],
    [
      'the application is of another type',
      { sentence: 'The BLA has a PDUFA date.' },
      { drugs: [drug(['zelvotinib'])] },
      false,
    ],
    [
      'a register has a decision near the date',
      {},
      { decided: [decided('2027-03-10', null)] },
      true,
    ],
    [
      'a register has an approval long before it',
      {},
      { decided: [decided('2027-01-20', null)] },
      false,
    ],
    [
      'an import has another goal date of the drug',
      { sentence: 'The NDA has a PDUFA date.' },
      { decided: [{ ...decided('2027-03-10', null), goal: '2027-03-12' }] },
      false,
    ],
    [
      'a stored goal date is another one',
      {},
      { catalysts: [stored({ formattedDate: '2027-03-20' })] },
      false,
    ],
    [
      'a stored goal date is near the date',
      {},
      { catalysts: [stored({ formattedDate: '2027-03-15' })] },
      true,
    ],
  ])('if %s', (_, more, known, isServed) => {
    const { facts, waiting } = events([textOf(more)], known);
    const statements = facts.catalysts.filter(({ evidence }) => evidence);
    expect(statements).toHaveLength(isServed ? 1 : 0);
    expect(waiting).toHaveLength(isServed ? 0 : 1);
  });

  it('is of the drug in the title', () => {
    const titled = { ...textOf({}), title: 'FDA accepts zelvotinib application' };
    const known = { drugs: [drug(['zelvotinib']), drug(['otherumab'])] };
    expect(events([titled], known).facts.catalysts).toMatchObject([{ drugname: 'zelvotinib' }]);
  });
});

describe('an approval in a text', () => {
  const approvalsOf = (sentence: string, known: Known = {}, title: string | null = null) => {
    const approval = mention('approval', { drug: 'Newivir', sentence });
    const { facts, waiting } = events([document('2026-11-20', [approval], { title })], known);
    expect(facts.approvals.length + waiting.length).toBe(1);
    return facts.approvals.length;
  };

  it.each([
    ['The FDA approved Newivir for hives.', 0],
    ['The FDA approval of Newivir supports the approach of Abcora.', 0],
    ['Abcora combines its drug with Newivir, which the FDA approved.', 0],
    ['Bigmed’s Newivir was approved by the FDA, Abcora noted.', 0],
    ['Abcora announces FDA approval of Newivir.', 1],
    ['The FDA approved Abcora Therapeutics’ oral Newivir for hives.', 1],
    ['The FDA approved our oral drug Newivir.', 1],
    ['We received approval of Newivir.', 1],
    ['The FDA approved Newivir by Abcora.', 1],
  ])('counts if the sentence says whose drug it is: %s', (sentence, count) => {
    expect(approvalsOf(sentence)).toBe(count);
  });

  it('counts if the title, a register or an own application says so', () => {
    const sentence = 'The FDA approved Newivir for hives.';
    expect(approvalsOf(sentence, {}, 'Abcora announces approval of Newivir')).toBe(1);
    expect(approvalsOf(sentence, { drugs: [drug(['Newivir'])] })).toBe(1);
    const documents = [
      document('2026-06-01', [mention('nda_bla_accepted', { drug: 'Newivir' })]),
      document('2026-11-20', [mention('approval', { drug: 'Newivir', sentence })]),
    ];
    expect(events(documents).facts.approvals).toHaveLength(1);
  });
});

it.each([
  'The FDA placed a clinical hold on the trial of zelvotinib.',
  'Our trials could be placed on clinical hold by the FDA.',
  'If the FDA imposes a clinical hold we may be delayed.',
  'Neither Parent nor any of its Subsidiaries received notice of a clinical hold.',
  'The FDA has placed a clinical hold on any study of the Company Products.',
])('a clinical hold is news only if it happened: %s', (sentence) => {
  const hold = mention('clinical_hold', { drug: null, sentence });
  const { facts, waiting } = events([document('2026-11-20', [hold])]);
  const count = sentence.startsWith('The FDA placed') ? 1 : 0;
  expect([facts.filing_events.length, waiting.length]).toEqual([count, 0]);
});

it.each<[string, string, Details]>([
  ['the company', 'Abcora', {}],
  ['the industry', 'Therapeutics', {}],
  ['a project', 'NextGen', { sentence: 'Project NextGen has a PDUFA date.' }],
  ['a platform', 'Zelform', { sentence: 'The Zelform™ platform has a PDUFA date.' }],
  ['a study', 'ABC-0205', { sentence: 'Phase 2 study results (ABC-0205) led to a PDUFA date.' }],
  ['a named trial', 'ABC-0205', { detail: { trial: 'ABC-0205' } }],
])('a name that is not a drug is the name of %s', (_, name, more) => {
  const text = document('2026-11-20', [goal('2027-03-15', { drug: name, ...more })]);
  expect(events([text]).facts.catalysts).toEqual([]);
  const known = { drugs: [drug([name])] };
  expect(events([text], known).facts.catalysts).toMatchObject([{ drugname: name }]);
});

it('a platform is none of its drugs, and the sentence names which one is meant', () => {
  const names = [
    ['Zelform CNP', 'Zelform'],
    ['Zelform PTH', 'Zelform', 'zelparatide'],
  ];
  const goalOf = (day: string, sentence: string) =>
    document('2026-11-20', [goal(day, { drug: 'Zelform', sentence })], { form: day });
  const output = events(
    [
      goalOf('2027-03-15', 'The Zelform CNP goal date is March 15, 2027.'),
      goalOf('2027-04-15', 'The Zelform PTH goal date is April 15, 2027.'),
      goalOf('2027-05-15', 'The goal date of Zelform is May 15, 2027.'),
    ],
    { drugs: names.map((one) => drug(one)) },
  );
  expect(output.facts.catalysts.map((one) => `${one.drugname} ${one.formattedDate}`)).toEqual([
    'Zelform CNP 2027-03-15',
    'zelparatide 2027-04-15',
  ]);
});

it('a refusal by the code and by the name of a drug is one letter', () => {
  const drugs = [drug(['ABC-101']), drug(['zelvotinib'])];
  const letter = (day: string, more: Details) => document(day, [mention('crl', more)]);
  const lettersOf = (second: string, more: Details = {}) =>
    events([letter('2026-11-20', { drug: 'ABC-101' }), letter(second, more)], {
      drugs,
    }).facts.complete_response_letters.map((one) => `${one.drug_name} ${one.letter_date}`);
  expect(lettersOf('2026-11-25')).toEqual(['zelvotinib 2026-11-20']);
  expect(lettersOf('2026-11-28')).toHaveLength(2);
});
