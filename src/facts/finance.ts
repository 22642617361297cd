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
import { statedIn } from './mentions.ts';

/** Maximum number of rows of a 13F filing. */
const MAX_POSITIONS = 100_000;

/** The fields that `fund_filings` and `holdings_reports` share. */
const filed13f = {
  accession: name,
  cik: name,
  fund_name: name,
  report_date: date,
  filing_date: date,
  /** Form type: `13F-HR`, `13F-HR/A`, or `13F-NT` if other managers report the filer's holdings. */
  form: text,
  /** Amendment type of a 13F filing: `RESTATEMENT` or `NEW HOLDINGS`. */
  amendment_type: text,
};

export const financialFacts = {
  financial_facts: kind(
    'Figures of SEC filings, by XBRL tag',
    () => ({
      ticker,
      cik: id,
      /** XBRL tag without the prefix of its taxonomy. */
      tag: name,
      /** XBRL taxonomy: `us-gaap`, `dei` or `ifrs-full`. */
      taxonomy: text,
      unit: name,
      /** First day of the period. Absent for a balance, which applies to one day. */
      start: optionalDate,
      end: date,
      value: z.number(),
      form: text,
      filed: date,
      accession: text,
    }),
    ['ticker', 'taxonomy', 'tag', 'unit', 'start', 'end', 'filed', 'accession'],
    { series: 'end', knownFrom: ['filed'] },
  ),
  offerings: kind(
    'Offerings and shelf filings',
    () => ({
      ticker,
      form_type: name,
      /**
       * Type of offering: `shelf`, `at_the_market`, `follow_on`, `registered_direct`, `resale`,
       * `pipe`, `warrants`, `initial_public_offering` or `convertible_notes`. Before its pricing,
       * an offering is `proposed`.
       */
      offering_type: text,
      is_atm: flag,
      filed_at: date,
      offering_amount_usd: number,
      amount_remaining_usd: number,
      price_usd: number,
      /** ISO code of the currency in which the terms are stated. */
      currency: text,
      /** Amount in `currency`. Set only if `currency` is not the US dollar. */
      offering_amount: number,
      /** Price per share in `currency`. Set only if `currency` is not the US dollar. */
      price: number,
      shares_offered: number,
      /** Number of pre-funded warrants, which are not part of `shares_offered`. */
      prefunded_warrants: number,
      /** Price of one pre-funded warrant in the currency of the offering. */
      prefunded_price: number,
      /** Number of shares that buyers can purchase with the other warrants. */
      warrants_offered: number,
      /** Exercise price of the other warrants in the currency of the offering. */
      warrant_exercise_price: number,
      /**
       * The last price before the offering, as stated in the prospectus. Not adjusted for later
       * splits.
       */
      last_price_usd: number,
      warrants_outstanding: number,
      /** Kinds of securities that the cover of a shelf filing lists. */
      securities: texts,
      closed_at: optionalDate,
      /**
       * Amount at the closing. It includes shares that the underwriters bought under their option.
       */
      closed_amount_usd: number,
      /** URL of the text that states the closing. */
      closed_url: text,
      accession: text,
      /**
       * Whether the text of the document is stored in `news`. The `id` of the news item is
       * `source_url`.
       */
      has_text: flag,
      ...statedIn,
    }),
    ['ticker', 'form_type', 'filed_at', 'accession'],
    {
      knownFrom: ['filed_at'],
      knownLater: {
        closed_at: ['closed_at'],
        closed_amount_usd: ['closed_at'],
        closed_url: ['closed_at'],
      },
    },
  ),
  filing_events: kind(
    'Events disclosed in filings: going-concern doubt, listing deficiency, reverse split',
    () => ({
      ticker,
      /**
       * Type of the event: `going_concern`, `going_concern_cleared`, `exchange_deficiency`,
       * `deficiency_cured`, `reverse_split`, `clinical_hold`, `hold_lifted`,
       * `application_submitted`, `application_accepted`, `application_withdrawn`,
       * `application_not_filed`, or one of these:
       * - `application_extended`: the review of an application is extended;
       * - `listing_notice`: only item 3.01 of an 8-K is known;
       * - `current_report`: the 8-Ks of a day, with their items in `detail`;
       * - `filing`: a report, or a form about a merger or a delisting.
       */
      event: name,
      /** The drug of a hold or an application. */
      drug_name: text,
      filed_at: date,
      /** The day on which a reverse split takes effect. */
      effective_date: optionalDate,
      /** Time at which the SEC accepted an 8-K with item 7.01 or 8.01, ISO 8601. */
      accepted_at: text,
      /** For an 8-K, the day of the event. For a report, the last day of its period. */
      report_date: optionalDate,
      form_type: text,
      detail: text,
      ...statedIn,
    }),
    ['ticker', 'event', 'filed_at'],
    { knownFrom: ['filed_at'] },
  ),
  insider_transactions: kind(
    'Insider transactions (Form 4)',
    () => ({
      ticker,
      /** CIK of the issuer. */
      cik: id,
      accession: name,
      line: z.number(),
      owner_name: text,
      owner_cik: id,
      officer_title: text,
      is_director: flag,
      is_officer: flag,
      is_ten_percent_owner: flag,
      transaction_code: text,
      transaction_date: text,
      filing_date: text,
      security_title: text,
      shares: number,
      price_usd: number,
      /**
       * Whether the security is an option, a warrant or another derivative. Its terms are in
       * `exercise_price_usd` and `expiration_date`.
       */
      is_derivative: flag,
      exercise_price_usd: number,
      expiration_date: text,
      /** Whether a footnote of the transaction names restricted stock units. */
      is_unit_grant: flag,
      acquired_disposed: text,
      shares_owned_after: number,
      is_10b5_1: flag,
      direct_indirect: text,
      /** How an indirect owner holds the shares, such as `By trust`. */
      ownership_nature: text,
      /** The footnotes of the transaction. */
      footnotes: text,
      is_amendment: flag,
      /** `5` for the annual Form 5. Absent for a Form 4. */
      form: text,
      source_url: text,
    }),
    ['accession', 'owner_name', 'line'],
    { knownFrom: ['filing_date', 'transaction_date'] },
  ),
  fund_filings: kind(
    '13F filings with their positions',
    () => ({
      ...filed13f,
      is_specialist: flag,
      positions: z
        .array(
          z.looseObject({
            cusip: text,
            ticker: ticker.nullish(),
            issuer: text,
            title_of_class: text,
            /**
             * Value as reported, in dollars or in thousands of dollars (see
             * domain/ownership/fund-filings.ts).
             */
            value: z.number(),
            shares: number,
            /** Unit of `shares`: `SH` (shares) or `PRN` (principal amount). */
            share_type: text,
            /** Option type: `Put` or `Call`. Absent for other holdings. */
            put_call: text,
          }),
        )
        .max(MAX_POSITIONS),
      /** Total value of all rows as stated on the cover page, in the unit of the rows. */
      table_value_total: number,
      source_url: text,
    }),
    ['accession'],
    { knownFrom: ['filing_date'] },
  ),
  holdings_reports: kind(
    '13F filings of all filers, with only the positions in companies that the store covers',
    () => ({
      ...filed13f,
      /** The rows, stored as columns to save space. */
      positions: z
        .object({
          cusip: z.array(name),
          /**
           * Values as reported, in dollars or in thousands of dollars (see
           * domain/ownership/fund-filings.ts).
           */
          value: z.array(z.number()),
          /** Number of shares in each row, or null if the filing states none. */
          shares: z.array(z.number().nullable()),
        })
        .refine(
          ({ cusip, value, shares }) =>
            cusip.length <= MAX_POSITIONS &&
            value.length === cusip.length &&
            shares.length === cusip.length,
          `needs lists of equal length, with at most ${MAX_POSITIONS} items`,
        ),
      /**
       * Total value of all rows of the filing as stated on the cover page, in the unit of the rows.
       */
      table_value_total: number,
      source_url: text,
    }),
    ['accession'],
    { knownFrom: ['filing_date'] },
  ),
  large_stakes: kind(
    'Stakes above 5 % (Schedules 13D and 13G)',
    () => ({
      ticker,
      /** CIK of the issuer. */
      cik: name,
      filer_cik: name,
      accession: text,
      /** `SCHEDULE 13D`, `SCHEDULE 13G`, or an amendment with `/A`. */
      form: name,
      /** Number of the amendment; 0 for the first filing. */
      amendment: z.number(),
      event_date: date,
      filing_date: optionalDate,
      /** Date of the latest signature. It is used if the file has no filing date. */
      signed_date: optionalDate,
      issuer_name: text,
      cusips: texts,
      security_title: text,
      /**
       * The reporting persons and what they own beneficially on `event_date`. Members of a group
       * state the same shares.
       */
      persons: parts({
        name,
        cik: id,
        shares: number,
        percent: number,
        sole_voting: number,
        shared_voting: number,
        sole_dispositive: number,
        shared_dispositive: number,
        types: texts,
      }),
      /** The purpose of the transaction, from item 4 of a Schedule 13D. */
      purpose: text,
      /**
       * The text about the shares. In a Schedule 13D, items 3 and 5 state how they were acquired,
       * their number, and recent transactions. In a Schedule 13G, item 4 states their number.
       */
      transactions: text,
      /**
       * Number of reported shares that the holder does not own but may acquire, such as by
       * exercising pre-funded warrants.
       */
      acquirable_shares: number,
      /** Whether a Schedule 13G states that ownership is 5% or less. */
      is_exit: flag,
      source_url: text,
    }),
    ['cik', 'filer_cik', 'form', 'event_date', 'amendment'],
    { knownFrom: ['filing_date', 'signed_date'] },
  ),
  deals: kind(
    'Acquisitions, licenses and partnerships',
    () => ({
      acquirer: name,
      acquirerTicker: ticker.nullish(),
      acquirerCik: id,
      target: name,
      targetTicker: ticker.nullish(),
      targetCik: id,
      dealType: text,
      status: text,
      announcedDate: date,
      closedDate: optionalDate,
      /** The day on which the deal was terminated. */
      endedDate: optionalDate,
      upfrontValue: number,
      milestoneValue: number,
      totalValue: number,
      premiumPct: number,
      therapeuticArea: text,
      leadAsset: text,
      leadPhase: text,
      ...statedIn,
    }),
    ['acquirer', 'target', 'announcedDate'],
    {
      knownFrom: ['announcedDate'],
      knownLater: { status: ['endedDate'], endedDate: ['endedDate'] },
    },
  ),
  sales_estimates: kind(
    'Consensus estimates of the yearly sales of companies, from data vendors',
    () => ({
      ticker,
      /** Last day of the fiscal year. */
      period_end: date,
      seen_date: date,
      revenue_usd: number,
      revenue_low_usd: number,
      revenue_high_usd: number,
      analysts: number,
    }),
    ['ticker', 'period_end'],
    { version: 'seen_date', knownFrom: ['seen_date'] },
  ),
  sales_assumptions: kind(
    'Assumptions about the sales of each program; filings state no sales forecasts',
    () => ({
      ticker,
      drug_name: name,
      indication: name,
      peak_sales_usd: z.number().nonnegative(),
      years_to_peak: number,
      launch_year: number,
      /** Year in which exclusivity ends. */
      loss_of_exclusivity: number,
      /** The company's share of the product's sales and costs, as a percentage, 0–100. */
      ownership_pct: number,
      cogs_pct: number,
      operating_cost_pct: number,
      assumed_date: optionalDate,
    }),
    ['ticker', 'drug_name', 'indication'],
    { version: 'assumed_date', knownFrom: ['assumed_date'] },
  ),
} as const;
