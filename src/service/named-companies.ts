import { didYouMean } from '../base/did-you-mean.ts';
import { onOneLine } from '../base/foreign-text.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import { listOf, MAX_LIST, MAX_VALUE_LENGTH } from '../catalogue/param-values.ts';
import { wordsOf } from '../domain/companies/company-names.ts';
import { type Entry, isNameOf } from '../domain/directory/name-index.ts';
import { plainTicker, tickersSpelled } from '../domain/directory/ticker-spelling.ts';
import type { Backend } from './backend.ts';

/**
 * Arguments in which names are replaced with tickers, and notices that explain the replacements.
 */
export interface NamedArguments {
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly notices: readonly string[];
}

/**
 * Replaces company names, former tickers and other spellings of tickers with the current ticker if
 * they identify exactly one company. Our choice: names are replaced for every endpoint. A
 * misspelled ticker is not replaced; hints in the answer suggest similar tickers.
 * @param asStated if true, a current ticker keeps the spelling of the caller in requests to
 * endpoints of the specification. The specification requires that these endpoints compare tickers
 * exactly
 */
export async function withTickers(
  endpoint: Endpoint,
  given: Readonly<Record<string, unknown>>,
  source: Backend,
  asStated = false,
): Promise<NamedArguments> {
  const asked = tickersAsked(endpoint, given);
  const directory = asked.length > 0 ? await source.directory(endpoint) : undefined;
  const keepsSpelling = asStated && endpoint.origin === 'specification';
  if (asked.length === 0 || (!directory && keepsSpelling)) return { arguments: given, notices: [] };
  const notices: string[] = [];
  const read = asked.map(([name, words]) => {
    const tickers = words.map((word) => {
      const company = directory?.company(word);
      const former = company && isFormer(company, word) ? company : undefined;
      const named = former ?? (company ? undefined : directory?.companyNamed(word));
      if (named) notices.push(readAs(word, named, former !== undefined));
      if (named || keepsSpelling) return named?.key ?? word;
      if (directory) return company?.key ?? word;
      return looksLikeTicker(word) ? plainTicker(word) : word;
    });
    return [name, tickers.join(',')];
  });
  return { arguments: { ...given, ...Object.fromEntries(read) }, notices };
}

/** Returns the values of the ticker parameters, by parameter name. */
function tickersAsked(
  { parameters }: Endpoint,
  given: Readonly<Record<string, unknown>>,
): readonly (readonly [string, readonly string[]])[] {
  return Object.entries(parameters).flatMap(([name, parameter]) => {
    if (parameter.kind !== 'filter' || parameter.subject !== 'ticker') return [];
    const values = Array.isArray(given[name]) && parameter.isList ? given[name] : [given[name]];
    // Values that are not text or are too long are not replaced, because the check of the arguments
    // refuses them later.
    if (values.length > MAX_LIST || !values.every(isShortText)) return [];
    return [[name, parameter.isList ? values.flatMap(listOf) : values] as const];
  });
}

function isShortText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_VALUE_LENGTH;
}

/** Whether the company was found by a former ticker and not by a spelling of its current ticker. */
function isFormer({ key }: Entry, word: string): boolean {
  return !tickersSpelled(word).includes(key);
}

/** Whether a text that matches no known company has the form of a ticker. */
function looksLikeTicker(word: string): boolean {
  return /^[A-Z]{1,6}([.-][A-Z]{1,2})?$/.test(plainTicker(word));
}

/**
 * Formats a notice that names the company that was found for a word, so that the reader can notice
 * a wrong match.
 */
function readAs(word: string, entry: Entry, isFormerTicker: boolean): string {
  const { key, name } = entry;
  const title = `${key} (${onOneLine(name)})`;
  const what = isFormerTicker ? 'a former ticker' : 'the name';
  const understood =
    isFormerTicker || isNameOf(entry, wordsOf(word))
      ? `${onOneLine(word.trim())} is ${what} of ${title}.`
      : `Unknown ticker "${onOneLine(word)}". ${didYouMean([title])}`;
  return `${understood} Showing ${key}.`;
}
