import { describe, expect, it } from 'vitest';
import { beginRefresh, type Cutoffs, type Refresh } from '../../src/derive/refresh.ts';
import type { FactName } from '../../src/facts.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { factMigrations, writeFacts } from '../../src/store/facts-store.ts';
import { readFacts } from '../../src/store/read-facts.ts';

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
