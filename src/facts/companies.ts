import * as z from 'zod';
import {
  date,
  flag,
  id,
  kind,
  name,
  number,
  optionalDate,
  parts,
  text,
  texts,
  ticker,
} from './kind.ts';

export const companyFacts = {
  companies: kind(
    'Companies that this server covers',
    () => ({
      ticker,
      name,
      cik: id,
      sector: text,
      industry: text,
      exchange: text,
      country: text,
      description: text,
      website: text,
      /** URL of the record's page, if it is not the company's page on EDGAR. */
      source_url: text,
      /**
       * Former names of the company and names of its subsidiaries. Trials or applications may be
       * registered under them.
       */
      aliases: texts,
      /** Former names of the company. A former name may now belong to another company. */
      former_names: texts,
      /** Former tickers of the company. A former ticker may now belong to another company. */
      former_tickers: texts,
      /** Standard Industrial Classification: `2834` is pharmaceutical preparations. */
      sic: text,
      sic_description: text,
      /** Month and day of the end of the fiscal year, `MM-DD`. */
      fiscal_year_end: text,
      /** Code of an American state, such as `DE`, or the name of another state or country. */
      state_of_incorporation: text,
      delisted_date: optionalDate,
    }),
    // Tickers are reassigned, so CIK and ticker together identify a listing.
    ['cik', 'ticker'],
    { knownLater: { delisted_date: ['delisted_date'] } },
  ),
  prices: kind(
    'Daily bars, adjusted for splits',
    () => ({
      ticker,
      date,
      open: number,
      high: number,
      low: number,
      close: z.number(),
      volume: number,
      /** Whether the closing price is as traded, without adjustment for later splits. */
      as_traded: flag,
    }),
    ['ticker', 'date'],
    { series: 'date', knownFrom: ['date'] },
  ),
  fails_to_deliver: kind(
    'Shares that sellers had not delivered as of a settlement day',
    () => ({
      ticker,
      date,
      shares: z.number(),
      /**
       * The price that the list states. It is the close of the previous trading day, not adjusted
       * for splits.
       */
      price: number,
    }),
    ['ticker', 'date'],
    { series: 'date', knownFrom: ['date'] },
  ),
  splits: kind(
    'Splits of shares',
    () => ({
      ticker,
      date,
      /**
       * A shareholder gets `numerator` new shares for `denominator` old shares. 1 for 10 is a
       * reverse split.
       */
      numerator: z.number().positive(),
      denominator: z.number().positive(),
    }),
    ['ticker', 'date'],
    { knownFrom: ['date'] },
  ),
  securities: kind(
    'CUSIPs and their tickers',
    () => ({
      cusip: name,
      ticker: ticker.nullish(),
      name: text,
      class_title: text,
      /** The last day on which a source listed the CUSIP with the ticker. */
      seen_date: date,
    }),
    ['cusip', 'ticker'],
    { version: 'seen_date' },
  ),
  depositary_ratios: kind(
    'Ordinary shares per traded depositary share, from the cover pages of filings',
    () => ({
      ticker,
      cik: id,
      /**
       * The day of the filing. If the source does not state it, it is the last day of the period
       * that the filing covers.
       */
      cover_date: date,
      /** The day of the filing. */
      filed: optionalDate,
      is_depositary: flag,
      /**
       * Number of ordinary shares per traded share. It is 1 if the ordinary shares are traded.
       * Absent if no ratio is stated.
       */
      shares_per_depositary: z.number().positive().nullish(),
      form: text,
      source_url: text,
    }),
    ['ticker', 'cover_date'],
    { knownFrom: ['filed', 'cover_date'] },
  ),
  short_interest: kind(
    'Short interest and float',
    () => ({
      ticker,
      settlement_date: date,
      /**
       * The day of publication. If the source does not state this day, it is computed from the
       * settlement date.
       */
      published_date: optionalDate,
      short_shares: number,
      /** Number of shares sold short on the previous settlement date. */
      previous_short_shares: number,
      float_shares: number,
      average_daily_volume: number,
      days_to_cover: number,
    }),
    ['ticker', 'settlement_date'],
    { knownFrom: ['published_date', 'settlement_date'] },
  ),
  share_counts: kind(
    'Share counts, floats and ADR flags from data vendors',
    () => ({
      ticker,
      date,
      float_shares: number,
      shares_outstanding: number,
      /** Whether the traded share is a depositary receipt. */
      is_depositary: flag,
      source_url: text,
    }),
    ['ticker', 'date'],
    { knownFrom: ['date'] },
  ),
  listings: kind(
    'Market values and IPO years from the newest stock list of an exchange',
    () => ({
      ticker,
      /** The trading day of the list. */
      date,
      market_cap_usd: number,
      ipo_year: number,
    }),
    ['ticker'],
    { version: 'date', knownFrom: ['date'] },
  ),
  dividends: kind(
    'Dividends per share, not adjusted for splits',
    () => ({ ticker, ex_date: date, amount_usd: z.number().nonnegative() }),
    ['ticker', 'ex_date'],
    { knownFrom: ['ex_date'] },
  ),
  option_chains: kind(
    'Option chain snapshots, one per ticker and day',
    () => ({
      ticker,
      date,
      snapshot_at: text,
      underlying_price_usd: number,
      contracts: z
        .array(
          z.looseObject({
            option_symbol: name,
            type: z.enum(['call', 'put']),
            strike: z.number(),
            expiry: date,
            bid: number,
            ask: number,
            last: number,
            volume: number,
            open_interest: number,
          }),
        )
        .max(20_000),
      source_url: text,
    }),
    ['ticker', 'date'],
    { version: 'snapshot_at', knownFrom: ['date'] },
  ),
  analyst_ratings: kind(
    'Analyst ratings and price targets',
    () => ({
      ticker,
      date,
      firm: name,
      analyst: text,
      rating: text,
      previous_rating: text,
      action: text,
      price_target_usd: number,
      previous_price_target_usd: number,
      source_url: text,
    }),
    ['ticker', 'date', 'firm'],
    { knownFrom: ['date'] },
  ),
  price_target_consensus: kind(
    'Consensus price targets from data vendors',
    () => ({
      ticker,
      date,
      target_high_usd: number,
      target_low_usd: number,
      target_mean_usd: number,
      target_median_usd: number,
    }),
    ['ticker', 'date'],
    { knownFrom: ['date'] },
  ),
  news: kind(
    'News headlines, and texts from imports and syncs',
    () => ({
      id: name,
      title: name,
      /** Tickers in the feed. They may belong to companies other than the issuer. */
      tickers: texts,
      /** The company that issued the release, as named in the feed or in the text. */
      issuer_name: text,
      /** Drugs that statements in the text name. */
      drugs: texts,
      /**
       * Type of the document, such as `8-K` or `press release`. Null for a headline from a feed.
       */
      form: text,
      source: text,
      source_url: text,
      /**
       * The teaser of a headline from a feed, or the body of any other text. At most 60,000
       * characters.
       */
      summary: text,
      category: text,
      is_major: flag,
      published_at: text,
      /**
       * The date of the earliest FDA list of published letters that includes this text. Only
       * complete response letters have it.
       */
      first_listed: optionalDate,
    }),
    ['id'],
    { knownFrom: ['first_listed', 'published_at'], earliest: 'first_listed' },
  ),
  treasury_rates: kind(
    'Treasury bill rates',
    () => ({
      date,
      /** Yield of the 13-week bill, percent per year. */
      rate_pct: z.number(),
      /** The bills of the day by term: yield and bank discount rate, percent per year. */
      bills: parts({ weeks: z.number(), yield_pct: number, discount_pct: number }),
    }),
    ['date'],
    { knownFrom: ['date'] },
  ),
} as const;
