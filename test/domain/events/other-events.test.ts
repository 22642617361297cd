import { describe, expect, it } from 'vitest';
import { datesOf, document, drug, events, goal, mention } from './texts.ts';

const half = (year: number, second = false) => ({
  date: second
    ? { from: `${year}-07-01`, to: `${year}-12-31` }
    : { from: `${year}-01-01`, to: `${year}-06-30` },
  precision: 'half',
});
const readout = (sentence: string, more: Parameters<typeof mention>[1] = half(2027)) =>
  mention('readout_expected', { sentence, ...more });

describe('a readout', () => {
  const first = document('2026-11-20', [readout('Topline data of the Phase 3 trial in H1 2027.')]);

  it('has its phase and its period', () => {
    expect(events([first]).facts.catalysts).toMatchObject([
      {
        catalyst: 'Phase 3 Readout',
        stage: 'Phase 3',
        catdate: 'H1 2027',
        formattedDate: '2027-06-30',
      },
    ]);
    const unphased = document('2026-11-20', [readout('Topline data in H1 2027.')]);
    expect(events([unphased]).facts.catalysts).toMatchObject([{ catalyst: 'Trial Readout' }]);
  });

  it('moves with new guidance for the same trial', () => {
    const later = document('2027-02-01', [readout('Phase 3 data in H2 2027.', half(2027, true))]);
    expect(datesOf(events([first, later]))).toEqual([
      'Phase 3 Readout 2027-12-31 (2027-06-30 > 2027-12-31 on 2027-02-01)',
    ]);
  });

  it.each([
    ['another phase', [readout('Phase 2 data in H2 2027.', half(2027, true))]],
    [
      'another trial',
      [readout('Phase 3 data in H2 2027.', { ...half(2027, true), detail: { trial: 'SUMMIT' } })],
    ],
    [
      'one of two readouts in the text',
      [
        readout('Phase 3 data in H2 2027.', half(2027, true)),
        readout('Phase 2 data in H1 2028.', half(2028)),
      ],
    ],
  ])('does not move with the date of %s', (_, mentions) => {
    const named = document('2026-11-20', [
      readout('Phase 3 data in H1 2027.', { ...half(2027), detail: { trial: 'HORIZON' } }),
    ]);
    const output = events([named, document('2027-02-01', mentions)]);
    expect(output.facts.catalyst_changes).toEqual([]);
    expect(output.facts.catalysts.length).toBeGreaterThan(1);
  });

  it('is not narrowed by a vague word such as "early"', () => {
    const early = readout('Phase 3 data are expected in early 2027.', {
      date: { from: '2027-01-01', to: '2027-03-31' },
      precision: 'quarter',
    });
    expect(datesOf(events([first, document('2026-12-01', [early])]))).toEqual([
      'Phase 3 Readout 2027-06-30',
    ]);
  });

  it('has the day and the outcome of its result', () => {
    const result = mention('trial_result', {
      sentence: 'The Phase 3 trial met its primary endpoint.',
      detail: { outcome: 'met' },
    });
    const output = events([first, document('2027-05-04', [result])]);
    expect(datesOf(output)).toEqual([
      'Phase 3 Readout 2027-05-04 (2027-06-30 > 2027-05-04 on 2027-05-04)',
    ]);
    expect(output.facts.catalysts).toMatchObject([{ outcome: 'positive', catdate: '2027-05-04' }]);
    expect(output.facts.trial_results).toMatchObject([
      {
        ticker: 'ABCQZ',
        drug_name: 'zelvotinib',
        phase: 'Phase 3',
        outcome: 'positive',
        published_date: '2027-05-04',
        results_summary: ['The Phase 3 trial met its primary endpoint.'],
      },
    ]);
  });

  it.each([
    ['today announced that ROSELINA, the company’s pivotal Phase 3 trial, met it', 'ROSELINA'],
    ['Primary Endpoint Met in Phase 3 ROSELINA Trial of Zelvotinib', 'ROSELINA'],
    ['Positive Data from Phase 3 Z-TOLE2 Study of Zelvotinib', 'Z-TOLE2'],
    ['The study, called TALARA-3, showed a benefit', 'TALARA-3'],
    ['The Phase 3 NSCLC trial met its endpoint', null],
  ])('has the name of the trial: %s', (sentence, name) => {
    const [result] = events([document('2027-05-04', [mention('trial_result', { sentence })])]).facts
      .trial_results;
    expect(result!.trial_title.match(/[A-Z-]{5,}\d?/)?.[0] ?? null).toBe(name);
  });

  it('does not end long before its period by a result without an outcome', () => {
    const result = mention('trial_result', { sentence: 'Phase 3 data were positive.' });
    expect(datesOf(events([first, document('2026-11-25', [result])]))).toEqual([
      'Phase 3 Readout 2027-06-30',
    ]);
  });

  it.each([
    // The first day that counts is 180 days before 2027-01-01.
    ['2026-07-05', 'met', true],
    ['2026-07-04', 'met', false],
    // A result without an outcome counts from 31 days before the period.
    ['2026-12-01', undefined, true],
    ['2026-11-30', undefined, false],
    // The last day that counts is 400 days after 2027-06-30.
    ['2028-08-03', 'met', true],
    ['2028-08-04', 'met', false],
  ])(
    'of the first half of 2027 ends with a result on %s with the outcome %s: %s',
    (day, outcome, ends) => {
      const plan = mention('readout_expected', { ...half(2027), detail: { phase: 'Phase 3' } });
      const detail = outcome === undefined ? {} : { outcome };
      const result = mention('trial_result', { sentence: 'The Phase 3 trial ended.', detail });
      const output = events([document('2026-03-01', [plan]), document(day, [result])]);
      expect(output.facts.catalysts.map(({ formattedDate }) => formattedDate)).toEqual([
        ends ? day : '2027-06-30',
      ]);
    },
  );

  it('has no outcome if two sentences contradict each other', () => {
    const results = ['met', 'not_met'].map((outcome) =>
      mention('trial_result', { detail: { outcome }, sentence: `It was ${outcome}.` }),
    );
    expect(events([document('2027-05-04', results)]).facts.trial_results).toMatchObject([
      { outcome: null },
    ]);
  });
});

describe('a filing', () => {
  it.each([
    ['We plan to submit a BLA by year-end.', 'zelvotinib', 'BLA Filing'],
    ['We plan to submit an NDA by year-end.', 'zelvotamab', 'NDA Filing'],
    ['We plan to submit our application by year-end.', 'zelvotamab', 'BLA Filing'],
    ['We plan to submit our application by year-end.', 'zelvotinib', 'NDA Filing'],
    ['We plan to submit our application by year-end.', 'ABC-101', 'NDA/BLA Filing'],
  ])('"%s" about %s is a %s', (sentence, drug, catalyst) => {
    const plan = mention('filing_expected', { sentence, drug, ...half(2027) });
    expect(events([document('2026-11-20', [plan])]).facts.catalysts).toMatchObject([{ catalyst }]);
  });

  it.each([
    ['We plan to submit an MAA to the EMA in H1 2027.', 0],
    ['We plan to submit an NDA and an MAA in H1 2027.', 1],
    ['Our partner plans to submit a J-NDA in Japan in H1 2027.', 0],
  ])('"%s" is %i filing with the FDA', (sentence, count) => {
    const plan = mention('filing_expected', { sentence, ...half(2027) });
    expect(events([document('2026-11-20', [plan])]).facts.catalysts).toHaveLength(count);
  });

  it('has the day of the submission', () => {
    const plan = mention('filing_expected', { sentence: 'An NDA in H1 2027.', ...half(2027) });
    const output = events([
      document('2026-11-20', [plan]),
      document('2027-04-02', [mention('nda_bla_submitted', { date: '2027-03-31' })]),
    ]);
    expect(datesOf(output)).toEqual([
      'NDA Filing 2027-03-31 (2027-06-30 > 2027-03-31 on 2027-03-31)',
    ]);
  });
});

describe('an advisory committee', () => {
  const meeting = mention('adcomm_date', { date: '2027-02-10' });

  it('has a meeting date', () => {
    expect(datesOf(events([document('2026-12-20', [meeting])]))).toEqual([
      'AdComm Meeting 2027-02-10',
    ]);
  });

  it.each([
    ['The committee voted 11 to 2 in favor of zelvotinib.', [11, 2, null]],
    ['The panel voted 11-2, with 1 abstention, that the benefits outweigh the risks.', [11, 2, 1]],
    ['The panel voted 9-4, with one abstention, that the benefits outweigh risks.', [9, 4, 1]],
    ['The committee voted 9 to 4 against approval.', [4, 9, null]],
    ['The panel voted 9 to 4 in favor of it, not of its dose.', null],
    ['The committee voted 9 to 4 that the data do not support approval.', [4, 9, null]],
    ['The committee voted 9 to 4.', null],
    ['The committee will vote on zelvotinib.', null],
  ])('"%s" has the votes %s', (sentence, votes) => {
    const output = events([
      document('2027-02-11', [
        mention('adcomm_date', { date: '2027-02-10', status: 'historical', sentence }),
      ]),
    ]);
    const [votes_yes, votes_no, votes_abstain] = votes ?? [];
    expect(output.facts.adcomm_votes).toMatchObject(
      votes ? [{ meeting_date: '2027-02-10', votes_yes, votes_no, votes_abstain }] : [],
    );
  });
});

describe('the drug of a statement', () => {
  const nameless = document('2026-11-20', [goal('2027-03-15', { drug: null })]);
  const drugOf = (output: ReturnType<typeof events>) =>
    output.facts.catalysts.map(({ drugname }) => drugname);

  it.each([
    ['the company has several drugs', { drugs: [drug(['zelvotinib']), drug(['otherumab'])] }],
    ['the text says nothing about the only drug', { drugs: [drug(['zelvotinib'])] }],
    ['the company has no registered drug', {}],
  ])('is unknown if %s', (_, known) => {
    const output = events([nameless, document('2026-06-01', [mention('trial_result')])], known);
    expect(drugOf(output)).toEqual([]);
    expect(output.waiting).toMatchObject([{ why: 'no drug named' }]);
  });
});

it('designations are counted once and only if the FDA grants them', () => {
  const fast = mention('designation', { detail: { which: 'Fast Track' } });
  const output = events([
    document('2026-11-20', [fast, mention('designation', { detail: { which: 'Orphan Drug' } })]),
    document('2027-02-20', [fast]),
    document('2027-02-21', [
      mention('designation', { detail: { which: 'Orphan Drug', agency: 'EU' } }),
      mention('designation', { detail: { which: 'unclear' } }),
    ]),
  ]);
  expect(
    output.facts.designations.map((one) => [one.designation_type, one.designation_date]),
  ).toEqual([
    ['Fast Track', '2026-11-20'],
    ['Orphan Drug', '2026-11-20'],
  ]);
});

describe('events without a drug', () => {
  const plain = { drug: null };

  it('keep an extended review, with or without its new goal date', () => {
    for (const detail of [{}, { new: '2027-06-05' }]) {
      const extended = document('2026-11-20', [mention('pdufa_extended', { detail })]);
      expect(events([extended]).facts.filing_events).toMatchObject([
        { event: 'application_extended', drug_name: 'zelvotinib', filed_at: '2026-11-20' },
      ]);
    }
  });

  it('show the filing, or else the release, in which their value was read', () => {
    const shown = (
      ...more: readonly (readonly [string, string, Record<string, unknown>, number])[]
    ) => {
      const documents = more.map(([form, host, detail, confidence]) =>
        document('2026-11-20', [mention('offering', { drug: null, detail, confidence })], {
          document_id: host,
          form,
          source_url: `https://${host}/1`,
          source: form === 'news' ? 'rss-news' : 'test',
        }),
      );
      const [one] = events(documents).facts.offerings;
      return [one?.source_url, one?.offering_amount_usd];
    };
    const filing = ['424B5', 'www.sec.gov', { amount: 20e6 }, 0.85] as const;
    const release = ['press release', 'ir.abcqz.example', { amount: 21e6 }, 0.9] as const;
    const headline = ['news', 'news.example', { amount: 22e6 }, 0.99] as const;
    expect(shown(headline, release, filing)).toEqual(['https://www.sec.gov/1', 20e6]);
    expect(shown(headline, release)).toEqual(['https://ir.abcqz.example/1', 21e6]);
    const silent = ['424B5', 'www.sec.gov', {}, 0.85] as const;
    expect(shown(headline, silent)).toEqual(['https://news.example/1', 22e6]);
  });

  it('have the amount of an offering that is paid first', () => {
    const detail = { kind: 'private placement', amount: 30e6, upfront: 15e6 };
    const sold = document('2026-11-20', [mention('offering', { drug: null, detail })]);
    expect(events([sold]).facts.offerings).toMatchObject([
      { offering_type: 'pipe', offering_amount_usd: 15e6 },
    ]);
  });

  it('keep the proposal of an offering, its pricing and its closing apart', () => {
    const offered = (day: string, detail: Record<string, unknown>, more: object = {}) =>
      document(day, [mention('offering', { ...plain, detail, ...more })]);
    const output = events([
      offered('2026-11-18', { stage: 'proposed', amount: 50e6 }, { confidence: 0.99 }),
      offered('2026-11-20', {
        kind: 'public',
        stage: 'priced',
        amount: 60e6,
        currency: 'USD',
        price: 12,
        shares: 5e6,
      }),
      offered('2026-11-23', { stage: 'closed', amount: 69e6 }, { confidence: 0.99 }),
      offered('2027-03-01', { kind: 'ATM', amount: 50e6, currency: 'EUR' }),
    ]);
    expect(output.facts.offerings).toMatchObject([
      {
        filed_at: '2026-11-18',
        offering_type: 'proposed',
        offering_amount_usd: 50e6,
        price_usd: null,
        source_url: 'https://abcqz.example/2026-11-18',
      },
      {
        filed_at: '2026-11-20',
        offering_type: 'follow_on',
        offering_amount_usd: 60e6,
        price_usd: 12,
        shares_offered: 5e6,
        form_type: '8-K',
        closed_at: '2026-11-23',
        closed_amount_usd: 69e6,
        source_url: 'https://abcqz.example/2026-11-20',
      },
      { filed_at: '2027-03-01', is_atm: true, offering_amount_usd: null, closed_at: null },
    ]);
  });

  it('prefer the filing and the company’s release to a headline of a third party', () => {
    const hold = (sentence: string, source_url: string, more: object = {}) =>
      document('2026-11-10', [mention('clinical_hold', { sentence, confidence: 0.9, ...more })], {
        document_id: source_url,
        source_url,
        source: 'press-releases',
        form: null,
      });
    const headline = 'FDA places hold on zelvotinib - Example Daily';
    const third = hold(headline, 'https://a.example/1', { confidence: 0.99 });
    const filing = hold('The FDA placed a hold.', 'https://www.sec.gov/Archives/2.htm');
    const holdsOf = (...documents: Parameters<typeof events>[0]) =>
      events(documents).facts.filing_events.map(({ source, source_url }) => [source, source_url]);
    expect(holdsOf(third, filing)).toEqual([
      ['sec-documents', 'https://www.sec.gov/Archives/2.htm'],
    ]);
    expect(holdsOf(third)).toEqual([['news headline', 'https://a.example/1']]);
    const release = hold('The FDA placed a hold.', 'https://www.prnewswire.com/3');
    expect(holdsOf(third, release)).toEqual([['press-releases', 'https://www.prnewswire.com/3']]);
  });

  it('merge equal filing events within a month', () => {
    const doubt = mention('going_concern', plain);
    const output = events([
      document('2026-11-10', [doubt, mention('clinical_hold', plain)]),
      document('2026-11-12', [doubt]),
      document('2027-03-10', [doubt]),
    ]);
    expect(output.facts.filing_events.map(({ event, filed_at }) => [event, filed_at])).toEqual([
      ['going_concern', '2026-11-10'],
      ['going_concern', '2027-03-10'],
      ['clinical_hold', '2026-11-10'],
    ]);
  });
});
