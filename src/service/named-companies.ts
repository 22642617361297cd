import { didYouMean } from '../base/did-you-mean.ts';
import { onOneLine } from '../base/foreign-text.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import { listOf, MAX_LIST, MAX_VALUE_LENGTH } from '../catalogue/param-values.ts';
import type { Directory } from '../domain/directory/directory.ts';
import type { Backend } from './backend.ts';

/** Arguments, and notices about how names in them were interpreted. */
interface Read {
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly notices: readonly string[];
}

/**
 * Replaces unambiguous names and former tickers of companies with tickers, on every endpoint. Our
 * choice: a value that is the ticker of a company, in any case, is not replaced.
 */
export async function withTickers(
  endpoint: Endpoint,
  given: Readonly<Record<string, unknown>>,
  source: Backend,
): Promise<Read> {
  const asked = tickersAsked(endpoint, given);
  const directory = asked.length > 0 ? await source.directory(endpoint) : undefined;
  if (!directory) return { arguments: given, notices: [] };
  const notices: string[] = [];
  const read = asked.map(([name, words]) => {
    const tickers = words.map((word) => {
      const ticker = tickerNamed(directory, word);
      if (ticker !== undefined) notices.push(readAs(directory, word, ticker));
      return ticker ?? word;
    });
    return [name, tickers.join(',')];
  });
  return { arguments: { ...given, ...Object.fromEntries(read) }, notices };
}

/** The values of ticker parameters, by parameter. */
function tickersAsked(
  { parameters }: Endpoint,
  given: Readonly<Record<string, unknown>>,
): readonly (readonly [string, readonly string[]])[] {
  return Object.entries(parameters).flatMap(([name, parameter]) => {
    if (parameter.kind !== 'filter' || parameter.subject !== 'ticker') return [];
    const values = Array.isArray(given[name]) && parameter.isList ? given[name] : [given[name]];
    // Values that are not text or are too long are not changed, and are refused later.
    if (values.length > MAX_LIST || !values.every(isShortText)) return [];
    return [[name, parameter.isList ? values.flatMap(listOf) : values] as const];
  });
}

function isShortText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_VALUE_LENGTH;
}

/**
 * The ticker of the company with this name or former ticker, or undefined if the text is a ticker.
 */
function tickerNamed(directory: Directory, word: string): string | undefined {
  const asked = word.trim().toUpperCase();
  const bearer = directory.company(asked);
  if (bearer) return bearer.key === asked ? undefined : bearer.key;
  return directory.companyNamed(word)?.key;
}

/** States how a name was interpreted, so that the reader can check it. */
function readAs(directory: Directory, word: string, ticker: string): string {
  const { name = ticker } = directory.company(ticker) ?? {};
  const title = `${ticker} (${onOneLine(name)})`;
  const understood = directory.company(word.trim().toUpperCase())
    ? `${onOneLine(word.trim())} is a former ticker of ${title}.`
    : `Unknown ticker "${onOneLine(word)}". ${didYouMean([title])}`;
  return `${understood} Showing ${ticker}.`;
}
