import { onOneLine } from './foreign-text.ts';
import { type Plan, planTitle } from './plans.ts';

/**
 * An error that a caller is told of. `message` is the text of `{ "error": … }`; `hint` says what to
 * do next and joins it where the spec does not fix the text (at MCP, always).
 */
export class ServiceError extends Error {
  readonly status: number;
  readonly hint: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The method that the path takes, where another was used. */
  readonly allow: string | undefined;
  /** The limit that is used up, in words of ours. */
  readonly bucket: string | undefined;
  constructor(
    status: number,
    message: string,
    more: { hint?: string; retryAfterSeconds?: number; allow?: string; bucket?: string } = {},
  ) {
    super(message);
    this.name = 'ServiceError';
    this.status = status;
    this.hint = more.hint;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.allow = more.allow;
    this.bucket = more.bucket;
  }
}

/** Names of a caller that are shown again at a time. */
const MAX_NAMES_SHOWN = 5;

/** A caller's own word, safe to show again: cut, and without control characters. */
function quoted(word: string): string {
  const clean = onOneLine(word);
  return `"${clean.length > 40 ? `${[...clean].slice(0, 40).join('')}…` : clean}"`;
}

export const missingKey = () =>
  new ServiceError(401, 'Missing API key', {
    hint: 'Give a key: in the header Authorization (Bearer) or X-API-Key, as apiKey in the query, or in CATALYST_API_KEY (stdio).',
  });

export const differentKeys = () =>
  new ServiceError(401, 'This request gives different API keys', {
    hint: 'Give one key, in a header rather than in the query: proxies log addresses.',
  });

export const invalidKey = () =>
  new ServiceError(401, 'Invalid API key', {
    hint: 'The key is unknown here, or has been replaced or revoked. Ask the owner of this server for a current one.',
  });

export const demoKeyEnded = () =>
  new ServiceError(401, 'Invalid API key: demo opens demo data alone, and records here are real', {
    hint: 'Use the key that the start of this server showed, or let its owner make one: keys create, or keys regenerate of an account that there is.',
  });

export const planRequired = (plan: Plan) =>
  new ServiceError(403, `This endpoint needs the ${planTitle(plan)} plan`, {
    hint: `Use a key of the ${planTitle(plan)} plan, or a tool of your own plan.`,
  });

export const outsideBundle = (bundle: readonly string[]) =>
  new ServiceError(403, `This endpoint is outside your bundle (${bundle.join(', ')})`, {
    hint: 'Use a tool of your bundle, or ask for a wider one.',
  });

export const invalidToken = () =>
  new ServiceError(401, 'Invalid or expired token', {
    hint: 'It has to be a current one of the issuer of this server, made for its address, of an account that is active here.',
  });

export const issuerUnreachable = () =>
  new ServiceError(503, 'The issuer of tokens cannot be reached: try again in a minute', {
    hint: 'If it lasts, the owner of this server can check CATALYST_OAUTH_ISSUER and the network.',
  });

export const accessPaused = () =>
  new ServiceError(403, 'Access is paused', {
    hint: 'The owner of this server can resume the account.',
  });

export const accessExpired = (date: string) =>
  new ServiceError(403, `Access expired on ${date}`, {
    hint: 'The owner of this server can extend the account.',
  });

export const rateLimited = (
  of: string,
  requests: number,
  windowSeconds: number,
  retryAfterSeconds: number,
) =>
  new ServiceError(
    429,
    `Rate limit exceeded: ${requests} requests per ${windowSeconds} seconds for ${of}. Try again in ${retryAfterSeconds} s`,
    { retryAfterSeconds, bucket: of },
  );

export const tooManyScans = (queued: number, retryAfterSeconds: number) =>
  new ServiceError(
    429,
    `Too many searches by pattern at once: ${queued} are queued. Try again in ${retryAfterSeconds} s`,
    {
      retryAfterSeconds,
      bucket: 'searches by pattern',
      hint: 'Ask one after another, or by plain words, which need no scan.',
    },
  );

export const missingParameter = (name: string, otherwise?: string) =>
  new ServiceError(400, `Missing ${name}`, otherwise === undefined ? {} : { hint: otherwise });

export const invalidParameter = (name: string, accepted: string) =>
  new ServiceError(400, `Invalid ${name}: ${accepted}`);

/** The two texts that the spec fixes to the letter. */
export const invalidDateBound = (name: string) =>
  new ServiceError(400, `Invalid ${name}`, { hint: `${name} takes YYYY, YYYY-MM or YYYY-MM-DD.` });

export const unknownArgument = (
  name: string,
  nearest: string | undefined,
  known: readonly string[],
) =>
  new ServiceError(400, `Unknown argument ${quoted(name)}`, {
    hint: nearest ? `Did you mean ${nearest}?` : `This tool takes: ${known.join(', ')}.`,
  });

/** @param missed names that are no columns, each with those that may have been meant */
export const unknownColumns = (
  missed: readonly { readonly name: string; readonly nearest: readonly string[] }[],
  known: readonly string[],
) => {
  const said = missed.slice(0, MAX_NAMES_SHOWN).map(({ name, nearest }) => {
    const meant = nearest.length > 0 ? ` (did you mean ${nearest.join(' or ')}?)` : '';
    return `no column ${quoted(name)}${meant}`;
  });
  return new ServiceError(400, `Invalid fields: ${said.join(', ')}`, {
    hint: `Columns: ${known.join(', ')}.`,
  });
};

/** @param said which ticker is unknown, and what may have been meant */
export const unknownTicker = (said: string, hint: string | undefined) =>
  new ServiceError(404, said, hint === undefined ? {} : { hint });

/** A company that is known, but not to be of the trades that have a record of their own. */
export const withoutRecord = (ticker: string, noun: string) =>
  new ServiceError(404, `${ticker} is known; it has no ${noun}`, {
    hint: 'Only companies known to be of biotech or pharma have one: other tools tell what is here.',
  });

export const unknownId = (id: string, hint: string) =>
  new ServiceError(404, `Unknown id ${quoted(id)}`, { hint });

export const unknownFeed = () =>
  new ServiceError(
    404,
    'Unknown calendar feed: it was revoked, or its account was revoked or changed',
  );

export const unknownPath = (path: string, nearest: string) =>
  new ServiceError(404, `Unknown path ${quoted(path)}. Nearest: ${nearest}`);

export const unknownTool = (name: string, nearest: string | undefined) =>
  new ServiceError(
    404,
    `Unknown tool ${quoted(name)}${nearest === undefined ? '' : `. Nearest: ${nearest}`}`,
    nearest === undefined ? { hint: 'tools/list has every tool.' } : {},
  );

export const outsideToolsets = (name: string, asked: readonly string[]) =>
  new ServiceError(
    404,
    `Tool ${quoted(name)} is not among the toolsets that this client asked for: ${asked.join(', ')}`,
  );

/** @param named what was asked for, such as `prompt` */
export const unknownName = (named: string, name: string, known: readonly string[]) =>
  new ServiceError(404, `Unknown ${named} ${quoted(name)}`, {
    hint: `There are: ${known.join(', ')}.`,
  });

/** An upstream that lacks it stands behind this server. */
export const notServed = () => new ServiceError(404, 'This endpoint is not served here');

export const malformedRequest = () =>
  new ServiceError(400, 'Malformed request: Host or address is missing or not valid');

export const methodNotAllowed = (allowed: string) =>
  new ServiceError(405, `Method not allowed: use ${allowed}`, { allow: allowed });

export const tooManyAtOnce = (most: number) =>
  new ServiceError(
    429,
    `Too many requests at once from your address: at most ${most} are answered. Try again in 1 s`,
    { retryAfterSeconds: 1 },
  );

export const tooManyPages = () =>
  new ServiceError(503, 'Too many pages at once. Try again in 1 s', { retryAfterSeconds: 1 });

export const bodyTooLarge = (maximumBytes: number) =>
  new ServiceError(413, `Body larger than ${maximumBytes} bytes`);

export const unsupportedMediaType = () =>
  new ServiceError(415, 'Unsupported media type: send application/json');

export const forbiddenHost = () =>
  new ServiceError(403, 'Host not allowed', {
    hint: 'Name it in CATALYST_ALLOWED_HOSTS on the server.',
  });

export const crossSiteForm = () =>
  new ServiceError(
    403,
    'This form is taken from the page of this server alone: open it and try again',
  );

export const forbiddenOrigin = () =>
  new ServiceError(403, 'Origin not allowed', {
    hint: 'Name its host in CATALYST_ALLOWED_HOSTS on the server.',
  });

/** Nothing has been computed yet that could be served. */
export const noRecordsYet = (reason: string, retryAfterSeconds: number) =>
  new ServiceError(
    503,
    `There are no records to serve yet: ${reason}. Try again in ${retryAfterSeconds} s`,
    { retryAfterSeconds },
  );

export const dataFolderGone = () =>
  new ServiceError(
    503,
    'The data folder of this server is gone: its owner has to put it back, or to start the server anew',
  );

export const accountsUnconfirmed = () =>
  new ServiceError(
    503,
    'Keys cannot be checked: the accounts’ database of this server has not answered for 15 minutes. Try again in a minute',
    {
      retryAfterSeconds: 60,
      hint: 'If it lasts, the owner of this server can check PostgreSQL and CATALYST_DATABASE_URL.',
    },
  );

/** A key or a feed that may have been made since the accounts were last read. */
export const accountsBehind = () =>
  new ServiceError(
    503,
    'This key or feed cannot be checked: the accounts’ database of this server does not answer. Try again in 10 s',
    {
      retryAfterSeconds: 10,
      hint: 'If it lasts, the owner of this server can check PostgreSQL and CATALYST_DATABASE_URL.',
    },
  );

const withoutDatabase = (what: string) =>
  new ServiceError(
    503,
    `${what} while the database of this server does not answer: try again in a minute`,
    { retryAfterSeconds: 60 },
  );
export const grantsUnreachable = () => withoutDatabase('Tokens cannot be checked');
export const calendarsUnreachable = () => withoutDatabase('Calendars cannot be read');

/** The upstream's words stay in the log; ours say what to do, for at REST they stand alone. */
export const upstreamUnreachable = () =>
  new ServiceError(502, 'The upstream cannot be reached: try again in a minute', {
    hint: 'If it lasts, the owner of this server can check CATALYST_BASE_URL and the network.',
  });

export const upstreamTimeout = () =>
  new ServiceError(504, 'The upstream does not answer in time: try again in a minute', {
    hint: 'A narrower question (ticker, dates) may be answered sooner.',
  });

/** The upstream's own 5xx, as the nearest of ours. */
export const upstreamFailed = (status: number) =>
  new ServiceError(
    status === 503 || status === 504 ? status : 502,
    `The upstream fails (status ${status}): try again in a minute`,
    { hint: 'Nothing is wrong with the request as far as is known.' },
  );

export const upstreamUnreadable = () =>
  new ServiceError(502, 'The upstream’s answer is not one of the service: try again later', {
    hint: 'If it lasts, the owner of this server can check that CATALYST_BASE_URL is the address of the service itself.',
  });

export const upstreamOpen = (retryAfterSeconds: number) =>
  new ServiceError(
    503,
    `The upstream has failed repeatedly and is left alone for now: try again in ${retryAfterSeconds} s`,
    { retryAfterSeconds },
  );

export const upstreamUncounted = (retryAfterSeconds: number) =>
  new ServiceError(
    503,
    `What is asked of the upstream cannot be counted now, without which its limits cannot be kept: try again in ${retryAfterSeconds} s`,
    {
      retryAfterSeconds,
      hint: 'The owner of this server can free space on its disk, or check CATALYST_DATA_DIR or CATALYST_REDIS_URL.',
    },
  );

export const upstreamLimited = (retryAfterSeconds: number) =>
  new ServiceError(
    429,
    `The upstream's request limit is used up: try again in ${retryAfterSeconds} s`,
    { retryAfterSeconds, bucket: 'the upstream' },
  );

export const upstreamRefusesKey = () =>
  new ServiceError(502, 'The upstream refuses the key of this server: set CATALYST_API_KEY anew', {
    hint: 'Its owner finds the current key in the account at the upstream, under API Access. Trying again does not help before.',
  });

export const upstreamForbids = (tool: string) =>
  new ServiceError(
    502,
    `The upstream does not permit ${tool} to the key of this server: set CATALYST_UPSTREAM_PLAN to the key's plan, or use a key that permits it`,
    {
      hint: 'Plan or bundle of the key do not reach it, or its access is paused or expired. Other tools may answer.',
    },
  );

export const upstreamPlanRequired = (plan: Plan) =>
  new ServiceError(
    403,
    `This endpoint needs an upstream key of the ${planTitle(plan)} plan: CATALYST_UPSTREAM_PLAN states another`,
  );

export const upstreamLacksPath = () =>
  new ServiceError(
    502,
    'The upstream has no such path: check CATALYST_BASE_URL and CATALYST_UPSTREAM_PATHS',
  );

export const upstreamRedirects = () =>
  new ServiceError(
    502,
    'The upstream redirects, which is not followed: set CATALYST_BASE_URL to its own address',
  );

export const upstreamRefusesArguments = () =>
  new ServiceError(400, 'The upstream does not accept these arguments', {
    hint: 'They pass the rules of this service; try fewer or simpler ones.',
  });

export const internalError = () =>
  new ServiceError(500, 'Internal error', {
    hint: 'Nothing is wrong with the request as far as is known; the cause is in the log of the server.',
  });
