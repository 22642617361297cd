import type { Config } from '../base/config.ts';
import { ConfigError } from '../base/config-error.ts';
import type { SyncSource } from '../sources/source.ts';

/** @throws ConfigError if a source requires the operator's contact address and none is set. */
export function requireContactFor(config: Config, sources: readonly SyncSource[]): void {
  if (sources.some(({ host }) => host.needsContact)) requireContact(config);
}

/** @throws ConfigError if the operator's contact address is not set. */
export function requireContact({ CATALYST_CONTACT }: Config): void {
  if (CATALYST_CONTACT !== undefined) return;
  throw new ConfigError(
    'CATALYST_CONTACT: the SEC requires a contact address from every automated client. Set your own:\n  CATALYST_CONTACT=YOUR_MAIL_ADDRESS npm start -- --sync',
  );
}
