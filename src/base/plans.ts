/** The plans that a key can have. */
export const plans = ['basic', 'elite-plus'] as const;
export type Plan = (typeof plans)[number];

export function planTitle(plan: Plan): string {
  return plan === 'basic' ? 'Basic' : 'Elite Plus';
}
