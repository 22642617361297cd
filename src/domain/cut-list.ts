/**
 * The first `most` items of a list. If the list is longer, a last item states how many items were
 * omitted, such as `3 more`.
 */
export function cutList(items: readonly string[], most: number, word: string): readonly string[] {
  return [...items.slice(0, most), ...others(items.length - most, word)];
}

/**
 * Returns a list with one text about the omitted items, such as `3 more`. The list is empty if no
 * item is omitted.
 */
export function others(count: number, word: string): readonly string[] {
  return count > 0 ? [`${count} ${word}`] : [];
}
