import type { AdapterPayload } from 'oidc-provider';
import { invalidToken } from '../base/errors.ts';
import type { TokenSettings, Tokens } from '../service/access/tokens.ts';
import type { GrantStore } from './grant-store.ts';
import type { Subjects } from './subjects.ts';

/** Characters of a token that is made here, as the library's 256 bits come to. */
const TOKEN_LENGTH = 43;

/** Access tokens of the grants that were made here: random words, good for as long as they are kept. */
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
