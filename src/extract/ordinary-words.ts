import words from 'an-array-of-english-words/index.json' with { type: 'json' };

/**
 * Whether a word stands in the English dictionary, in any inflection: what is none and stands where
 * the name of a drug stands is a name. The dictionary holds most diseases, no brands and few
 * non-proprietary names.
 */
export function isOrdinary(word: string): boolean {
  const wanted = word.toLowerCase();
  let low = 0;
  let high = words.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = words[middle]!;
    if (found === wanted) return true;
    if (found < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}
