import { publishedOn } from '../../src/derive/finance/financial-pictures.ts';
import type { Fact, FactName } from '../../src/facts/fact-kinds.ts';
import type { FactsByKind } from '../derive/refresh-of.ts';
import { factNames, published } from './demo-facts.ts';

type Row = Readonly<Record<string, unknown>>;

const dayIn = (value: unknown) =>
  String(value ?? '')
    .slice(0, 10)
    .replaceAll('/', '-');

/** Short interest is known from its publication, which is later than its settlement. */
function firstDay(kind: FactName, fact: Row, field: string): unknown {
  return kind === 'short_interest' ? publishedOn(fact as Fact<'short_interest'>) : fact[field];
}

/** Deletes every record and every field that became known after a day. */
export function factsUntil(facts: FactsByKind, day: string): FactsByKind {
  const moved = new Map<string, Row>();
  for (const change of facts.catalyst_changes?.toReversed() ?? []) {
    if (change.changed_date > day) moved.set(change.catalyst_id, change);
  }
  const cut: Readonly<Partial<Record<FactName, (fact: Row) => Row>>> = {
    catalysts: ({ decision, decision_date, outcome, ...fact }) => {
      const was = dayIn(moved.get(String(fact._id))?.previous_value);
      return {
        ...fact,
        ...(was ? { catdate: was, formattedDate: was } : {}),
        ...(dayIn(decision_date) > day ? {} : { decision, decision_date }),
        ...(dayIn(fact.formattedDate) > day ? {} : { outcome }),
      };
    },
    companies: ({ delisted_date, ...fact }) =>
      dayIn(delisted_date) > day ? fact : { ...fact, delisted_date },
    deals: ({ closedDate, endedDate, status, ...fact }) => {
      // Nothing says which status a deal had before its termination.
      if (dayIn(endedDate) > day) return fact;
      return dayIn(closedDate) > day
        ? { ...fact, status: 'announced', closedDate: null }
        : { ...fact, status, closedDate, endedDate };
    },
    offerings: ({ closed_at, closed_amount_usd, ...fact }) =>
      dayIn(closed_at) > day ? fact : { ...fact, closed_at, closed_amount_usd },
  };
  return Object.fromEntries(
    factNames.map((kind) => {
      const field = published[kind];
      const known = ((facts[kind] ?? []) as readonly Row[]).filter(
        (fact) => field === undefined || dayIn(firstDay(kind, fact, field)) <= day,
      );
      return [kind, known.map(cut[kind] ?? ((fact) => fact))];
    }),
  );
}
