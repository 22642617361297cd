import { bareCik } from './cik.ts';
import { hasTradeRoot, ownerOf, withoutBranch, withoutTrade, wordsOf } from './company-names.ts';
import { type ForeignSponsor, type LargeSponsor, largeSponsors } from './large-sponsors.ts';
import { isTradeCode } from './sic.ts';

/**
 * From the name of a sponsor, an applicant or a manufacturer to a ticker. A wrong ticker is worse
 * than none: names must be equal after the steps below, nothing is guessed from likeness, and a
 * name that fits two companies maps to none. Collaborators are not sponsors and do not come here.
 */

interface Named {
  readonly ticker: string;
  readonly name: string;
  /** Tickers of one CIK are share classes, warrants and units of one company. */
  readonly cik?: string | null | undefined;
  /** Former names and subsidiaries. */
  readonly aliases?: readonly string[] | null | undefined;
  /** Names that the company bore once; they count where no company bears them today. */
  readonly former_names?: readonly string[] | null | undefined;
  /** SIC code; a company of another trade is known by its whole name alone. */
  readonly sic?: string | null | undefined;
}

type Tickers = ReadonlyMap<string, ReadonlySet<string>>;

export interface SponsorIndex {
  /** The one ticker that stands for the company of a CIK (without leading zeros). */
  readonly byCik: ReadonlyMap<string, string>;
  /** Companies by their own names and given aliases. */
  readonly byName: Tickers;
  /** The same without the words that only say the trade (`Pharmaceuticals`). */
  readonly byCore: Tickers;
  /** Companies by the names that they bore once. */
  readonly byFormer: Tickers;
  /** Companies by the names of the table of large sponsors. */
  readonly byTable: Tickers;
  /** Developers whose own name has no word of the trade (`Uniqure N.V.`). */
  readonly byBareName: Tickers;
}

/** Indexes companies by every name under which a sponsor may know them. */
export function sponsorIndex(companies: readonly Named[]): SponsorIndex {
  const byCik = tickersByCik(companies);
  const byName = new Map<string, Set<string>>();
  const byCore = new Map<string, Set<string>>();
  const byFormer = new Map<string, Set<string>>();
  const byBareName = new Map<string, Set<string>>();
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
    }
    for (const name of company.former_names ?? []) addTo(byFormer, formOf(wordsOf(name)), ticker);
  }
  return { byCik, byName, byCore, byFormer, byTable: tableNames(companies, byCik), byBareName };
}

/**
 * The ticker of the company that a name stands for, or undefined.
 *
 * 1. `X, a Y Company` and `X, a subsidiary of Y` stand for Y, who owns X today.
 * 2. Names are compared without case, accents, spaces, punctuation, brackets and legal forms
 *    (`REGENERON PHARMACEUTICALS, INC.` = `Regeneron Pharmaceuticals`).
 * 3. A name without a word of the trade also fits the one company that bears it with such a word
 *    (`Regeneron`), unless another company fits as well, by its name of today or of once.
 * 4. Then come the names that companies bore once, then the table of large sponsors.
 * 5. What fits none is tried again without the country at its end (`Legend Biotech USA`), and last
 *    without its word of the trade, where a developer bears the rest as its whole name (`uniQure
 *    Biopharma`). `Target Therapeutics` is not `Target Corp`, and a name with another word of the
 *    trade is another company.
 */
export function tickerOf(index: SponsorIndex, sponsorName: string): string | undefined {
  const words = wordsOf(ownerOf(sponsorName));
  const parent = withoutBranch(words);
  const core = withoutTrade(parent);
  const found =
    tickersNamed(index, words) ??
    (parent === words ? undefined : tickersNamed(index, parent)) ??
    (core.length === parent.length ? undefined : tickersOfCore(index, formOf(core)));
  return soleOf(found);
}

/**
 * The ticker of the company that bears a name itself, or undefined: the issuer of a security, the
 * target of a deal. As `tickerOf`, but nobody is found by what it owns: neither by the table of
 * large sponsors, nor by a stated owner, nor by the name of a branch.
 */
export function bearerOf(index: SponsorIndex, name: string): string | undefined {
  const words = wordsOf(name);
  const core = withoutTrade(words);
  const found =
    bearersNamed(index, words) ??
    (core.length === words.length ? undefined : bearersOfCore(index, formOf(core)));
  return soleOf(found);
}

/**
 * Our choice: of a company's tickers the shortest stands for it, because letters are added for
 * warrants, units and classes; of equal ones the first listed. A fifth letter F marks a foreign
 * share traded over the counter and comes last, behind the company's ADR.
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

/** Our choice: shorter words fit too many companies once the word of the trade is gone. */
const MIN_CORE_LENGTH = 4;

function tickersNamed(index: SponsorIndex, words: readonly string[]) {
  return bearersNamed(index, words) ?? index.byTable.get(formOf(words));
}

function bearersNamed(index: SponsorIndex, words: readonly string[]) {
  const form = formOf(words);
  const core = form.length < MIN_CORE_LENGTH ? undefined : index.byCore.get(form);
  const own = index.byName.get(form);
  const known = new Set([...(own ?? index.byFormer.get(form) ?? []), ...(core ?? [])]);
  return known.size > 0 ? known : undefined;
}

function tickersOfCore(index: SponsorIndex, core: string) {
  if (core.length < MIN_CORE_LENGTH) return undefined;
  return bearersOfCore(index, core) ?? index.byTable.get(core);
}

function bearersOfCore(index: SponsorIndex, core: string) {
  return core.length < MIN_CORE_LENGTH ? undefined : index.byBareName.get(core);
}

/** A name that fits two companies maps to none. */
function soleOf(tickers: ReadonlySet<string> | undefined): string | undefined {
  return tickers?.size === 1 ? [...tickers][0] : undefined;
}

/** The names of the table by the tickers that their owners bear today; absent owners have none. */
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

/** A ticker is given to others: a company that states another CIK is not the sponsor. */
function listedTicker(
  { ticker, cik = '' }: LargeSponsor,
  byTicker: ReadonlyMap<string, Named>,
  byCik: ReadonlyMap<string, string>,
): string | undefined {
  const bearer = byTicker.get(ticker);
  const isOwn = bearer !== undefined && ['', cik].includes(bareCik(bearer.cik));
  return byCik.get(cik) ?? (isOwn ? ticker : undefined);
}

function foreignTicker({ ticker, name }: ForeignSponsor, own: ReadonlyMap<string, string>): string {
  return own.get(formOf(wordsOf(name))) ?? ticker;
}

/**
 * Whether a name is bare and its bearer develops medicines, as the table of large sponsors or its
 * SIC code says, or a root of the name where no code is known.
 */
function isBareName(words: readonly string[], company: Named): boolean {
  const { sic } = company;
  if (withoutTrade(words).length < words.length) return false;
  if (largeCiks.has(bareCik(company.cik))) return true;
  return sic ? isTradeCode(sic) : hasTradeRoot(formOf(words));
}

const largeCiks: ReadonlySet<string> = new Set(largeSponsors.flatMap(({ cik }) => cik ?? []));

function formOf(words: readonly string[]): string {
  return words.join('');
}

function addTo(index: Map<string, Set<string>>, form: string, ticker: string): void {
  if (form === '') return;
  const known = index.get(form);
  if (known) known.add(ticker);
  else index.set(form, new Set([ticker]));
}
