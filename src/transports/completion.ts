import type { Backend } from '../service/backend.ts';

/** Maximum number of values in one response (server/utilities/completion). */
const MAX_VALUES = 100;
/** Maximum characters of a prefix to complete. */
const MAX_TYPED = 100;

/** The result of `completion/complete`. */
export function completionResult(values: readonly string[]): string {
  const shown = values.slice(0, MAX_VALUES);
  const completion = { values: shown, total: values.length, hasMore: values.length > shown.length };
  return JSON.stringify({ completion });
}

/** Tickers that start with the typed text, then tickers of companies with a word that does. */
export async function tickersTyped(source: Backend, typed: string): Promise<readonly string[]> {
  const directory = await source.directory();
  const found = directory?.companiesBeginning(typed.slice(0, MAX_TYPED)) ?? [];
  return found.map(({ key }) => key);
}
