import { onOneLine } from '../base/foreign-text.ts';
import { OUTCOME_UNKNOWN } from '../catalogue/event-types.ts';
import type { Condition } from '../catalogue/parameter.ts';
import { type Query, rowsIn } from '../catalogue/query.ts';
import { shiftDays } from '../domain/dates.ts';
import { permitted } from './access/access.ts';
import type { Answered } from './event-hints.ts';

/**
 * Our choice: an answer about upcoming dates also covers the goal dates of this many past days. The
 * answer lists these goal dates if their FDA decision is unknown.
 */
const PASSED_DAYS = 30;
/** Maximum number of goal dates that a hint names. */
const MAX_NAMED = 5;

/**
 * Returns a hint for an answer about upcoming dates. The hint lists goal dates in the last
 * `PASSED_DAYS` days whose FDA decision is unknown. The other filters of the request also apply to
 * these goal dates.
 */
export async function passedGoals(asked: Answered): Promise<readonly string[]> {
  const { endpoint, query, source, scan, caller } = asked;
  const { past } = endpoint;
  const isFirst = query.page === 1 && !query.skip;
  if (!past || !isFirst || source.kind !== 'store') return [];
  if (!source.serves(past) || !permitted(caller, past)) return [];
  const isDay = ({ column }: Condition) => column.field === 'formattedDate';
  const others = query.conditions.filter((one) => !isDay(one));
  const isAhead = query.conditions.some(
    (one) => isDay(one) && one.is === 'at least' && one.value > query.today,
  );
  const isFilter = ({ is, column: { field, as } }: Condition) =>
    is !== 'at most' &&
    Object.values(past.parameters).some(
      (one) =>
        one.kind === 'filter' && one.columns.some((own) => own.field === field && own.as === as),
    );
  if (isAhead || !others.every(isFilter)) return [];
  const from = shiftDays(query.today, -PASSED_DAYS);
  const passed: Query = {
    arguments: { from },
    conditions: [
      ...others,
      { is: 'at least', column: { field: 'formattedDate', as: 'value' }, value: from },
    ],
    order: undefined,
    page: 1,
    today: query.today,
  };
  const { records } = await source.fetch(past, passed, scan);
  // Only records with this text are parsed. Parsing all records took 4% of the time of a new
  // request.
  const open = rowsIn({ records: records.filter((one) => one.includes(OUTCOME_UNKNOWN)) });
  if (open.length === 0) return [];
  const named = open
    .slice(0, MAX_NAMED)
    .map(({ ticker, drugname, formattedDate, catdate }) =>
      onOneLine([ticker, drugname, formattedDate ?? catdate].filter(Boolean).join(' ')),
    );
  const more = open.length > MAX_NAMED ? ` and ${open.length - MAX_NAMED} more` : '';
  return [
    `Goal dates in the last ${PASSED_DAYS} days, with no known decision (tool ${past.name}): ${named.join('; ')}${more}.`,
  ];
}
