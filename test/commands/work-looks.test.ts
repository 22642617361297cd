import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/base/config.ts';
import type { WorkObserver } from '../../src/base/observer.ts';
import type { Shared } from '../../src/commands/shared.ts';
import { createSync, refreshIfDue } from '../../src/commands/work.ts';
import type { Ran } from '../../src/ingest/sync/engine.ts';
import type { HostState } from '../../src/ingest/sync/host-state.ts';
import { createFakePostgresClient } from '../cluster/fake-postgres.ts';
import { contextOn } from '../support/context.ts';
import { temporaryFolder } from '../support/files.ts';
import { fixedClock } from '../support/surroundings.ts';
import { NOTHING_FOUND } from '../support/sync-end.ts';
import { createTestLog } from '../support/upstream.ts';

interface Newest {
  readonly id: number;
  readonly derived_on?: string;
}
interface World {
  /** The published versions before and after the poll. */
  readonly served?: readonly (Newest | undefined)[];
  readonly facts?: Newest;
  /** The job's result; undefined if another machine holds the writer lock. */
  readonly job?: { readonly result?: Partial<Ran>; readonly head: number } | Error | undefined;
}

/** A host without any request so far. */
const unasked = (name: unknown): HostState => ({
  name: String(name),
  day: '2026-03-10',
  requests: 0,
  bytes: 0,
  strikes: 0,
  paused_until: 0,
  slow_until: 0,
  blocked: null,
  blocked_contact: null,
  down_since: null,
});

/** Simulates the shared store of a worker and collects the worker's log lines. */
function build({ served = [], facts, job }: World) {
  const heard: unknown[] = [];
  const { database, asked } = createFakePostgresClient((text, [first, kind]) => {
    if (text.includes('AS moment')) return [{ moment: String(fixedClock()) }];
    if (text.endsWith('FOR UPDATE')) return [{ state: unasked(first) }];
    if (!text.includes('FROM version')) return [];
    const left = asked.filter((one) => one.values[1] === 'served').length;
    const found = kind === 'served' ? served[left - 1] : facts;
    return found ? [found] : [];
  });
  const shared = {
    database,
    async job(waits: string) {
      heard.push(`job ${waits}`);
      if (job instanceof Error) throw job;
      return job;
    },
  } as unknown as Shared;
  const observer: WorkObserver = {
    began(name) {
      heard.push(`began ${name}`);
      return (outcome) => void heard.push(outcome);
    },
    published: (version) => void heard.push(version),
    synced: (ran) => void heard.push(ran),
  };
  const { log, lines } = createTestLog();
  const { context } = contextOn(temporaryFolder(), {
    environment: { CATALYST_CONTACT: 'someone@catalysts-reader.org' },
  });
  return { context, watched: { shared, log, observer }, heard, lines, asked };
}

const today = { id: 7, derived_on: '2026-03-10' };
const older = { id: 5, derived_on: '2026-03-09' };

describe('a check for records to publish', () => {
  const look = async (world: World, isDue: boolean) => {
    const { context, watched, heard, lines } = build(world);
    return { still: await refreshIfDue(context, watched, isDue), heard, lines };
  };

  it('publishes if due, and returns the newest version before and after', async () => {
    expect(await look({ served: [older, today], job: { head: 8 } }, true)).toEqual({
      still: false,
      heard: ['began refresh', older, 'job does not wait', today, 'done'],
      lines: [{ level: 'info', version: 8, said: 'published' }],
    });
    expect((await look({ job: { head: 8 } }, true)).heard).toEqual([
      ...['began refresh', 'job does not wait', 'done'],
    ]);
  });

  it.each([
    ['nothing is', undefined, undefined],
    ['what is was computed on another day', older, { id: 4 }],
    ['newer facts are', today, { id: 8 }],
  ])('finds it due where %s published', async (_, served, facts) => {
    const found = await look(
      { served: [served], ...(facts && { facts }), job: { head: 9 } },
      false,
    );
    expect(found.heard).toContain('job does not wait');
  });

  it.each([
    ['the facts of which are older', today, { id: 6 }],
    ['without facts', { ...today, id: 1 }, undefined],
  ])('finds nothing due where today’s is published, %s', async (_, served, facts) => {
    expect(await look({ served: [served], ...(facts && { facts }) }, false)).toEqual({
      still: false,
      heard: ['began refresh', served, 'not_due'],
      lines: [],
    });
    const due = await look({ served: [served], ...(facts && { facts }), job: { head: 9 } }, true);
    expect(due.heard).toContain('job does not wait');
  });

  it('leaves it to another machine that writes, and looks again where it is due', async () => {
    for (const isDue of [true, false]) {
      const found = await look({ served: [older, today] }, isDue);
      expect(found).toEqual({
        still: isDue,
        heard: ['began refresh', older, 'job does not wait', today, 'busy'],
        lines: [],
      });
    }
  });

  it('that fails is logged, and is due again', async () => {
    const job = new Error('the disk is full');
    expect(await look({ served: [older], job }, false)).toEqual({
      still: true,
      heard: ['began refresh', older, 'job does not wait', 'failed'],
      lines: [{ level: 'error', err: job, said: 'nothing was published' }],
    });
  });

  it('asks for what is served in the layout of this program, and for all facts', async () => {
    const { context, watched, asked } = build({ served: [today] });
    await refreshIfDue(context, watched, false);
    const layouts = asked.filter(({ text }) => text === 'AND layout = ?');
    expect(layouts).toHaveLength(1);
    expect(layouts[0]?.values).toEqual([expect.stringMatching(/\S/)]);
    expect(asked.flatMap(({ text, values }) => (/ kind = /.test(text) ? [values[1]] : []))).toEqual(
      ['served', 'facts'],
    );
  });
});

describe('a check for sources to sync', () => {
  const held = ['sec.gov asked for a pause until 2026-03-10T12:15Z'];
  const ran: Ran = { ...NOTHING_FOUND, failed: 2, refused: 3, held };
  const look = async (job: World['job'], over = new AbortController().signal) => {
    const { context, watched, heard, lines, asked } = build({ job });
    const sync = createSync(context, readConfig(context.environment), watched);
    const more = await sync.look(over);
    await sync.close();
    return { more, heard, lines, asked };
  };

  it.each([
    [{ ...ran }, false, []],
    [
      { ...ran, facts: 3 },
      false,
      [{ level: 'info', facts: 3, end: 'nothing is due', said: 'synced' }],
    ],
    [{ ...ran, end: 'stopped' as const }, true, []],
  ])('that comes to %j has more to do at once: %s', async (result, more, lines) => {
    const found = await look({ result, head: 4 });
    expect(found).toMatchObject({
      more,
      lines,
      heard: [
        ...['began sync', 'job does not wait'],
        { facts: result.facts, refused: 3, waiting: 1 },
        'done',
      ],
    });
  });

  it('has no more to do if it must end, or another machine writes', async () => {
    const cut = { ...ran, end: 'stopped' as const };
    expect((await look({ result: cut, head: 4 }, AbortSignal.abort())).more).toBe(false);
    expect(await look(undefined)).toMatchObject({
      more: false,
      heard: ['began sync', 'job does not wait', 'busy'],
      lines: [],
    });
  });

  it('that fails is logged', async () => {
    const job = new Error('no PostgreSQL');
    expect(await look(job)).toMatchObject({
      more: false,
      heard: ['began sync', 'job does not wait', 'failed'],
      lines: [{ level: 'error', err: job, said: 'sync ended without a result' }],
    });
  });

  it('asks once for the states of the hosts, and each time for the time', async () => {
    const { context, watched, asked } = build({ job: { result: ran, head: 4 } });
    const sync = createSync(context, readConfig(context.environment), watched);
    for (const _ of [1, 2]) await sync.look(new AbortController().signal);
    const times = (end: string) => asked.filter(({ text }) => text.endsWith(end)).length;
    expect([times('FROM sync_host'), times('AS moment')]).toEqual([1, 2]);
    await sync.close();
  });

  it('never looked has nothing to close', async () => {
    const { context, watched } = build({});
    const sync = createSync(context, readConfig(context.environment), watched);
    expect(await sync.close()).toBeUndefined();
  });
});
