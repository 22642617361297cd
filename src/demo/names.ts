import type { Random } from './random.ts';

// Parts of fictional names. No combination is the name of a listed company, a marketed drug, a fund
// or a firm. Tests compare the names with public lists.
const companyHeads = (
  'Ostre Velqu Zanthi Morvi Keldo Trisqua Ubrelli Yvantu Fenqui Halquo Jorvi Luxori Nyquo ' +
  'Pravu Quorvi Rhovi Sylqua Tovari Wexo Xandru Brivo Cazuri Drovi Eskvi Gavro Ivoru'
).split(' ');
const companyTails = 'dyne lix mond nova thera vance cept rion zyme gene'.split(' ');
const companySuffixes = (
  'Therapeutics, Inc.;Therapeutics, Inc.;Pharmaceuticals, Inc.;Biosciences, Inc.;Bio, Inc.;' +
  'Biopharma Corp.;Oncology, Inc.;Medicines, Inc.;Biologics Ltd.'
).split(';');
const drugStarts =
  'vor zel qua mir tux bel dra fos gan hul jov kre lum nol ort pri rav suv tam wex'.split(' ');
const drugMiddles =
  'ati ozo uli era ivo adu oqui emi anzo ulva ixi ore aqu ity ombi ezu ovra uxa idro'.split(' ');
const brandStarts = 'Zy Qu Ve Xo Ry Ku Jy Wu Oq Yv Uq Vy'.split(' ');
const brandEnds = 'qlo vexa zryn mquo xivo quva jent zuqi'.split(' ');
const givenNames =
  'Alderyn Brisa Corvin Delphra Ewaldo Fiorla Göran Hesper Ildikó Jorund Lysbet Nevena'.split(' ');
const familyNames = (
  'Abrelund Brantvik Corquist Draskovel Ellqvane Farnhollow Gristrom Hjelvang Iversholt ' +
  'Jaskulde Kvistmoor Lundrake Morvath Nørrevang Oszkavel Prindlow Quistgarde Rovsel'
).split(' ');

export const companyStems: readonly string[] = companyHeads.flatMap((head) =>
  companyTails.map((tail) => head + tail),
);

export const fundNames = (
  'Quorvane Capital;Brackenholt Partners;Selwyth Capital;Torvane Advisors;Umbrakeld Partners;' +
  'Veldrake Capital;Hollinmere Advisors;Ashquill Partners;Corvquist Asset Management;' +
  'Drayholt Asset Management;Elmsgarth Investments;Fennimarsh Investments'
).split(';');
export const analystFirms = (
  'Brexley Thorne;Calloway Pryde Securities;Dunmarrow & Finch;Eastvane Partners;' +
  'Fairquill Securities;Grantwick Leerholm;Hobbard Quayle;Larkholt Capital Markets;' +
  'Merriquist & Co.;Northgarth Research'
).split(';');

export function personName(random: Random): string {
  const nickname = random.chance(0.04) ? ' "Gus"' : '';
  return `${random.pick(givenNames)}${nickname} ${random.pick(familyNames)}`;
}

/**
 * Adds a legal suffix to a name stem. Some names contain an accent, quotes, an apostrophe or a
 * foreign suffix.
 */
export function companyName(stem: string, at: number, random: Random): string {
  if (at % 37 === 5) return `${stem.replace('o', 'ø').replace('e', 'é')} Biopharma A/S`;
  if (at % 41 === 8) return `${stem} "NextGen" Bio, Inc.`;
  if (at % 43 === 9) return `O'${stem} Therapeutics plc`;
  return `${stem} ${random.pick(companySuffixes)}`;
}

/**
 * Creates a drug name that no other drug has. The name is nonproprietary if `stems` contains the
 * suffixes of a drug class, such as `tinib` or `mab`. The name is a brand name if `stems` is
 * `brand`.
 */
export function drugName(stems: readonly string[] | 'brand', taken: Set<string>, random: Random) {
  const [starts, ends] = stems === 'brand' ? [brandStarts, brandEnds] : [drugStarts, stems];
  const draw = () => random.pick(starts) + random.pick(drugMiddles) + random.pick(ends);
  let name = draw();
  while (taken.has(name)) name = draw();
  taken.add(name);
  return name;
}
