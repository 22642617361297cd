import { bareCik } from './cik.ts';
import {
  formOf,
  hasTradeRoot,
  ownerOf,
  withoutBranch,
  withoutTrade,
  wordsOf,
} from './company-names.ts';
import { type ForeignSponsor, type LargeSponsor, largeSponsors } from './large-sponsors.ts';
import { isTradeCode } from './sic.ts';

/**
 * Maps the name of a sponsor, an applicant or a manufacturer to a ticker. Normalized names must be
 * equal. A name that matches two companies has no ticker, because a wrong ticker is worse than
 * none.
 */

interface Named {
  readonly ticker: string;
  readonly name: string;
  /** Tickers with the same CIK are share classes, warrants and units of one company. */
  readonly cik?: string | null | undefined;
  /** Former names of the company and names of its subsidiaries. */
  readonly aliases?: readonly string[] | null | undefined;
  /**
   * Former names of the company. A former name is used only if no company currently has this name.
   */
  readonly former_names?: readonly string[] | null | undefined;
  /** SIC code. If it is outside drug development, the company matches only by its full name. */
  readonly sic?: string | null | undefined;
}

type Tickers = ReadonlyMap<string, ReadonlySet<string>>;

export function sponsorIndex(companies: readonly Named[]) {
  /** The main tickers of companies by CIK (without leading zeros). */
  const byCik = tickersByCik(companies);
  /** Companies by their names and aliases. */
  const byName = new Map<string, Set<string>>();
  /** Companies by their names and aliases without industry words (`Pharmaceuticals`). */
  const byCore = new Map<string, Set<string>>();
  const byFormer = new Map<string, Set<string>>();
  /** Drug developers whose name has no industry word (`Uniqure N.V.`). */
  const byBareName = new Map<string, Set<string>>();
  /**
   * Companies outside biotechnology whose name is one word, such as Clarus, which makes sports
   * equipment.
   */
  const others = new Set<string>();
  for (const company of companies) {
    const ticker = byCik.get(bareCik(company.cik)) ?? company.ticker;
    for (const name of [company.name, ...(company.aliases ?? [])]) {
      const words = wordsOf(name);
      addTo(byName, formOf(words), ticker);
      for (const known of [words, withoutBranch(words)]) {
        addTo(byCore, formOf(known), ticker);
        addTo(byCore, formOf(withoutTrade(known)), ticker);
      }
      if (isBareName(words, company)) addTo(byBareName, formOf(words), ticker);
      else if (words.length === 1 && company.sic) others.add(ticker);
    }
    for (const name of company.former_names ?? []) addTo(byFormer, formOf(wordsOf(name)), ticker);
  }
  /** Companies by their names in the table of large sponsors. */
  const byTable = tableNames(companies, byCik);
  return { byCik, byName, byCore, byFormer, byTable, byBareName, others };
}

export type SponsorIndex = ReturnType<typeof sponsorIndex>;

/**
 * The ticker of the company to which a sponsor's name belongs, or undefined.
 * 1. For `X, a Y Company` and `X, a subsidiary of Y`, the name Y is used.
 * 2. Names are compared without case, accents, spaces, punctuation, text in parentheses and legal
 *    forms (`REGENERON PHARMACEUTICALS, INC.` = `Regeneron Pharmaceuticals`).
 * 3. A name without an industry word (`Regeneron`) also matches the name of a company with an
 *   industry word, unless the name equals the current or former name of another company.
 * 4. Current names are compared first, then former names, then the table of large sponsors.
 * 5. If there is no match, the country at the end of the name is removed (`Legend Biotech USA`),
 *   then the industry word. A name whose industry word was removed matches only a drug developer
 *   whose name has no industry word: `uniQure Biopharma` matches `uniQure`, but `Target
 *   Therapeutics` does not match `Target Corp`.
 * 6. A name of one word never matches a company whose SIC code is outside drug development, because
 *   the word may be an abbreviation.
 */
export function tickerOf(index: SponsorIndex, sponsorName: string): string | undefined {
  const words = wordsOf(ownerOf(sponsorName));
  const parent = withoutBranch(words);
  const core = withoutTrade(parent);
  const named = tickersNamed(index, words);
  if (named && words.length === 1) {
    return onlyOf(new Set([...named].filter((ticker) => !index.others.has(ticker))));
  }
  return onlyOf(
    named ??
      (parent === words ? undefined : tickersNamed(index, parent)) ??
      (core.length === parent.length ? undefined : tickersOfCore(index, formOf(core))),
  );
}

/**
 * The ticker of the company with a given name, such as the issuer of a security or the target of a
 * deal. Undefined if no company matches. Unlike `tickerOf`, it never returns the owner of a
 * subsidiary.
 */
export function tickerOfName(index: SponsorIndex, name: string): string | undefined {
  const words = wordsOf(name);
  const core = withoutTrade(words);
  return onlyOf(
    issuersNamed(index, words) ??
      (core.length === words.length ? undefined : issuersOfCore(index, formOf(core))),
  );
}

/**
 * The main ticker of each company by CIK. Our choice: the shortest ticker, because the tickers of
 * warrants, units and share classes have additional letters. Of tickers with the same length, the
 * first in the list is used. A ticker whose fifth letter is F is a foreign share that is traded
 * over the counter. It is used only if the company has no other ticker.
 */
export function tickersByCik(companies: readonly Named[]): ReadonlyMap<string, string> {
  const rank = (ticker: string) => ticker.length + (/^[A-Z]{4}F$/.test(ticker) ? 100 : 0);
  const tickers = new Map<string, string>();
  for (const company of companies) {
    const cik = bareCik(company.cik);
    const known = tickers.get(cik);
    if (cik !== '' && (known === undefined || rank(company.ticker) < rank(known))) {
      tickers.set(cik, company.ticker);
    }
  }
  return tickers;
}

/**
 * Our choice: minimum length of a name that is compared without its industry word, because shorter
 * names often match the wrong company.
 */
const MIN_CORE_LENGTH = 4;

function tickersNamed(index: SponsorIndex, words: readonly string[]) {
  return issuersNamed(index, words) ?? index.byTable.get(formOf(words));
}

function issuersNamed(index: SponsorIndex, words: readonly string[]) {
  const form = formOf(words);
  const core = form.length < MIN_CORE_LENGTH ? undefined : index.byCore.get(form);
  const own = index.byName.get(form);
  const known = new Set([...(own ?? index.byFormer.get(form) ?? []), ...(core ?? [])]);
  return known.size > 0 ? known : undefined;
}

function tickersOfCore(index: SponsorIndex, core: string) {
  if (core.length < MIN_CORE_LENGTH) return undefined;
  return issuersOfCore(index, core) ?? index.byTable.get(core);
}

function issuersOfCore(index: SponsorIndex, core: string) {
  return core.length < MIN_CORE_LENGTH ? undefined : index.byBareName.get(core);
}

function onlyOf(tickers: ReadonlySet<string> | undefined): string | undefined {
  return tickers?.size === 1 ? [...tickers][0] : undefined;
}

/** Maps the names in the table of large sponsors to the sponsors' current tickers. */
function tableNames(companies: readonly Named[], byCik: ReadonlyMap<string, string>): Tickers {
  const byTicker = new Map(companies.map((company) => [company.ticker, company]));
  const own = new Map(
    companies.map((company) => [
      formOf(wordsOf(company.name)),
      byCik.get(bareCik(company.cik)) ?? company.ticker,
    ]),
  );
  const byTable = new Map<string, Set<string>>();
  for (const sponsor of largeSponsors) {
    const ticker =
      'exchange' in sponsor ? foreignTicker(sponsor, own) : listedTicker(sponsor, byTicker, byCik);
    if (!ticker) continue;
    for (const name of sponsor.names) addTo(byTable, formOf(wordsOf(name)), ticker);
  }
  return byTable;
}

/**
 * The current ticker of a large sponsor. If its CIK has no ticker, the ticker in the table is used,
 * unless this ticker belongs to a company with a different CIK.
 */
function listedTicker(
  { ticker, cik = '' }: LargeSponsor,
  byTicker: ReadonlyMap<string, Named>,
  byCik: ReadonlyMap<string, string>,
): string | undefined {
  const company = byTicker.get(ticker);
  const isSponsor = company !== undefined && ['', cik].includes(bareCik(company.cik));
  return byCik.get(cik) ?? (isSponsor ? ticker : undefined);
}

function foreignTicker({ ticker, name }: ForeignSponsor, own: ReadonlyMap<string, string>): string {
  return own.get(formOf(wordsOf(name))) ?? ticker;
}

/**
 * Whether a company develops medicines but has no industry word in its name. A large sponsor always
 * counts as developing medicines. For other companies, the SIC code decides. If a company has no
 * SIC code, a word root in its name decides.
 */
function isBareName(words: readonly string[], company: Named): boolean {
  const { sic } = company;
  if (withoutTrade(words).length < words.length) return false;
  if (largeCiks.has(bareCik(company.cik))) return true;
  return sic ? isTradeCode(sic) : hasTradeRoot(formOf(words));
}

const largeCiks: ReadonlySet<string> = new Set(largeSponsors.flatMap(({ cik }) => cik ?? []));

function addTo(index: Map<string, Set<string>>, form: string, ticker: string): void {
  if (form === '') return;
  const known = index.get(form);
  if (known) known.add(ticker);
  else index.set(form, new Set([ticker]));
}
