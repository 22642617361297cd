import { shownText } from '../base/foreign-text.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import { listOf } from '../catalogue/param-values.ts';
import type { Filter } from '../catalogue/parameter.ts';
import type { Query } from '../catalogue/query.ts';
import type { Directory } from '../domain/directory/directory.ts';
import { permitted } from './access/access.ts';
import { queryOf } from './asked-query.ts';
import type { Answered } from './event-hints.ts';

/** A filter by company or drug in the request. `value` is what the caller wrote. */
interface Named {
  readonly parameter: Pick<Filter, 'subject'>;
  readonly value: string;
}

/**
 * Returns hints for an answer without records. A hint says how many texts name the company or the
 * drug, and which call returns these texts. If the request searched texts by words and ticker, the
 * hint instead gives the number of texts that contain the words, regardless of ticker. An answer
 * about a past day gets no hint.
 */
export async function textHints(
  { endpoint, texts, source, query, scan, caller }: Answered,
  filters: readonly Named[],
  directory: Directory | undefined,
): Promise<readonly string[]> {
  if (!texts || isAboutPast(query) || !source.serves(texts) || !permitted(caller, texts)) return [];
  const countOf = async (given: Readonly<Record<string, string>>) =>
    (await source.fetch(texts, queryOf(texts, given, query.today), scan)).total;
  if (texts === endpoint) {
    const { words, ticker } = query.arguments;
    const total = words && ticker ? await countOf({ words }) : 0;
    if (total === 0) return [];
    const subject = total === 1 ? '1 text has' : `${total} texts have`;
    return [`${subject} the words but not the ticker: ${callFor(texts, { words: words! })}.`];
  }
  const hints: string[] = [];
  for (const { parameter, value } of filters) {
    if (parameter.subject === undefined || !/[\p{L}\p{N}]/u.test(value)) continue;
    const [ticker, ...others] = listOf(value);
    const company =
      parameter.subject === 'ticker' && ticker ? directory?.company(ticker) : undefined;
    const given = company && others.length === 0 ? { ticker: company.key } : { words: value };
    const total = await countOf(given);
    const subject = total === 1 ? '1 text names' : `${total} texts name`;
    if (total > 0) hints.push(`${subject} ${shownText(value)}: ${callFor(texts, given)}.`);
  }
  return hints;
}

/**
 * Returns hints for an answer without records. A hint says how many related events, such as
 * committee meetings, the timeline has for the same company or drug.
 */
export async function relatedHints(
  { endpoint: { related }, events, source, query, scan, caller }: Answered,
  filters: readonly Named[],
): Promise<readonly string[]> {
  const kind = related && events?.kinds?.of[related];
  if (!kind || isAboutPast(query) || !source.serves(events) || !permitted(caller, kind)) return [];
  const hints: string[] = [];
  for (const { parameter, value } of filters) {
    if (parameter.subject === undefined) continue;
    const own = parameter.subject === 'ticker' ? 'ticker' : 'drug';
    const given = { [own]: value, types: related };
    const { total } = await source.fetch(events, queryOf(events, given, query.today), scan);
    const what = `${total} ${related.replace('_', ' ')}${total === 1 ? '' : 's'}`;
    if (total > 0) {
      const call = `call it with types=${related} and the same ${own}`;
      hints.push(`${events.name} has ${what}: ${call}.`);
    }
  }
  return hints;
}

function isAboutPast({ conditions }: Query): boolean {
  return conditions.some((one) => one.is === 'at most' && one.isKnownBy);
}

function callFor({ name }: Endpoint, given: Readonly<Record<string, string>>): string {
  return `call ${name} with ${shownText(JSON.stringify(given))}`;
}
