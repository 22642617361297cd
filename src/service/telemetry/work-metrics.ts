import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Clock } from '../../base/clock.ts';
import type { JobName, WorkObserver } from '../../base/observer.ts';
import { addGauges } from './metrics.ts';
import type { MetricsText } from './metrics-server.ts';

export interface WorkMetrics extends MetricsText {
  readonly observer: WorkObserver;
}

/** When each job last succeeded, in milliseconds since 1970, and the newest published version. */
interface Seen {
  readonly ended: Map<JobName, number>;
  published?: { readonly made_at: Date; readonly derived_on: string | null };
}

/**
 * Creates the metrics of the command `work`. Reading the metrics sends no query to the database.
 */
export function createWorkMetrics(clock: Clock): WorkMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const seen: Seen = { ended: new Map() };
  const jobs = new Counter({
    name: 'catalyst_jobs_total',
    help: 'Jobs of the command `work` (refresh, sync) by outcome: done, not_due (nothing to do), busy (another machine is writing), failed.',
    labelNames: ['job', 'outcome'],
    registers,
  });
  const running = new Gauge({
    name: 'catalyst_job_running',
    help: '1 while a job is running, else 0.',
    labelNames: ['job'],
    registers,
  });
  const syncs = addSync(registry);
  addAges(registry, seen, clock);
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    observer: {
      began(job) {
        running.set({ job }, 1);
        return (outcome) => {
          running.set({ job }, 0);
          jobs.inc({ job, outcome });
          if (outcome !== 'failed') seen.ended.set(job, clock());
        };
      },
      published(version) {
        seen.published = version;
      },
      synced({ facts, refused, waiting }) {
        syncs.facts.inc(facts);
        syncs.refused.inc(refused);
        syncs.waiting.set(waiting);
      },
    },
  };
}

function addSync(registry: Registry) {
  const registers = [registry];
  return {
    facts: new Counter({
      name: 'catalyst_sync_facts_total',
      help: 'New or changed facts (stored input records) that sync has stored.',
      registers,
    }),
    refused: new Counter({
      name: 'catalyst_sync_refusals_total',
      help: 'Number of sync requests that failed or that a public source refused.',
      registers,
    }),
    waiting: new Gauge({
      name: 'catalyst_sync_waiting_hosts',
      help: 'Number of public hosts that still had waiting requests at the end of the last sync. The requests wait for a daily quota or for the end of a pause.',
      registers,
    }),
  };
}

/**
 * Adds gauges that show ages, by the clock of this machine. A job has no age before its first
 * success. The newest version has no age before a version is published.
 */
function addAges(registry: Registry, seen: Seen, clock: Clock): void {
  const secondsSince = (moment = Number.NaN) => (clock() - moment) / 1_000;
  new Gauge({
    name: 'catalyst_job_age_seconds',
    help: 'Seconds since a job last succeeded.',
    labelNames: ['job'],
    registers: [registry],
    collect() {
      for (const [job, at] of seen.ended) this.set({ job }, secondsSince(at));
    },
  });
  addGauges(registry, [
    [
      'catalyst_published_age_seconds',
      'Seconds since the publication of the newest version that this release can serve.',
      () => secondsSince(seen.published?.made_at.getTime()),
    ],
    [
      'catalyst_published_day_age_seconds',
      'Seconds since 00:00 UTC of the day on which the records of the newest version were computed.',
      () => secondsSince(Date.parse(seen.published?.derived_on ?? '')),
    ],
  ]);
}
