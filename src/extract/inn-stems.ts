/**
 * Ends of international non-proprietary names: stems of the WHO list ("The use of stems in the
 * selection of INN", 2018 and addenda) and endings of names without one. None ends an ordinary word
 * of filings; the few exceptions stand in `ordinaryWords`.
 */
const stems = [
  // Antibodies, proteins, peptides
  'mab tug tamig kinra plasmin teplase ercept facept tacept cicept tide relin relix actide melagon',
  'fermin trogon tropin kefalin octocog nonacog eptacog udase ulfase fusp glipron glucagon',
  // Genes, cells, nucleic acids
  'rsen siran meran guran parvovec denovec repvec leucel temcel tucel racel[a-z]{0,2} [a-z]{7}gene',
  // Enzyme inhibitors
  '[a-z]{3}ib stat gliptin gliflozin glitazone',
  // Anti-infectives
  'vir bactam penem cillin floxacin dacin mycin cycline conazole nidazole fungin mulin zolid oxanide',
  // Nervous system
  'prazan triptan gepant pitant orexant rexton racetam gabalin trigine bamate axolone anolone giline',
  'capone phenidate stigmine piprazole peridone perone vanserin[a-z]{0,1} zapine tiapine oxetine faxine fadine',
  'mesine stinel nomeline clidine nazine prazine oxazine fetol lisant melteon dorphan caprant nicline',
  'kalner kalant tibant alpat setron ketamine morphine norphine azepam zolam',
  // Cancer and immune system
  'taxel tecan platin rubicin bulin tansine vedotin tesirine estrant lutamide oxifene sarm imod domide',
  'citabine ribine trexate limus milast filast lukast',
  // Heart, blood, metabolism
  'vastatin xaban gatran grelor vaptan sartan entan ciguat nafil dipine pivat copan lotor camten',
  'tirom branor delpar midis panor xibat prazole prost prostinil fibrate',
  // Lungs, hormones and others
  'ometerol aterol tropium nisone solone rolone sonide steride caftor rilant caleret calcet cerfont',
  'fentrine sotine quinone oxolone pectin orep pator ruvicin trospium amfetamine',
].flatMap((line) => line.split(' '));

/** A word that ends like a non-proprietary name, in small letters, with a capital or in capitals. */
export const innPattern = new RegExp(
  `\\b(?:[A-Za-z][a-z]{1,15}(?:${stems.join('|')})|[A-Z]{2,12}(?:${stems
    .filter((stem) => /^[a-z]{3,}$/.test(stem))
    .join('|')
    .toUpperCase()}))(?:-[a-z]{4})?(?![A-Za-z])`,
  'g',
);

/** Short names of cell and gene therapies: `obe-cel`, `nex-z`. */
export const shortCellName = /\b[A-Za-z][a-z]{2,5}-(?:cel|z)\b/g;

/** Ordinary words, substances of the body and tools that end like a name. */
export const ordinaryWords = new Set(
  'thermostat rheostat hemostat photostat peptide polypeptide neuropeptide lipopeptide glycopeptide dipeptide nucleotide oligonucleotide dinucleotide polynucleotide riptide pectin glucagon somatotropin gonadotropin corticotropin prolactin triumvir transcribe describe circumscribe prescribe subscribe antisense carib caribib ubiquinone neuroscience steroid concept intercept accept percept except'.split(
    ' ',
  ),
);
