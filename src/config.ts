import * as z from 'zod';
import { defaultDataDir } from './data-files.ts';

/** Every setting, from the environment. The README's table is generated from this. */
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
  CATALYST_ALLOWED_HOSTS: z
    .string()
    .default('')
    .transform((hosts) =>
      hosts
        .split(',')
        .map((host) => host.trim())
        .filter(Boolean),
    )
    .describe(
      'Host names, separated by commas, under which the HTTP server may be addressed besides this machine’s own. Needed to listen anywhere but on loopback',
    ),
  CATALYST_BASE_URL: z
    .url({ protocol: /^https?$/, error: 'an http or https address, such as https://api.example.com' })
    .refine(isPlainAddress, 'an address without user, query and fragment')
    .transform((address) => address.replace(/\/+$/, '').replace(/\/api\/v2$/, ''))
    .optional()
    .describe(
      'Address of an upstream service ({base_url} of its specification). With it, answers come from there, asked with CATALYST_API_KEY',
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
      'JSON file of other paths below CATALYST_BASE_URL, by name of tool: {"poa_scores": "/api/v2/fda/poa"}; null keeps a tool from going upstream',
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
      'Seconds that a request may wait in line for the upstream’s limits; a longer wait is refused with the seconds',
    ),
} as const;

const schema = z.object(settings);

/** How the upstream is reached, where there is one. */
export interface UpstreamConfig {
  readonly baseUrl: string;
  readonly key: string;
}

export type Config = Readonly<z.output<typeof schema>> & { readonly upstream?: UpstreamConfig };

/** Thrown for a setting that is not accepted; the message names it and says what is. */
export class ConfigError extends Error {}

/** Reads the settings; an empty variable is an absent one. @throws ConfigError */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.keys(settings)
      .map((name) => [name, environment[name]] as const)
      .filter(([, value]) => value !== undefined && value !== ''),
  );
  const read = schema.safeParse(given);
  if (read.success) return withUpstream(read.data);
  const problems = read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new ConfigError(problems.join('\n'));
}
