import { existsSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

export const shared = resolve(import.meta.dirname, '../../../../shared');

/** Files with real records of a source, either readable or known to be rejected. */
export interface RealFiles {
  readonly source: string;
  readonly files: readonly string[];
}

/** Folders below ../shared by connector, with a filter for the files of each. */
const folders: readonly (readonly [source: string, folder: string, pattern: RegExp])[] = [
  ['sec-tickers', 'samples/sec_tickers', /\.json$/],
  ['sec-submissions', 'samples/sec_submissions', /\.json$/],
  ['sec-submissions', 'recordings/sec_submissions', /\.(json|html)$/],
  ['clinicaltrials', 'samples/ctgov', /\.json$/],
  ['clinicaltrials', 'recordings/ctgov', /\.json$/],
  ['openfda-approvals', 'samples/openfda_drugsfda', /\.json$/],
  ['openfda-approvals', 'recordings/openfda_drugsfda', /\.json$/],
  ['purple-book', 'samples/purplebook', /\.csv$/],
  ['openfda-labels', 'samples/openfda_label', /\.json$/],
  ['openfda-labels', 'recordings/openfda_label', /\.json$/],
  ['openfda-events', 'samples/openfda_event', /\.json$/],
  ['openfda-events', 'recordings/openfda_event', /\.json$/],
  ['sec-companyfacts', 'samples/sec_companyfacts', /\.jsonc?$/],
  ['sec-companyfacts', 'recordings/sec_companyfacts', /\.json$/],
  ['sec-form4', 'samples/sec_form4', /\.(xml|txt|nc)$/],
  ['sec-offerings', 'recordings/sec_offerings', /\.txt$/],
  ['sec-13f', 'samples/sec_13f', /\.(nc|txt)$/],
  ['prices', 'samples/prices', /\.(csv|json)$/],
  ['prices', 'samples/prices_yahoo_csv', /\.csv$/],
  ['prices', 'recordings/yahoo_chart', /\.json$/],
  ['nasdaq-screener', 'recordings/nasdaq_screener', /\.json$/],
  ['sec-fails', 'recordings/sec_fails', /\.txt$/],
  ['finra-short-interest', 'recordings/finra_short_interest', /\.csv$/],
  ['treasury-rates', 'recordings/treasury_bills', /\.xml$/],
  ['cboe-options', 'samples/options', /^cboe_delayed.*\.json$/],
  ['fda-crl', 'recordings/openfda_crl', /\.json$/],
  ['orphan-designations', 'recordings/orphan', /\.csv$/],
  ['fda-adcomm-calendar', 'recordings/fda_adcomm', /\.json$/],
  ['federal-register', 'samples/federal_register', /\.json$/],
  ['federal-register', 'recordings/federal_register', /\.json$/],
  ['rss-news', 'recordings/news_rss', /\.xml$/],
];

/** Returns the existing folders, with files in order of name. */
export function realFiles(): readonly RealFiles[] {
  return folders.flatMap(([source, folder, pattern]) => {
    const path = join(shared, folder);
    if (!existsSync(path)) return [];
    const files = readdirSync(path)
      .filter((name) => pattern.test(basename(name)))
      .sort()
      .map((name) => join(path, name));
    return files.length > 0 ? [{ source, files }] : [];
  });
}
