import type { Random } from './random.ts';

/**
 * Invented names. The word parts were chosen so that no combination is the name of a listed
 * company, a marketed drug, a fund or a firm; the tests hold them against public lists.
 */
const companyHeads = (
  'Ostre Velqu Zanthi Morvi Keldo Trisqua Ubrelli Yvantu Fenqui Halquo Jorvi Luxori Nyquo ' +
  'Pravu Quorvi Rhovi Sylqua Tovari Wexo Xandru Brivo Cazuri Drovi Eskvi Gavro Ivoru'
).split(' ');
const companyTails = 'dyne lix mond nova thera vance cept rion zyme gene'.split(' ');
const companySuffixes = [
  'Therapeutics, Inc.',
  'Therapeutics, Inc.',
  'Pharmaceuticals, Inc.',
  'Biosciences, Inc.',
  'Bio, Inc.',
  'Biopharma Corp.',
  'Oncology, Inc.',
  'Genomics, Inc.',
  'Medicines, Inc.',
  'Biologics Ltd.',
];
const drugStarts =
  'vor zel qua mir tux bel dra fos gan hul jov kre lum nol ort pri rav suv tam wex'.split(' ');
const drugMiddles =
  'ati ozo uli era ivo adu oqui emi anzo ulva ixi ore aqu ity ombi ezu ovra uxa idro agli'.split(
    ' ',
  );
const brandStarts = 'Zy Qu Ve Xo Ry Ku Jy Wu Oq Yv Uq Vy'.split(' ');
const brandEndings = 'qlo vexa zryn mquo xivo quva jent zuqi'.split(' ');
const givenNames = (
  'Alderyn Brisa Corvin Delphra Ewaldo Fiorla Göran Hesper Ildikó Jorund Katrijn Lysbet ' +
  'Mirko Nevena Orsolya Pelagia Quillon Rasmine Søren Tamsine Ulvar Viorela Wystan Ximena ' +
  'Ysolt Zdenko'
).split(' ');
const familyNames = (
  'Abrelund Brantvik Corquist Draskovel Ellqvane Farnhollow Gristrom Hjelvang Iversholt ' +
  'Jaskulde Kvistmoor Lundrake Morvath Nørrevang Oszkavel Prindlow Quistgarde Rovsel ' +
  'Stennquist Thravane Uldermark Vanquoy Wexelby Yarrowick Zellhoven'
).split(' ');
const fundHeads = (
  'Quorvane Brackenholt Selwyth Torvane Umbrakeld Veldrake Hollinmere Ashquill Corvquist ' +
  'Drayholt Elmsgarth Fennimarsh Galdhope Harrowmint Inverquay Jessamund Kestrelby Lornmoor ' +
  'Marlquay Nethergill Oxquill Penhallen Ravensgarth Silverquoy Thistlemoor Ullswick ' +
  'Varnhope Wyrmholt Yarnquist Zephyrholt'
).split(' ');
const firmNames = (
  'Brexley Thorne;Calloway Pryde Securities;Dunmarrow & Finch;Eastvane Partners;' +
  'Fairquill Securities;Grantwick Leerholm;Hobbard Quayle;Kingsmere Vance;' +
  'Larkholt Capital Markets;Merriquist & Co.;Northgarth Research;Ospreyvale'
).split(';');

/** Every company name without its legal ending, in a fixed order. */
export const companyStems: readonly string[] = companyHeads.flatMap((head) =>
  companyTails.map((tail) => head + tail),
);

export const fundNames: readonly string[] = fundHeads.map(
  (head, at) => `${head} ${['Capital Partners LP', 'Asset Management LLC', 'Advisors'][at % 3]}`,
);

export const analystFirms: readonly string[] = firmNames;

/** A full name, now and then with a nickname in quotes. */
export function personName(random: Random): string {
  const nickname = random.chance(0.04) ? ' "Gus"' : '';
  return `${random.pick(givenNames)}${nickname} ${random.pick(familyNames)}`;
}

/** A stem with a legal ending, some with accents, quotes or a foreign form. */
export function companyName(stem: string, at: number, random: Random): string {
  if (at % 37 === 5) return `${stem.replace(/[aeo]/, accented)} Biopharma A/S`;
  if (at % 41 === 7) return `${stem} "NextGen" Bio, Inc.`;
  if (at % 43 === 9) return `O'${stem} Therapeutics plc`;
  if (at % 29 === 3) return `${stem} Pharma AG`;
  return `${stem} ${random.pick(companySuffixes)}`;
}

/** An invented nonproprietary name on the stem of its class (`-tinib`, `-mab`, `-siran` …). */
export function drugName(stems: readonly string[], taken: Set<string>, random: Random): string {
  for (;;) {
    const name = random.pick(drugStarts) + random.pick(drugMiddles) + random.pick(stems);
    if (!taken.has(name)) {
      taken.add(name);
      return name;
    }
  }
}

/** A brand name under which an approved drug is sold, of no other drug. */
export function brandName(taken: Set<string>, random: Random): string {
  for (;;) {
    const name = random.pick(brandStarts) + random.pick(drugMiddles) + random.pick(brandEndings);
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
}

function accented(letter: string): string {
  return { a: 'æ', e: 'é', o: 'ø' }[letter] ?? letter;
}
