import { describe, expect, it } from 'vitest';
import { companyKey, isSameCompany } from '../../../src/domain/events/disclosures.ts';
import { document, events, mention } from './texts.ts';

/** The acquirer, target and tickers of each deal in a text. */
function dealsOf(deal: ReturnType<typeof mention>, known: Parameters<typeof events>[1] = {}) {
  return events([document('2026-11-20', [deal])], known).facts.deals.map((one) => [
    one.acquirer,
    one.target,
    one.acquirerTicker,
    one.targetTicker,
  ]);
}
const acquisition = (detail: object) =>
  mention('acquisition', { drug: null, detail: { ...detail } });
const license = (sentence: string, counterparty = 'Bigmed') =>
  mention('licence', { sentence, detail: { counterparty } });
const ABCORA = 'Abcora Therapeutics, Inc.';

it('names of a company are equal without legal form and industry word, or by their first word', () => {
  expect(companyKey('Ab-Cora Therapeutics, Inc.')).toBe('abcora');
  expect(isSameCompany('Abcora', ABCORA)).toBe(true);
  expect(isSameCompany('Abcora Medical', 'Abcora')).toBe(true);
  expect(isSameCompany('Abcora', 'Abcora Medical')).toBe(true);
  expect(isSameCompany('Medical Abcora', 'Abcora')).toBe(false);
  expect([isSameCompany('Abc', 'Abcora'), isSameCompany('Ab', 'Abcora')]).toEqual([true, false]);
  expect(isSameCompany('', '')).toBe(false);
});

describe('the parties of an acquisition', () => {
  it.each([
    [
      'another acquirer of the company',
      { acquirer: 'Bigmed', target: 'Abcora' },
      ['Bigmed', 'Abcora', null, 'ABCQZ'],
    ],
    [
      'another target of the company',
      { acquirer: 'Abcora', target: 'Othera' },
      ['Abcora', 'Othera', 'ABCQZ', null],
    ],
    ['only a target', { target: 'Othera' }, [ABCORA, 'Othera', 'ABCQZ', null]],
    ['only an acquirer', { acquirer: 'Bigmed' }, ['Bigmed', ABCORA, null, 'ABCQZ']],
    ['two other companies', { acquirer: 'Bigmed', target: 'Othera' }, undefined],
    ['a target without a name', { acquirer: 'Abcora', target: 'a company' }, undefined],
    ['only a target without a name', { target: 'biotech company' }, undefined],
    ['a currency as target', { acquirer: 'Abcora', target: 'USD' }, undefined],
    [
      'a target with a conjunction',
      { acquirer: 'Abcora', target: 'Othera and' },
      ['Abcora', 'Othera', 'ABCQZ', null],
    ],
    ['only the company as target', { target: 'Abcora' }, undefined],
    ['only the company as acquirer', { acquirer: 'Abcora' }, undefined],
    ['no company', {}, undefined],
  ])('in a text with %s', (_, detail, parties) => {
    expect(dealsOf(acquisition(detail))).toEqual(parties ? [parties] : []);
  });

  it('need both names if the name of the company is unknown', () => {
    const name = undefined;
    const both = acquisition({ acquirer: 'Bigmed', target: 'Othera' });
    expect(dealsOf(both, { name })).toEqual([['Bigmed', 'Othera', null, null]]);
    expect(dealsOf(acquisition({ acquirer: 'Bigmed' }), { name })).toEqual([]);
    expect(dealsOf(license('Abcora licensed it from Bigmed.'), { name })).toEqual([]);
  });

  it('are those of one deal per target, with the shortest name of the acquirer', () => {
    const names = ['Today Bigmed Inc.', 'Bigmed', 'Bigmed Group'];
    const { deals } = events(
      names.map((acquirer, at) =>
        document(`2026-11-2${at}`, [
          acquisition({
            acquirer,
            target: at === 0 ? 'Abcora' : ABCORA,
            amount: at === 1 ? 5e8 : null,
            stage: at === 2 ? 'completed' : 'announced',
          }),
        ]),
      ),
    ).facts;
    expect(deals).toMatchObject([
      {
        acquirer: 'Bigmed',
        target: 'Abcora',
        status: 'closed',
        totalValue: 5e8,
        announcedDate: '2026-11-20',
        closedDate: '2026-11-22',
      },
    ]);
  });
});

describe('the parties of a license', () => {
  const [licensee, licensor] = [
    [[ABCORA, 'Bigmed', 'ABCQZ', null]],
    [['Bigmed', ABCORA, null, 'ABCQZ']],
  ];
  it.each([
    ['Abcora licensed zelvotinib from Bigmed.', licensee],
    ['Abcora in-licenses zelvotinib in a deal with Bigmed.', licensee],
    ['Abcora obtained exclusive rights to zelvotinib.', licensee],
    ['Abcora acquired worldwide rights.', licensee],
    ['Abcora has out-licensed zelvotinib.', licensor],
    ['Abcora licensed zelvotinib to Bigmed.', licensor],
    ['Abcora grants Bigmed a license.', licensor],
    ['Abcora granted Bigmed an exclusive license to zelvotinib.', licensor],
    // A grant to a company other than the counterparty has no direction.
    ['Abcora granted Othera a license.', licensee],
    // A sentence with both directions is ambiguous.
    ['Abcora licensed zelvotinib from Bigmed and granted Bigmed a right.', licensee],
    ['Abcora and Bigmed signed a license.', licensee],
    ['Abcora entered into a license agreement with Bigmed.', licensee],
  ])('in "%s"', (sentence, parties) => {
    expect(dealsOf(license(sentence))).toEqual(parties);
  });

  it('have no order in a partnership, and a partner has its shortest name', () => {
    const terms = {
      counterparty: 'F. Hoffmann-Bigmed',
      upfront: 3e8,
      amount: 3e8,
      milestones: 2e9,
    };
    const texts = [
      document('2026-11-20', [mention('licence', { sentence: 'A pact with it.', detail: terms })]),
      document('2026-11-21', [license('Abcora and Bigmed signed a license.')]),
    ];
    expect(events(texts).facts.deals).toMatchObject([
      {
        dealType: 'partnership',
        acquirer: ABCORA,
        target: 'F. Hoffmann-Bigmed',
        upfrontValue: 3e8,
        milestoneValue: 2e9,
        totalValue: null,
      },
    ]);
  });

  it('are unknown if the counterparty is missing or is the company', () => {
    expect(dealsOf(license('Abcora licensed it from Abcora.', 'Abcora'))).toEqual([]);
    const unclear = mention('licence', { sentence: 'It licensed it from Bigmed.' });
    expect(dealsOf(unclear)).toEqual([]);
    expect(events([document('2026-11-20', [unclear])]).waiting).toMatchObject([
      { why: 'the parties of the deal are not clear' },
    ]);
    const ofOthers = acquisition({ acquirer: 'Bigmed', target: 'Othera' });
    expect(events([document('2026-11-20', [ofOthers])]).waiting).toEqual([]);
  });

  it('distinguish deals with other companies and of other types', () => {
    const text = document('2026-11-20', [
      license('Abcora licensed zelvotinib from Bigmed.'),
      license('Abcora licensed zelvotinib from Othera.', 'Othera'),
      acquisition({ acquirer: 'Abcora', target: 'Bigmed' }),
    ]);
    expect(events([text]).facts.deals.map((one) => [one.dealType, one.target])).toEqual([
      ['licensing', 'Bigmed'],
      ['licensing', 'Othera'],
      ['acquisition', 'Bigmed'],
    ]);
  });
});

describe('an offering in several texts', () => {
  const offering = (detail: object, more: object = {}) =>
    mention('offering', { drug: null, detail: { ...detail }, ...more });

  it('has the first day and the most confident sentence, the earliest of equals', () => {
    const texts = [0.9, 0.95, 0.95].map((confidence, at) =>
      document(`2026-11-2${at}`, [
        offering(at === 2 ? { shares: 7, kind: 'public' } : {}, { confidence, sentence: `S${at}` }),
      ]),
    );
    expect(events(texts).facts.offerings).toMatchObject([
      {
        filed_at: '2026-11-20',
        evidence: 'S1',
        confidence: 0.95,
        shares_offered: 7,
        offering_type: 'follow_on',
      },
    ]);
    // A later text with an earlier day of the offering comes first.
    const late = document('2026-11-25', [offering({ shares: 9 }, { date: '2026-11-19' })]);
    expect(events([...texts, late]).facts.offerings).toMatchObject([
      { filed_at: '2026-11-19', shares_offered: 9 },
    ]);
  });

  it('is a different offering if it is at the market', () => {
    const text = document('2026-11-20', [offering({ kind: 'ATM' }), offering({ kind: 'public' })]);
    expect(events([text]).facts.offerings.map(({ is_atm }) => is_atm)).toEqual([true, false]);
  });
});

describe('the votes of a committee', () => {
  const vote = (more: object) =>
    mention('adcomm_date', {
      sentence: 'The panel voted 9-4 in favor of it.',
      status: 'historical',
      ...more,
    });
  const votesOf = (...statements: ReturnType<typeof vote>[]) =>
    events([document('2027-02-11', statements)]).facts.adcomm_votes.map((one) => [
      one.meeting_date,
      one.votes_yes,
      one.votes_no,
      one.votes_abstain,
    ]);

  it('belong to a past meeting in a confident statement', () => {
    expect(votesOf(vote({ date: '2027-02-11' }))).toEqual([['2027-02-11', 9, 4, null]]);
    expect(votesOf(vote({ date: '2027-02-12' }))).toEqual([]);
    expect(votesOf(vote({ date: { from: '2027-02-01', to: '2027-02-28' } }))).toEqual([]);
    expect(votesOf(vote({ type: 'readout_expected' }))).toEqual([]);
    expect(votesOf(vote({ status: 'conditional' }))).toEqual([]);
    expect(votesOf(vote({ confidence: 0.79 }))).toEqual([]);
  });

  it('of one drug within a month are one meeting', () => {
    const of = (date: string) => ({ ...vote({ date }), status: 'historical' });
    const texts = ['2027-02-11', '2027-03-14', '2027-03-15'].map((day) => document(day, [of(day)]));
    expect(events(texts).facts.adcomm_votes.map((one) => one.meeting_date)).toEqual([
      '2027-02-11',
      '2027-03-15',
    ]);
  });
});
