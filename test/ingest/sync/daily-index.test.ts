import { describe, expect, it } from 'vitest';
import { secDailyIndex } from '../../../src/sources/sec-daily-index.ts';

const companies = { universe: [], hasMoved: false } as never;
const cusips = () => new Set<string>();
/** By default on the Tuesday after a weekend. */
const days = (cursor: string | undefined, moment = '2026-03-10T12:00:00Z') =>
  secDailyIndex
    .plan({
      cursorOf: () => cursor,
      now: Date.parse(moment),
      since: '2024-03-10',
      companies,
      cusips,
    })
    .map(({ version }) => version);

describe('the days whose filings are listed by night', () => {
  it('are the weekdays since the last one that was read', () => {
    expect(days('2026-03-05')).toEqual(['2026-03-09', '2026-03-06']);
    expect(days('2026-03-09')).toEqual([]);
  });

  it('are over in New York, where it is Monday until 04:00 on Tuesday in UTC', () => {
    expect(days('2026-03-05', '2026-03-10T03:59:00Z')).toEqual(['2026-03-06']);
    expect(days('2026-03-05', '2026-03-10T04:00:00Z')).toEqual(['2026-03-09', '2026-03-06']);
  });

  it('are the newest alone where none was read, and of ten days at most', () => {
    expect(days(undefined)).toEqual(['2026-03-09']);
    expect(days(undefined, '2026-03-09T12:00:00Z')).toEqual(['2026-03-06']);
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
