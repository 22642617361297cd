import type { FactName } from '../facts.ts';
import type { Facts } from '../store/facts-store.ts';
import { eventComputations, hasEvents, withEvents } from './events.ts';
import {
  type Basis,
  type Before,
  createLedger,
  type Done,
  type Kept,
  type Ledger,
} from './ledger.ts';
import { factsKnownOn } from './point-in-time.ts';
import { type Universe, universeOf } from './universe.ts';

/** What a refresh computes from: the facts, and what other computations of the same refresh found. */
export interface Refresh {
  /** The facts that are known on the day of the refresh, with those that texts make; no others. */
  readonly facts: Facts;
  readonly universe: Universe;
  /** The day of the refresh, `YYYY-MM-DD`. */
  readonly today: string;
  /** The result of a computation, done once a refresh however many collections need it. */
  memo<Result>(compute: Computation<Result>): Result;
}

export type Computation<Result> = (refresh: Refresh) => Result;

/**
 * A computation that cuts changes off: what uses it is computed anew where its result differs, and
 * not wherever a fact does that it was computed from. Its result is plain data, maps and sets.
 */
export interface Cutoff {
  readonly compute: Computation<unknown>;
  /**
   * Whether later refreshes take the result over, and not only its digest: for what is small, costs
   * much to find out, and is as JSON can hold it.
   */
  readonly keepsResult?: true;
}

export type Cutoffs = Readonly<Record<string, Cutoff>>;

/** A refresh that tells what each of its computations rests on. */
export interface RecordedRefresh extends Refresh {
  /** What a computation that was done rests on, by itself or through others. */
  basisOf(compute: Computation<unknown>): Basis;
  /** Whether what rested on this before would come out the same now. */
  stands(basis: Basis | undefined): basis is Basis;
  /** Lets go of a result that nobody is likely to need again; whoever does has it computed anew. */
  forget(compute: Computation<unknown>): void;
  /** The cutoffs, for later refreshes. */
  kept(): Readonly<Record<string, Kept>>;
}

/** A refresh of what is known on a day, with what texts tell of it. */
export function beginRefresh(
  stored: Facts,
  today: string,
  cutoffs: Cutoffs = {},
  before?: Before,
): RecordedRefresh {
  const known = factsKnownOn(stored, today);
  const ledger = createLedger(before);
  const ofTexts = Object.entries(eventComputations).map(
    ([kind, compute]) => [`${kind} with texts`, { compute }] as const,
  );
  const others = Object.entries(cutoffs).map(
    ([name, cutoff]) => [`${name} without texts`, cutoff] as const,
  );
  const stated = recording(known, today, ledger, [...others, ...ofTexts]);
  const told = (kind: FactName) =>
    hasEvents(kind) && known.all('mentions').length > 0
      ? stated.doneOf(eventComputations[kind])
      : undefined;
  const facts = withEvents(known, stated.memo);
  const refresh = recording(facts, today, ledger, Object.entries(cutoffs), told);
  return { ...refresh, stands: ledger.stands, kept: ledger.kept };
}

/** A refresh of what sources state, without what texts tell. */
export function beginWithoutTexts(stored: Facts, today: string): Refresh {
  return recording(factsKnownOn(stored, today), today, createLedger(), []);
}

/**
 * @param told the computation that the facts of a kind, once read, came from; undefined for those
 *   that come from the store
 */
function recording(
  facts: Facts,
  today: string,
  ledger: Ledger,
  cutoffs: readonly (readonly [name: string, cutoff: Cutoff])[],
  told?: (kind: FactName) => Done | undefined,
) {
  const done = new Map<Computation<unknown>, Done>();
  const named = new Map(cutoffs.map(([name, cutoff]) => [cutoff.compute, { name, ...cutoff }]));
  for (const { name, compute, keepsResult } of named.values()) {
    ledger.enter(name, () => doneOf(compute), keepsResult);
  }

  /** The refresh as one computation sees it, so that what it reads later on is its own, too. */
  function seenBy(own: Done): Refresh {
    let universe: Universe | undefined;
    const refresh: Refresh = {
      facts: recorded(facts, own, told),
      today,
      memo: <Result>(compute: Computation<Result>) => {
        const other = doneOf(compute);
        own.uses.add(other);
        return other.result as Result;
      },
      get universe() {
        universe ??= universeOf(refresh);
        return universe;
      },
    };
    return refresh;
  }

  function doneOf(compute: Computation<unknown>): Done {
    const ready = done.get(compute) ?? takenOver(compute) ?? run(compute);
    done.set(compute, ready);
    return ready;
  }

  function takenOver(compute: Computation<unknown>): Done | undefined {
    const { name, keepsResult } = named.get(compute) ?? {};
    const kept = name !== undefined && keepsResult ? ledger.known(name) : undefined;
    return kept && { kinds: new Set(), uses: new Set(), cutoff: name, result: kept.result };
  }

  function run(compute: Computation<unknown>): Done {
    const cutoff = named.get(compute)?.name;
    const own: Done = { kinds: new Set(), uses: new Set(), cutoff };
    own.result = compute(seenBy(own));
    return own;
  }

  return {
    ...seenBy({ kinds: new Set(), uses: new Set(), cutoff: undefined }),
    doneOf,
    basisOf: (compute: Computation<unknown>) => ledger.basisOf(doneOf(compute)),
    forget: (compute: Computation<unknown>) => done.delete(compute),
  };
}

/** Facts that note which kinds of them are read. */
function recorded(facts: Facts, own: Done, told?: (kind: FactName) => Done | undefined): Facts {
  const note = (kind: FactName) => {
    const source = told?.(kind);
    if (source) own.uses.add(source);
    // Under which tickers facts stand is told by what is known of companies.
    else own.kinds.add(kind).add('companies');
    if (told && !source && hasEvents(kind)) own.kinds.add('mentions');
  };
  return {
    all(kind) {
      const found = facts.all(kind);
      note(kind);
      return found;
    },
    prices(...asked) {
      note('prices');
      return facts.prices(...asked);
    },
    pricedTickers() {
      note('prices');
      return facts.pricedTickers();
    },
  };
}
