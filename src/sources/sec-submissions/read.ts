import {
  cikAt,
  dayFrom,
  isObject,
  listAt,
  numberAt,
  objectAt,
  readJson,
  textAt,
} from '../formats/untrusted.ts';
import { type Collector, type Connector, collector, type Reading, refused } from '../parsed.ts';
import { type Filing, filedAs, filingsOf, filingUrl, isOf } from '../sec-filings.ts';

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
export const secSubmissionsConnector: Connector = {
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

/** What the SEC knows of a filer, and what it has filed. */
export interface Submissions {
  /** Without leading zeros. */
  readonly cik: string;
  readonly name: string | undefined;
  /** `2834`; persons and funds have none. */
  readonly sic: string | undefined;
  readonly sic_description: string | undefined;
  readonly country: string | undefined;
  readonly website: string | undefined;
  /** Names that the filer no longer bears. */
  readonly former_names: readonly string[];
  /** All listed classes; none where the company is not listed any more. */
  readonly listings: readonly Listing[];
  readonly filings: readonly Filing[];
  /** Pages with the filings before these. */
  readonly older_pages: readonly OlderPage[];
}

interface Listing {
  readonly ticker: string;
  /** `Nasdaq`, `NYSE`, `OTC` … */
  readonly exchange: string | undefined;
}

interface OlderPage {
  /** `CIK0001009672-submissions-001.json` */
  readonly name: string;
  readonly filing_count: number | undefined;
  readonly filing_from: string | undefined;
  readonly filing_to: string | undefined;
}

/** Reads `data.sec.gov/submissions/CIK##########.json`. */
export function readSubmissions(text: string): Reading<Submissions> {
  const json = readJson(text);
  if ('reason' in json) return json;
  const { value } = json;
  const cik = cikAt(value, 'cik');
  if (!cik || !isObject(value) || !isObject(value.filings)) {
    return { reason: "is none of the SEC's submissions: it lacks cik or filings" };
  }
  const filings = filingsOf(objectAt(value, 'filings', 'recent'), cik);
  const name = textAt(value, 'name')?.trim();
  return {
    problems: filings.problems,
    value: {
      cik,
      name,
      sic: /^\d{3,4}$/.exec(textAt(value, 'sic')?.trim() ?? '')?.[0],
      sic_description: textAt(value, 'sicDescription')?.trim(),
      country: countryOf(objectAt(value, 'addresses', 'business')),
      website: textAt(value, 'website')?.trim(),
      former_names: formerNames(value, name),
      listings: listingsOf(value),
      filings: filings.value,
      older_pages: listAt(value, 'filings', 'files').flatMap(olderPage),
    },
  };
}

/**
 * Reads a page of older filings, which is the bare columns and names no company.
 *
 * @param fileName bears the CIK: `CIK0001009672-submissions-001.json`
 */
export function readOlderFilings(
  text: string,
  fileName: string,
): Reading<{ readonly cik: string; readonly filings: readonly Filing[] }> {
  const json = readJson(text);
  if ('reason' in json) return json;
  if (!isObject(json.value) || !Array.isArray(json.value.accessionNumber)) {
    return { reason: "is no page of the SEC's older submissions" };
  }
  const cik = cikAt({ cik: /CIK(\d{10})-submissions-\d{3}/.exec(fileName)?.[1] }, 'cik');
  if (!cik) return { reason: 'names no CIK: name the file CIK##########-submissions-001.json' };
  const filings = filingsOf(json.value, cik);
  return { problems: filings.problems, value: { cik, filings: filings.value } };
}

/** Former names, each once in whatever case; one that is the present name again is left out. */
function formerNames(value: unknown, present: string | undefined): readonly string[] {
  const names = new Map<string, string>();
  for (const former of listAt(value, 'formerNames')) {
    const name = textAt(former, 'name')?.trim();
    const key = name
      ?.toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
    if (name && key && !names.has(key)) names.set(key, name);
  }
  names.delete(
    (present ?? '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  );
  return [...names.values()];
}

function listingsOf(value: unknown): readonly Listing[] {
  const exchanges = listAt(value, 'exchanges');
  return listAt(value, 'tickers').flatMap((one, at) => {
    const ticker = textAt(one)?.trim();
    return ticker ? [{ ticker, exchange: textAt(exchanges[at])?.trim() }] : [];
  });
}

function olderPage(page: unknown): readonly OlderPage[] {
  const name = textAt(page, 'name')?.trim() ?? '';
  if (!/^CIK\d{10}-submissions-\d{3}\.json$/.test(name)) return [];
  return [
    {
      name,
      filing_count: numberAt(page, 'filingCount'),
      filing_from: dayFrom(textAt(page, 'filingFrom'), 'yyyy-MM-dd'),
      filing_to: dayFrom(textAt(page, 'filingTo'), 'yyyy-MM-dd'),
    },
  ];
}

/**
 * The country of the business address. A state of the United States stands for them; of a place
 * elsewhere the SEC gives its own code and describes it (`Ontario, Canada`); a code without
 * description says nothing here.
 */
function countryOf(address: unknown): string | undefined {
  const code = textAt(address, 'stateOrCountry')?.trim() ?? '';
  if (states.has(code)) return 'United States';
  const named = textAt(address, 'country') ?? textAt(address, 'stateOrCountryDescription');
  const country = named?.split(',').at(-1)?.trim();
  return country && country.length > 3 ? country : undefined;
}

const states: ReadonlySet<string> = new Set(
  `AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM
   NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY PR GU VI AS MP`.split(/\s+/),
);
