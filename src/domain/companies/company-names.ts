/**
 * The forms in which names of companies are compared. A form is text without spaces: registers
 * write `Bio Nova` and `BioNova`, `A/S` and `A S`, of one company.
 */

/** Characters of a name that are read. */
const MAX_NAME_LENGTH = 300;

/** A name as its words in lower case, without accents, punctuation, brackets and legal forms. */
export function wordsOf(name: string): readonly string[] {
  const words = name
    .slice(0, MAX_NAME_LENGTH)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[øæßł]/g, (letter) => letters.get(letter) ?? letter)
    .replace(/\([^)]*\)/g, ' ')
    .replace(/\s*[/\\]\s*[a-z]{2,4}\s*[/\\]?\s*$/, ' ')
    .replace(/\ba\/s\b/, ' as ')
    .replace(/[.'’`]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && word !== 'and')
    .map((word) => abbreviations.get(word) ?? word);
  const whole = withoutEnd(spelledTogether(words), legalForms);
  return whole.length > 1 && whole[0] === 'the' ? whole.slice(1) : whole;
}

/** The words without those at their end that only say the trade (`Pharmaceuticals`). */
export function withoutTrade(words: readonly string[]): readonly string[] {
  return withoutEnd(words, tradeWords);
}

/** Whether a word only says the trade. */
export function isTradeWord(word: string): boolean {
  return tradeWords.has(word);
}

/**
 * Whether a text is a legal form that may stand behind a comma: `Inc.`, `plc`, `N.V.`. Our choice:
 * a short one without a point is none but in English, for it may be a ticker (`SE`, `ASA`).
 */
export function isLegalForm(text: string): boolean {
  const form = text.toLowerCase().replace(/[^\p{L}]/gu, '');
  if (!legalForms.has(form)) return false;
  return text.includes('.') || form.length > 3 || /^(inc|ltd|llc|plc)$/.test(form);
}

/**
 * The words without countries and tasks at their end, by which a company names its subsidiaries
 * (`Nova USA`, `Nova Manufacturing GmbH Ireland`).
 */
export function withoutBranch(words: readonly string[]): readonly string[] {
  const text = words.join(' ').replace(branches, '');
  const kept = text.split(' ');
  return kept.length === words.length ? words : withoutEnd(kept, legalForms);
}

/** The owner where a name states it: `X, a Y Company`, `X, a subsidiary of Y`. */
export function ownerOf(name: string): string {
  const cut = name.slice(0, MAX_NAME_LENGTH);
  const owner =
    /,?\s+(?:an?|the)\s+(?:(?:wholly|majority)[- ]owned\s+)?(?:subsidiary|member|division|affiliate|part)\s+of\s+(?:the\s+)?(.+)$/i.exec(
      cut,
    ) ?? /,\s+an?\s+(.+?)\s+company$/i.exec(cut);
  return owner?.[1] ?? cut;
}

/** Whether a word says by its own root that its bearer works on medicines (`Immunovant`). */
export function hasTradeRoot(form: string): boolean {
  return tradeRoots.test(form);
}

function withoutEnd(words: readonly string[], ends: ReadonlySet<string>): readonly string[] {
  let length = words.length;
  while (length > 1 && ends.has(words[length - 1]!)) length -= 1;
  return words.slice(0, length);
}

/** Single letters at the end belong together: `A S`, `N V`, `S p A`. */
function spelledTogether(words: readonly string[]): readonly string[] {
  let first = words.length;
  while (first > 1 && words[first - 1]!.length === 1) first -= 1;
  return words.length - first < 2 ? words : [...words.slice(0, first), words.slice(first).join('')];
}

/** Letters that have no accent to lose. */
const letters: ReadonlyMap<string, string> = new Map([
  ['ø', 'o'],
  ['æ', 'ae'],
  ['ß', 'ss'],
  ['ł', 'l'],
]);

/**
 * Legal forms, and the holding that is listed in place of its company. KGaA is kept on purpose: it
 * is all that tells Merck KGaA from Merck & Co.
 */
const legalForms: ReadonlySet<string> = new Set(
  `inc incorporated corp corporation co company companies ltd limited llc lp llp plc gmbh mbh ag sa se nv bv
   bvba ab as asa oy oyj kk spa srl sas sarl aps pty pte dac ulc ltda sl public holdings holding`.split(
    /\s+/,
  ),
);

/**
 * Words that say of a company that it works on medicines, and nothing of which one it is. Our choice:
 * none that other trades bear as often (`health`, `medical`, `diagnostics`), nor `life` without
 * `sciences`.
 */
const tradeWords: ReadonlySet<string> = new Set(
  `pharmaceuticals pharma biopharma biopharmaceuticals immunopharma pharmaceutics therapeutics
   biotherapeutics immunotherapeutics therapies theranostics biosciences bioscience sciences science
   lifesciences neuroscience neurosciences bio biotech biotechnology biotechnologies biologics
   biologicals biomed biomedical biomedicines genomics genetics vaccines oncology medicines
   laboratories group`.split(/\s+/),
);

/** Countries, regions and tasks that stand behind the name of a subsidiary. */
const branches =
  /(?: (?:usa|us|america|americas|na|north america|united states|canada|mexico|brazil|argentina|europe|eu|uk|united kingdom|ireland|deutschland|germany|france|italy|italia|spain|espana|portugal|switzerland|austria|netherlands|belgium|luxembourg|malta|sweden|denmark|norway|finland|iceland|poland|hungary|greece|israel|turkey|india|japan|china|korea|taiwan|singapore|hong kong|thailand|malaysia|asia pacific|australia|new zealand|south africa|puerto rico|bermuda|international|global|manufacturing|operations|management|services|research|development|rd|innovation))+$/;

/** Our choice: roots that names of developers are coined from and that other trades do not use. */
const tradeRoots =
  /immun|onco|cyt[eo]?|thera|vax|vacc|pharm|(?:cure|qure)$|zyme|pept|derm|virus|cardi|ophth|nephr|neuro|^bio|bio$|genix$|genics$|genomic|mab$/;

/** Abbreviations of Drugs@FDA, and singulars that the same company also uses. */
const abbreviations: ReadonlyMap<string, string> = new Map([
  ['pharm', 'pharmaceuticals'],
  ['pharms', 'pharmaceuticals'],
  ['pharmaceutical', 'pharmaceuticals'],
  ['biopharm', 'biopharma'],
  ['biopharms', 'biopharmaceuticals'],
  ['biopharmaceutical', 'biopharmaceuticals'],
  ['therap', 'therapeutics'],
  ['theraps', 'therapeutics'],
  ['therapeutic', 'therapeutics'],
  ['biosci', 'biosciences'],
  ['biotech', 'biotechnology'],
  ['lab', 'laboratories'],
  ['labs', 'laboratories'],
  ['laboratory', 'laboratories'],
  ['medicine', 'medicines'],
  ['hlthcare', 'healthcare'],
  ['medcl', 'medical'],
  ['intl', 'international'],
  ['dev', 'development'],
]);
