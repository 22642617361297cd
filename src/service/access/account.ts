import type { Plan } from '../../base/plans.ts';

/**
 * A value, or a promise of the value. SQLite returns values synchronously and PostgreSQL
 * asynchronously, so callers must await both.
 */
export type Awaitable<Value> = Value | Promise<Value>;

export interface Account {
  readonly name: string;
  readonly plan: Plan;
  readonly demo: boolean;
  readonly state: 'active' | 'paused';
  /**
   * The endpoint groups that the account may use. If absent, the account may use all groups of its
   * plan.
   */
  readonly bundle?: readonly string[];
  /** Last day of access, `YYYY-MM-DD`. */
  readonly expires?: string;
}
