import { isCalendarDate } from '../../domain/dates.ts';
import { groupBy } from '../../domain/group-by.ts';
import { filingUrl } from '../../domain/public-pages.ts';
import { cikAt, isObject, listAt, objectAt, readJson, textAt } from '../formats/untrusted.ts';
import { type Collector, type Connector, collector, refused } from '../parsed.ts';
import { type Filing, filedAs, filingsOf, isOf } from '../sec-filings.ts';

/**
 * Reads the SEC's data on a company and its list of filings (submissions).
 *
 * The company data are the SIC code, former names, country, website, end of the fiscal year, state
 * of incorporation and listings. These filings are read from the list: shelf registrations,
 * prospectuses, exchange notices (item 3.01 of an 8-K), annual and quarterly reports, and forms
 * about mergers and delistings.
 *
 * Our choices:
 * - An offering has no type here, because the form does not show whether it is a sale or a resale.
 *   `sec-offerings` reads the type from the cover.
 * - Item 3.01 becomes a `listing_notice` and not a delisting, because companies also report
 *   takeovers and moves to another exchange under this item.
 * - A company without a ticker is delisted on the day of its last Form 25. If there is no Form 25,
 *   it is delisted on the day of its last Form 15.
 */
export const secSubmissionsConnector: Connector = {
  name: 'sec-submissions',
  title: 'SEC: companies and their lists of filings (submissions)',
  reads:
    'JSON of data.sec.gov/submissions/CIK##########.json, and CIK##########-submissions-001.json with older filings',
  parse(text, fileName) {
    const older = readOlderFilings(text, fileName);
    if ('value' in older) {
      const facts = collector();
      const { cik, filings } = older.value;
      addFilings(facts, filings, { cik });
      for (const { where, reason } of older.problems) facts.problem(where, reason);
      return facts.parsed();
    }
    if (older.reason.startsWith('has no CIK')) return refused(older.reason);
    const read = readSubmissions(text);
    if ('reason' in read) return refused(read.reason);
    const { value, problems } = read;
    if (value.listings.length === 0 && !value.sic) {
      return refused('is about a person or fund: it has no ticker and no SIC code');
    }
    const facts = collector();
    addCompany(facts, value);
    addFilings(facts, value.filings, { cik: value.cik, ticker: value.listings[0]?.ticker });
    for (const { where, reason } of problems) facts.problem(where, reason);
    return facts.parsed();
  },
};

function addCompany(facts: Collector, value: Submissions): void {
  const company = {
    name: value.name,
    cik: value.cik,
    sic: value.sic,
    sic_description: value.sic_description,
    country: value.country,
    website: value.website,
    fiscal_year_end: value.fiscal_year_end,
    state_of_incorporation: value.state_of_incorporation,
    former_names: value.former_names.length > 0 ? value.former_names : undefined,
  };
  for (const listing of value.listings) facts.add('companies', 'file', { ...company, ...listing });
  if (value.listings.length > 0) return;
  const delisted_date = delistedOn(value.filings);
  facts.add('companies', 'file', { ...company, delisted_date }, { needsTicker: true });
}

/**
 * Returns the day of the last delisting form. If there is none, returns the day of the last
 * deregistration.
 */
export function delistedOn(filings: readonly Filing[]): string | undefined {
  const last = (kind: 'delistings' | 'deregistrations') =>
    filedAs(kind, filings)
      .map(({ filing_date }) => filing_date)
      .toSorted()
      .at(-1);
  return last('delistings') ?? last('deregistrations');
}

/**
 * Our choice: maximum number of annual and quarterly reports that are stored from one list of
 * filings. The newest reports are stored.
 */
const MAX_REPORTS = 12;

function addFilings(facts: Collector, filings: readonly Filing[], company: Filer): void {
  const more = company.ticker ? undefined : ({ needsTicker: true } as const);
  const reports = filedAs('reports', filings).slice(0, MAX_REPORTS);
  const newest = reports.map(({ accession }) => accession);
  for (const filing of filings) {
    const { accession, form, items } = filing;
    const filed = filedBy(company, filing);
    if (isOf('shelves', form) || isOf('prospectuses', form)) {
      facts.add('offerings', accession, { ...filed, accession }, more);
    }
    if (items.includes('3.01')) {
      const notice = { ...filed, event: 'listing_notice', detail: `Item 3.01 of ${form}` };
      facts.add('filing_events', accession, notice, more);
    }
    if (isOf('mergers', form) || isOf('delistings', form) || newest.includes(accession)) {
      const { report_date } = filing;
      facts.add('filing_events', accession, { ...filed, event: 'filing', report_date }, more);
    }
  }
  for (const { filing, items, accepted_at } of currentReports(filings)) {
    const report = {
      ...filedBy(company, filing),
      event: 'current_report',
      detail: items.join(', '),
      accepted_at,
      report_date: filing.report_date,
    };
    facts.add('filing_events', filing.accession, report, more);
  }
}

/**
 * Combines the 8-Ks of each day into one report with the items of all 8-Ks. The report has the time
 * of the 8-K with item 7.01 or 8.01, because companies announce decisions and trial results under
 * these items. Without such an 8-K, the report has no time.
 */
function currentReports(filings: readonly Filing[]) {
  const days = groupBy(
    filings.filter(({ form, items }) => form === '8-K' && items.length > 0),
    ({ filing_date }) => filing_date,
  );
  return [...days.values()].map((reports) => ({
    filing: reports[0]!,
    items: [...new Set(reports.flatMap(({ items }) => items))].sort(),
    accepted_at: reports.find(({ items }) => items.some((one) => /^[78]\.01$/.test(one)))
      ?.accepted_at,
  }));
}

function filedBy(company: Filer, { accession, form, filing_date }: Filing) {
  return {
    ...company,
    form_type: form,
    filed_at: filing_date,
    source_url: filingUrl(company.cik, accession),
  };
}

interface Filer {
  readonly cik: string;
  readonly ticker?: string | undefined;
}

/** The SEC's data on a filer and its filings. */
export type Submissions = Extract<ReturnType<typeof readSubmissions>, { value: unknown }>['value'];

/** Reads `data.sec.gov/submissions/CIK##########.json`. */
export function readSubmissions(text: string) {
  const json = readJson(text);
  if ('reason' in json) return json;
  const { value } = json;
  const cik = cikAt(value, 'cik');
  if (!cik || !isObject(value) || !isObject(value.filings)) {
    return { reason: 'is not an SEC submissions file: cik or filings is missing' };
  }
  const filings = filingsOf(objectAt(value, 'filings', 'recent'), cik);
  const name = textAt(value, 'name')?.trim();
  return {
    problems: filings.problems,
    value: {
      /** The CIK without leading zeros. */
      cik,
      name,
      /** SIC code, such as `2834`. Undefined for persons and funds. */
      sic: /^\d{3,4}$/.exec(textAt(value, 'sic')?.trim() ?? '')?.[0],
      sic_description: textAt(value, 'sicDescription')?.trim(),
      country: countryOf(objectAt(value, 'addresses', 'business')),
      website: textAt(value, 'website')?.trim(),
      /** Month and day of the end of the fiscal year, `MM-DD`. */
      fiscal_year_end: monthDayOf(textAt(value, 'fiscalYearEnd')),
      state_of_incorporation: incorporatedIn(value),
      former_names: formerNames(value, name),
      /** All listed share classes. Empty if the company is not listed. */
      listings: listingsOf(value),
      filings: filings.value,
    },
  };
}

/**
 * Reads a page of older filings. It contains only columns and no company data.
 * @param fileName the name of the file. It contains the CIK: `CIK0001009672-submissions-001.json`
 */
export function readOlderFilings(text: string, fileName: string) {
  const json = readJson(text);
  if ('reason' in json) return json;
  if (!isObject(json.value) || !Array.isArray(json.value.accessionNumber)) {
    return { reason: 'is not a page of older SEC submissions' };
  }
  const cik = cikAt(/CIK(\d{10})-submissions-\d{3}/.exec(fileName)?.[1]);
  if (!cik) return { reason: 'has no CIK: name the file CIK##########-submissions-001.json' };
  const filings = filingsOf(json.value, cik);
  return { problems: filings.problems, value: { cik, filings: filings.value } };
}

/**
 * Returns the former names, without the current name. Names that differ only in case and
 * punctuation are listed once.
 */
function formerNames(value: unknown, present: string | undefined): readonly string[] {
  const names = new Map<string, string>();
  for (const former of listAt(value, 'formerNames')) {
    const name = textAt(former, 'name')?.trim();
    const key = name && nameKey(name);
    if (name && key && !names.has(key)) names.set(key, name);
  }
  names.delete(nameKey(present ?? ''));
  return [...names.values()];
}

function nameKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Returns the listings, each with an exchange such as `Nasdaq`, `NYSE` or `OTC`. */
function listingsOf(value: unknown) {
  const exchanges = listAt(value, 'exchanges');
  return listAt(value, 'tickers').flatMap((one, at) => {
    const ticker = textAt(one)?.trim();
    return ticker ? [{ ticker, exchange: textAt(exchanges[at])?.trim() }] : [];
  });
}

/**
 * Returns the country of the business address. The code of an American state means the United
 * States. For another code, the country is the end of its description (`Ontario, Canada`). A code
 * without a description is ignored.
 */
function countryOf(address: unknown): string | undefined {
  const code = textAt(address, 'stateOrCountry')?.trim() ?? '';
  if (states.has(code)) return 'United States';
  const named = textAt(address, 'country') ?? textAt(address, 'stateOrCountryDescription');
  const country = named?.split(',').at(-1)?.trim();
  return country && country.length > 3 ? country : undefined;
}

/**
 * Returns the place in which the company is incorporated: the code of an American state, or the
 * description of any other code. A foreign code without a description is ignored.
 */
function incorporatedIn(value: unknown): string | undefined {
  const code = textAt(value, 'stateOfIncorporation')?.trim() ?? '';
  if (states.has(code)) return code;
  const named = textAt(value, 'stateOfIncorporationDescription')?.trim();
  return named && named.length > 3 ? named : undefined;
}

/** Converts a month and day from `MMDD` to `MM-DD`. Undefined if there is no such day. */
function monthDayOf(text: string | undefined): string | undefined {
  const [, month, day] = /^(\d\d)(\d\d)$/.exec(text?.trim() ?? '') ?? [];
  // The leap year 2024 has a February 29.
  return day && isCalendarDate(`2024-${month}-${day}`) ? `${month}-${day}` : undefined;
}

const states: ReadonlySet<string> = new Set(
  `AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM
   NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY PR GU VI AS MP`.split(/\s+/),
);
