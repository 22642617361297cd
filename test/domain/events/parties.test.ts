import { describe, expect, it } from 'vitest';
import { companyKey, isSameCompany } from '../../../src/domain/events/disclosures.ts';
import { document, events, mention } from './texts.ts';

/** The deals of a text as `acquirer < target`, with the tickers that are known. */
function dealsOf(told: ReturnType<typeof mention>, known: Parameters<typeof events>[1] = {}) {
  return events([document('2026-11-20', [told])], known).facts.deals.map((one) => [
    ...[one.acquirer, one.target, one.acquirerTicker, one.targetTicker],
  ]);
}
const bought = (detail: object) => mention('acquisition', { drug: null, detail: { ...detail } });
const licence = (sentence: string, counterparty = 'Bigmed') =>
  mention('licence', { sentence, detail: { counterparty } });
const ABCORA = 'Abcora Therapeutics, Inc.';

describe('names of a company', () => {
  it('are one where they are without form and trade, or the other begins so', () => {
    expect(companyKey('Ab-Cora Therapeutics, Inc.')).toBe('abcora');
    expect(isSameCompany('Abcora', ABCORA)).toBe(true);
    expect(isSameCompany('Abcora Medical', 'Abcora')).toBe(true);
    expect(isSameCompany('Abcora', 'Abcora Medical')).toBe(true);
    expect(isSameCompany('Medical Abcora', 'Abcora')).toBe(false);
    expect([isSameCompany('Abc', 'Abcora'), isSameCompany('Ab', 'Abcora')]).toEqual([true, false]);
    expect(isSameCompany('', '')).toBe(false);
  });
});

describe('who buys whom', () => {
  it.each([
    ['both', { acquirer: 'Bigmed', target: 'Abcora' }, ['Bigmed', 'Abcora', null, 'ABCQZ']],
    ['its purchase', { acquirer: 'Abcora', target: 'Othera' }, ['Abcora', 'Othera', 'ABCQZ', null]],
    ['whom alone', { target: 'Othera' }, [ABCORA, 'Othera', 'ABCQZ', null]],
    ['who alone', { acquirer: 'Bigmed' }, ['Bigmed', ABCORA, null, 'ABCQZ']],
    ['others', { acquirer: 'Bigmed', target: 'Othera' }, undefined],
    ['a target without a name', { acquirer: 'Abcora', target: 'a company' }, undefined],
    ['itself as target alone', { target: 'Abcora' }, undefined],
    ['itself as acquirer alone', { acquirer: 'Abcora' }, undefined],
    ['nobody', {}, undefined],
  ])('where a text names %s', (_, detail, parties) => {
    expect(dealsOf(bought(detail))).toEqual(parties ? [parties] : []);
  });

  it('of a company whose name is not known is whoever is named on both sides', () => {
    const name = undefined;
    const both = bought({ acquirer: 'Bigmed', target: 'Othera' });
    expect(dealsOf(both, { name })).toEqual([['Bigmed', 'Othera', null, null]]);
    expect(dealsOf(bought({ acquirer: 'Bigmed' }), { name })).toEqual([]);
    expect(dealsOf(licence('Abcora licensed it from Bigmed.'), { name })).toEqual([]);
  });

  it('is told once of one target, by the shortest name of its buyer and until it closes', () => {
    const names = ['Today Bigmed Inc.', 'Bigmed', 'Bigmed Group'];
    const { deals } = events(
      names.map((acquirer, at) =>
        document(`2026-11-2${at}`, [
          bought({
            ...{ acquirer, target: at === 0 ? 'Abcora' : ABCORA, amount: at === 1 ? 5e8 : null },
            stage: at === 2 ? 'completed' : 'announced',
          }),
        ]),
      ),
    ).facts;
    expect(deals).toMatchObject([
      {
        ...{ acquirer: 'Bigmed', target: 'Abcora', status: 'closed', totalValue: 5e8 },
        ...{ announcedDate: '2026-11-20', closedDate: '2026-11-22' },
      },
    ]);
  });
});

describe('who licenses from whom', () => {
  const [inwards, outwards] = [
    [[ABCORA, 'Bigmed', 'ABCQZ', null]],
    [['Bigmed', ABCORA, null, 'ABCQZ']],
  ];
  it.each([
    ['Abcora obtained exclusive rights to zelvotinib.', inwards],
    ['Abcora acquired worldwide rights.', inwards],
    ['Abcora has out-licensed zelvotinib.', outwards],
    ['Abcora grants Bigmed a license.', outwards],
    // A grant to somebody else tells no direction.
    ['Abcora granted Othera a license.', []],
    // In and out at once.
    ['Abcora licensed zelvotinib from Bigmed and granted Bigmed a right.', []],
    ['Abcora and Bigmed signed a license.', []],
  ])('"%s"', (sentence, parties) => {
    expect(dealsOf(licence(sentence))).toEqual(parties);
  });

  it('is nobody where the other side is missing, or is the company', () => {
    expect(dealsOf(licence('Abcora licensed it from Abcora.', 'Abcora'))).toEqual([]);
    expect(dealsOf(mention('licence', { sentence: 'It licensed it from Bigmed.' }))).toEqual([]);
  });

  it('of two parties, or of another way, is two', () => {
    const text = document('2026-11-20', [
      licence('Abcora licensed zelvotinib from Bigmed.'),
      licence('Abcora licensed zelvotinib from Othera.', 'Othera'),
      bought({ acquirer: 'Abcora', target: 'Bigmed' }),
    ]);
    expect(events([text]).facts.deals.map((one) => [one.dealType, one.target])).toEqual([
      ['licensing', 'Bigmed'],
      ['licensing', 'Othera'],
      ['acquisition', 'Bigmed'],
    ]);
  });
});

describe('what is told of one event by several', () => {
  const offering = (detail: object, more: object = {}) =>
    mention('offering', { drug: null, detail: { ...detail }, ...more });

  it('is dated by the first day, and worded by the surest, the earliest of equals', () => {
    const texts = [0.9, 0.95, 0.95].map((confidence, at) =>
      document(`2026-11-2${at}`, [
        offering(at === 2 ? { shares: 7, kind: 'public' } : {}, { confidence, sentence: `S${at}` }),
      ]),
    );
    expect(events(texts).facts.offerings).toMatchObject([
      {
        ...{ filed_at: '2026-11-20', evidence: 'S1', confidence: 0.95, shares_offered: 7 },
        offering_type: 'follow_on',
      },
    ]);
    // A text that reports an earlier day comes first, whenever it appeared.
    const late = document('2026-11-25', [offering({ shares: 9 }, { date: '2026-11-19' })]);
    expect(events([...texts, late]).facts.offerings).toMatchObject([
      { filed_at: '2026-11-19', shares_offered: 9 },
    ]);
  });

  it('at the market is apart from one that is priced', () => {
    const text = document('2026-11-20', [offering({ kind: 'ATM' }), offering({ kind: 'public' })]);
    expect(events([text]).facts.offerings.map(({ is_atm }) => is_atm)).toEqual([true, false]);
  });
});

describe('the votes of a committee', () => {
  const vote = (more: object) =>
    mention('adcomm_date', {
      ...{ sentence: 'The panel voted 9-4 in favor of it.', status: 'historical' },
      ...more,
    });
  const votesOf = (...told: ReturnType<typeof vote>[]) =>
    events([document('2027-02-11', told)]).facts.adcomm_votes.map((one) => [
      ...[one.meeting_date, one.votes_yes, one.votes_no, one.votes_abstain],
    ]);

  it('are of a past meeting', () => {
    expect(votesOf(vote({ date: '2027-02-11' }))).toEqual([['2027-02-11', 9, 4, null]]);
    expect(votesOf(vote({ date: '2027-02-12' }))).toEqual([]);
    expect(votesOf(vote({ date: { from: '2027-02-01', to: '2027-02-28' } }))).toEqual([]);
    expect(votesOf(vote({ type: 'readout_expected' }))).toEqual([]);
    expect(votesOf(vote({ status: 'conditional' }))).toEqual([]);
    expect(votesOf(vote({ confidence: 0.79 }))).toEqual([]);
  });

  it('of which one stood aside are counted in words too', () => {
    const sentence = 'The panel voted 9-4, with one abstention, that the benefits outweigh risks.';
    expect(votesOf(vote({ sentence }))).toEqual([['2027-02-11', 9, 4, 1]]);
    const against = 'The panel voted 9 to 4 against it.';
    expect(votesOf(vote({ sentence: against }))).toEqual([['2027-02-11', 4, 9, null]]);
    const either = 'The panel voted 9 to 4 in favor of it, not of its dose.';
    expect(votesOf(vote({ sentence: either }))).toEqual([]);
  });

  it('of one drug within a month are one, else another', () => {
    const of = (date: string) => ({ ...vote({ date }), status: 'historical' });
    const texts = ['2027-02-11', '2027-03-14', '2027-03-15'].map((day) => document(day, [of(day)]));
    expect(events(texts).facts.adcomm_votes.map((one) => one.meeting_date)).toEqual([
      ...['2027-02-11', '2027-03-15'],
    ]);
  });
});
