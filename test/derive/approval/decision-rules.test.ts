import { describe, expect, it } from 'vitest';
import { approvedNames } from '../../../src/derive/approval/approval-facts.ts';
import { voteBefore } from '../../../src/derive/approval/committee-votes.ts';
import { decisionCollections } from '../../../src/derive/approval/decision-records.ts';
import { fdaDecisions } from '../../../src/derive/approval/decisions.ts';
import {
  adverseEvents,
  approvals,
  decisions,
  regulatoryCollections,
} from '../../../src/derive/approval/regulatory.ts';
import { beginRefresh } from '../../../src/derive/begin-refresh.ts';
import { shiftDays } from '../../../src/domain/dates.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import { writeFacts } from '../../../src/store/facts-store.ts';
import { readFacts } from '../../../src/store/read-facts.ts';
import { type FactsByKind, refreshOf, storeOf } from '../refresh-of.ts';

const TODAY = '2026-11-21';
const companies = [{ ticker: 'ABEQZ', name: 'Abel Pharmaceuticals, Inc.' }];

const approval: Fact<'approvals'> = {
  sponsor_name: 'ABEL PHARMS',
  drug_name: 'ABELINE',
  approval_date: '2026-06-10',
  application_type: 'NDA',
  submission_type: 'ORIG TYPE 1',
};
const goal: Fact<'catalysts'> = {
  _id: 'goal',
  ticker: 'ABEQZ',
  drugname: 'Abeline',
  catalyst: 'PDUFA Date',
  formattedDate: '2026-06-20',
  createdDate: '2025/01/01',
};
const letter: Fact<'complete_response_letters'> = {
  ticker: 'ABEQZ',
  drug_name: 'Abeline',
  letter_date: '2025-05-05',
};

const stated: Fact<'decisions'> = {
  Ticker: 'ABEQZ',
  Drug: 'Abeline',
  'PDUFA Date': '2026-06-20',
  Decision: 'Approved',
};

const known = (facts: FactsByKind) => refreshOf(TODAY, { companies }, facts);
const told = async (facts: FactsByKind) => fdaDecisions(await known(facts));
const rowsOf = async (facts: FactsByKind) =>
  decisionCollections.fdaDecisions.rows(await known(facts));

describe('a decision, whole, as told', () => {
  const bare = {
    ticker: 'ABEQZ',
    drug: 'Abeline',
    names: ['Abeline'],
    applicant: null,
    goal_date: null,
    application_number: null,
    application_type: null,
    review_designation: null,
    indication: null,
    sentence: null,
    context: null,
    confidence: null,
  };
  const from = (source_date: string, source_url: string | null = null) => ({
    origin: { source: 'test', source_url, source_date },
  });

  it('by a list of decisions', async () => {
    const first = {
      ...bare,
      fact_kind: 'decisions',
      decision: 'Approved',
      decided: '2026-06-20',
      goal_date: '2026-06-20',
      ...from('2026-06-20'),
    };
    const undated = { ...first, is_undated: true };
    expect(await told({ decisions: [stated] })).toEqual([undated]);
    const more = {
      Indication: 'Gout',
      decision_date: '2026-06-18',
      application_type: 'NDA',
      source_url: 'https://fda.example/1',
      evidence: 'It approved.',
    };
    expect(await told({ decisions: [{ ...stated, ...more }] })).toEqual([
      {
        ...first,
        indication: 'Gout',
        decided: '2026-06-18',
        application_type: 'NDA',
        ...from('2026-06-18', 'https://fda.example/1'),
        sentence: 'It approved.',
      },
    ]);
    const { Drug: _, Decision: __, ...unnamed } = stated;
    expect(await told({ decisions: [unnamed] })).toEqual([
      { ...undated, drug: null, names: [], decision: null },
    ]);
  });

  it('by the calendar', async () => {
    const decided = { ...goal, decision: 'CRL', decision_date: '2026-06-18', treatment: 'Gout' };
    const first = {
      ...bare,
      fact_kind: 'catalysts',
      decision: 'CRL',
      decided: '2026-06-18',
      indication: 'Gout',
      goal_date: '2026-06-20',
      ...from('2026-06-18'),
    };
    expect(await told({ catalysts: [decided] })).toEqual([first]);
    const source_url = 'https://news.example/1';
    expect(await told({ catalysts: [{ ...decided, source_url }] })).toEqual([
      { ...first, ...from('2026-06-18', source_url) },
    ]);
    // A text from before the decision states only the goal date.
    const early = { source_url, document_date: '2026-01-14', evidence: 'The goal date.' };
    expect(await told({ catalysts: [{ ...decided, ...early }] })).toEqual([first]);
    // After an early decision, formattedDate is its day, and catdate is still the goal date.
    const moved = { ...decided, formattedDate: '2026-06-18', catdate: '2026-06-20' };
    expect(await told({ catalysts: [moved] })).toEqual([first]);
    const undecided = { ...moved, decision: null, decision_date: null };
    expect(await told({ catalysts: [undecided], approvals: [approval] })).toMatchObject([
      { decided: '2026-06-10', goal_date: '2026-06-20' },
    ]);
  });

  it.each<[Partial<Fact<'catalysts'>>, number]>([
    [{ decision: 'Approved' }, 1],
    [{ decision: 'Approved', formattedDate: TODAY }, 1],
    [{ decision: 'Approved', formattedDate: '2026-11-22' }, 0],
    [{ decision: 'Approved', formattedDate: '2026-12-22', decision_date: TODAY }, 1],
    [{ decision: 'Approved', drugname: null }, 0],
    [{ decision: 'Approved', catalyst: 'pdufa' }, 1],
    [{ decision: 'Approved', catalyst: 'AdComm Meeting' }, 0],
    [{ decision: 'Pending' }, 0],
    [{}, 0],
  ])('by the calendar where that is decided: %j', async (more, count) => {
    expect(await told({ catalysts: [{ ...goal, ...more }] })).toHaveLength(count);
  });

  it('by the list of approvals', async () => {
    const first = {
      ...bare,
      fact_kind: 'approvals',
      applicant: 'ABEL PHARMS',
      drug: 'ABELINE',
      names: ['ABELINE'],
      decision: 'Approved',
      decided: '2026-06-10',
      application_type: 'NDA',
      ...from('2026-06-10'),
    };
    expect(await told({ approvals: [approval] })).toEqual([first]);
    const source_url = 'https://fda.example/2';
    const more = {
      application_number: 'NDA900001',
      review_designation: 'PRIORITY',
      indication: 'Gout',
    };
    expect(await told({ approvals: [{ ...approval, ...more, source_url }] })).toEqual([
      { ...first, ...more, ...from('2026-06-10', source_url) },
    ]);
  });

  it('by a text that states the withdrawal of an application, with the goal date ahead', async () => {
    const withdrawn = { ticker: 'ABEQZ', event: 'application_withdrawn', filed_at: '2025-09-01' };
    const [one] = await told({
      catalysts: [goal],
      filing_events: [{ ...withdrawn, drug_name: 'Abeline' }, withdrawn],
    });
    expect(one).toEqual({
      ...bare,
      fact_kind: 'filing_events',
      decision: 'Withdrawn',
      decided: '2025-09-01',
      goal_date: '2026-06-20',
      ...from('2025-09-01'),
    });
  });

  const read = { submission_type: null, application_type: null };

  it.each<[Partial<Fact<'approvals'>>, number]>([
    [{ application_type: 'BLA' }, 1],
    [{ submission_type: 'SUPPL EFFICACY' }, 1],
    [{ submission_type: null, application_type: null, evidence: 'FDA approves Abeline.' }, 1],
    [{ application_type: 'ANDA' }, 0],
    [{ application_type: null }, 0],
    [{ submission_type: 'orig' }, 1],
    [{ submission_type: 'SUPPL 3' }, 0],
    [{ submission_type: null }, 0],
    [{ approval_date: 'in 1999' }, 0],
  ])('by that list where it is of a new drug: %j', async (more, count) => {
    expect(await told({ approvals: [{ ...approval, ...more }] })).toHaveLength(count);
  });

  it.each([
    [{ submission_type: 'SUPPL EFFICACY', submission_number: '12' }, 'S-012'],
    [{ submission_type: 'ORIG', submission_number: '1' }, null],
    [{ ...read, evidence: 'FDA Approves Extended Use of Abeline' }, 'supplement or new use'],
    [{ ...read, evidence: 'FDA approves Abeline, a new drug for use in gout.' }, null],
  ])('and names its supplement: %j, %s', async (more, supplement) => {
    expect(await rowsOf({ approvals: [{ ...approval, ...more }] })).toMatchObject([{ supplement }]);
  });

  it('by a letter, with a name or without', async () => {
    const more = { indication: 'Gout', application_number: 'NDA1' };
    const source_url = 'https://l.example';
    const first = {
      ...bare,
      fact_kind: 'complete_response_letters',
      names: ['Abeline', 'abelamide'],
      decision: 'CRL',
      decided: '2025-05-05',
      ...from('2025-05-05'),
    };
    const named = { ...letter, generic_name: 'abelamide' };
    expect(await told({ complete_response_letters: [named] })).toEqual([first]);
    expect(await told({ complete_response_letters: [{ ...letter, ...more, source_url }] })).toEqual(
      [{ ...first, ...more, names: ['Abeline'], ...from('2025-05-05', source_url) }],
    );
    const { drug_name: _, ...unnamed } = { ...letter, ...more, source_url };
    expect(await told({ complete_response_letters: [unnamed] })).toEqual([
      { ...first, ...more, drug: null, names: [], ...from('2025-05-05', source_url) },
    ]);
  });
});

it.each([
  // An event within a week of the company's refusal is that refusal. The same rule does not apply
  // to an approval.
  ['CRL', '2025-05-12', 1],
  ['CRL', '2025-05-13', 2],
  ['CRL', '2025-04-28', 1],
  ['CRL', '2025-04-27', 2],
  ['Approved', '2025-05-05', 2],
  ['Pending', '2025-05-05', 2],
])('a letter without a name beside %s of another day, %s: %i', async (Decision, day, count) => {
  const { drug_name: _, ...unnamed } = letter;
  const decisions = [{ Ticker: 'ABEQZ', Drug: 'Boreline', 'PDUFA Date': day, Decision }];
  expect(await told({ decisions, complete_response_letters: [unnamed] })).toHaveLength(count);
});

it.each([
  ['ABELINE (abelamide)', '2026-06-17', 1],
  ['ABELAMIDE', '2026-06-03', 1],
  ['abelamide tablets', '2026-06-18', 2],
  ['BORELINE', '2026-06-10', 2],
])('an approval of others is told by a decision on %s of %s', async (Drug, day, count) => {
  const others = { ...approval, sponsor_name: 'Nobody', drug_name: 'Abelamide' };
  const stated = { Ticker: 'ABEQZ', Drug, 'PDUFA Date': day, Decision: 'Approved' };
  expect(await rowsOf({ decisions: [stated], approvals: [others] })).toHaveLength(count);
});

it.each([
  // A decision matches a goal date from 120 days before it to 30 days after it. The nearest one
  // is used, then the earlier one.
  [['2026-10-08'], '2026-10-08'],
  [['2026-10-09'], null],
  [['2026-05-11'], '2026-05-11'],
  [['2026-05-10'], null],
  [['2026-06-20', '2026-06-12', '2026-07-01'], '2026-06-12'],
  [['2026-06-12', '2026-06-08'], '2026-06-08'],
  [['2026-06-08', '2026-06-12'], '2026-06-08'],
  [[], null],
])('the goal date of an approval of 2026-06-10 among %j is %s', async (days, expected) => {
  const catalysts = days.map((formattedDate) => ({ ...goal, _id: formattedDate, formattedDate }));
  const [one] = await told({ approvals: [approval], catalysts });
  expect(one!.goal_date).toBe(expected);
});

describe('a decision, whole, as served', () => {
  it('with the vote before it and the reasons of its letter', async () => {
    const [row] = await rowsOf({
      decisions: [
        {
          ...stated,
          Indication: 'Gout',
          'PDUFA Date': '2025-05-20',
          Decision: 'CRL',
          decision_date: '2025-05-12',
          source_url: 'https://fda.example/1',
        },
      ],
      complete_response_letters: [
        { ...letter, reasons: ['manufacturing', 'safety'], corrected_date: '2025-05-19' },
      ],
      adcomm_votes: [
        {
          ticker: 'ABEQZ',
          drug_name: 'abeline (abelinib)',
          meeting_date: '2025-03-01',
          votes_yes: 3,
          votes_no: 9,
          question: 'Is gout better?',
        },
      ],
    });
    expect(row).toEqual({
      ticker: 'ABEQZ',
      drug_name: 'Abeline',
      drug_words: 'Abeline',
      indication: 'Gout',
      outcome: 'refused',
      decision: 'CRL',
      decision_date: '2025-05-12',
      corrected_date: '2025-05-19',
      goal_date: '2025-05-20',
      days_before_goal: 8,
      refusal_reasons: ['manufacturing', 'safety'],
      deficiencies: null,
      deficiency_kinds: null,
      deficiency_summary: null,
      fda_requests: null,
      resubmission_class: null,
      days_to_resubmission: null,
      days_to_outcome: null,
      letter_id: null,
      next_decision: null,
      company_statement: null,
      company_statement_url: null,
      context: null,
      vote: 'against',
      votes_yes: 3,
      votes_no: 9,
      vote_date: '2025-03-01',
      vote_question: 'Is gout better?',
      review_designation: null,
      application_number: null,
      supplement: null,
      applicant: null,
      source: 'test',
      source_url: 'https://fda.example/1',
      source_date: '2025-05-12',
      known: [
        {
          field: 'decision',
          value: 'CRL',
          source: 'test',
          url: 'https://fda.example/1',
          sentence: null,
          known_from: '2025-05-12',
        },
        {
          field: 'refusal_reasons',
          value: 'manufacturing; safety',
          source: 'test',
          url: null,
          sentence: null,
          known_from: '2025-05-05',
        },
      ],
      flags: [],
    });
  });

  it.each([
    ['CRL', 'refused'],
    ['Complete Response Letter', 'refused'],
    ['Refused', 'refused'],
    ['Rejected', 'refused'],
    ['Not approved', 'refused'],
    ['Withdrawn', 'withdrawn'],
    ['Approved', 'approved'],
    ['Delayed', 'other'],
    [undefined, null],
  ])('%s is %s', async (Decision, outcome) => {
    const undecided = { Ticker: 'ABEQZ', Drug: 'Abeline', 'PDUFA Date': '2026-06-20' };
    const decisions = [{ ...undecided, ...(Decision ? { Decision } : {}) }];
    const [row] = await rowsOf({ decisions });
    expect(row).toMatchObject({ outcome, decision: Decision ?? null });
    // The list states no day of the decision.
    expect(row).toMatchObject({ decision_date: null, days_before_goal: null });
    const reason = outcome === 'refused' ? ['reason_not_known'] : [];
    expect(row!.flags).toEqual([...reason, 'day_not_known']);
  });

  it.each([
    ['2025-05-12', ['safety']],
    ['2025-05-13', null],
    ['2025-04-28', ['safety']],
    ['2025-04-27', null],
  ])('of %s has the reasons of a letter of 2025-05-05: %j', async (decision_date, reasons) => {
    const rows = await rowsOf({
      decisions: [
        { ...stated, Drug: 'ABELINE', 'PDUFA Date': '2025-05-20', Decision: 'CRL', decision_date },
      ],
      complete_response_letters: [{ ...letter, reasons: ['safety'] }],
    });
    const own = rows.find((row) => row.decision_date === decision_date);
    expect(own!.refusal_reasons).toEqual(reasons);
  });
});

describe('the vote before a day', () => {
  const vote = (meeting_date: string, votes_yes: number | null, votes_no: number | null) => ({
    ticker: 'ABEQZ',
    drug_name: 'Abeline',
    source: 'test',
    meeting_date,
    votes_yes,
    votes_no,
  });
  const none = { vote: null, votes_yes: null, votes_no: null, vote_date: null };

  it.each([
    [6, 5, 'for'],
    [5, 6, 'against'],
    [5, 5, 'tied'],
    [null, 5, null],
    [5, null, null],
  ])('of %s to %s is %s', (votes_yes, votes_no, side) => {
    expect(voteBefore(TODAY, [vote(TODAY, votes_yes, votes_no)])).toEqual({
      vote: side,
      votes_yes,
      votes_no,
      vote_date: TODAY,
    });
  });

  it('is the newest of 730 days', () => {
    const dayOf = (...days: readonly string[]) =>
      voteBefore(
        TODAY,
        days.map((day) => vote(day, 1, 0)),
      ).vote_date;
    expect(dayOf('2025-01-01', '2026-01-01', '2024-01-01')).toBe('2026-01-01');
    expect(dayOf('2026-11-22')).toBeNull();
    expect(dayOf('2024-11-21')).toBe('2024-11-21');
    expect(dayOf('2024-11-20')).toBeNull();
    expect(voteBefore(TODAY, [])).toEqual(none);
  });
});

it('the names of an approved drug are its own and that of its only ingredient', () => {
  const of = (drug_name: string | null, active_ingredients?: string[]) =>
    approvedNames({ drug_name, active_ingredients });
  expect(of('ABELINE', ['abelamide'])).toEqual(['ABELINE', 'abelamide']);
  expect(of('ABELINE', ['abelamide', 'borelamide'])).toEqual(['ABELINE']);
  expect(of('ABELINE')).toEqual(['ABELINE']);
  expect(of(null, ['abelamide'])).toEqual(['abelamide']);
});

describe('records of regulators', () => {
  it('bear the company to which their sponsor maps, and nothing that is not known', async () => {
    const designation = { drug_name: 'Abeline', designation_type: 'Fast Track' };
    const refresh = await known({
      designations: [
        { ...designation, sponsor_name: 'Abel Pharmaceuticals', indication: null },
        { ...designation, sponsor_name: 'Nobody known', drug_name: 'Other' },
      ],
    });
    const rows = regulatoryCollections.designations.rows(refresh);
    expect(rows.toSorted((a, b) => (String(a.drug_name) < String(b.drug_name) ? -1 : 1))).toEqual([
      {
        ticker: 'ABEQZ',
        company_name: 'Abel Pharmaceuticals, Inc.',
        source: 'test',
        ...designation,
        sponsor_name: 'Abel Pharmaceuticals',
      },
      {
        ...designation,
        drug_name: 'Other',
        source: 'test',
        sponsor_name: 'Nobody known',
        company_name: 'Nobody known',
      },
    ]);
  });

  it('of past goal dates stand with their company', async () => {
    const refresh = await known({
      decisions: [stated],
      // The same goal date a second time, and a different goal date.
      catalysts: [
        { ...goal, decision: 'Approved', decision_date: '2026-05-01' },
        { ...goal, _id: 'old', formattedDate: '2024-01-02', decision: 'CRL', treatment: 'Gout' },
      ],
    });
    const name = 'Abel Pharmaceuticals, Inc.';
    const _id = expect.stringMatching(/^[0-9a-f]{8}/);
    expect(decisions(refresh)).toEqual([
      { ...stated, _id, name, source: 'test' },
      {
        Ticker: 'ABEQZ',
        Drug: 'Abeline',
        Indication: 'Gout',
        'PDUFA Date': '2024-01-02',
        Decision: 'CRL',
        _id,
        name,
        source: 'test',
        source_date: '2024-01-02',
      },
    ]);
  });

  it('of approvals leave out what was refused, and drugs that the list knows', async () => {
    const decided = (drugname: string, decision: string): Fact<'catalysts'> => ({
      ...goal,
      _id: drugname,
      drugname,
      decision,
      source_url: 'https://news.example',
    });
    const refresh = await known({
      approvals: [approval],
      catalysts: [
        decided('Boreline', 'Approved'),
        decided('Coreline', 'CRL'),
        decided('Abeline', 'Approved'),
      ],
    });
    expect(approvals(refresh)).toEqual([
      {
        ...approval,
        ticker: 'ABEQZ',
        applicant: 'ABEL PHARMS',
        company_name: companies[0]!.name,
        source: 'test',
      },
      {
        ticker: 'ABEQZ',
        company_name: companies[0]!.name,
        drug_name: 'Boreline',
        source_url: 'https://news.example',
        source: 'test',
        source_date: '2026-06-20',
      },
    ]);
  });

  it('of approvals and of decisions are two views of one set', async () => {
    const text = { ticker: 'ABEQZ', evidence: 'Approved.', source_url: 'https://a.example' };
    const facts: FactsByKind = {
      approvals: [
        approval,
        { ...approval, approval_date: '2026-02-01', submission_type: 'SUPPL EFFICACY' },
        { ...text, drug_name: 'Textamab', approval_date: '2026-05-05' },
      ],
      catalysts: [
        // Its day is unknown, so it is the listed approval ten days before its goal date.
        { ...goal, decision: 'Approved' },
        { ...goal, _id: 'later', formattedDate: '2026-11-02', decision: 'Approved' },
        { ...goal, _id: 'other', drugname: 'Coreline', decision: 'CRL' },
      ],
    };
    const refresh = await known(facts);
    const listed = approvals(refresh).map((one) => [one.drug_name, one.approval_date ?? null]);
    const decided = (await rowsOf(facts)).filter(({ outcome }) => outcome === 'approved');
    const expected = [
      ['ABELINE', '2026-02-01'],
      ['Abeline', null],
      ['Textamab', '2026-05-05'],
    ];
    expect(listed.toSorted()).toEqual([['ABELINE', '2026-06-10'], ...expected].toSorted());
    expect(decided.map((one) => [one.drug_name, one.decision_date]).toSorted()).toEqual(
      [['Abeline', '2026-06-10'], ...expected].toSorted(),
    );
  });

  it('of one approval have the day of the register', async () => {
    const decisions = [{ ...stated, decision_date: '2026-06-11' }];
    const rows = await rowsOf({ approvals: [approval], decisions });
    const days = rows.map((one) => [one.decision_date, one.goal_date, one.days_before_goal]);
    expect(days).toEqual([['2026-06-10', '2026-06-20', 10]]);
  });

  it.each([
    [-8, 2],
    [-7, 1],
    [7, 1],
    [8, 2],
  ])('of an approval told %d days after the register are %d', async (days, count) => {
    const decision_date = shiftDays(approval.approval_date!, days);
    const decisions = [{ ...stated, decision_date }];
    expect(await rowsOf({ approvals: [approval], decisions })).toHaveLength(count);
  });

  it('of one refusal have the day and the source of the FDA letter, and are known before it', async () => {
    const source_url = 'https://a.example';
    const refused = { ...stated, Decision: 'CRL', 'PDUFA Date': '2025-05-20', source_url };
    const database = await storeOf({ decisions: [{ ...refused, decision_date: '2025-05-07' }] });
    const sent = { ...letter, application_number: 'BLA1', first_listed: '2026-02-01' };
    writeFacts(database, 'complete_response_letters', [sent], 'fda-crl');
    const [row, ...others] = decisionCollections.fdaDecisions.rows(
      beginRefresh(readFacts(database), TODAY),
    );
    expect(others).toEqual([]);
    const source = 'FDA complete response letter';
    expect(row).toMatchObject({
      decision_date: '2025-05-05',
      goal_date: '2025-05-20',
      application_number: 'BLA1',
      source,
      source_url: null,
      source_date: '2025-05-05',
    });
    expect(row!.known[0]).toMatchObject({ field: 'decision', source, known_from: '2025-05-07' });
  });

  it('of adverse events are those of the newest version of each report', async () => {
    const event = (adverse_event: string, report_id: string | null, report_version?: number) => ({
      ticker: 'ABEQZ',
      drug_name: 'Abeline',
      event_date: '2026-01-01',
      adverse_event,
      ...(report_id ? { report_id } : {}),
      ...(report_version ? { report_version } : {}),
    });
    const refresh = await refreshOf(TODAY, {
      adverse_events: [
        event('old', '1', 1),
        event('new', '1', 2),
        event('unversioned', '1'),
        event('single', '2', 1),
        event('other', '3'),
      ],
    });
    const named = Array.from(adverseEvents(refresh), ({ adverse_event }) => adverse_event);
    expect(named.sort()).toEqual(['new', 'other', 'single']);
  });
});
