import { withoutAccents } from '../compare-text.ts';
import { anyOf } from '../patterns.ts';

/** Number of characters of a name that are read. The rest is ignored. */
const MAX_NAME_LENGTH = 300;

/**
 * Words of a name in lower case, without accents, punctuation, text in parentheses and legal forms.
 */
export function wordsOf(name: string): readonly string[] {
  const words = withoutAccents(name.slice(0, MAX_NAME_LENGTH))
    .replace(/\([^)]*\)/g, ' ')
    .replace(/\s*[/\\]\s*[a-z]{2,4}\s*[/\\]?\s*$/, ' ')
    .replace(/\ba\/s\b/, ' as ')
    .replace(/[.'’`]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && word !== 'and')
    .map((word) => abbreviations.get(word) ?? word);
  const withoutForm = withoutEnd(joinedInitials(words), legalForms);
  return withoutForm.length > 1 && withoutForm[0] === 'the' ? withoutForm.slice(1) : withoutForm;
}

/** Removes industry words (`Pharmaceuticals`) from the end of a name. */
export function withoutTrade(words: readonly string[]): readonly string[] {
  return withoutEnd(words, tradeWords);
}

export function isTradeWord(word: string): boolean {
  return tradeWords.has(word);
}

/**
 * Whether a text is a legal form, such as `Inc.`, `plc` or `N.V.`. Our choice: a foreign form of up
 * to three letters is recognized only with a period, because it may otherwise be a ticker (`SE`,
 * `ASA`).
 */
export function isLegalForm(text: string): boolean {
  const form = text.toLowerCase().replace(/[^\p{L}]/gu, '');
  if (!legalForms.has(form)) return false;
  return text.includes('.') || form.length > 3 || /^(inc|ltd|llc|plc)$/.test(form);
}

/**
 * Removes countries and functions at the end of a subsidiary's name (`Nova USA`, `Nova
 * Manufacturing GmbH Ireland`).
 */
export function withoutBranch(words: readonly string[]): readonly string[] {
  const text = words.join(' ').replace(branches, '');
  const kept = text.split(' ');
  return kept.length === words.length ? words : withoutEnd(kept, legalForms);
}

/**
 * The owner that a name states (`X, a Y Company`, `X, a subsidiary of Y`). If the name states no
 * owner, the name itself is returned.
 */
export function ownerOf(name: string): string {
  const start = name.slice(0, MAX_NAME_LENGTH);
  const owner =
    /,?\s+(?:an?|the)\s+(?:(?:wholly|majority)[- ]owned\s+)?(?:subsidiary|member|division|affiliate|part)\s+of\s+(?:the\s+)?(.+)$/i.exec(
      start,
    ) ?? /,\s+an?\s+(.+?)\s+company$/i.exec(start);
  return owner?.[1] ?? start;
}

/**
 * Whether a name ends with a word that is typical of drug developers, such as `Pharmaceuticals` or
 * `Therapeutics`.
 */
export function isDrugDeveloperName(name: string): boolean {
  return /pharma(?:ceuticals|ceutics)?$|(?:therap(?:eutics|ies)|biologics|medicines|oncology|vaccines|biosciences?|biotech(?:nology|nologies)?|\bbio)$/.test(
    wordsOf(name).join(' '),
  );
}

/** Whether a name contains a word root that is typical of drug developers (`Immunovant`). */
export function hasTradeRoot(form: string): boolean {
  return tradeRoots.test(form);
}

function withoutEnd(words: readonly string[], ends: ReadonlySet<string>): readonly string[] {
  let length = words.length;
  while (length > 1 && ends.has(words[length - 1]!)) length -= 1;
  return words.slice(0, length);
}

/** Joins single letters at the end of a name: `A S`, `N V`, `S p A`. */
function joinedInitials(words: readonly string[]): readonly string[] {
  let first = words.length;
  while (first > 1 && words[first - 1]!.length === 1) first -= 1;
  return words.length - first < 2 ? words : [...words.slice(0, first), words.slice(first).join('')];
}

/**
 * Legal forms, and words for a listed holding company. `KGaA` is not in the list, because it
 * distinguishes Merck KGaA from Merck & Co.
 */
const legalForms: ReadonlySet<string> = new Set(
  `inc incorporated corp corporation co company companies ltd limited llc lp llp plc gmbh mbh ag sa se nv bv
   bvba ab as asa oy oyj kk spa srl sas sarl aps pty pte dac ulc ltda sl public holdings holding`.split(
    /\s+/,
  ),
);

/**
 * Industry words of drug developers. They do not identify a company. Our choice: words that are as
 * common in other industries (`health`, `medical`, `diagnostics`) are not included.
 */
const tradeWords: ReadonlySet<string> = new Set(
  `pharmaceuticals pharma biopharma biopharmaceuticals immunopharma pharmaceutics therapeutics
   biotherapeutics immunotherapeutics therapies theranostics biosciences bioscience sciences science
   lifesciences neuroscience neurosciences bio biotech biotechnology biotechnologies biologics
   biologicals biomed biomedical biomedicines genomics genetics vaccines oncology medicines
   laboratories group`.split(/\s+/),
);

/** Countries, regions and functions at the end of a subsidiary's name. */
const branchWords = anyOf(
  '',
  /usa|us|america|americas|na|north america|united states|canada|mexico|brazil|argentina/,
  /europe|eu|uk|united kingdom|ireland|deutschland|germany|france|italy|italia|spain|espana/,
  /portugal|switzerland|austria|netherlands|belgium|luxembourg|malta|sweden|denmark|norway/,
  /finland|iceland|poland|hungary|greece|israel|turkey|india|japan|china|korea|taiwan/,
  /singapore|hong kong|thailand|malaysia|asia pacific|australia|new zealand|south africa/,
  /puerto rico|bermuda|international|global|manufacturing|operations|management|services/,
  /research|development|rd|innovation/,
).source;
const branches = new RegExp(`(?: (?:${branchWords}))+$`);

/** Our choice: word roots in names of drug developers that other industries do not use. */
const tradeRoots =
  /immun|onco|cyt[eo]?|thera|vax|vacc|pharm|(?:cure|qure)$|zyme|pept|derm|virus|cardi|ophth|nephr|neuro|^bio|bio$|genix$|genics$|genomic|mab$/;

/** Maps abbreviations and singular forms in Drugs@FDA to the full words. */
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

/** Joins words, because registers write the same company as `Bio Nova` and as `BioNova`. */
export function formOf(words: readonly string[]): string {
  return words.join('');
}
