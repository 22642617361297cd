import { describe, expect, it } from 'vitest';
import { datesOf, document, drug, events, goal, mention, stored } from './texts.ts';

/** The goal date of March 15 after an extension of three months. */
const EXTENDED = 'PDUFA Date 2027-06-15 (2027-03-15 > 2027-06-15 on 2027-01-20)';

describe('a goal date', () => {
  it('is one event with sentence, URL, day and confidence, even if texts repeat it', () => {
    const output = events([
      document('2026-11-20', [goal('2027-03-15', { indication: 'Fabry disease' })]),
      document('2026-11-21', [goal('2027-03-15', { confidence: 0.8 })]),
      document('2026-12-01', [
        goal('2027-03-15', { date: { from: '2027-03-01', to: '2027-03-31' }, precision: 'month' }),
      ]),
    ]);
    expect(output.facts.catalysts).toEqual([
      {
        _id: expect.stringMatching(/^[0-9a-f]{8}$/),
        ticker: 'ABCQZ',
        drugname: 'zelvotinib',
        catalyst: 'PDUFA Date',
        stage: 'NDA/BLA',
        treatment: 'Fabry disease',
        description:
          'The goal date is 2027-03-15. (8-K of 2026-11-20, https://abcqz.example/2026-11-20)',
        catdate: '2027-03-15',
        formattedDate: '2027-03-15',
        createdDate: '2026/11/20',
        source_url: 'https://abcqz.example/2026-11-20',
        evidence: 'The goal date is 2027-03-15.',
        confidence: 0.95,
        date_precision: 'day',
        source: 'test',
        document_form: '8-K',
        document_date: '2026-11-20',
      },
    ]);
    expect(output.facts.catalyst_changes).toEqual([]);
    expect(output.waiting).toEqual([]);
  });

  it('changes to a narrower period, and a period is dated by its last day', () => {
    const month = { date: { from: '2027-03-01', to: '2027-03-31' }, precision: 'month' };
    const first = document('2026-11-20', [mention('pdufa_date', month)]);
    expect(events([first]).facts.catalysts).toMatchObject([
      { catdate: 'Mar 2027', formattedDate: '2027-03-31', date_precision: 'month' },
    ]);
    const both = [first, document('2026-12-01', [goal('2027-03-15')])];
    expect(datesOf(events(both))).toEqual([
      'PDUFA Date 2027-03-15 (2027-03-31 > 2027-03-15 on 2026-12-01)',
    ]);
  });

  it.each([
    // The known period is from March to June.
    ['ends earlier', '2027-03-01', '2027-05-31', true],
    ['starts later', '2027-04-01', '2027-06-30', true],
    ['is shifted to later', '2027-05-01', '2027-08-31', true],
    ['is equal', '2027-03-01', '2027-06-30', false],
    ['ends later', '2027-03-01', '2027-07-31', false],
    ['starts earlier', '2027-02-01', '2027-06-30', false],
    ['is wider at both ends', '2027-01-01', '2027-12-31', false],
    ['is shifted to earlier', '2027-02-01', '2027-05-31', false],
  ])('changes or not to a period that %s', (_, from, to, isTaken) => {
    const goalWithin = (period: { from: string; to: string }) =>
      mention('pdufa_date', { date: period, precision: 'half' });
    const documents = [
      document('2026-11-20', [goalWithin({ from: '2027-03-01', to: '2027-06-30' })]),
      document('2026-12-01', [goalWithin({ from, to })]),
    ];
    const { formattedDate } = events(documents).facts.catalysts[0]!;
    expect(formattedDate).toBe(isTaken ? to : '2027-06-30');
  });

  it('is one event of a drug and a day, whatever words name its indication', () => {
    const named = (indication: string, day: string) =>
      mention('pdufa_date', { date: day, indication });
    const output = events([
      document('2026-11-20', [named('kidney disease', '2027-03-15')]),
      document('2026-11-21', [named('FSGS', '2027-03-15'), named('lupus', '2027-04-20')]),
    ]);
    expect(datesOf(output)).toEqual(['PDUFA Date 2027-03-15', 'PDUFA Date 2027-04-20']);
  });

  it.each([
    ['a year', '2027-01-01', '2027-12-31'],
    ['the first half of a year', '2027-01-01', '2027-06-30'],
    ['the second half of a year', '2027-07-01', '2027-12-31'],
    ['the middle of a year', '2027-04-01', '2027-09-30'],
  ])('is no period of %s', (_, from, to) => {
    const { facts, waiting } = events([
      document('2026-11-20', [mention('pdufa_date', { date: { from, to } })]),
    ]);
    expect(facts.catalysts).toEqual([]);
    expect(waiting).toMatchObject([{ why: 'a period of half a year or more is not a goal date' }]);
  });

  it('can be a period of a quarter', () => {
    const quarter = { date: { from: '2027-07-01', to: '2027-09-30' } };
    const { facts } = events([document('2026-11-20', [mention('pdufa_date', quarter)])]);
    expect(facts.catalysts).toMatchObject([{ formattedDate: '2027-09-30' }]);
  });

  it('moves with an extension, and a repeated old date does not move it back', () => {
    const extension = mention('pdufa_extended', { detail: { new: '2027-06-15', months: 3 } });
    const output = events([
      document('2026-11-20', [goal('2027-03-15')]),
      document('2027-01-20', [extension, goal('2027-06-15')]),
      document('2027-02-01', [goal('2027-03-15')]),
    ]);
    expect(datesOf(output)).toEqual([EXTENDED]);
    expect(output.facts.catalyst_changes).toMatchObject([
      { source_url: 'https://abcqz.example/2027-01-20', evidence: 'The goal date is 2027-06-15.' },
    ]);
    expect(output.facts.catalysts).toMatchObject([{ createdDate: '2026/11/20' }]);
  });

  it('that was unknown moves too if the extension names the old date', () => {
    const detail = { old: '2027-03-15', new: '2027-06-15' };
    const extended = [mention('pdufa_extended', { detail }), goal('2027-06-15')];
    expect(datesOf(events([document('2027-01-20', extended)]))).toEqual([EXTENDED]);
  });

  it.each(['2027-01-20', '2027-01-21'])(
    'that was unknown is the months before the new one, %s',
    (day) => {
      const detail = { new: '2027-06-15', months: 3 };
      const documents = [
        document('2027-01-20', [mention('pdufa_extended'), goal('2027-06-15')]),
        document(day, [mention('pdufa_extended', { detail })], { document_id: 'b' }),
      ];
      expect(datesOf(events(documents))).toEqual([EXTENDED]);
    },
  );

  it('that is open moves, and no date is computed from the months', () => {
    const extension = (more: object) =>
      mention('pdufa_extended', { detail: { new: '2027-06-15', months: 3, ...more } });
    const known = document('2026-11-20', [goal('2027-03-16')]);
    const moved = document('2027-01-20', [extension({}), goal('2027-06-15')]);
    expect(datesOf(events([known, moved]))).toEqual([
      'PDUFA Date 2027-06-15 (2027-03-16 > 2027-06-15 on 2027-01-20)',
    ]);
    for (const wrong of [{ new: 'soon' }, { months: 1e9 }]) {
      const read = document('2027-01-20', [extension(wrong), goal('2027-06-15')]);
      expect(datesOf(events([read]))).toEqual(['PDUFA Date 2027-06-15']);
    }
  });

  it('moves to the date of each later text', () => {
    const documents = [
      document('2026-11-20', [goal('2027-03-15')]),
      document('2027-01-20', [goal('2027-04-20')]),
      document('2027-02-20', [goal('2027-05-20')]),
    ];
    expect(datesOf(events(documents))).toEqual([
      'PDUFA Date 2027-05-20 (2027-03-15 > 2027-04-20 on 2027-01-20)' +
        ' (2027-04-20 > 2027-05-20 on 2027-02-20)',
    ]);
  });

  it.each([
    ['of another indication', [goal('2027-05-01', { indication: 'Pompe disease' })]],
    ['of a newly accepted application', [mention('nda_bla_accepted'), goal('2027-05-01')]],
    ['in a text that states both', [goal('2027-03-15'), goal('2027-05-01')]],
    ['more than 200 days later', [goal('2027-11-01')]],
    ['of another drug', [goal('2027-05-01', { drug: 'otherumab' })]],
  ])('does not move to a date %s', (_, mentions) => {
    const first = document('2026-11-20', [goal('2027-03-15', { indication: 'Fabry disease' })]);
    const output = events([first, document('2027-01-20', mentions)]);
    expect(output.facts.catalysts).toHaveLength(2);
    expect(output.facts.catalyst_changes).toEqual([]);
  });

  it('that a second text of the day contradicts is not changed', () => {
    const output = events([
      document('2026-11-20', [goal('2027-03-15')], { form: '8-K', document_id: 'a' }),
      document('2026-11-20', [goal('2027-04-15')], { form: 'news', document_id: 'b' }),
    ]);
    expect(datesOf(output)).toEqual(['PDUFA Date 2027-03-15']);
    expect(output.waiting).toMatchObject([
      { why: 'another text from the same day states a different date, 2027-03-15' },
    ]);
  });

  it('before the day of the text is ignored', () => {
    expect(datesOf(events([document('2027-04-01', [goal('2027-03-15')])]))).toEqual([]);
  });

  it.each([
    ['not announced', { status: 'conditional' }, 0],
    ['historical', { status: 'historical' }, 0],
    ['of another company', { status: 'other_company' }, 0],
    ['below a confidence of 0.8', { confidence: 0.79 }, 1],
    ['below a confidence of 0.5', { confidence: 0.49 }, 0],
  ])('is not served if its statement is %s', (_, more, waiting) => {
    const output = events([document('2026-11-20', [goal('2027-03-15', more)])]);
    expect(datesOf(output)).toEqual([]);
    expect(output.waiting).toHaveLength(waiting);
  });

  it('below a confidence of 0.8 needs no review if a confident text states it too', () => {
    const output = events([
      document('2026-11-20', [goal('2027-03-15')]),
      document('2026-11-21', [goal('2027-03-15', { confidence: 0.6 })]),
    ]);
    expect(output.waiting).toEqual([]);
  });
});

describe('a decision', () => {
  const first = document('2026-11-20', [goal('2027-03-15')]);

  it('dates the catalyst by the decision and keeps the goal date', () => {
    const output = events([first, document('2027-03-01', [mention('approval')])]);
    expect(output.facts.catalysts).toMatchObject([
      {
        decision: 'Approved',
        decision_date: '2027-03-01',
        formattedDate: '2027-03-01',
        catdate: '2027-03-15',
      },
    ]);
    expect(output.facts.decisions).toEqual([
      expect.objectContaining({
        Ticker: 'ABCQZ',
        Drug: 'zelvotinib',
        'PDUFA Date': '2027-03-15',
        Decision: 'Approved',
        decision_date: '2027-03-01',
        evidence: 'A sentence on approval.',
      }),
    ]);
    expect(output.facts.approvals).toMatchObject([{ approval_date: '2027-03-01' }]);
    expect(output.facts.catalyst_changes).toMatchObject([
      {
        field: 'decision_date',
        changed_date: '2027-03-01',
        previous_value: '2027-03-15',
        new_value: '2027-03-01',
      },
    ]);
  });

  it('after the goal date does not change the date of the catalyst', () => {
    const output = events([first, document('2027-04-20', [mention('crl')])]);
    expect(output.facts.catalysts).toMatchObject([
      { formattedDate: '2027-03-15', decision: 'CRL', decision_date: '2027-04-20' },
    ]);
    expect(output.facts.complete_response_letters).toEqual([]);
  });

  it('is followed by a new catalyst for the next cycle', () => {
    const output = events([
      first,
      document('2027-03-14', [mention('crl')]),
      document('2027-05-01', [
        mention('nda_bla_accepted', { detail: { kind: 'resubmission' } }),
        goal('2027-10-30'),
      ]),
      document('2027-10-30', [mention('approval', { date: '2027-10-29' })]),
    ]);
    expect(output.facts.decisions).toMatchObject([
      { 'PDUFA Date': '2027-03-15', Decision: 'CRL', decision_date: '2027-03-14' },
      { 'PDUFA Date': '2027-10-30', Decision: 'Approved', decision_date: '2027-10-29' },
    ]);
    expect(new Set(output.facts.catalysts.map(({ _id }) => _id)).size).toBe(2);
  });

  it('is final: a later text with the goal date does not reopen the catalyst', () => {
    const output = events([
      first,
      document('2027-02-01', [mention('approval')]),
      document('2027-02-10', [goal('2027-03-15')]),
    ]);
    expect(datesOf(output)).toEqual([
      'PDUFA Date 2027-02-01 (2027-03-15 > 2027-02-01 on 2027-02-01)',
    ]);
  });

  it.each([
    ['of another agency', mention('approval', { detail: { agency: 'EU' } })],
    ['that is tentative', mention('approval', { detail: { kind: 'tentative' } })],
    ['of another indication', mention('approval', { indication: 'Pompe disease' })],
    ['of another drug', mention('approval', { drug: 'otherumab' })],
    ['half a year before the date', mention('approval'), '2026-09-01', '2026-08-01'],
  ])('%s does not end the plan', (_, decision, day = '2027-03-01', known = '2026-11-20') => {
    const goalText = document(known, [goal('2027-03-15', { indication: 'Fabry disease' })]);
    const output = events([goalText, document(day, [decision])]);
    expect(output.facts.catalysts[0]).toMatchObject({ formattedDate: '2027-03-15' });
    expect(output.facts.catalysts[0]).not.toHaveProperty('decision');
    expect(output.facts.decisions).toEqual([]);
  });

  it('that matches two applications waits for review', () => {
    const output = events([
      document('2026-11-20', [goal('2027-03-15'), goal('2027-03-30')]),
      document('2027-03-10', [mention('approval')]),
    ]);
    expect(output.facts.decisions).toEqual([]);
    expect(output.waiting).toMatchObject([
      { why: 'the decision may concern any of several applications' },
    ]);
  });

  it('without a goal date is one approval or letter', () => {
    const documents = [
      document('2027-03-01', [mention('approval', { date: '2027-02-27' })]),
      document('2027-03-10', [mention('approval')]),
      document('2027-07-01', [mention('crl', { drug: 'otherumab' })]),
    ];
    const output = events(documents, { drugs: [drug(['zelvotinib']), drug(['otherumab'])] });
    expect(output.facts.approvals).toMatchObject([
      { drug_name: 'zelvotinib', approval_date: '2027-02-27' },
    ]);
    expect(output.facts.complete_response_letters).toMatchObject([
      { drug_name: 'otherumab', letter_date: '2027-07-01' },
    ]);
    expect(output.facts.decisions).toEqual([]);
  });

  it('of a register ends the plan with or without a text', () => {
    const decided = [
      {
        result: 'Approved',
        day: '2027-03-14',
        indication: null,
        statement: null,
        drugs: ['ZELVORA', 'zelvotinib hydrochloride'],
      },
    ];
    const silent = events([first], { decided });
    // No text states the decision, so only the register is a source of it.
    expect(silent.facts.decisions).toEqual([]);
    const output = events([first, document('2027-03-15', [mention('approval')])], { decided });
    expect(output.facts.catalysts).toMatchObject([
      { decision: 'Approved', decision_date: '2027-03-14' },
    ]);
    expect(output.facts.decisions).toEqual([]);
  });
});

describe('an imported catalyst', () => {
  it('is not duplicated by texts, which add their evidence', () => {
    const output = events([document('2026-11-20', [goal('2027-03-15')])], {
      catalysts: [stored({ treatment: 'Fabry disease' })],
    });
    expect(output.facts.catalysts).toMatchObject([
      {
        _id: 'stored',
        drugname: 'Zelvotinib',
        createdDate: '2026/06/01',
        evidence: 'The goal date is 2027-03-15.',
      },
    ]);
  });

  it.each([
    ['Q1 2027', '2027-03-31'],
    ['Mar 2027', '2027-03-31'],
    ['H1 2027', '2027-06-30'],
    ['2027', '2027-12-31'],
  ])('matches a day within its period %s', (catdate, formattedDate) => {
    const output = events([document('2026-11-20', [goal('2027-03-15')])], {
      catalysts: [stored({ catdate, formattedDate })],
    });
    expect(output.facts.catalysts.map(({ _id }) => _id)).toEqual(['stored']);
  });

  it('keeps its date if a text states another date, which waits for review', () => {
    const catalysts = [stored({})];
    const output = events([document('2026-11-20', [goal('2027-04-15')])], { catalysts });
    expect(output.facts.catalysts).toEqual([]);
    expect(output.waiting).toMatchObject([
      { why: 'the date differs from the imported date, 2027-03-15' },
    ]);
  });

  it('moves with an extension, and ends with a decision', () => {
    const extension = mention('pdufa_extended', { detail: { new: '2027-06-15' } });
    const catalysts = [stored({})];
    const moved = document('2027-01-20', [extension, goal('2027-06-15')]);
    expect(datesOf(events([moved], { catalysts }))).toEqual([EXTENDED]);
    const decided = document('2027-03-15', [mention('crl')]);
    expect(events([decided], { catalysts }).facts.catalysts).toMatchObject([
      { _id: 'stored', decision: 'CRL' },
    ]);
  });

  it('is not changed by texts about other drugs', () => {
    const other = document('2026-11-20', [goal('2027-03-15', { drug: 'otherumab' })]);
    expect(events([other], { catalysts: [stored({})] }).facts.catalysts).toMatchObject([
      { drugname: 'otherumab' },
    ]);
  });
});
