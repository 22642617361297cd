import { expect, it } from 'vitest';
import { createWorkMetrics } from '../../../src/service/telemetry/work-metrics.ts';
import { samplesOf } from './samples.ts';

const noon = Date.parse('2026-03-10T12:00:00Z');

it('metrics of work report each job with its outcomes and time, and what public sources refused', async () => {
  let now = noon;
  const { observer, text } = createWorkMetrics(() => now);
  const own = async () =>
    Object.fromEntries(
      [...samplesOf(await text())].filter(([name]) => name.startsWith('catalyst_')),
    );
  const nothing = {
    catalyst_sync_facts_total: 0,
    catalyst_sync_refusals_total: 0,
    catalyst_sync_waiting_hosts: 0,
  };
  expect(await own()).toEqual(nothing);
  const ended = observer.began('refresh');
  expect((await own())['catalyst_job_running{job="refresh"}']).toBe(1);
  ended('done');
  observer.published({ made_at: new Date(noon - 60_000), derived_on: '2026-03-10' });
  observer.began('sync')('busy');
  observer.synced({ facts: 7, refused: 2, waiting: 3 });
  observer.synced({ facts: 1, refused: 1, waiting: 1 });
  now += 90_000;
  observer.began('sync')('failed');
  expect(await own()).toEqual({
    'catalyst_jobs_total{job="refresh",outcome="done"}': 1,
    'catalyst_jobs_total{job="sync",outcome="busy"}': 1,
    'catalyst_jobs_total{job="sync",outcome="failed"}': 1,
    'catalyst_job_running{job="refresh"}': 0,
    'catalyst_job_running{job="sync"}': 0,
    // A failed job does not count as completed.
    'catalyst_job_age_seconds{job="refresh"}': 90,
    'catalyst_job_age_seconds{job="sync"}': 90,
    catalyst_published_age_seconds: 150,
    catalyst_published_day_age_seconds: 12 * 3_600 + 90,
    catalyst_sync_facts_total: 8,
    catalyst_sync_refusals_total: 3,
    catalyst_sync_waiting_hosts: 1,
  });
});

it('reports the process metrics as well', async () => {
  const metrics = createWorkMetrics(() => 0);
  // Uses 20 ms of processor time, because the operating system may count it in steps of several
  // milliseconds.
  const before = process.cpuUsage();
  while (process.cpuUsage(before).user < 20_000);
  const samples = samplesOf(await metrics.text());
  expect(samples.get('process_cpu_user_seconds_total')).toBeGreaterThan(0);
});
