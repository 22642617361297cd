import type { Endpoint } from '../catalogue/endpoint.ts';
import { permitted } from './access/access.ts';
import type { Answered } from './event-hints.ts';

/**
 * Returns a hint for an answer without records of a company. The hint names other tools of the
 * caller's plan that have records of the company, and states why the requested tool has none.
 * Returns undefined if no other tool has records.
 */
export async function elsewhereHint(asked: Answered, ticker: string): Promise<string | undefined> {
  const { elsewhere } = asked.endpoint;
  if (!elsewhere || (await holds(asked, asked.endpoint, ticker))) return undefined;
  const names: string[] = [];
  for (const other of elsewhere.endpoints) {
    if (permitted(asked.caller, other) && (await holds(asked, other, ticker)))
      names.push(other.name);
  }
  if (names.length === 0) return undefined;
  return `Records of ${ticker} are in ${names.join(', ')}. ${elsewhere.because}`;
}

/**
 * Whether an endpoint has any record of a company today. The other filters of the request are
 * ignored.
 */
async function holds(
  { source, query: { today }, scan }: Answered,
  of: Endpoint,
  ticker: string,
): Promise<boolean> {
  const parameter = of.parameters.ticker;
  if (parameter?.kind !== 'filter' || !source.serves(of)) return false;
  const condition = parameter.condition(ticker, 'ticker', today);
  const conditions = [condition];
  const query = { arguments: { ticker }, conditions, order: undefined, page: 1, today };
  const within = { query, scan };
  return (await source.values(of, condition.column, { most: 1, within })).length > 0;
}
