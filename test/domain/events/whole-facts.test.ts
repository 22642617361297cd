import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { EVENT_KINDS, type EventKind } from '../../../src/domain/events/events.ts';
import { document, events, goal, mention, stored } from './texts.ts';

const url = (day: string) => `https://abcqz.example/${day}8-K`;
/** What stands beside a fact of a text of a day. */
const evidence = (day: string, sentence: string, more: object = {}) => ({
  ...{ source_url: `https://abcqz.example/${day}`, evidence: sentence, confidence: 0.95 },
  ...{ date_precision: null, source: 'test', ...more },
});
const idOf = (...words: readonly string[]) =>
  createHash('sha256').update(words.join(' ')).digest('hex').slice(0, 8);

/** The facts of one kind, and that texts make none of another. */
function only(kind: EventKind, told: ReturnType<typeof events>, ...others: readonly EventKind[]) {
  for (const other of EVENT_KINDS) {
    if (other !== kind && !others.includes(other)) expect(told.facts[other], other).toEqual([]);
  }
  return told.facts[kind];
}

describe('what texts make, whole', () => {
  it('of a goal date is an event of the calendar', () => {
    const text = document('2026-11-20', [goal('2027-03-15', { indication: 'gout' })]);
    const sentence = 'The goal date is 2027-03-15.';
    const catalyst = {
      _id: idOf('1234567', 'pdufa', 'zelvotinib', '2027-03-15', '2027-03-15'),
      ...{ ticker: 'ABCQZ', drugname: 'zelvotinib', catalyst: 'PDUFA Date', stage: 'NDA/BLA' },
      ...{ treatment: 'gout', catdate: '2027-03-15', formattedDate: '2027-03-15' },
      createdDate: '2026/11/20',
      description: `${sentence} (8-K of 2026-11-20, https://abcqz.example/2026-11-20)`,
      ...evidence('2026-11-20', sentence, { date_precision: 'day' }),
    };
    expect(only('catalysts', events([text]))).toEqual([catalyst]);
    // Without a CIK the company is its ticker; without a form and an address a text is a text.
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
    'whose date is %s shows it as read where the sentence leaves it open',
    (basis, sentence, shown) => {
      const told = goal('2027-03-15', { date_basis: basis, sentence });
      expect(events([document('2026-11-20', [told])]).facts.catalysts).toMatchObject([
        {
          evidence: sentence,
          description: `${sentence} (8-K of 2026-11-20${shown}, https://abcqz.example/2026-11-20)`,
        },
      ]);
    },
  );

  it('of its move is a change, and of its end a decision', () => {
    const told = events([
      document('2026-11-20', [goal('2027-03-15')]),
      document('2027-01-10', [goal('2027-05-20')]),
      document('2027-05-12', [mention('approval', { indication: 'gout' })]),
    ]);
    const [catalyst] = told.facts.catalysts;
    const moved = 'The goal date is 2027-05-20.';
    const approved = 'A sentence on approval.';
    expect(told.facts.catalyst_changes).toEqual([
      {
        ...{ catalyst_id: catalyst?._id, changed_date: '2027-01-10', field: 'formattedDate' },
        ...{ previous_value: '2027-03-15', new_value: '2027-05-20' },
        ...evidence('2027-01-10', moved, { date_precision: 'day' }),
      },
      {
        ...{ catalyst_id: catalyst?._id, changed_date: '2027-05-12', field: 'decision_date' },
        ...{ previous_value: '2027-05-20', new_value: '2027-05-12' },
        ...evidence('2027-05-12', approved),
      },
    ]);
    expect(catalyst).toMatchObject({
      ...{ formattedDate: '2027-05-12', catdate: '2027-05-20', decision: 'Approved' },
      ...{ decision_date: '2027-05-12', createdDate: '2026/11/20', treatment: 'gout' },
      ...evidence('2027-01-10', moved, { date_precision: 'day' }),
    });
    expect(told.facts.decisions).toEqual([
      {
        ...{ Ticker: 'ABCQZ', Drug: 'zelvotinib', Indication: 'gout', 'PDUFA Date': '2027-05-20' },
        ...{ Decision: 'Approved', decision_date: '2027-05-12' },
        ...evidence('2027-05-12', approved),
      },
    ]);
    expect(told.facts.approvals).toEqual([
      {
        ...{ ticker: 'ABCQZ', drug_name: 'zelvotinib', approval_date: '2027-05-12' },
        ...{ indication: 'gout', ...evidence('2027-05-12', approved) },
      },
    ]);
  });

  it('of a refusal that no goal date awaits is a letter', () => {
    const text = document('2026-11-20', [mention('crl', { indication: 'gout' })]);
    expect(only('complete_response_letters', events([text]))).toEqual([
      {
        ...{ ticker: 'ABCQZ', drug_name: 'zelvotinib', letter_date: '2026-11-20' },
        ...{ indication: 'gout', ...evidence('2026-11-20', 'A sentence on crl.') },
      },
    ]);
  });

  it('beside what is stored keeps what is stored', () => {
    const catalyst = stored({
      catdate: 'Q1 2027',
      formattedDate: '2027-03-31',
      treatment: 'lupus',
    });
    const text = document('2026-11-20', [goal('2027-03-15')]);
    const told = events([text], { catalysts: [catalyst] });
    expect(told.facts.catalysts).toMatchObject([
      {
        ...{ _id: 'stored', drugname: 'Zelvotinib', catalyst: 'PDUFA Date', treatment: 'lupus' },
        ...{ createdDate: '2026/06/01', catdate: 'Q1 2027', formattedDate: '2027-03-31' },
        ...{ date_precision: 'quarter', source: 'test' },
      },
    ]);
    expect(told.facts.catalyst_changes).toEqual([]);
    for (const catdate of ['Mar 2027', 'H1 2027', '2027']) {
      const to =
        catdate === 'Mar 2027' ? '2027-03-31' : catdate === '2027' ? '2027-12-31' : '2027-06-30';
      const beside = events([text], { catalysts: [stored({ catdate, formattedDate: to })] });
      expect(beside.facts.catalysts).toMatchObject([{ catdate, formattedDate: to }]);
    }
    const unknown = events([text], { catalysts: [stored({ created: null })] });
    expect(unknown.facts.catalysts[0]?.createdDate).toBeNull();
  });

  it('of a designation, a result and a vote', () => {
    const which = mention('designation', { indication: 'gout', detail: { which: 'Fast Track' } });
    const granted = evidence('2026-11-20', 'A sentence on designation.');
    expect(only('designations', events([document('2026-11-20', [which])]))).toEqual([
      {
        ...{ ticker: 'ABCQZ', drug_name: 'zelvotinib', designation_type: 'Fast Track' },
        ...{ designation_date: '2026-11-20', indication: 'gout', status: 'Designated' },
        ...granted,
      },
    ]);
    const sentence = 'The Phase 3 RISE trial met its endpoint.';
    const result = (more: object) =>
      mention('trial_result', { sentence, detail: { outcome: 'met', trial: 'RISE' }, ...more });
    const told = events([document('2026-11-20', [result({ indication: 'gout' })])]);
    expect(only('trial_results', told)).toEqual([
      {
        ...{ ticker: 'ABCQZ', drug_name: 'zelvotinib', phase: 'Phase 3', indications: ['gout'] },
        ...{ trial_title: 'Phase 3 RISE trial of zelvotinib', results_summary: [sentence] },
        ...{ published_date: '2026-11-20', outcome: 'positive' },
        ...evidence('2026-11-20', sentence),
      },
    ]);
    const bare = mention('trial_result', { detail: { outcome: 'unclear' } });
    expect(events([document('2026-11-20', [bare])]).facts.trial_results).toMatchObject([
      {
        ...{ trial_title: 'trial of zelvotinib', phase: null, indications: null, outcome: null },
      },
    ]);
    const voted = 'The committee voted 11 to 2, with two abstentions, in favor of it.';
    const vote = mention('adcomm_date', {
      sentence: voted,
      indication: 'gout',
      status: 'historical',
    });
    expect(only('adcomm_votes', events([document('2026-11-20', [vote])]))).toEqual([
      {
        ...{ ticker: 'ABCQZ', drug_name: 'zelvotinib', indication: 'gout' },
        ...{ meeting_date: '2026-11-20', votes_yes: 11, votes_no: 2, votes_abstain: 2 },
        ...evidence('2026-11-20', voted),
      },
    ]);
  });

  it('of results told again is one, with five sentences and the surest as evidence', () => {
    const told = Array.from({ length: 6 }, (_, at) =>
      mention('trial_result', {
        ...{ sentence: `Sentence ${at}.`, confidence: at === 3 ? 0.95 : 0.9 },
        detail: { outcome: at === 5 ? 'met' : 'unclear' },
      }),
    );
    const [result, ...others] = events([
      document('2026-11-20', [told[0]!, told[0]!, ...told.slice(1)]),
    ]).facts.trial_results;
    expect(others).toEqual([]);
    expect(result).toMatchObject({
      ...{ evidence: 'Sentence 3.', confidence: 0.95, outcome: 'positive' },
      results_summary: [0, 1, 2, 3, 4].map((at) => `Sentence ${at}.`),
    });
  });

  it('of capital and of distress', () => {
    const detail = { kind: 'public', amount: 6e7, currency: 'USD', price: 12, shares: 5e6 };
    const offering = mention('offering', { drug: null, detail });
    expect(only('offerings', events([document('2026-11-20', [offering])]))).toEqual([
      {
        ...{ ticker: 'ABCQZ', form_type: '8-K', offering_type: 'follow_on', is_atm: false },
        ...{ filed_at: '2026-11-20', offering_amount_usd: 6e7, price_usd: 12 },
        ...{ shares_offered: 5e6, accession: null },
        ...evidence('2026-11-20', 'A sentence on offering.'),
      },
    ]);
    const bare = mention('offering', { drug: null, detail: { shares: 'many' } });
    expect(events([document('2026-11-20', [bare], { form: null })]).facts.offerings).toMatchObject([
      {
        ...{ form_type: 'press release', offering_type: null, offering_amount_usd: null },
        ...{ price_usd: null, shares_offered: null },
      },
    ]);
    const doubt = mention('going_concern', { drug: null });
    expect(only('filing_events', events([document('2026-11-20', [doubt])]))).toEqual([
      {
        ...{ ticker: 'ABCQZ', event: 'going_concern', filed_at: '2026-11-20', form_type: '8-K' },
        detail: 'A sentence on going_concern.',
        ...evidence('2026-11-20', 'A sentence on going_concern.'),
      },
    ]);
  });

  it('of an acquisition and of a licence', () => {
    const detail = { acquirer: 'Bigmed', target: 'Abcora', amount: 1.2e9, currency: 'USD' };
    const bought = mention('acquisition', { drug: null, detail });
    expect(only('deals', events([document('2026-11-20', [bought])]))).toEqual([
      {
        ...{ acquirer: 'Bigmed', target: 'Abcora', acquirerTicker: null, targetTicker: 'ABCQZ' },
        ...{ dealType: 'acquisition', status: 'announced', announcedDate: '2026-11-20' },
        ...{ closedDate: null, upfrontValue: null, totalValue: 1.2e9, leadAsset: null },
        ...evidence('2026-11-20', 'A sentence on acquisition.'),
      },
    ]);
    const sentence = 'Abcora licensed zelvotinib from Bigmed.';
    const terms = { counterparty: 'Bigmed', amount: 9e8, upfront: 3e7, currency: 'USD' };
    const licence = mention('licence', { sentence, detail: terms });
    expect(only('deals', events([document('2026-11-20', [licence])]))).toEqual([
      {
        ...{ acquirer: 'Abcora Therapeutics, Inc.', target: 'Bigmed', acquirerTicker: 'ABCQZ' },
        ...{ targetTicker: null, dealType: 'licensing', status: 'announced' },
        ...{ announcedDate: '2026-11-20', closedDate: null, upfrontValue: 3e7 },
        ...{ totalValue: 9e8, leadAsset: 'zelvotinib', ...evidence('2026-11-20', sentence) },
      },
    ]);
  });
});

describe('what waits', () => {
  const why = (...told: Parameters<typeof events>) =>
    events(...told).waiting.map((one) => [one.statement.type, one.why]);
  const nameless = 'no drug is named, and the company has none or several';

  it('is what is less sure than what is served, down to one half', () => {
    const sure = (confidence: number) => {
      const told = events([document('2026-11-20', [goal('2027-03-15', { confidence })])]);
      return [told.facts.catalysts.length, told.waiting.map((one) => one.why)];
    };
    expect(sure(0.8)).toEqual([1, []]);
    expect(sure(0.79)).toEqual([0, ['the reading is not sure']]);
    expect(sure(0.5)).toEqual([0, ['the reading is not sure']]);
    expect(sure(0.49)).toEqual([0, []]);
  });

  it.each([
    ...['pdufa_date', 'adcomm_date', 'readout_expected', 'filing_expected', 'pdufa_extended'],
    ...['approval', 'crl', 'withdrawn', 'nda_bla_submitted', 'nda_bla_accepted', 'designation'],
    'trial_result',
  ])('is %s without a drug', (type) => {
    const text = document('2026-11-20', [mention(type, { drug: null, date: '2027-03-15' })]);
    expect(why([text])).toEqual([[type, nameless]]);
    const history = mention(type, { drug: null, status: 'historical' });
    expect(why([document('2026-11-20', [history])])).toEqual([]);
  });

  it('is not what only repeats an event that is served', () => {
    const unsure = (date: string) => goal(date, { confidence: 0.6 });
    const served = document('2026-11-20', [goal('2027-03-15')]);
    expect(why([served, document('2026-12-01', [unsure('2027-03-15')])])).toEqual([]);
    expect(why([served, document('2026-12-01', [unsure('2027-03-16')])])).toEqual([
      ['pdufa_date', 'the reading is not sure'],
    ]);
    const undated = mention('pdufa_date', { confidence: 0.6 });
    expect(why([served, document('2026-12-01', [undated])])).toHaveLength(1);
  });

  it('is a date that differs from what an import gives', () => {
    const text = document('2026-11-20', [goal('2027-05-15')]);
    expect(why([text], { catalysts: [stored({})] })).toEqual([
      ['pdufa_date', 'it differs from the date that an import gives, 2027-03-15'],
    ]);
  });
});

it('the address of a text stands beside what it says', () => {
  const text = document('2026-11-20', [goal('2027-03-15')], { source_url: url('2026-11-20') });
  expect(events([text]).facts.catalysts[0]?.source_url).toBe(url('2026-11-20'));
});
