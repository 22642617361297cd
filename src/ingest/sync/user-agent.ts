import { ConfigError } from '../../base/config-error.ts';
import { type Environment, given } from '../../base/environment.ts';
import { homepage, version } from '../../base/version.ts';
import type { HostRule } from '../../sources/hosts.ts';

export const USER_AGENT_PREFIX = 'CATALYST_USER_AGENT_';

/**
 * Returns the name of the setting that overrides the User-Agent for a domain:
 * `CATALYST_USER_AGENT_NASDAQ_COM`.
 */
export function userAgentSetting({ domain }: Pick<HostRule, 'domain'>): string {
  return `${USER_AGENT_PREFIX}${domain.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`;
}

/**
 * Returns the User-Agent of requests to a host: product and version, and the contact address if the
 * host requires it. Our choice: the project page is added only if package.json has a `homepage`.
 * @throws ConfigError for an override that is not a valid header value
 */
export function userAgentOf(
  rule: HostRule,
  contact: string | undefined,
  environment: Environment,
  projectPage = homepage,
): string {
  const setting = userAgentSetting(rule);
  const own = given(environment, setting);
  if (own !== undefined && !/^[ -~]{1,200}$/.test(own)) {
    throw new ConfigError(`${setting}: must be 1 to 200 printable ASCII characters`);
  }
  if (own !== undefined) return own;
  const page = projectPage === undefined ? '' : ` (+${projectPage})`;
  const name = `biotech-catalyst-mcp/${version}${page}`;
  if (!rule.needsContact) return name;
  if (contact === undefined) throw new Error(`requests to ${rule.name} require a contact`);
  return `${name} ${contact}`;
}
