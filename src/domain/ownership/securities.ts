/**
 * Which security a row of a 13F stands for. Names are abbreviated from one filing to the next
 * (`VERTEX PHARMACEUTICALS INC`, then `VERTEX PHARMA`), CUSIPs are not: quarters are joined by CUSIP,
 * and a CUSIP learns its ticker from every row whose name maps to a company.
 */
import { isOtherClass } from './fund-filings.ts';

export interface Security {
  /** The ticker, with the letter of its class where it has one; the CUSIP where no ticker is known. */
  readonly id: string;
  readonly ticker: string | null;
}

/** A row as far as it tells what it is. */
export interface Sighting {
  readonly accession: string;
  readonly cusip: string;
  readonly title_of_class: string;
  /** The ticker that the row itself states, or to which its issuer's name maps; null for neither. */
  readonly ticker: string | null;
}

/**
 * The security of each CUSIP.
 *
 * - A ticker stated for the CUSIP by another source counts; else the one ticker to which the names of
 *   its rows map. Names that map to two companies map to none.
 * - Warrants, notes and preferred stock are not the company's shares and have no ticker.
 * - CUSIPs of one ticker and class are one security, since a reverse split changes the CUSIP; where
 *   one filing reports both, they are two, each by its CUSIP. Other classes of an issuer stand apart.
 *
 * @param stated tickers by CUSIP, as a list of the SEC or of the exchanges has them
 */
export function securitiesOf(
  sightings: readonly Sighting[],
  stated: ReadonlyMap<string, string>,
): ReadonlyMap<string, Security> {
  const byCusip = new Map<string, Seen>();
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
      const own = stated.get(cusip);
      const mapped = own ?? (tickers.size === 1 ? [...tickers][0]! : null);
      const ticker = isOther ? null : mapped;
      const letter = own === undefined && letters.size === 1 ? `.${[...letters][0]}` : '';
      return [cusip, { id: ticker === null ? cusip : `${ticker}${letter}`, ticker }] as const;
    }),
  );
  const apart = reportedTogether(sightings, new Map(named));
  return new Map(
    [...named].map(([cusip, security]) => [
      cusip,
      apart.has(security.id) ? { ...security, id: cusip } : security,
    ]),
  );
}

/** What the rows of a CUSIP say. */
interface Seen {
  readonly tickers: Set<string>;
  readonly letters: Set<string>;
  /** Every row calls it something else than shares. */
  isOther: boolean;
}

/** `A` of `CL A`, `CLASS A` and `SER A`; undefined for a title without one. */
function classLetter(title_of_class: string): string | undefined {
  return /\b(?:CL|CLASS|SER|SERIES)\s+([A-Z])\b/i.exec(title_of_class)?.[1]?.toUpperCase();
}

/** Identifiers that one filing gives to two CUSIPs. */
function reportedTogether(
  sightings: readonly Sighting[],
  securities: ReadonlyMap<string, Security>,
): ReadonlySet<string> {
  const first = new Map<string, string>();
  const together = new Set<string>();
  for (const { accession, cusip } of sightings) {
    const { id } = securities.get(cusip)!;
    const key = `${accession}|${id}`;
    const seen = first.get(key);
    if (seen === undefined) first.set(key, cusip);
    else if (seen !== cusip) together.add(id);
  }
  return together;
}
