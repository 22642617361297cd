import { isWebPage } from '../../sources/formats/untrusted.ts';
import type { Expected } from '../../sources/source.ts';
import type { HttpResponse } from './fetch.ts';

/** The classification of a response. */
export type Verdict =
  | {
      readonly kind: 'body';
      readonly status: number;
      readonly text: string;
      /** True if the body is a web page. The source decides whether the page is a refusal. */
      readonly isPage?: true;
    }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'redirect'; readonly location: string }
  /**
   * The host requests a pause. If the host states no duration, each pause is twice as long as the
   * previous pause.
   */
  | {
      readonly kind: 'pause';
      readonly reason: string;
      readonly milliseconds: number | undefined;
      /** Whether the request rate is halved for some time after the pause. */
      readonly slowly?: true;
    }
  /** The host refuses all requests until the user changes a setting. */
  | { readonly kind: 'blocked'; readonly reason: string }
  /** The requested file does not exist. */
  | { readonly kind: 'absent'; readonly reason: string }
  /** A failed request. `final` means that a retry would fail too. */
  | {
      readonly kind: 'failed';
      readonly reason: string;
      readonly final: boolean;
      readonly status?: number;
    };

/**
 * Pause in milliseconds after the SEC has blocked an IP address. The SEC's block lasts ten minutes,
 * and requests during the block prolong it.
 */
const THRESHOLD_PAUSE = 11 * 60_000;
/** Maximum wait in milliseconds. A longer `Retry-After` is shortened to it. */
const MAX_RETRY_AFTER = 24 * 3_600_000;
/** Number of characters at the start of a page that are searched for signs of a refusal. */
const HEAD_LENGTH = 20_000;

export interface Asked {
  readonly expects: Expected;
  /** Whether the request had validators. Without them, a 304 response is an error. */
  readonly conditional: boolean;
  /** Status codes, other than 200, of responses that the source can read. */
  readonly accepts: readonly number[];
  readonly now: number;
}

/** Classifies a response by its status, headers and the start of its body. */
export function verdictOf(response: HttpResponse, asked: Asked): Verdict {
  const { status, headers, body } = response;
  const head = body.subarray(0, HEAD_LENGTH).toString('latin1');
  const page = refusalPage(head);
  if (page) return page;
  if (status === 304) {
    if (asked.conditional) return { kind: 'unchanged' };
    return failed('returned "not modified" to an unconditional request');
  }
  if (status >= 300 && status < 400 && headers.location) {
    return { kind: 'redirect', location: headers.location };
  }
  const milliseconds = retryAfter(headers['retry-after'], asked.now);
  if (status === 429 || (status === 503 && milliseconds !== undefined)) {
    return { kind: 'pause', reason: `asks for a pause (status ${status})`, milliseconds };
  }
  if (status !== 200 && !asked.accepts.includes(status)) return refused(status, head);
  const isPage = isWebPage(head);
  if (isPage && asked.expects !== 'page') return failed('returned a web page instead of data');
  if (body.length === 0 && status === 200) return failed('got an empty response');
  const text = asked.expects === 'zip' ? '' : textOf(body, headers['content-type'], head);
  return { kind: 'body', status, text, ...(isPage && status === 200 && { isPage }) };
}

/** Recognizes the two refusal pages of the SEC by their titles. The status does not matter. */
function refusalPage(head: string): Verdict | undefined {
  if (!isWebPage(head)) return undefined;
  const title = /<title>([^<]{0,300})/i.exec(head)?.[1] ?? '';
  if (/request rate threshold exceeded/i.test(title)) {
    // The SEC counts requests per IP address. Two syncs with separate data folders can together
    // exceed its limit.
    const reason =
      'reports too many requests from this IP address: run only one sync at a time behind this address';
    return { kind: 'pause', reason, milliseconds: THRESHOLD_PAUSE, slowly: true };
  }
  if (/undeclared automated tool/i.test(title)) {
    const reason =
      'refuses requests because it considers the server an undeclared automated tool: check that CATALYST_CONTACT is your email address';
    return { kind: 'blocked', reason };
  }
  return undefined;
}

function refused(status: number, head: string): Verdict {
  // Body that the SEC's storage returns if a file is missing.
  const isDenied = status === 403 && /<Code>AccessDenied<\/Code>/.test(head);
  if (isDenied || status === 404 || status === 410) return { kind: 'absent', reason: ABSENT };
  // Body that openFDA returns for an invalid request. A retry would fail too.
  const isMisunderstood = /"code":\s*"SERVER_ERROR"/.test(head);
  const reason = isMisunderstood
    ? 'is not valid according to the host'
    : `is refused (status ${status})`;
  return { ...failed(reason, isMisunderstood || MALFORMED.has(status)), status };
}

const ABSENT = 'does not exist';
/** Status codes of invalid requests, for which a retry would fail too. */
const MALFORMED: ReadonlySet<number> = new Set([400, 405, 406, 411, 413, 414, 415, 422, 431]);

function failed(reason: string, final = false) {
  return { kind: 'failed', reason, final } as const;
}

/**
 * Parses a `Retry-After` header, which contains a number of seconds or an HTTP date.
 * @returns milliseconds from now
 */
function retryAfter(words: string | undefined, now: number): number | undefined {
  if (words === undefined) return undefined;
  const text = words.trim();
  const milliseconds = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  if (!(milliseconds > 0)) return undefined;
  return Math.min(milliseconds, MAX_RETRY_AFTER);
}

/**
 * Decodes a body. The encoding is named in the header or in the XML declaration. The default is
 * UTF-8.
 */
function textOf(body: Buffer, contentType: string | undefined, head: string): string {
  const named =
    /charset="?([\w-]{1,40})/i.exec(contentType ?? '')?.[1] ??
    /^<\?xml[^>]{0,100}encoding="([\w-]{1,40})"/i.exec(head)?.[1];
  const isLatin = /^(?:iso-8859-1|latin1|us-ascii|windows-1252)$/i.test(named ?? '');
  return new TextDecoder(isLatin ? 'windows-1252' : 'utf-8').decode(body);
}
