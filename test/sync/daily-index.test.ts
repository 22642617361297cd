import { describe, expect, it } from 'vitest';
import { secDailyIndex } from '../../src/sync/sources/sec-daily-index.ts';

const companies = { universe: [], hasMoved: false } as never;
/** The Tuesday after a weekend; Eastern time is behind UTC. */
const now = Date.parse('2026-03-10T12:00:00Z');
const cusips = () => new Set<string>();
const days = (cursor: string | undefined) =>
  secDailyIndex
    .plan({ cursor, now, since: '2024-03-10', companies, cusips })
    .map(({ version }) => version);

describe('the days whose filings are listed by night', () => {
  it('are the weekdays since the last one that was read', () => {
    expect(days('2026-03-05')).toEqual(['2026-03-09', '2026-03-06']);
    expect(days('2026-03-09')).toEqual([]);
  });

  it('are those of yesterday alone where none was read, and of ten days at most', () => {
    expect(days(undefined)).toEqual(['2026-03-09']);
    expect(days('2026-01-02')).toEqual([
      '2026-03-09',
      '2026-03-06',
      '2026-03-05',
      '2026-03-04',
      '2026-03-03',
      '2026-03-02',
    ]);
  });
});
