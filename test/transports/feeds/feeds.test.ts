import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { createFeeds, type FeedFilter } from '../../../src/transports/feeds/feed-links.ts';
import { fileIn, runCommand, serveOn, temporaryFolder } from '../../support/mcp.ts';
import { fixedClock, startApp, useApp } from '../../support/start-app.ts';
import { manyFilings, today } from '../../support/universe.ts';

const started = useApp();

/** Creates a feed of an account like `feeds create`. */
async function feedOf(account: string, filter: FeedFilter = {}): Promise<string> {
  const token = await createFeeds(started.accounts.feeds).create(account, filter, today);
  if (token === undefined) throw new Error(`no feed for ${account}`);
  return token;
}

const fetchFeed = (token: string, base = started.base) =>
  fetch(`${base}/feeds/${token}/calendar.ics`);

async function eventsOf(token: string, base = started.base) {
  const response = await fetchFeed(token, base);
  expect(response.status).toBe(200);
  return read(await response.text());
}

/** Parses the events of a calendar with an independent library. */
function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    return {
      uid: event.uid,
      start: event.startDate.toString(),
      isDay: event.startDate.isDate,
      summary: event.summary,
      description: event.description,
      sequence: Number(event.sequence),
      url: component.getFirstPropertyValue('url')?.toString(),
      revised: component.getFirstPropertyValue('last-modified')?.toString(),
    };
  });
}

describe('a calendar feed', () => {
  it('shows the coming events of its tickers, each on its day, nearest first', async () => {
    started.createKey({ name: 'anna' });
    const events = await eventsOf(await feedOf('anna', { tickers: ['ACME', 'BOLT'] }));
    expect(events.map(({ start, isDay, summary }) => [start, isDay, summary])).toEqual([
      ['2026-03-10', true, 'ACME PDUFA Date: Acmezumab (AC-101)'],
      ['2026-05-31', true, 'BOLT NDA Filing: boltinib (May 2026)'],
      ['2026-12-31', true, 'ACME Phase 3 Readout: ACMEZUMAB (Q4 2026)'],
    ]);
    // A description leaves out fields that the event does not have.
    for (const { description } of events) expect(description).not.toContain('Cash_and_Cash');
    expect(events[2]).toMatchObject({
      url: `${started.base}/ticker/ACME`,
      sequence: 0,
      revised: '2026-03-10T12:00:00Z',
    });
    expect(events[1]?.description).toMatch(
      /^Bolt & Co\. \(Holdings\) · Non-small cell lung cancer · Phase 3\n/,
    );
    expect(events[1]?.description).toContain('Source: local store, as of 2026-03-10.');
  });

  it('has the media type of a calendar and is not cached by proxies', async () => {
    const { headers } = await fetchFeed(await feedOf('anna', { tickers: ['ACME'] }));
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(headers.get('cache-control')).toBe('private, no-cache');
  });
});

describe('the token of a feed', () => {
  const statusOf = async (token: string) => (await fetchFeed(token)).status;

  it('opens that feed and nothing else, and no key opens a feed', async () => {
    const key = started.createKey({ name: 'berta' });
    const token = await feedOf('berta');
    expect(token).toMatch(/^feed_[\w-]{32}$/);
    expect(await statusOf(token)).toBe(200);
    expect((await started.ask('/fdacalendar', {}, token)).status).toBe(401);
    for (const other of [key, 'nothing', 'demo'] as const) {
      expect([other, (await statusOf(other)) >= 400]).toEqual([other, true]);
    }
    expect((await fetch(`${started.base}/feeds/${token}/other.ics`)).status).toBe(404);
  });

  it('is held while its account is paused or expired', async () => {
    started.createKey({ name: 'carla' });
    const token = await feedOf('carla');
    started.accounts.setState('carla', 'paused');
    expect(await statusOf(token)).toBe(403);
    started.accounts.setState('carla', 'active');
    expect(await statusOf(token)).toBe(200);
    started.createKey({ name: 'past', expires: '2026-03-09' });
    expect(await statusOf(await feedOf('past'))).toBe(403);
  });

  it('shows what the bundle of its account reaches', async () => {
    started.createKey({ name: 'fanny', bundle: ['Market Signals'] });
    expect(await statusOf(await feedOf('fanny'))).toBe(403);
  });

  it('is in no log', async () => {
    const lines: unknown[] = [];
    const log = { error: (...words: unknown[]) => lines.push(words), warn() {}, info() {} };
    const own = await startApp({ log: log as never });
    own.createKey({ name: 'hanna' });
    const token = (await createFeeds(own.accounts.feeds).create('hanna', {}, today)) ?? '';
    own.accounts.use((database) => database.exec('DROP TABLE feed_events'));
    expect((await fetchFeed(token, own.base)).status).toBe(500);
    expect(JSON.stringify(lines)).toContain('/feeds/…');
    expect(JSON.stringify(lines)).not.toContain(token);
    await own.close();
  });
});

describe('feeds', () => {
  const catalyst = (formattedDate: string) => ({
    _id: 'one',
    ticker: 'MOVQZ',
    drugname: 'movimab',
    catalyst: 'PDUFA Date',
    catdate: formattedDate,
    formattedDate,
    createdDate: '2026/01/01',
  });

  it('are created, shown and revoked by commands; a moved date updates its event', async () => {
    const dataDir = temporaryFolder();
    const run = (...words: string[]) => runCommand(dataDir, words);
    const importing = (date: string, name: string) =>
      run('import', 'catalysts', fileIn(dataDir, name, [catalyst(date)]));
    expect((await importing('2026-06-01', 'a.json')).code).toBe(0);
    await run('keys', 'create', '--account', 'anna', '--plan', 'basic');
    expect((await run('feeds', 'list')).stdout).toBe('No feeds yet.\n');
    const unknown = await run('feeds', 'create', '--account', 'anna', '--tickers', 'MOVQZ,MOVQX');
    expect(unknown).toEqual({
      code: 2,
      stdout: '',
      stderr: 'Unknown ticker "MOVQX". Did you mean MOVQZ?\n',
    });
    const made = await run('feeds', 'create', '--account', 'anna', '--tickers', 'movqz');
    expect(made.stdout).toMatch(/^\/feeds\/feed_[\w-]{32}\/calendar\.ics\n$/);
    const [, , token = ''] = made.stdout.split('/');
    const listed = (await run('feeds', 'list')).stdout;
    expect(listed).toMatch(/anna +│ MOVQZ +│ all +│ 2026-03-10/);
    expect(listed).not.toContain(token);

    const server = await serveOn(dataDir);
    const [before] = await eventsOf(token, server.base);
    expect(before).toMatchObject({ start: '2026-06-01', sequence: 0 });
    expect((await eventsOf(token, server.base))[0]).toEqual(before);
    await importing('2026-09-01', 'b.json');
    const [moved] = await eventsOf(token, server.base);
    expect(moved).toMatchObject({ uid: before?.uid, start: '2026-09-01', sequence: 1 });
    await server.close();

    // Another process, one day later, knows this move and the next one.
    const later = await serveOn(dataDir, { clock: () => fixedClock() + 86_400_000 });
    expect((await eventsOf(token, later.base))[0]).toMatchObject({ sequence: 1 });
    await importing('2026-08-15', 'c.json');
    expect((await eventsOf(token, later.base))[0]).toMatchObject({
      uid: before?.uid,
      start: '2026-08-15',
      sequence: 2,
      revised: '2026-03-11T12:00:00Z',
    });
    const [id = ''] = /[0-9a-f]{10}/.exec(listed) ?? [];
    expect((await run('feeds', 'revoke', '--feed', id)).code).toBe(0);
    expect((await fetchFeed(token, later.base)).status).toBe(404);
    expect((await run('feeds', 'revoke', '--feed', id)).code).toBe(2);
    await later.close();
  });

  it('are open to everybody over the demo, at the address of its key', async () => {
    const demo = await startApp({ as: 'demo' });
    const events = await eventsOf('demo', demo.base);
    expect(events).toHaveLength(manyFilings + 4);
    expect(events[0]?.description).toContain('is fictional');
    await demo.close();
  });
});
