import { type Clock, isAhead } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { ReadText } from '../../sources/released-text.ts';
import { isEarly, type SyncSource } from '../../sources/source.ts';
import { type Database, inTransaction } from '../../store/database.ts';
import type { TextReader } from '../text-reader.ts';
import { createAlarm } from './alarm.ts';
import { enqueueAll } from './chains.ts';
import type { Client } from './client.ts';
import { commit, LostLock } from './commit.ts';
import type { Registry } from './company-registry.ts';
import { createDispatch } from './dispatch.ts';
import { waitText } from './host-state.ts';
import { createPromises } from './keep-promises.ts';
import { beat, HEARTBEAT, type Self } from './lock.ts';
import { takeBack } from './moved-clock.ts';
import { outlook } from './outlook.ts';
import type { Pacing } from './pacing.ts';
import { type Choice, type Counts, countRequests, failuresOf } from './queue.ts';
import { createFreshness } from './refresh-pacing.ts';
import { endBy } from './run-end.ts';
import { nextRun } from './schedule.ts';
import { contextOf } from './source-context.ts';
import { notePlanned, noteUpToDate, sourceState } from './source-states.ts';
import type { Ledger } from './start-ledger.ts';
import { lacksRoom, MIN_FREE_BYTES } from './sync-store.ts';
import { readWaiting } from './waiting-documents.ts';

export interface EngineParts {
  readonly database: Database;
  readonly sources: readonly SyncSource[];
  readonly registry: Registry;
  readonly client: Client;
  /** Whom the clock holds that was set back. */
  readonly pacing: Pick<Pacing, 'restart'>;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly log: Log;
  readonly self: Self;
  /** Reads texts in a worker thread, so the heartbeat continues. Closed when the run ends. */
  readonly texts: TextReader;
  /** Computes what is served, in a process of its own. */
  readonly refresh: () => Promise<void>;
  /** Free bytes on the disk of the store. */
  readonly freeBytes: () => number;
  readonly random: () => number;
  readonly since: string;
  readonly report: (progress: Progress) => void;
}

/** How far a run is. */
export interface Progress {
  readonly sources: ReadonlyMap<string, Pick<Counts, 'queued' | 'done' | 'failed'>>;
  /** Of this run. */
  readonly requests: number;
  readonly facts: number;
  /** What the run waits for, in words. */
  readonly waits: string | undefined;
}

export interface Ran {
  readonly end: 'nothing is due' | 'stopped' | 'offline' | 'the disk is full' | 'lost the lock';
  readonly facts: number;
  /** Failed requests of this and earlier runs that have not succeeded since. */
  readonly failed: number;
  /** Requests of this run whose host refused, asked for a pause or failed. */
  readonly refused: number;
  /** Why the end is `offline`, in words. */
  readonly offline?: string | undefined;
  /** Hosts that hold requests for a quota or a pause, however short, each in words. */
  readonly held: readonly string[];
  /** What this run did not wait for: hosts, each with why, and why companies are not asked about. */
  readonly waiting: readonly string[];
}

/** A batch: answers, bytes, and milliseconds since its first answer. */
const MAX_ANSWERS = 50;
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_AGE = 1_000;
/** How long a run that is stopped waits for answers and reads their texts, milliseconds. */
const MAX_FAREWELL = 3_000;
/** Longest single sleep in milliseconds, so a changed system clock is noticed. */
const MAX_SLEEP = 60_000;
const REPORT_EVERY = 1_000;

/** Runs a sync: until nothing is due, or for ever. */
export function createEngine(parts: EngineParts) {
  const { database, registry, clock, ledger, log } = parts;
  const sources = new Map(parts.sources.map((source) => [source.name, source]));
  const alarm = createAlarm();
  const dispatch = createDispatch({ ...parts, sources, changed: alarm.wake });
  const promises = createPromises({
    database,
    clock,
    sources: parts.sources,
    companies: registry.companies,
    hindrance: () => (hasRoom() ? registry.refused() : lacksRoom(MIN_FREE_BYTES)),
    since: parts.since,
  });
  const freshness = createFreshness(database, {
    clock,
    isFilled: promises.isFilled,
    refresh: () =>
      parts.refresh().catch((cause) => log.error({ err: cause }, 'refreshing the store failed')),
  });
  const watched = {
    database,
    sources: parts.sources,
    registry,
    ledger,
    rules: dispatch.rules,
    refreshDueAt: freshness.dueAt,
  };
  const planned = new Set<string>();
  let [requests, facts, reportedAt, latest] = [0, 0, 0, 0];
  let stays = false;
  let offline: string | undefined;
  let waits: string | undefined;
  let broken: unknown;
  const cutOff = new AbortController();
  /** Set when the run must stop. */
  let stopping: NodeJS.Timeout | undefined;
  const readText: ReadText = (source) => parts.texts.read(source, cutOff.signal);
  const parse: TextReader['parse'] = (connector, text, name) =>
    parts.texts.parse(connector, text, name, cutOff.signal);

  /** Selects the requests about companies in the universe. */
  function choice(): Choice {
    return {
      sources: parts.sources.map(({ name }) => name),
      subjects: registry.companies().universe.map(({ cik }) => cik),
    };
  }

  /**
   * Plans the sources that are due, those by company also where companies have joined. A run that is
   * to end plans each source once: a feed is due again before a first fill is over.
   */
  function plan(universeChanged: boolean): void {
    const now = clock();
    for (const source of parts.sources) {
      const { next_run } = sourceState(database, source.name);
      const companies = registry.companies();
      if (isEarly(source, companies)) continue;
      const isDue = (next_run === null || next_run <= now) && (stays || !planned.has(source.name));
      if (!isDue && !(source.byCompany && universeChanged)) continue;
      const { since } = parts;
      const requests = source.plan(contextOf({ database, companies, since, now }, source));
      if (isDue) planned.add(source.name);
      inTransaction(database, () => {
        const known = enqueueAll(database, source.name, requests);
        if (!isDue) return;
        notePlanned(database, source.name, now, nextRun(source, now, parts.random));
        const isNothingDue = known.length === requests.length && source.follows === undefined;
        if (isNothingDue) noteUpToDate(database, source.name, now);
      });
    }
  }

  /** Sources are due again, also in a run that is to end, where the clock was set back meanwhile. */
  function watchClock(): void {
    const now = clock();
    if (isAhead(latest, now)) {
      takeBack(database, parts.sources, now);
      parts.pacing.restart();
      planned.clear();
      latest = now;
    }
    latest = Math.max(latest, now);
  }

  /** Texts that a former version left unread. */
  async function readLeft(): Promise<void> {
    const read = await readWaiting(database, 'sec-documents', readText, clock());
    if (read > 0) inTransaction(database, () => freshness.noteChanges(['mentions']));
  }

  async function commitBatch(): Promise<void> {
    const answers = dispatch.take(MAX_ANSWERS, MAX_BYTES);
    const { noteChanges: wrote } = freshness;
    const held = { ...parts, sources, readText, parse, stillMine: beats, wrote };
    const committed = await commit(held, answers, clock());
    offline = undefined;
    requests += answers.length;
    for (const count of committed.written.values()) facts += count;
    if (committed.universeChanged) plan(true);
    promises.look();
  }

  function hasRoom(): boolean {
    return parts.freeBytes() >= MIN_FREE_BYTES;
  }

  function batchIsDue(): boolean {
    const { answers, bytes, since } = dispatch.unread();
    if (answers === 0) return false;
    const isLarge = answers >= MAX_ANSWERS || bytes >= MAX_BYTES;
    return isLarge || clock() - since >= MAX_AGE || !dispatch.isOpen();
  }

  function report(): void {
    const now = clock();
    if (Math.abs(now - reportedAt) < REPORT_EVERY) return;
    reportedAt = now;
    tell();
  }

  function tell(): void {
    parts.report({ sources: countRequests(database), requests, facts, waits });
  }

  function beats(): boolean {
    return beat(database, parts.self, progressText({ requests, facts, waits }), clock());
  }

  /** Says that this run lives, also while it sleeps or waits for a refresh. */
  function live(): void {
    try {
      if (!beats()) broken = new LostLock();
    } catch (cause) {
      broken = cause;
    }
    if (broken) alarm.wake();
  }

  async function step(): Promise<Ran['end'] | undefined> {
    if (broken) throw broken;
    watchClock();
    plan(false);
    if (hasRoom()) dispatch.start(choice());
    if (dispatch.isOpen() && !offline) waits = undefined;
    report();
    if (batchIsDue()) {
      await commitBatch();
      freshness.look(false);
      return undefined;
    }
    if (dispatch.isOpen() || dispatch.unread().answers > 0) {
      await alarm.wait(MAX_AGE);
      return undefined;
    }
    if (hasRoom()) return idle();
    promises.rest(choice(), false);
    return 'the disk is full';
  }

  /** Nothing is under way: waits for what comes next, or ends. */
  async function idle(): Promise<Ran['end'] | undefined> {
    offline = dispatch.offline();
    if (offline && !stays) return 'offline';
    const { next, held, tried } = outlook({
      ...watched,
      choice: choice(),
      now: clock(),
      forever: stays,
    });
    promises.rest(choice(), offline !== undefined);
    freshness.look(next === undefined || (stays && next > clock()));
    if (freshness.running()) {
      await freshness.running();
      return undefined;
    }
    if (next === undefined) return 'nothing is due';
    const wait = Math.max(next - clock(), offline ? MAX_SLEEP : 0);
    waits =
      wait > MAX_AGE
        ? waitText(clock() + wait, offline ? [offline] : [...held, ...tried])
        : undefined;
    if (waits !== undefined) tell();
    if (wait > 0) await alarm.wait(Math.min(wait, MAX_SLEEP));
    return undefined;
  }

  /** What is under way is awaited for a while and written. */
  async function farewell(): Promise<void> {
    const until = clock() + MAX_FAREWELL;
    while (dispatch.isOpen() && clock() < until) await alarm.wait(until - clock());
    while (dispatch.unread().answers > 0) await commitBatch();
    await freshness.running();
  }

  return {
    /** Ends the run after the batch that is under way. */
    stop(): void {
      stopping ??= setTimeout(() => cutOff.abort(), MAX_FAREWELL).unref();
      alarm.wake();
    },
    /** @param forever whether to wait for what is due later. */
    async run(forever: boolean): Promise<Ran> {
      let end: Ran['end'] | undefined;
      stays = forever;
      const pulse = setInterval(live, HEARTBEAT);
      try {
        await readLeft();
        takeBack(database, parts.sources, clock());
        plan(true);
        freshness.look(false);
        while (!end) end = stopping ? 'stopped' : await step();
        if (end === 'stopped') await farewell();
        else if (end === 'nothing is due') freshness.look(true);
        await freshness.running();
      } catch (cause) {
        end = endBy(cause, cutOff.signal);
        if (end === undefined) throw cause;
      } finally {
        clearInterval(pulse);
        clearTimeout(stopping);
        await parts.texts.close();
      }
      if (end === 'stopped') freshness.leave();
      waits = undefined;
      tell();
      const { held, waiting } = outlook({
        ...watched,
        choice: choice(),
        now: clock(),
        forever: false,
      });
      const unasked = registry.refused();
      return {
        ...{ end, facts, refused: dispatch.refused(), offline, held },
        failed: failuresOf(database, choice()).count,
        waiting: [...waiting, ...(unasked ? [unasked] : [])],
      };
    },
  };
}

/** `3 requests, 0 facts, waiting until …`, for `status` to say. */
export function progressText({ requests, facts, waits }: Omit<Progress, 'sources'>): string {
  return `${requests} requests, ${facts} facts${waits ? `, ${waits}` : ''}`;
}
