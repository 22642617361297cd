import { groupBy } from '../group-by.ts';
import { remembered } from '../remembered.ts';

export interface RegisteredConditions {
  readonly conditions?: readonly string[] | null | undefined;
  /** The conditions as one comma-separated text, used if `conditions` is absent. */
  readonly Condition?: string | null | undefined;
  readonly condition_mesh?: readonly { readonly term: string }[] | null | undefined;
}

/**
 * The indication of a trial: the first of its conditions that is a disease. Our choice: the other
 * conditions are not used, because they are usually subgroups of the first. A trial in healthy
 * volunteers has no indication.
 */
export function indicationOf(trial: RegisteredConditions): string | undefined {
  return conditionsOf(trial).find((one) => !HEALTHY.test(one) && indicationKey(one) !== '');
}

const HEALTHY =
  /\bhealth(?:y|ful)\b|\bvolunteers?\b|^(?:pharmacokinetics?|bioequivalence|bioavailability|drug[- ]drug interactions?|safety|immunogenicity)$/i;

export function conditionsOf({ conditions, Condition }: RegisteredConditions): readonly string[] {
  const list = conditions ?? (Condition ?? '').split(',');
  return list.map((one) => one.trim()).filter((one) => one !== '');
}

/**
 * A key that all spellings and stages of a disease share: `Solid Tumors, Adult`, `Advanced Solid
 * Tumor` and `Solid Tumor` have the same key. The order of the words does not matter.
 */
export function indicationKey(condition: string): string {
  const plain = condition
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(ASIDE, ' ')
    .replaceAll(/(?<=[\p{L}\p{N}])\+/gu, ' positive ')
    .replaceAll(/(?<=[\p{L}\p{N}])[-−](?=$|[/,;]|\s(?!(?:or|and|to)\b))/gu, ' negative ')
    .replaceAll(/['’]s\b/g, '')
    .replaceAll(/\bnon[- ]/g, 'non')
    .replaceAll('haem', 'hem')
    .replaceAll(/(?<!angi)oedem/g, 'edem')
    .replaceAll('tumour', 'tumor')
    .replaceAll('leukaem', 'leukem');
  const words = wordsIn(plain)
    .map((word) => SYNONYMS[word] ?? word)
    .flatMap((word) => word.split(' '))
    .map(singular)
    .filter((word) => word !== '' && !QUALIFIERS.has(word));
  return [...new Set(words)].sort().join(' ');
}

const TYPE = /\btype (?:\d|i{1,3}|iv)[a-c]?\b/i;

/** Matches text in parentheses or brackets. */
const ASIDE = /[([][^()[\]]*[)\]]/g;

function wordsIn(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/**
 * Maps the key of a condition to the key of its MeSH heading. The pairs come from trials with one
 * condition and one heading. Our choice: a condition that has different headings in different
 * trials is not mapped.
 *
 * @param keyOf `indicationKey`, or a version of it that caches its results
 */
export function headingsByCondition(
  trials: Iterable<RegisteredConditions>,
  keyOf = indicationKey,
): ReadonlyMap<string, string> {
  const byCondition = new Map<string, Set<string>>();
  for (const trial of trials) {
    const conditions = conditionsOf(trial);
    const headings = trial.condition_mesh ?? [];
    if (conditions.length !== 1 || headings.length !== 1) continue;
    const heading = keyOf(headings[0]!.term);
    if (heading === '' || BROAD.has(heading)) continue;
    const key = keyOf(conditions[0]!);
    byCondition.set(key, (byCondition.get(key) ?? new Set()).add(heading));
  }
  return new Map(
    [...byCondition].flatMap(([key, headings]) =>
      headings.size === 1 ? [[key, [...headings][0]!] as const] : [],
    ),
  );
}

/**
 * Whether two texts may name the same disease. This is the case if one text contains all words of
 * the other (`treatment of sickle cell disease`), or if a text is missing.
 */
export function isOfIndication(
  one: string | null | undefined,
  other: string | null | undefined,
): boolean {
  if (!one || !other) return true;
  const [mine, theirs] = [one.trim().toLowerCase(), other.trim().toLowerCase()];
  if (mine.includes(theirs) || theirs.includes(mine)) return true;
  return (
    coversIndication(indicationWords(one), other) || coversIndication(indicationWords(other), one)
  );
}

/** Returns the items with the given indication. */
export type IndicationIndex<One> = (indication: string) => ReadonlySet<One>;

/**
 * Indexes items by indication. Two indications are the same in these cases:
 * - They have the same key.
 * - One is a list that contains the other: `Obesity or Overweight` contains `Obesity`.
 * - One is a type of the other: `Spinal Muscular Atrophy Type 1` is a type of `Spinal Muscular
 *   Atrophy`.
 * Our choice: these are different indications: two types of a disease, two lists that share a
 * disease, and a disease and its group (`Lung Cancer`, `Cancer`).
 * @param keyOf `indicationKey`, or a version of it that maps conditions to headings
 */
export function indexByIndication<One extends { readonly indication: string }>(
  all: readonly One[],
  keyOf = indicationKey,
): IndicationIndex<One> {
  const wholeOf = remembered((indication) => keyOf(indication) || indication.trim().toLowerCase());
  const partsOf = remembered((indication) => partsIn(indication).map(wholeOf));
  const byWhole = groupBy(all, ({ indication }) => wholeOf(indication));
  const naming = all.flatMap((one) => partsOf(one.indication).map((part) => ({ part, one })));
  const byPart = groupBy(naming, ({ part }) => part);
  return (indication) => {
    const whole = wholeOf(indication);
    return new Set([
      ...[whole, ...partsOf(indication)].flatMap((key) => byWhole.get(key) ?? []),
      ...(byPart.get(whole) ?? []).map(({ one }) => one),
    ]);
  };
}

/**
 * The diseases in a list such as `Obesity or Overweight`. If the indication is a type of a disease,
 * such as `Spinal Muscular Atrophy Type 1`, the result contains the disease without its type. A
 * comma does not separate diseases (`Carcinoma, Renal Cell`). An "or" between words about the stage
 * does not separate diseases either (`advanced or metastatic`).
 */
function partsIn(indication: string): readonly string[] {
  const parts: string[] = [];
  for (const part of indication.replaceAll(ASIDE, ' ').split(/\s(?:and\/or|and|or)\s/i)) {
    const before = parts.at(-1);
    const joinsQualifiers =
      before !== undefined &&
      QUALIFIERS.has(wordsIn(before).at(-1) ?? '') &&
      QUALIFIERS.has(wordsIn(part)[0] ?? '');
    if (joinsQualifiers) parts[parts.length - 1] = `${before} ${part}`;
    else parts.push(part);
  }
  parts.push(indication.replace(TYPE, ' '));
  return parts.filter((part) => part !== indication && indicationKey(part) !== '');
}

/** The words of a text that identify a disease. */
export function indicationWords(text: string): ReadonlySet<string> {
  return new Set(indicationKey(text).split(' '));
}

/**
 * Whether a text includes all words of a condition.
 * @param words the words of the text, which is an indication or a drug label
 */
export function coversIndication(words: ReadonlySet<string>, condition: string): boolean {
  const needed = indicationKey(condition).split(' ');
  return needed[0] !== '' && needed.every((word) => words.has(word));
}

function singular(word: string): string {
  if (word.length < 5 || /(?:ss|us|is)$/.test(word)) return word;
  return word.replace(/ies$/, 'y').replace(/s$/, '');
}

const SYNONYMS: Readonly<Record<string, string>> = {
  nsclc: 'nonsmall cell lung cancer',
  sclc: 'small cell lung cancer',
  hcc: 'hepatocellular cancer',
  carcinoma: 'cancer',
  carcinomas: 'cancer',
  neoplasm: 'cancer',
  neoplasms: 'cancer',
  malignancy: 'cancer',
  malignancies: 'cancer',
  sma: 'spinal muscular atrophy',
  ckd: 'chronic kidney disease',
  copd: 'chronic obstructive pulmonary disease',
  t2dm: 'type 2 diabetes',
  t2d: 'type 2 diabetes',
  t1dm: 'type 1 diabetes',
  aml: 'acute myeloid leukemia',
  cll: 'chronic lymphocytic leukemia',
  mds: 'myelodysplastic syndrome',
  dlbcl: 'diffuse large b cell lymphoma',
  als: 'amyotrophic lateral sclerosis',
  ipf: 'idiopathic pulmonary fibrosis',
  nash: 'nonalcoholic steatohepatitis',
  mash: 'nonalcoholic steatohepatitis',
  pah: 'pulmonary arterial hypertension',
  rsv: 'respiratory syncytial virus',
  dmd: 'duchenne muscular dystrophy',
  fsgs: 'focal segmental glomerulosclerosis',
  gist: 'gastrointestinal stromal tumor',
  hae: 'hereditary angioedema',
  igan: 'iga nephropathy',
  nmibc: 'nonmuscle invasive bladder cancer',
  tnbc: 'triple negative breast cancer',
  ii: '2',
  i: '1',
  iii: '3',
  mellitus: '',
  rheumatic: 'rheumatoid',
};

/** Words about stage, line of therapy, age and severity, which do not identify a disease. */
const QUALIFIERS: ReadonlySet<string> = new Set(
  `a an and of the in with for to or by on adult child children pediatric paediatric adolescent
   advanced metastatic relapsed relapsing refractory recurrent unresectable resectable locally
   local stage iv moderate severe mild active newly diagnosed early late untreated treated
   previously mutation mutant progressive symptomatic patient subject male female human
   unspecified nos primary`.split(/\s+/),
);

/** MeSH headings that cover several diseases and therefore do not identify one. */
const BROAD: ReadonlySet<string> = new Set(
  `Syndrome; Disease; Infections; Carcinoma; Recurrence; Atrophy; Inflammation; Pain; Ulcer; Fibrosis;
   Lymphoma; Leukemia; Sarcoma; Hemorrhage; Wounds and Injuries; Virus Diseases;
   Communicable Diseases; Neoplasms; Genetic Diseases, Inborn; Rare Diseases; Anemia;
   Autoimmune Diseases; Cardiomyopathies; Cardiovascular Diseases; Eye Diseases; Heart Diseases;
   Hematologic Diseases; Hematologic Neoplasms; Kidney Diseases; Liver Diseases; Lung Diseases;
   Lung Neoplasms; Lymphoma, B-Cell; Lymphoma, Non-Hodgkin; Metabolic Diseases; Muscular Diseases;
   Neurodegenerative Diseases; Skin Diseases`
    .split(/;\s+/)
    .map(indicationKey),
);
