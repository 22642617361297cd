import { isLegalForm, isTradeWord, wordsOf } from '../domain/companies/company-names.ts';
import { htmlToText, looksLikeHtml } from './html-to-text.ts';

const EXCHANGES = 'Nasdaq|NASDAQ|NYSE|NYSE MKT|AMEX|NasdaqGS|NasdaqCM|NasdaqGM|OTC(?:QB|QX|PK)?';
const MARKETS = 'Global (?:Select )?Market|Capital Market|American';
const listed = new RegExp(
  `\\((?:[^()]{0,40}?)\\b(?:${EXCHANGES})(?: (?:${MARKETS}))?\\s?:\\s?([A-Z]{1,5})(?:[;,) ]|$)`,
  'g',
);
/** Matches a verb after the name of the company that issues the release. */
const speaks = /^[^.]{0,260}?\b(?:announce[sd]?|reports?|reported|said|today|plans?|has|have|is)\b/;
const MAX_HEAD = 4_000;

/**
 * Returns the only ticker in the text if its company issues the text. Returns undefined for a text
 * with several tickers.
 */
export function tickerIn(text: string): string | undefined {
  const found = new Set<string>();
  let speaker: string | undefined;
  for (const match of text.slice(0, MAX_HEAD).matchAll(listed)) {
    const [whole, ticker] = match;
    if (!ticker) continue;
    found.add(ticker);
    if (speaks.test(text.slice(match.index + whole.length))) speaker ??= ticker;
  }
  return found.size === 1 ? speaker : undefined;
}

/** The company that a text is about: its ticker, or its name if no ticker is stated. */
export interface Issuer {
  readonly ticker?: string | undefined;
  readonly company?: string | undefined;
}

/**
 * The company that a text is about, or an empty object. The first of these that exists is used:
 * - the only ticker in the title;
 * - the ticker of the only company whose name is also in the title;
 * - the ticker of the company that issues the text;
 * - the name at the start of the title or of the text.
 */
export function issuerIn(source: string, title = ''): Issuer {
  const text = looksLikeHtml(source) ? htmlToText(source) : source;
  const titled = onlyOf([...title.matchAll(listed)].map(([, ticker]) => ticker!));
  const words = new Set(wordsOf(title.replaceAll(POSSESSIVE, '')));
  const named = [...text.slice(0, MAX_HEAD).matchAll(listed)].flatMap(({ 1: ticker, index }) => {
    const [name] = NAME_BEFORE.exec(text.slice(Math.max(0, index - MAX_NAME), index)) ?? [''];
    const own = wordsOf(name.replaceAll(POSSESSIVE, '')).filter((word) => words.has(word));
    return own.some((word) => word.length >= MIN_OWN_WORD && !isTradeWord(word)) ? [ticker!] : [];
  });
  const ticker = titled ?? onlyOf(named) ?? tickerIn(text);
  return ticker ? { ticker } : { company: nameAtStart(title) ?? nameAtStart(text) };
}

/** Number of characters before an exchange symbol that are searched for the company's name. */
const MAX_NAME = 80;
const NAME_BEFORE = /(?:[A-Z][\w&.,’'-]* ){1,6}$/;
const POSSESSIVE = /[’']s(?=[\s,:]|$)/g;

/** Minimum characters of a word that identifies a company. */
const MIN_OWN_WORD = 4;

function onlyOf(values: readonly string[]): string | undefined {
  return new Set(values).size === 1 ? values[0] : undefined;
}

/** Matches capitalized words at the start of a text or after the dash of a dateline. */
const starts = /(?:^|[–—:]|--)\s*(?<words>(?:[A-Z\d][\w&.’'-]*,?\s+|&\s+){0,5}[A-Z][\w.’'-]*)/g;
/** Number of characters of a text that are searched for the name of its company. */
const MAX_START = 400;

/** A name that ends with an industry word or a legal form: `Acme Therapeutics`, `Acme Inc.`. */
function nameAtStart(text: string): string | undefined {
  for (const { groups } of text.slice(0, MAX_START).matchAll(starts)) {
    const words = groups!.words!.split(/\s+/);
    const end = words.findIndex((word) => {
      const plain = word.replace(/[’']s?,?$|,$/, '');
      return isTradeWord(wordsOf(plain)[0] ?? '') || isLegalForm(plain);
    });
    const name = words
      .slice(0, end + 1)
      .join(' ')
      .replace(/(?:[’']s?|,)$/, '');
    if (end > 0 && wordsOf(name).some((word) => !isTradeWord(word))) return name;
  }
  return undefined;
}
