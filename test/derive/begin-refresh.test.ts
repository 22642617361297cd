import { describe, expect, it } from 'vitest';
import { beginRefresh, type Cutoffs } from '../../src/derive/begin-refresh.ts';
import type { Refresh, UnitComputation } from '../../src/derive/computation.ts';
import type { Before } from '../../src/derive/ledger.ts';
import type { FactName } from '../../src/facts/fact-kinds.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { factMigrations, writeFacts } from '../../src/store/facts-store.ts';
import { readFacts } from '../../src/store/read-facts.ts';
import { beginUnitResults, landUnitResults } from '../../src/store/unit-results.ts';

const TODAY = '2026-11-20';

async function storeOf(): Promise<Database> {
  const database = await openDatabase(':memory:', factMigrations);
  splitOn(database, '2026-01-02');
  return database;
}

function splitOn(database: Database, date: string): void {
  const split = { ticker: 'ABCQZ', date, numerator: 1, denominator: 10 };
  writeFacts(database, 'splits', [split], 'test');
}

/** How often each was computed. */
function counted() {
  const times = { tickers: 0, report: 0 };
  const tickers = ({ facts }: Refresh) => {
    times.tickers += 1;
    return [...new Set(facts.all('splits').map(({ ticker }) => ticker))];
  };
  const report = ({ memo }: Refresh) => {
    times.report += 1;
    return memo(tickers).join();
  };
  return { times, tickers, report };
}

const changed = new Set<FactName>(['splits']);

describe('a cutoff', () => {
  it('stands for the facts behind it: what uses it stands while its result is the same', async () => {
    const database = await storeOf();
    const { times, tickers, report } = counted();
    const cutoffs: Cutoffs = { tickers: { compute: tickers } };
    const first = beginRefresh(readFacts(database), TODAY, cutoffs);
    first.memo(report);
    const basis = first.basisOf(report);
    expect(basis).toEqual({ kinds: [], cutoffs: { tickers: expect.any(String) } });
    splitOn(database, '2026-02-02');
    const before = { changed, kept: first.kept() };
    const second = beginRefresh(readFacts(database), TODAY, cutoffs, before);
    expect(second.stands(basis)).toBe(true);
    expect(times).toEqual({ tickers: 2, report: 1 });
    writeFacts(database, 'splits', [{ ticker: 'DEFQZ', date: TODAY, numerator: 2 }], 'test');
    const third = beginRefresh(readFacts(database), TODAY, cutoffs, {
      changed,
      kept: second.kept(),
    });
    expect(third.stands(basis)).toBe(false);
    expect(third.memo(report)).toBe('ABCQZ,DEFQZ');
  });

  it('is not computed where no fact has changed, and taken over where it is kept', async () => {
    const database = await storeOf();
    const { times, tickers, report } = counted();
    const cutoffs: Cutoffs = { tickers: { compute: tickers, keepsResult: true } };
    const first = beginRefresh(readFacts(database), TODAY, cutoffs);
    first.memo(report);
    const basis = first.basisOf(report);
    const kept = first.kept();
    const before = { changed: new Set<FactName>(['news']), kept };
    const second = beginRefresh(readFacts(database), TODAY, cutoffs, before);
    expect(second.stands(basis)).toBe(true);
    expect(second.memo(report)).toBe('ABCQZ');
    expect(times).toEqual({ tickers: 1, report: 2 });
  });

  it('that keeps its result has it for the whole refresh, and what it was made of goes', async () => {
    const { times, tickers, report } = counted();
    const cutoffs: Cutoffs = { report: { compute: report, keepsResult: true } };
    const refresh = beginRefresh(readFacts(await storeOf()), TODAY, cutoffs);
    for (let turn = 0; turn < 20; turn += 1) {
      expect(refresh.memo(({ memo }: Refresh) => memo(report))).toBe('ABCQZ');
      refresh.forget();
    }
    expect(times).toEqual({ tickers: 1, report: 1 });
    refresh.memo(tickers);
    expect(times.tickers).toBe(2);
  });

  it('that nobody knows any more makes nothing stand', async () => {
    const database = await storeOf();
    const { tickers, report } = counted();
    const first = beginRefresh(readFacts(database), TODAY, { tickers: { compute: tickers } });
    first.memo(report);
    const before = { changed: new Set<FactName>(), kept: first.kept() };
    const second = beginRefresh(readFacts(database), TODAY, {}, before);
    expect(second.stands(first.basisOf(report))).toBe(false);
  });
});

describe('a computation of units', () => {
  const counted = () => {
    const made: string[] = [];
    const splitsOf = ({ facts }: Refresh, { ticker, since }: { ticker: string; since: string }) => {
      made.push(ticker);
      const own = facts.all('splits').filter((one) => one.ticker === ticker);
      return own.filter(({ date }) => date >= since).length;
    };
    return { made, splitsOf };
  };
  const kinds = (...names: readonly FactName[]) => new Set<FactName>(names);
  const begun = (
    database: Database,
    splitsOf: UnitComputation<never, unknown>,
    before?: Before,
  ) => {
    const recalled = { computations: { splits: splitsOf }, results: beginUnitResults(database) };
    return beginRefresh(readFacts(database), TODAY, {}, before, undefined, recalled);
  };
  const asked = [
    { ticker: 'ABCQZ', since: '2026-01-01' },
    { ticker: 'DEFQZ', since: '2026-01-01' },
  ];

  it('is made once for equal inputs, and by a later refresh for those that differ', async () => {
    const database = await storeOf();
    const { made, splitsOf } = counted();
    const first = begun(database, splitsOf);
    expect(asked.map((one) => first.recall(splitsOf, { ...one }))).toEqual([1, 0]);
    expect(asked.map((one) => first.recall(splitsOf, { ...one }))).toEqual([1, 0]);
    const kept = first.kept();
    landUnitResults(database);
    const second = begun(database, splitsOf, { changed: kinds('news'), kept });
    const later = [asked[0]!, { ticker: 'DEFQZ', since: '2025-01-01' }];
    expect(later.map((one) => second.recall(splitsOf, one))).toEqual([1, 0]);
    expect(made).toEqual(['ABCQZ', 'DEFQZ', 'DEFQZ']);
    landUnitResults(database);
    // What nobody asks for any more goes.
    const rows = database.prepare("SELECT name FROM meta WHERE name GLOB 'derived_from/*'").all();
    expect(rows).toHaveLength(2);
  });

  it('is made anew for all inputs where a fact has changed that it reads beside them', async () => {
    const database = await storeOf();
    const { made, splitsOf } = counted();
    const first = begun(database, splitsOf);
    for (const one of asked) first.recall(splitsOf, one);
    const kept = first.kept();
    landUnitResults(database);
    splitOn(database, '2026-03-02');
    const second = begun(database, splitsOf, { changed, kept });
    expect(asked.map((one) => second.recall(splitsOf, one))).toEqual([2, 0]);
    expect(made).toEqual(['ABCQZ', 'DEFQZ', 'ABCQZ', 'DEFQZ']);
  });

  it('is what whoever asks rests on, also where all was taken over', async () => {
    const database = await storeOf();
    const { splitsOf } = counted();
    const report = ({ recall }: Refresh) => asked.map((one) => recall(splitsOf, one)).join();
    const first = begun(database, splitsOf);
    first.memo(report);
    const basis = { kinds: ['companies', 'splits'], cutoffs: {} };
    expect(first.basisOf(report)).toEqual(basis);
    const kept = first.kept();
    landUnitResults(database);
    const second = begun(database, splitsOf, { changed: kinds(), kept });
    second.memo(report);
    expect(second.basisOf(report)).toEqual(basis);
    expect(second.kept()).toEqual(kept);
  });

  it('that nobody asked for is kept for the refresh after, as long as it stands', async () => {
    const database = await storeOf();
    const { made, splitsOf } = counted();
    const first = begun(database, splitsOf);
    for (const one of asked) first.recall(splitsOf, one);
    const kept = first.kept();
    landUnitResults(database);
    const second = begun(database, splitsOf, { changed: kinds('news'), kept });
    expect(second.kept()).toEqual(kept);
    landUnitResults(database);
    const third = begun(database, splitsOf, { changed: kinds(), kept: second.kept() });
    expect(third.recall(splitsOf, asked[0]!)).toBe(1);
    expect(made).toHaveLength(2);
    expect(begun(database, splitsOf, { changed, kept }).kept()).toEqual({});
  });
});

describe('a digest of a cutoff', () => {
  it('is the same for equal results, however their numbers and texts lie in memory', async () => {
    const database = await storeOf();
    const [one] = new Float64Array([1]);
    const basis = (result: unknown) => {
      const compute = () => result;
      const refresh = beginRefresh(readFacts(database), TODAY, { it: { compute } });
      const user = ({ memo }: Refresh) => memo(compute);
      refresh.memo(user);
      return refresh.basisOf(user).cutoffs.it;
    };
    const text = `${'x'.repeat(20)}–`.slice(0, 20);
    expect(basis([one, text])).toBe(basis([1, 'x'.repeat(20)]));
    expect(basis(new Map([['a', new Set(['b'])]]))).toBe(basis(new Map([['a', new Set(['b'])]])));
    expect(basis(new Map([['a', new Set(['b'])]]))).not.toBe(basis(new Map([['a', new Set()]])));
    expect(basis([undefined])).not.toBe(basis([null]));
  });
});

describe('a refresh', () => {
  it('holds what is asked for in each turn with all that it was made of, and nothing else', async () => {
    const database = await storeOf();
    const { times, tickers, report } = counted();
    const others = { count: 0 };
    const other = ({ facts }: Refresh) => {
      others.count += 1;
      return facts.all('news').length;
    };
    const refresh = beginRefresh(readFacts(database), TODAY);
    refresh.memo(other);
    for (let turn = 0; turn < 20; turn += 1) {
      expect(refresh.memo(report)).toBe('ABCQZ');
      refresh.forget();
    }
    expect(refresh.memo(tickers)).toEqual(['ABCQZ']);
    expect(times).toEqual({ tickers: 1, report: 1 });
    expect(refresh.memo(other)).toBe(0);
    expect(others.count).toBe(2);
  });
});
