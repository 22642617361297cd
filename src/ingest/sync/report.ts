import { writeFileSync } from 'node:fs';
import type { Clock } from '../../base/clock.ts';
import { version } from '../../base/version.ts';
import { compareText } from '../../domain/compare-text.ts';
import type { Database } from '../../store/database.ts';
import { statement } from '../../store/statements.ts';
import { HttpFailure, type HttpRequest, type HttpResponse, type Send } from './fetch.ts';
import { countRequests, failuresOf } from './queue.ts';

/** Maximum number of bodies of error responses in the report, per host and status. */
const MAX_BODIES = 3;
/** Maximum characters of each body in the report. */
const MAX_BODY = 300;

interface Tally {
  requests: number;
  bytes: number;
  milliseconds: number;
  slowest: number;
  readonly refused_bodies: string[];
}

/**
 * Creates a report without secrets that summarizes the responses of all hosts in a run.
 * @param secrets texts to redact, such as the contact address
 */
export function createReport(file: string, clock: Clock, secrets: readonly string[]) {
  const tallies = new Map<string, Tally>();
  const startedAt = clock();

  function note(request: HttpRequest, said: string, startedOn: number, bytes: number): Tally {
    const key = `${new URL(request.address).hostname} ${said}`;
    const none = { requests: 0, bytes: 0, milliseconds: 0, slowest: 0, refused_bodies: [] };
    const tally = tallies.get(key) ?? none;
    tallies.set(key, tally);
    const took = Math.max(0, clock() - startedOn);
    tally.requests += 1;
    tally.bytes += bytes;
    tally.milliseconds += took;
    tally.slowest = Math.max(tally.slowest, took);
    return tally;
  }

  /** Keeps the start of an error response, unless the response may contain an API key. */
  function keepBeginning(request: HttpRequest, { body, status }: HttpResponse, tally: Tally): void {
    if (status < 400 || request.key || tally.refused_bodies.length >= MAX_BODIES) return;
    const text = body.subarray(0, 4 * MAX_BODY).toString('utf8');
    tally.refused_bodies.push(redacted(text, secrets).slice(0, MAX_BODY));
  }

  return {
    /** Returns a function that sends a request and adds the response to the report. */
    watching: (send: Send) => async (request: HttpRequest) => {
      const startedOn = clock();
      try {
        const response = await send(request);
        const tally = note(request, String(response.status), startedOn, response.bytes);
        keepBeginning(request, response, tally);
        return response;
      } catch (cause) {
        if (cause instanceof HttpFailure) note(request, cause.kind, startedOn, 0);
        throw cause;
      }
    },
    /** Replaces the report file. */
    write(database: Database): void {
      const report = {
        version,
        started_at: new Date(startedAt),
        ended_at: new Date(clock()),
        answers: Object.fromEntries([...tallies].sort(([a], [b]) => compareText(a, b))),
        requests: Object.fromEntries(countRequests(database)),
        failures: failuresOf(database),
        not_understood: notUnderstood(database),
      };
      writeFileSync(file, redacted(`${JSON.stringify(report, null, 2)}\n`, secrets));
    },
  };
}

/**
 * Returns the failed requests, grouped by source and error. Each group has the URL of one example.
 * Also returns, for each source, how many parts of its responses were omitted, with one reason.
 */
function notUnderstood(database: Database): readonly unknown[] {
  const sql = `SELECT name AS source, refusal AS reason, refused AS count FROM sync_sources
      WHERE refusal IS NOT NULL
    UNION ALL SELECT source, min(address) || ' ' || error, count(*) FROM sync_requests
      WHERE state IN ('queued', 'failed') AND error IS NOT NULL GROUP BY source, error`;
  return statement(database, sql).all();
}

/** Replaces secrets and IP addresses. */
function redacted(text: string, secrets: readonly string[]): string {
  const without = secrets.reduce((left, secret) => left.replaceAll(secret, '[redacted]'), text);
  return without.replace(
    /\b\d{1,3}(?:\.\d{1,3}){3}\b|\b(?:[\da-f]{1,4}:){4,7}[\da-f]{0,4}\b/gi,
    '[address]',
  );
}
