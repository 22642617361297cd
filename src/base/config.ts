import { homedir } from 'node:os';
import * as z from 'zod';
import { ConfigError } from './config-error.ts';
import { defaultDataDir } from './data-files.ts';
import { type Environment, given } from './environment.ts';
import { plans } from './plans.ts';
import {
  isContact,
  isOrigin,
  isPlaceholder,
  isPlainAddress,
  isSafeAddress,
  onOff,
  parseFreshness,
  parseHosts,
  parseToolsets,
  port,
  secureUrl,
} from './setting-values.ts';
import { requireOwnUse, vendorSettings } from './vendor-settings.ts';

/**
 * Maximum value of `CATALYST_MAX_CONNECTIONS`. If many connections are open, accepting another takes
 * longer, because the server scans all open connections.
 */
const MAX_CONNECTIONS = 20_000;

/** All settings, from environment variables. docs/configuration.md is generated from this table. */
export const settings = {
  CATALYST_DATA_DIR: z
    .string()
    .min(1)
    // `~` is expanded here, because no shell expands it in the settings file of an application.
    .transform((path) => path.replace(/^~(?=[/\\]|$)/, homedir()))
    .default(defaultDataDir)
    .describe(
      'Folder that contains the store, the demo store and the accounts. Default: the usual data folder of the operating system',
    ),
  CATALYST_API_KEY: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      'Key of the upstream, if CATALYST_BASE_URL is set. Otherwise, key of the account to use over stdio. If no key is set, a caller over stdio has the rights of the owner',
    ),
  CATALYST_LIMITS: onOff()
    .default(true)
    .describe(
      '`off` disables the rate limits of accounts. Use `off` only if nobody but the owner can reach the server',
    ),
  CATALYST_STRUCTURED: onOff()
    .default(false)
    .describe(
      'If `on`, answers over stdio contain structured content in addition to text, and tools have output schemas. Set it to `on` for programs that need typed objects. Over HTTP, clients use /mcp?structured=1',
    ),
  CATALYST_TOOLSETS: z
    .string()
    .default('')
    .transform(parseToolsets)
    .describe(
      'Comma-separated groups of tools to offer. ' +
        'The groups are fda, trials, cash, ownership, market, companies, valuation, clinical, competition, deals and portfolio. ' +
        'A client can select other groups with ?toolsets= or X-MCP-Toolsets. Default: all',
    ),
  CATALYST_ALLOWED_HOSTS: z
    .string()
    .default('')
    .transform(parseHosts)
    .describe(
      'Comma-separated host names that the HTTP server accepts in addition to loopback names. To listen on an address that is not loopback, set this variable or CATALYST_PUBLIC_URL',
    ),
  CATALYST_TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .describe(
      'Comma-separated IP addresses and networks (10.0.0.0/8) of reverse proxies in front of the HTTP server. Rate limits apply to the client addresses that these proxies forward',
    ),
  CATALYST_MAX_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_CONNECTIONS)
    .default(2_000)
    .describe(
      'Maximum number of simultaneous connections to the HTTP server. If the operating system does not let the process open this many files, reduce this number',
    ),
  CATALYST_MAX_CONNECTIONS_PER_ADDRESS: z.coerce
    .number()
    .int()
    .min(1)
    .max(2_000)
    .default(1_000)
    .describe(
      'Maximum number of connections from one IP address. A connection above the maximum replaces the connection that has been idle longest. ' +
        'If a trusted proxy forwards the requests, this number also limits the simultaneous requests from one client address. The limit on simultaneous requests is at most 100',
    ),
  CATALYST_PORT: port()
    .default(8_787)
    .describe(
      'Port on which `serve` listens and which `ready` checks. The option --port takes precedence. If CATALYST_PORT is unset, PORT is used, because many hosting platforms set PORT. 0 selects a free port. Default: 8787',
    ),
  CATALYST_METRICS_PORT: port()
    .optional()
    .describe(
      'Separate port on which `serve` and `work` answer GET /metrics for Prometheus. No key is needed. If the value is 0, the server selects a free port and logs its number. Default: none',
    ),
  CATALYST_METRICS_HOST: z
    .string()
    .regex(/^[\w.:-]{1,100}$/, 'an IP address or host name to listen on, such as 0.0.0.0')
    .default('127.0.0.1')
    .describe(
      'Address on which the metrics server listens. Its port is CATALYST_METRICS_PORT. The Host header of a request must be an IP address or a name in CATALYST_ALLOWED_HOSTS. Default: 127.0.0.1',
    ),
  CATALYST_DRAIN_SECONDS: z.coerce
    .number()
    .min(0)
    .max(300)
    .optional()
    .describe(
      'Number of seconds for which `serve` continues to answer after a stop signal. During this time, /readyz ' +
        'returns 503, so that a proxy sends new requests to other servers. Default: 5 if CATALYST_DATABASE_URL is set, otherwise 0',
    ),
  CATALYST_BASE_URL: z
    .url({
      protocol: /^https?$/,
      error: 'an http or https URL, such as https://api.example.com',
    })
    .refine(isPlainAddress, 'a URL without a user, query or fragment')
    .transform((address) => address.replace(/\/+$/, '').replace(/\/api\/v2$/, ''))
    .optional()
    .describe(
      'URL of an upstream service. Requests are forwarded to this service with CATALYST_API_KEY. The specification of the service calls this URL {base_url}',
    ),
  CATALYST_PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'an https URL' })
    .refine(isOrigin, 'a URL without a user, path, query or fragment')
    .refine(isSafeAddress, 'an https URL, or http on this machine only')
    .transform((address) => address.replace(/\/+$/, ''))
    .optional()
    .describe(
      'Public URL of this server, such as https://catalysts.example.com. ' +
        'If this URL is set, Claude and ChatGPT can connect without a header: a page of this server asks for a key. ' +
        'The tokens of these clients are valid only while the key is valid. The host of this URL is allowed automatically',
    ),
  CATALYST_OAUTH_ISSUER: secureUrl()
    .optional()
    .describe(
      'URL of an external issuer (OAuth, OpenID Connect) that replaces the sign-in page of this server. ' +
        'The URL must be equal to `issuer` in the metadata of the issuer. ' +
        '/mcp accepts access tokens of the issuer if their audience is CATALYST_PUBLIC_URL followed by /mcp',
    ),
  CATALYST_OAUTH_CLAIM: z
    .string()
    .regex(/^[\w:/.-]{1,100}$/, 'the name of a claim')
    .default('sub')
    .describe(
      'Claim that contains the account name in the access tokens of CATALYST_OAUTH_ISSUER. Default: sub',
    ),
  CATALYST_OAUTH_CLIENT_HOSTS: z
    .string()
    .default('claude.ai,chatgpt.com,vscode.dev,opencode.ai')
    .transform(parseHosts)
    .describe(
      'Comma-separated hosts from which client ID metadata documents are fetched. Clients on other hosts use dynamic registration. Default: claude.ai, chatgpt.com, vscode.dev, opencode.ai',
    ),
  CATALYST_UPSTREAM_PLAN: z
    .enum(plans)
    .optional()
    .describe(
      'Plan of the upstream key. If no plan is set, requests to all endpoints are forwarded, at the request limit of the `basic` plan',
    ),
  CATALYST_UPSTREAM_ENDPOINTS: z
    .enum(['stated', 'all'])
    .default('stated')
    .describe(
      'Selects the requests that are forwarded to the upstream. `stated` forwards requests to the nine endpoints ' +
        'whose paths the specification states. `all` forwards all requests, for an upstream that is ' +
        'another instance of this server',
    ),
  CATALYST_UPSTREAM_PATHS: z
    .string()
    .min(1)
    .optional()
    .describe(
      'JSON file with the tools whose path at the upstream differs from the path at this server: {"TOOL": "/api/v2/PATH"}. If the path of a tool is null, requests to this tool are not forwarded',
    ),
  CATALYST_UPSTREAM_FRESHNESS: z
    .string()
    .default('300')
    .transform(parseFreshness)
    .describe(
      'Number of seconds for which an upstream answer is cached. To use a different number for a tool, append it, for example 300,fda_calendar=60. Default: 300',
    ),
  CATALYST_MAX_WAIT: z.coerce
    .number()
    .min(0)
    .max(60)
    .default(10)
    .describe(
      'Maximum number of seconds that a request waits if an upstream limit is reached. If the wait would be longer, the request is refused, and the answer states when to try again. Default: 10',
    ),
  CATALYST_DATABASE_URL: z
    .url({
      protocol: /^postgres(?:ql)?$/,
      error: 'a URL such as postgres://user:password@host/name',
    })
    .optional()
    .describe(
      'PostgreSQL database in which several machines share accounts, published versions of the ' +
        'records, and locks. Connect directly or through a session pool. Requires ' +
        'CATALYST_REDIS_URL. If CATALYST_DATABASE_URL and CATALYST_REDIS_URL are unset, all data is in CATALYST_DATA_DIR',
    ),
  CATALYST_REDIS_URL: z
    .url({ protocol: /^rediss?$/, error: 'a URL such as redis://host:6379' })
    .optional()
    .describe(
      'Redis 7 or Valkey server that counts requests for the rate limits of all machines that share CATALYST_DATABASE_URL. Set the maxmemory-policy of this server to volatile-lru',
    ),
  CATALYST_SYNC: onOff()
    .default(false)
    .describe(
      'If `on`, a separate process fills the store from public sources and keeps it up to date. If several servers share a data folder, only one of them starts this process',
    ),
  CATALYST_CONTACT: z
    .string()
    .max(200)
    .refine(isContact, 'your email address, or the https URL of your contact page')
    .refine(
      (contact) => !isPlaceholder(contact),
      'example and local domains (example.org, .test, .local) are refused; use your own email address',
    )
    .optional()
    .describe(
      'Your email address, or the https URL of your contact page. The SEC requires a contact address from automated clients. The address is sent only to the SEC. Required for sync',
    ),
  CATALYST_MIRROR: secureUrl()
    .optional()
    .describe(
      'URL of a mirror that sync uses instead of the public hosts. Instead of https://HOST/PATH?QUERY, sync requests MIRROR/HOST/PATH?QUERY. The rate limits of the public hosts still apply',
    ),
  CATALYST_PERSONAL_USE: onOff()
    .default(false)
    .describe(
      'The value `yes` declares that this store is only for your personal, non-commercial use. ' +
        'This setting enables the sources that permit only non-commercial use: short interest from FINRA, closing prices from Nasdaq, charts from Yahoo, and option quotes from Cboe. ' +
        'FINRA requires that you name the source and charge no fee. Cboe prohibits redistribution. ' +
        'The interfaces of Nasdaq and Yahoo are undocumented. ' +
        'To omit any of these sources, use `sync --sources`',
    ),
  CATALYST_OPENFDA_KEY: z
    .string()
    .regex(/^[\w-]{8,100}$/, 'an API key from open.fda.gov')
    .optional()
    .describe(
      'A free API key from open.fda.gov. The key raises the daily limit of requests to openFDA from 1,000 to 120,000',
    ),
  ...vendorSettings,
} as const;

const schema = z.object(settings);

/** URL and key of the upstream. */
export interface UpstreamConfig {
  readonly baseUrl: string;
  readonly key: string;
}

/** Databases that several machines share. Both URLs may contain passwords and are never logged. */
interface ClusterConfig {
  readonly databaseUrl: string;
  readonly redisUrl: string;
}

export type Config = Readonly<z.output<typeof schema>> & {
  readonly upstream?: UpstreamConfig;
  /** The shared databases. Set only if several machines share records, accounts and limits. */
  readonly cluster?: ClusterConfig;
};

/**
 * Reads the settings. A value that is empty or a placeholder counts as unset.
 * @throws ConfigError
 */
export function readConfig(environment: Environment): Config {
  const values = Object.keys(settings).map((name) => [name, given(environment, name)]);
  const read = schema.safeParse({
    CATALYST_PORT: given(environment, 'PORT'),
    ...Object.fromEntries(values.filter(([, value]) => value !== undefined)),
  });
  if (read.success && read.data.CATALYST_OAUTH_ISSUER && !read.data.CATALYST_PUBLIC_URL) {
    throw new ConfigError(
      'CATALYST_PUBLIC_URL: required with CATALYST_OAUTH_ISSUER, as the audience of its tokens',
    );
  }
  if (read.success) {
    requireOwnUse(read.data);
    return withCluster(withUpstream(read.data));
  }
  const problems = read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new ConfigError(problems.join('\n'));
}

/**
 * If an upstream is set, CATALYST_API_KEY is the key of the upstream, so this function moves the
 * key to `upstream`. A client over stdio then needs no key and acts as the owner.
 */
function withUpstream(config: z.output<typeof schema>): Config {
  const { CATALYST_BASE_URL: baseUrl, CATALYST_API_KEY: key, ...rest } = config;
  if (baseUrl === undefined) return config;
  if (key === undefined) {
    throw new ConfigError(
      'CATALYST_API_KEY: required with CATALYST_BASE_URL, as the key of the upstream',
    );
  }
  return { ...rest, upstream: { baseUrl, key } };
}

/**
 * Adds `cluster` if both database URLs are set. Setting only one of them is an error, because
 * shared accounts need shared rate limits.
 */
function withCluster(config: Config): Config {
  const { CATALYST_DATABASE_URL: databaseUrl, CATALYST_REDIS_URL: redisUrl } = config;
  if (databaseUrl === undefined && redisUrl === undefined) return config;
  if (databaseUrl === undefined || redisUrl === undefined) {
    const [missing, given] = databaseUrl
      ? ['CATALYST_REDIS_URL', 'CATALYST_DATABASE_URL']
      : ['CATALYST_DATABASE_URL', 'CATALYST_REDIS_URL'];
    throw new ConfigError(`${missing}: required with ${given}; set both or neither`);
  }
  return { ...config, cluster: { databaseUrl, redisUrl } };
}
