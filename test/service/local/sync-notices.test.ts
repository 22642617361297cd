import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { filesOf } from '../../../src/base/data-files.ts';
import { createSourceNotices, demoNotices } from '../../../src/service/local/source-notices.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { factMigrations } from '../../../src/store/facts-store.ts';
import { type Promises, writePromises } from '../../../src/store/promises.ts';
import { createKey, serveOn, temporaryFolder } from '../../support/mcp.ts';
import { fillStore } from '../../support/start-app.ts';
import { universe } from '../../support/universe.ts';

/** The test store was computed on this date. */
const now = Date.parse('2026-03-10T12:00:00Z');
const HOUR = 3_600_000;

const MINUTE = 60_000;

type SourcePromise = Promises['sources'][number];
const source = (more: Partial<SourcePromise> = {}): SourcePromise => ({
  name: 'clinicaltrials',
  title: 'ClinicalTrials.gov',
  fills: ['trials', 'trial_versions'],
  leads_to: [],
  promise: 36 * HOUR,
  as_of: '2026-03-01',
  succeeded_at: now - 37 * HOUR,
  failed_at: null,
  requests: 10,
  failed: 0,
  failed_since: null,
  ...more,
});
const prices = source({
  name: 'sec-fails',
  title: 'SEC: fails to deliver',
  fills: ['securities', 'prices'],
  promise: 144 * HOUR,
  succeeded_at: now - 144 * HOUR,
  as_of: null,
});

let dataDir: string;
beforeEach(() => {
  dataDir = temporaryFolder();
});

/** The report that the sync process saves. */
async function leave(said: Partial<Parameters<typeof writePromises>[1]>): Promise<void> {
  const database = await openDatabase(filesOf(dataDir).store, factMigrations);
  writePromises(database, {
    written_at: now,
    filled: null,
    is_offline: false,
    sources: [source(), prices],
    ...said,
  });
  database.close();
}

async function started() {
  let time = now;
  const server = await serveOn(dataDir, {
    settings: { CATALYST_LIMITS: 'off' },
    clock: () => time,
  });
  onTestFinished(() => server.close());
  return {
    ...server,
    pass(milliseconds: number) {
      time += milliseconds;
    },
    get: (path: string) => fetch(`${server.base}${path}`),
    async tool(name: string) {
      const answer = await server.app.toolbox
        .presenting({ structured: true })
        .callTool('owner', name, {});
      const { content, structuredContent } = JSON.parse(answer);
      const notices: string[] = structuredContent.notices ?? [];
      // The answer contains these notices in addition to its own notices.
      const ours = notices.filter((one) =>
        /as of|public sources|older than|more sources/.test(one),
      );
      return { text: content[0].text as string, notices: ours };
    },
  };
}

const late =
  'as of 2026-03-01: last updated from ClinicalTrials.gov at 2026-03-08T23:00Z, more than 36 h ago.';

describe('answers over a store that a sync fills', () => {
  it('say which of the kinds behind them are older than promised', async () => {
    await fillStore(filesOf(dataDir).store, universe);
    await leave({});
    const key = await createKey(dataDir);
    const { tool, get } = await started();
    const trials = await tool('catalyst_sync');
    expect(trials.notices).toEqual([`Trials ${late}`]);
    expect(trials.text).toContain(late);
    const rest = await get(`/api/v2/catalystsync?apiKey=${key}`);
    expect([rest.status, rest.headers.get('catalyst-notice')]).toEqual([200, `Trials ${late}`]);
    expect((await tool('news')).notices).toEqual([]);
  });

  it('stand in /readyz and on the page', async () => {
    await fillStore(filesOf(dataDir).store, universe);
    await leave({ filled: 0.5 });
    const { get } = await started();
    const ready = await (await get('/readyz')).json();
    expect(ready).toMatchObject({
      status: 'ready',
      records: {
        notices: [
          expect.stringContaining('(50% done)'),
          expect.stringContaining('as of 2026-03-01'),
        ],
      },
    });
    const page = await (await get('/')).text();
    expect(page).toContain('still running (50% done)');
    expect(page).toContain('as of 2026-03-01');
  });
});

const left = (more: Partial<Promises> = {}) =>
  JSON.stringify({ written_at: now, filled: null, sources: [source()], ...more });
const told = (text: string | undefined, collection?: string) =>
  createSourceNotices(() => text).of(collection, now, 'v1');

describe('a source that is late', () => {
  it('is told of all its kinds, or of those behind a collection', () => {
    expect(told(left())).toEqual([`Trials and trial versions ${late}`]);
    // Trial outcomes are computed from trials and their results. Base rates do not depend on past
    // versions of trials.
    expect(told(left(), 'clinicalTrialOutcomes')).toEqual([`Trials ${late}`]);
    expect(told(left(), 'decisions')).toEqual([]);
  });

  it.each([
    [{ succeeded_at: now - 36 * HOUR }, 0],
    [{ succeeded_at: now - 36 * HOUR - 1 }, 1],
    [{ succeeded_at: null }, 0],
    [{ fills: [] }, 0],
  ])('is one with %j: %i', (more, count) => {
    expect(told(left({ sources: [source(more)] }))).toHaveLength(count);
  });

  it('says the day of its last answer where its data bear none, and tenths of an hour', () => {
    const bare = source({ as_of: null, promise: 1.26 * HOUR, fills: ['prices'] });
    expect(told(left({ sources: [bare] }))).toEqual([
      'Prices as of 2026-03-08: last updated from ClinicalTrials.gov at 2026-03-08T23:00Z, more than 1.3 h ago.',
    ]);
  });

  it('is one that a clock which ran ahead has noted, so that nobody knows how late', () => {
    const ahead = (milliseconds: number) => source({ succeeded_at: now + milliseconds });
    expect(told(left({ sources: [ahead(3 * 24 * HOUR)] }))).toEqual([
      "Trials and trial versions may be out of date: the time of their last update from ClinicalTrials.gov is unknown, because this machine's clock was ahead (2026-03-13T12:00Z). A sync updates them.",
    ]);
    expect(told(left({ sources: [ahead(MINUTE)] }))).toEqual([]);
    expect(told(left({ sources: [ahead(MINUTE + 1)] }))).toHaveLength(1);
  });

  it('is named with two others, and more are counted', () => {
    const sources = (count: number) =>
      Array.from({ length: count }, (_, at) => source({ title: `S${at}` }));
    const three = told(left({ sources: sources(3) }));
    expect(three.map((one) => /from (S\d)/.exec(one)?.[1])).toEqual(['S0', 'S1', 'S2']);
    const five = told(left({ sources: sources(5) }));
    expect([five.length, five[3]]).toEqual([
      ...[4, '2 more sources are late, incomplete or never loaded: see `status`.'],
    ]);
  });
});

describe('a source that has never answered well', () => {
  const failed_at = now - 2 * HOUR;
  const never = source({ succeeded_at: null, failed_at, title: 'R', fills: ['fund_filings'] });

  it('is told, so that nothing found is not taken for nothing there', () => {
    expect(told(left({ sources: [never] }), 'hedgeFunds')).toEqual([
      'Fund filings have never been loaded from R; the last attempt failed at 2026-03-10T10:00Z (see `status`). An empty answer does not mean that no records exist.',
    ]);
  });

  it.each([
    ['of a kind that another source brings', [never, source({ fills: ['fund_filings'] })], null, 1],
    ['before it was tried', [{ ...never, failed_at: null }], null, 0],
    ['while the store fills', [never], 0.5, 1],
    ['of another kind', [never, source({ succeeded_at: now })], null, 1],
  ])('but not %s', (_, sources, filled, count) => {
    const notices = told(left({ sources, filled }));
    expect(notices).toHaveLength(count);
    const isTold = notices.some((one) => one.includes('have never been loaded from R'));
    expect(isTold).toBe(_ === 'of another kind');
  });
});

describe('a first fill', () => {
  const fill = (silent: number) =>
    told(left({ filled: 0.479, written_at: now - silent, sources: [] }));

  it('is told before late sources, and as ended five minutes after its last word', () => {
    const filling =
      'The first load from public sources is still running (47% done), so records may be missing.';
    expect(fill(5 * MINUTE)).toEqual([filling]);
    expect(fill(5 * MINUTE + 1)).toEqual([
      'The first load from public sources stopped at 47% (2026-03-10T11:54Z): start a sync to continue.',
    ]);
    // The time was stored by a clock that was ahead.
    expect(fill(-5 * MINUTE - 1)).toEqual([
      'The first load from public sources stopped at 47% (2026-03-10T12:00Z): start a sync to continue.',
    ]);
    const both = told(left({ filled: 0.479 }), 'clinicalTrialOutcomes');
    expect(both).toEqual([filling, `Trials ${late}`]);
  });

  it('is told over the demo while it goes on', () => {
    const text = (silent: number, filled: number | null = 0.479) =>
      left({ filled, written_at: now - silent });
    expect(demoNotices(text(5 * MINUTE), now)).toEqual([
      'Real records are being fetched from public sources (47% done). They will replace the demo records when the first catalysts are loaded.',
    ]);
    expect(demoNotices(text(5 * MINUTE + 1), now)).toEqual([]);
    expect(demoNotices(text(-5 * MINUTE - 1), now)).toEqual([]);
    expect(demoNotices(text(0, null), now)).toEqual([]);
    expect(demoNotices(undefined, now)).toEqual([]);
    expect(demoNotices('{}', now)).toEqual([]);
  });
});

it('what was left is read again in another state of the store alone', () => {
  let [text, reads] = [left() as string | undefined, 0];
  const notices = createSourceNotices(() => {
    reads += 1;
    return text;
  });
  const count = (version: string) => notices.of(undefined, now, version).length;
  expect([count('v1'), count('v1'), reads]).toEqual([1, 1, 1]);
  text = undefined;
  expect([count('v1'), count('v2'), count('v2'), reads]).toEqual([1, 0, 0, 2]);
  text = '{"of": "another version"}';
  expect(count('v3')).toBe(0);
});

describe('what failed', () => {
  const fresh = { succeeded_at: now };

  it('is told of a source with its share, and why nothing comes at all', () => {
    const failed = { ...fresh, requests: 80, failed: 3, failed_since: now - HOUR };
    expect(told(left({ sources: [source(failed)] }))).toEqual([
      'Trials and trial versions are incomplete: 3 of 80 requests to ClinicalTrials.gov (3.8%) have failed since 2026-03-10T11:00Z. Sync retries them.',
    ]);
    const hindrance = 'there would be 376 companies';
    const words = ['Sync cannot load records: there would be 376 companies.'];
    expect(told(left({ hindrance, sources: [source(fresh)] }))).toEqual(words);
    const text = left({ hindrance, filled: 0 });
    // A sync without room ends at once; its reason stays.
    for (const moment of [now, now + 30 * HOUR]) expect(demoNotices(text, moment)).toEqual(words);
  });

  it('is told of what its responses lead to, and of texts for collections with their events', () => {
    const lists = source({
      ...fresh,
      title: 'the search',
      fills: [],
      leads_to: ['mentions'],
      requests: 13,
      failed: 12,
      failed_since: now - HOUR,
    });
    const words =
      'Mentions are incomplete: 12 of 13 requests to the search (92.3%) have failed since 2026-03-10T11:00Z. Sync retries them.';
    expect(told(left({ sources: [lists] }), 'calendar')).toEqual([words]);
    expect(told(left({ sources: [lists] }), 'insiderTransactions')).toEqual([]);
    const never = source({ ...lists, failed: 0, succeeded_at: null, failed_at: now });
    expect(told(left({ sources: [never] }), 'calendar')).toEqual([
      expect.stringMatching(/^Mentions have never been loaded from the search/),
    ]);
  });

  it('is counted for those who watch, with the names of late sources', () => {
    const failures = { count: 3, given_up: 1, oldest: now - HOUR, hosts: ['clinicaltrials.gov'] };
    const text = left({ failures, sources: [source(), source({ ...fresh, name: 'other' })] });
    expect(createSourceNotices(() => text).sync?.(now, 'v1')).toEqual({
      failed: failures,
      late: ['clinicaltrials'],
    });
    expect(createSourceNotices(() => undefined).sync?.(now, 'v1')).toBeUndefined();
  });
});
