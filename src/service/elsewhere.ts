import { shownText } from '../base/foreign-text.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import type { Condition } from '../catalogue/parameter.ts';
import type { Query } from '../catalogue/query.ts';
import { permitted } from './access/access.ts';
import type { Answered } from './event-hints.ts';

/**
 * Returns a hint for an answer that has no records of the requested company or drug. The hint names
 * other tools that have records of this company or drug. Tools that the caller may not use are
 * omitted. If the endpoint declares `elsewhere`, the hint also says why the endpoint may have no
 * records. If only the other filters of the request exclude the records, the hint names only the
 * timeline.
 * Returns undefined if there is no tool to name.
 * @param by whether `value` is a ticker or a drug
 * @param title the value as the caller wrote it
 */
export async function elsewhereHint(
  asked: Answered,
  value: string,
  by: 'ticker' | 'drug',
  title = value,
): Promise<string | undefined> {
  const { endpoint, events, others } = asked;
  const { endpoints, because = '' } = endpoint.elsewhere ?? { endpoints: others };
  if (endpoints.length === 0) return undefined;
  const isExcluded = await holds(asked, endpoint, value, by);
  const names: string[] = [];
  for (const other of endpoints) {
    if (isExcluded && (other !== events || other === endpoint)) continue;
    if (permitted(asked.caller, other) && (await holds(asked, other, value, by)))
      names.push(other.name);
  }
  if (names.length === 0) return undefined;
  const found = `Records of ${shownText(title)} are in ${names.join(', ')}.`;
  return isExcluded ? found : `${found} ${because}`.trim();
}

/** The properties of a request that are needed to search for other records of a company or drug. */
export type Held = Pick<Answered, 'source' | 'scan'> & {
  readonly query: { readonly today: string };
};

/**
 * Whether an endpoint currently has a record of a company or drug. The other filters of the request
 * are ignored.
 */
export async function holds(held: Held, of: Endpoint, value: string, by: string): Promise<boolean> {
  const own = by === 'drug' && !of.parameters.drug ? 'interventionName' : by;
  const parameter = of.parameters[own];
  if (parameter?.kind !== 'filter') return false;
  return hasRecord(held, of, parameter.condition(value, own, held.query.today), { [own]: value });
}

/** Whether an endpoint currently has a record that meets a condition. */
export async function hasRecord(
  { source, query: { today }, scan }: Held,
  of: Endpoint,
  condition: Condition,
  given: Query['arguments'],
): Promise<boolean> {
  if (!source.serves(of)) return false;
  const query = { arguments: given, conditions: [condition], order: undefined, page: 1, today };
  const within = { query, scan };
  return (await source.values(of, condition.column, { most: 1, within })).length > 0;
}
