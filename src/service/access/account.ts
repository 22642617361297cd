import type { Plan } from '../../base/plans.ts';

/** SQLite answers at once and PostgreSQL later: who asks awaits either. */
export type Awaitable<Value> = Value | Promise<Value>;

export interface Account {
  readonly name: string;
  readonly plan: Plan;
  readonly demo: boolean;
  readonly state: 'active' | 'paused';
  /** Groups to which the account is held; all of its plan's where absent. */
  readonly bundle?: readonly string[];
  /** Last day of access, `YYYY-MM-DD`. */
  readonly expires?: string;
}
