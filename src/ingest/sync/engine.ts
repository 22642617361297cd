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
import { repairStates } from './moved-clock.ts';
import { outlook } from './outlook.ts';
import type { Pacing } from './pacing.ts';
import { type Choice, type Counts, countRequests, failuresOf } from './queue.ts';
import { createRefreshPacing } from './refresh-pacing.ts';
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
  /** Paces requests. Pacing restarts if the system clock is set back. */
  readonly pacing: Pick<Pacing, 'restart'>;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly log: Log;
  readonly self: Self;
  /**
   * A worker thread that reads texts, so that the main thread can renew the lock in time. The run
   * closes the worker thread.
   */
  readonly texts: TextReader;
  /** Computes the served records in a separate process. */
  readonly refresh: () => Promise<void>;
  /** Free bytes on the disk of the store. */
  readonly freeBytes: () => number;
  readonly random: () => number;
  readonly since: string;
  readonly report: (progress: Progress) => void;
}

export interface Progress {
  readonly sources: ReadonlyMap<string, Pick<Counts, 'queued' | 'done' | 'failed'>>;
  /** Number of requests in this run so far. */
  readonly requests: number;
  /** Number of new and changed facts in this run so far. */
  readonly facts: number;
  /** A text that states what the run is waiting for. */
  readonly waits: string | undefined;
}

export interface Ran {
  readonly end: 'nothing is due' | 'stopped' | 'offline' | 'the disk is full' | 'lost the lock';
  readonly facts: number;
  /** Number of requests that failed in this run or an earlier run and have not succeeded since. */
  readonly failed: number;
  /**
   * Number of requests in this run that failed because of the host: it refused the request, did not
   * answer, or asked for a pause.
   */
  readonly refused: number;
  /** The reason why no source could be reached, if the run ended with `offline`. */
  readonly offline?: string | undefined;
  /** For each host with a quota, a pause or an outage, a text that says why its requests wait. */
  readonly held: readonly string[];
  /**
   * The reasons why some requests are left for a later run. One reason is given for each host that
   * this run does not wait for. Another reason is given if the list of companies was implausible.
   */
  readonly waiting: readonly string[];
}

/** Maximum number of responses in a batch. */
const MAX_ANSWERS = 50;
/** Maximum total length of the responses in a batch, in characters. */
const MAX_BYTES = 4 * 1024 * 1024;
/** A batch is stored this many milliseconds after its first response arrived. */
const MAX_AGE = 1_000;
/** Maximum milliseconds that a stopped run spends waiting for responses and reading their texts. */
const MAX_DRAIN = 3_000;
/** Maximum milliseconds of one sleep, so that a change of the system clock is noticed. */
const MAX_SLEEP = 60_000;
const REPORT_EVERY = 1_000;

/** Runs a sync until nothing is due, or until it is stopped. */
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
  const refreshPacing = createRefreshPacing(database, {
    clock,
    isFilled: promises.isFilled,
    refresh: () =>
      parts.refresh().catch((cause) => log.error({ err: cause }, 'refreshing the store failed')),
  });
  const outlookOf = (forever: boolean) =>
    outlook({
      database,
      sources: parts.sources,
      registry,
      ledger,
      rules: dispatch.rules,
      refreshDueAt: refreshPacing.dueAt,
      choice: choice(),
      now: clock(),
      forever,
    });
  const planned = new Set<string>();
  let [requests, facts, reportedAt, latest] = [0, 0, 0, 0];
  let untilStopped = false;
  let offline: string | undefined;
  let waits: string | undefined;
  let broken: unknown;
  const cutOff = new AbortController();
  let stopping: NodeJS.Timeout | undefined;
  const readText: ReadText = (source) => parts.texts.read(source, cutOff.signal);
  const parse: TextReader['parse'] = (connector, text, name) =>
    parts.texts.parse(connector, text, name, cutOff.signal);

  /** Selects requests that are about a synced company or about no company. */
  function choice(): Choice {
    return {
      sources: parts.sources.map(({ name }) => name),
      subjects: JSON.stringify(registry.companies().universe.map(({ cik }) => cik)),
    };
  }

  /**
   * Plans the sources that are due. If companies were added, also plans the sources that send one
   * request per company. The command `sync` plans each source only once. Otherwise, it would never
   * end, because feeds become due again while the store is filled.
   */
  function plan(universeChanged: boolean): void {
    const now = clock();
    for (const source of parts.sources) {
      const { next_run } = sourceState(database, source.name);
      const companies = registry.companies();
      if (isEarly(source, companies)) continue;
      const isDue =
        (next_run === null || next_run <= now) && (untilStopped || !planned.has(source.name));
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

  /** Makes sources due again if the system clock was set back during the run. */
  function watchClock(): void {
    const now = clock();
    if (isAhead(latest, now)) {
      repairStates(database, parts.sources, now);
      parts.pacing.restart();
      planned.clear();
      latest = now;
    }
    latest = Math.max(latest, now);
  }

  /**
   * Extracts statements from texts that an earlier version of this program stored without
   * extracting them.
   */
  async function readStoredTexts(): Promise<void> {
    const read = await readWaiting(database, 'sec-documents', readText, clock());
    if (read > 0) inTransaction(database, () => refreshPacing.noteChanges(['mentions', 'news']));
  }

  async function commitBatch(): Promise<void> {
    const answers = dispatch.take(MAX_ANSWERS, MAX_BYTES);
    const { noteChanges: wrote } = refreshPacing;
    const held = { ...parts, sources, readText, parse, stillMine: renewLock, wrote };
    const committed = await commit(held, answers, clock());
    offline = undefined;
    requests += answers.length;
    for (const count of committed.written.values()) facts += count;
    if (committed.universeChanged) plan(true);
    promises.update();
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
    sendReport();
  }

  function sendReport(): void {
    parts.report({ sources: countRequests(database), requests, facts, waits });
  }

  function renewLock(): boolean {
    return beat(database, parts.self, progressText({ requests, facts, waits }), clock());
  }

  /** Renews the lock, even while the run sleeps or waits for a refresh. */
  function heartbeat(): void {
    try {
      if (!renewLock()) broken = new LostLock();
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
      refreshPacing.refreshIfDue(false);
      return undefined;
    }
    if (dispatch.isOpen() || dispatch.unread().answers > 0) {
      // `commitBatch` updates the source states for each batch, and servers read these states.
      // While every host refuses requests, there are no batches, so the states are updated here.
      if (!offline) promises.update();
      await alarm.wait(MAX_AGE);
      return undefined;
    }
    if (hasRoom()) return idle();
    promises.updateIdle(choice(), false);
    return 'the disk is full';
  }

  /** Waits for the next request, or ends the run if none is due. */
  async function idle(): Promise<Ran['end'] | undefined> {
    offline = dispatch.offline();
    if (offline && !untilStopped) return 'offline';
    const { next, held, tried } = outlookOf(untilStopped);
    promises.updateIdle(choice(), offline !== undefined);
    refreshPacing.refreshIfDue(next === undefined || (untilStopped && next > clock()));
    if (refreshPacing.running()) {
      await refreshPacing.running();
      return undefined;
    }
    if (next === undefined) return 'nothing is due';
    const wait = Math.max(next - clock(), offline ? MAX_SLEEP : 0);
    waits =
      wait > MAX_AGE
        ? waitText(clock() + wait, offline ? [offline] : [...held, ...tried])
        : undefined;
    if (waits !== undefined) sendReport();
    if (wait > 0) await alarm.wait(Math.min(wait, MAX_SLEEP));
    return undefined;
  }

  /** Waits for the requests in progress and stores their results. */
  async function drain(): Promise<void> {
    const until = clock() + MAX_DRAIN;
    while (dispatch.isOpen() && clock() < until) await alarm.wait(until - clock());
    while (dispatch.unread().answers > 0) await commitBatch();
    await refreshPacing.running();
  }

  return {
    /** Ends the run after the current batch. */
    stop(): void {
      stopping ??= setTimeout(() => cutOff.abort(), MAX_DRAIN).unref();
      alarm.wake();
    },
    /**
     * Runs the sync.
     * @param forever whether to wait for requests that are due later
     */
    async run(forever: boolean): Promise<Ran> {
      let end: Ran['end'] | undefined;
      untilStopped = forever;
      const pulse = setInterval(heartbeat, HEARTBEAT);
      try {
        await readStoredTexts();
        repairStates(database, parts.sources, clock());
        plan(true);
        refreshPacing.refreshIfDue(false);
        while (!end) end = stopping ? 'stopped' : await step();
        if (end === 'stopped') await drain();
        else if (end === 'nothing is due') refreshPacing.refreshIfDue(true);
        await refreshPacing.running();
      } catch (cause) {
        end = endBy(cause, cutOff.signal);
        if (end === undefined) throw cause;
      } finally {
        clearInterval(pulse);
        clearTimeout(stopping);
        await parts.texts.close();
      }
      if (end === 'stopped') refreshPacing.markAtEnd();
      waits = undefined;
      sendReport();
      const { held, waiting } = outlookOf(false);
      const refusal = registry.refused();
      return {
        end,
        facts,
        refused: dispatch.refused(),
        offline,
        held,
        failed: failuresOf(database, choice()).count,
        waiting: refusal ? [...waiting, refusal] : waiting,
      };
    },
  };
}

/** The progress text for `status`: `3 requests, 0 facts, waiting until …`. */
export function progressText({ requests, facts, waits }: Omit<Progress, 'sources'>): string {
  return `${requests} requests, ${facts} facts${waits ? `, ${waits}` : ''}`;
}
