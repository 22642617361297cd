/**
 * The first `most` items of a list. If the list is longer, the number of the other items follows,
 * such as `3 more`.
 */
export function cutList(items: readonly string[], most: number, word: string): readonly string[] {
  return [...items.slice(0, most), ...others(items.length - most, word)];
}

/** The number of omitted items, such as `3 more`, or nothing if no item is omitted. */
export function others(count: number, word: string): readonly string[] {
  return count > 0 ? [`${count} ${word}`] : [];
}
