import { beforeEach } from 'vitest';
import type { Ask, Outcome } from '../../../src/ingest/sync/client.ts';
import type { EngineParts } from '../../../src/ingest/sync/engine.ts';
import type { HostRule } from '../../../src/sources/hosts.ts';
import type { SyncRequest, SyncSource } from '../../../src/sources/source.ts';
import type { Database } from '../../../src/store/database.ts';
import { createHosts } from './origin/origin.ts';
import { engineOf, openStore, start } from './sync-run.ts';
import { useVirtualTime } from './virtual-time.ts';

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;
export const HOST = 'api.zorbiva.gov';
export const rule: HostRule = {
  name: 'zorbiva',
  domain: 'zorbiva.gov',
  startEvery: 100,
  hosts: { [HOST]: 100, 'slow.zorbiva.gov': 500 },
};

/** A new store for each test of the file, in virtual time; it is there once a test runs. */
export function useStore(): { database: Database } {
  const kept = {} as { database: Database };
  useVirtualTime();
  beforeEach(async () => {
    kept.database = await openStore();
  });
  return kept;
}

/** A request of the source. */
export const requestOf = (name: string, more: Partial<SyncRequest> = {}): SyncRequest => ({
  address: `https://${HOST}/${name}`,
  expects: 'json',
  lane: 'registry',
  version: '1',
  ...more,
});

/** A source of one request, whose answer is a batch of one record. */
export function sourceOf(more: Partial<SyncSource> & { notBefore?: number } = {}): SyncSource {
  const { notBefore = 0, ...others } = more;
  const record = { document_id: 'x', ticker: 'ABCQZ', published_date: '2026-03-10', mentions: [] };
  return {
    name: 'a',
    title: 'A',
    fills: ['mentions'],
    host: rule,
    schedule: '0 13 * * *',
    zone: 'UTC',
    maxAgeMs: DAY,
    firstFill: () => ({ requests: 1, bytes: 1 }),
    plan: () => [requestOf('1', { notBefore })],
    read: () => ({ batches: [{ kind: 'mentions', records: [record] }] }),
    ...others,
  } as SyncSource;
}

export const good: Outcome = {
  kind: 'body',
  status: 200,
  text: '{}',
  digest: 'd',
  headers: {},
  bytes: 2,
};

/** A run over one source; `asked` are the moments of its requests, milliseconds after the start. */
export function runOver(
  database: Database,
  source: SyncSource,
  more: Partial<EngineParts> = {},
  answer: (ask: Ask) => Promise<Outcome> = () => Promise.resolve(good),
) {
  const asked: number[] = [];
  const client = (ask: Ask) => {
    asked.push(Date.now() - start);
    return answer(ask);
  };
  const hosts = createHosts({}, Date.now);
  const parts = { sources: [source], client, ...more };
  return { asked, ...engineOf({ database, hosts, parts }) };
}

export const later = (milliseconds: number, outcome: Outcome = good) =>
  new Promise<Outcome>((resolve) => setTimeout(() => resolve(outcome), milliseconds));
