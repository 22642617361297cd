import { madeAnew } from '../domain/made-anew.ts';
import type { OutcomeModel } from '../domain/trials/learning/outcome-model.ts';
import type { FactName } from '../facts/fact-kinds.ts';
import type { Facts, Sourced } from '../store/facts-store.ts';
import type { Computation, Refresh, UnitComputation, Universe } from './computation.ts';
import { eventComputations, hasEvents, textsTell, withEvents } from './events.ts';
import {
  type Basis,
  type Before,
  createLedger,
  type Done,
  type Kept,
  type Ledger,
  type NamedCutoff,
} from './ledger.ts';
import { factsKnownOn } from './point-in-time.ts';
import { type Recalled, type Units, unitsOf } from './recall.ts';
import { universeOf } from './universe.ts';

/**
 * A computation that cuts changes off: what uses it is computed anew where its result differs, and
 * not wherever a fact does that it was computed from. Its result is plain data, maps and sets.
 */
interface Cutoff {
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
  /**
   * Lets go of results that nobody is likely to need again, and ends a turn: what was not asked for in
   * the last turns goes, too. Whoever does need it has it made anew.
   *
   * @param ends those with which the facts go that they were made of
   */
  forget(computes?: readonly Computation<unknown>[], ends?: readonly Computation<unknown>[]): void;
  /** The cutoffs, for later refreshes. */
  kept(): Readonly<Record<string, Kept>>;
}

/** A refresh of what is known on a day, with what texts tell of it. */
export function beginRefresh(
  stored: Facts,
  today: string,
  cutoffs: Cutoffs = {},
  before?: Before,
  lastModel: () => OutcomeModel | undefined = () => undefined,
  recalled?: Recalled,
): RecordedRefresh {
  const clock: TurnClock = { turn: 0 };
  const known = held(factsKnownOn(stored, today), clock);
  const ledger = createLedger(before);
  const ofTexts = Object.entries(eventComputations).map(
    ([kind, compute]) => [`${kind} with texts`, { compute }] as const,
  );
  const others = Object.entries(cutoffs).map(
    ([name, cutoff]) => [`${name} without texts`, cutoff] as const,
  );
  const shared = { ledger, clock, lastModel };
  const all = [...others, ...ofTexts];
  const stated = recording(known, today, { ...shared, cutoffs: all });
  const tells = textsTell(known);
  const told = (kind: FactName) =>
    hasEvents(kind) && tells() ? stated.doneOf(eventComputations[kind]) : undefined;
  const facts = withEvents(known, stated.memo, tells);
  const entries = Object.entries(cutoffs);
  const own = recording(facts, today, { ...shared, cutoffs: entries, recalled, told });
  return {
    ...own,
    stands: ledger.stands,
    kept: () => ({ ...own.recalledUnits(), ...ledger.kept() }),
    forget(computes = [], ends = []) {
      for (const compute of ends) {
        for (const kind of own.results.get(compute)?.kinds ?? []) known.drop(kind);
      }
      for (const compute of [...computes, ...ends]) {
        const done = own.results.get(compute);
        // What rests on it still tells so, and need not hold it.
        if (done) done.result = undefined;
        own.results.delete(compute);
      }
      own.letGoOfUnits();
      const isHeld = ({ asked }: Done) => isRecent(asked, clock);
      const live = withUsed([...own.results.values(), ...stated.results.values()].filter(isHeld));
      for (const each of [own, stated]) each.keepOnly(live);
      known.letGo();
      clock.turn += 1;
    },
  };
}

/** Results with all that they were made of, since they may hold parts of it; what is kept does not. */
function withUsed(results: readonly Done[]): ReadonlySet<Done> {
  const all = new Set(results);
  for (const one of all) {
    if (!one.cutoff?.keepsResult) for (const used of one.uses) all.add(used);
  }
  return all;
}

/** Facts that are read once, as long as they are asked for again and again. */
function held(facts: Facts, clock: TurnClock) {
  const read = new Map<FactName, { readonly rows: readonly unknown[]; asked: number }>();
  const recall = <Name extends FactName>(kind: Name) => {
    const found = read.get(kind);
    if (found) found.asked = clock.turn;
    return found?.rows as readonly Sourced<Name>[] | undefined;
  };
  const hold = <Row>(kind: FactName, rows: readonly Row[]) => {
    read.set(kind, { rows, asked: clock.turn });
    return rows;
  };
  return {
    ...facts,
    all: <Name extends Exclude<FactName, 'prices'>>(kind: Name) =>
      recall(kind) ?? hold(kind, facts.all(kind)),
    each: <Name extends Exclude<FactName, 'prices'>>(kind: Name) =>
      madeAnew(() => recall(kind) ?? keptIfFew(facts.each(kind), (few) => hold(kind, few))),
    drop: (kind: FactName) => read.delete(kind),
    /** Of what nobody asked for in the last turns. */
    letGo(): void {
      for (const [kind, { asked }] of read) if (!isRecent(asked, clock)) read.delete(kind);
    },
  };
}

/** Facts of a kind that are held where they were read one by one, so that they are not read again. */
const MAX_FEW = 20_000;

/** Gone through as they stand, and kept where they turn out to be few. */
function* keptIfFew<Row>(rows: Iterable<Row>, keep: (few: readonly Row[]) => void): Generator<Row> {
  let few: Row[] | undefined = [];
  for (const row of rows) {
    if (few && few.push(row) > MAX_FEW) few = undefined;
    yield row;
  }
  if (few) keep(few);
}

/** Turns for which is held what nobody asks for: a turn is what a collection takes. */
const TURNS_HELD = 6;

function isRecent(asked: number, { turn }: TurnClock): boolean {
  return asked > turn - TURNS_HELD;
}

/** Counts the turns of a refresh. */
interface TurnClock {
  turn: number;
}

/** A refresh of what sources state, without what texts tell. */
export function beginWithoutTexts(stored: Facts, today: string): Refresh {
  const clock = { turn: 0 };
  const facts = held(factsKnownOn(stored, today), clock);
  return recording(facts, today, {
    ledger: createLedger(),
    clock,
    cutoffs: [],
    lastModel: () => undefined,
  });
}

interface Recording {
  readonly ledger: Ledger;
  readonly clock: TurnClock;
  readonly cutoffs: readonly (readonly [name: string, cutoff: Cutoff])[];
  readonly recalled?: Recalled | undefined;
  readonly lastModel: () => OutcomeModel | undefined;
  /**
   * The computation that the facts of a kind, once read, came from; undefined for those that come
   * from the store.
   */
  readonly told?: (kind: FactName) => Done | undefined;
}

function recording(
  facts: Facts,
  today: string,
  { ledger, clock, cutoffs, recalled, lastModel, told }: Recording,
) {
  const done = new Map<Computation<unknown>, Done>();
  const named = new Map(cutoffs.map(([name, cutoff]) => [cutoff.compute, { name, ...cutoff }]));
  for (const cutoff of named.values()) {
    const { compute, keepsResult } = cutoff;
    ledger.enter(cutoff, () => (keepsResult ? run(compute) : doneOf(compute)));
  }

  const units = new Map<UnitComputation<never, unknown>, Units>();
  if (recalled) {
    const kept = { ledger, results: recalled.results };
    for (const [name, compute] of Object.entries(recalled.computations)) {
      const own = begun();
      units.set(compute, unitsOf(name, compute, { done: own, refresh: seenBy(own) }, kept));
    }
  }

  /** The refresh as one computation sees it, so that what it reads later on is its own, too. */
  function seenBy(own: Done): Refresh {
    let universe: Universe | undefined;
    const refresh: Refresh = {
      facts: recorded(facts, own, told),
      today,
      lastModel,
      memo: <Result>(compute: Computation<Result>) => {
        const other = doneOf(compute);
        own.uses.add(other);
        return other.result as Result;
      },
      recall: <Input extends object, Result>(
        compute: UnitComputation<Input, Result>,
        input: Input,
      ) => {
        const kept = units.get(compute);
        if (!kept) return compute(refresh, input);
        own.uses.add(kept.done);
        return kept.resultOf(input) as Result;
      },
      get universe() {
        universe ??= universeOf(refresh);
        return universe;
      },
    };
    return refresh;
  }

  function doneOf(compute: Computation<unknown>): Done {
    const ready = done.get(compute) ?? kept(compute) ?? run(compute);
    done.set(compute, ready);
    ready.asked = clock.turn;
    return ready;
  }

  /** A result that the ledger keeps, of this refresh or the one before: by itself, without its inputs. */
  function kept(compute: Computation<unknown>): Done | undefined {
    const cutoff = named.get(compute);
    if (!cutoff?.keepsResult) return undefined;
    return { ...begun(cutoff), result: ledger.resultOf(cutoff.name) };
  }

  function run(compute: Computation<unknown>): Done {
    const own = begun(named.get(compute));
    own.result = compute(seenBy(own));
    return own;
  }

  function begun(cutoff?: NamedCutoff): Done {
    return { kinds: new Set(), uses: new Set(), asked: clock.turn, cutoff };
  }

  return {
    ...seenBy(begun()),
    // Whoever asks from without rests on nothing, and holds nothing.
    memo: <Result>(compute: Computation<Result>) => doneOf(compute).result as Result,
    doneOf,
    basisOf: (compute: Computation<unknown>) => ledger.basisOf(doneOf(compute)),
    results: done,
    recalledUnits: () => {
      const kept = [...units.values()].map((own) => [own.name, own.kept()]);
      return Object.fromEntries(kept.filter(([, one]) => one)) as Readonly<Record<string, Kept>>;
    },
    letGoOfUnits() {
      for (const each of units.values()) each.letGo();
    },
    keepOnly(live: ReadonlySet<Done>) {
      for (const [compute, own] of done) if (!live.has(own)) done.delete(compute);
    },
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
    aside: facts.aside,
    all(kind) {
      const found = facts.all(kind);
      note(kind);
      return found;
    },
    each(kind) {
      note(kind);
      return facts.each(kind);
    },
    ofCompany(kind, ticker) {
      note(kind);
      return facts.ofCompany(kind, ticker);
    },
    tickersOf(kind) {
      note(kind);
      return facts.tickersOf(kind);
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
