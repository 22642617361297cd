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
}

type Tickers = ReadonlyMap<string, ReadonlySet<string>>;

export interface SponsorIndex {
  /** The one ticker that stands for the company of a CIK (without leading zeros). */
  readonly byCik: ReadonlyMap<string, string>;
  /** Companies by their own names and given aliases. */
  readonly byName: Tickers;
  /** The same without the words that only say the trade (`Pharmaceuticals`). */
  readonly byCore: Tickers;
  /** Companies by the names of `wellKnownNames`, which count only where no other name does. */
  readonly byWellKnown: Tickers;
}

/** Indexes companies by every name under which a sponsor may know them. */
export function sponsorIndex(companies: readonly Named[]): SponsorIndex {
  const byCik = tickersByCik(companies);
  const byName = new Map<string, Set<string>>();
  const byCore = new Map<string, Set<string>>();
  const byWellKnown = new Map<string, Set<string>>();
  for (const company of companies) {
    const ticker = byCik.get(cikOf(company)) ?? company.ticker;
    for (const name of [company.name, ...(company.aliases ?? [])]) {
      addTo(byName, keyOf(name), ticker);
      addTo(byCore, coreOf(keyOf(name)), ticker);
    }
    for (const name of wellKnownNames[company.ticker] ?? []) {
      addTo(byWellKnown, keyOf(name), ticker);
    }
  }
  return { byCik, byName, byCore, byWellKnown };
}

/**
 * The ticker of the company that a name stands for, or undefined.
 *
 * 1. `X, a Y Company` and `X, a subsidiary of Y` stand for Y, who owns X today.
 * 2. Names are compared without case, accents, punctuation, brackets and legal forms
 *    (`REGENERON PHARMACEUTICALS, INC.` = `Regeneron Pharmaceuticals`).
 * 3. A name without a word of the trade also fits the one company that bears it with such a word
 *    (`Regeneron`), unless another company fits as well. A sponsor's own word of the trade is never
 *    dropped: `Target Therapeutics` is not `Target Corp`.
 * 4. Last come the well-known subsidiaries of large companies.
 */
export function tickerOf(index: SponsorIndex, sponsorName: string): string | undefined {
  const key = keyOf(ownerOf(sponsorName.slice(0, LONGEST_NAME)));
  if (key === '') return undefined;
  const named = new Set(index.byName.get(key));
  if (key.length >= SHORTEST_CORE) {
    for (const ticker of index.byCore.get(key) ?? []) named.add(ticker);
  }
  const found = named.size > 0 ? named : index.byWellKnown.get(key);
  return found?.size === 1 ? [...found][0] : undefined;
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
    const cik = cikOf(company);
    const known = tickers.get(cik);
    if (cik !== '' && (known === undefined || rank(company.ticker) < rank(known))) {
      tickers.set(cik, company.ticker);
    }
  }
  return tickers;
}

function cikOf({ cik }: Named): string {
  return (cik ?? '').replace(/^0+/, '');
}

/** Characters of a name that are read. */
const LONGEST_NAME = 300;
/** Our choice: shorter words fit too many companies once the word of the trade is gone. */
const SHORTEST_CORE = 4;

function addTo(index: Map<string, Set<string>>, key: string, ticker: string): void {
  if (key === '') return;
  const known = index.get(key);
  if (known) known.add(ticker);
  else index.set(key, new Set([ticker]));
}

function ownerOf(name: string): string {
  const owner =
    /,?\s+(?:an?|the)\s+(?:(?:wholly|majority)[- ]owned\s+)?(?:subsidiary|member|division|affiliate|part)\s+of\s+(?:the\s+)?(.+)$/i.exec(
      name,
    ) ?? /,\s+an?\s+(.+?)\s+company$/i.exec(name);
  return owner?.[1] ?? name;
}

/** The form in which names are compared: words in lower case without their legal form. */
function keyOf(name: string): string {
  const words = name
    .slice(0, LONGEST_NAME)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\([^)]*\)/g, ' ')
    .replace(/\s*[/\\]\s*[a-z]{2,4}\s*[/\\]?\s*$/, ' ')
    .replace(/\ba\/s\b/, ' ')
    .replace(/[.'’`]/g, '')
    .replace(/[&+]/g, ' and ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => abbreviations.get(word) ?? word);
  while (words.length > 1 && legalForms.has(words.at(-1) ?? '')) words.pop();
  if (words.length > 1 && words[0] === 'the') words.shift();
  return words.join(' ');
}

/** A key without the words at its end that only say the trade. */
function coreOf(key: string): string {
  const words = key.split(' ');
  while (words.length > 1 && tradeWords.has(words.at(-1) ?? '')) words.pop();
  return words.join(' ');
}

/**
 * Legal forms, the `and` that is left of `& Co`, and the holding that is listed in place of its
 * company. KGaA is kept on purpose: it is all that tells Merck KGaA from Merck & Co.
 */
const legalForms: ReadonlySet<string> = new Set(
  `inc incorporated corp corporation co company and ltd limited llc lp llp plc gmbh ag sa se nv bv
   ab as asa oy oyj kk spa srl sas sarl aps pty pte public holdings holding`.split(/\s+/),
);

const tradeWords: ReadonlySet<string> = new Set(
  `pharmaceuticals pharma biopharma biopharmaceuticals therapeutics biotherapeutics biosciences
   bioscience sciences biotech biotechnology biotechnologies biologics biologicals biomedical
   oncology medicines laboratories group`.split(/\s+/),
);

/** Abbreviations of Drugs@FDA, and singulars that the same company also uses. */
const abbreviations: ReadonlyMap<string, string> = new Map([
  ['pharm', 'pharmaceuticals'],
  ['pharms', 'pharmaceuticals'],
  ['pharmaceutical', 'pharmaceuticals'],
  ['biopharm', 'biopharma'],
  ['therap', 'therapeutics'],
  ['theraps', 'therapeutics'],
  ['biosci', 'biosciences'],
  ['lab', 'laboratories'],
  ['labs', 'laboratories'],
  ['medicine', 'medicines'],
  ['intl', 'international'],
]);

/**
 * Names of subsidiaries and acquired companies that sponsor trials or hold applications of their
 * own, by the ticker of the present owner, as the owners' annual reports list them.
 */
const wellKnownNames: Readonly<Record<string, readonly string[]>> = {
  ABBV: ['AbbVie Bahamas', 'Allergan', 'Pharmacyclics', 'ImmunoGen', 'Cerevel Therapeutics'],
  AMGN: ['Horizon Therapeutics', 'ChemoCentryx', 'Immunex', 'Onyx Pharmaceuticals'],
  AZN: ['AstraZeneca Pharmaceuticals', 'MedImmune', 'Alexion Pharmaceuticals', 'Acerta Pharma'],
  BIIB: ['Reata Pharmaceuticals', 'Biogen MA'],
  BMY: ['Celgene', 'Juno Therapeutics', 'Karuna Therapeutics', 'Mirati Therapeutics', 'MyoKardia'],
  GILD: ['Kite Pharma', 'Immunomedics', 'CymaBay Therapeutics'],
  GSK: ['GlaxoSmithKline', 'ViiV Healthcare', 'Tesaro', 'Sierra Oncology'],
  JNJ: ['Janssen Research & Development', 'Janssen Biotech', 'Janssen Pharmaceuticals', 'Actelion'],
  LLY: ['Loxo Oncology', 'ImClone', 'Prevail Therapeutics', 'Dermira'],
  MRK: ['Merck Sharp & Dohme', 'Prometheus Biosciences', 'Acceleron Pharma', 'Cubist'],
  NVO: ['Dicerna Pharmaceuticals'],
  NVS: ['Novartis Pharmaceuticals', 'Novartis Gene Therapies', 'AveXis', 'Chinook Therapeutics'],
  PFE: ['Seagen', 'Wyeth', 'Hospira', 'Arena Pharmaceuticals', 'Array BioPharma'],
  RHHBY: ['Genentech', 'Hoffmann-La Roche', 'F. Hoffmann-La Roche', 'Spark Therapeutics'],
  SNY: ['Genzyme', 'Sanofi-Aventis', 'Sanofi Pasteur', 'Bioverativ', 'Principia Biopharma'],
  TAK: ['Millennium Pharmaceuticals', 'Shire', 'Takeda Development Center Americas', 'Baxalta'],
};
