import { describe, expect, it } from 'vitest';
import {
  type HostState,
  holdIn,
  isSlowIn,
  minuteText,
  withAnswer,
  withBlock,
  withoutOldBlock,
  withPause,
  withRequest,
} from '../../../src/ingest/sync/host-state.ts';
import { cboe, openFda, yahoo } from '../../../src/sources/hosts.ts';

const now = Date.parse('2026-03-10T12:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const contact = 'dev@zorbiva-capital.com';

const state = (more: Partial<HostState> = {}): HostState => ({
  name: 'h',
  day: '2026-03-10',
  requests: 5,
  bytes: 70,
  paused_until: 0,
  slow_until: 0,
  strikes: 0,
  down_since: null,
  blocked: null,
  blocked_contact: null,
  ...more,
});

describe('a host is held', () => {
  const hold = (more: Partial<HostState>, rule = cboe) => holdIn(state(more), rule, now, contact);

  it('while it is paused, for a day at most', () => {
    expect(hold({ paused_until: now + 1 })).toEqual({ until: now + 1, why: 'paused' });
    expect(hold({ paused_until: now })).toBeUndefined();
    expect(hold({ paused_until: now + DAY })).toEqual({ until: now + DAY, why: 'paused' });
    // The clock was moved.
    expect(hold({ paused_until: now + DAY + 1 })).toBeUndefined();
  });

  it('while it refuses this contact, and not another', () => {
    const blocked = { blocked: 'r', blocked_contact: contact, paused_until: now + HOUR };
    expect(hold(blocked)).toEqual({ until: now + HOUR, why: 'blocked' });
    expect(hold({ ...blocked, paused_until: now + 2 * DAY })).toEqual({
      until: now + DAY,
      why: 'blocked',
    });
    expect(hold({ ...blocked, paused_until: now })).toBeUndefined();
    expect(hold({ ...blocked, blocked_contact: 'other' })?.why).toBe('paused');
    expect(holdIn(state({ ...blocked, blocked_contact: null }), cboe, now, undefined)?.why).toBe(
      'blocked',
    );
  });

  it('once the requests of its day are spent, until the next (UTC)', () => {
    const rule = openFda(false);
    expect(hold({ requests: 899 }, rule)).toBeUndefined();
    expect(hold({ requests: 900 }, rule)).toEqual({
      until: Date.parse('2026-03-11T00:00:00Z'),
      why: 'quota',
    });
    expect(hold({ requests: 900, day: '2026-03-09' }, rule)).toBeUndefined();
    // A clock that was set back opens no new day.
    expect(hold({ requests: 900, day: '2026-03-11' }, rule)?.why).toBe('quota');
    expect(hold({ requests: 1_000_000 })).toBeUndefined();
  });
});

describe('what a host is known for', () => {
  it('counts requests by the day, and bytes', () => {
    expect(withRequest(state(), now)).toEqual(state({ requests: 6 }));
    const before = state({ day: '2026-03-09' });
    expect(withRequest(before, now)).toEqual(state({ requests: 1, bytes: 0 }));
    const later = state({ day: '2026-03-11' });
    expect(withRequest(later, now)).toEqual({ ...later, requests: 6 });
    expect(withAnswer(state({ strikes: 3, blocked: 'r' }), 30)).toEqual(state({ bytes: 100 }));
  });

  it('is paused as long as it asks for, else a minute, doubled to an hour', () => {
    const paused = (more: Partial<HostState>, milliseconds?: number, rule = cboe) =>
      withPause(state(more), rule, now, { milliseconds, slowly: false });
    expect(paused({}, 5_000)).toEqual(state({ paused_until: now + 5_000, strikes: 1 }));
    expect(paused({})).toEqual(state({ paused_until: now + MINUTE, strikes: 1 }));
    expect(paused({ strikes: 1 }).paused_until).toBe(now + 2 * MINUTE);
    expect(paused({ strikes: 5 }).paused_until).toBe(now + 32 * MINUTE);
    expect(paused({ strikes: 6 })).toEqual(state({ paused_until: now + HOUR, strikes: 7 }));
    expect(paused({}, 5_000, yahoo).paused_until).toBe(now + DAY);
  });

  it('takes several answers to one burst for one strike, and the longest pause', () => {
    const burst = state({ paused_until: now + HOUR, strikes: 1 });
    const again = (milliseconds: number) =>
      withPause(burst, cboe, now, { milliseconds, slowly: false });
    expect(again(5_000)).toEqual(burst);
    expect(again(2 * HOUR)).toEqual({ ...burst, paused_until: now + 2 * HOUR });
    const over = state({ paused_until: now, strikes: 1 });
    expect(withPause(over, cboe, now, { milliseconds: 5_000, slowly: false })).toMatchObject({
      paused_until: now + 5_000,
      strikes: 2,
    });
  });

  it('is asked at half the pace for an hour after the pause', () => {
    const slow = withPause(state(), cboe, now, { milliseconds: HOUR, slowly: true });
    expect(slow.slow_until).toBe(now + 2 * HOUR);
    expect(withPause(slow, cboe, now, { milliseconds: 1, slowly: false }).slow_until).toBe(
      now + 2 * HOUR,
    );
    expect([isSlowIn(slow, now), isSlowIn(slow, now + 2 * HOUR)]).toEqual([true, false]);
    expect(isSlowIn(state({ slow_until: now + DAY }), now)).toBe(true);
    expect(isSlowIn(state({ slow_until: now + DAY + 1 }), now)).toBe(false);
  });

  it('is left alone for a day once it refuses, until another contact is given', () => {
    const blocked = withBlock(state(), now, 'refuses', contact);
    expect(blocked).toEqual(
      state({ blocked: 'refuses', blocked_contact: contact, paused_until: now + DAY }),
    );
    expect(withBlock(state(), now, 'refuses', undefined).blocked_contact).toBeNull();
    expect(withoutOldBlock(blocked, contact)).toBe(blocked);
    expect(withoutOldBlock(blocked, 'other')).toEqual({
      ...blocked,
      blocked: null,
      paused_until: 0,
    });
    expect(withoutOldBlock(blocked, undefined).blocked).toBeNull();
    const open = state({ paused_until: now + 5 });
    expect(withoutOldBlock(open, 'other')).toBe(open);
  });
});

it.each([
  ['2026-11-23T15:56:00.000Z', '2026-11-23T15:56Z'],
  ['2026-11-23T15:56:00.001Z', '2026-11-23T15:57Z'],
  ['2026-12-31T23:59:31.000Z', '2027-01-01T00:00Z'],
])('%s has come by the minute %s', (moment, minute) => {
  expect(minuteText(Date.parse(moment))).toBe(minute);
});
