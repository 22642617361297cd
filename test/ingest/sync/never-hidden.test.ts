import { describe, expect, it } from 'vitest';
import { HttpFailure, type Send } from '../../../src/ingest/sync/fetch.ts';
import { syncStatus } from '../../../src/ingest/sync/run-status.ts';
import { storedStates } from '../../../src/ingest/sync/start-ledger.ts';
import { createSourceNotices } from '../../../src/service/local/source-notices.ts';
import { allSources } from '../../../src/sources/index.ts';
import type { Database } from '../../../src/store/database.ts';
import { promisesText } from '../../../src/store/promises.ts';
import { fill, MINUTE, minute } from './first-contact.ts';
import type { Given } from './origin/origin.ts';
import { self } from './sync-run.ts';
import { useVirtualTime } from './virtual-time.ts';

/**
 * An independent check of what a user sees during a disturbance: as long as a record of the
 * undisturbed store is missing, the status and the notices name its kind; and no host sees more
 * than one request a minute while it refuses.
 */

useVirtualTime();

const SIZE = 6;
const sources = allSources(false);

/** The number of stored records by kind. */
function countsOf(database: Database): ReadonlyMap<string, number> {
  const sql = `SELECT kind, count(*) AS records FROM facts GROUP BY kind
    UNION ALL SELECT kind, count(*) FROM series GROUP BY kind`;
  const rows = database.prepare(sql).all() as { kind: string; records: number }[];
  return new Map(rows.map(({ kind, records }) => [kind, records]));
}

/** Kinds that lack records although neither the status nor the notices say so. */
function hiddenIn(database: Database, whole: ReadonlyMap<string, number>): string[] {
  const now = Date.now();
  const counts = countsOf(database);
  const missing = [...whole].flatMap(([kind, all]) => ((counts.get(kind) ?? 0) < all ? kind : []));
  if (missing.length === 0) return [];
  const status = syncStatus({
    database,
    hosts: storedStates(database),
    holder: undefined,
    sources,
    self,
    now,
    off: new Set<string>(),
    contact: 'dev@zorbiva-capital.com',
    freeBytes: 1e12,
  });
  const notices = createSourceNotices(() => promisesText(database))
    .of(undefined, now, '')
    .join('\n')
    .toLowerCase();
  const open = (name: string | undefined): boolean =>
    status.sources.some((one) => one.source === name && one.state !== 'fresh');
  return missing.flatMap((kind) => {
    const fillers = sources.filter(({ fills }) => (fills as readonly string[]).includes(kind));
    const isInStatus = fillers.some(({ name, follows }) => open(name) || open(follows));
    const isNoticed = /of the first load is done|first load from public sources|more sources/.test(
      notices,
    );
    const isNamed = isNoticed || notices.includes(kind.replaceAll('_', ' '));
    const at = `at minute ${Math.round(minute())}`;
    return [
      ...(isInStatus || status.failures.count > 0 ? [] : [`${kind} is not in the status ${at}`]),
      ...(isNamed ? [] : [`${kind} is in no notice ${at}`]),
    ];
  });
}

/** Fills a store under a fault and notes each request that the host refused, by host. */
async function watched(
  whole: ReadonlyMap<string, number>,
  refused: (host: string) => Given | 'unreachable' | 'broken' | undefined,
) {
  const hidden: string[] = [];
  const times = new Map<string, number[]>();
  const send =
    (next: Send): Send =>
    async (request) => {
      const { hostname } = new URL(request.address);
      const given = refused(hostname);
      if (given === undefined) return next(request);
      times.set(hostname, [...(times.get(hostname) ?? []), minute()]);
      if (typeof given === 'string') throw new HttpFailure(given);
      const body = Buffer.from(given.body ?? '');
      return { status: given.status ?? 200, headers: given.headers ?? {}, body, bytes: 1 };
    };
  const watch = (database: Database) => void hidden.push(...hiddenIn(database, whole));
  const ran = await fill(SIZE, { send, watch });
  // The requests in progress at the beginning, of which three open the circuit, are left out.
  const crowded = [...times].flatMap(([host, all]) =>
    all.flatMap((at, place) => {
      const gap = (all[place + 1] ?? Number.POSITIVE_INFINITY) - at;
      return at > all[0]! + 1 && gap < 0.99 ? [`${host} at minute ${at} and ${gap} later`] : [];
    }),
  );
  return { ...ran, hidden, crowded, refusedHosts: [...times.keys()] };
}

const denied = { status: 403, body: '<html><title>Access Denied</title></html>' };
const portal = { body: '<!-- gateway -->\n<!DOCTYPE html><html><title>Welcome</title></html>' };
const within = (from: number, to: number) => minute() >= from && minute() < to;
const HOSTS = [
  ...['www.sec.gov', 'data.sec.gov', 'efts.sec.gov', 'clinicaltrials.gov', 'api.fda.gov'],
  ...['www.fda.gov', 'www.federalregister.gov', 'home.treasury.gov'],
  ...['www.globenewswire.com', 'www.prnewswire.com'],
];

describe('a fault is seen while it lasts, and leaves nothing', () => {
  it.each<[string, Parameters<typeof watched>[1]]>([
    ['the network is lost for 62 minutes', () => (within(0.1, 62) ? 'unreachable' : undefined)],
    ['bodies are truncated for an hour', () => (within(0.05, 60) ? 'broken' : undefined)],
    ...HOSTS.map((name): [string, Parameters<typeof watched>[1]] => [
      `${name} answers 403 for three hours`,
      (host) => (host === name && within(0, 180) ? denied : undefined),
    ]),
    [
      'the SEC is out for two days',
      (host) => (host === 'data.sec.gov' && within(0.05, 2_880) ? { status: 503 } : undefined),
    ],
    [
      'a network answers with its own page for every host',
      () => (within(0.1, 50) ? portal : undefined),
    ],
    [
      'a network answers with its own page for the host of filings, whose documents are pages too',
      (host) => (host === 'www.sec.gov' && within(0.02, 50) ? portal : undefined),
    ],
  ])('%s', async (_, refused) => {
    const undisturbed = await fill(SIZE);
    const ran = await watched(countsOf(undisturbed.database), refused);
    expect(ran.refusedHosts).not.toEqual([]);
    expect({ hidden: ran.hidden, crowded: ran.crowded }).toEqual({ hidden: [], crowded: [] });
    expect(ran.missing.at(-1)).toBe(0);
    expect(ran.served).toEqual(undisturbed.served);
  });

  it.each([
    ['a month ahead', 30 * 1_440],
    ['a day behind', -1_440],
  ])('a clock that is %s for the first run', async (_, minutes) => {
    const undisturbed = await fill(SIZE);
    const ran = await fill(SIZE, { moved: minutes * MINUTE });
    expect(ran.missing.at(-1)).toBe(0);
    expect(ran.served).toEqual(undisturbed.served);
  });
});
