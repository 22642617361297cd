import { describe, expect, it } from 'vitest';
import { beginRefresh, beginWithoutTexts } from '../../src/derive/begin-refresh.ts';
import type { Computation, Refresh } from '../../src/derive/computation.ts';
import type { OutcomeModel } from '../../src/domain/trials/learning/outcome-model.ts';
import type { Facts } from '../../src/store/facts-store.ts';
import { readFacts } from '../../src/store/read-facts.ts';
import { type FactsByKind, storeOf } from './refresh-of.ts';

const TODAY = '2026-11-20';
const factsOf = async (facts: FactsByKind) => readFacts(await storeOf(facts));

const news = [1, 2, 3].map((id) => ({ id: `${id}`, title: `Headline ${id}` }));
const splits = [{ ticker: 'ABCQZ', date: '2026-01-02', numerator: 1, denominator: 10 }];
const prices = [{ ticker: 'ABCQZ', date: '2026-01-02', close: 5 }];
const figure = {
  ticker: 'ABCQZ',
  taxonomy: 'us-gaap',
  tag: 'Assets',
  unit: 'USD',
  value: 5,
  end: '2025-12-31',
  filed: '2026-03-01',
};
const goal = {
  type: 'pdufa_date',
  date: '2027-03-15',
  precision: 'day',
  drug: 'zelvotinib',
  status: 'announced',
  confidence: 0.95,
  sentence: 'The goal date.',
  detail: {},
} as const;
const text = {
  document_id: 'd',
  ticker: 'ABCQZ',
  published_date: '2026-11-01',
  form: '8-K',
  mentions: [goal],
};
const stored: FactsByKind = { splits, prices, news, financial_facts: [figure] };

describe('the kinds that a computation reads', () => {
  it.each<[string, Computation<unknown>, unknown, readonly string[]]>([
    ['a list', ({ facts }) => facts.all('news').length, 3, ['companies', 'news']],
    [
      'a stream',
      ({ facts }) => Array.from(facts.each('news'), ({ id }) => id).sort(),
      ['1', '2', '3'],
      ['companies', 'news'],
    ],
    [
      'the facts of a company',
      ({ facts }) => facts.ofCompany('financial_facts', 'ABCQZ').map(({ value }) => value),
      [5],
      ['companies', 'financial_facts'],
    ],
    [
      'tickers',
      ({ facts }) => facts.tickersOf('financial_facts'),
      ['ABCQZ'],
      ['companies', 'financial_facts'],
    ],
    ['prices', ({ facts }) => facts.prices('ABCQZ', TODAY, 9).closes, [5], ['companies', 'prices']],
    ['priced tickers', ({ facts }) => facts.pricedTickers(), ['ABCQZ'], ['companies', 'prices']],
    ['the day', ({ today }) => today, TODAY, []],
    [
      'kinds that texts may add to',
      ({ facts }) => [facts.all('deals').length, [...facts.each('offerings')]],
      [0, []],
      ['companies', 'deals', 'mentions', 'offerings'],
    ],
    [
      'the universe',
      ({ universe }) => universe.company('ABCQZ'),
      undefined,
      ['companies', 'universe'],
    ],
  ])('are recorded: %s', async (_, compute, result, kinds) => {
    const refresh = beginRefresh(await factsOf(stored), TODAY);
    expect([refresh.memo(compute), refresh.kindsReadBy(compute)]).toEqual([result, kinds]);
  });

  it('include those of the computations that it uses, and not the other way round', async () => {
    const refresh = beginRefresh(await factsOf(stored), TODAY);
    const reader: Computation<number> = ({ facts }) => facts.all('news').length;
    const user: Computation<number> = ({ facts, memo }) =>
      facts.all('splits').length + memo(reader);
    expect(refresh.memo(user)).toBe(4);
    expect(refresh.kindsReadBy(user)).toEqual(['companies', 'news', 'splits']);
    expect(refresh.kindsReadBy(reader)).toEqual(['companies', 'news']);
    // A computation is reused after its result was computed, and also after another result was
    // released.
    const later: Computation<number> = ({ memo }) => memo(user);
    refresh.releaseExcept(new Set([user]));
    expect(refresh.memo(later)).toBe(4);
    expect(refresh.kindsReadBy(later)).toEqual(['companies', 'news', 'splits']);
  });

  it('include those that a lazy result reads when it is iterated', async () => {
    const refresh = beginRefresh(await factsOf(stored), TODAY);
    function* lazy({ facts, memo }: Refresh) {
      yield memo(({ facts: own }) => own.all('splits').length);
      yield* facts.each('news');
    }
    const user: Computation<number> = ({ memo }) => [...memo(lazy)].length;
    expect(refresh.memo(user)).toBe(4);
    expect(refresh.kindsReadBy(user)).toEqual(['companies', 'news', 'splits']);
  });
});

describe('the results of a refresh', () => {
  async function counted() {
    const times = { sum: 0, news: 0 };
    const facts = await factsOf(stored);
    const counting: Facts = {
      ...facts,
      all(kind) {
        if (kind === 'news') times.news += 1;
        return facts.all(kind);
      },
    };
    const sum: Computation<number> = (refresh) => {
      times.sum += 1;
      return refresh.facts.all('news').length;
    };
    const next: Computation<number> = ({ memo }) => memo(sum) + 1;
    return { times, sum, next, refresh: beginRefresh(counting, TODAY) };
  }

  it('are computed once, from facts that are read once', async () => {
    const { times, sum, next, refresh } = await counted();
    expect([refresh.memo(next), refresh.memo(sum), refresh.resultOf(sum)]).toEqual([4, 3, 3]);
    expect(refresh.facts.all('news')).toHaveLength(3);
    expect([...refresh.facts.each('news')]).toEqual(refresh.facts.all('news'));
    expect(times).toEqual({ sum: 1, news: 1 });
  });

  it('are computed again after they were released, but for those that are kept', async () => {
    const { times, sum, next, refresh } = await counted();
    refresh.memo(next);
    refresh.releaseExcept(new Set([next]));
    expect([refresh.resultOf(next), refresh.resultOf(sum)]).toEqual([4, undefined]);
    expect([refresh.memo(next), times.sum]).toEqual([4, 1]);
    expect([refresh.memo(sum), times]).toEqual([3, { sum: 2, news: 2 }]);
  });

  it('include the events of texts, of whose facts none is held after a release', async () => {
    const refresh = beginRefresh(await factsOf({ ...stored, mentions: [text] }), TODAY);
    const catalysts = refresh.facts.all('catalysts');
    expect(catalysts).toMatchObject([{ ticker: 'ABCQZ', formattedDate: '2027-03-15' }]);
    expect(refresh.facts.all('catalysts')).toBe(catalysts);
    refresh.releaseExcept(new Set());
    expect(refresh.facts.all('catalysts')).not.toBe(catalysts);
    expect(refresh.facts.all('catalysts')).toEqual(catalysts);
  });
});

it('reads what sources state alone, where texts are left out', async () => {
  const stated = beginWithoutTexts(await factsOf({ ...stored, mentions: [text] }), TODAY);
  expect(stated.facts.all('catalysts')).toEqual([]);
  expect(stated.memo(({ facts }) => facts.all('news').length)).toBe(3);
  expect([stated.today, stated.lastModel()]).toEqual([TODAY, undefined]);
});

it('reads what is known on the date of the refresh', async () => {
  const late = { ...figure, tag: 'Cash', filed: '2026-11-21' };
  const facts = await factsOf({ financial_facts: [figure, late] });
  const tags = (day: string) =>
    beginRefresh(facts, day)
      .facts.ofCompany('financial_facts', 'ABCQZ')
      .map(({ tag }) => tag);
  expect([tags(TODAY), tags('2026-11-21')]).toEqual([['Assets'], ['Assets', 'Cash']]);
});

it('passes on the model that was served last', async () => {
  const model = { trials: 5 } as unknown as OutcomeModel;
  const facts = await factsOf({});
  expect(beginRefresh(facts, TODAY).lastModel()).toBeUndefined();
  expect(
    beginRefresh(facts, TODAY, { lastModel: () => model }).memo((one) => one.lastModel()),
  ).toBe(model);
});
