/**
 * Endings of international nonproprietary names (INN). They are the stems of the WHO list ("The use
 * of stems in the selection of INN", 2018 and addenda) and other endings. Some ordinary words also
 * have these endings. `ordinaryWords` contains all such words that occur in filings.
 */
const stems = new Set(
  [
    // Endings for antibodies, proteins and peptides.
    'mab tug bart tamig kinra plasmin teplase ercept facept tacept cicept tide relin relix actide melagon',
    'fermin trogon tropin kefalin octocog nonacog eptacog udase ulfase fusp glipron glucagon',
    // Endings for genes, cells and nucleic acids.
    'rsen siran meran guran parvovec denovec repvec leucel temcel tucel racel gene',
    // Endings for enzyme inhibitors.
    'ib stat gliptin gliflozin glitazone',
    // Endings for anti-infectives.
    'vir bactam penem cillin floxacin dacin mycin cycline conazole nidazole fungin mulin zolid oxanide',
    // Endings for drugs of the nervous system.
    'prazan triptan gepant pitant orexant rexton racetam gabalin trigine bamate axolone anolone giline',
    'capone phenidate stigmine piprazole peridone perone vanserin vanserine zapine tiapine oxetine faxine fadine',
    'mesine stinel nomeline clidine nazine prazine oxazine fetol lisant melteon dorphan caprant nicline',
    'kalner kalant tibant alpat setron ketamine morphine norphine azepam zolam',
    // Endings for cancer drugs and drugs of the immune system.
    'taxel tecan platin rubicin bulin tansine vedotin tesirine estrant lutamide oxifene sarm imod domide',
    'citabine ribine trexate limus milast filast lukast',
    // Endings for drugs of the heart, blood and metabolism.
    'vastatin xaban gatran grelor vaptan sartan entan ciguat nafil dipine pivat copan lotor camten',
    'tirom branor delpar midis panor xibat prazole prost prostinil fibrate',
    'troban parin bendan olol',
    // Endings for lung drugs, hormone drugs and other drugs.
    'golix begron grastim poetin fenacin mustine pidem curium tadine',
    'ometerol aterol tropium nisone solone rolone sonide steride caftor rilant caleret calcet cerfont',
    'fentrine sotine quine quinone oxolone pectin orep pator ruvicin trospium amfetamine',
  ].flatMap((line) => line.split(' ')),
);
/**
 * Minimum letters of a name with one of these endings. Shorter words with the ending, such as
 * "crib" and "oncogene", are ordinary.
 */
const MIN_LETTERS: Readonly<Record<string, number>> = { ib: 7, gene: 11, vir: 6, stat: 8 };
const MIN_NAME = 6;
const MAX_NAME = 24;
const [SHORTEST, LONGEST] = [2, 10];

/** The last two letters of all stems. Checking them first excludes most words quickly. */
const lastTwo = new Set([...stems].map((stem) => stem.slice(-2)));
const inAnyCase = (letter: string) => `[${letter}${letter.toUpperCase()}]`;
const LAST_TWO = [...lastTwo].map((two) => inAnyCase(two[0]!) + inAnyCase(two[1]!));
/** Matches the position after the last two letters of a stem. */
export const ENDS_AS_STEM = `(?<=${LAST_TWO.join('|')})`;

/** Whether a word has the ending of a nonproprietary name and is not an ordinary word. */
export function isInn(word: string): boolean {
  const name = word.toLowerCase();
  if (name.length < MIN_NAME || name.length > MAX_NAME) return false;
  if (!lastTwo.has(name.slice(-2)) || ordinaryWords.has(name)) return false;
  for (let length = LONGEST; length >= SHORTEST; length -= 1) {
    const stem = name.slice(-length);
    if (stem.length < name.length && stems.has(stem)) {
      return name.length >= (MIN_LETTERS[stem] ?? length + 2);
    }
  }
  return false;
}

/** Matches short names of cell and gene therapies: `obe-cel`, `nex-z`. */
export const shortCellName = /\b[A-Za-z][a-z]{2,11}-(?:cel|z)\b/g;

/** Words that have the ending of a drug name but name something else. */
const ordinaryWords = new Set(
  (
    'thermostat rheostat hemostat photostat peptide nonpeptide polypeptide neuropeptide ' +
    'lipopeptide glycopeptide dipeptide nucleotide oligonucleotide dinucleotide polynucleotide ' +
    'riptide pectin glucagon somatotropin gonadotropin corticotropin prolactin triumvir ' +
    'transcribe describe circumscribe prescribe subscribe antisense carib caribib ubiquinone ' +
    'neuroscience steroid concept intercept accept percept except'
  ).split(' '),
);
