import { didYouMean } from './did-you-mean.ts';
import { quoted } from './foreign-text.ts';
import { type Plan, planTitle } from './plans.ts';

/**
 * An error that is reported to the client. `message` is the text of `{ "error": … }`. `hint` states
 * what the client can do. MCP answers always contain the hint; REST answers contain the hint unless
 * the specification fixes the text of the error.
 */
export class ServiceError extends Error {
  readonly status: number;
  readonly hint: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The HTTP method that the path accepts. Set only if the request used another method. */
  readonly allow: string | undefined;
  /** Name of the exhausted rate limit. */
  readonly bucket: string | undefined;
  constructor(
    status: number,
    message: string,
    more: {
      hint?: string | undefined;
      retryAfterSeconds?: number;
      allow?: string;
      bucket?: string;
    } = {},
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

/** Maximum number of unknown names that a message states. */
const MAX_NAMES_SHOWN = 5;

export const missingKey = () =>
  new ServiceError(401, 'Missing API key', {
    hint: 'Send a key in the header Authorization (Bearer) or X-API-Key, as apiKey in the query, or in CATALYST_API_KEY (stdio).',
  });

export const differentKeys = () =>
  new ServiceError(401, 'The request contains different API keys', {
    hint: 'Send one key, preferably in a header: proxies log URLs.',
  });

export const invalidKey = () =>
  new ServiceError(401, 'Invalid API key', {
    hint: 'The key is unknown, replaced or revoked. Ask the owner of this server for a valid key.',
  });

export const demoKeyEnded = () =>
  new ServiceError(
    401,
    'Invalid API key: the key demo is only for demo data, and this server has real records',
    {
      hint: 'Use the key that the server printed at startup, or ask its owner for one (`keys create`, or `keys regenerate` for an existing account).',
    },
  );

export const planRequired = (plan: Plan) =>
  new ServiceError(403, `This endpoint needs the ${planTitle(plan)} plan`, {
    hint: `Use a key of the ${planTitle(plan)} plan, or a tool of your plan.`,
  });

export const outsideBundle = (bundle: readonly string[]) =>
  new ServiceError(403, `This endpoint is outside your bundle (${bundle.join(', ')})`, {
    hint: 'Use a tool of your bundle, or ask for a larger bundle.',
  });

export const fieldsOutsidePlan = (fields: readonly string[]) =>
  new ServiceError(403, `Not in your plan or bundle: ${fields.join(', ')}`, {
    hint: 'Use other columns in where and sort, or ask for a larger plan.',
  });

export const invalidToken = () =>
  new ServiceError(401, 'Invalid or expired token', {
    hint: 'The token must not have expired. It must come from the issuer of this server and belong to an active account. Its audience must be the /mcp URL of this server.',
  });

export const issuerUnreachable = () =>
  new ServiceError(503, 'The token issuer cannot be reached: try again in a minute', {
    hint: 'If this continues, the owner of this server can check CATALYST_OAUTH_ISSUER and the network.',
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
    `Too many pattern searches: ${queued} are queued. Try again in ${retryAfterSeconds} s`,
    {
      retryAfterSeconds,
      bucket: 'pattern searches',
      hint: 'Send one search at a time, or search for plain words, which need no scan.',
    },
  );

export const missingParameter = (name: string, hint?: string) =>
  new ServiceError(400, `Missing ${name}`, { hint });

export const invalidParameter = (name: string, accepted: string, hint?: string) =>
  new ServiceError(400, `Invalid ${name}: ${accepted}`, { hint });

/**
 * The error for an invalid first or last day of a date range. The specification fixes the text of
 * this message.
 */
export const invalidDateBound = (name: string) =>
  new ServiceError(400, `Invalid ${name}`, { hint: `${name} takes YYYY, YYYY-MM or YYYY-MM-DD.` });

export const unknownArgument = (
  name: string,
  nearest: string | undefined,
  known: readonly string[],
) =>
  new ServiceError(400, `Unknown argument ${quoted(name)}`, {
    hint: nearest ? didYouMean([nearest]) : `This tool takes: ${known.join(', ')}.`,
  });

/** @param missed the unknown column names, each with the known names that are similar */
export const unknownColumns = (
  parameter: string,
  missed: readonly { readonly name: string; readonly nearest: readonly string[] }[],
  known: readonly string[],
) => {
  const problems = missed.slice(0, MAX_NAMES_SHOWN).map(({ name, nearest }) => {
    const suggestion = nearest.length > 0 ? ` (${didYouMean(nearest)})` : '';
    return `no column ${quoted(name)}${suggestion}`;
  });
  return new ServiceError(400, `Invalid ${parameter}: ${problems.join(', ')}`, {
    hint: `Columns: ${known.join(', ')}.`,
  });
};

/**
 * @param message text that names the unknown ticker
 * @param hint suggestions
 */
export const unknownTicker = (message: string, hint: string | undefined) =>
  new ServiceError(404, message, { hint });

/**
 * The error for a known company that has no records.
 * @param elsewhere the hint. By default, the hint says that the store has no evidence that the
 * company is in biotech or pharma
 */
export const withoutRecord = (ticker: string, noun: string, elsewhere?: string) =>
  new ServiceError(404, `${ticker} is a known company, but it has no ${noun}`, {
    hint:
      elsewhere ??
      'No stored SIC code, trial or drug shows that this company is in biotech or pharma.',
  });

export const unknownId = (id: string, hint: string) =>
  new ServiceError(404, `Unknown id ${quoted(id)}`, { hint });

export const unknownFeed = () =>
  new ServiceError(
    404,
    'Unknown calendar feed: the feed or its account was revoked, or the plan of the account was changed',
  );

export const unknownPath = (path: string, nearest: string) =>
  new ServiceError(404, `Unknown path ${quoted(path)}. Nearest: ${nearest}`);

export const unknownTool = (name: string, nearest: string | undefined) =>
  new ServiceError(
    400,
    `Unknown tool ${quoted(name)}${nearest === undefined ? '' : `. Nearest: ${nearest}`}`,
    nearest === undefined ? { hint: 'tools/list returns all tools.' } : {},
  );

export const outsideToolsets = (name: string, selected: readonly string[]) =>
  new ServiceError(
    404,
    `Tool ${quoted(name)} is not in the selected toolsets: ${selected.join(', ')}`,
  );

/** @param named the kind of thing that the name identifies, such as `prompt` */
export const unknownName = (named: string, name: string, known: readonly string[]) =>
  new ServiceError(404, `Unknown ${named} ${quoted(name)}`, {
    hint: `Available: ${known.join(', ')}.`,
  });

export const notExported = (name: string) =>
  new ServiceError(400, `${name} has no export. Request its records page by page`);

/** The error for an export of records that depend on vendor data. */
export const vendorDataKept = (name: string) =>
  new ServiceError(
    400,
    `${name} cannot be exported: its records depend on data of a vendor, which only the owner of this server may see. If your contract with the vendor permits exports, set CATALYST_VENDOR_DISPLAY=licensed`,
  );

/** The error for requests from accounts other than the owner's, if the store has vendor data. */
export const vendorDataOfOwner = () =>
  new ServiceError(
    403,
    'Only the account owner may see the vendor data of this server. If your contract permits display to others, set CATALYST_VENDOR_DISPLAY=licensed. Otherwise, serve other accounts from another data folder',
  );

/** The error for an endpoint that the upstream does not have. */
export const notServed = () => new ServiceError(404, 'This server does not have this endpoint');

export const malformedRequest = () =>
  new ServiceError(400, 'Malformed request: the Host header or the URL is missing or invalid');

export const methodNotAllowed = (allowed: string) =>
  new ServiceError(405, `Method not allowed: use ${allowed}`, { allow: allowed });

export const tooManyAtOnce = (most: number) =>
  new ServiceError(
    429,
    `Too many simultaneous requests from your IP address: the limit is ${most}. Try again in 1 s`,
    { retryAfterSeconds: 1 },
  );

export const tooManyPages = () =>
  new ServiceError(503, 'Too many simultaneous page requests. Try again in 1 s', {
    retryAfterSeconds: 1,
  });

export const bodyTooLarge = (maximumBytes: number) =>
  new ServiceError(413, `Body larger than ${maximumBytes} bytes`);

export const unsupportedMediaType = () =>
  new ServiceError(415, 'Unsupported media type: send application/json');

export const forbiddenHost = () =>
  new ServiceError(403, 'Host not allowed', {
    hint: 'Add the host to CATALYST_ALLOWED_HOSTS on the server.',
  });

export const crossSiteForm = () =>
  new ServiceError(
    403,
    'This form must be sent from the page of this server. Open the page and try again',
  );

export const forbiddenOrigin = () =>
  new ServiceError(403, 'Origin not allowed', {
    hint: 'Add the host of the page that sent the request to CATALYST_ALLOWED_HOSTS on the server.',
  });

export const noRecordsYet = (reason: string, retryAfterSeconds: number) =>
  new ServiceError(
    503,
    `There are no records to serve yet: ${reason}. Try again in ${retryAfterSeconds} s`,
    { retryAfterSeconds },
  );

export const changedMeanwhile = () =>
  new ServiceError(503, 'The records were refreshed during the export. Try again in 1 s', {
    retryAfterSeconds: 1,
  });

export const dataFolderGone = () =>
  new ServiceError(
    503,
    'The data folder of this server was removed. The owner of the server must restore the folder or restart the server',
  );

const checkDatabase =
  'If this continues, the owner of this server can check PostgreSQL and CATALYST_DATABASE_URL.';

export const accountsUnconfirmed = () =>
  new ServiceError(
    503,
    'Keys cannot be checked: the account database has not responded for 15 minutes. Try again in a minute',
    { retryAfterSeconds: 60, hint: checkDatabase },
  );

/**
 * The error for an unknown key or feed while the account database does not respond. The key or feed
 * may have been created after the accounts were last read.
 */
export const accountsBehind = () =>
  new ServiceError(
    503,
    'This key or feed cannot be checked: the account database does not respond. Try again in 10 s',
    { retryAfterSeconds: 10, hint: checkDatabase },
  );

const withoutDatabase = (what: string) =>
  new ServiceError(503, `${what} while the database does not respond: try again in a minute`, {
    retryAfterSeconds: 60,
  });
export const grantsUnreachable = () => withoutDatabase('Tokens cannot be checked');
export const calendarsUnreachable = () => withoutDatabase('Calendars cannot be read');

export const internalError = () =>
  new ServiceError(500, 'Internal error', {
    hint: 'The request appears to be valid. The cause is in the server log.',
  });
