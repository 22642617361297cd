import type { Database } from '../store/database.ts';
import type { SourceContext, SyncSource } from './source.ts';
import { sourceState } from './source-states.ts';
import type { Companies } from './universe.ts';

export interface ContextParts {
  readonly database: Database;
  readonly companies: Companies;
  readonly since: string;
  readonly now: number;
}

/** What a source may know of the store. @param cursor newer than the one that it last left */
export function contextOf(
  { database, companies, since, now }: ContextParts,
  { name }: Pick<SyncSource, 'name'>,
  cursor?: string,
): SourceContext {
  return {
    cursor: cursor ?? sourceState(database, name).cursor ?? undefined,
    now,
    since,
    companies,
  };
}
