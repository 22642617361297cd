import { beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/store/database.ts';
import {
  type DateMove,
  type DateQuery,
  dateNotices,
  writeDateMoves,
} from '../../src/store/date-moves.ts';
import { tablesOf } from '../../src/store/served-tables.ts';
import { fdaCalendar } from '../../tools/fda-intelligence/fda-calendar.ts';
import { cashRunway } from '../../tools/financial-health/cash-runway.ts';

const move = (subject: string, moved_on: string, from: string, to: string): DateMove => ({
  ...{ subject, moved_on, moved_from: from, moved_to: to },
  is_decision: false,
});
const column = { field: 'formattedDate', as: 'value' } as const;

let database: Database;
beforeEach(async () => {
  database = await openDatabase(':memory:', []);
});

function stored(...moves: readonly (readonly DateMove[] | undefined)[]): void {
  writeDateMoves(database, fdaCalendar, moves, 'main');
  const { search } = tablesOf(fdaCalendar);
  database.exec(`CREATE TABLE ${search} (position INTEGER, kind TEXT)`);
  moves.forEach((_, at) => {
    database.prepare(`INSERT INTO ${search} VALUES (?, ?)`).run(at, at % 2 ? 'odd' : 'even');
  });
}

const told = (asked: Partial<DateQuery> = {}) =>
  dateNotices(database, fdaCalendar, {
    ...{ asOf: '2026-01-31', positions: [0], bounds: [], constraints: [], others: [] },
    ...{ isFirstPage: true, ...asked },
  });

describe('a date that was another one on a day', () => {
  it('is reported for the records of a page, with each move after that day', () => {
    stored(
      [
        move('ABCQZ drug', '2026-01-31', '2026-05-01', '2026-06-01'),
        move('ABCQZ drug', '2026-02-01', '2026-06-01', '2026-07-01'),
      ],
      [move('Other', '2026-02-02', '2026-06-01', '2026-07-01')],
    );
    expect(told()).toEqual([
      'ABCQZ drug was 2026-06-01 on 2026-01-31; it moved to 2026-07-01 on 2026-02-01.',
    ]);
    expect(told({ asOf: '2026-01-30' })).toEqual([
      'ABCQZ drug was 2026-05-01 on 2026-01-30; it moved to 2026-06-01 on 2026-01-31 and to 2026-07-01 on 2026-02-01.',
    ]);
    expect(told({ asOf: '2026-02-01' })).toEqual([]);
    expect(told({ positions: [0, 1] })).toHaveLength(2);
  });

  it('has not moved if the decision came early', () => {
    const early = (from: string) => ({
      ...move('ABCQZ drug: goal date', '2026-02-03', from, '2026-02-02'),
      is_decision: true,
    });
    const moved = move('ABCQZ drug: goal date', '2026-02-02', '2026-05-01', '2026-06-01');
    stored([early('2026-05-01')], [moved, early('2026-06-01')]);
    expect(told({ positions: [0, 1] })).toEqual([
      'ABCQZ drug: goal date was 2026-05-01 on 2026-01-31; it was decided early, on 2026-02-02.',
      'ABCQZ drug: goal date was 2026-05-01 on 2026-01-31; it moved to 2026-06-01 on 2026-02-02 and was decided early, on 2026-02-02.',
    ]);
  });

  it('is not told where it has come back, nor of what is asked of others', () => {
    stored(
      [
        move('Back', '2026-02-01', '2026-05-01', '2026-06-01'),
        move('Back', '2026-02-02', '2026-06-01', '2026-05-01'),
      ],
      [move('Odd', '2026-02-02', '2026-06-01', '2026-07-01')],
    );
    expect(told()).toEqual([]);
    const others = [{ sql: 'kind = ?', values: ['odd'] }] as unknown as DateQuery['others'];
    expect(told({ positions: [0, 1], others })).toEqual([
      'Odd was 2026-06-01 on 2026-01-31; it moved to 2026-07-01 on 2026-02-02.',
    ]);
  });

  it('is reported for ten records, and the others are counted', () => {
    const moves = (count: number) =>
      Array.from({ length: count }, (_, at) => [
        move(`R${at}`, '2026-02-01', '2026-05-01', '2026-06-01'),
      ]);
    stored(...moves(12));
    const places = (count: number) => ({ positions: Array.from({ length: count }, (_, at) => at) });
    expect(told(places(10))).toHaveLength(10);
    expect(told(places(11)).slice(9)).toEqual([
      'R9 was 2026-05-01 on 2026-01-31; it moved to 2026-06-01 on 2026-02-01.',
      '1 more record had another date on 2026-01-31.',
    ]);
    expect(told(places(12)).at(-1)).toBe('2 more records had another date on 2026-01-31.');
  });

  it('says of what was dated seventy characters', () => {
    stored([move('x'.repeat(71), '2026-02-01', '2026-05-01', '2026-06-01')]);
    expect(told()[0]).toMatch(/^x{70} was /);
  });
});

describe('a record that has left the requested dates', () => {
  const may = { is: 'at most', column, value: '2026-05-31' } as const;
  const out =
    'ABCQZ was 2026-05-01 on 2026-01-31; it moved to 2026-06-01 on 2026-02-01, now out of range.';
  beforeEach(() => stored([move('ABCQZ', '2026-02-01', '2026-05-01', '2026-06-01')]));
  const left = (asked: Partial<DateQuery>) => told({ positions: [], ...asked });

  it('is reported on the first page if dates are requested', () => {
    expect(left({ bounds: [may] })).toEqual([out]);
    expect(left({ bounds: [may], isFirstPage: false })).toEqual([]);
    expect(left({ bounds: [] })).toEqual([]);
  });

  it.each([
    // The condition on the date: May matches and June does not.
    [{ is: 'equal', column, value: '2026-05-01' }, true],
    [{ is: 'equal', column, value: '2026-06-01' }, false],
    [{ is: 'at least', column, value: '2026-05-01' }, false],
    [{ is: 'at least', column, value: '2026-05-02' }, false],
    [{ is: 'at most', column, value: '2026-05-01' }, true],
    [{ is: 'at most', column, value: '2026-04-30' }, false],
    [{ is: 'at most', column, value: '2026-06-01' }, false],
    [{ is: 'above', column, value: '2026-04-30' }, false],
    [{ is: 'below', column, value: '2026-06-01' }, true],
    [{ is: 'below', column, value: '2026-06-02' }, false],
    [{ is: 'below', column, value: '2026-05-01' }, false],
    [{ is: 'one of', column, values: ['2026-05-01', '2026-05-02'] }, true],
    [{ is: 'one of', column, values: ['2026-05-01', '2026-06-01'] }, false],
    [{ is: 'starting with', column, value: '2026-05' }, true],
    [{ is: 'starting with', column, value: '2026' }, false],
  ] as const)('by %j: %s', (bound, isOut) => {
    expect(left({ bounds: [bound] })).toEqual(isOut ? [out] : []);
  });

  it('may have left what the endpoint shows, and counts for none that it did not show then', () => {
    const since = { is: 'at least', column, value: '2026-01-01' } as const;
    const until = { is: 'at most', column, value: '2026-05-31' } as const;
    expect(left({ bounds: [since], constraints: [until] })).toEqual([out]);
    expect(left({ bounds: [since], constraints: [since] })).toEqual([]);
  });
});

it('nothing is written for an endpoint without a date that may move', () => {
  writeDateMoves(database, cashRunway, [], 'main');
  expect(database.prepare('SELECT count(*) AS count FROM sqlite_schema').get()).toEqual({
    count: 0,
  });
});
