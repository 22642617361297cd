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
      for (let at = placeAfter(own, day); at < own.length; at += 1) {
        if (accepts(own[at]!)) return own[at];
      }
      return undefined;
    },
    lastUpTo(key, day) {
      const own = groups.get(key) ?? [];
      return own[placeAfter(own, day) - 1];
    },
  };
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
  const groups = new Map(
    [...grouped(amounts)].map(([key, own]) => {
      const [counts, sums] = [new Float64Array(own.length), new Float64Array(own.length)];
      let [count, sum] = [0, 0];
      for (const [at, amount] of own.entries()) {
        count += amount.count;
        sum += amount.value;
        counts[at] = count;
        sums[at] = sum;
      }
      return [key, { own: own.map(({ day }) => ({ day })), counts, sums }] as const;
    }),
  );
  return (key, day) => {
    const group = groups.get(key);
    const last = group ? placeAfter(group.own, day) - 1 : -1;
    return last < 0 ? NOTHING : { count: group!.counts[last]!, sum: group!.sums[last]! };
  };
}

const NOTHING: Totals = { count: 0, sum: 0 };

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
function placeAfter(own: readonly { readonly day: string }[], day: string): number {
  let [low, high] = [0, own.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (own[middle]!.day <= day) low = middle + 1;
    else high = middle;
  }
  return low;
}
