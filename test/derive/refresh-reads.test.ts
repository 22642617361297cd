import { describe, expect, it } from 'vitest';
import { beginRefresh, beginWithoutTexts } from '../../src/derive/begin-refresh.ts';
import type { Computation, Refresh } from '../../src/derive/computation.ts';
import { createLedger, type Done } from '../../src/derive/ledger.ts';
import type { OutcomeModel } from '../../src/domain/trials/learning/outcome-model.ts';
import type { FactName } from '../../src/facts/fact-kinds.ts';
import { openDatabase } from '../../src/store/database.ts';
import { type Facts, factMigrations, writeFacts } from '../../src/store/facts-store.ts';
import { readFacts } from '../../src/store/read-facts.ts';
import type { FactsByKind } from './refresh-of.ts';

const TODAY = '2026-11-20';

async function factsOf(facts: FactsByKind): Promise<Facts> {
  const database = await openDatabase(':memory:', factMigrations);
  for (const [kind, records] of Object.entries(facts)) {
    writeFacts(database, kind as FactName, records, 'test');
  }
  return readFacts(database);
}

const news = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `${at}`, title: `Headline ${at}` }));
const splits = [{ ticker: 'ABCQZ', date: '2026-01-02', numerator: 1, denominator: 10 }];
const prices = [{ ticker: 'ABCQZ', date: '2026-01-02', close: 5 }];
const figure = {
  ...{ ticker: 'ABCQZ', taxonomy: 'us-gaap', tag: 'Assets', unit: 'USD', value: 5 },
  ...{ end: '2025-12-31', filed: '2026-03-01' },
};
const text: NonNullable<FactsByKind['mentions']>[number] = {
  ...{ document_id: 'd', ticker: 'ABCQZ', published_date: '2026-11-01', form: '8-K' },
  mentions: [
    {
      ...{ type: 'pdufa_date', date: '2027-03-15', precision: 'day', drug: 'zelvotinib' },
      ...{ status: 'announced', confidence: 0.95, sentence: 'The goal date.', detail: {} },
    },
  ],
};

describe('what a computation reads', () => {
  const stored: FactsByKind = { splits, prices, news: news(3), financial_facts: [figure] };
  const kindsOf = async (compute: Computation<unknown>, more: FactsByKind = {}) => {
    const refresh = beginRefresh(await factsOf({ ...stored, ...more }), TODAY);
    const result = refresh.memo(compute);
    return [result, refresh.basisOf(compute).kinds];
  };

  it.each<[string, Computation<unknown>, unknown, readonly string[]]>([
    ['all', ({ facts }) => facts.all('news').length, 3, ['companies', 'news']],
    [
      'each',
      ({ facts }) => Array.from(facts.each('news'), ({ id }) => id).sort(),
      ['0', '1', '2'],
      ['companies', 'news'],
    ],
    [
      'of a company',
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
    ['aside', ({ facts }) => [...facts.aside([{ a: 1 }])], [{ a: 1 }], []],
    ['the day', ({ today }) => today, TODAY, []],
    // Kinds that texts may tell of.
    ['events', ({ facts }) => facts.all('deals').length, 0, ['companies', 'deals', 'mentions']],
    [
      'events one by one',
      ({ facts }) => [...facts.each('offerings')],
      [],
      ['companies', 'mentions', 'offerings'],
    ],
  ])('%s', async (_, compute, result, kinds) => {
    expect(await kindsOf(compute)).toEqual([result, kinds]);
  });

  it('through others is its own, too, and what others read is not', async () => {
    const refresh = beginRefresh(await factsOf(stored), TODAY);
    const reader: Computation<number> = ({ facts }) => facts.all('news').length;
    const user: Computation<number> = ({ facts, memo }) =>
      facts.all('splits').length + memo(reader);
    expect(refresh.memo(user)).toBe(4);
    expect(refresh.basisOf(user).kinds).toEqual(['companies', 'news', 'splits']);
    expect(refresh.basisOf(reader).kinds).toEqual(['companies', 'news']);
  });

  it('of what texts tell rests on the texts and what they are read against', async () => {
    const compute: Computation<number> = ({ facts }) => facts.all('catalysts').length;
    const refresh = beginRefresh(await factsOf({ ...stored, mentions: [text] }), TODAY);
    expect(refresh.memo(compute)).toBe(1);
    // By what the texts come to: another text that comes to the same changes nothing.
    expect(refresh.basisOf(compute)).toEqual({
      kinds: [],
      cutoffs: { 'catalysts with texts': expect.any(String) },
    });
    expect(refresh.kept()['catalysts with texts']!.kinds).toEqual(
      expect.arrayContaining(['catalysts', 'companies', 'mentions']),
    );
    const [, others] = await kindsOf(({ facts }) => facts.all('news'), { mentions: [text] });
    expect(others).toEqual(['companies', 'news']);
  });

  it('is what the store states alone, where texts are left aside', async () => {
    const facts = await factsOf({ ...stored, mentions: [text] });
    expect(beginRefresh(facts, TODAY).facts.all('catalysts')).toHaveLength(1);
    const stated = beginWithoutTexts(facts, TODAY);
    expect(stated.facts.all('catalysts')).toEqual([]);
    expect(stated.memo((refresh: Refresh) => refresh.facts.all('news').length)).toBe(3);
    expect([stated.today, stated.lastModel()]).toEqual([TODAY, undefined]);
  });

  it('is known on the day', async () => {
    const late = { ...figure, tag: 'Cash', filed: '2026-11-21' };
    const facts = await factsOf({ financial_facts: [figure, late] });
    const tags = (day: string) =>
      beginRefresh(facts, day)
        .facts.ofCompany('financial_facts', 'ABCQZ')
        .map(({ tag }) => tag);
    expect([tags(TODAY), tags('2026-11-21')]).toEqual([['Assets'], ['Assets', 'Cash']]);
  });
});

describe('facts that are read one by one', () => {
  /** Facts of one kind, and how often each way to them was taken. */
  function counted(count: number) {
    const times = { all: 0, each: 0 };
    const rows = news(count).map((one) => ({ ...one, source: 'test' }));
    const facts = {
      all: () => {
        times.all += 1;
        return rows;
      },
      each: () => ({
        [Symbol.iterator]() {
          times.each += 1;
          return rows[Symbol.iterator]();
        },
      }),
    } as unknown as Facts;
    return { times, refresh: beginRefresh(facts, TODAY) };
  }
  const idsOf = (refresh: Refresh) => Array.from(refresh.facts.each('news'), ({ id }) => id);

  it.each([
    [20_000, 1],
    [20_001, 2],
  ])('are held where they are at most 20,000: %i are read %i times', (count, readings) => {
    const { times, refresh } = counted(count);
    const [first, second] = [idsOf(refresh), idsOf(refresh)];
    expect(first).toHaveLength(count);
    expect(second).toEqual(first);
    expect(times).toEqual({ all: 0, each: readings });
    expect(refresh.facts.all('news')).toHaveLength(count);
    expect(times.all).toBe(readings - 1);
  });

  it('are not held where nobody went to their end, and are those held where all were read', () => {
    const begun = counted(5);
    for (const { id } of begun.refresh.facts.each('news')) {
      if (id === '1') break;
    }
    expect(idsOf(begun.refresh)).toHaveLength(5);
    expect(begun.times).toEqual({ all: 0, each: 2 });
    const whole = counted(5);
    expect(whole.refresh.facts.all('news')).toHaveLength(5);
    expect(idsOf(whole.refresh)).toHaveLength(5);
    expect(whole.times).toEqual({ all: 1, each: 0 });
  });
});

it('hands out the model that was served last', async () => {
  const model = { trials: 5 } as unknown as OutcomeModel;
  const facts = await factsOf({});
  expect(beginRefresh(facts, TODAY).lastModel()).toBeUndefined();
  const refresh = beginRefresh(facts, TODAY, {}, undefined, () => model);
  expect(refresh.lastModel()).toBe(model);
  expect(refresh.memo((one: Refresh) => one.lastModel())).toBe(model);
});

it('computes what was forgotten anew, and what was not once', async () => {
  const refresh = beginRefresh(await factsOf({ splits }), TODAY);
  let times = 0;
  const compute = ({ facts }: Refresh) => {
    times += 1;
    return facts.all('splits').length;
  };
  const user = ({ memo }: Refresh) => memo(compute) + 1;
  expect([refresh.memo(user), refresh.memo(compute), times]).toEqual([2, 1, 1]);
  refresh.forget([compute]);
  expect([refresh.memo(user), times]).toEqual([2, 1]);
  expect([refresh.memo(compute), times]).toEqual([1, 2]);
  // Nobody asks for it in six turns.
  for (let turn = 0; turn < 6; turn += 1) refresh.forget();
  expect([refresh.memo(compute), times]).toEqual([1, 2]);
  for (let turn = 0; turn < 7; turn += 1) refresh.forget();
  expect([refresh.memo(compute), times]).toEqual([1, 3]);
});

it('with what ends the facts go that it was made of, and no others', async () => {
  const read: string[] = [];
  const facts = await factsOf({ splits, news: news(3) });
  const counted: Facts = {
    ...facts,
    all(kind) {
      read.push(kind);
      return facts.all(kind);
    },
  };
  const refresh = beginRefresh(counted, TODAY);
  const large = ({ facts }: Refresh) => facts.all('splits');
  const other = ({ facts }: Refresh) => facts.all('news');
  const askBoth = () => [refresh.memo(large), refresh.memo(other)];
  const before = askBoth();
  expect(read).toEqual(['splits', 'news']);
  refresh.forget([other]);
  askBoth();
  expect(read).toEqual(['splits', 'news']);
  refresh.forget([other], [large]);
  expect(askBoth()).toEqual(before);
  expect(read).toEqual(['splits', 'news', 'splits']);
});

describe('a ledger', () => {
  const done = (kinds: readonly FactName[], uses: readonly Done[] = [], name?: string): Done => ({
    ...{ kinds: new Set(kinds), uses: new Set(uses), asked: 0 },
    cutoff: name ? { name } : undefined,
  });
  const changed = (...kinds: FactName[]) => new Set<FactName>(kinds);

  it('joins what was read itself and through others, but for cutoffs', () => {
    const ledger = createLedger();
    const cutoff = { ...done(['news'], [], 'titles'), result: ['a'] };
    ledger.enter({ name: 'titles' }, () => cutoff);
    const inner = done(['splits', 'deals'], [cutoff]);
    expect(ledger.basisOf(done(['prices', 'deals'], [inner]))).toEqual({
      kinds: ['deals', 'prices', 'splits'],
      cutoffs: { titles: expect.stringMatching(/^[\w-]{22}$/) },
    });
    expect(ledger.kept()).toEqual({
      titles: { kinds: ['news'], cutoffs: {}, digest: expect.any(String) },
    });
  });

  it('lets stand what read no kind that has changed and used no cutoff that differs', () => {
    const ledgerOf = (result: unknown) => {
      const ledger = createLedger({ changed: changed('news'), kept: {} });
      ledger.enter({ name: 'titles' }, () => ({ ...done(['news'], [], 'titles'), result }));
      return ledger;
    };
    const before = ledgerOf(['a']);
    const { cutoffs } = before.basisOf(done([], [done([], [], 'titles')]));
    expect(before.stands({ kinds: ['splits'], cutoffs: {} })).toBe(true);
    expect(before.stands({ kinds: ['splits', 'news'], cutoffs: {} })).toBe(false);
    expect(before.stands(undefined)).toBe(false);
    expect(ledgerOf(['a']).stands({ kinds: [], cutoffs })).toBe(true);
    expect(ledgerOf(['b']).stands({ kinds: [], cutoffs })).toBe(false);
    expect(createLedger().stands({ kinds: [], cutoffs })).toBe(false);
  });

  it('takes a result over where what it rested on stands, and only with its JSON', () => {
    const kept = { kinds: ['splits'] as FactName[], cutoffs: {}, digest: 'x', json: () => '[1]' };
    const made: string[] = [];
    const ledgerOf = (change: FactName, before: object) => {
      const ledger = createLedger({
        changed: changed(change),
        kept: { it: before as typeof kept },
      });
      ledger.enter({ name: 'it', keepsResult: true }, () => {
        made.push(change);
        const own = done(['splits'], [], 'it');
        return { ...own, cutoff: { name: 'it', keepsResult: true }, result: [2] };
      });
      return ledger;
    };
    expect(ledgerOf('news', kept).resultOf('it')).toEqual([1]);
    expect(made).toEqual([]);
    expect(ledgerOf('splits', kept).resultOf('it')).toEqual([2]);
    const { json: _, ...digestAlone } = kept;
    expect(ledgerOf('news', digestAlone).resultOf('it')).toEqual([2]);
    expect(made).toEqual(['splits', 'news']);
    expect(ledgerOf('news', kept).standing('it')).toBe(kept);
    expect(ledgerOf('splits', kept).standing('it')).toBeUndefined();
    expect(ledgerOf('news', kept).standing('another')).toBeUndefined();
  });

  it.each<[unknown, unknown, boolean]>([
    [{ a: 1 }, { a: 1 }, true],
    [{ a: 1 }, { a: 2 }, false],
    [new Set([1]), [1], false],
    [new Map([[1, 2]]), [[1, 2]], false],
    [new Map([[1, 2]]), new Map([[1, 2]]), true],
    [undefined, null, false],
    [Number.NaN, null, false],
    [Number.NaN, undefined, false],
    [Number.NaN, Number.NaN, true],
  ])('gives %j and %j one digest: %s', (one, other, isSame) => {
    const digest = (result: unknown) => {
      const ledger = createLedger();
      ledger.enter({ name: 'it' }, () => ({ ...done([], [], 'it'), result }));
      return ledger.basisOf(done([], [done([], [], 'it')])).cutoffs.it;
    };
    expect(digest(one) === digest(other)).toBe(isSame);
  });
});
