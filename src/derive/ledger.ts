import { createHash, type Hash } from 'node:crypto';
import type { FactName } from '../facts/fact-kinds.ts';

/** What a result rests on. */
export interface Basis {
  /** The kinds of facts that were read, but by cutoffs, in order. */
  readonly kinds: readonly FactName[];
  /** The digests of the cutoffs that were used, by name. */
  readonly cutoffs: Readonly<Record<string, string>>;
}

/** A cutoff as a refresh leaves it for the next. */
export interface Kept extends Basis {
  readonly digest: string;
  /** The result as JSON, of a cutoff that keeps it: read where somebody asks for it. */
  readonly json?: () => string;
}

/** What an earlier refresh of the same day has left. */
export interface Before {
  /** The kinds of facts that have changed since. */
  readonly changed: ReadonlySet<FactName>;
  readonly kept: Readonly<Record<string, Kept>>;
}

/** A computation whose result stands for what it was computed from. */
export interface NamedCutoff {
  readonly name: string;
  /** Whether its result goes to the next refresh, and not only its digest. */
  readonly keepsResult?: true;
}

/** A computation that was done, what it read itself, and which others it used. */
export interface Done {
  readonly kinds: Set<FactName>;
  readonly uses: Set<Done>;
  /** The turn in which it was asked for last. */
  asked: number;
  readonly cutoff: NamedCutoff | undefined;
  result?: unknown;
}

/** What the results of a refresh rest on, and which results of the one before still stand. */
export interface Ledger {
  /** Makes a cutoff known, with what computes it. */
  enter(cutoff: NamedCutoff, compute: () => Done): void;
  basisOf(computed: Done): Basis;
  /**
   * Whether what rested on this before would come out the same now. A cutoff is computed where that
   * is the only way to tell.
   */
  stands(basis: Basis | undefined): basis is Basis;
  /** What the refresh before kept under a name, where what that rested on would come out the same. */
  standing(name: string): Kept | undefined;
  /** The result of a cutoff that keeps it: of the refresh before, where it stands, else of this one. */
  resultOf(name: string): unknown;
  /** Every cutoff that something rests on. */
  kept(): Readonly<Record<string, Kept>>;
}

export function createLedger(before: Before = { changed: new Set(), kept: {} }): Ledger {
  const entered = new Map<string, { readonly cutoff: NamedCutoff; readonly compute: () => Done }>();
  const found = new Map<string, Kept>();

  function stands(basis: Basis | undefined): basis is Basis {
    if (!basis || basis.kinds.some((kind) => before.changed.has(kind))) return false;
    const used = Object.entries(basis.cutoffs);
    return used.every(([name, digest]) => cutoff(name)?.digest === digest);
  }

  function standing(name: string): Kept | undefined {
    const kept = before.kept[name];
    return stands(kept) ? kept : undefined;
  }

  function standingCutoff(name: string): Kept | undefined {
    const known = entered.get(name);
    const isLost = known?.cutoff.keepsResult && !before.kept[name]?.json;
    return known && !isLost ? standing(name) : undefined;
  }

  function cutoff(name: string): Kept | undefined {
    const known = found.get(name) ?? standingCutoff(name) ?? computed(name);
    if (known) found.set(name, known);
    return known;
  }

  /** Undefined for a name of another version of the program. */
  function computed(name: string): Kept | undefined {
    const done = entered.get(name)?.compute();
    if (!done) return undefined;
    if (!done.cutoff?.keepsResult) return { ...basisOf(done), digest: digestOf(done.result) };
    // Whoever asks has it from its JSON, now as later, and the result itself can go.
    const json = JSON.stringify(done.result);
    return { ...basisOf(done), digest: shortHash(json), json: () => json };
  }

  function basisOf(one: Done): Basis {
    const [all, names] = [new Set([one]), new Set<string>()];
    for (const each of all) {
      for (const used of each.uses) {
        if (used.cutoff === undefined) all.add(used);
        else names.add(used.cutoff.name);
      }
    }
    const cutoffs = [...names].sort().map((name) => [name, cutoff(name)!.digest] as const);
    return {
      kinds: [...new Set([...all].flatMap(({ kinds }) => [...kinds]))].sort(),
      cutoffs: Object.fromEntries(cutoffs),
    };
  }

  return {
    enter: (cutoff, compute) => entered.set(cutoff.name, { cutoff, compute }),
    basisOf,
    stands,
    standing,
    resultOf: (name) => JSON.parse(cutoff(name)!.json!()),
    kept: () => Object.fromEntries(found),
  };
}

/**
 * The same for equal results, however they came about: a structured clone of equal texts and numbers
 * tells how they lie in memory.
 */
function digestOf(result: unknown): string {
  const kind = kindOf(result);
  const hash = createHash('sha256').update(`${kind}\n`);
  // Part by part, since the whole may be as large as what it was made of.
  for (const part of kind === 'one' ? [result] : (result as Iterable<unknown>)) {
    hash.update(`${JSON.stringify([part], toldApart)}\n`);
  }
  return shortened(hash);
}

function kindOf(result: unknown): 'list' | 'map' | 'set' | 'one' {
  if (Array.isArray(result)) return 'list';
  if (result instanceof Map) return 'map';
  return result instanceof Set ? 'set' : 'one';
}

/** As JSON holds it what JSON would leave out or take for something else. */
function toldApart(_: string, value: unknown): unknown {
  if (value instanceof Map) return { '\0map': [...value] };
  if (value instanceof Set) return { '\0set': [...value] };
  if (value === undefined || Number.isNaN(value)) return { '\0': String(value) };
  return value;
}

export function shortHash(content: string): string {
  return shortened(createHash('sha256').update(content));
}

function shortened(hash: Hash): string {
  return hash.digest('base64url').slice(0, 22);
}
