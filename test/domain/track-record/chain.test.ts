import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../src/base/sha256.ts';
import { shiftDays } from '../../../src/domain/dates.ts';
import {
  nextSheets,
  readChain,
  type StoredSheet,
  scoredOf,
  toolFor,
} from '../../../src/domain/track-record/chain.ts';
import { kindNames, type NewLine } from '../../../src/domain/track-record/kinds.ts';
import { scoresOn } from '../../../src/domain/track-record/scores.ts';

const goal = (subject: string, day: string): NewLine => ({
  kind: 'goal_date',
  subject,
  ticker: `${subject}QZ`,
  goal: day,
  method: 'stated',
});
const truth = (subject: string, happened_on: string, result = 'approved'): NewLine => ({
  kind: 'goal_date',
  subject,
  ticker: `${subject}QZ`,
  happened_on,
  result,
});
/** Returns the stored entries (sheets) of the given days. */
function frozen(days: Readonly<Record<string, readonly NewLine[]>>): readonly StoredSheet[] {
  const stored: StoredSheet[] = [];
  for (const [day, lines] of Object.entries(days)) {
    const stated = { day, program: '1.0.0', revisions: 'r', nonce: () => day };
    stored.push(...nextSheets(readChain(stored, sha256), lines, stated, sha256));
  }
  return stored;
}
/** Returns the stored entries (sheets) of one kind of forecast. */
const sheetsOf = (stored: readonly StoredSheet[], kind: string) =>
  stored.filter(({ header }) => JSON.parse(header).kind === kind);

describe('a chain of sheets', () => {
  const stored = frozen({
    '2026-01-02': [goal('A', '2026-03-14'), goal('B', '2026-04-01')],
    '2026-01-03': [goal('A', '2026-03-14'), goal('B', '2026-05-01'), truth('X', '2025-12-01')],
    '2026-03-11': [truth('A', '2026-03-10')],
    '2026-03-12': [truth('A', '2026-03-09')],
    '2026-03-13': [],
  });

  it('lists what is new, changed, withdrawn or corrected', () => {
    expect(stored).toHaveLength(5 * kindNames.length);
    const goals = sheetsOf(stored, 'goal_date');
    expect(goals.map(({ sheet }) => sheet.split('\n').filter(Boolean))).toEqual([
      [
        '{"subject":"A","ticker":"AQZ","goal":"2026-03-14","method":"stated"}',
        '{"subject":"B","ticker":"BQZ","goal":"2026-04-01","method":"stated"}',
      ],
      // The event X has no entry, because it was never forecast.
      ['{"subject":"B","ticker":"BQZ","goal":"2026-05-01","method":"stated"}'],
      [
        '{"subject":"A","ticker":"AQZ","happened_on":"2026-03-10","result":"approved","learned_on":"2026-03-11"}',
        '{"subject":"A","withdrawn":true}',
        '{"subject":"B","withdrawn":true}',
      ],
      [
        '{"subject":"A","ticker":"AQZ","happened_on":"2026-03-09","result":"approved","learned_on":"2026-03-12","supersedes":20}',
      ],
      // A stored outcome is not withdrawn if its source no longer states it.
      [],
    ]);
  });

  it('links each header to its sheet and to the header before', () => {
    const [first, second] = stored.map(({ header }) => JSON.parse(header));
    expect(first).toEqual({
      seq: 1,
      day: '2026-01-02',
      kind: 'approval',
      program: '1.0.0',
      revisions: 'r',
      sheet: sha256(stored[0]!.sheet),
      previous: null,
    });
    expect(second.previous).toBe(sha256(stored[0]!.header));
    expect(readChain(stored, sha256)).toHaveLength(stored.length);
    // The published hash of a line.
    expect(sha256('{"subject":"c1","goal":"2026-03-14"}\n')).toBe(
      '2e56d348804db5e1a45dda1fdffbe04b66719e0dde8f50a2c3f38b1a122075e9',
    );
  });

  it('is not continued while the clock is behind the newest sheet', () => {
    const chain = readChain(stored, sha256);
    for (const day of ['2026-03-13', '2026-03-12', '2020-01-01']) {
      const stated = { day, program: '1.0.0', revisions: 'r', nonce: () => day };
      expect(nextSheets(chain, [], stated, sha256)).toEqual([]);
    }
  });

  const changed = (at: number, more: Partial<StoredSheet>) =>
    stored.map((one, index) => (index === at ? { ...one, ...more } : one));
  it.each([
    ['a byte of a sheet', changed(3, { sheet: stored[3]!.sheet.replace('03', '04') }), 'sheet 4'],
    ['a byte of a header', changed(2, { header: `${stored[2]!.header} ` }), 'sheet 3'],
    ['a missing sheet', stored.toSpliced(1, 1), 'sheet 2'],
    ['swapped sheets', [stored[1]!, stored[0]!, ...stored.slice(2)], 'sheet 1'],
  ])('that has %s is refused', (_, other, place) => {
    expect(() => readChain(other, sha256)).toThrow(`${place} of the record is damaged: `);
  });
});

describe('the events of a chain', () => {
  it('have on each day the forecast of that day, and none on a day without a sheet', () => {
    const days: Record<string, NewLine[]> = {};
    for (let day = '2026-01-01'; day <= '2026-06-30'; day = shiftDays(day, 1)) {
      if (day === '2026-02-08') continue;
      if (day >= '2026-03-20') days[day] = [truth('A', '2026-03-10', 'refused')];
      else days[day] = [goal('A', day < '2026-02-01' ? '2026-03-01' : '2026-03-14')];
    }
    const chain = readChain(frozen(days), sha256);
    const [event] = scoredOf(chain).events;
    const goalOn = (day: string) => event!.on(day)?.goal ?? null;
    expect(['2025-12-31', '2026-01-31', '2026-02-01', '2026-02-08'].map(goalOn)).toEqual([
      ...[null, '2026-03-01', '2026-03-14', null],
    ]);
    expect(event!.truth).toMatchObject({ happened_on: '2026-03-10', learned_on: '2026-03-20' });
    const scores = scoresOn(scoredOf(chain), '2026-06-30', sha256);
    const days_from_goal = scores.filter(({ metric }) => metric === 'days_from_goal');
    expect(scores[0]).toMatchObject({ gap_days: 1, head: chain.at(-1)!.head });
    // No entry was stored 30 days before the decision, and no entry existed 90 days before the
    // decision.
    expect(days_from_goal.map(({ horizon_days, n, value }) => [horizon_days, n, value])).toEqual([
      [90, 0, null],
      [30, 0, null],
      [1, 1, -4],
    ]);
  });
});

describe('approvals of companies in scope', () => {
  const listed = (ticker: string): NewLine => ({
    kind: 'universe',
    subject: ticker,
    ticker,
    method: 'listed',
  });
  const approved = (subject: string, ticker: string, goals: readonly string[]): NewLine => ({
    kind: 'universe',
    subject,
    ticker,
    happened_on: '2026-03-10',
    result: 'approved',
    goals,
  });

  it('count as found if a goal date was in effect before', () => {
    const days: Record<string, NewLine[]> = {};
    for (let day = '2026-01-01'; day <= '2026-06-30'; day = shiftDays(day, 1)) {
      // The company CQZ was never in the list of companies.
      const known = [approved('NDA1', 'AQZ', ['A']), approved('NDA2', 'BQZ', [])];
      Object.assign(known[1]!, { date_stated_on: '2026-02-08' });
      const own = [...known, approved('NDA3', 'CQZ', [])];
      const ahead = [goal('A', '2026-03-14')];
      days[day] = [listed('AQZ'), listed('BQZ'), ...(day < '2026-03-10' ? ahead : own)];
    }
    const scores = scoresOn(scoredOf(readChain(frozen(days), sha256)), '2026-06-30', sha256);
    const recall = scores.filter((one) => one.metric === 'recall_pct' && one.horizon_days === 30);
    expect(recall).toMatchObject([
      { kind: 'universe', slice: 'all', n: 2, value: 50 },
      // A text stated the goal date of the second approval, which the calendar lacked.
      { kind: 'universe', slice: 'date_stated', n: 1, value: 0 },
    ]);
  });
});

describe('sheets of forecasts that Basic does not serve', () => {
  const target = (ticker: string, percentile: number, goal: string): NewLine => ({
    kind: 'takeover',
    subject: ticker,
    ticker,
    goal,
    percentile,
    method: 't/1',
  });
  const days = {
    '2026-01-01': [target('AQZ', 95, '2027-01-01'), target('BQZ', 40, '2027-01-01')],
    '2026-01-02': [target('AQZ', 96, '2027-01-02'), target('BQZ', 41, '2027-01-02')],
    '2026-02-01': [target('AQZ', 97, '2027-02-01')],
  };
  const all = frozen(days);
  const sheets = sheetsOf(all, 'takeover');

  it('are frozen once a month and end with random text', () => {
    expect(sheets.map(({ sheet }) => sheet.split('\n').length - 1)).toEqual([3, 0, 3]);
    expect(sheets[0]!.sheet).toContain('{"nonce":"2026-01-01"}');
    expect(sheets[2]!.sheet).toContain('{"subject":"BQZ","withdrawn":true}');
  });

  it('need the plan of their tool until all their forecasts are due', () => {
    // 60 days after January 1, 2027.
    expect(toolFor(sheets[0]!, '2027-03-01')).toBe('ma_targets');
    expect(toolFor(sheets[0]!, '2027-03-02')).toBeUndefined();
    expect(toolFor(sheets[1]!, '2026-01-02')).toBeUndefined();
    expect(toolFor(sheetsOf(all, 'goal_date')[0]!, '2026-01-01')).toBeUndefined();
  });

  it('may be withheld; sheets of other kinds may not', () => {
    const without = (kind: string) =>
      all.map((one) => (JSON.parse(one.header).kind === kind ? { ...one, sheet: null } : one));
    const chain = readChain(without('takeover').with(13, all[13]!), sha256);
    expect(scoredOf(chain).kinds).toEqual(kindNames.filter((kind) => kind !== 'takeover'));
    expect(() => readChain(without('goal_date'), sha256)).toThrow(
      'sheet 4 of the record is damaged: the sheet is withheld',
    );
  });

  it('cannot contain a line of another form', () => {
    const wrong = { '2026-01-01': [target('AQZ', 95, 'next year')] };
    expect(() => frozen(wrong)).toThrow();
    const sheet = '{"subject":"A","method":"t/1"}\n';
    const stated = { seq: 1, day: '2026-01-01', kind: 'takeover', previous: null };
    const header = JSON.stringify({ ...stated, sheet: sha256(sheet) });
    const other = [{ head: sha256(header), header, sheet }];
    expect(readChain(other, sha256)).toHaveLength(1);
    expect(() => readChain(other, sha256, [], true)).toThrow('sheet 1 of the record is damaged: ');
    expect(readChain(all, sha256, [], true)).toHaveLength(all.length);
  });
});
