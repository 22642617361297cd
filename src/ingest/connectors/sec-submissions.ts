import { type Collector, type Connector, collector, refused } from '../../sources/parsed.ts';
import { type Filing, filedAs, isOf } from '../../sources/sec-filings.ts';
import { readOlderFilings, readSubmissions, type Submissions } from '../readers/sec-submissions.ts';
import { filingUrl } from './sec-submission.ts';

/**
 * What the SEC knows of a company (submissions): SIC code, former names, country, website, its
 * listings, and what its list of filings tells: shelves and prospectuses by form and date, and
 * notices of the exchange (item 3.01 of an 8-K). Pages of older filings give these alone.
 *
 * Our choices: a form alone does not tell a sale from a resale by holders, so an offering gets no
 * type here (its cover tells: `sec-offerings`). Item 3.01 becomes a `listing_notice`, not a
 * deficiency, because a move to another exchange and a takeover are filed under it too. A company
 * counts as delisted where it has no ticker any more, on the day of its last form 25 (else 15): with
 * a ticker, a form 25 was of another class.
 */
export const secSubmissions: Connector = {
  name: 'sec-submissions',
  title: 'SEC: companies and their lists of filings (submissions)',
  reads: 'JSON of data.sec.gov/submissions/CIK##########.json, and its pages -submissions-001.json',
  parse(text, fileName) {
    const older = readOlderFilings(text, fileName);
    if ('value' in older) {
      const found = collector();
      const { cik, filings } = older.value;
      addFilings(found, filings, { cik });
      for (const { where, reason } of older.problems) found.problem(where, reason);
      return found.parsed();
    }
    if (older.reason.startsWith('names no CIK')) return refused(older.reason);
    const read = readSubmissions(text);
    if ('reason' in read) return refused(read.reason);
    const { value, problems } = read;
    if (value.listings.length === 0 && !value.sic) {
      return refused('is of a person or a fund, which has neither a ticker nor a SIC code');
    }
    const found = collector();
    addCompany(found, value);
    addFilings(found, value.filings, { cik: value.cik, ticker: value.listings[0]?.ticker });
    for (const { where, reason } of problems) found.problem(where, reason);
    return found.parsed();
  },
};

function addCompany(found: Collector, value: Submissions): void {
  const company = {
    name: value.name,
    cik: value.cik,
    sic: value.sic,
    sic_description: value.sic_description,
    country: value.country,
    website: value.website,
    former_names: value.former_names.length > 0 ? value.former_names : undefined,
  };
  for (const listing of value.listings) found.add('companies', 'file', { ...company, ...listing });
  if (value.listings.length > 0) return;
  const delisted_date = delistedOn(value.filings);
  found.add('companies', 'file', { ...company, delisted_date }, { needsTicker: true });
}

/** The day of the last form by which a company left its exchange, else ended its registration. */
export function delistedOn(filings: readonly Filing[]): string | undefined {
  const last = (kind: 'delistings' | 'deregistrations') =>
    filedAs(kind, filings)
      .map(({ filing_date }) => filing_date)
      .toSorted()
      .at(-1);
  return last('delistings') ?? last('deregistrations');
}

function addFilings(
  found: Collector,
  filings: readonly Filing[],
  company: { readonly cik: string; readonly ticker?: string | undefined },
): void {
  const more = company.ticker ? undefined : ({ needsTicker: true } as const);
  for (const { accession, form, filing_date, items } of filings) {
    const filed = {
      ...company,
      form_type: form,
      filed_at: filing_date,
      source_url: filingUrl(company.cik, accession),
    };
    if (isOf('shelves', form) || isOf('prospectuses', form)) {
      found.add('offerings', accession, { ...filed, accession }, more);
    }
    if (items.includes('3.01')) {
      const notice = { ...filed, event: 'listing_notice', detail: `Item 3.01 of ${form}` };
      found.add('filing_events', accession, notice, more);
    }
  }
}
