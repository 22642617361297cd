import * as z from 'zod';
import { isContact, isPlaceholder } from './contact.ts';
import { defaultDataDir } from './data-files.ts';
import { type Environment, given } from './environment.ts';
import { isLoopback } from './loopback.ts';
import { plans } from './plans.ts';
import { acceptedToolsets, type Toolset, toolsetsIn } from './toolset-words.ts';

/** Most connections of a process: each is looked at when a new one comes. */
const MAX_CONNECTIONS = 20_000;

/** Every setting, from the environment. The table of docs/configuration.md is generated from this. */
export const settings = {
  CATALYST_DATA_DIR: z
    .string()
    .min(1)
    .default(defaultDataDir)
    .describe(
      'Folder of the store, the demo store and the accounts. Default: the platform’s data folder',
    ),
  CATALYST_API_KEY: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      'The key that this process presents to its source: the upstream’s key where CATALYST_BASE_URL is set, else an account’s over stdio. Without it, a process on its own local store acts as its owner',
    ),
  CATALYST_LIMITS: z
    .enum(['on', 'off'])
    .default('on')
    .describe('off switches both request limits off, for a server that only its owner reaches'),
  CATALYST_STRUCTURED: z
    .enum(['on', 'off'])
    .default('off')
    .describe(
      'Over stdio, on sends records as typed objects with their schemas beside the text, for programs; over HTTP the address asks for it: /mcp?structured=1',
    ),
  CATALYST_TOOLSETS: z
    .string()
    .default('')
    .transform(parseToolsets)
    .describe(
      'Groups of tools that clients see and call, separated by commas, where they do not name them themselves (?toolsets=, X-MCP-Toolsets): fda, trials, cash, ownership, market, companies, valuation, clinical, competition, deals, portfolio. Default: all',
    ),
  CATALYST_ALLOWED_HOSTS: z
    .string()
    .default('')
    .transform(parseHosts)
    .describe(
      'Host names, separated by commas, under which the HTTP server may be addressed besides this machine’s own. Needed to listen anywhere but on loopback',
    ),
  CATALYST_TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((words) => words.split(/[\s,]+/).filter(Boolean))
    .describe(
      'Addresses and networks (10.0.0.0/8), separated by commas, of reverse proxies in front of the HTTP server: who comes through them is counted by the address that they forward',
    ),
  CATALYST_MAX_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_CONNECTIONS)
    .default(2_000)
    .describe(
      'Connections to the HTTP server at once; fewer where the process may not open so many files',
    ),
  CATALYST_MAX_CONNECTIONS_PER_ADDRESS: z.coerce
    .number()
    .int()
    .min(1)
    .max(2_000)
    .default(1_000)
    .describe(
      'Connections of one address to the HTTP server at once, or requests of one forwarded address (100 at most); the connection that has been idle longest gives way to a new one',
    ),
  CATALYST_METRICS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe(
      'Port of its own on which serve and work answer GET /metrics for Prometheus, without a key; 0 takes a free one, which the log names. Default: none',
    ),
  CATALYST_METRICS_HOST: z
    .string()
    .regex(/^[\w.:-]{1,100}$/, 'an address to listen on, such as 0.0.0.0')
    .default('127.0.0.1')
    .describe(
      'Address on which CATALYST_METRICS_PORT listens: this machine alone where it is not set. Whoever reaches it by an IP address, or by a name in CATALYST_ALLOWED_HOSTS, reads the metrics',
    ),
  CATALYST_DRAIN_SECONDS: z.coerce
    .number()
    .min(0)
    .max(300)
    .optional()
    .describe(
      'Seconds that serve goes on answering after it was told to stop, while /readyz says 503, so that the proxy before it sends callers elsewhere. Default: 5 with CATALYST_DATABASE_URL, else 0',
    ),
  CATALYST_BASE_URL: z
    .url({
      protocol: /^https?$/,
      error: 'an http or https address, such as https://api.example.com',
    })
    .refine(isPlainAddress, 'an address without user, query and fragment')
    .transform((address) => address.replace(/\/+$/, '').replace(/\/api\/v2$/, ''))
    .optional()
    .describe(
      'Address of an upstream service ({base_url} of its specification). With it, answers come from there, asked with CATALYST_API_KEY',
    ),
  CATALYST_PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'an https address' })
    .refine(isOrigin, 'an address without user, path, query and fragment')
    .refine(isSafeAddress, 'an https address, or http on this machine alone')
    .transform((address) => address.replace(/\/+$/, ''))
    .optional()
    .describe(
      'Address under which assistants reach this server from elsewhere, such as https://catalysts.example.com. With it Claude and ChatGPT can be connected without a header: a page of this server asks for a key, and their tokens end with it. Its host is an allowed one',
    ),
  CATALYST_OAUTH_ISSUER: z
    .url({ protocol: /^https?$/, error: 'an https address' })
    .refine(isPlainAddress, 'an address without user, query and fragment')
    .refine(isSafeAddress, 'an https address, or http on this machine alone')
    .optional()
    .describe(
      'Another issuer (OAuth, OpenID Connect) in place of this server’s own page: its access tokens open /mcp where they are made for CATALYST_PUBLIC_URL with /mcp behind it. Exactly as its metadata states it',
    ),
  CATALYST_OAUTH_CLAIM: z
    .string()
    .regex(/^[\w:/.-]{1,100}$/, 'the name of a claim')
    .default('sub')
    .describe('The claim of such a token that names the account'),
  CATALYST_OAUTH_CLIENT_HOSTS: z
    .string()
    .default('claude.ai,chatgpt.com,vscode.dev,opencode.ai')
    .transform(parseHosts)
    .describe(
      'Hosts, separated by commas, whose assistants may name an address of theirs that says who they are (client ID metadata documents): nothing else is fetched. Others register themselves. Default: claude.ai, chatgpt.com, vscode.dev, opencode.ai',
    ),
  CATALYST_UPSTREAM_PLAN: z
    .enum(plans)
    .optional()
    .describe(
      'Plan of the upstream key. Without it, requests are paced as for basic and every endpoint is tried',
    ),
  CATALYST_UPSTREAM_ENDPOINTS: z
    .enum(['stated', 'all'])
    .default('stated')
    .describe(
      'Which endpoints go upstream: the nine whose paths the specification states, or all (for an upstream that is another instance of this server)',
    ),
  CATALYST_UPSTREAM_PATHS: z
    .string()
    .min(1)
    .optional()
    .describe(
      'JSON file of other paths below CATALYST_BASE_URL, by name of tool: {"TOOL": "/api/v2/PATH"}; null keeps a tool from going upstream',
    ),
  CATALYST_UPSTREAM_FRESHNESS: z
    .string()
    .default('300')
    .transform(parseFreshness)
    .describe(
      'Seconds for which an upstream answer is served again without asking, and exceptions by name of tool: 300,fda_calendar=60',
    ),
  CATALYST_MAX_WAIT: z.coerce
    .number()
    .min(0)
    .max(60)
    .default(10)
    .describe(
      'Seconds that a request may be queued for the upstream’s limits; a longer wait is refused with the seconds',
    ),
  CATALYST_DATABASE_URL: z
    .url({
      protocol: /^postgres(?:ql)?$/,
      error: 'an address such as postgres://user:password@host/name',
    })
    .optional()
    .describe(
      'PostgreSQL that several machines share: accounts, published versions of the records, locks. Direct or session-pooled. Needs CATALYST_REDIS_URL; without both, this machine is alone and CATALYST_DATA_DIR holds everything',
    ),
  CATALYST_REDIS_URL: z
    .url({ protocol: /^rediss?$/, error: 'an address such as redis://host:6379' })
    .optional()
    .describe(
      'Redis 7 or Valkey in which the machines of CATALYST_DATABASE_URL count requests together; maxmemory-policy volatile-lru',
    ),
  CATALYST_SYNC: z
    .enum(['on', 'off'])
    .default('off')
    .describe(
      'on fills the store from public sources and keeps it fresh, in a process beside the server; of several servers on one data folder one does it',
    ),
  CATALYST_CONTACT: z
    .string()
    .max(200)
    .refine(isContact, 'your own mail address, or the https address of a page of yours')
    .refine(
      (contact) => !isPlaceholder(contact),
      'domains of examples and of local networks (example.org, .test, .local) are refused: put your own mail address',
    )
    .optional()
    .describe(
      'Your own mail address, or an https page of yours: the SEC asks every automated reader to name one. Told to the SEC alone; sync needs it',
    ),
  CATALYST_MIRROR: z
    .url({ protocol: /^https?$/, error: 'an https address' })
    .refine(isPlainAddress, 'an address without user, query and fragment')
    .refine(isSafeAddress, 'an https address, or http on this machine alone')
    .optional()
    .describe(
      'Address of a mirror that sync asks instead of the public hosts: MIRROR/HOST/PATH?QUERY for https://HOST/PATH?QUERY. The limits of the hosts hold all the same',
    ),
  CATALYST_PERSONAL_USE: z
    .enum(['yes', 'no'])
    .default('no')
    .describe(
      'yes declares that this store serves your personal, non-commercial use alone, and lets sync read what is offered for no other: short interest of FINRA (to be named as FINRA’s, and without a charge), closes of Nasdaq and charts of Yahoo (both undocumented), option quotes of Cboe (not to be passed on). Each can be left out by sync --sources',
    ),
  CATALYST_OPENFDA_KEY: z
    .string()
    .regex(/^[\w-]{8,100}$/, 'a key of open.fda.gov')
    .optional()
    .describe(
      'A key of open.fda.gov, free of charge: it raises the day’s requests to openFDA from 1,000 to 120,000',
    ),
} as const;

const schema = z.object(settings);

/** Seconds in general and by name of tool. */
export interface Freshness {
  readonly seconds: number;
  readonly byTool: Readonly<Record<string, number>>;
}

/** How the upstream is reached, where there is one. */
export interface UpstreamConfig {
  readonly baseUrl: string;
  readonly key: string;
}

/** The engines that several machines share. Both addresses may hold passwords: they are never logged. */
interface ClusterConfig {
  readonly databaseUrl: string;
  readonly redisUrl: string;
}

export type Config = Readonly<z.output<typeof schema>> & {
  readonly upstream?: UpstreamConfig;
  /** Where records, accounts and limits are shared by several machines. */
  readonly cluster?: ClusterConfig;
};

/** Thrown for a setting that is not accepted; the message names it and says what is. */
export class ConfigError extends Error {}

/** Reads the settings; one that is empty or a placeholder is unset. @throws ConfigError */
export function readConfig(environment: Environment): Config {
  const values = Object.keys(settings).map((name) => [name, given(environment, name)]);
  const read = schema.safeParse(Object.fromEntries(values));
  if (read.success && read.data.CATALYST_OAUTH_ISSUER && !read.data.CATALYST_PUBLIC_URL) {
    throw new ConfigError(
      'CATALYST_PUBLIC_URL: needed with CATALYST_OAUTH_ISSUER, the address for which tokens are made',
    );
  }
  if (read.success) return withCluster(withUpstream(read.data));
  const problems = read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new ConfigError(problems.join('\n'));
}

/**
 * Sets the upstream's key apart: it is no caller's credential, so that whoever speaks over stdio is
 * the owner and needs none.
 */
function withUpstream(config: z.output<typeof schema>): Config {
  const { CATALYST_BASE_URL: baseUrl, CATALYST_API_KEY: key, ...rest } = config;
  if (baseUrl === undefined) return config;
  if (key === undefined) {
    throw new ConfigError(
      'CATALYST_API_KEY: needed with CATALYST_BASE_URL, the key of the upstream',
    );
  }
  return { ...rest, upstream: { baseUrl, key } };
}

/** Both engines or neither: shared accounts with separate counters would be a silent lie. */
function withCluster(config: Config): Config {
  const { CATALYST_DATABASE_URL: databaseUrl, CATALYST_REDIS_URL: redisUrl } = config;
  if (databaseUrl === undefined && redisUrl === undefined) return config;
  if (databaseUrl === undefined || redisUrl === undefined) {
    const [lacking, given] = databaseUrl
      ? ['CATALYST_REDIS_URL', 'CATALYST_DATABASE_URL']
      : ['CATALYST_DATABASE_URL', 'CATALYST_REDIS_URL'];
    throw new ConfigError(`${lacking}: needed with ${given}, both or neither`);
  }
  return { ...config, cluster: { databaseUrl, redisUrl } };
}

function isSafeAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || isLoopback(hostname);
}

function isOrigin(address: string): boolean {
  return isPlainAddress(address) && new URL(address).pathname === '/';
}

function isPlainAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password, search, hash } = new URL(address);
  return username === '' && password === '' && search === '' && hash === '';
}

function parseHosts(words: string): readonly string[] {
  return words
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter(Boolean);
}

function parseToolsets(words: string, context: z.RefinementCtx): readonly Toolset[] {
  const named = toolsetsIn(words);
  if (named) return named;
  context.addIssue(acceptedToolsets);
  return z.NEVER;
}

function parseFreshness(words: string, context: z.RefinementCtx): Freshness {
  let seconds = 300;
  const byTool: Record<string, number> = {};
  for (const word of words.split(',')) {
    const [, tool, number] = /^\s*(?:(\w+)\s*=\s*)?(\d{1,6})\s*$/.exec(word) ?? [];
    if (number === undefined) {
      context.addIssue('seconds, and tool=seconds after commas: 300,fda_calendar=60');
      return z.NEVER;
    }
    if (tool === undefined) seconds = Number(number);
    else byTool[tool] = Number(number);
  }
  return { seconds, byTool };
}
