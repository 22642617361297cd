import type { AdapterPayload } from 'oidc-provider';
import { invalidToken } from '../base/errors.ts';
import type { TokenSettings, Tokens } from '../service/access/tokens.ts';
import type { GrantStore } from './grant-store.ts';
import type { Subjects } from './subjects.ts';

/** Length of a token of this server: the library's 256 bits. */
const TOKEN_LENGTH = 43;

/** Access tokens of this server's grants: random strings that are valid while they are stored. */
export function grantedTokens(
  settings: TokenSettings,
  store: GrantStore,
  subjects: Subjects,
): Tokens {
  return {
    settings,
    isToken: (credential) => credential.length === TOKEN_LENGTH && /^[\w-]+$/.test(credential),
    async account(token) {
      const kept = await store.get('access', token);
      if (!kept) throw invalidToken();
      const { accountId = '', aud } = JSON.parse(kept.value) as AdapterPayload;
      const account = aud === settings.resource ? subjects.accountOf(accountId) : undefined;
      if (!account) throw invalidToken();
      return account;
    },
  };
}
