import { compareText } from '../../compare-text.ts';

/** Entries by key, sorted by day. */
export interface Timeline<Entry> {
  /** The first entry after a day. If `accepts` is given, it must return true for the entry. */
  firstAfter(key: string, day: string, accepts?: (entry: Entry) => boolean): Entry | undefined;
  /** The last entry on or before a day. */
  lastUpTo(key: string, day: string): Entry | undefined;
}

/** Collects entries by key, in any order. */
interface Collector<Entry, Result> {
  add(key: string, entry: Entry): void;
  end(): Result;
}

/** Collects a timeline. Days are `YYYY-MM-DD`. */
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
      const group = groups.get(key) ?? [];
      for (let at = placeAfter(group, entryDay, day); at < group.length; at += 1) {
        if (accepts(group[at]!)) return group[at];
      }
      return undefined;
    },
    lastUpTo(key, day) {
      const group = groups.get(key) ?? [];
      return group[placeAfter(group, entryDay, day) - 1];
    },
  };
}

function entryDay({ day }: { readonly day: string }): string {
  return day;
}

interface Totals {
  readonly count: number;
  readonly sum: number;
}

/**
 * Returns totals for a key on a day. They include all amounts that were added to the key on or
 * before the day.
 */
export type RunningTotals = (key: string, day: string) => Totals;

interface Amount {
  readonly day: string;
  /** Amount added to the count. It may be negative. */
  readonly count: number;
  /** Amount added to the sum. */
  readonly value: number;
}

export function runningTotals(): Collector<Amount, RunningTotals> {
  const groups = new Map<string, Amount[]>();
  return {
    add: (key, amount) => addTo(groups, key, amount),
    end: () => totalsOf(new Map([...inOrder(groups)].map(([key, all]) => [key, running(all)]))),
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

/** The running totals at the end of each day on which an amount was added. */
interface Running {
  readonly days: readonly string[];
  readonly counts: readonly number[];
  readonly sums: readonly number[];
}

function running(amounts: readonly Amount[]): Running {
  const days: string[] = [];
  const counts: number[] = [];
  const sums: number[] = [];
  let [count, sum] = [0, 0];
  for (const amount of amounts) {
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
  for (const [key, entries] of groups) {
    // Copying the sorted list also releases its unused capacity.
    if (entries.length > 1) {
      groups.set(
        key,
        entries.toSorted((a, b) => compareText(a.day, b.day)),
      );
    }
  }
  return groups;
}

/** Index of the first entry after a day, or the length of the list if there is none. */
function placeAfter<Entry>(
  entries: readonly Entry[],
  dayOf: (entry: Entry) => string,
  day: string,
): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (dayOf(entries[middle]!) <= day) low = middle + 1;
    else high = middle;
  }
  return low;
}
