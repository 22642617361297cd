import table from '../data/large-sponsors.json' with { type: 'json' };

/**
 * Sponsors that trade or trial under other names than their own: subsidiaries and acquired
 * companies by their present owner, and large foreign sponsors that the SEC does not list.
 */
export interface LargeSponsor {
  readonly ticker: string;
  /** Without leading zeros; absent for a sponsor that does not report to the SEC. */
  readonly cik?: string | undefined;
  /** Names under which it sponsors trials and holds applications. */
  readonly names: readonly string[];
  /** What the names rest on. */
  readonly source: string;
}

/** A large foreign sponsor that is known without being listed: its share trades over the counter. */
export interface ForeignSponsor extends LargeSponsor {
  readonly name: string;
  readonly exchange: string;
  readonly country: string;
}

export const largeSponsors: readonly (LargeSponsor | ForeignSponsor)[] = table.sponsors;

export const foreignSponsors: readonly ForeignSponsor[] = largeSponsors.filter(
  (sponsor): sponsor is ForeignSponsor => 'exchange' in sponsor,
);
