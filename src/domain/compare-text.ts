/** Replacements of letters that Unicode normalization does not decompose. */
const plainLetters: Readonly<Record<string, string>> = {
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ł: 'l',
  đ: 'd',
};

/** A text in lower case without accents. */
export function withoutAccents(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[øæœßłđ]/g, (letter) => plainLetters[letter]!);
}

/** Compares by UTF-16 code units, which is faster on long lists than a locale-aware comparison. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
