import type { Plan } from '../../base/plans.ts';

/** SQLite returns values synchronously and PostgreSQL asynchronously, so callers await both. */
export type Awaitable<Value> = Value | Promise<Value>;

export interface Account {
  readonly name: string;
  readonly plan: Plan;
  readonly demo: boolean;
  readonly state: 'active' | 'paused';
  /**
   * Groups of endpoints to which the account is limited. If absent, all groups of the plan are
   * included.
   */
  readonly bundle?: readonly string[];
  /** Last day of access, `YYYY-MM-DD`. */
  readonly expires?: string;
}
