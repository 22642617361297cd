import { isObject, objectAt, readJson, textAt } from './formats/untrusted.ts';

/**
 * The results of an openFDA response. A search without matches is answered by openFDA with an error
 * (`NOT_FOUND`) and counts as an empty list.
 *
 * @returns the results, or a reason that completes "the file …".
 */
export function openFdaResults(text: string): { results: readonly unknown[] } | { reason: string } {
  const json = readJson(text);
  if ('reason' in json) return json;
  const { value } = json;
  if (isObject(value) && isObject(value.error)) {
    const code = textAt(objectAt(value, 'error'), 'code');
    if (code === 'NOT_FOUND') return { results: [] };
    return { reason: 'is an error that openFDA answered, not data' };
  }
  const results = isObject(value) ? value.results : value;
  if (!Array.isArray(results)) return { reason: 'holds no results of openFDA' };
  const isCount = isObject(results[0]) && 'count' in results[0] && !('patient' in results[0]);
  if (isCount && ('term' in results[0] || 'time' in results[0])) {
    return { reason: 'is an openFDA count, which holds no single records: ask without count=' };
  }
  return { results };
}
