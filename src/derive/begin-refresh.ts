import { madeAnew } from '../domain/made-anew.ts';
import { onFirstUse } from '../domain/on-first-use.ts';
import type { OutcomeModel } from '../domain/trials/learning/outcome-model.ts';
import type { FactName } from '../facts/fact-kinds.ts';
import type { Facts, Sourced } from '../store/facts-store.ts';
import type { Computation, Refresh, Universe } from './computation.ts';
import { eventComputations, hasEvents } from './events.ts';
import { factsKnownOn } from './point-in-time.ts';
import { universeOf } from './universe.ts';

/** A refresh that records which kinds of facts its computations read. */
export interface RecordedRefresh extends Refresh {
  /** The kinds that a computation read, itself or through others, in order. */
  kindsReadBy(compute: Computation<unknown>): readonly FactName[];
  /** The result of a computation that has run and was not released. */
  resultOf<Result>(compute: Computation<Result>): Result | undefined;
  /** Frees the facts in memory and every result except those of the given computations. */
  releaseExcept(kept: ReadonlySet<Computation<unknown>>): void;
}

/** What a computation read itself, and the computations whose results it used. */
interface Reading {
  readonly kinds: Set<FactName>;
  readonly uses: Set<Reading>;
}

interface Done {
  readonly result: unknown;
  readonly reading: Reading;
}

/** The facts of a kind as a computation returned them; undefined for a kind read from the store. */
type ComputedFacts = (kind: FactName) => Done | undefined;

/**
 * Starts a refresh of the facts that are known on a day, with the events that texts state.
 *
 * @param lastModel the model of trial outcomes that was served last
 */
export function beginRefresh(
  stored: Facts,
  today: string,
  lastModel: Refresh['lastModel'] = () => undefined,
): RecordedRefresh {
  const facts = readOnce(factsKnownOn(stored, today));
  const given = { facts, today, lastModel };
  const stated = recording(given, () => undefined);
  const hasTexts = onFirstUse(() => !facts.each('mentions')[Symbol.iterator]().next().done);
  const own = recording(given, (kind) =>
    hasEvents(kind) && hasTexts() ? stated.doneOf(eventComputations[kind]) : undefined,
  );
  return {
    ...own.refresh,
    kindsReadBy: (compute) => kindsIn(own.doneOf(compute).reading),
    resultOf: <Result>(compute: Computation<Result>) =>
      own.done.get(compute)?.result as Result | undefined,
    releaseExcept(kept) {
      own.releaseExcept(kept);
      for (const compute of Object.values(eventComputations)) stated.done.delete(compute);
      facts.release();
    },
  };
}

/** Starts a refresh of what sources state, without the events that texts state. */
export function beginWithoutTexts(stored: Facts, today: string): Refresh {
  const facts = readOnce(factsKnownOn(stored, today));
  return recording({ facts, today, lastModel: () => undefined }, () => undefined).refresh;
}

/** Facts of which each kind that is read as a list stays in memory until it is released. */
function readOnce(facts: Facts) {
  const lists = new Map<FactName, readonly unknown[]>();
  const listOf = <Name extends FactName>(kind: Name) =>
    lists.get(kind) as readonly Sourced<Name>[] | undefined;
  return {
    ...facts,
    all<Name extends Exclude<FactName, 'prices'>>(kind: Name) {
      const list = listOf(kind) ?? facts.all(kind);
      lists.set(kind, list);
      return list;
    },
    each: <Name extends Exclude<FactName, 'prices'>>(kind: Name) =>
      madeAnew(() => listOf(kind) ?? facts.each(kind)),
    release: () => lists.clear(),
  };
}

interface Given {
  readonly facts: Facts;
  readonly today: string;
  readonly lastModel: () => OutcomeModel | undefined;
}

function recording({ facts, today, lastModel }: Given, computedFacts: ComputedFacts) {
  const done = new Map<Computation<unknown>, Done>();

  function doneOf(compute: Computation<unknown>): Done {
    const reading: Reading = { kinds: new Set(), uses: new Set() };
    const own = done.get(compute) ?? { reading, result: compute(refreshFor(reading)) };
    done.set(compute, own);
    return own;
  }

  /** The refresh as one computation sees it: what it reads, now or later, is recorded as its own. */
  function refreshFor(reading: Reading): Refresh {
    let universe: Universe | undefined;
    const refresh: Refresh = {
      facts: recordedFacts(facts, reading, computedFacts),
      today,
      lastModel,
      memo: <Result>(compute: Computation<Result>) => {
        const used = doneOf(compute);
        reading.uses.add(used.reading);
        return used.result as Result;
      },
      get universe() {
        universe ??= universeOf(refresh);
        return universe;
      },
    };
    return refresh;
  }

  return {
    refresh: refreshFor({ kinds: new Set(), uses: new Set() }),
    done,
    doneOf,
    releaseExcept(kept: ReadonlySet<Computation<unknown>>) {
      for (const compute of done.keys()) if (!kept.has(compute)) done.delete(compute);
    },
  };
}

/** Facts that record which kinds of them are read. */
function recordedFacts(
  facts: Facts,
  { kinds, uses }: Reading,
  computedFacts: ComputedFacts,
): Facts {
  function fromStore(kind: FactName): void {
    // The companies decide under which ticker a fact stands.
    kinds.add(kind).add('companies');
    if (hasEvents(kind)) kinds.add('mentions');
  }
  function computed<Name extends FactName>(kind: Name): readonly Sourced<Name>[] | undefined {
    const own = computedFacts(kind);
    if (own) uses.add(own.reading);
    else fromStore(kind);
    return own?.result as readonly Sourced<Name>[] | undefined;
  }
  return {
    all: (kind) => computed(kind) ?? facts.all(kind),
    each: (kind) => computed(kind) ?? facts.each(kind),
    ofCompany(kind, ticker) {
      fromStore(kind);
      return facts.ofCompany(kind, ticker);
    },
    tickersOf(kind) {
      fromStore(kind);
      return facts.tickersOf(kind);
    },
    prices(ticker, date, bars) {
      fromStore('prices');
      return facts.prices(ticker, date, bars);
    },
    pricedTickers() {
      fromStore('prices');
      return facts.pricedTickers();
    },
  };
}

function kindsIn(reading: Reading): readonly FactName[] {
  const all = new Set([reading]);
  for (const { uses } of all) for (const used of uses) all.add(used);
  return [...new Set([...all].flatMap(({ kinds }) => [...kinds]))].sort();
}
