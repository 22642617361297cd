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
 * Maximum value of `CATALYST_MAX_CONNECTIONS`. The more connections are open, the longer the server
 * needs to accept another one, because it scans all open connections.
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
      'Folder that contains the store, the demo store and the accounts. Default: the platform’s data folder',
    ),
  CATALYST_API_KEY: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      'With CATALYST_BASE_URL, the key of the upstream. Without CATALYST_BASE_URL, the key of the account to use over stdio. Without a key, a caller over stdio has the rights of the owner',
    ),
  CATALYST_LIMITS: onOff()
    .default(true)
    .describe('`off` disables account rate limits, for a server that only its owner can reach'),
  CATALYST_STRUCTURED: onOff()
    .default(false)
    .describe(
      'Set to `on` to add structured content and output schemas to the text over stdio, for programs that need typed objects. Over HTTP, clients use /mcp?structured=1',
    ),
  CATALYST_TOOLSETS: z
    .string()
    .default('')
    .transform(parseToolsets)
    .describe(
      'Comma-separated groups of tools for clients that do not select groups (?toolsets=, ' +
        'X-MCP-Toolsets): fda, trials, cash, ownership, market, companies, valuation, ' +
        'clinical, competition, deals, portfolio. Default: all',
    ),
  CATALYST_ALLOWED_HOSTS: z
    .string()
    .default('')
    .transform(parseHosts)
    .describe(
      'Comma-separated host names that the HTTP server accepts in addition to loopback names. Required to listen on an address that is not loopback',
    ),
  CATALYST_TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .describe(
      'Comma-separated IP addresses and networks (10.0.0.0/8) of reverse proxies in front of the HTTP server. Rate limits apply to the client address that these proxies forward',
    ),
  CATALYST_MAX_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_CONNECTIONS)
    .default(2_000)
    .describe(
      'Maximum number of simultaneous connections to the HTTP server. Reduce this number if the operating system does not let the process open this many files',
    ),
  CATALYST_MAX_CONNECTIONS_PER_ADDRESS: z.coerce
    .number()
    .int()
    .min(1)
    .max(2_000)
    .default(1_000)
    .describe(
      'Maximum number of connections from one IP address. If a proxy forwards the requests, it is also the limit of simultaneous requests from one address, up to 100. ' +
        'A connection above the maximum replaces the connection that has been idle longest',
    ),
  CATALYST_PORT: port()
    .default(8_787)
    .describe(
      'Port on which `serve` listens and which `ready` checks, unless --port is given. If this variable is unset, PORT is used, which many hosting platforms set. 0 selects a free port. Default: 8787',
    ),
  CATALYST_METRICS_PORT: port()
    .optional()
    .describe(
      'Separate port on which `serve` and `work` answer GET /metrics for Prometheus, without a key. With 0, the server selects a free port and logs its number. Default: none',
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
      'Seconds for which `serve` continues to answer after a stop signal. In this time, /readyz returns 503, so that a proxy sends new requests to other servers. Default: 5 with CATALYST_DATABASE_URL, else 0',
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
      'URL of an upstream service, to which requests are forwarded with CATALYST_API_KEY. In the specification of the service, this URL is {base_url}',
    ),
  CATALYST_PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'an https URL' })
    .refine(isOrigin, 'a URL without a user, path, query or fragment')
    .refine(isSafeAddress, 'an https URL, or http on this machine only')
    .transform((address) => address.replace(/\/+$/, ''))
    .optional()
    .describe(
      'Public URL of this server, such as https://catalysts.example.com. Lets Claude and ' +
        'ChatGPT connect without a header: a page of this server asks for a key, and the ' +
        'tokens of these clients are valid only while the key is valid. The host of this URL is allowed automatically',
    ),
  CATALYST_OAUTH_ISSUER: secureUrl()
    .optional()
    .describe(
      'URL of an external issuer (OAuth, OpenID Connect) that replaces the sign-in page of ' +
        'this server. The URL must be equal to `issuer` in the metadata of the issuer. /mcp ' +
        'accepts access tokens of the issuer if their audience is CATALYST_PUBLIC_URL followed by /mcp',
    ),
  CATALYST_OAUTH_CLAIM: z
    .string()
    .regex(/^[\w:/.-]{1,100}$/, 'the name of a claim')
    .default('sub')
    .describe('Claim of the access tokens of CATALYST_OAUTH_ISSUER that contains the account name'),
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
      'Plan of the upstream key. If unset, the limits of the `basic` plan apply, and requests to the endpoints of all plans are forwarded',
    ),
  CATALYST_UPSTREAM_ENDPOINTS: z
    .enum(['stated', 'all'])
    .default('stated')
    .describe(
      'Which requests are forwarded to the upstream. `stated` forwards requests to the nine endpoints ' +
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
      'Seconds for which an upstream answer is cached, with exceptions by tool name, such as 300,fda_calendar=60',
    ),
  CATALYST_MAX_WAIT: z.coerce
    .number()
    .min(0)
    .max(60)
    .default(10)
    .describe(
      'Maximum seconds that a request waits while an upstream limit is exhausted. If the wait would be longer, the request is refused, and the answer states the seconds to wait',
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
        'CATALYST_REDIS_URL. If both settings are unset, all data is in CATALYST_DATA_DIR',
    ),
  CATALYST_REDIS_URL: z
    .url({ protocol: /^rediss?$/, error: 'a URL such as redis://host:6379' })
    .optional()
    .describe(
      'Redis 7 or Valkey server in which the machines that share CATALYST_DATABASE_URL count requests for their rate limits. Use maxmemory-policy volatile-lru',
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
      'URL of a mirror that sync uses instead of the public hosts: MIRROR/HOST/PATH?QUERY for https://HOST/PATH?QUERY. The rate limits of the public hosts still apply',
    ),
  CATALYST_PERSONAL_USE: onOff()
    .default(false)
    .describe(
      'The value `yes` declares that this store is only for your personal, non-commercial use. This ' +
        'setting enables the sources that permit only non-commercial use: short interest from FINRA ' +
        '(FINRA requires that you name the source and charge no fee), closing prices from Nasdaq and ' +
        'charts from Yahoo (both interfaces are undocumented), and option quotes from Cboe (Cboe ' +
        'prohibits redistribution). Use `sync --sources` to omit any of these sources',
    ),
  CATALYST_OPENFDA_KEY: z
    .string()
    .regex(/^[\w-]{8,100}$/, 'an API key from open.fda.gov')
    .optional()
    .describe(
      'A free API key from open.fda.gov, which raises the daily limit of requests to openFDA from 1,000 to 120,000',
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
  /** The shared databases. Absent unless several machines share records, accounts and limits. */
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
 * If an upstream is set, CATALYST_API_KEY is the key of the upstream, so this function moves it to
 * `upstream`. A client over stdio then needs no key and acts as the owner.
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
