import type { FactName } from '../facts.ts';
import type { Facts } from '../store/facts-store.ts';
import { hasEvents, textEvents, withEvents } from './events.ts';
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
  /**
   * The result of a computation that later refreshes of the same day take over, as long as the facts
   * that it read stay as they are: for what is small and costs much to find out.
   */
  keep<Result>(name: string, compute: Computation<Result>): Result;
}

export type Computation<Result> = (refresh: Refresh) => Result;

/** A result for later refreshes, as JSON can hold it, and the kinds of facts that it rests on. */
export interface Kept {
  readonly reads: readonly FactName[];
  readonly value: unknown;
}

/** A refresh that tells what each of its computations read. */
export interface RecordedRefresh extends Refresh {
  /** The kinds of facts that a computation has read, itself or through others, in order. */
  readsOf(compute: Computation<unknown>): readonly FactName[];
  /** Lets go of a result that nobody is likely to need again; whoever does has it computed anew. */
  forget(compute: Computation<unknown>): void;
  /** What later refreshes can take over. */
  kept(): Readonly<Record<string, Kept>>;
}

/** A computation that was done, what it read itself, and which others it used. */
interface Done {
  readonly reads: Set<FactName>;
  readonly uses: Set<Done>;
  result?: unknown;
}

/**
 * A refresh of what is known on a day, with what texts tell of it.
 *
 * @param before results of an earlier refresh of the day that rest on unchanged facts
 */
export function beginRefresh(
  stored: Facts,
  today: string,
  before: Readonly<Record<string, Kept>> = {},
): RecordedRefresh {
  const known = factsKnownOn(stored, today);
  const stated = recording(known, { today });
  let basis: readonly FactName[] = ['mentions'];
  const facts = withEvents(known, () => {
    const texts = stated.memo(textEvents);
    basis = ['mentions', ...stated.readsOf(textEvents)];
    return texts;
  });
  const basisOf = (kind: FactName) => (hasEvents(kind) ? basis : []);
  return recording(facts, { today, before, basisOf });
}

/** A refresh of what sources state, without what texts tell. */
export function beginWithoutTexts(stored: Facts, today: string): Refresh {
  return recording(factsKnownOn(stored, today), { today });
}

interface Recording {
  readonly today: string;
  readonly before?: Readonly<Record<string, Kept>>;
  /** The other kinds that the facts of a kind, once read, were computed from. */
  readonly basisOf?: (kind: FactName) => readonly FactName[];
}

function recording(
  facts: Facts,
  { today, before = {}, basisOf = () => [] }: Recording,
): RecordedRefresh {
  const done = new Map<Computation<unknown>, Done>();
  const keeps = new Map<string, Done>();

  /** The refresh as one computation sees it, so that what it reads later on is its own, too. */
  function seenBy(own: Done): Refresh {
    let universe: Universe | undefined;
    const use = <Result>(other: Done) => {
      own.uses.add(other);
      return other.result as Result;
    };
    const refresh: Refresh = {
      facts: recorded(facts, own.reads, basisOf),
      today,
      memo: (compute) => use(done.get(compute) ?? run(compute)),
      keep(name, compute) {
        const kept = keeps.get(name) ?? takenOver(before[name]) ?? run(compute);
        keeps.set(name, kept);
        return use(kept);
      },
      get universe() {
        universe ??= universeOf(refresh);
        return universe;
      },
    };
    return refresh;
  }

  function run(compute: Computation<unknown>): Done {
    const own: Done = { reads: new Set(), uses: new Set() };
    own.result = compute(seenBy(own));
    done.set(compute, own);
    return own;
  }

  return {
    ...seenBy({ reads: new Set(), uses: new Set() }),
    readsOf: (compute) => readsOf(done.get(compute)),
    forget: (compute) => done.delete(compute),
    kept: () => ({
      ...before,
      ...Object.fromEntries([...keeps].map(([name, own]) => [name, keptOf(own)])),
    }),
  };
}

function takenOver(kept: Kept | undefined): Done | undefined {
  return kept && { reads: new Set(kept.reads), uses: new Set(), result: kept.value };
}

function keptOf(computed: Done): Kept {
  return { reads: readsOf(computed), value: computed.result };
}

/** Facts that note which kinds of them are read. */
function recorded(
  facts: Facts,
  reads: Set<FactName>,
  basisOf: (kind: FactName) => readonly FactName[],
): Facts {
  // Under which tickers facts stand is told by what is known of companies.
  const note = (kind: FactName) => reads.add(kind).add('companies');
  return {
    all(kind) {
      const found = facts.all(kind);
      note(kind);
      for (const other of basisOf(kind)) reads.add(other);
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

function readsOf(computed: Done | undefined): readonly FactName[] {
  if (!computed) return [];
  const all = new Set([computed]);
  for (const one of all) for (const used of one.uses) all.add(used);
  return [...new Set([...all].flatMap(({ reads }) => [...reads]))].sort();
}
