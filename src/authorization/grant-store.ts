import { sha256 } from '../base/sha256.ts';

/**
 * The kinds of objects that the authorization server stores. Each object is stored under an ID,
 * which is a secret for some kinds.
 */
export type GrantKind =
  | 'client'
  | 'interaction'
  | 'grant'
  | 'code'
  | 'access'
  | 'refresh'
  /**
   * An object that permits further uses of a refresh token for a short time after the first use.
   */
  | 'renewal'
  | 'proof';

/**
 * The maximum number of objects of a kind. The maximum applies either to all objects of the kind,
 * or separately to each owner, account or grant. With a maximum per owner, no owner can use up the
 * capacity of the others.
 */
interface Bound {
  readonly most: number;
  readonly of: 'all' | 'owner' | 'account' | 'grant';
}

/** The limits for each kind. If a limit is exceeded, the objects that expire first are removed. */
export const bounds: Readonly<Record<GrantKind, Bound>> = {
  client: { most: 1_000, of: 'owner' },
  interaction: { most: 1_000, of: 'owner' },
  grant: { most: 20, of: 'account' },
  code: { most: 50, of: 'grant' },
  access: { most: 50, of: 'grant' },
  refresh: { most: 50, of: 'grant' },
  renewal: { most: 50, of: 'grant' },
  proof: { most: 10_000, of: 'all' },
};
/** Maximum number of objects of one kind that belong to unknown clients. */
export const MAX_OF_STRANGERS = 20_000;

const STRANGER = 'from ';
/**
 * Names of owners that are not accounts. These names contain a space, and names of accounts do not,
 * so the two cannot be confused.
 */
export const owners = {
  /** An unknown client, identified by its IP address. */
  stranger: (address: string) => STRANGER + address,
  /**
   * The owner of the clients that an account has authorized. This name differs from the name of
   * the account, so the clients and the grants of an account are counted separately.
   */
  clientsOf: (account: string) => `clients of ${account}`,
  isStranger: (owner: string) => owner.startsWith(STRANGER),
  /** An SQL LIKE pattern that matches all unknown clients. */
  strangers: `${STRANGER}%`,
} as const;

/** How long an object is stored, and which account or client owns it. */
export interface Keeping {
  /** Lifetime in milliseconds, measured by the clock of the store. */
  readonly lasts: number;
  /** The account that owns the object, or one of `owners`. */
  readonly owner?: string | undefined;
  readonly grant?: string | undefined;
}

export interface Kept {
  readonly value: string;
  /** Whether the object was already used. */
  readonly isTaken: boolean;
  /** Milliseconds until the object expires, measured by the clock of the store. */
  readonly rest: number;
}

/**
 * A store of grants. Most IDs are secrets, so only their hashes are stored. Values contain no usable
 * secret.
 */
export interface GrantStore {
  /** Undefined if the object does not exist or has expired. */
  get(kind: GrantKind, id: string): Promise<Kept | undefined>;
  /** Stores or replaces a value, within the limits of its kind. */
  put(kind: GrantKind, id: string, value: string, keeping: Keeping): Promise<void>;
  /**
   * Marks a single-use object as used, atomically for all processes.
   *
   * @returns false if the object was already used or does not exist
   */
  take(kind: GrantKind, id: string): Promise<boolean>;
  remove(kind: GrantKind, id: string): Promise<void>;
  /** Removes one grant, or all grants of an account. Also removes the tokens of these grants. */
  revoke(whose: { readonly grant: string } | { readonly account: string }): Promise<void>;
  close(): Promise<void>;
}

/** Returns the hash of an object's ID or of a client's secret. Only the hash is stored. */
export function hashOf(id: string): string {
  return sha256(id, 'base64url');
}
