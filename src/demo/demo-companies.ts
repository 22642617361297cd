import type { Fact } from '../facts/fact-kinds.ts';
import { type Day, isoOf } from './days.ts';
import type { Company } from './model.ts';
import { companyName, companyStems } from './names.ts';
import { type Random, randomOf, shuffled } from './random.ts';

const companyCount = 200;

/** Indexes of the companies that bear a trap of real data. */
const acquiredAt = [58, 134];
const failedAt = [77, 190];
const withoutFilingsAt = [33, 160];
const ifrsAt = 101;
/** Splits: new shares for one old, by how many sessions ago. */
const splitsAt: ReadonlyMap<number, { readonly ago: number; readonly ratio: number }> = new Map([
  [52, { ago: 330, ratio: 0.1 }],
  [95, { ago: 210, ratio: 2 }],
]);

/** What a company's size class fixes; monthly burn in percent of the market value. */
const sizes = {
  micro: { cap_usd: [3e7, 2.5e8], price_usd: [1.2, 7], burn_pct: [0.8, 2.4], volatility: 0.043 },
  small: { cap_usd: [2.5e8, 1.2e9], price_usd: [4, 28], burn_pct: [0.6, 1.5], volatility: 0.035 },
  mid: { cap_usd: [1.2e9, 6e9], price_usd: [15, 80], burn_pct: [0.4, 0.8], volatility: 0.027 },
  large: { cap_usd: [6e9, 4e10], price_usd: [45, 240], burn_pct: [0.25, 0.45], volatility: 0.019 },
} as const;

/** The companies of the fictional universe; `sessions` are the days that the bars cover. */
export function companiesOf(seed: number, sessions: readonly Day[]): readonly Company[] {
  const taken = new Set<string>();
  return stemsOf(seed)
    .slice(0, companyCount)
    .map((stem, at) => company(at, stem, tickerOf(stem, taken), sessions, seed));
}

/** The names that are left over: companies that are not, or no longer, in the universe. */
export function outsideStems(seed: number): readonly string[] {
  return stemsOf(seed).slice(companyCount);
}

export function companyFact(seed: number, company: Company): Fact<'companies'> {
  const random = randomOf(seed, 'profile', company.at);
  const country = company.filer === 'ifrs-full' ? 'Denmark' : random.pick(countries);
  return {
    ticker: company.ticker,
    name: company.name,
    ...(company.filer === 'none' ? {} : { cik: company.cik }),
    sector: 'Healthcare',
    industry: company.size === 'large' ? 'Drug Manufacturers - General' : random.pick(industries),
    exchange: random.pick(['Nasdaq', 'Nasdaq', 'Nasdaq', 'NYSE', 'NYSE American']),
    country,
    ...(random.chance(0.05)
      ? {}
      : {
          description:
            `${company.name} is a fictional ${company.size}-cap biopharmaceutical company that ` +
            `discovers and develops medicines for patients with serious diseases. It exists in ` +
            'demonstration data only.',
        }),
    ...(random.chance(0.1) ? {} : { website: `https://${company.stem.toLowerCase()}.example` }),
    ...(company.subsidiary ? { aliases: [company.subsidiary, `${company.stem} Holdings`] } : {}),
    ...(company.formerName ? { former_names: [company.formerName] } : {}),
    ...(company.delisted ? { delisted_date: isoOf(company.last) } : {}),
  };
}

const countries = [
  ...Array<string>(12).fill('United States'),
  'United Kingdom',
  'Switzerland',
  'Israel',
  'Canada',
  'Netherlands',
];

const industries = [
  'Biotechnology',
  'Biotechnology',
  'Biotechnology',
  'Drug Manufacturers - Specialty & Generic',
];

function stemsOf(seed: number): readonly string[] {
  return shuffled(companyStems, randomOf(seed, 'names'));
}

function company(
  at: number,
  stem: string,
  ticker: string,
  sessions: readonly Day[],
  seed: number,
): Company {
  const random = randomOf(seed, 'company', at);
  const size = sizeOf(at);
  const { cap_usd, price_usd, burn_pct, volatility } = sizes[size];
  const price = logarithmic(price_usd[0], price_usd[1], random);
  const cap = logarithmic(cap_usd[0], cap_usd[1], random);
  const burn = (cap * random.between(burn_pct[0], burn_pct[1])) / 100;
  return {
    at,
    ticker,
    stem,
    name: companyName(stem, at, random),
    cik: String(9_000_000_000 + at * 7919 + 31),
    size,
    ...lifetime(at, sessions, random),
    price_usd: price,
    shares: Math.round(cap / price / 1000) * 1000,
    monthly_burn_usd: burn,
    cash_usd: burn * random.between(9, 34),
    daily_volatility: volatility * random.between(0.8, 1.25),
    optionable: size === 'mid' || size === 'large' || (size === 'small' && at % 7 < 2),
    yearEnd: at % 19 === 4 ? 6 : at % 31 === 8 ? 9 : 12,
    filer: at === ifrsAt ? 'ifrs-full' : withoutFilingsAt.includes(at) ? 'none' : 'us-gaap',
    formerName: at % 20 === 7 ? `${stem}ica Pharmaceuticals, Inc.` : null,
    unlisted: at % 10 === 7,
    split: splitOf(at, sessions),
    subsidiary: at % 9 === 2 ? `${stem} ${random.pick(['R&D GmbH', 'Ireland Ltd', 'KK'])}` : null,
  };
}

function splitOf(at: number, sessions: readonly Day[]): Company['split'] {
  const split = splitsAt.get(at);
  return split ? { day: sessions[sessions.length - split.ago]!, ratio: split.ratio } : null;
}

/** First and last day with a price; every fourteenth company went public within the three years. */
function lifetime(at: number, sessions: readonly Day[], random: Random) {
  const young = at % 14 === 6;
  const first = sessions[young ? random.integer(120, sessions.length - 80) : 0]!;
  const delisted = acquiredAt.includes(at) ? 'acquired' : failedAt.includes(at) ? 'failed' : null;
  const end = delisted ? random.integer(sessions.length - 300, sessions.length - 60) : 0;
  return { first, delisted, last: sessions[delisted ? end : sessions.length - 1]! } as const;
}

function sizeOf(at: number): Company['size'] {
  const share = (at * 0.618034) % 1;
  if (share < 0.3) return 'micro';
  if (share < 0.68) return 'small';
  return share < 0.92 ? 'mid' : 'large';
}

/** Three letters of the name in their order, then QZ: no exchange lists such tickers. */
function tickerOf(stem: string, taken: Set<string>): string {
  const letters = stem.toUpperCase();
  for (let second = 1; second < letters.length; second++) {
    for (let third = second + 1; third < letters.length; third++) {
      const ticker = `${letters[0]}${letters[second]}${letters[third]}QZ`;
      if (!taken.has(ticker)) {
        taken.add(ticker);
        return ticker;
      }
    }
  }
  throw new RangeError(`No ticker is left for ${stem}`);
}

function logarithmic(low: number, high: number, random: Random): number {
  return low * (high / low) ** random.unit();
}
