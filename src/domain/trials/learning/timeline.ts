/** What happened under a key, found by day: sorted once, so that each question is a binary search. */
export interface Timeline<Entry> {
  /** The first entry after a day that is accepted. */
  firstAfter(key: string, day: string, accepts?: (entry: Entry) => boolean): Entry | undefined;
  /** The last entry up to and with a day. */
  lastUpTo(key: string, day: string): Entry | undefined;
}

/** @param entries in any order; days are `YYYY-MM-DD` */
export function timelineOf<Entry extends { readonly day: string }>(
  entries: Iterable<readonly [key: string, entry: Entry]>,
): Timeline<Entry> {
  const groups = grouped(entries);
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

/** @param amounts in any order */
export function runningTotals(
  amounts: Iterable<readonly [key: string, amount: Amount]>,
): RunningTotals {
  const groups = new Map<string, Running>();
  for (const [key, own] of grouped(amounts)) groups.set(key, running(own));
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

function grouped<Entry extends { readonly day: string }>(
  entries: Iterable<readonly [key: string, entry: Entry]>,
): Map<string, Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const [key, entry] of entries) {
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  for (const own of groups.values()) {
    own.sort((a, b) => Number(a.day > b.day) - Number(a.day < b.day));
  }
  return groups;
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
