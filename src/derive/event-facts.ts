import { companyKey } from '../domain/events/disclosures.ts';
import type { EventKind } from '../domain/events/event-kinds.ts';
import type { CompanyEvents } from '../domain/events/events.ts';
import { isSameEvent } from '../domain/events/reconcile.ts';
import { groupBy } from '../domain/group-by.ts';
import { identifier } from '../store/facts-store.ts';
import type { Row } from '../store/served-order.ts';
import type { Universe } from './computation.ts';
import { present } from './rows.ts';
import { isNamedSource } from './source-names.ts';

/** Events extracted from the texts of a store. */
export interface TextEvents {
  /** The events of each company, by ticker. */
  readonly events: ReadonlyMap<string, CompanyEvents>;
  readonly universe: Universe;
}

/**
 * Adds events from texts to the stored facts of a kind. If a stored fact is about the same event,
 * its missing fields are filled in. Otherwise, the event is appended.
 */
export function joinedFacts(
  kind: EventKind,
  stored: readonly Row[],
  { events, universe }: TextEvents,
): readonly Row[] {
  const subjectOf = (fact: Row) => subject(kind, fact, universe);
  const bySubject = groupBy(stored, subjectOf);
  const isSame = isSameEvent[kind] as (
    stored: Row,
    made: Row,
    drugKey: (name: string) => string,
  ) => boolean;
  const replaced = new Map<Row, Row>();
  const added: Row[] = [];
  for (const { facts, drugKey } of events.values()) {
    for (const made of facts[kind] as readonly Row[]) {
      const key = subjectOf(made);
      const candidates = bySubject.get(key) ?? [];
      const known = candidates.find((other) => isSame(withId(kind, other), made, drugKey));
      if (known === undefined) {
        const one = present(made);
        added.push(one);
        // Both parties may announce the same deal, so later deals are also compared with this deal.
        // An event of any other kind belongs to one company.
        if (kind === 'deals') bySubject.set(key, [...candidates, one]);
      } else replaced.set(known, filled(replaced.get(known) ?? known, made));
    }
  }
  return [...stored, ...added].map((one) => replaced.get(one) ?? one);
}

/**
 * A key for the subject of a fact. A stored fact and an event in a text can be the same event only
 * if their keys are equal.
 */
function subject(kind: EventKind, fact: Row, universe: Universe): string {
  if (kind === 'deals') return companyKey(String(fact.target));
  if (kind === 'catalyst_changes') return String(fact.catalyst_id);
  const { ticker, Ticker, sponsor_name } = fact as Readonly<Record<string, string | undefined>>;
  return universe.ticker(ticker ?? Ticker, sponsor_name) ?? '';
}

function withId(kind: EventKind, fact: Row): Row {
  return kind === 'catalysts' ? { ...fact, _id: identifier('catalysts', fact) } : fact;
}

/** The fields that describe the document in which an event was read. */
const DOCUMENT_FIELDS = [
  'source_url',
  'document_form',
  'document_date',
  'evidence',
  'context',
  'confidence',
  'date_precision',
];

/**
 * Fills the missing fields of a stored fact from an event in a text. Existing values are kept,
 * except for the date: if the text states a different date, the date of the text is used. All
 * fields in `DOCUMENT_FIELDS` must describe one document. Therefore, they are not filled if the
 * date stays the same and the stored fact has its own source. Its own source is the URL of another
 * document, or a named source without a URL. A stored fact without a document gets the source of
 * the text.
 */
function filled(stored: Row, made: Row): Row {
  const [own, more] = [present(stored), present(made)];
  const isMoved = 'formattedDate' in more && more.formattedDate !== own.formattedDate;
  const dates = isMoved ? { catdate: more.catdate, formattedDate: more.formattedDate } : {};
  const hasSource = own.source_url ? own.source_url !== more.source_url : isNamedSource(own.source);
  if (hasSource && !isMoved) {
    const facts = Object.entries(more).filter(([field]) => !DOCUMENT_FIELDS.includes(field));
    return { ...Object.fromEntries(facts), ...own };
  }
  const source = own.source_url || !more.source_url ? {} : { source: more.source };
  return { ...more, ...own, ...dates, ...source };
}
