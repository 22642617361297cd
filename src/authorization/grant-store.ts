/** What an authorization server remembers, each under a secret or an id that somebody presents. */
export type GrantKind =
  | 'client'
  | 'interaction'
  | 'grant'
  | 'code'
  | 'access'
  | 'refresh'
  | 'proof';

/** How many of a kind are kept, and of whom: of all, of an account, or of a grant. */
interface Bound {
  readonly most: number;
  readonly of: 'all' | 'account' | 'grant';
}

/** Where one more is put than these, those that end soonest give way, and with a grant its tokens. */
export const bounds: Readonly<Record<GrantKind, Bound>> = {
  client: { most: 1_000, of: 'all' },
  interaction: { most: 1_000, of: 'all' },
  grant: { most: 20, of: 'account' },
  code: { most: 50, of: 'grant' },
  access: { most: 50, of: 'grant' },
  refresh: { most: 50, of: 'grant' },
  proof: { most: 10_000, of: 'all' },
};

/** Until when something is kept, and with what it ends before. */
interface Keeping {
  /** Milliseconds of the clock. */
  readonly expires: number;
  readonly account?: string | undefined;
  readonly grant?: string | undefined;
}

export interface Kept {
  readonly value: string;
  /** Whether it was taken before. */
  readonly isTaken: boolean;
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
