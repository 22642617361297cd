import type { Day } from './days.ts';
import { companyName, companyStems } from './names.ts';
import { randomOf, shuffled } from './random.ts';

export type Company = ReturnType<typeof companyOf>;

/**
 * For each company size: `cap_usd` and `price_usd` are the lowest market value and share price.
 * `burn` is the lowest monthly spending as a fraction of the market value. `volatility` is the
 * typical daily volatility.
 */
const sizes = {
  micro: { cap_usd: 3e7, price_usd: 1.2, burn: 0.008, volatility: 0.043 },
  small: { cap_usd: 2.5e8, price_usd: 4, burn: 0.006, volatility: 0.035 },
  mid: { cap_usd: 1.2e9, price_usd: 15, burn: 0.004, volatility: 0.027 },
  large: { cap_usd: 6e9, price_usd: 45, burn: 0.002, volatility: 0.019 },
} as const;

export interface Setting {
  readonly seed: number;
  readonly today: Day;
  /** Trading days with price bars, oldest first. The last trading day is before today. */
  readonly sessions: readonly Day[];
}

/**
 * Returns company names without legal suffixes. The names at the start of the list are used for
 * listed companies.
 */
export function stemsOf(seed: number): readonly string[] {
  return shuffled(companyStems, randomOf(seed, 'names'));
}

/**
 * Creates a company. The index `at` determines which irregularities of real data appear in the
 * company's records.
 */
export function companyOf({ seed, sessions }: Setting, at: number, stem: string, ticker: string) {
  const random = randomOf(seed, 'company', at);
  const share = (at * 0.618034) % 1;
  const size = share < 0.3 ? 'micro' : share < 0.68 ? 'small' : share < 0.9 ? 'mid' : 'large';
  const { volatility, ...least } = sizes[size];
  const price = least.price_usd * random.logarithmic(1, 6);
  const cap = least.cap_usd * random.logarithmic(1, 6);
  const burn = cap * least.burn * random.between(1, 2.5);
  const isYoung = at % 15 === 3;
  const delisted = at % 24 === 10 ? 'acquired' : at % 24 === 19 ? 'failed' : null;
  return {
    at,
    ticker,
    stem,
    name: companyName(stem, at, random),
    cik: String(9_000_000_000 + at * 7919 + 31),
    size,
    /** First day with a price. Some companies go public within the price history. */
    first: sessions[isYoung ? random.integer(120, sessions.length - 80) : 0]!,
    /**
     * Last day with a price. For a delisted company, it is the day of delisting. For any other
     * company, it is the newest trading day.
     */
    last: sessions.at(delisted ? -random.integer(60, 240) : -1)!,
    delisted,
    price_usd: price,
    shares: Math.round(cap / price / 1000) * 1000,
    monthly_burn_usd: burn,
    cash_usd: burn * random.between(9, 34),
    daily_volatility: volatility * random.between(0.8, 1.25),
    /** Month in which the fiscal year ends, 1–12. */
    yearEnd: at % 19 === 4 ? 6 : at % 31 === 8 ? 9 : 12,
    filer: at % 48 === 29 ? 'ifrs-full' : at % 24 === 20 ? 'none' : 'us-gaap',
    subsidiary: at % 9 === 2 ? `${stem} ${random.pick(['R&D GmbH', 'Ireland Ltd', 'KK'])}` : null,
    /**
     * Former name of the company, as stated in older trial registrations. Null if the company never
     * changed its name.
     */
    formerName: at % 20 === 7 ? `${stem}ica Pharmaceuticals, Inc.` : null,
    /**
     * True if no source lists the company's programs. The server then computes the programs from
     * the company's trials.
     */
    isUnlisted: at % 10 === 7,
    /**
     * True if records contain the company's ticker, but no list of companies contains the ticker.
     */
    isUnknown: at % 16 === 14,
    /** A stock split. `ratio` is the number of new shares for one old share. */
    split: { day: sessions.at(-250)!, ratio: at % 48 === 4 ? 0.1 : at % 48 === 23 ? 2 : 1 },
  } as const;
}

/**
 * Creates a ticker that no other company has: three letters of the name, then QZ. No exchange lists
 * such tickers.
 */
export function tickerOf(stem: string, taken: Set<string>): string {
  const [first, ...others] = stem.toUpperCase();
  const tickers = others.flatMap((second, at) =>
    others.slice(at + 1).map((third) => `${first}${second}${third}QZ`),
  );
  const ticker = tickers.find((one) => !taken.has(one))!;
  taken.add(ticker);
  return ticker;
}

/**
 * Converts a split-adjusted number of shares to the number on a given day. The numbers differ if
 * there was a split after that day.
 */
export function sharesThen({ split }: Company, day: Day, shares: number): number {
  return day < split.day ? Math.round(shares / split.ratio) : shares;
}

/** Converts a split-adjusted price to the price as stated in filings of the given day. */
export function priceThen({ split }: Company, day: Day, price: number): number {
  return day < split.day ? Math.round(price * split.ratio * 1e4) / 1e4 : price;
}
