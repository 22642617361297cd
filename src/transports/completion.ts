import type { Backend } from '../service/backend.ts';

/**
 * Maximum number of suggestions in one response, according to the protocol
 * (server/utilities/completion).
 */
const MAX_VALUES = 100;
/** Maximum number of typed characters for which suggestions are returned. */
const MAX_TYPED = 100;

/** The result of `completion/complete`. */
export function completionResult(values: readonly string[]): string {
  const shown = values.slice(0, MAX_VALUES);
  const completion = { values: shown, total: values.length, hasMore: values.length > shown.length };
  return JSON.stringify({ completion });
}

/**
 * Suggests tickers that start with the typed text, followed by the tickers of companies whose name
 * has a word that starts with the text.
 */
export async function tickersTyped(source: Backend, typed: string): Promise<readonly string[]> {
  const directory = await source.directory();
  const found = directory?.companiesBeginning(typed.slice(0, MAX_TYPED)) ?? [];
  return found.map(({ key }) => key);
}
