import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listVersions } from '../../src/cluster/published-versions.ts';
import { doctor } from '../../src/commands/doctor.ts';
import { publishOlder, work } from '../../src/commands/work.ts';
import { listed, useVersions } from '../cluster/shared-store.ts';
import { samplesOf } from '../service/telemetry/samples.ts';
import { absentCluster, contextOn, runOn } from '../support/context.ts';
import { freePort, haveEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/files.ts';
import { createGate } from '../support/gate.ts';

describe.runIf(haveEngines)('the records that several machines share', () => {
  const world = useVersions();

  it('are served again as an older version left them, with its facts or without', async () => {
    const writing = world.writer();
    const before = (await world.imported(writing, listed('ONEQZ')))?.head;
    await world.imported(writing, listed('TWOQZ'));
    const [{ id: head } = { id: 0 }] = await listVersions(world.sql);
    const published = (version: unknown) =>
      runOn(temporaryFolder(), (context) => publishOlder(context, String(version)), {
        environment: world.engines.settings,
      });
    const again = () => published(before);
    const facts = before! - 1;
    expect(await again()).toEqual({
      code: 0,
      stderr: '',
      stdout: `The records of version ${before} were published again as version ${head + 2}, with the facts of version ${facts}; facts that were imported later are not included\n`,
    });
    await world.sql`DELETE FROM version WHERE kind = 'facts' AND id < ${before!}`;
    expect((await again()).stdout).toBe(
      `The records of version ${before} were published again as version ${head + 3}, without its facts, which are no longer stored; the next refresh uses the newest facts\n`,
    );
    await expect(published(999)).rejects.toThrow(
      'version 999 is not a served version, or is no longer stored',
    );
  });

  it('are what the doctor tells of, and not the folder of this machine', async () => {
    const about = async (more: Record<string, string> = {}) => {
      const found = await runOn(temporaryFolder(), doctor, {
        environment: { ...world.engines.settings, ...more },
      });
      return found.stdout
        .split('\n')
        .filter((line) => /fictional| (source|sync): |→ (start|set|run) /.test(line));
    };
    await world.sql`DELETE FROM version`;
    expect(await about()).toEqual([
      'look  source: no version of the records is published',
      '      → run `work`, or run `import SOURCE FILE…`',
    ]);
    const head = (await world.imported(world.writer(), listed('ONEQZ')))?.head;
    await world.sql`UPDATE part SET body = set_byte(body, 20, 255 - get_byte(body, 20))`;
    const damaged = (await about()).filter((line) => line.includes('damaged: '));
    expect(damaged).toEqual([
      expect.stringMatching(
        `^wrong source: damaged: version ${head}, part 1 of \\d+ in the PostgreSQL table "part"`,
      ),
      expect.stringMatching(`^wrong source: damaged: version ${Number(head) - 1}, part 1 of`),
    ]);
    await world.sql`UPDATE part SET body = set_byte(body, 20, 255 - get_byte(body, 20))`;
    const syncs = { CATALYST_SYNC: 'on', CATALYST_CONTACT: 'someone@catalysts-reader.org' };
    expect(await about(syncs)).toEqual([
      'look  sync: CATALYST_SYNC is on, but the records are shared: `work` syncs them, and `serve` refuses this setting',
      '      → set it only for `work`',
      `ok    source: version ${head} of the shared records, computed on 2026-03-10`,
    ]);
  });

  it('are checked by work, which logs the result and ends on request', async () => {
    const writing = world.writer();
    const head = (await world.imported(writing, listed('ONEQZ')))?.head;
    const port = await freePort();
    const dataDir = temporaryFolder();
    const { open: stop, opened: stopped } = createGate();
    const { context } = contextOn(dataDir, {
      environment: { ...world.engines.settings, CATALYST_METRICS_PORT: String(port) },
      stopped,
    });
    const code = work(context, {});
    const samples = async () =>
      samplesOf(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
    const done = async () =>
      (await samples().catch(() => new Map<string, number>())).get(
        'catalyst_jobs_total{job="refresh",outcome="done"}',
      );
    await expect.poll(done).toBe(1);
    const seen = await samples();
    expect(seen.get('catalyst_job_running{job="refresh"}')).toBe(0);
    expect(seen.get('catalyst_published_day_age_seconds')).toBe(12 * 3_600);
    expect([...seen.keys()].filter((name) => name.includes('sync"'))).toEqual([]);
    stop();
    expect(await code).toBe(0);
    // A version that is already published is not published again.
    expect((await listVersions(world.sql))[0]?.id).toBe(head);
    expect(readdirSync(dataDir)).toEqual(['shared']);
    expect(readdirSync(join(dataDir, 'shared'))).toEqual([expect.stringMatching(/^job-/)]);
    await expect(samples()).rejects.toThrow();
  });

  it('are none of which work knows while PostgreSQL does not answer, and it ends all the same', async () => {
    const { context } = contextOn(temporaryFolder(), {
      environment: absentCluster,
      stopped: new Promise((resolve) => setTimeout(resolve, 300)),
    });
    expect(await work(context, {})).toBe(0);
  });
});
