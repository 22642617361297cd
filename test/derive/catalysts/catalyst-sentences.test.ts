import { describe, expect, it } from 'vitest';
import type { Scorecard } from '../../../src/derive/approval/approval.ts';
import {
  type AnalyzedCompany,
  analysisOf,
  type CompanyRisks,
  goingConcerns,
} from '../../../src/derive/catalysts/catalyst-analysis.ts';
import { isGrave, type TellingSignal } from '../../../src/derive/trials/risk-signals.ts';
import type { Sourced } from '../../../src/store/facts-store.ts';
import { TODAY } from '../developer.ts';
import { refreshOf } from '../refresh-of.ts';

const YESTERDAY = '2026-11-20';
const TOMORROW = '2026-11-22';

const CATALYST: Sourced<'catalysts'> = {
  source: 'test',
  ticker: 'DEVT',
  drugname: 'devtinib',
  catalyst: 'PDUFA Date',
  formattedDate: '2027-01-15',
};

type Evidence = Partial<Scorecard['evidence']>;

function cardOf(evidence: Evidence = {}, more: Partial<Scorecard> = {}): Scorecard {
  const known = { votes: [], crls: [], designations: [], ...evidence };
  const score = { poa: null } as unknown as Scorecard['score'];
  return {
    id: 'own',
    catalyst: CATALYST,
    program: undefined,
    scored_on: TODAY,
    as_of: null,
    evidence: known as unknown as Scorecard['evidence'],
    score,
    ...more,
  };
}

const NO_RISKS: CompanyRisks = { signals: [], doubts: [], funds: null };
const COMPANY: AnalyzedCompany = { catalysts: [], changes: new Map(), risks: NO_RISKS };

const analysed = (card: Scorecard, company: Partial<AnalyzedCompany> = {}) =>
  analysisOf(TODAY, card, { ...COMPANY, ...company });
const risksOf = (risks: Partial<CompanyRisks>, card = cardOf()) =>
  analysed(card, { risks: { ...NO_RISKS, ...risks } }).key_risks;

it('states nothing about unknown values', () => {
  expect(analysed(cardOf())).toEqual({});
});

it('states the probability with its basis, if there is one', () => {
  const basis = { base_rate: 91.9, interval_low: 50, interval_high: 70, confidence: 'medium' };
  const told = { poa: 61.1, poa_summary: 'In words.' };
  const score = { ...told, ...basis, transitions: ['filing'] } as unknown as Scorecard['score'];
  expect(analysed(cardOf({}, { score }))).toEqual({
    ...told,
    probabiity_of_approval: { poa: 61.1, ...basis },
  });
});

it.each([
  [4, 9, TODAY, 'The advisory committee voted 4 to 9 on 2026-11-21.'],
  [8, 9, '2020-01-01', 'The advisory committee voted 8 to 9 on 2020-01-01.'],
  [9, 9, TODAY, undefined],
  [9, 4, TODAY, undefined],
  [4, 9, TOMORROW, undefined],
])('a committee of %i to %i on %s', (votes_yes, votes_no, meeting_date, sentence) => {
  const votes = [{ votes_yes, votes_no, meeting_date }] as unknown as Evidence['votes'];
  expect(analysed(cardOf({ votes } as Evidence)).key_risks).toBe(sentence);
});

describe('signs of risk', () => {
  const sign = (more: Partial<TellingSignal>): TellingSignal =>
    ({
      signal_type: 'enrollment',
      severity: 'high',
      signal_date: TODAY,
      lifted_date: null,
      description: 'Enrolment was cut.',
      ticker: 'DEVT',
      nctId: null,
      drug_name: 'Devtinib ',
      ...more,
    }) as TellingSignal;

  it.each([
    ['low', 'enrollment', false],
    ['medium', 'enrollment', true],
    ['high', 'enrollment', true],
    ['critical', 'enrollment', true],
    ['low', 'safety', false],
    ['medium', 'safety', false],
    ['high', 'safety', true],
    ['critical', 'safety', true],
  ])('a %s one of %s is grave: %s', (severity, signal_type, grave) => {
    expect(isGrave(sign({ severity, signal_type } as Partial<TellingSignal>))).toBe(grave);
  });

  it.each([
    [{}, 'Enrolment was cut (2026-11-21).'],
    [{ nctId: 'NCT1' }, 'Enrolment was cut (NCT1, 2026-11-21).'],
    [{ description: 'A hold' }, 'A hold (2026-11-21).'],
    [{ drug_name: 'othertinib' }, undefined],
    [{ ticker: 'QUIT' }, undefined],
    [{ drug_name: null }, undefined],
    // The signal is exactly one year old.
    [{ signal_date: '2025-11-21' }, 'Enrolment was cut (2025-11-21).'],
    [{ signal_date: '2025-11-20' }, undefined],
    [{ description: 'A hold', lifted_date: TODAY }, undefined],
    [{ description: 'A hold', lifted_date: TOMORROW }, 'A hold (2026-11-21).'],
    [{ signal_date: TOMORROW }, undefined],
  ])('%j', (more, sentence) => {
    expect(risksOf({ signals: [sign(more)] })).toBe(sentence);
  });

  it('stand with the gravest first, of two as grave the latest, five in all', () => {
    const signals = [
      sign({ severity: 'medium', description: 'a' }),
      sign({ severity: 'high', description: 'b', signal_date: '2026-11-19' }),
      sign({ severity: 'critical', description: 'c', signal_date: '2026-01-01' }),
      sign({ severity: 'high', description: 'd', signal_date: YESTERDAY }),
      sign({ severity: 'low', description: 'e' }),
    ];
    expect(risksOf({ signals })).toBe(
      'c (2026-01-01). d (2026-11-20). b (2026-11-19). a (2026-11-21). e (2026-11-21).',
    );
    const votes = [{ votes_yes: 0, votes_no: 1, meeting_date: TODAY }] as unknown;
    const card = cardOf({ votes } as Evidence);
    expect(risksOf({ signals }, card)?.endsWith('a (2026-11-21).')).toBe(true);
  });
});

describe('doubt and money', () => {
  const doubt = (filed_at: string, event = 'going_concern'): Sourced<'filing_events'> => ({
    source: 'test',
    ticker: 'DEVT',
    event,
    filed_at,
  });
  const clean = doubt('2026-09-30', 'going_concern_cleared');
  const funds = { cash_out_date: '2027-01-14', period_end: '2026-09-30' };
  const doubted = (day: string) =>
    `A filing dated ${day} states doubt that the company can stay in business for a year.`;

  it('are told where no later report ends them', () => {
    const without = { ...funds, cash_out_date: null };
    const of = (filed_at: string) => risksOf({ doubts: [clean, doubt(filed_at)], funds: without });
    expect(of('2026-10-01')).toBe(doubted('2026-10-01'));
    expect(of('2026-09-29')).toBeUndefined();
    expect(of(TOMORROW)).toBeUndefined();
    expect(risksOf({ doubts: [doubt('2020-01-01')] })).toBeUndefined();
    // The last one that was filed by the day.
    const many = ['2026-10-01', TODAY, TOMORROW].map((day) => doubt(day));
    expect(risksOf({ doubts: many, funds: without })).toBe(doubted(TODAY));
  });

  it('of a past event know the reports that were filed by then, and no money', () => {
    const past = cardOf({}, { scored_on: '2026-08-31' });
    expect(risksOf({ doubts: [doubt('2026-04-01'), clean], funds }, past)).toBe(
      doubted('2026-04-01'),
    );
    expect(risksOf({ funds }, past)).toBeUndefined();
  });

  it('that ends before the event', () => {
    const sentence =
      'At the current burn rate, the cash held on 2026-09-30 lasts until 2027-01-14, before this event.';
    expect(risksOf({ funds })).toBe(sentence);
    expect(risksOf({ funds: { ...funds, cash_out_date: '2027-01-15' } })).toBeUndefined();
    expect(risksOf({ funds: { ...funds, cash_out_date: null } })).toBeUndefined();
    const both = { funds, doubts: [doubt(TODAY)] };
    expect(risksOf(both)).toBe(`${doubted(TODAY)} ${sentence}`);
  });

  it('are read by company, oldest first, of filings that doubt', async () => {
    const filing_events = [
      doubt('2026-08-05'),
      { ...doubt('2026-03-01'), ticker: 'QUIT' },
      doubt('2026-01-05'),
      doubt('2026-02-05', 'reverse_split'),
    ];
    const found = goingConcerns(await refreshOf(TODAY, { filing_events }));
    const days = [...found].map(([ticker, own]) => [ticker, own.map(({ filed_at }) => filed_at)]);
    expect(Object.fromEntries(days)).toEqual({
      DEVT: ['2026-01-05', '2026-08-05'],
      QUIT: ['2026-03-01'],
    });
  });
});

/** Builds a record of a moved catalyst date. */
const moved = (
  changed_date: string,
  previous_value: string | null,
  new_value: string | null,
  field = 'formattedDate',
): Sourced<'catalyst_changes'> => ({
  source: 'test',
  catalyst_id: 'own',
  changed_date,
  field,
  previous_value,
  new_value,
});

it.each([
  [moved(TODAY, '2026-10-15', '2027-01-15'), true],
  [moved(TOMORROW, '2026-10-15', '2027-01-15'), false],
  [moved(TODAY, '2027-01-15', '2026-10-15'), false],
  [moved(TODAY, null, '2027-01-15'), true],
  [moved(TODAY, '2026-10-15', null), false],
  [moved(TODAY, '2026-10-15', '2027-01-15', 'outcome'), false],
])('%j is told as a slip: %s', (change, isTold) => {
  const { key_risks } = analysed(cardOf(), { changes: new Map([['own', [change]]]) });
  const { previous_value, new_value, changed_date } = change;
  expect(key_risks).toBe(
    isTold
      ? `The date of the event moved from ${previous_value} to ${new_value} on ${changed_date}.`
      : undefined,
  );
  const other = analysed(cardOf(), { changes: new Map([['another', [change]]]) });
  expect(other.key_risks).toBeUndefined();
});

describe('the company’s other events', () => {
  const event = (id: string, more: Partial<Sourced<'catalysts'>>, known: string | null = null) => ({
    id,
    catalyst: {
      ...CATALYST,
      catalyst: 'Phase 2 Readout',
      createdDate: known,
      ...more,
    } as Sourced<'catalysts'>,
  });
  const told = (
    catalysts: AnalyzedCompany['catalysts'],
    { scored_on = TODAY, changes = COMPANY.changes } = {},
  ) => analysed(cardOf({}, { scored_on }), { catalysts, changes }).upcoming_catalysts;
  const sentence = 'Phase 2 Readout for devtinib, 2027-03-01.';
  const ahead = { formattedDate: '2027-03-01' };

  it.each([
    [event('a', ahead), sentence],
    [event('a', { ...ahead, drugname: null }), 'Phase 2 Readout, 2027-03-01.'],
    [event('own', ahead), undefined],
    [event('a', { formattedDate: TOMORROW }), `Phase 2 Readout for devtinib, ${TOMORROW}.`],
    [event('a', { formattedDate: TODAY }), undefined],
    [event('a', { ...ahead, decision_date: TODAY }), undefined],
    [event('a', { ...ahead, decision_date: TOMORROW }), sentence],
    [event('a', ahead, TODAY), sentence],
    [event('a', ahead, TOMORROW), undefined],
  ])('%j', (other, expected) => {
    expect(told([other])).toBe(expected);
  });

  it('stand by date, five of them', () => {
    const months = ['06', '02', '05', '03', '04', '07'];
    const catalysts = months.map((month) =>
      event(month, { catalyst: month, drugname: null, formattedDate: `2027-${month}-01` }),
    );
    expect(told(catalysts)).toBe(
      '02, 2027-02-01. 03, 2027-03-01. 04, 2027-04-01. 05, 2027-05-01. 06, 2027-06-01.',
    );
  });

  it('of a past day are those known on it, under the date before the first later move', () => {
    const past = { scored_on: '2026-06-30' };
    expect(told([event('a', ahead)], past)).toBeUndefined();
    expect(told([event('a', ahead, '2026-06-30')], past)).toBe(sentence);
    expect(told([event('a', ahead, '2026-07-01')], past)).toBeUndefined();
    const moves = [
      moved('2026-09-01', '2026-12-15', '2027-03-01'),
      moved('2026-07-02', '2026-11-30', '2026-12-15'),
      moved('2026-07-01', 'soon', 'later', 'catdate'),
      moved('2026-06-30', '2026-08-01', '2026-11-30'),
    ];
    const changes = new Map([['a', moves]]);
    expect(told([event('a', ahead, '2026-01-01')], { ...past, changes })).toBe(
      'Phase 2 Readout for devtinib, 2026-11-30.',
    );
    expect(told([event('a', ahead, '2026-01-01')], { changes })).toBe(sentence);
  });
});

it('lists the designations that count on the day, by name', () => {
  const held = (designation_type: string, designation_date: string | null) => ({
    designation_type,
    designation_date,
  });
  const designations = [
    held('Orphan Drug', '2024-05-06'),
    held('Fast Track', TODAY),
    held('Breakthrough Therapy', TOMORROW),
    held('Rare Pediatric Disease', null),
    held('RMAT', '2025'),
  ] as unknown as Evidence['designations'];
  const card = cardOf({ designations } as Evidence);
  expect(analysed(card).regulatory_designations_active).toBe(
    'Fast Track (2026-11-21), Orphan Drug (2024-05-06), RMAT (2025)',
  );
});
