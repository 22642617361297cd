import { didYouMean } from '../base/did-you-mean.ts';
import { onOneLine } from '../base/foreign-text.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import { listOf, MAX_LIST, MAX_VALUE_LENGTH } from '../catalogue/param-values.ts';
import { wordsOf } from '../domain/companies/company-names.ts';
import { type Entry, isNameOf } from '../domain/directory/name-index.ts';
import { plainTicker, tickersSpelled } from '../domain/directory/ticker-spelling.ts';
import { type Held, holds } from './elsewhere.ts';

/**
 * Arguments in which names are replaced with tickers, and notices that explain the replacements.
 */
export interface NamedArguments {
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly notices: readonly string[];
}

/**
 * Replaces company names, former tickers and other spellings of tickers with the current ticker, if
 * exactly one company matches. Our choice: names are replaced for every endpoint. A misspelled
 * ticker is not replaced, but hints in the answer suggest similar tickers. A secondary ticker of
 * a company, such as the ticker of a warrant, is replaced with the main ticker if the endpoint has
 * records only for the main ticker.
 * @param asStated if true, current tickers keep the caller's spelling in requests to endpoints of
 * the specification, because the specification requires that tickers match exactly
 */
export async function withTickers(
  endpoint: Endpoint,
  given: Readonly<Record<string, unknown>>,
  held: Held,
  asStated = false,
): Promise<NamedArguments> {
  const asked = tickersAsked(endpoint, given);
  const directory = asked.length > 0 ? await held.source.directory(endpoint) : undefined;
  const keepsSpelling = asStated && endpoint.origin === 'specification';
  if (asked.length === 0 || (!directory && keepsSpelling)) return { arguments: given, notices: [] };
  const notices: string[] = [];
  const read: Record<string, string> = {};
  for (const [name, words] of asked) {
    const tickers: string[] = [];
    for (const word of words) tickers.push(await tickerFor(word, name));
    if (isOfList(endpoint, name) && !keepsSpelling)
      tickers.push(...(await otherShares(tickers, name)));
    read[name] = tickers.join(',');
  }
  return { arguments: { ...given, ...read }, notices };

  /**
   * Returns the tickers of the companies' other share classes, such as ordinary shares next to
   * ADRs, if the endpoint has records of these classes. A notice mentions each returned ticker. Our
   * choice: returns no tickers if the endpoint computes its records from prices, because an answer
   * must not mix the prices of two share classes.
   */
  async function otherShares(
    tickers: readonly string[],
    parameter: string,
  ): Promise<readonly string[]> {
    const others: string[] = [];
    for (const ticker of tickers) {
      for (const share of directory?.sharesOf(ticker) ?? []) {
        const isNew = ![...tickers, ...others].includes(share.key);
        if (!isNew || !(await holds(held, endpoint, share.key, parameter))) continue;
        const isShown = !endpoint.expanded && tickers.length + others.length < MAX_LIST;
        const what = isShown ? 'Its records are included' : 'Its records are not included';
        const title = titleOf(share);
        notices.push(
          `${title} is another share class of the company that trades as ${ticker}. ${what}.`,
        );
        if (isShown) others.push(share.key);
      }
    }
    return others;
  }

  async function tickerFor(word: string, parameter: string): Promise<string> {
    const company = directory?.company(word);
    const former = company && isFormer(company, word) ? company : undefined;
    const main = company?.mainTicker ? directory?.company(company.mainTicker) : undefined;
    const has = ({ key }: Entry) => holds(held, endpoint, key, parameter);
    const isOther = main && !former && !keepsSpelling;
    if (isOther && !(await has(company!)) && (await has(main))) {
      notices.push(`${company!.key} is another ticker of ${titleOf(main)}. Showing ${main.key}.`);
      return main.key;
    }
    const named = former ?? (company ? undefined : directory?.companyNamed(word));
    if (named) notices.push(readAs(word, named, former !== undefined));
    if (named || keepsSpelling) return named?.key ?? word;
    if (directory) return company?.key ?? word;
    return looksLikeTicker(word) ? plainTicker(word) : word;
  }
}

function isOfList({ parameters }: Endpoint, name: string): boolean {
  const parameter = parameters[name];
  return parameter?.kind === 'filter' && parameter.isList === true;
}

/** Returns the values of the ticker parameters, by parameter name. */
function tickersAsked(
  { parameters }: Endpoint,
  given: Readonly<Record<string, unknown>>,
): readonly (readonly [string, readonly string[]])[] {
  return Object.entries(parameters).flatMap(([name, parameter]) => {
    if (parameter.kind !== 'filter' || parameter.subject !== 'ticker') return [];
    const values = Array.isArray(given[name]) && parameter.isList ? given[name] : [given[name]];
    // Values that are too long or not text are not replaced. The check of the arguments, which
    // follows, refuses these values.
    if (values.length > MAX_LIST || !values.every(isShortText)) return [];
    return [[name, parameter.isList ? values.flatMap(listOf) : values] as const];
  });
}

function isShortText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_VALUE_LENGTH;
}

/** Whether the word is a former ticker of the company, and not a spelling of its current ticker. */
function isFormer({ key }: Entry, word: string): boolean {
  return !tickersSpelled(word).includes(key);
}

/** Whether a text has the form of a ticker. */
function looksLikeTicker(word: string): boolean {
  return /^[A-Z]{1,6}([.-][A-Z]{1,2})?$/.test(plainTicker(word));
}

/**
 * Formats a notice that names the company found for a word, so that the reader can detect a wrong
 * match.
 */
function readAs(word: string, entry: Entry, isFormerTicker: boolean): string {
  const { key } = entry;
  const title = titleOf(entry);
  const what = isFormerTicker ? 'a former ticker' : 'the name';
  const understood =
    isFormerTicker || isNameOf(entry, wordsOf(word))
      ? `${onOneLine(word.trim())} is ${what} of ${title}.`
      : `Unknown ticker "${onOneLine(word)}". ${didYouMean([title])}`;
  return `${understood} Showing ${key}.`;
}

function titleOf({ key, name }: Entry): string {
  return `${key} (${onOneLine(name)})`;
}
