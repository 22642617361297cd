import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RealFiles } from './sources.ts';
import { shared } from './sources.ts';

/** A financial value of a reduced sample, as stated in a filing. */
export interface ReducedFact {
  readonly start?: string;
  readonly end: string;
  readonly val: number;
  readonly filed: string;
  readonly form: string;
  readonly accn: string;
}

export interface ReducedCompany {
  readonly ticker: string;
  readonly cik: string;
  readonly facts: Readonly<Record<string, readonly ReducedFact[]>>;
}

/** The original XBRL tag of each concept in the reduced samples. */
const tags: Readonly<Record<string, string>> = {
  cash: 'CashAndCashEquivalentsAtCarryingValue',
  short_term_investments: 'ShortTermInvestments',
  assets: 'Assets',
  revenue: 'Revenues',
  research_and_development: 'ResearchAndDevelopmentExpense',
  net_income: 'NetIncomeLoss',
  operating_cash_flow: 'NetCashProvidedByUsedInOperatingActivities',
  shares_outstanding: 'EntityCommonStockSharesOutstanding',
};

/**
 * Returns the filings of about forty drug developers by concept; empty if the folder is missing.
 */
export function reducedCompanies(): readonly ReducedCompany[] {
  const folder = join(shared, 'samples/sec_facts_biotech_derived');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as ReducedCompany)
    .filter(({ facts }) => facts !== undefined);
}

/**
 * Writes the companies' financial data as records of the collection, because no connector reads
 * this format.
 */
export function reducedFiles(companies: readonly ReducedCompany[], folder: string): RealFiles {
  const path = join(folder, 'financial_facts.ndjson');
  const records = companies.flatMap(({ ticker, cik, facts }) =>
    Object.entries(tags).flatMap(([concept, tag]) =>
      (facts[concept] ?? []).map(({ val, accn, ...rest }) => ({
        ...rest,
        ticker,
        cik,
        tag,
        value: val,
        accession: accn,
        ...(concept === 'shares_outstanding'
          ? { taxonomy: 'dei', unit: 'shares' }
          : { taxonomy: 'us-gaap', unit: 'USD' }),
      })),
    ),
  );
  writeFileSync(path, records.map((record) => JSON.stringify(record)).join('\n'));
  return { source: 'financial_facts', files: [path] };
}
