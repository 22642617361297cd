import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RealFiles } from './sources.ts';
import { shared } from './sources.ts';

/** A figure of a reduced sample: what a filing stated of a concept. */
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

/** Each concept of the reduced samples stands for the tag that it was collected from. */
const tags: Readonly<Record<string, string>> = {
  cash: 'CashAndCashEquivalentsAtCarryingValue',
  short_term_investments: 'ShortTermInvestments',
  assets: 'Assets',
  operating_cash_flow: 'NetCashProvidedByUsedInOperatingActivities',
};

/** Filings of some forty developers, by concept; none where the folder is absent. */
export function reducedCompanies(): readonly ReducedCompany[] {
  const folder = join(shared, 'samples/sec_facts_biotech_derived');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as ReducedCompany)
    .filter(({ facts }) => facts !== undefined);
}

/** Writes the companies' figures as records of the collection, since no connector reads them. */
export function reducedFiles(companies: readonly ReducedCompany[], folder: string): RealFiles {
  const path = join(folder, 'financial_facts.ndjson');
  const records = companies.flatMap(({ ticker, facts }) =>
    Object.entries(tags).flatMap(([concept, tag]) =>
      (facts[concept] ?? []).map(({ val, accn, ...rest }) => ({
        ...rest,
        ...{ ticker, tag, taxonomy: 'us-gaap', unit: 'USD', value: val, accession: accn },
      })),
    ),
  );
  writeFileSync(path, records.map((record) => JSON.stringify(record)).join('\n'));
  return { source: 'financial_facts', files: [path] };
}
