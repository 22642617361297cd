import { type SponsorIndex, sponsorIndex, tickerOf } from '../domain/companies/sponsors.ts';
import type { Facts, Sourced } from '../store/facts-store.ts';

/** The companies of a store, found by ticker or by one of their names. */
export interface Universe {
  readonly companies: readonly Sourced<'companies'>[];
  company(ticker: string | null | undefined): Sourced<'companies'> | undefined;
  /** The ticker that a fact bears, else the one to which its sponsor's name maps. */
  ticker(own: string | null | undefined, sponsor: string | null | undefined): string | undefined;
  /** The ticker that stands for the company of a CIK, with or without leading zeros. */
  tickerOfCik(cik: unknown): string | undefined;
}

export function universeOf(facts: Facts): Universe {
  const companies = facts.all('companies');
  const byTicker = new Map(companies.map((company) => [company.ticker, company]));
  const index: SponsorIndex = sponsorIndex(companies);
  return {
    companies,
    company: (ticker) => (ticker ? byTicker.get(ticker) : undefined),
    tickerOfCik: (cik) => index.byCik.get(String(cik ?? '').replace(/^0+/, '')),
    ticker: (own, sponsor) => own ?? (sponsor ? tickerOf(index, sponsor) : undefined),
  };
}
