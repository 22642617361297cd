import { type Config, ConfigError } from '../config.ts';
import type { SyncSource } from '../sync/source.ts';
import { allSources } from '../sync/sources/index.ts';

/** @throws ConfigError where a source asks for an address and none is given. */
export function requireContact(
  { CATALYST_CONTACT }: Config,
  sources: readonly SyncSource[] = allSources(false),
): void {
  if (CATALYST_CONTACT !== undefined || !sources.some(({ host }) => host.needsContact)) return;
  throw new ConfigError(
    'CATALYST_CONTACT: the SEC asks every automated reader for the address of whoever runs it. Put your own:\n  CATALYST_CONTACT=YOUR_MAIL_ADDRESS npm start -- --sync',
  );
}
