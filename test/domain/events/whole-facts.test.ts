import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { EVENT_KINDS, type EventKind } from '../../../src/domain/events/events.ts';
import { document, events, goal, mention, stored } from './texts.ts';

/** The evidence fields of a fact from a text of a day. */
const evidence = (day: string, sentence: string, more: object = {}) => ({
  source_url: `https://abcqz.example/${day}`,
  evidence: sentence,
  confidence: 0.95,
  date_precision: null,
  source: 'test',
  ...more,
});
const idOf = (...words: readonly string[]) =>
  createHash('sha256').update(words.join(' ')).digest('hex').slice(0, 8);

/** Returns the facts of one kind and expects none of the other kinds. */
function only(kind: EventKind, output: ReturnType<typeof events>, ...others: readonly EventKind[]) {
  for (const other of EVENT_KINDS) {
    if (other !== kind && !others.includes(other)) expect(output.facts[other], other).toEqual([]);
  }
  return output.facts[kind];
}

describe('the facts', () => {
  it('of a goal date are a catalyst', () => {
    const text = document('2026-11-20', [goal('2027-03-15', { indication: 'gout' })]);
    const sentence = 'The goal date is 2027-03-15.';
    const catalyst = {
      _id: idOf('1234567', 'pdufa', 'zelvotinib', '2027-03-15', '2027-03-15'),
      ticker: 'ABCQZ',
      drugname: 'zelvotinib',
      catalyst: 'PDUFA Date',
      stage: 'NDA/BLA',
      treatment: 'gout',
      catdate: '2027-03-15',
      formattedDate: '2027-03-15',
      createdDate: '2026/11/20',
      description: `${sentence} (8-K of 2026-11-20, https://abcqz.example/2026-11-20)`,
      ...evidence('2026-11-20', sentence, { date_precision: 'day' }),
    };
    expect(only('catalysts', events([text]))).toEqual([catalyst]);
    // The identifier uses the ticker without a CIK; the description omits a missing form and URL.
    const bare = document('2026-11-20', [goal('2027-03-15')], { form: null, source_url: null });
    expect(events([bare], { cik: null }).facts.catalysts).toMatchObject([
      {
        _id: idOf('ABCQZ', 'pdufa', 'zelvotinib', '2027-03-15', '2027-03-15'),
        description: `${sentence} (text of 2026-11-20)`,
      },
    ]);
  });

  it.each([
    ['year_inferred', 'The goal date is March 15.', ', date read as 2027-03-15'],
    ['relative', 'The goal date is in four months.', ', date read as 2027-03-15'],
    ['stated', 'The goal date is March 15, 2027.', ''],
    ['today', 'The goal date is today.', ''],
  ])(
    'of a goal date with the basis "%s" show the date if the sentence does not state it',
    (basis, sentence, shown) => {
      const dated = goal('2027-03-15', { date_basis: basis, sentence });
      expect(events([document('2026-11-20', [dated])]).facts.catalysts).toMatchObject([
        {
          evidence: sentence,
          description: `${sentence} (8-K of 2026-11-20${shown}, https://abcqz.example/2026-11-20)`,
        },
      ]);
    },
  );

  it('of a moved and decided plan are changes, a decision and an approval', () => {
    const output = events([
      document('2026-11-20', [goal('2027-03-15')]),
      document('2027-01-10', [goal('2027-05-20')]),
      document('2027-05-12', [mention('approval', { indication: 'gout' })]),
    ]);
    const [catalyst] = output.facts.catalysts;
    const moved = 'The goal date is 2027-05-20.';
    const approved = 'A sentence on approval.';
    expect(output.facts.catalyst_changes).toEqual([
      {
        catalyst_id: catalyst?._id,
        changed_date: '2027-01-10',
        field: 'formattedDate',
        previous_value: '2027-03-15',
        new_value: '2027-05-20',
        ...evidence('2027-01-10', moved, { date_precision: 'day' }),
      },
      {
        catalyst_id: catalyst?._id,
        changed_date: '2027-05-12',
        field: 'decision_date',
        previous_value: '2027-05-20',
        new_value: '2027-05-12',
        ...evidence('2027-05-12', approved),
      },
    ]);
    expect(catalyst).toMatchObject({
      formattedDate: '2027-05-12',
      catdate: '2027-05-20',
      decision: 'Approved',
      decision_date: '2027-05-12',
      createdDate: '2026/11/20',
      treatment: 'gout',
      ...evidence('2027-01-10', moved, { date_precision: 'day' }),
    });
    expect(output.facts.decisions).toEqual([
      {
        Ticker: 'ABCQZ',
        Drug: 'zelvotinib',
        Indication: 'gout',
        'PDUFA Date': '2027-05-20',
        Decision: 'Approved',
        decision_date: '2027-05-12',
        ...evidence('2027-05-12', approved),
      },
    ]);
    expect(output.facts.approvals).toEqual([
      {
        ticker: 'ABCQZ',
        drug_name: 'zelvotinib',
        approval_date: '2027-05-12',
        indication: 'gout',
        ...evidence('2027-05-12', approved),
      },
    ]);
  });

  it('of a refusal without a goal date are a complete response letter', () => {
    const text = document('2026-11-20', [mention('crl', { indication: 'gout' })]);
    expect(only('complete_response_letters', events([text]))).toEqual([
      {
        ticker: 'ABCQZ',
        drug_name: 'zelvotinib',
        letter_date: '2026-11-20',
        indication: 'gout',
        ...evidence('2026-11-20', 'A sentence on crl.'),
      },
    ]);
  });

  it('of a stored catalyst keep its stored fields', () => {
    const catalyst = stored({
      catdate: 'Q1 2027',
      formattedDate: '2027-03-31',
      treatment: 'lupus',
    });
    const text = document('2026-11-20', [goal('2027-03-15')]);
    const output = events([text], { catalysts: [catalyst] });
    expect(output.facts.catalysts).toMatchObject([
      {
        _id: 'stored',
        drugname: 'Zelvotinib',
        catalyst: 'PDUFA Date',
        treatment: 'lupus',
        createdDate: '2026/06/01',
        catdate: 'Q1 2027',
        formattedDate: '2027-03-31',
        date_precision: 'quarter',
        source: 'test',
      },
    ]);
    expect(output.facts.catalyst_changes).toEqual([]);
    for (const catdate of ['Mar 2027', 'H1 2027', '2027']) {
      const to =
        catdate === 'Mar 2027' ? '2027-03-31' : catdate === '2027' ? '2027-12-31' : '2027-06-30';
      const beside = events([text], { catalysts: [stored({ catdate, formattedDate: to })] });
      expect(beside.facts.catalysts).toMatchObject([{ catdate, formattedDate: to }]);
    }
    const unknown = events([text], { catalysts: [stored({ created: null })] });
    expect(unknown.facts.catalysts[0]?.createdDate).toBeNull();
  });

  it('of a designation, a trial result and a vote', () => {
    const which = mention('designation', { indication: 'gout', detail: { which: 'Fast Track' } });
    const granted = evidence('2026-11-20', 'A sentence on designation.');
    expect(only('designations', events([document('2026-11-20', [which])]))).toEqual([
      {
        ticker: 'ABCQZ',
        drug_name: 'zelvotinib',
        designation_type: 'Fast Track',
        designation_date: '2026-11-20',
        indication: 'gout',
        status: 'Designated',
        ...granted,
      },
    ]);
    const sentence = 'The Phase 3 RISE trial met its endpoint.';
    const result = (more: object) =>
      mention('trial_result', { sentence, detail: { outcome: 'met', trial: 'RISE' }, ...more });
    const output = events([document('2026-11-20', [result({ indication: 'gout' })])]);
    expect(only('trial_results', output)).toEqual([
      {
        ticker: 'ABCQZ',
        drug_name: 'zelvotinib',
        phase: 'Phase 3',
        indications: ['gout'],
        trial_title: 'Phase 3 RISE trial of zelvotinib',
        results_summary: [sentence],
        published_date: '2026-11-20',
        outcome: 'positive',
        ...evidence('2026-11-20', sentence),
      },
    ]);
    const bare = mention('trial_result', { detail: { outcome: 'unclear' } });
    expect(events([document('2026-11-20', [bare])]).facts.trial_results).toMatchObject([
      { trial_title: 'trial of zelvotinib', phase: null, indications: null, outcome: null },
    ]);
    const voted = 'The committee voted 11 to 2, with two abstentions, in favor of it.';
    const vote = mention('adcomm_date', {
      sentence: voted,
      indication: 'gout',
      status: 'historical',
    });
    expect(only('adcomm_votes', events([document('2026-11-20', [vote])]))).toEqual([
      {
        ticker: 'ABCQZ',
        drug_name: 'zelvotinib',
        indication: 'gout',
        meeting_date: '2026-11-20',
        votes_yes: 11,
        votes_no: 2,
        votes_abstain: 2,
        ...evidence('2026-11-20', voted),
      },
    ]);
  });

  it('of repeated results are one, with five sentences and the most confident as evidence', () => {
    const results = Array.from({ length: 6 }, (_, at) =>
      mention('trial_result', {
        sentence: `Sentence ${at}.`,
        confidence: at === 3 ? 0.95 : 0.9,
        detail: { outcome: at === 5 ? 'met' : 'unclear' },
      }),
    );
    const [result, ...others] = events([document('2026-11-20', [results[0]!, ...results])]).facts
      .trial_results;
    expect(others).toEqual([]);
    expect(result).toMatchObject({
      evidence: 'Sentence 3.',
      confidence: 0.95,
      outcome: 'positive',
      results_summary: [0, 1, 2, 3, 4].map((at) => `Sentence ${at}.`),
    });
  });

  it('of an offering and a going-concern doubt', () => {
    const detail = { kind: 'public', amount: 6e7, currency: 'USD', price: 12, shares: 5e6 };
    const offering = mention('offering', { drug: null, detail });
    expect(only('offerings', events([document('2026-11-20', [offering])]))).toEqual([
      {
        ticker: 'ABCQZ',
        form_type: '8-K',
        offering_type: 'follow_on',
        is_atm: false,
        filed_at: '2026-11-20',
        offering_amount_usd: 6e7,
        price_usd: 12,
        shares_offered: 5e6,
        accession: null,
        ...evidence('2026-11-20', 'A sentence on offering.'),
      },
    ]);
    const bare = mention('offering', { drug: null, detail: { shares: 'many' } });
    expect(events([document('2026-11-20', [bare], { form: null })]).facts.offerings).toMatchObject([
      {
        form_type: 'press release',
        offering_type: null,
        offering_amount_usd: null,
        price_usd: null,
        shares_offered: null,
      },
    ]);
    const doubt = mention('going_concern', { drug: null });
    expect(only('filing_events', events([document('2026-11-20', [doubt])]))).toEqual([
      {
        ticker: 'ABCQZ',
        event: 'going_concern',
        filed_at: '2026-11-20',
        form_type: '8-K',
        detail: 'A sentence on going_concern.',
        ...evidence('2026-11-20', 'A sentence on going_concern.'),
      },
    ]);
  });

  it('of an acquisition and of a license', () => {
    const detail = { acquirer: 'Bigmed', target: 'Abcora', amount: 1.2e9, currency: 'USD' };
    const bought = mention('acquisition', { drug: null, detail });
    expect(only('deals', events([document('2026-11-20', [bought])]))).toEqual([
      {
        acquirer: 'Bigmed',
        target: 'Abcora',
        acquirerTicker: null,
        targetTicker: 'ABCQZ',
        dealType: 'acquisition',
        status: 'announced',
        announcedDate: '2026-11-20',
        closedDate: null,
        upfrontValue: null,
        totalValue: 1.2e9,
        leadAsset: null,
        ...evidence('2026-11-20', 'A sentence on acquisition.'),
      },
    ]);
    const sentence = 'Abcora licensed zelvotinib from Bigmed.';
    const terms = { counterparty: 'Bigmed', amount: 9e8, upfront: 3e7, currency: 'USD' };
    const licence = mention('licence', { sentence, detail: terms });
    expect(only('deals', events([document('2026-11-20', [licence])]))).toEqual([
      {
        acquirer: 'Abcora Therapeutics, Inc.',
        target: 'Bigmed',
        acquirerTicker: 'ABCQZ',
        targetTicker: null,
        dealType: 'licensing',
        status: 'announced',
        announcedDate: '2026-11-20',
        closedDate: null,
        upfrontValue: 3e7,
        totalValue: 9e8,
        leadAsset: 'zelvotinib',
        ...evidence('2026-11-20', sentence),
      },
    ]);
  });
});

describe('a statement waits for review', () => {
  const reasons = (...input: Parameters<typeof events>) =>
    events(...input).waiting.map((one) => [one.statement.type, one.why]);
  const nameless = 'no drug is named, and the company has none or several';

  it('with a confidence from 0.5 to below 0.8', () => {
    const readWith = (confidence: number) => {
      const output = events([document('2026-11-20', [goal('2027-03-15', { confidence })])]);
      return [output.facts.catalysts.length, output.waiting.map((one) => one.why)];
    };
    expect(readWith(0.8)).toEqual([1, []]);
    expect(readWith(0.79)).toEqual([0, ['the reading is not sure']]);
    expect(readWith(0.5)).toEqual([0, ['the reading is not sure']]);
    expect(readWith(0.49)).toEqual([0, []]);
  });

  it.each([
    'pdufa_date',
    'adcomm_date',
    'readout_expected',
    'filing_expected',
    'pdufa_extended',
    'approval',
    'crl',
    'withdrawn',
    'nda_bla_submitted',
    'nda_bla_accepted',
    'designation',
    'trial_result',
  ])('if it is a %s without a drug', (type) => {
    const text = document('2026-11-20', [mention(type, { drug: null, date: '2027-03-15' })]);
    expect(reasons([text])).toEqual([[type, nameless]]);
    const history = mention(type, { drug: null, status: 'historical' });
    expect(reasons([document('2026-11-20', [history])])).toEqual([]);
  });

  it('unless it repeats a served event', () => {
    const unsure = (date: string) => goal(date, { confidence: 0.6 });
    const served = document('2026-11-20', [goal('2027-03-15')]);
    expect(reasons([served, document('2026-12-01', [unsure('2027-03-15')])])).toEqual([]);
    expect(reasons([served, document('2026-12-01', [unsure('2027-03-16')])])).toEqual([
      ['pdufa_date', 'the reading is not sure'],
    ]);
    const undated = mention('pdufa_date', { confidence: 0.6 });
    expect(reasons([served, document('2026-12-01', [undated])])).toHaveLength(1);
  });

  it('if its date differs from the imported date', () => {
    const text = document('2026-11-20', [goal('2027-05-15')]);
    expect(reasons([text], { catalysts: [stored({})] })).toEqual([
      ['pdufa_date', 'it differs from the date that an import gives, 2027-03-15'],
    ]);
  });
});
