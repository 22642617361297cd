import type { FactName } from '../../facts/fact-kinds.ts';

/** The kinds of facts that texts can add events to. */
export const EVENT_KINDS = [
  'catalysts',
  'catalyst_changes',
  'decisions',
  'approvals',
  'complete_response_letters',
  'adcomm_votes',
  'designations',
  'trial_results',
  'offerings',
  'filing_events',
  'deals',
] as const satisfies readonly FactName[];
export type EventKind = (typeof EVENT_KINDS)[number];

const kinds: ReadonlySet<string> = new Set(EVENT_KINDS);

/** Whether texts can add events to a kind of fact. */
export function hasEvents(kind: string): kind is EventKind {
  return kinds.has(kind);
}
