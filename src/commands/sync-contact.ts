import type { Config } from '../base/config.ts';
import { ConfigError } from '../base/config-error.ts';

/** @throws ConfigError if a source requires the operator's contact address and none is set. */
export function requireContact({ CATALYST_CONTACT }: Config, isAsked: boolean): void {
  if (CATALYST_CONTACT !== undefined || !isAsked) return;
  throw new ConfigError(
    'CATALYST_CONTACT: the SEC requires a contact address from every automated client. Set your own:\n  CATALYST_CONTACT=YOUR_MAIL_ADDRESS npm start -- --sync',
  );
}
