import type { Fact } from '../../facts/fact-kinds.ts';
import { isTradeWord, wordsOf } from '../companies/company-names.ts';
import { compareText } from '../compare-text.ts';
import { isOtherClass } from './fund-filings.ts';

export interface Security {
  /**
   * The ticker, such as `ABC`. If the class of the security has a letter, it follows the ticker:
   * `ABC.A`. If no ticker is known, the ID is the CUSIP.
   */
  readonly id: string;
  readonly ticker: string | null;
}

/** The fields of a 13F row that identify its security. */
export interface Sighting {
  readonly accession: string;
  readonly cusip: string;
  readonly title_of_class: string;
  /**
   * The ticker that the row states. If the row states none, it is the ticker of the company with
   * the issuer's name. Null if neither is known.
   */
  readonly ticker: string | null;
}

/**
 * Returns the security of each CUSIP. Quarters are matched by CUSIP, because issuers' names vary
 * between filings (`VERTEX PHARMACEUTICALS INC`, `VERTEX PHARMA`).
 * - The ticker comes from `stated`. If `stated` does not contain the CUSIP, the ticker of its rows
 *   is used, provided that its rows do not state different tickers.
 * - Warrants, notes and preferred stock have no ticker.
 * - If two CUSIPs have the same ticker and class, they are one security, because a reverse split
 *   changes the CUSIP. However, if one filing reports both CUSIPs, they are two securities.
 * @param stated the tickers by CUSIP, from a list of the SEC or of the exchanges
 */
export function securitiesOf(
  sightings: readonly Sighting[],
  stated: ReadonlyMap<string, string>,
): ReadonlyMap<string, Security> {
  const byCusip = new Map<string, CusipRows>();
  for (const { cusip, title_of_class, ticker } of sightings) {
    const known = byCusip.get(cusip) ?? { tickers: new Set(), letters: new Set(), isOther: true };
    byCusip.set(cusip, known);
    if (ticker) known.tickers.add(ticker);
    const letter = classLetter(title_of_class);
    if (letter) known.letters.add(letter);
    known.isOther &&= isOtherClass(title_of_class);
  }
  const named = new Map(
    [...byCusip].map(([cusip, { tickers, letters, isOther }]) => {
      const listed = stated.get(cusip);
      const mapped = listed ?? (tickers.size === 1 ? [...tickers][0]! : null);
      const ticker = isOther ? null : mapped;
      const letter = listed === undefined && letters.size === 1 ? `.${[...letters][0]}` : '';
      return [cusip, { id: ticker === null ? cusip : `${ticker}${letter}`, ticker }] as const;
    }),
  );
  const separate = reportedTogether(sightings, new Map(named));
  return new Map(
    [...named].map(([cusip, security]) => [
      cusip,
      separate.has(security.id) ? { ...security, id: cusip } : security,
    ]),
  );
}

/** A CUSIP and its ticker, from a list of the SEC or of the exchanges. */
export type ListedSecurity = Pick<Fact<'securities'>, 'cusip' | 'ticker' | 'name' | 'seen_date'>;

/**
 * The newest ticker of each CUSIP in the lists. If another issuer has taken over a ticker, only the
 * CUSIPs of the new issuer have it.
 */
export function listedTickers(listed: readonly ListedSecurity[]): ReadonlyMap<string, string> {
  const oldestFirst = listed.toSorted((a, b) => compareText(a.seen_date, b.seen_date));
  const byCusip = new Map(oldestFirst.flatMap((one) => (one.ticker ? [[one.cusip, one]] : [])));
  const newestByTicker = new Map([...byCusip.values()].map((one) => [one.ticker, one]));
  return new Map(
    [...byCusip].flatMap(([cusip, { ticker, name }]) => {
      const newest = newestByTicker.get(ticker)!;
      const isSame = cusip.slice(0, 6) === newest.cusip.slice(0, 6);
      return isSame || isSameIssuer(name ?? '', newest.name ?? '') ? [[cusip, ticker!]] : [];
    }),
  );
}

/**
 * Whether two names can belong to one issuer. They can if they share a word that is not an industry
 * word, or if one of them consists only of industry words.
 */
export function isSameIssuer(name: string, other: string): boolean {
  const [mine, theirs] = [name, other].map((one) =>
    wordsOf(one).filter((word) => word.length > 2 && !isTradeWord(word) && !CLASS_WORDS.has(word)),
  );
  return mine!.length === 0 || theirs!.length === 0 || mine!.some((word) => theirs!.includes(word));
}

/** Words for classes of shares, which lists of CUSIPs add to the names of issuers. */
const CLASS_WORDS: ReadonlySet<string> = new Set(
  'common stock shares shs ord ordinary com new the american depositary adr ads spon sponsored'.split(
    ' ',
  ),
);

/**
 * Removes the class of common stock from the name of a security: `ABEL CORP COM PAR NEW` becomes
 * `ABEL CORP`.
 */
export function withoutClass(name: string): string {
  return name.replace(
    /\s(?:(?:COM|COMMON|ORD|ORDINARY|SHS|SHARES|SPON|SPONSORED|ADR|ADS|CL [A-Z])\b.*|NEW$)/i,
    '',
  );
}

/** The tickers and classes in the rows of a CUSIP. */
interface CusipRows {
  readonly tickers: Set<string>;
  readonly letters: Set<string>;
  /** Whether no row of the CUSIP is common stock. */
  isOther: boolean;
}

/** The letter in `CL A`, `CLASS A` or `SER A`; undefined for other titles. */
function classLetter(title_of_class: string): string | undefined {
  return /\b(?:CL|CLASS|SER|SERIES)\s+([A-Z])\b/i.exec(title_of_class)?.[1]?.toUpperCase();
}

/** The IDs of securities that one filing reports under two CUSIPs. */
function reportedTogether(
  sightings: readonly Sighting[],
  securities: ReadonlyMap<string, Security>,
): ReadonlySet<string> {
  const firstCusips = new Map<string, string>();
  const together = new Set<string>();
  for (const { accession, cusip } of sightings) {
    const { id } = securities.get(cusip)!;
    const key = `${accession}|${id}`;
    const first = firstCusips.get(key);
    if (first === undefined) firstCusips.set(key, cusip);
    else if (first !== cusip) together.add(id);
  }
  return together;
}
