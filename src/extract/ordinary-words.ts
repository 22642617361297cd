import words from 'an-array-of-english-words/index.json' with { type: 'json' };

/**
 * Whether a word is in the English dictionary, which lists all inflections. Any other word is taken
 * as a drug name if it is at a typical position of a drug name. The dictionary contains most
 * diseases, no brands and few nonproprietary names.
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
