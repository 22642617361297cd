import type { Plan } from '../../base/plans.ts';

/** SQLite returns values immediately and PostgreSQL later, so callers await both. */
export type Awaitable<Value> = Value | Promise<Value>;

export interface Account {
  readonly name: string;
  readonly plan: Plan;
  readonly demo: boolean;
  readonly state: 'active' | 'paused';
  /** Groups to which the account is limited; all of its plan if absent. */
  readonly bundle?: readonly string[];
  /** Last day of access, `YYYY-MM-DD`. */
  readonly expires?: string;
}
