import { describe, expect, it } from 'vitest';
import { decisionCollections } from '../../../src/derive/approval/decision-records.ts';
import { crls } from '../../../src/derive/approval/evidence.ts';
import { directory } from '../../../src/derive/directory/directory.ts';
import { decisionEvents } from '../../../src/derive/timeline/regulatory-events.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import { refreshOf } from '../refresh-of.ts';

const TODAY = '2026-11-20';

const planned = (formattedDate: string, more: Partial<Fact<'catalysts'>> = {}) => ({
  ticker: 'ABCQZ',
  drugname: 'Abcamab',
  treatment: 'Asthma',
  catalyst: 'PDUFA Date',
  stage: 'NDA/BLA',
  catdate: formattedDate,
  formattedDate,
  createdDate: '2026-01-05',
  ...more,
});
const letter = (letter_date: string, drug_name: string | null = 'Abcamab') => ({
  ticker: 'ABCQZ',
  drug_name,
  letter_date,
  reasons: ['manufacturing'],
});
const decision = (day: string, Decision: string) => ({
  Ticker: 'ABCQZ',
  Drug: 'Abcamab',
  Decision,
  'PDUFA Date': day,
});
/** A text that states one event of Abcamab. */
const mentioned = (published_date: string, type: string, sentence: string) => ({
  document_id: `${published_date}${sentence}`,
  ticker: 'ABCQZ',
  published_date,
  form: '8-K',
  source_url: `https://filings.example/${published_date}`,
  mentions: [
    { type, status: 'announced', tier: 'confirmed', confidence: 0.9, drug: 'Abcamab', sentence },
  ],
});
const decisionsOf = async (facts: object, day = TODAY) => [
  ...decisionCollections.fdaDecisions.rows(await refreshOf(day, facts as never)),
];

describe('a refusal', () => {
  it('on an unknown day has no number of days to the next decision', async () => {
    const decisions = [decision('2026-03-02', 'CRL'), decision('2026-10-30', 'Approved')];
    const [undated] = await decisionsOf({ decisions });
    expect(undated).toMatchObject({ next_decision: 'Approved', days_to_outcome: null });
    const dated = [{ ...decisions[0], decision_date: '2026-03-02' }, decisions[1]];
    // 2 March to 30 October are 242 days.
    expect(await decisionsOf({ decisions: dated })).toMatchObject([{ days_to_outcome: 242 }, {}]);
  });

  const lettersOf = async (facts: object) => crls(await refreshOf(TODAY, facts as never));
  const told = async (facts: object) => {
    const all = await lettersOf(facts);
    return all.map(({ drug_name, letter_date, reasons }) => [drug_name, letter_date, reasons]);
  };

  it('that the calendar alone tells counts as a letter, whole', async () => {
    const source_url = 'https://a.example/';
    const catalysts = [planned('2026-09-01', { decision: 'CRL', source_url })];
    expect(await lettersOf({ catalysts })).toEqual([
      {
        ticker: 'ABCQZ',
        drug_name: 'Abcamab',
        names: ['Abcamab'],
        indication: 'Asthma',
        letter_date: '2026-09-01',
        reasons: null,
        origin: { source: 'test', source_url, source_date: '2026-09-01' },
      },
    ]);
  });

  it('of the calendar is that of a letter or a decision of the same week, and no other', async () => {
    const catalysts = [planned('2026-09-08', { decision: 'Complete Response Letter' })];
    const from = (day: string) => told({ catalysts, complete_response_letters: [letter(day)] });
    expect(await from('2026-09-01')).toEqual([['Abcamab', '2026-09-01', ['manufacturing']]]);
    expect(await from('2026-08-31')).toEqual([
      ['Abcamab', '2026-08-31', ['manufacturing']],
      ['Abcamab', '2026-09-08', null],
    ]);
    const decided = (day: string) => told({ catalysts, decisions: [decision(day, 'CRL')] });
    expect(await decided('2026-09-15')).toEqual([['Abcamab', '2026-09-15', null]]);
    expect(await decided('2026-09-16')).toEqual([
      ['Abcamab', '2026-09-16', null],
      ['Abcamab', '2026-09-08', null],
    ]);
  });

  it('is none of what is ahead, approved, withdrawn, or no decision on a goal date', async () => {
    expect(
      await told({
        catalysts: [
          planned('2026-11-21', { decision: 'CRL' }),
          planned('2026-09-01', { decision: 'Approved' }),
          planned('2026-08-01', { decision: 'Withdrawn' }),
          planned('2026-07-01', { decision: 'CRL', catalyst: 'Phase 3 Readout' }),
        ],
        decisions: [decision('2026-06-01', 'Approved'), decision('2026-05-01', 'Withdrawn')],
      }),
    ).toEqual([]);
  });

  it('has the indication of the goal date that it answers, if there is only one', async () => {
    const told = async (...treatments: readonly string[]) => {
      const catalysts = treatments.map((treatment) => planned('2026-09-08', { treatment }));
      const all = await lettersOf({
        catalysts,
        complete_response_letters: [letter('2026-09-01')],
      });
      return all.map(({ letter_date, indication }) => [letter_date, indication]);
    };
    expect(await told('Asthma')).toEqual([['2026-09-01', 'Asthma']]);
    expect(await told('Asthma', 'Eczema')).toEqual([['2026-09-01', null]]);
  });

  it('without a drug is one of its own where no other of its company is near', async () => {
    const catalysts = [planned('2026-09-08', { decision: 'CRL' })];
    const near = { catalysts, complete_response_letters: [letter('2026-09-01', null)] };
    expect(await told(near)).toEqual([['Abcamab', '2026-09-08', null]]);
    const far = { catalysts, complete_response_letters: [letter('2026-08-31', null)] };
    expect(await told(far)).toEqual([
      ['Abcamab', '2026-09-08', null],
      [null, '2026-08-31', ['manufacturing']],
    ]);
    // Without an application number, an approval does not name the drug of the letter.
    const other = { ticker: 'ABCQZ', drug_name: 'Othermab', approval_date: '2025-01-02' };
    const approvals = [{ ...other, evidence: 'Approved.' }];
    expect((await told({ ...far, approvals })).at(-1)?.[0]).toBeNull();
  });
});

it('of an applicant that is no known company has its name, if known, and the reasons in its letter', async () => {
  const sent = {
    company_name: 'Dunmore Labs',
    letter_date: '2026-02-05',
    first_listed: '2026-08-01',
  };
  const facts = {
    companies: [{ ticker: 'ABCQZ', name: 'Abcora' }],
    complete_response_letters: [
      { ...sent, drug_name: 'Duncillin', application_number: 'NDA216513' },
      { ...sent, letter_id: 'listed.pdf', company_name: 'Abcora, Inc.' },
      { ...sent, letter_id: 'late.pdf', first_listed: '2026-12-01' },
      // A letter whose names are blacked out.
      { ...sent, company_name: undefined, application_number: 'NDA217001' },
    ],
    letter_deficiencies: [
      {
        ...sent,
        letter_id: 'a.pdf',
        application_number: 'NDA216513',
        deficiencies: [{ kind: 'facility', sentence: 'The facility was not ready.' }],
      },
      {
        ...sent,
        company_name: undefined,
        letter_id: 'b.pdf',
        application_number: 'NDA217001',
        deficiencies: [{ kind: 'human_factors', sentence: 'The plunger was not pressed.' }],
      },
    ],
  };
  const refresh = await refreshOf(TODAY, facts as never);
  const rows = [...decisionCollections.fdaDecisions.rows(refresh)] as readonly object[];
  expect(rows).toMatchObject([
    { ticker: 'ABCQZ', decision_date: '2026-02-05', applicant: null },
    {
      ticker: null,
      applicant: 'Dunmore Labs',
      drug_name: 'Duncillin',
      outcome: 'refused',
      decision_date: '2026-02-05',
      refusal_reasons: ['manufacturing'],
      deficiency_kinds: ['facility'],
      company_statement: null,
    },
    {
      ticker: null,
      applicant: null,
      drug_name: null,
      application_number: 'NDA217001',
      outcome: 'refused',
      deficiency_kinds: ['human_factors'],
    },
  ]);
  const found = directory(refresh).find(({ name }) => name === 'Duncillin');
  expect(found).toMatchObject({ kind: 'drug', owner: 'Dunmore Labs' });
  expect(found?.words).toHaveProperty('dunmore');
});

it('to file is a decision and an event of its own, with the sentence, and no refusal', async () => {
  const sentence = 'The FDA refused to file the NDA for Abcamab.';
  const refresh = await refreshOf(TODAY, {
    // The goal date of a resubmission is not that of the application that was not filed.
    catalysts: [planned('2026-06-01')],
    complete_response_letters: [letter('2026-02-05')],
    mentions: [mentioned('2026-02-03', 'refuse_to_file', sentence)],
  } as never);
  const rows = [...decisionCollections.fdaDecisions.rows(refresh)];
  const row = rows.find(({ outcome }) => outcome === 'not_filed');
  expect(rows.map(({ outcome }) => outcome).sort()).toEqual(['not_filed', 'refused']);
  expect(row).toMatchObject({
    drug_name: 'Abcamab',
    decision: 'Refusal to file',
    decision_date: '2026-02-03',
    goal_date: null,
    refusal_reasons: null,
    flags: [],
    known: [{ field: 'decision', sentence, known_from: '2026-02-03' }],
  });
  expect(crls(refresh).map(({ letter_date }) => letter_date)).toEqual(['2026-02-05']);
  const events = decisionEvents(refresh).filter(({ type }) => type === 'filing_refused');
  expect(events).toMatchObject([
    {
      date: '2026-02-03',
      what: `Refusal to file: FDA did not accept the application for review: ${sentence}`,
    },
  ]);
});

describe('a refusal whose letter is published', () => {
  const deficiencies = [
    { kind: 'facility', heading: 'FACILITIES', sentence: 'The plant has deficiencies.' },
    { kind: 'clinical', heading: null, sentence: 'Its effectiveness was not established.' },
  ];
  const published = (more: object = {}) => ({
    letter_id: 'f',
    ticker: 'ABCQZ',
    drug_name: 'ABCAMAB',
    letter_date: '2026-03-02',
    first_listed: '2026-04-01',
    deficiencies,
    ...more,
  });
  const rowOf = async (facts: object) =>
    (await decisionsOf(facts)).find(({ outcome }) => outcome === 'refused');

  it('has its deficiencies, the resubmission, the next decision and what the company said', async () => {
    const row = await rowOf({
      decisions: [decision('2026-03-02', 'CRL'), decision('2026-10-30', 'Approved')],
      letter_deficiencies: [published()],
      mentions: [
        mentioned('2026-03-03', 'crl', 'The letter cites the plant.'),
        mentioned('2026-05-01', 'nda_bla_submitted', 'The company resubmitted the BLA.'),
        mentioned('2026-06-01', 'nda_bla_accepted', 'The FDA accepted the Class 1 resubmission.'),
      ],
    });
    // 2 March to 1 May are 60 days, and to 30 October 242.
    expect(row).toMatchObject({
      deficiencies,
      deficiency_kinds: ['facility', 'clinical'],
      resubmission_class: 1,
      days_to_resubmission: 60,
      days_to_outcome: 242,
      next_decision: 'Approved',
      company_statement: 'The letter cites the plant.',
      company_statement_url: 'https://filings.example/2026-03-03',
    });
    expect(row?.flags).not.toContain('class_by_deficiencies');
  });

  it('that names no drug is found by the words of its letter', async () => {
    const [stated] = await decisionsOf({
      complete_response_letters: [letter('2026-03-02', null)],
      letter_deficiencies: [published({ drug_name: null })],
    });
    expect(stated).toMatchObject({
      drug_name: null,
      drug_words: 'The plant has deficiencies. Its effectiveness was not established.',
    });
  });

  it('is not commented by a headline of a news site', async () => {
    const comment = async (form: string, sentence: string) => {
      const mentions = [{ ...mentioned('2026-03-03', 'crl', sentence), form }];
      const row = await rowOf({ decisions: [decision('2026-03-02', 'CRL')], mentions });
      return row?.company_statement;
    };
    const headline = 'Abco tanks on CRL for Abcamab - Newsdesk';
    expect(await comment('news', headline)).toBeNull();
    expect(await comment('8-K', headline)).toBe(headline);
    const release = 'Abco today announced a CRL for Abcamab.';
    expect(await comment('news', release)).toBe(release);
  });

  it('shows what its letter finds and asks for, shortened, and where openFDA has the letter', async () => {
    const long = `The plant has ${'many '.repeat(80)}faults.`;
    const [request, order] = ['You should conduct a trial.', '(1) Revise the name.'];
    const rowOf = async (application_number: string, letter_id = 'a1b2.pdf') => {
      const sent = { application_number, source: 'fda-crl' };
      const stated = [
        { kind: 'facility', sentence: long, request },
        { kind: 'clinical', sentence: 'No effect.', request },
        { kind: 'statistical', sentence: 'No effect.', request },
        {
          kind: 'labeling',
          sentence: order,
          context: 'The name is wrong. So it is.',
          request: order,
        },
        { kind: 'device', sentence: 'It leaks.', request: 'Repair it.' },
        { kind: 'nonclinical', heading: 'NONCLINICAL' },
      ];
      const file_name = letter_id;
      const [row] = await decisionsOf({
        complete_response_letters: [{ ...letter('2026-03-02'), ...sent, reasons: null, file_name }],
        letter_deficiencies: [published({ ...sent, letter_id, deficiencies: stated })],
      });
      return row!;
    };
    const row = await rowOf('NDA299999');
    expect(row.deficiency_summary).toMatch(
      /^facility: The plant has .{280,300}…; clinical, statistical: No effect\.; labeling: \(1\) Revise the name\. The name is wrong\.; 1 more$/,
    );
    expect(row.fda_requests).toBe(`${request}; ${order}; Repair it.`);
    const api = 'https://api.fda.gov/transparency/crl.json?search=';
    expect(row.source_url).toBe(`${api}application_number:%22NDA+299999%22`);
    const file = 'CRL_NDA299999_20260302.pdf';
    expect((await rowOf('NDA299999', file)).source_url).toBe(`${api}file_name:%22${file}%22`);
    expect((await rowOf('unknown')).source_url).toBeNull();
  });

  it('is known from the first list, and its reasons from the text', async () => {
    const facts = {
      complete_response_letters: [
        { ...letter('2026-03-02'), reasons: null, first_listed: '2026-04-01' },
      ],
      letter_deficiencies: [published({ first_listed: '2026-05-01' })],
    };
    const on = async (day: string) =>
      (await decisionsOf(facts, day)).map((row) => [
        row.source_date,
        row.refusal_reasons,
        row.known.at(-1),
      ]);
    expect(await on('2026-03-31')).toEqual([]);
    expect(await on('2026-04-30')).toEqual([['2026-03-02', null, expect.anything()]]);
    const reasons = {
      field: 'refusal_reasons',
      value: 'manufacturing; efficacy',
      source: 'test',
      url: null,
      sentence: 'The plant has deficiencies.',
      known_from: '2026-05-01',
    };
    expect(await on('2026-05-01')).toEqual([
      ['2026-03-02', ['manufacturing', 'efficacy'], reasons],
    ]);
  });

  it('without a drug has that of its application, and is one with another letter of its week', async () => {
    const unnamed = (letter_id: string, letter_date: string) => ({
      letter_id,
      ticker: 'ABCQZ',
      letter_date,
      application_number: 'NDA299999',
    });
    const drugs = async (facts: object) =>
      (await decisionsOf(facts)).map((row) => [row.drug_name, row.decision_date]);
    const letters = [unnamed('a', '2026-03-02'), unnamed('b', '2026-03-04')];
    expect(await drugs({ complete_response_letters: letters })).toEqual([[null, '2026-03-02']]);
    const approvals = [{ application_number: 'NDA299999', drug_name: 'Abcamab' }];
    expect(await drugs({ complete_response_letters: letters, approvals })).toEqual([
      ['Abcamab', '2026-03-02'],
    ]);
  });

  it('takes its reasons and its class from the deficiencies', async () => {
    const letters = [{ ...letter('2026-03-02'), reasons: null }];
    const row = (more: object) =>
      rowOf({ complete_response_letters: letters, letter_deficiencies: [published(more)] });
    expect(await row({})).toMatchObject({
      refusal_reasons: ['manufacturing', 'efficacy'],
      resubmission_class: 2,
      days_to_resubmission: null,
      days_to_outcome: null,
      flags: ['class_by_deficiencies'],
    });
    const labeling = [{ kind: 'labeling', heading: 'PROPRIETARY NAME', sentence: 'Unacceptable.' }];
    expect(await row({ deficiencies: labeling })).toMatchObject({
      refusal_reasons: ['labeling'],
      resubmission_class: 1,
    });
    expect(await row({ drug_name: 'Other' })).toMatchObject({ deficiencies: null });
  });
});
