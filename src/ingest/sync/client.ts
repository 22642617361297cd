import { hash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import type { Environment } from '../../base/environment.ts';
import { type HostKeys, type HostRule, isWithin } from '../../sources/hosts.ts';
import type { Expected, Sieve } from '../../sources/source.ts';
import { HttpFailure, type HttpRequest, type HttpResponse, type Send } from './fetch.ts';
import type { Hold } from './host-state.ts';
import type { Pacing } from './pacing.ts';
import { createRobots } from './robots.ts';
import type { Ledger } from './start-ledger.ts';
import { unzipped, ZIP_BOUNDS } from './unzip.ts';
import { userAgentOf } from './user-agent.ts';
import { digestOf, digestOfFile } from './validators.ts';
import { type Verdict, verdictOf } from './verdict.ts';

export interface Ask {
  readonly address: string;
  readonly rule: HostRule;
  readonly expects: Expected;
  readonly accepts: readonly number[];
  /** Priority among requests that wait for the same rate limit: 0 is first, 9 is last. */
  readonly priority?: number;
  /** If true, a failure of this request does not count as a failure of the host. */
  readonly failsAlone?: boolean;
  /**
   * Whether the request is for robots.txt. A host that refuses all other requests may still return
   * robots.txt, so a successful response to this request does not end an outage of the host.
   */
  readonly isRobots?: true;
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
  /** Selects which members and lines of a zip file are read. */
  readonly sieve?: Sieve | undefined;
}

export type Outcome =
  /** The request was not sent. */
  | { readonly kind: 'held'; readonly hold: Hold }
  | { readonly kind: 'unreachable'; readonly reason: string; readonly byProxy?: boolean }
  | Exclude<Verdict, { readonly kind: 'redirect' | 'body' }>
  | {
      readonly kind: 'body';
      readonly status: number;
      readonly text: string;
      readonly isPage?: true;
      /** Digest of the received body. */
      readonly digest: string;
      readonly headers: HttpResponse['headers'];
      readonly bytes: number;
    };

export interface ClientParts {
  readonly send: Send;
  readonly pacing: Pick<Pacing, 'run'>;
  readonly ledger: Ledger;
  readonly clock: Clock;
  /** Contact address of the operator, sent only to hosts that require it. */
  readonly contact: string | undefined;
  /** Environment variables. Some of them replace the User-Agent for a host. */
  readonly environment?: Environment | undefined;
  /** API keys, by name of the setting. */
  readonly keys: HostKeys;
  /** Stores each body. `body` is the body itself or the path of a file that contains it. */
  readonly keep?: ((address: string, body: Buffer | string) => Promise<void>) | undefined;
  /**
   * Folder for bodies that are too large for memory. If absent, these bodies are kept in memory
   * too.
   */
  readonly folder?: string | undefined;
}

interface Answer {
  readonly response: HttpResponse;
  readonly verdict: Verdict;
}

export type Client = (ask: Ask) => Promise<Outcome>;

/** Failures that are caused by the host or the network, and not by the URL of a request. */
const NOT_CONNECTED: ReadonlySet<HttpFailure['kind']> = new Set([
  'unreachable',
  'refused',
  'reset',
]);
const MAX_REDIRECTS = 3;
const MEBIBYTE = 1024 * 1024;
/** Maximum size of a body in bytes, by type. The maximum applies before and after decompression. */
const maxBytes: Readonly<Record<Expected, number>> = {
  json: 64 * MEBIBYTE,
  xml: 16 * MEBIBYTE,
  text: 16 * MEBIBYTE,
  page: 8 * MEBIBYTE,
  zip: ZIP_BOUNDS.MAX_PACKED,
};
const accepted: Readonly<Record<Expected, string>> = {
  json: 'application/json',
  xml: 'application/xml, application/atom+xml, application/rss+xml, text/xml',
  text: 'text/plain, */*;q=0.5',
  page: 'text/html, text/plain',
  zip: 'application/zip, */*;q=0.5',
};

/**
 * Sends a request when the limits of its host permit it, follows redirects within the same limits,
 * and classifies the response. Failures are returned as outcomes and never thrown.
 */
export function createClient(parts: ClientParts): Client {
  const { ledger, clock, contact } = parts;
  /** Crawl-delay in the robots.txt of each host, in milliseconds. */
  const crawlDelays = new Map<string, number>();

  async function once(ask: Ask, address: string): Promise<Answer | Hold> {
    const { rule } = ask;
    const slowly = ledger.isSlow(rule, clock());
    const host = new URL(address).hostname;
    const crawlDelay = crawlDelays.get(host) ?? 0;
    const rest = ledger.restOf(host, clock());
    const turn = { host, slowly, crawlDelay, rest, priority: ask.priority ?? 0 };
    return parts.pacing.run(rule, turn, async () => {
      const hold = await ledger.take(rule, turn, clock());
      if (hold) return hold;
      const { setting, parameter } = rule.key ?? {};
      const key = setting && parts.keys[setting];
      const response = await sent(ask, {
        address,
        accept: accepted[ask.expects],
        etag: ask.etag,
        lastModified: ask.lastModified,
        maxBytes: ask.sieve?.bounds?.MAX_PACKED ?? maxBytes[ask.expects],
        file: fileOf(ask),
        userAgent: userAgentOf(rule, contact, parts.environment ?? {}),
        key: key === undefined ? undefined : { parameter, value: key },
      });
      const conditional = ask.etag !== undefined || ask.lastModified !== undefined;
      const verdict = verdictOf(response, { ...ask, conditional, now: clock() });
      await note(ask, turn.host, verdict, response.bytes);
      return { response, verdict };
    });
  }

  /** Sends a request. If there is no response, counts a failure of the host. */
  async function sent(ask: Ask, request: HttpRequest): Promise<HttpResponse> {
    const { hostname } = new URL(request.address);
    try {
      return withoutKey(await parts.send(request), request.key?.value);
    } catch (cause) {
      if (cause instanceof HttpFailure) {
        if (cause.kind === 'too-large') await ledger.answered(ask.rule, hostname, 0);
        else if (NOT_CONNECTED.has(cause.kind)) await ledger.failed(hostname, clock());
        else await noteFailure(ask, hostname);
      }
      throw cause;
    }
  }

  /** Counts a failure of the host, unless `failsAlone` is set. */
  async function noteFailure({ failsAlone }: Ask, host: string): Promise<void> {
    if (!failsAlone) await ledger.failed(host, clock());
  }

  /**
   * Saves whether a host succeeded, failed, requested a pause or blocked us. This happens before
   * the next queued request starts.
   */
  async function note(ask: Ask, host: string, verdict: Verdict, bytes: number): Promise<void> {
    const now = clock();
    const { rule } = ask;
    if (verdict.kind === 'pause') {
      const { milliseconds, slowly = false } = verdict;
      // A request for a pause also counts as a failure of the host. After several failures, only
      // probes are sent to the host.
      await ledger.failed(host, now);
      return ledger.pause(rule, now, { milliseconds, slowly });
    }
    if (verdict.kind === 'blocked') return ledger.block(rule, now, verdict.reason);
    if (verdict.kind === 'failed' && !verdict.final) return noteFailure(ask, host);
    // A web page or a response with status 403 may be a refusal. Only the parser of the source can
    // recognize a refusal, so the request does not count as a success yet.
    if (verdict.kind === 'body' && (verdict.isPage || verdict.status === 403)) return;
    if (!ask.isRobots) return ledger.answered(rule, host, bytes);
  }

  async function follow(ask: Ask, address: string, redirects: number): Promise<Outcome> {
    const answer = await once(ask, address);
    if ('until' in answer) return { kind: 'held', hold: answer };
    const { verdict, response } = answer;
    if (verdict.kind === 'redirect') {
      const next = URL.canParse(verdict.location, address)
        ? new URL(verdict.location, address)
        : undefined;
      if (!next || !isWithin(ask.rule, next)) {
        await noteFailure(ask, new URL(address).hostname);
        return failed('redirects to another domain');
      }
      if (/abuse-detection-apology/.test(next.pathname)) {
        const reason = 'refuses requests because it considers them abusive';
        await ledger.block(ask.rule, clock(), reason);
        return { kind: 'blocked', reason };
      }
      if (redirects >= MAX_REDIRECTS) return failed('is redirected too many times');
      return follow(ask, next.href, redirects + 1);
    }
    // A redirect to a missing page counts as a failure that is retried. While a host moves its
    // pages, its redirects may be wrong.
    const isAbsent = verdict.kind === 'absent' || response.status === 404;
    if (isAbsent && redirects > 0) return failed('is redirected to a missing page');
    if (verdict.kind !== 'body') return verdict;
    const { body, file, headers, bytes } = response;
    await parts.keep?.(ask.address, file ?? body);
    const text = ask.sieve ? await unzipped(file ?? body, ask.sieve) : verdict.text;
    const digest = file === undefined ? digestOf(body) : await digestOfFile(file);
    return { ...verdict, text, digest, headers, bytes };
  }

  /**
   * Returns the path of the file for a large zip body. Returns undefined for other bodies. An
   * existing file is replaced.
   */
  function fileOf({ address, sieve }: Ask): string | undefined {
    if (parts.folder === undefined || sieve?.bounds === undefined) return undefined;
    return join(parts.folder, `download-${hash('sha256', address, 'hex').slice(0, 16)}.part`);
  }

  const permission = createRobots(clock, async (address, rule) => {
    const ask: Ask = { address, rule, expects: 'text', accepts: [], isRobots: true };
    const answer = await follow(ask, address, 0);
    if (answer.kind === 'body') return { text: answer.text };
    // If the host refuses robots.txt with a 4xx status, all paths are permitted (RFC 9309).
    const { status = 0 } = answer.kind === 'failed' ? answer : {};
    return answer.kind === 'absent' || (status >= 400 && status < 500) ? 'absent' : 'unknown';
  });

  /**
   * Returns the failure of a request that robots.txt does not permit. Returns undefined if the
   * request is permitted.
   */
  async function refusal({ rule, address }: Ask): Promise<Outcome | undefined> {
    if (!rule.readsRobots) return undefined;
    const { answer, crawlDelay } = await permission(address, rule);
    crawlDelays.set(new URL(address).hostname, crawlDelay);
    if (answer === 'permitted') return undefined;
    return failed(
      answer === 'forbidden'
        ? 'is not permitted by the robots.txt of the host'
        : 'waits until the host returns its robots.txt',
    );
  }

  return async (ask) => {
    try {
      return (await refusal(ask)) ?? (await follow(ask, ask.address, 0));
    } catch (cause) {
      if (!(cause instanceof HttpFailure)) throw cause;
      const { kind, message: reason } = cause;
      if (kind === 'refused') return { kind: 'unreachable', reason, byProxy: true };
      if (NOT_CONNECTED.has(kind)) return { kind: 'unreachable', reason };
      return { kind: 'failed', reason, final: kind === 'too-large' };
    } finally {
      const file = fileOf(ask);
      if (file !== undefined) await rm(file, { force: true });
    }
  };
}

/** Redacts the key in a response, such as in the URL of the next page. */
function withoutKey(response: HttpResponse, key: string | undefined): HttpResponse {
  if (key === undefined) return response;
  const { headers, body } = response;
  const hidden = (text: string) => text.replaceAll(key, 'REDACTED');
  return {
    ...response,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, hidden(value)]),
    ),
    body: body.includes(key) ? Buffer.from(hidden(body.toString('latin1')), 'latin1') : body,
  };
}

function failed(reason: string): Outcome {
  return { kind: 'failed', reason, final: false };
}
