import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { filesOf } from '../../../src/base/data-files.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { factMigrations } from '../../../src/store/facts-store.ts';
import { writePromises } from '../../../src/store/promises.ts';
import { createKey, serveOn, temporaryFolder } from '../../support/mcp.ts';
import { fillStore } from '../../support/start-app.ts';
import { universe } from '../../support/universe.ts';

/** The test store was computed on this date. */
const now = Date.parse('2026-03-10T12:00:00Z');
const HOUR = 3_600_000;

let dataDir: string;
beforeEach(() => {
  dataDir = temporaryFolder();
});

const registry = {
  name: 'clinicaltrials',
  title: 'ClinicalTrials.gov',
  fills: ['trials', 'trial_versions'],
  promise: 36 * HOUR,
  succeeded_at: now - 37 * HOUR,
  failed_at: null,
  as_of: '2026-03-01',
};
const prices = {
  name: 'sec-fails',
  title: 'SEC: fails to deliver',
  fills: ['securities', 'prices'],
  promise: 144 * HOUR,
  succeeded_at: now - 144 * HOUR,
  failed_at: null,
  as_of: null,
};

/** The report that the sync process saves. */
async function leave(said: Partial<Parameters<typeof writePromises>[1]>): Promise<void> {
  const database = await openDatabase(filesOf(dataDir).store, factMigrations);
  writePromises(database, {
    written_at: now,
    filled: null,
    is_offline: false,
    sources: [registry, prices],
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
  'Trials as of 2026-03-01: last updated from ClinicalTrials.gov at 2026-03-08T23:00Z, more than 36 h ago.';

describe('answers over a store that a sync fills', () => {
  it('say which of the kinds behind them are older than promised', async () => {
    await fillStore(filesOf(dataDir).store, universe);
    await leave({});
    const key = await createKey(dataDir);
    const { tool, get } = await started();
    const trials = await tool('catalyst_sync');
    expect(trials.notices).toEqual([late]);
    expect(trials.text).toContain(late);
    const rest = await get(`/api/v2/catalystsync?apiKey=${key}`);
    expect([rest.status, rest.headers.get('catalyst-notice')]).toEqual([200, late]);
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
