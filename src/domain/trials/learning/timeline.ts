/** What happened under a key, found by day: sorted once, so that each question is a binary search. */
export interface Timeline<Entry> {
  /** The first entry after a day that is accepted. */
  firstAfter(key: string, day: string, accepts?: (entry: Entry) => boolean): Entry | undefined;
  /** The last entry up to and with a day. */
  lastUpTo(key: string, day: string): Entry | undefined;
}

/** What is collected under keys, one by one, so that it need not be held in another shape besides. */
interface Collector<Entry, Result> {
  /** In any order. */
  add(key: string, entry: Entry): void;
  end(): Result;
}

/** Collects a timeline; days are `YYYY-MM-DD`. */
export function timeline<Entry extends { readonly day: string }>(): Collector<
  Entry,
  Timeline<Entry>
> {
  const groups = new Map<string, Entry[]>();
  return {
    add: (key, entry) => addTo(groups, key, entry),
    end: () => timelineOf(inOrder(groups)),
  };
}

function timelineOf<Entry extends { readonly day: string }>(
  groups: ReadonlyMap<string, readonly Entry[]>,
): Timeline<Entry> {
  return {
    firstAfter(key, day, accepts = () => true) {
      const own = groups.get(key) ?? [];
      for (let at = placeAfter(own, ownDay, day); at < own.length; at += 1) {
        if (accepts(own[at]!)) return own[at];
      }
      return undefined;
    },
    lastUpTo(key, day) {
      const own = groups.get(key) ?? [];
      return own[placeAfter(own, ownDay, day) - 1];
    },
  };
}

function ownDay({ day }: { readonly day: string }): string {
  return day;
}

interface Totals {
  readonly count: number;
  readonly sum: number;
}

/** What amounts under a key come to up to and with a day. */
export type RunningTotals = (key: string, day: string) => Totals;

interface Amount {
  readonly day: string;
  /** How many it stands for; -1 takes one back. */
  readonly count: number;
  readonly value: number;
}

/** Collects amounts. */
export function runningTotals(): Collector<Amount, RunningTotals> {
  const groups = new Map<string, Amount[]>();
  return {
    add: (key, amount) => addTo(groups, key, amount),
    end: () => totalsOf(new Map([...inOrder(groups)].map(([key, own]) => [key, running(own)]))),
  };
}

function totalsOf(groups: ReadonlyMap<string, Running>): RunningTotals {
  return (key, day) => {
    const group = groups.get(key);
    const last = group ? placeAfter(group.days, (one) => one, day) - 1 : -1;
    return last < 0 ? NOTHING : { count: group!.counts[last]!, sum: group!.sums[last]! };
  };
}

const NOTHING: Totals = { count: 0, sum: 0 };

/** The totals at the end of each day on which there was an amount. */
interface Running {
  readonly days: readonly string[];
  readonly counts: readonly number[];
  readonly sums: readonly number[];
}

function running(own: readonly Amount[]): Running {
  const days: string[] = [];
  const counts: number[] = [];
  const sums: number[] = [];
  let [count, sum] = [0, 0];
  for (const amount of own) {
    count += amount.count;
    sum += amount.value;
    if (days.at(-1) !== amount.day) days.push(amount.day);
    counts[days.length - 1] = count;
    sums[days.length - 1] = sum;
  }
  return { days, counts, sums };
}

function addTo<Entry>(groups: Map<string, Entry[]>, key: string, entry: Entry): void {
  const group = groups.get(key);
  if (group) group.push(entry);
  else groups.set(key, [entry]);
}

function inOrder<Entry extends { readonly day: string }>(
  groups: Map<string, Entry[]>,
): ReadonlyMap<string, readonly Entry[]> {
  for (const [key, own] of groups) {
    // A sorted copy has no room to grow, of which lists that did have more than they hold.
    if (own.length > 1) groups.set(key, own.toSorted(byDay));
  }
  return groups;
}

function byDay(a: { readonly day: string }, b: { readonly day: string }): number {
  return Number(a.day > b.day) - Number(a.day < b.day);
}

/** The place of the first entry after a day; of none, the length. */
function placeAfter<Entry>(
  own: readonly Entry[],
  dayOf: (entry: Entry) => string,
  day: string,
): number {
  let [low, high] = [0, own.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (dayOf(own[middle]!) <= day) low = middle + 1;
    else high = middle;
  }
  return low;
}
