import type { Clock } from '../base/clock.ts';
import { fileIdentity } from '../base/data-files.ts';
import { noRecordsYet } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { noObserver, type Observer } from '../base/observer.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import type { Backend } from '../service/backend.ts';
import type { LocalStore } from '../service/local/local-store.ts';
import type { Refresher } from '../service/local/refresher.ts';
import { waitedFor } from '../service/local/retry.ts';
import { createServedBackend, type ServedBackend } from '../service/local/served-backend.ts';
import {
  createSourceNotices,
  demoNotices,
  type SourceNotices,
} from '../service/local/source-notices.ts';
import { createStoreBackend } from '../service/local/store-backend.ts';
import { openImmutable } from '../store/database.ts';
import { readMeta } from '../store/facts-store.ts';
import { newestHead } from '../store/record-file.ts';
import { layoutOf } from '../store/served-store.ts';
import { type PulledFile, pulledFiles, pullNewest, versionsFolder } from './pull-version.ts';
import { createPuller, type Puller } from './puller.ts';

export interface PublishedStoreParts {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly endpoints: readonly Endpoint[];
  readonly clock: Clock;
  readonly log: Log;
  readonly observer?: Pick<Observer, 'pullFailed'>;
  /**
   * Fetches the newest version into the data folder, in another process. If this function is
   * absent, the server process fetches the version itself.
   */
  readonly pull?: ((layout: string) => Promise<void>) | undefined;
  /**
   * Maximum milliseconds that startup waits for the first version. A value below `MAX_FIRST_WAIT`
   * has no effect.
   */
  readonly maxRefreshWait: number;
}

/** A replaced version is closed this many milliseconds after it was last read. */
const CLOSED_AFTER = 30_000;
const RETRY_SECONDS = 5;
/** Milliseconds that startup waits for the first version, unless `maxRefreshWait` is longer. */
const MAX_FIRST_WAIT = 5_000;

/**
 * Opens a store that serves the newest published version from a read-only local file. When a newer
 * version is published, the store fetches and serves that version.
 */
export async function openPublishedStore(parts: PublishedStoreParts): Promise<LocalStore> {
  const { endpoints, log, observer = noObserver } = parts;
  const folder = versionsFolder(parts.dataDir);
  const layout = layoutOf(endpoints);
  const pull = parts.pull ?? (() => pullNewest(parts.databaseUrl, folder, layout));
  const replaced = new Set<OpenVersion>();
  let current: OpenVersion | undefined;

  /**
   * Switches to the file of the version `wanted`. If there is no such file, switches to the newest
   * version in the folder. Returns the version that is now served.
   */
  async function swap(wanted: number): Promise<number | undefined> {
    const files = pulledFiles(folder, layout);
    const file = files.find(({ id }) => id === wanted) ?? files[0];
    if (!file || fileIdentity(file.path) === current?.identity) return current?.id;
    const before = current;
    current = await openVersion(parts, file, puller);
    if (before) replaced.add(before);
    log.info({ version: file.id }, 'serving another version of the records');
    return file.id;
  }

  function closeUnread(): void {
    for (const version of replaced) {
      if (performance.now() - version.readAt() < CLOSED_AFTER) continue;
      replaced.delete(version);
      version.source
        .close()
        .catch((cause) => log.error({ err: cause }, 'a version could not be closed'));
    }
  }

  const puller: Puller = createPuller({
    databaseUrl: parts.databaseUrl,
    layout,
    log,
    observer,
    clock: parts.clock,
    looked: closeUnread,
    async bring(version) {
      try {
        await pull(layout);
      } catch (cause) {
        // If the fetch fails, the newest version that is already in the data folder is served.
        await swap(version);
        throw cause;
      }
      return swap(version);
    },
  });
  await waitedFor(puller.first, Math.max(MAX_FIRST_WAIT, parts.maxRefreshWait));
  const none = noVersion(puller);
  return {
    source: () => current?.source ?? none,
    settled: () => Promise.resolve(),
    async close() {
      await puller.close();
      await Promise.all(
        [...replaced, ...(current ? [current] : [])].map((one) => one.source.close()),
      );
    },
  };
}

async function openVersion(
  { endpoints, clock }: PublishedStoreParts,
  { id, path }: PulledFile,
  puller: Puller,
) {
  const identity = fileIdentity(path);
  const database = await openImmutable(path);
  const isDemo = readMeta(database, 'demo_seed') !== undefined;
  const state = {
    version: String(id),
    from: isDemo ? 'fictional demo data' : 'shared store',
    asOf: readMeta(database, 'facts_at'),
    head: newestHead(database),
  };
  const served = createServedBackend({
    source: createStoreBackend(database, isDemo, state),
    database,
    path,
    endpoints,
    clock,
    refresher: elsewhere(puller),
    isBehind: () => puller.failure() !== undefined,
    notices: isDemo ? ofDemo(puller) : ofSources(puller),
  });
  let readAt = performance.now();
  return {
    id,
    /**
     * Identifies the file. Version numbers are not sufficient, because a restored database can
     * reuse them.
     */
    identity,
    source: noting(served, () => {
      readAt = performance.now();
    }),
    /** Time of the last read, in milliseconds of the monotonic clock. */
    readAt: () => readAt,
  };
}

type OpenVersion = Awaited<ReturnType<typeof openVersion>>;

/**
 * Returns notices about the sources. They can change even if no new version of the records is
 * published.
 */
function ofSources({ promises }: Puller): SourceNotices {
  const notices = createSourceNotices(promises);
  return { of: (collection, now) => notices.of(collection, now, promises() ?? '') };
}

function ofDemo({ promises }: Puller): SourceNotices {
  return { of: (_, now) => demoNotices(promises(), now) };
}

/**
 * Returns a backend that forwards each request to `source` and calls `read` before and after it.
 */
function noting(source: ServedBackend, read: () => void): Backend {
  const noted =
    <Asked extends unknown[], Answer>(ask: (...asked: Asked) => Promise<Answer>) =>
    async (...asked: Asked): Promise<Answer> => {
      read();
      try {
        return await ask(...asked);
      } finally {
        read();
      }
    };
  return {
    ...source,
    fetch: noted(source.fetch),
    values: noted(source.values),
    directory: noted(source.directory),
    contents: noted(source.contents),
  };
}

/**
 * A refresher that never refreshes, because the command `work` refreshes the records in another
 * process. This refresher only reports why a version could not be fetched.
 */
function elsewhere({ failure }: Puller): Refresher {
  return {
    begin() {},
    running: () => undefined,
    patience: () => Promise.resolve(),
    failure,
  };
}

/** The backend of a server that has not fetched a version yet. */
function noVersion({ failure }: Puller): Backend {
  const reason = () =>
    failure()?.reason ?? 'no version of the records that this server can read has been fetched yet';
  const refuse = () => Promise.reject(noRecordsYet(reason(), RETRY_SECONDS));
  return {
    kind: 'store',
    demo: false,
    knowsNames: true,
    serves: () => true,
    fetch: refuse,
    values: refuse,
    directory: refuse,
    contents: refuse,
    describe: () => ({ version: 'none', from: 'shared store', asOf: undefined }),
    health: () => ({ ready: false, computedOn: undefined, reason: reason() }),
    close: () => Promise.resolve(),
  };
}
