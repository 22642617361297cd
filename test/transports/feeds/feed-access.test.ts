import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { FeedToken } from '../../../src/service/access/feed-tokens.ts';
import { createCalendars } from '../../../src/transports/feeds/calendars.ts';
import { createFeeds, openFeed } from '../../../src/transports/feeds/feed-links.ts';

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
const row = (token: string, more: Partial<FeedToken> = {}) =>
  ({
    ...{ token_hash: hashOf(token), account: 'anna', plan: 'pro', created: '2026-03-10' },
    ...{ filter: '{"tickers":["ABCQZ"]}', ...more },
  }) as FeedToken;

describe('the feeds of accounts', () => {
  function feeds(accepts = true) {
    const admin = {
      list: vi.fn(async () => [row('a'), row('b', { filter: '{}', account: 'ben' })]),
      create: vi.fn(async () => accepts),
      revoke: vi.fn(async () => {}),
    };
    return { admin, feeds: createFeeds(admin as never) };
  }

  it('are shown without their tokens, by the start of their hash', async () => {
    expect(await feeds().feeds.list()).toEqual([
      {
        ...{ id: hashOf('a').slice(0, 10), account: 'anna', created: '2026-03-10' },
        filter: { tickers: ['ABCQZ'] },
      },
      { id: hashOf('b').slice(0, 10), account: 'ben', created: '2026-03-10', filter: {} },
    ]);
  });

  it('have a token each, of which a hash is kept, fifty an account', async () => {
    const { admin, feeds: made } = feeds();
    const filter = { tickers: ['ABCQZ'], catalyst: 'PDUFA Date' };
    const token = await made.create('anna', filter, '2026-03-10');
    expect(token).toMatch(/^feed_[\w-]{32}$/);
    expect(await made.create('anna', filter, '2026-03-10')).not.toBe(token);
    const kept = { account: 'anna', filter: JSON.stringify(filter), created: '2026-03-10' };
    expect(admin.create.mock.calls[0]).toEqual([{ ...kept, token_hash: hashOf(token!) }, 50]);
    expect(await feeds(false).feeds.create('anna', {}, '2026-03-10')).toBeUndefined();
  });

  it('are revoked by what is shown of them', async () => {
    const { admin, feeds: made } = feeds();
    expect(await made.revoke(hashOf('b').slice(0, 10))).toBe(true);
    expect(admin.revoke.mock.calls).toEqual([[hashOf('b')]]);
    expect(await made.revoke('unknown')).toBe(false);
    expect(admin.revoke).toHaveBeenCalledOnce();
  });
});

describe('a token', () => {
  const account = { name: 'anna', plan: 'pro' };
  const opening = (feed: FeedToken | undefined, found: object | undefined) => {
    const asked: string[] = [];
    const accounts = {
      feed: (hash: string) => {
        asked.push(hash);
        return feed;
      },
      named: (name: string) => (name === 'anna' ? found : undefined),
    };
    const open = () => openFeed(accounts as never, 'token');
    return { open, asked };
  };

  it('opens its own feed, as its account', () => {
    const { open, asked } = opening(row('token'), account);
    expect(open()).toEqual({ credential: { account }, filter: { tickers: ['ABCQZ'] } });
    expect(asked).toEqual([hashOf('token')]);
  });

  it.each([
    ['is unknown', undefined, account],
    ['is of an account that is gone', row('token'), undefined],
    ['is of another plan', row('token', { plan: 'basic' } as never), account],
  ])('is rejected if it %s', (_, feed, found) => {
    expect(opening(feed, found).open).toThrow(expect.objectContaining({ status: 404 }));
  });

  it('of the demo opens all of the demo, and looks for no account', () => {
    expect(openFeed({} as never, 'demo')).toEqual({ credential: { key: 'demo' }, filter: {} });
  });
});

describe('a calendar', () => {
  const event = {
    ...{ ticker: 'ABCQZ', drugname: 'zelvotinib', catalyst: 'PDUFA Date' },
    ...{ formattedDate: '2027-03-15', catdate: '2027-03-15', createdDate: '2026/01/01' },
  };
  function calendars(keep: () => Promise<void>) {
    const warned: unknown[][] = [];
    const made = createCalendars({
      accounts: { revisions: { known: async () => [], keep } } as never,
      service: {
        answer: async () => ({
          ...{ records: [JSON.stringify(event)], pagination: { total: 1 } },
          ...{ source: { from: 'local store' }, endpoint: {} },
        }),
        source: () => ({ describe: () => ({ head: 'f00d' }) }),
      } as never,
      clock: () => Date.parse('2026-03-10T12:00:00Z'),
      log: { warn: (...words: unknown[]) => warned.push(words) } as never,
    });
    return { read: () => made.read('demo', 'https://x.invalid'), warned };
  }

  it('holds the events of its feed, and keeps what is new of them', async () => {
    const keep = vi.fn(async () => {});
    const { read, warned } = calendars(keep);
    const lines = (await read()).split('\r\n');
    expect(lines).toContain('SUMMARY:ABCQZ PDUFA Date: zelvotinib');
    expect(lines).toContain('X-WR-CALDESC:Newest hash (head) of https://x.invalid/record: f00d');
    expect(lines).toContain('DTSTAMP:20260310T120000Z');
    expect(lines).toContain('URL;VALUE=URI:https://x.invalid/ticker/ABCQZ');
    expect(keep).toHaveBeenCalledOnce();
    expect(warned).toEqual([]);
  });

  it('is shown also where nothing can be kept, which the log says', async () => {
    const full = new Error('full');
    const { read, warned } = calendars(() => Promise.reject(full));
    expect(await read()).toContain('BEGIN:VEVENT');
    expect(warned).toEqual([[{ err: full }, 'revisions of calendar events could not be saved']]);
  });
});
