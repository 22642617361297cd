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
      'The key that this process presents over stdio. Without it, a process on its own local store acts as its owner',
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
} as const;

const schema = z.object(settings);

export type Config = Readonly<z.output<typeof schema>>;

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
  if (read.success) return read.data;
  const problems = read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new ConfigError(problems.join('\n'));
}
