import { dayOf } from '../domain/dates.ts';
import { groupBy } from '../domain/group-by.ts';
import { lazyIterable } from '../domain/lazy-iterable.ts';
import { onFirstUse } from '../domain/on-first-use.ts';
import { type Fact, type FactName, factKinds } from '../facts/fact-kinds.ts';
import { type CompanyKind, type Facts, identifier, type LetterKind } from '../store/facts-store.ts';

type Fields = Readonly<Record<string, unknown>>;
type Change = Pick<Fact<'catalyst_changes'>, 'changed_date' | 'field' | 'previous_value'>;
type Catalyst = Fact<'catalysts'>;

/**
 * Whether a fact was known on a day (`YYYY-MM-DD`). The day is compared with the first valid date
 * in the fields that fact-kinds.ts lists as `knownFrom`. A fact without any of these dates is
 * always known.
 */
export function isKnown<Name extends FactName>(kind: Name, fact: Fact<Name>, day: string): boolean {
  return knownDay(factKinds[kind].knownFrom ?? [], fact) <= day;
}

/**
 * A catalyst as it was known on a day: changed fields have their earlier values, and a later
 * decision or outcome is removed. Undefined if the catalyst was unknown on that day.
 *
 * @param changes all changes of the catalyst
 */
export function catalystOn<Known extends Catalyst>(
  catalyst: Known,
  day: string,
  changes: readonly Change[] = [],
): Known | undefined {
  return isKnown('catalysts', catalyst, day)
    ? rewound(withoutLater(CATALYST_FIELDS, catalyst, day), day, changes)
    : undefined;
}

/**
 * Returns the facts as they were known on a day. Facts and field values that became known later are
 * removed.
 */
export function factsKnownOn(facts: Facts, day: string): Facts {
  const laterChanges = onFirstUse(() => {
    const later = facts.all('catalyst_changes').filter(({ changed_date }) => changed_date > day);
    return groupBy(later, ({ catalyst_id }) => catalyst_id);
  });
  const cutOf = (kind: FactName) => {
    const from = factKinds[kind].knownFrom ?? [];
    const later = laterFields(kind);
    return <Known extends Fields>(fact: Known): Known | undefined => {
      if (knownDay(from, fact) > day) return undefined;
      const then = withoutLater(later, fact, day);
      if (kind !== 'catalysts' || laterChanges().size === 0) return then;
      const changes = laterChanges().get(identifier(kind, fact)) ?? [];
      return rewound(then as Known & Catalyst, day, changes);
    };
  };
  return {
    ...facts,
    all: <Name extends Exclude<FactName, 'prices'>>(kind: Name) => [
      ...cut(facts.all(kind), cutOf(kind)),
    ],
    each: <Name extends Exclude<FactName, 'prices'>>(kind: Name) =>
      lazyIterable(() => cut(facts.each(kind), cutOf(kind))),
    ofCompany: <Name extends CompanyKind>(kind: Name, ticker: string) => [
      ...cut(facts.ofCompany(kind, ticker), cutOf(kind)),
    ],
    ofOthers: <Name extends LetterKind>(kind: Name) => [...cut(facts.ofOthers(kind), cutOf(kind))],
    prices: (ticker, date, bars) => facts.prices(ticker, date < day ? date : day, bars),
  };
}

function* cut<Known>(facts: Iterable<Known>, known: (fact: Known & Fields) => Known | undefined) {
  for (const fact of facts) {
    const then = known(fact as Known & Fields);
    if (then !== undefined) yield then;
  }
}

/** A copy of a fact in which the fields that became known after a day are null. */
function withoutLater<Known extends Fields>(fields: LaterFields, fact: Known, day: string): Known {
  const later = fields.filter(
    ([field, days]) => (fact[field] ?? null) !== null && knownDay(days, fact) > day,
  );
  if (later.length === 0) return fact;
  return { ...fact, ...Object.fromEntries(later.map(([field]) => [field, null])) };
}

/**
 * Fields that may become known later than the rest of their record. Each field is paired with the
 * names of the date fields that state when its value became known.
 */
type LaterFields = readonly (readonly [string, readonly string[]])[];

function laterFields(kind: FactName): LaterFields {
  return Object.entries(factKinds[kind].knownLater ?? {});
}

const CATALYST_FIELDS = laterFields('catalysts');

/**
 * A catalyst with the values that its fields had on a day, before later changes. Undefined if the
 * store does not contain the date that the catalyst had on that day.
 */
function rewound<Known extends Catalyst>(
  catalyst: Known,
  day: string,
  changes: readonly Change[],
): Known | undefined {
  const later = changes
    .filter(({ field, changed_date }) => changed_date > day && REWOUND.has(field))
    .sort((a, b) => (a.changed_date < b.changed_date ? 1 : -1));
  if (later.length === 0) return catalyst;
  // Changes are sorted newest first, so that the earliest change after the day is applied last. Its
  // previous value is the value on the day.
  const then = Object.fromEntries(
    later.map(({ field, previous_value }) => [
      // `decision_date` changes if the FDA decides early. Its previous value is the goal date.
      field === 'decision_date' ? 'formattedDate' : field,
      previous_value ?? null,
    ]),
  );
  if (!('formattedDate' in then)) return { ...catalyst, ...then };
  const formattedDate = dayOf(then.formattedDate);
  if (formattedDate === undefined) return undefined;
  const text = catalyst.evidence ? NO_TEXT : {};
  return { ...catalyst, ...text, catdate: formattedDate, ...then, formattedDate };
}

/**
 * Nulls for the fields that are read from a text. They are used for days before a change of the
 * catalyst's date, because the text states only the current date.
 */
const NO_TEXT = {
  description: null,
  evidence: null,
  context: null,
  source_url: null,
  confidence: null,
  date_precision: null,
};

/**
 * Fields that get back the value that they had before later changes. Decisions and outcomes are
 * removed instead.
 */
const REWOUND: ReadonlySet<string> = new Set(
  Object.keys(factKinds.catalysts.schema.shape).filter(
    (field) => field !== 'decision' && field !== 'outcome',
  ),
);

/**
 * Returns the first valid day in the given fields, `YYYY-MM-DD`. If no field has a valid day,
 * returns the empty string, which sorts before every day.
 */
function knownDay(fields: readonly string[], fact: Fields): string {
  for (const field of fields) {
    const value = fact[field];
    if (typeof value !== 'string') continue;
    const day = PLAIN_DAY.test(value) ? value : dayOf(value);
    if (day !== undefined) return day;
  }
  return '';
}

/** Matches a plain ISO date, for which full parsing would be slow. */
const PLAIN_DAY = /^\d{4}-\d{2}-\d{2}$/;
