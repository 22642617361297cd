import type { Fact } from '../facts/fact-kinds.ts';
import type { Day } from './days.ts';
import { hash, normalOf, type Random } from './random.ts';

export type Position = Fact<'fund_filings'>['positions'][number];

interface Issuer {
  readonly name: string;
  readonly cusip: string;
  readonly title_of_class: string;
  readonly price_usd: number;
}

/** What a generalist holds outside of the universe: nothing for a specialist. */
export interface OutsideBook {
  readonly wanted: number;
  /** US dollars that a position is opened with, about. */
  readonly stake_usd: number;
  readonly shares: Map<Issuer, number>;
}

const heads = (
  'NORDQUELL QUELLMARK TRAMONVALE OSTERQUIST HALVERQUOR PELLISTROVA GRANDOVANE TAMMERQUAY ' +
  'LIRENDAYLE CASQUERRA MERROWYCK STRANDQUELL'
).split(' ');
const endings = (
  'INDUSTRIAL CO;SOFTWARE INC;RAIL CORP;BANCORP;ENERGY CORP;FOODS INC;SEMICONDUCTOR CORP;' +
  'RETAIL GROUP INC'
).split(';');
const classes = ['COM', 'COM', 'COM NEW', 'CL A', 'SHS'];

const issuers: readonly Issuer[] = heads.flatMap((head) =>
  endings.map((ending) => {
    const name = `${head} ${ending}`;
    const bits = hash(name);
    const title_of_class = classes[bits % classes.length]!;
    return { name, cusip: cusipOf(name), title_of_class, price_usd: 15 + (bits % 401) };
  }),
);

/** An invented identifier of nine characters. */
export function cusipOf(name: string, issue = '10'): string {
  const number = hash(name);
  const issuer = number.toString(36).toUpperCase().padStart(5, '0').slice(-5);
  return `9${issuer}${issue}${number % 10}`;
}

/** A book that `tradeOutside` has yet to fill. */
export function outsideBook(size_usd: number, random: Random): OutsideBook {
  const wanted = size_usd > 0 ? random.integer(26, 44) : 0;
  return { wanted, stake_usd: size_usd / wanted, shares: new Map() };
}

/** Some positions grow, shrink or go; others are opened in their place. */
export function tradeOutside({ shares, wanted, stake_usd }: OutsideBook, random: Random): void {
  for (const [issuer, count] of shares) {
    const roll = random.unit();
    if (roll < 0.05) shares.delete(issuer);
    else if (roll < 0.25) shares.set(issuer, Math.round(count * random.between(0.6, 0.95)));
    else if (roll > 0.75) shares.set(issuer, Math.round(count * random.between(1.05, 1.45)));
  }
  while (shares.size < wanted) {
    const issuer = random.pick(issuers);
    const value = stake_usd * random.between(0.4, 1.8);
    if (!shares.has(issuer)) shares.set(issuer, Math.round(value / issuer.price_usd));
  }
}

/** The positions of a book at a quarter's end, and a convertible bond. */
export function outsidePositions({ shares }: OutsideBook, end: Day): readonly Position[] {
  const positions: Position[] = [];
  for (const [issuer, count] of shares) {
    const { name, cusip, title_of_class } = issuer;
    const value = Math.round(count * priceOn(issuer, end));
    positions.push({ cusip, issuer: name, title_of_class, value, shares: count, share_type: 'SH' });
  }
  const [first] = shares.keys();
  return first === undefined ? positions : [...positions, bondOf(first.name, shares.size)];
}

function bondOf(issuer: string, millions: number): Position {
  return {
    cusip: cusipOf(issuer, 'AB'),
    issuer,
    title_of_class: 'NOTE 2.000% 6/1',
    value: millions * 970_000,
    shares: millions * 1_000_000,
    share_type: 'PRN',
  };
}

/** The same for every fund, about a tenth around the usual one. */
function priceOn({ price_usd }: Issuer, end: Day): number {
  const bits = Math.imul(price_usd * 65_599 + end, 0x45d9f3b) >>> 0;
  return price_usd * (1 + 0.1 * normalOf(bits));
}
