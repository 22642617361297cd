import table from '../data/large-sponsors.json' with { type: 'json' };

/**
 * A sponsor whose trials may be registered under the names of its subsidiaries or of companies that
 * it acquired. The table also contains large foreign sponsors that are not on the SEC's list of
 * companies.
 */
export interface LargeSponsor {
  readonly ticker: string;
  /** CIK without leading zeros; absent for a sponsor that does not report to the SEC. */
  readonly cik?: string | undefined;
  /** Names of the sponsor in trial registrations and applications. */
  readonly names: readonly string[];
  /** The document that lists the sponsor's names. */
  readonly source: string;
}

/** A large foreign sponsor whose shares trade over the counter. */
export interface ForeignSponsor extends LargeSponsor {
  readonly name: string;
  readonly exchange: string;
  readonly country: string;
}

export const largeSponsors: readonly (LargeSponsor | ForeignSponsor)[] = table.sponsors;

export const foreignSponsors: readonly ForeignSponsor[] = largeSponsors.filter(
  (sponsor): sponsor is ForeignSponsor => 'exchange' in sponsor,
);
