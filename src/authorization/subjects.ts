import { ServiceError } from '../base/errors.ts';
import { demoKey } from '../service/access/access.ts';
import type { Account } from '../service/access/account.ts';
import type { Accounts } from '../service/access/accounts.ts';
import type { Service } from '../service/service.ts';

/**
 * The stamp of the demo account. A stamp identifies the key and plan of an account. The demo
 * account is not stored, so its stamp is constant.
 */
const demoStamp = 'demo';

/**
 * Creates and reads the subjects of grants. A subject consists of the stamp and the name of an
 * account.
 */
export function createSubjects(
  accounts: Pick<Accounts, 'stamped'>,
  service: Pick<Service, 'account'>,
) {
  return {
    /**
     * Returns the subject of a grant for the account with this key. The grant ends when the stamp
     * of the account changes: when the account is revoked, gets another key or changes its plan.
     * @throws ServiceError 401, 403 as `Service.account` does
     */
    subjectOf(key: string): string {
      const { name, demo } = service.account({ key });
      if (demo && key === demoKey) return `${demoStamp}/${name}`;
      return `${accounts.stamped(name)?.stamp}/${name}`;
    },
    /**
     * The account of a grant. Undefined if the grant has ended, or if the account is paused or
     * expired.
     */
    accountOf(subject: string): Account | undefined {
      const stamp = subject.slice(0, subject.indexOf('/'));
      const known = accounts.stamped(accountName(subject));
      if (stamp !== demoStamp && known?.stamp !== stamp) return undefined;
      try {
        return service.account(
          stamp === demoStamp || !known ? { key: demoKey } : { account: known.account },
        );
      } catch (cause) {
        if (cause instanceof ServiceError && cause.status < 500) return undefined;
        throw cause;
      }
    },
  };
}

export type Subjects = ReturnType<typeof createSubjects>;

/** Returns the account name that a subject contains. */
export function accountName(subject: string): string {
  return subject.slice(subject.indexOf('/') + 1);
}
