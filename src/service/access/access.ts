import {
  accessExpired,
  accessPaused,
  demoKeyEnded,
  invalidKey,
  missingKey,
  outsideBundle,
  planRequired,
} from '../../base/errors.ts';
import type { Endpoint, Kind } from '../../catalogue/endpoint.ts';
import type { Account } from './account.ts';
import type { Accounts } from './accounts.ts';

/**
 * The identity that a caller claims: the owner of the process, the holder of a key, or an account
 * that the transport has already authenticated.
 */
export type Credential =
  | 'owner'
  | (Caller & { readonly key: string | undefined })
  | (Caller & { readonly account: Account });

export interface Caller {
  /** Whether the caller has disconnected. If so, no answer is needed. */
  readonly hasLeft?: () => boolean;
}

/** Name of the owner's account. The first server that uses a data folder creates this account. */
export const ownerName = 'owner';

/**
 * The owner, who has all rights. Over stdio and in the command `call`, a process without a key acts
 * as the owner of its local data folder.
 */
const owner: Account = { name: ownerName, plan: 'elite-plus', demo: false, state: 'active' };

/** The account of the key `demo`, which exists only with demo data. */
const demoAccount: Account = { ...owner, name: 'demo', demo: true };
export const demoKey = 'demo';

/**
 * Returns the account of a credential.
 * @throws ServiceError 401
 */
export function identify(
  credential: Credential,
  accounts: Pick<Accounts, 'find'>,
  overDemoData: boolean,
): Account {
  if (credential === 'owner') return owner;
  if ('account' in credential) {
    if (credential.account === demoAccount && !overDemoData) throw demoKeyEnded();
    return credential.account;
  }
  const { key } = credential;
  if (!key) throw missingKey();
  if (key === demoKey) {
    if (overDemoData) return demoAccount;
    throw demoKeyEnded();
  }
  const account = key.length <= 200 ? accounts.find(key) : undefined;
  if (!account) throw invalidKey();
  return account;
}

/**
 * Checks that an account is active on a given day.
 * @throws ServiceError 403
 */
export function permitAccount(account: Account, today: string): void {
  if (account.state === 'paused') throw accessPaused();
  if (account.expires && account.expires < today) throw accessExpired(account.expires);
}

/**
 * Checks that the account's plan and bundle include the endpoint.
 * @throws ServiceError 403
 */
export function permitEndpoint(account: Account, endpoint: Endpoint): void {
  if (endpoint.plan === 'elite-plus' && account.plan === 'basic') throw planRequired('elite-plus');
  if (account.bundle && !account.bundle.includes(endpoint.group))
    throw outsideBundle(account.bundle);
}

export function permitted(account: Account, endpoint: Kind): boolean {
  const planFits = endpoint.plan === 'basic' || account.plan === 'elite-plus';
  return planFits && (account.bundle?.includes(endpoint.group) ?? true);
}
