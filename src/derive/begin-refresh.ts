import { hasEvents } from '../domain/events/event-kinds.ts';
import type { Waiting } from '../domain/events/timeline.ts';
import { lazyIterable } from '../domain/lazy-iterable.ts';
import { onFirstUse } from '../domain/on-first-use.ts';
import type { FactName } from '../facts/fact-kinds.ts';
import type { Facts, Sourced } from '../store/facts-store.ts';
import type { Computation, Refresh, Universe } from './computation.ts';
import { eventComputations, waitingStatements } from './events.ts';
import { factsKnownOn } from './point-in-time.ts';
import { universeOf, universeResults } from './universe.ts';

/** A refresh that records which kinds of facts each computation reads. */
export interface RecordedRefresh extends Refresh {
  /**
   * The sorted list of the kinds of input that a computation read. It includes kinds that were read
   * through other computations.
   */
  kindsReadBy(compute: Computation<unknown>): readonly InputKind[];
  /**
   * The result of a computation. Undefined if the computation has not run, or if `releaseExcept`
   * freed its result.
   */
  resultOf<Result>(compute: Computation<Result>): Result | undefined;
  /** Frees the facts in memory and all results except those of the given computations. */
  releaseExcept(kept: ReadonlySet<Computation<unknown>>): void;
}

/**
 * A kind of fact, or the universe. The universe changes rarely, although most kinds of facts can
 * change it. Therefore, a computation that uses the universe depends on its digest, and not on
 * these kinds.
 */
export type InputKind = FactName | 'universe';

/**
 * The kinds of facts that a computation read directly, and the computations whose results it used.
 */
interface Reading {
  readonly kinds: Set<FactName>;
  readonly uses: Set<Reading>;
}

interface Done {
  readonly result: unknown;
  readonly reading: Reading;
}

/**
 * Returns the facts of a kind, including the events from texts. Returns undefined if no event from
 * a text extends this kind. The facts are then read from the store. For `waiting`, returns the
 * statements in texts that were not accepted as events.
 */
type ComputedFacts = (kind: FactName | 'waiting') => Done | undefined;

/**
 * Starts a refresh with the facts that are known on a day, including events extracted from texts.
 * @param given the values that earlier refreshes computed; default: none
 */
export function beginRefresh(
  stored: Facts,
  today: string,
  given: Partial<Kept> = {},
): RecordedRefresh {
  const facts = readOnce(factsKnownOn(stored, today));
  const whole = { ...firstRefresh(today), ...given, facts };
  const stated = recording(whole, () => undefined);
  const hasTexts = onFirstUse(() => !facts.each('mentions')[Symbol.iterator]().next().done);
  const own = recording(whole, (kind) => {
    if (kind === 'waiting') return hasTexts() ? stated.doneOf(waitingStatements) : undefined;
    return hasEvents(kind) && hasTexts() ? stated.doneOf(eventComputations[kind]) : undefined;
  });
  return {
    ...own.refresh,
    kindsReadBy(compute) {
      const { reading } = own.doneOf(compute);
      const universe = universeResults.has(compute) ? [] : universeResults;
      return kindsIn(reading, new Set([...universe].map((one) => own.done.get(one)?.reading)));
    },
    resultOf: <Result>(compute: Computation<Result>) =>
      own.done.get(compute)?.result as Result | undefined,
    releaseExcept(kept) {
      for (const compute of own.done.keys()) if (!kept.has(compute)) own.done.delete(compute);
      for (const compute of Object.values(eventComputations)) stated.done.delete(compute);
      facts.release();
    },
  };
}

/** Starts a refresh without the events that are extracted from texts. */
export function beginWithoutTexts(stored: Facts, today: string): Refresh {
  const facts = readOnce(factsKnownOn(stored, today));
  return recording({ ...firstRefresh(today), facts }, () => undefined).refresh;
}

/** Wraps facts so that each list, once read, stays in memory until it is released. */
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
      lazyIterable(() => listOf(kind) ?? facts.each(kind)),
    release: () => lists.clear(),
  };
}

/** Values that a refresh reuses from earlier refreshes. */
export type Kept = Pick<Refresh, 'lastModel' | 'firstServed' | 'recorded'>;
type Given = Pick<Refresh, 'facts' | 'today'> & Kept;

function firstRefresh(today: string): Omit<Given, 'facts'> {
  return { today, lastModel: () => undefined, firstServed: () => today, recorded: [] };
}

function recording({ facts, ...given }: Given, computedFacts: ComputedFacts) {
  const done = new Map<Computation<unknown>, Done>();

  function doneOf(compute: Computation<unknown>): Done {
    const reading: Reading = { kinds: new Set(), uses: new Set() };
    const own = done.get(compute) ?? { reading, result: compute(refreshFor(reading)) };
    done.set(compute, own);
    return own;
  }

  /**
   * Creates the refresh object for one computation. Everything that the computation reads is
   * recorded in `reading`.
   */
  function refreshFor(reading: Reading): Refresh {
    let universe: Universe | undefined;
    const refresh: Refresh = {
      facts: recordedFacts(facts, reading, computedFacts),
      ...given,
      waiting() {
        const own = computedFacts('waiting');
        if (own) reading.uses.add(own.reading);
        else reading.kinds.add('mentions').add('companies');
        return (own?.result ?? []) as readonly Waiting[];
      },
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

  return { refresh: refreshFor({ kinds: new Set(), uses: new Set() }), done, doneOf };
}

/** Wraps facts and records which kinds are read. */
function recordedFacts(
  facts: Facts,
  { kinds, uses }: Reading,
  computedFacts: ComputedFacts,
): Facts {
  function fromStore(kind: FactName): void {
    // The ticker of a fact is looked up among the companies, so the kind `companies` is also
    // recorded.
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
    ofOthers(kind) {
      fromStore(kind);
      return facts.ofOthers(kind);
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

/**
 * The kinds of input of a computation. The universe replaces the facts that determine it. Names of
 * companies are looked up in `companies`, so this kind is included with the universe.
 * @param universe the readings of the computations whose results are part of the universe. Empty if
 *   the computation itself is one of them
 */
function kindsIn(
  reading: Reading,
  universe: ReadonlySet<Reading | undefined>,
): readonly InputKind[] {
  const all = new Set([reading]);
  const found = new Set<InputKind>();
  for (const { kinds, uses } of all) {
    for (const kind of kinds) found.add(kind);
    for (const used of uses) {
      if (universe.has(used)) found.add('universe').add('companies');
      else all.add(used);
    }
  }
  return [...found].sort();
}
