import { describe, expect, it } from 'vitest';
import type { Mention, MentionType } from '../../src/extract/mention.ts';
import { mergeMentions } from '../../src/extract/merge.ts';
import { PUBLISHED } from './announced.ts';

let sentences = 0;

/** Builds a statement in a separate sentence. */
function said(type: MentionType, more: Partial<Mention> = {}): Mention {
  sentences += 1;
  return {
    type,
    date: null,
    precision: null,
    date_basis: 'none',
    ticker: null,
    drug: 'ABX-101',
    drug_from: 'sentence',
    indication: null,
    status: 'announced',
    confidence: 0.9,
    tier: 'confirmed',
    model: 'none',
    sentence: `Sentence ${sentences}.`,
    detail: {},
    ...more,
  };
}
const on = (date: string): Partial<Mention> => {
  return { date, precision: 'day', date_basis: 'stated' };
};
const during = (from: string, to: string): Partial<Mention> => {
  return { date: { from, to }, precision: 'month', date_basis: 'relative' };
};
const merged = (...mentions: readonly Mention[]) => mergeMentions(mentions, PUBLISHED);
const count = (...mentions: readonly Mention[]) => merged(...mentions).length;

describe('a repeated statement', () => {
  it('becomes the most confident one with the details of both', () => {
    const sure = said('approval', { detail: { agency: 'EU' }, drug: null, drug_from: null });
    const other = said('approval', {
      ...on('2026-11-10'),
      confidence: 0.8,
      indication: 'gout',
      detail: { agency: 'unnamed', kind: 'label' },
    });
    const one = {
      ...sure,
      ...on('2026-11-10'),
      drug: 'ABX-101',
      drug_from: 'sentence',
      indication: 'gout',
      detail: { agency: 'EU', kind: 'label' },
    };
    expect(merged(sure, other)).toEqual([one]);
    expect(merged(other, sure)).toEqual([one]);
  });

  it('of an approval has the agency that one of them names', () => {
    const by = (agency?: string) => said('approval', { detail: agency ? { agency } : {} });
    const agencies = (...some: readonly Mention[]) => merged(...some).map((one) => one.detail);
    expect(agencies(by('EU'), by('Japan'))).toEqual([{ agency: 'EU' }, { agency: 'Japan' }]);
    expect(agencies(by(), by('EU'))).toEqual([{}, { agency: 'EU' }]);
    expect(agencies(by('unnamed'), by())).toEqual([{}]);
    expect(agencies(by('unnamed'), by('EU'))).toEqual([{ agency: 'EU' }]);
    expect(agencies(by('unnamed'), by('unnamed'))).toEqual([{ agency: 'unnamed' }]);
  });

  it('keeps its date, drug and indication', () => {
    const own = { ...on('2026-11-10'), indication: 'gout' };
    const sure = said('approval', { ...own, drug: 'ABX-101 (zelvotinib)' });
    const other = said('approval', {
      ...during('2026-11-01', '2026-11-30'),
      confidence: 0.8,
      drug: 'zelvotinib',
      drug_from: 'text',
      indication: 'hives',
    });
    expect(merged(other, sure)).toEqual([sure]);
  });

  it('is the dated one if the confidence is equal', () => {
    const [undated, dated] = [said('approval'), said('approval', on('2026-11-10'))];
    expect(merged(undated, dated)).toEqual([dated]);
  });

  it('is announced rather than historical, whatever the confidence', () => {
    const past = said('approval', { ...on('2026-11-10'), status: 'historical', confidence: 0.95 });
    const news = said('approval', { ...on('2026-11-10'), confidence: 0.6 });
    expect(merged(past, news)).toEqual([news]);
    const order = ['announced', 'historical', 'other_company', 'conditional', 'negated'] as const;
    for (const [at, status] of order.slice(1).entries()) {
      const stronger = { ...news, status: order[at]! };
      expect(merged({ ...past, status }, stronger)[0]).toMatchObject({ status: order[at] });
    }
  });

  it('remains two statements if type, drug or date differ', () => {
    expect(count(said('approval'), said('crl'))).toBe(2);
    expect(count(said('approval'), said('approval', { drug: 'CDX-202' }))).toBe(2);
    expect(count(said('approval', on('2026-11-10')), said('approval', on('2026-11-11')))).toBe(2);
    // Words of two letters are not drug names.
    const [first, second] = ['la ABX-101', 'la CDX-202'].map((drug) => said('approval', { drug }));
    expect(count(first!, second!)).toBe(2);
    const brands = ['ORVEXA (zelvotinib)', 'ZELVOTINIB'].map((drug) => said('approval', { drug }));
    expect(count(...brands)).toBe(1);
  });

  it('a day within a stated month is one event, but two plans', () => {
    const [month, day] = [during('2026-11-01', '2026-11-30'), on('2026-11-30')];
    expect(count(said('approval', month), said('approval', day))).toBe(1);
    expect(count(said('approval', month), said('approval', on('2026-12-01')))).toBe(2);
    expect(count(said('approval', month), said('approval', on('2026-10-31')))).toBe(2);
    for (const plan of [
      'pdufa_date',
      'readout_expected',
      'filing_expected',
      'adcomm_date',
    ] as const) {
      expect(count(said(plan, month), said(plan, day)), plan).toBe(2);
      expect(count(said(plan, day), said(plan, { ...day }))).toBe(1);
    }
  });

  it('an undated statement repeats a dated one only with the same status', () => {
    const dated = said('approval', on('2026-11-10'));
    expect(count(dated, said('approval'))).toBe(1);
    expect(count(dated, said('approval', { status: 'historical' }))).toBe(2);
    expect(count(said('approval'), said('approval', { status: 'historical' }))).toBe(1);
  });

  it('designations with the same name are one, whatever their details', () => {
    const which = (name: string) => said('designation', { detail: { which: name } });
    expect(count(which('RMAT'), which('RMAT'))).toBe(1);
    expect(count(which('RMAT'), which('PRIME'))).toBe(2);
  });
});

describe('the outcome of a trial', () => {
  const result = (
    outcome: NonNullable<Mention['detail']['outcome']>,
    more: Partial<Mention> = {},
  ) => said('trial_result', { ...more, detail: { outcome, ...more.detail } });
  const outcomes = (...mentions: readonly Mention[]) =>
    merged(...mentions).map(({ detail }) => detail.outcome);

  it('replaces an unclear outcome', () => {
    expect(outcomes(result('unclear'), result('met', { confidence: 0.8 }))).toEqual(['met']);
    expect(outcomes(result('not_met'), result('unclear'))).toEqual(['not_met']);
    expect(outcomes(result('unclear'), result('unclear'))).toEqual(['unclear']);
  });

  it('remains two if they differ, and is mixed with a secondary endpoint', () => {
    expect(outcomes(result('met'), result('not_met'))).toEqual(['met', 'not_met']);
    const secondary = { sentence: 'It missed a secondary endpoint.' };
    expect(outcomes(result('met'), result('not_met', secondary))).toEqual(['mixed']);
  });

  it('is separate for different trials', () => {
    const of = (trial: string) => result('met', { detail: { trial } });
    expect(outcomes(of('RISE'), of('DAWN'))).toHaveLength(2);
    expect(outcomes(of('RISE'), of('RISE'))).toHaveLength(1);
    expect(outcomes(of('RISE'), result('met'))).toHaveLength(1);
    // An announced plan is a plan, even if the text also states its outcome.
    const plan = { ...on('2027-03-05'), type: 'readout_expected' as const };
    expect(count({ ...result('met'), ...plan }, { ...result('not_met'), ...plan })).toBe(1);
  });
});

describe('two goal dates of one drug and disease', () => {
  const goal = (date: string, more: Partial<Mention> = {}) =>
    said('pdufa_date', { ...on(date), indication: 'gout', ...more });
  const sure = (...mentions: readonly Mention[]) =>
    merged(...mentions).map(({ confidence }) => confidence);
  const first = goal('2027-03-03');

  it('put both in doubt', () => {
    expect(sure(first, goal('2027-05-06'))).toEqual([0.6, 0.6]);
  });

  it.each<[string, Partial<Mention>]>([
    ['of another drug', { drug: 'CDX-202' }],
    ['without a drug', { drug: null }],
    ['whose drug stands elsewhere', { drug_from: 'text' }],
    ['for another disease', { indication: 'hives' }],
    ['for no disease', { indication: null }],
    ['of the past', { status: 'historical' }],
    ['in the same sentence', { sentence: first.sentence }],
    ['of a month', { ...during('2027-05-01', '2027-05-31') }],
  ])('unless one is %s', (_, more) => {
    expect(sure(first, goal('2027-05-06', more))).toEqual([0.9, 0.9]);
    expect(sure(goal('2027-05-06', more), first)).toEqual([0.9, 0.9]);
  });

  it('but not two dates of other types', () => {
    const adcomm = (date: string) => said('adcomm_date', { ...on(date), indication: 'gout' });
    expect(sure(adcomm('2027-03-03'), adcomm('2027-05-06'))).toEqual([0.9, 0.9]);
  });
});

describe('earlier stages that become historical', () => {
  const statuses = (...mentions: readonly Mention[]) =>
    merged(...mentions).map(({ status }) => status);
  const announced = ['announced', 'announced'];

  it.each<[later: MentionType, earlier: MentionType]>([
    ['hold_lifted', 'clinical_hold'],
    ['nda_bla_accepted', 'crl'],
  ])('%s: %s', (later, earlier) => {
    expect(statuses(said(later), said(earlier))).toEqual(['announced', 'historical']);
    expect(statuses(said(earlier), said(later))).toEqual(['historical', 'announced']);
    // The earlier statement is of another drug, in the same sentence, or in the future.
    expect(statuses(said(later), said(earlier, { drug: 'CDX-202' }))).toEqual(announced);
    const stage = said(later);
    expect(statuses(stage, said(earlier, { sentence: stage.sentence }))).toEqual(announced);
    expect(statuses(said(later, { status: 'conditional' }), said(earlier))).toEqual([
      ...['conditional', 'announced'],
    ]);
  });

  it('a dated stage stays announced, except a lifted hold', () => {
    expect(statuses(said('approval'), said('nda_bla_submitted', on('2026-11-10')))).toEqual(
      announced,
    );
    expect(statuses(said('hold_lifted'), said('clinical_hold', on('2026-11-10')))).toEqual([
      ...['announced', 'historical'],
    ]);
    expect(statuses(said('approval'), said('nda_bla_submitted', { status: 'negated' }))).toEqual([
      ...['announced', 'negated'],
    ]);
    expect(statuses(said('crl'), said('approval'))).toEqual(announced);
  });

  it.each([
    ['2026-12-04', 'historical'],
    ['2026-12-05', 'announced'],
    ['2026-11-01', 'historical'],
  ])('a goal date of %s next to a refusal of today is %s', (date, status) => {
    expect(statuses(said('crl'), said('pdufa_date', on(date)))).toEqual(['announced', status]);
    expect(statuses(said('crl', { status: 'negated' }), said('pdufa_date', on(date)))).toEqual([
      ...['negated', 'announced'],
    ]);
    expect(statuses(said('crl'), said('pdufa_date', { ...on(date), drug: 'CDX-202' }))).toEqual(
      announced,
    );
    const unknown = mergeMentions(
      [said('crl', on('2026-11-19')), said('pdufa_date', on(date))],
      undefined,
    );
    expect(unknown.map((one) => one.status)).toEqual(announced);
  });
});

it('statements are in text order', () => {
  const [first, second, third] = [
    said('approval', { confidence: 0.6 }),
    said('offering', { status: 'historical', drug: null }),
    said('licence'),
  ];
  expect(merged(first!, second!, third!)).toEqual([first, second, third]);
});
