import { hostOf, RELEASES, UNKNOWN_FORM } from '../domain/events/statement.ts';
import type { FactName } from '../facts/fact-kinds.ts';
import { fileIn } from '../facts/imported-file.ts';
import { vendorOf, vendors } from '../facts/vendor-data.ts';

/**
 * The names of sources, as shown to readers, by connector or sync source. `#` is replaced by the
 * form of the document.
 */
const NAMES: Readonly<Record<string, string>> = {
  'sec-tickers': 'SEC company list',
  'sec-industries': 'SEC company list',
  'sec-submissions': 'SEC #',
  'sec-companyfacts': 'SEC #',
  'sec-offerings': 'SEC #',
  'sec-covers': 'SEC #',
  'sec-search': 'SEC #',
  'sec-current': 'SEC #',
  'sec-daily-index': 'SEC #',
  'sec-filing-index': 'SEC #',
  'sec-documents': 'SEC #',
  'sec-form4': 'SEC Form 4',
  'sec-form345': 'SEC Form 4',
  'sec-13dg': 'SEC #',
  'sec-13f': 'SEC 13F',
  'sec-13f-all': 'SEC 13F',
  'sec-13f-list': 'SEC 13F list',
  'sec-fails': 'SEC fails-to-deliver data',
  clinicaltrials: 'ClinicalTrials.gov',
  'openfda-approvals': 'Drugs@FDA',
  'orange-book': 'FDA Orange Book',
  'purple-book': 'FDA Purple Book',
  'openfda-crl': 'FDA complete response letter',
  'fda-crl': 'FDA complete response letter',
  'openfda-labels': 'FDA drug label',
  'openfda-events': 'FDA adverse event reports (FAERS)',
  'orphan-designations': 'FDA orphan designations',
  'fda-adcomm-calendar': 'FDA advisory committee calendar',
  'federal-register': 'Federal Register',
  'news-fda': 'FDA press announcement',
  'news-globenewswire': 'press release',
  'news-prnewswire': 'press release',
  'rss-news': 'press release',
  'nasdaq-screener': 'Nasdaq screener',
  'finra-short-interest': 'FINRA short interest',
  'treasury-rates': 'US Treasury',
  'cboe-options': 'Cboe',
  'yahoo-chart': 'Yahoo Finance',
  'large-sponsors': 'built-in list of large sponsors',
};

/**
 * Public pages of lists, by connector. These lists have no separate page for each record. `#` is
 * replaced by the ticker of the record.
 */
const LIST_PAGES: Readonly<Record<string, string>> = {
  'sec-fails': 'https://www.sec.gov/data-research/sec-markets-data/fails-deliver-data',
  'sec-13f-list': 'https://www.sec.gov/divisions/investment/13flists.htm',
  'finra-short-interest':
    'https://www.finra.org/finra-data/browse-catalog/equity-short-interest/data',
  'treasury-rates':
    'https://home.treasury.gov/resource-center/data-chart-center/interest-rates/TextView?type=daily_treasury_bill_rates',
  'nasdaq-screener': 'https://www.nasdaq.com/market-activity/stocks/screener',
  'cboe-options': 'https://www.cboe.com/delayed_quotes/#/quote_table',
  'yahoo-chart': 'https://finance.yahoo.com/quote/#/history',
};

/**
 * The public page of the list that contains a record. Undefined if the source has no such page, or
 * if the page needs a ticker and none is given.
 */
export function listPage(source: string, ticker?: string): string | undefined {
  const page = LIST_PAGES[source];
  return ticker === undefined && page?.includes('#') ? undefined : page?.replace('#', ticker ?? '');
}

/** The connector of texts that a user imports. */
const IMPORTED = 'press-releases';

/**
 * Whether a source is a connector or a sync source. If a record was imported without a connector,
 * its source is neither.
 */
export function isNamedSource(source: unknown): boolean {
  return typeof source === 'string' && (source === IMPORTED || Object.hasOwn(NAMES, source));
}

/** For each kind of fact, the connector whose records the demo imitates. */
const USUAL: Readonly<Partial<Record<FactName, string>>> = {
  companies: 'sec-tickers',
  trials: 'clinicaltrials',
  trial_versions: 'clinicaltrials',
  posted_results: 'clinicaltrials',
  trial_results: 'press-releases',
  catalysts: 'press-releases',
  catalyst_changes: 'press-releases',
  decisions: 'press-releases',
  designations: 'press-releases',
  deals: 'press-releases',
  approvals: 'openfda-approvals',
  complete_response_letters: 'fda-crl',
  letter_deficiencies: 'fda-crl',
  exclusivities: 'orange-book',
  drug_labels: 'openfda-labels',
  adverse_events: 'openfda-events',
  adcomm_votes: 'fda-adcomm-calendar',
  financial_facts: 'sec-companyfacts',
  offerings: 'sec-offerings',
  filing_events: 'sec-documents',
  insider_transactions: 'sec-form4',
  fund_filings: 'sec-13f',
  holdings_reports: 'sec-13f-all',
  large_stakes: 'sec-13dg',
  short_interest: 'finra-short-interest',
  listings: 'nasdaq-screener',
};

/** Matches the forms of SEC filings that are imported as texts or as records. */
const SEC_FORM = /^(?:8-K|6-K|10-[KQ]|20-F|40-F|424B\d|[SF]-[134]|EX-\d)/;
/** Matches a form in the file name of a filing: `d123456d424b5.htm`, `abc_10q.htm`. */
const FORM_OF_FILE =
  /(424b[1-8])|(?:[-_#\d]d|[-_/#]|form)(8|6|10|20|[sf])-?([kqf134])(?=\.htm|\.txt|[-_]|$)/i;

/**
 * The name of a fact's source, as shown to readers. An unknown source is returned unchanged,
 * because an imported record may state its own source.
 * @param source the connector that wrote the fact, or the source that an imported record states
 * @param form the form of the document, for example `10-Q`
 * @param url the URL of the document
 */
export function sourceName(
  kind: FactName,
  source: string,
  form?: string | null,
  url?: string | null,
): string {
  if (source === 'demo') {
    const usual = USUAL[kind];
    return usual ? `demo ${sourceName(kind, usual, form ?? 'press release')}` : 'demo data';
  }
  // Earlier builds stored the kind of fact as the source of a record that was imported without a
  // connector.
  const file = fileIn(source);
  const isRecord = file !== undefined || source === kind;
  if ((isRecord || source === IMPORTED) && SEC_FORM.test(form ?? '')) return `SEC ${form}`;
  const what = kind.replaceAll('_', ' ');
  // The source of an imported record is the publisher of its document, not the imported file.
  if (isRecord) return hostOf(url) ? publisherOf(url) : `imported ${what}`;
  const vendor = vendorOf(source);
  if (vendor) return vendors[vendor].title;
  if (source === IMPORTED) return form && form !== UNKNOWN_FORM ? form : publisherOf(url);
  const name = (NAMES[source] ?? source).replace('#', form || 'filing');
  return form === '5' ? name.replace('Form 4', 'Form 5') : name;
}

/**
 * Matches the URL of a file in a public repository. The owner of the repository is not the
 * publisher of the text.
 */
const ARCHIVE = /^https?:\/\/(?:www\.|raw\.)?(github|githubusercontent|gitlab)\.com\/([^/?#]+)/i;
/** Matches the file name of a press release in a filing: `abc-20260331xex991.htm`. */
const RELEASE_EXHIBIT = /ex(?:hibit)?[-_x]?99[-_.x]?(\d)?[^/]*$/i;

/**
 * The publisher of an imported text or record without the form of a filing. The URL determines it:
 * - no URL: `imported text`
 * - a file in a public repository: the archive that contains it
 * - an SEC filing: its form, or `SEC filing` if the URL does not show the form
 * - a site that publishes releases: `press release`
 * - any other site: the host
 */
function publisherOf(url?: string | null): string {
  const host = hostOf(url);
  if (url == null || host === undefined) return UNKNOWN_FORM;
  const [, site, owner] = ARCHIVE.exec(url) ?? [];
  if (site) return `text archived at ${site.replace(/usercontent$/i, '')}.com/${owner}`;
  if (/(?:^|\.)sec\.gov$/.test(host)) {
    const exhibit = RELEASE_EXHIBIT.exec(url);
    if (exhibit) return `SEC EX-99${exhibit[1] ? `.${exhibit[1]}` : ''}`;
    const [, prospectus, number, letter] = FORM_OF_FILE.exec(url) ?? [];
    const form = prospectus ?? (number && `${number}-${letter}`);
    return `SEC ${form?.toUpperCase() ?? 'filing'}`;
  }
  return RELEASES.test(host) ? 'press release' : host;
}
