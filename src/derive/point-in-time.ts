import { dayOf } from '../domain/dates.ts';
import { lazyIterable } from '../domain/lazy-iterable.ts';
import { type Fact, type FactName, factKinds } from '../facts/fact-kinds.ts';
import type { CompanyKind, Facts } from '../store/facts-store.ts';

/**
 * Whether a fact was known on a day (`YYYY-MM-DD`). The field `knownFrom` of its kind in
 * fact-kinds.ts names the date fields to use. A fact without any of these dates is always known.
 */
export function isKnown<Name extends FactName>(kind: Name, fact: Fact<Name>, day: string): boolean {
  return knownDay(dayFields(kind), fact) <= day;
}

function dayFields(kind: FactName): readonly string[] {
  return factKinds[kind].knownFrom ?? [];
}

/**
 * First day on which a fact is known, `YYYY-MM-DD`. It is the empty string, which sorts first, for
 * a fact without a date.
 */
function knownDay(fields: readonly string[], fact: Readonly<Record<string, unknown>>): string {
  for (const field of fields) {
    const value = fact[field];
    if (typeof value !== 'string') continue;
    const day = PLAIN_DAY.test(value) ? value : dayOf(value);
    if (day !== undefined) return day;
  }
  return '';
}

/** Matches a plain ISO date, which needs no slow parsing. */
const PLAIN_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Limits facts to those that were known on a day. */
export function factsKnownOn(facts: Facts, day: string): Facts {
  return {
    ...facts,
    all<Name extends Exclude<FactName, 'prices'>>(kind: Name) {
      const fields = dayFields(kind);
      return facts.all(kind).filter((fact) => knownDay(fields, fact) <= day);
    },
    each<Name extends Exclude<FactName, 'prices'>>(kind: Name) {
      const fields = dayFields(kind);
      return lazyIterable(() => known(facts.each(kind), fields, day));
    },
    ofCompany<Name extends CompanyKind>(kind: Name, ticker: string) {
      const fields = dayFields(kind);
      return facts.ofCompany(kind, ticker).filter((fact) => knownDay(fields, fact) <= day);
    },
    prices: (ticker, date, bars) => facts.prices(ticker, date < day ? date : day, bars),
  };
}

function* known<Known extends object>(
  facts: Iterable<Known>,
  fields: readonly string[],
  day: string,
): Generator<Known, undefined> {
  for (const fact of facts) {
    if (knownDay(fields, fact as Readonly<Record<string, unknown>>) <= day) yield fact;
  }
  return undefined;
}
