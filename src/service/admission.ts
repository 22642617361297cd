import { type Clock, todayOf } from '../base/clock.ts';
import { vendorDataOfOwner } from '../base/errors.ts';
import { createTurns, type Scan } from '../base/turns.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import {
  type Credential,
  identify,
  ownerName,
  permitAccount,
  permitEndpoint,
  permitted,
} from './access/access.ts';
import type { Account } from './access/account.ts';
import type { Accounts } from './access/accounts.ts';
import type { Limits } from './access/limits.ts';
import type { Backend } from './backend.ts';

export interface AdmissionParts {
  /**
   * Returns the backend that currently serves records. Another backend may replace it while the
   * service runs.
   */
  readonly source: () => Backend;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly limits: Limits;
  readonly clock: Clock;
  /** Whether vendor data may be exported and shown to accounts other than the owner's account. */
  readonly sharesVendorData?: boolean;
}

/** A request that has passed all checks and is counted in the limits. */
export interface Admitted {
  readonly caller: Account;
  readonly today: string;
  readonly current: Backend;
  /** Runs a long search in time slices, so that other callers are served between two slices. */
  readonly scan: Scan;
}

/**
 * Checks accounts and plans, counts requests, and shares processor time between callers in time
 * slices.
 */
export function createAdmission(parts: AdmissionParts) {
  const { source, accounts, limits, clock, sharesVendorData = false } = parts;
  const turns = createTurns();
  let checked: { readonly version: string; readonly hasVendorData: boolean } | undefined;

  function account(credential: Credential, today = todayOf(clock)): Account {
    const found = identify(credential, accounts, source().demo);
    permitAccount(found, today);
    return found;
  }

  /**
   * If the store has vendor data, refuses all accounts except the owner's. The check runs at each
   * request, because an account can be created while the server runs. The check reads the
   * store and ignores the vendor's key, because the data remains after the key is removed.
   */
  async function refuseOthers({ name }: Account, current: Backend): Promise<void> {
    if (sharesVendorData || name === ownerName || !current.usesVendorData) return;
    const { version } = current.describe();
    if (checked?.version !== version) {
      checked = { version, hasVendorData: await current.usesVendorData() };
    }
    if (checked.hasVendorData) throw vendorDataOfOwner();
  }

  return {
    /** @throws ServiceError 401, 403 */
    account,
    /** Waits until the account gets its next time slice. */
    nextSlice: ({ name }: Account) => turns.enter(name),
    /**
     * Counts a request toward the plan limit, and toward the limits of the endpoints that the
     * caller's plan and bundle include. Then waits until the caller gets a time slice.
     * @throws ServiceError 401, 429; 403 if the plan and bundle include none of the endpoints, or
     * if only the owner may see the records; 499 if the caller disconnects
     */
    async admit(credential: Credential, endpoints: readonly Endpoint[]): Promise<Admitted> {
      const overDemo = source().demo;
      const today = todayOf(clock);
      const caller = account(credential, today);
      const included = includedIn(caller, endpoints);
      if (credential !== 'owner') await limits.spend(caller, ...included);
      const hasLeft = credential === 'owner' ? undefined : credential.hasLeft;
      await turns.enter(caller.name, hasLeft);
      const current = source();
      // The account is checked again, because real records may have replaced the demo data since
      // the first check. The demo key gives no access to real records.
      if (current.demo !== overDemo) account(credential, today);
      await refuseOthers(caller, current);
      return { caller, today, current, scan: (steps) => turns.scan(caller.name, steps, hasLeft) };
    },
  };
}

/**
 * Returns the distinct endpoints that the plan and bundle of an account include.
 * @throws ServiceError 403 if there are none
 */
function includedIn(
  account: Account,
  endpoints: readonly Endpoint[],
): readonly [Endpoint, ...Endpoint[]] {
  const [first, ...others] = new Set(endpoints.filter((one) => permitted(account, one)));
  if (first) return [first, ...others];
  for (const endpoint of endpoints) permitEndpoint(account, endpoint);
  throw new Error('at least one endpoint is required');
}
