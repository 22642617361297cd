import { describe, expect, it } from 'vitest';
import { datesOf, document, events, goal, mention, stored } from './texts.ts';

describe('a goal date', () => {
  it('is one event with its sentence, address, day and confidence, however often it is told', () => {
    const told = events([
      document('2026-11-20', [goal('2027-03-15', { indication: 'Fabry disease' })]),
      document('2026-11-21', [goal('2027-03-15', { confidence: 0.8 })]),
      document('2026-12-01', [
        goal('2027-03-15', { date: { from: '2027-03-01', to: '2027-03-31' }, precision: 'month' }),
      ]),
    ]);
    expect(told.facts.catalysts).toEqual([
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
      },
    ]);
    expect(told.facts.catalyst_changes).toEqual([]);
    expect(told.waiting).toEqual([]);
  });

  it('is better known by a narrower period, and shows the last day of a period', () => {
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
    // The window held is from March to June.
    ['narrower at its end', '2027-03-01', '2027-05-31', true],
    ['narrower at its beginning', '2027-04-01', '2027-06-30', true],
    ['shifted to later', '2027-05-01', '2027-08-31', true],
    ['the same', '2027-03-01', '2027-06-30', false],
    ['wider at its end', '2027-03-01', '2027-07-31', false],
    ['wider at its beginning', '2027-02-01', '2027-06-30', false],
    ['wider at both', '2027-01-01', '2027-12-31', false],
    ['shifted to earlier', '2027-02-01', '2027-05-31', false],
  ])('is known by another period where that is %s', (_, from, to, isTaken) => {
    const goalWithin = (period: { from: string; to: string }) =>
      mention('pdufa_date', { date: period, precision: 'half' });
    const told = [
      document('2026-11-20', [goalWithin({ from: '2027-03-01', to: '2027-06-30' })]),
      document('2026-12-01', [goalWithin({ from, to })]),
    ];
    const { formattedDate } = events(told).facts.catalysts[0]!;
    expect(formattedDate).toBe(isTaken ? to : '2027-06-30');
  });

  it('moves with an extension, and does not come back when an old text is told again', () => {
    const extension = mention('pdufa_extended', { detail: { new: '2027-06-15', months: 3 } });
    const told = events([
      document('2026-11-20', [goal('2027-03-15')]),
      document('2027-01-20', [extension, goal('2027-06-15')]),
      document('2027-02-01', [goal('2027-03-15')]),
    ]);
    expect(datesOf(told)).toEqual([
      'PDUFA Date 2027-06-15 (2027-03-15 > 2027-06-15 on 2027-01-20)',
    ]);
    expect(told.facts.catalyst_changes).toMatchObject([
      { source_url: 'https://abcqz.example/2027-01-20', evidence: 'The goal date is 2027-06-15.' },
    ]);
    expect(told.facts.catalysts).toMatchObject([{ createdDate: '2026/11/20' }]);
  });

  it('that nobody knew moves too, where the extension names the old one', () => {
    const detail = { old: '2027-03-15', new: '2027-06-15' };
    const told = [
      document('2027-01-20', [mention('pdufa_extended', { detail }), goal('2027-06-15')]),
    ];
    expect(datesOf(events(told))).toEqual([
      'PDUFA Date 2027-06-15 (2027-03-15 > 2027-06-15 on 2027-01-20)',
    ]);
  });

  it('moves by a later text without that word, and by the newest of several', () => {
    const told = [
      document('2026-11-20', [goal('2027-03-15')]),
      document('2027-01-20', [goal('2027-04-20')]),
      document('2027-02-20', [goal('2027-05-20')]),
    ];
    expect(datesOf(events(told))).toEqual([
      'PDUFA Date 2027-05-20 (2027-03-15 > 2027-04-20 on 2027-01-20) (2027-04-20 > 2027-05-20 on 2027-02-20)',
    ]);
  });

  it.each([
    ['of another indication', [goal('2027-05-01', { indication: 'Pompe disease' })]],
    ['of an application just accepted', [mention('nda_bla_accepted'), goal('2027-05-01')]],
    ['in a text that states both', [goal('2027-03-15'), goal('2027-05-01')]],
    ['far away', [goal('2027-11-01')]],
    ['of another drug', [goal('2027-05-01', { drug: 'otherumab' })]],
  ])('does not move by a date %s', (_, mentions) => {
    const first = document('2026-11-20', [goal('2027-03-15', { indication: 'Fabry disease' })]);
    const told = events([first, document('2027-01-20', mentions)]);
    expect(told.facts.catalysts).toHaveLength(2);
    expect(told.facts.catalyst_changes).toEqual([]);
  });

  it('that two texts of one day contradict waits with the second', () => {
    const told = events([
      document('2026-11-20', [goal('2027-03-15')], { form: '8-K', document_id: 'a' }),
      document('2026-11-20', [goal('2027-04-15')], { form: 'news', document_id: 'b' }),
    ]);
    expect(datesOf(told)).toEqual(['PDUFA Date 2027-03-15']);
    expect(told.waiting).toMatchObject([{ why: 'another text of the day says 2027-03-15' }]);
  });

  it('that was past when the text appeared is background', () => {
    expect(datesOf(events([document('2027-04-01', [goal('2027-03-15')])]))).toEqual([]);
  });

  it.each([
    ['not announced', { status: 'conditional' }, 0],
    ['historical', { status: 'historical' }, 0],
    ["another company's", { status: 'other_company' }, 0],
    ['less sure than 0.8', { confidence: 0.79 }, 1],
    ['less sure than 0.5', { confidence: 0.49 }, 0],
  ])('is not served where it is %s', (_, more, waiting) => {
    const told = events([document('2026-11-20', [goal('2027-03-15', more)])]);
    expect(datesOf(told)).toEqual([]);
    expect(told.waiting).toHaveLength(waiting);
  });

  it('that is unsure adds nothing to wait for where a sure text says the same', () => {
    const told = events([
      document('2026-11-20', [goal('2027-03-15')]),
      document('2026-11-21', [goal('2027-03-15', { confidence: 0.6 })]),
    ]);
    expect(told.waiting).toEqual([]);
  });
});

describe('a decision', () => {
  const first = document('2026-11-20', [goal('2027-03-15')]);

  it('ends the cycle: the goal date stays, the event lies on the day of the decision', () => {
    const told = events([first, document('2027-03-01', [mention('approval')])]);
    expect(told.facts.catalysts).toMatchObject([
      {
        decision: 'Approved',
        decision_date: '2027-03-01',
        formattedDate: '2027-03-01',
        catdate: '2027-03-15',
      },
    ]);
    expect(told.facts.decisions).toEqual([
      expect.objectContaining({
        Ticker: 'ABCQZ',
        Drug: 'zelvotinib',
        'PDUFA Date': '2027-03-15',
        Decision: 'Approved',
        decision_date: '2027-03-01',
        evidence: 'A sentence on approval.',
      }),
    ]);
    expect(told.facts.approvals).toMatchObject([{ approval_date: '2027-03-01' }]);
    expect(told.facts.catalyst_changes).toMatchObject([
      {
        ...{ field: 'decision_date', changed_date: '2027-03-01' },
        ...{ previous_value: '2027-03-15', new_value: '2027-03-01' },
      },
    ]);
  });

  it('after the goal date leaves the date and says its own', () => {
    const told = events([first, document('2027-04-20', [mention('crl')])]);
    expect(told.facts.catalysts).toMatchObject([
      { formattedDate: '2027-03-15', decision: 'CRL', decision_date: '2027-04-20' },
    ]);
    expect(told.facts.complete_response_letters).toEqual([]);
  });

  it('opens the way to the next cycle, which is another event and no move', () => {
    const told = events([
      first,
      document('2027-03-14', [mention('crl')]),
      document('2027-05-01', [
        mention('nda_bla_accepted', { detail: { kind: 'resubmission' } }),
        goal('2027-10-30'),
      ]),
      document('2027-10-30', [mention('approval', { date: '2027-10-29' })]),
    ]);
    expect(told.facts.decisions).toMatchObject([
      { 'PDUFA Date': '2027-03-15', Decision: 'CRL', decision_date: '2027-03-14' },
      { 'PDUFA Date': '2027-10-30', Decision: 'Approved', decision_date: '2027-10-29' },
    ]);
    expect(new Set(told.facts.catalysts.map(({ _id }) => _id)).size).toBe(2);
  });

  it('whose old goal date is told afterwards does not open it again', () => {
    const told = events([
      first,
      document('2027-02-01', [mention('approval')]),
      document('2027-02-10', [goal('2027-03-15')]),
    ]);
    expect(datesOf(told)).toEqual([
      'PDUFA Date 2027-02-01 (2027-03-15 > 2027-02-01 on 2027-02-01)',
    ]);
  });

  it.each([
    ['of another agency', mention('approval', { detail: { agency: 'EU' } })],
    ['that is tentative', mention('approval', { detail: { kind: 'tentative' } })],
    ['of another indication', mention('approval', { indication: 'Pompe disease' })],
    ['of another drug', mention('approval', { drug: 'otherumab' })],
    ['half a year before the date', mention('approval'), '2026-09-01', '2026-08-01'],
  ])('%s ends nothing', (_, decision, day = '2027-03-01', known = '2026-11-20') => {
    const goalText = document(known, [goal('2027-03-15', { indication: 'Fabry disease' })]);
    const told = events([goalText, document(day, [decision])]);
    expect(told.facts.catalysts[0]).toMatchObject({ formattedDate: '2027-03-15' });
    expect(told.facts.catalysts[0]).not.toHaveProperty('decision');
    expect(told.facts.decisions).toEqual([]);
  });

  it('that may be on one of two applications waits', () => {
    const told = events([
      document('2026-11-20', [goal('2027-03-15'), goal('2027-03-30')]),
      document('2027-03-10', [mention('approval')]),
    ]);
    expect(told.facts.decisions).toEqual([]);
    expect(told.waiting).toMatchObject([{ why: 'it may decide on one of several applications' }]);
  });

  it('without a goal date stands alone, once', () => {
    const told = events([
      document('2027-03-01', [mention('approval', { date: '2027-02-27' })]),
      document('2027-03-10', [mention('approval')]),
      document('2027-07-01', [mention('crl', { drug: 'otherumab' })]),
    ]);
    expect(told.facts.approvals).toMatchObject([
      { drug_name: 'zelvotinib', approval_date: '2027-02-27' },
    ]);
    expect(told.facts.complete_response_letters).toMatchObject([
      { drug_name: 'otherumab', letter_date: '2027-07-01' },
    ]);
    expect(told.facts.decisions).toEqual([]);
  });

  it('of a register confirms the text, and ends a cycle by itself', () => {
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
    expect(silent.facts.decisions).toMatchObject([
      { 'PDUFA Date': '2027-03-15', Decision: 'Approved', decision_date: '2027-03-14' },
    ]);
    const told = events([first, document('2027-03-15', [mention('approval')])], { decided });
    expect(told.facts.catalysts).toHaveLength(1);
    expect(told.facts.decisions).toHaveLength(1);
  });

  it('withdraws an application, not a product', () => {
    const application = mention('withdrawn', { detail: { what: 'application' } });
    const product = mention('withdrawn', { detail: { what: 'product' } });
    const [withdrawn, kept] = [application, product].map((one) =>
      events([first, document('2026-12-20', [one])]),
    );
    expect(withdrawn!.facts.decisions).toMatchObject([{ Decision: 'Withdrawn' }]);
    expect(kept!.facts.decisions).toEqual([]);
  });
});

describe('a catalyst that an import gives', () => {
  it('is not there twice: texts add their evidence to it', () => {
    const told = events([document('2026-11-20', [goal('2027-03-15')])], {
      catalysts: [stored({ treatment: 'Fabry disease' })],
    });
    expect(told.facts.catalysts).toMatchObject([
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
  ])('is met by a day within its period %s', (catdate, formattedDate) => {
    const told = events([document('2026-11-20', [goal('2027-03-15')])], {
      catalysts: [stored({ catdate, formattedDate })],
    });
    expect(told.facts.catalysts.map(({ _id }) => _id)).toEqual(['stored']);
  });

  it('keeps its date against a text that says another, which waits', () => {
    const told = events([document('2026-11-20', [goal('2027-04-15')])], {
      catalysts: [stored({})],
    });
    expect(told.facts.catalysts).toEqual([]);
    expect(told.waiting).toMatchObject([
      { why: 'it differs from the date that an import gives, 2027-03-15' },
    ]);
  });

  it('moves with an extension, and ends with a decision', () => {
    const extension = mention('pdufa_extended', { detail: { new: '2027-06-15' } });
    const catalysts = [stored({})];
    const moved = document('2027-01-20', [extension, goal('2027-06-15')]);
    expect(datesOf(events([moved], { catalysts }))).toEqual([
      'PDUFA Date 2027-06-15 (2027-03-15 > 2027-06-15 on 2027-01-20)',
    ]);
    const decided = document('2027-03-15', [mention('crl')]);
    expect(events([decided], { catalysts }).facts.catalysts).toMatchObject([
      { _id: 'stored', decision: 'CRL' },
    ]);
  });

  it('is left alone by texts of other drugs', () => {
    const other = document('2026-11-20', [goal('2027-03-15', { drug: 'otherumab' })]);
    expect(events([other], { catalysts: [stored({})] }).facts.catalysts).toMatchObject([
      { drugname: 'otherumab' },
    ]);
  });
});
