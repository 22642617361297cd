/** What an authorization server remembers, each under a secret or an id that somebody presents. */
export type GrantKind =
  | 'client'
  | 'interaction'
  | 'grant'
  | 'code'
  | 'access'
  | 'refresh'
  /** That a refresh token was used moments ago. */
  | 'renewal'
  | 'proof';

/**
 * How many of a kind are kept, and of whom. `grant` and `all`: of a grant, of all. `owner`: of
 * whoever it counts for, so that nobody's share is another's. `account`: of the account, and with a
 * grant its tokens go.
 */
interface Bound {
  readonly most: number;
  readonly of: 'all' | 'owner' | 'account' | 'grant';
}

/** Where one more is put than these, those that end soonest give way. */
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
/** How many of a kind are kept of all who are not known, from wherever they ask. */
export const MAX_OF_STRANGERS = 20_000;

const STRANGER = 'from ';
/** For whom is counted what is no account's: no name of an account has a space. */
export const owners = {
  /** Whoever asks from an address. */
  stranger: (address: string) => STRANGER + address,
  /** The clients to which an account has allowed something: they are held apart from its grants. */
  clientsOf: (account: string) => `clients of ${account}`,
  isStranger: (owner: string) => owner.startsWith(STRANGER),
  /** As a pattern of SQL. */
  strangers: `${STRANGER}%`,
} as const;

/** For how long something is kept, and with what it ends before. */
export interface Keeping {
  /** Milliseconds from now, by the clock of wherever it is kept. */
  readonly lasts: number;
  /** The account whose it is, or one of `owners`. */
  readonly owner?: string | undefined;
  readonly grant?: string | undefined;
}

export interface Kept {
  readonly value: string;
  /** Whether it was taken before. */
  readonly isTaken: boolean;
  /** Milliseconds until it expires, by the clock of the store. */
  readonly rest: number;
}

/**
 * Where grants are kept. Ids are secrets, most of them: an implementation keeps their hashes alone,
 * and a value holds no secret that opens anything.
 */
export interface GrantStore {
  /** Undefined where there is none, or it has expired. */
  get(kind: GrantKind, id: string): Promise<Kept | undefined>;
  /** Keeps a value in place of the one before, within the bounds of its kind. */
  put(kind: GrantKind, id: string, value: string, keeping: Keeping): Promise<void>;
  /**
   * Marks what is good for one use as used, at once for all who ask.
   *
   * @returns false where it was marked before, or is not there
   */
  take(kind: GrantKind, id: string): Promise<boolean>;
  remove(kind: GrantKind, id: string): Promise<void>;
  /** Removes a grant, or all grants of an account, and what was made of them. */
  revoke(whose: { readonly grant: string } | { readonly account: string }): Promise<void>;
  close(): Promise<void>;
}
