import * as z from 'zod';

/**
 * What the store knows: one entry a kind of fact. Connectors, imports and the demo generator write
 * facts and nothing else; everything served is computed from them (see derive/).
 *
 * Fields bear the spec's names where the spec has them. A record may lack any field that is not
 * part of its key; fields that a kind does not name are kept with the record and served nowhere.
 */

const text = z.string().max(100_000).nullish();
const number = z.number().nullish();
const flag = z.boolean().nullish();
const texts = z.array(z.string().max(10_000)).max(10_000).nullish();
const name = z.string().trim().min(1).max(1_000);
const id = z.union([name, z.number().transform(String)]).nullish();
/** Upper case, as exchanges write it; class shares carry a dot or a dash (BRK.B). */
const ticker = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9][A-Z0-9.-]{0,11}$/, 'is not a ticker');
const date = z.iso.date('is not a date (YYYY-MM-DD)');
const optionalDate = date.nullish();
/** A list of parts of a record; what a part does not name is kept with it. */
const parts = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.array(z.looseObject(shape)).max(10_000).nullish();
/** Headings of the Medical Subject Headings (MeSH). */
const meshTerms = parts({ id: text, term: name });
/** Branches of the MeSH tree: `BC04` is neoplasms. `All`, in which everything stands, is left out. */
const meshBranches = parts({ code: name, name: text });
/** A day or a month as registered, and whether it is past (`ACTUAL`) or planned (`ESTIMATED`). */
const registeredDate = z
  .looseObject({ date: name, precision: z.enum(['day', 'month']), type: text })
  .nullish();

export interface FactKind<Shape extends z.ZodRawShape = z.ZodRawShape> {
  readonly title: string;
  readonly schema: z.ZodObject<Shape, z.core.$loose>;
  /** Fields whose values, in this order, make a record the same record as before. */
  readonly key: readonly (keyof Shape & string)[];
  /** A field that names the record alone where it is present; `key` serves where it is not. */
  readonly id?: keyof Shape & string;
  /** A field that grows with each version of the record: a smaller one never replaces a larger. */
  readonly version?: keyof Shape & string;
  /**
   * The date of records that come by the hundred a company: the store keeps those of a ticker and a
   * year together (see store/series.ts). Such a kind has neither `id` nor `version`.
   */
  readonly series?: keyof Shape & string;
}

function kind<Shape extends z.ZodRawShape>(
  title: string,
  shape: Shape,
  key: readonly (keyof Shape & string)[],
  more: Pick<FactKind<Shape>, 'id' | 'version' | 'series'> = {},
): FactKind<Shape> {
  return { title, schema: z.looseObject(shape), key, ...more };
}

export const factKinds = {
  companies: kind(
    'Companies: the universe',
    {
      ticker,
      name,
      cik: id,
      sector: text,
      industry: text,
      exchange: text,
      country: text,
      description: text,
      website: text,
      /** Former names and subsidiaries, by which a sponsor or an applicant may be known. */
      aliases: texts,
      /** Names that the company bore once; another may bear one of them today. */
      former_names: texts,
      /** Standard Industrial Classification: `2834` is pharmaceutical preparations. */
      sic: text,
      sic_description: text,
      delisted_date: optionalDate,
    },
    ['ticker'],
  ),
  prices: kind(
    'Daily bars, adjusted for splits',
    {
      ticker,
      date,
      open: number,
      high: number,
      low: number,
      close: z.number(),
      volume: number,
    },
    ['ticker', 'date'],
    { series: 'date' },
  ),
  trials: kind(
    'Clinical trials as registered, newest version',
    {
      nctId: name,
      LeadSponsorName: text,
      /** Raw: `YYYY-MM-DD` or `YYYY-MM`. */
      CompletionDate: text,
      Condition: text,
      InterventionName: text,
      BriefTitle: text,
      Phase: text,
      ticker: ticker.nullish(),
      primaryOutcomes: text,
      secondaryOutcomes: text,
      updatedAt: text,
      status: text,
      start_date: text,
      enrollment: number,
      why_stopped: text,
      /** `INDUSTRY`, `NIH`, `OTHER` … */
      lead_sponsor_class: text,
      results_posted_date: text,
      /** `INTERVENTIONAL`, `OBSERVATIONAL`, `EXPANDED_ACCESS`; only the first has phases. */
      study_type: text,
      has_results: flag,
      /** They take part and are not the sponsor. */
      collaborators: parts({ name, class: text }),
      dates: z
        .looseObject({
          start: registeredDate,
          primary_completion: registeredDate,
          completion: registeredDate,
          results_posted: registeredDate,
        })
        .nullish(),
      conditions: texts,
      condition_mesh: meshTerms,
      condition_mesh_ancestors: meshTerms,
      condition_branches: meshBranches,
      intervention_mesh: meshTerms,
      intervention_mesh_ancestors: meshTerms,
      intervention_branches: meshBranches,
      interventions: parts({
        name,
        /** `DRUG`, `BIOLOGICAL`, `GENETIC`, `COMBINATION_PRODUCT`, `PROCEDURE` … */
        type: text,
        /** Code, generic and brand names under which the same intervention is known. */
        other_names: texts,
        /** Roles of the arms that receive it. */
        arm_roles: texts,
      }),
      arms: parts({
        label: text,
        /** `EXPERIMENTAL`, `ACTIVE_COMPARATOR`, `PLACEBO_COMPARATOR`, `NO_INTERVENTION` … */
        role: text,
        /** Names of `interventions`. */
        interventions: texts,
      }),
    },
    ['nctId'],
    { version: 'updatedAt' },
  ),
  trial_versions: kind(
    'What a trial said at each of its updates',
    {
      nctId: name,
      version_date: date,
      status: text,
      phase: text,
      enrollment: number,
      primary_completion_date: text,
      /** `ACTUAL` or `ESTIMATED`. */
      primary_completion_date_type: text,
      primary_outcomes: text,
      why_stopped: text,
    },
    ['nctId', 'version_date'],
  ),
  posted_results: kind(
    'Results of trials as the registry posts them: numbers, no verdict',
    {
      nctId: name,
      LeadSponsorName: text,
      BriefTitle: text,
      posted_date: text,
      updatedAt: text,
      primary_outcomes: parts({
        title: text,
        time_frame: text,
        unit: text,
        /** What the measurements are (`MEAN`, `NUMBER` …) and what spreads them. */
        measure: text,
        spread: text,
        groups: parts({ id: name, title: text, participants: number }),
        measurements: parts({
          group: name,
          class: text,
          category: text,
          /** Null where none was measured; `value_text` says what stands instead. */
          value: number,
          value_text: text,
          spread: number,
          lower: number,
          upper: number,
        }),
        analyses: parts({
          groups: texts,
          method: text,
          /** `SUPERIORITY`, `NON_INFERIORITY`, `EQUIVALENCE`, `OTHER`. */
          test: text,
          p_value_text: text,
          p_value: number,
          /** How the p-value stands to the number: `<`, `=`, `>`. */
          p_relation: text,
          /** The level that the analysis' own words state; absent where they state none or several. */
          stated_level: number,
          /** Whether the p-value lies within that level; absent where the numbers leave it open. */
          within_stated_level: flag,
          estimate: text,
          estimate_value: number,
          ci_percent: number,
          ci_lower: number,
          ci_upper: number,
        }),
      }),
      adverse_events: parts({
        group: name,
        title: text,
        serious_affected: number,
        serious_at_risk: number,
        deaths: number,
        deaths_at_risk: number,
      }),
      discontinuations: parts({
        period: text,
        group: name,
        title: text,
        started: number,
        completed: number,
        not_completed: number,
        reasons: parts({ reason: name, participants: number }),
      }),
      source_url: text,
    },
    ['nctId'],
    { version: 'updatedAt' },
  ),
  programs: kind(
    'Development programs: a drug in an indication',
    {
      ticker,
      drug_name: name,
      indication: name,
      /** `Preclinical`, `Phase 1`, `Phase 1/2`, `Phase 2`, `Phase 3`, `NDA/BLA`, `Approved`. */
      phase: text,
      /** `Active`, `On hold`, `Terminated`. */
      status: text,
      mechanism: text,
      drugType: text,
      therapeuticArea: text,
      lead_program: flag,
      nctIds: texts,
      biomarker_selected: flag,
      rare_disease: flag,
      /** The day from which the program is known in this form. */
      updated_date: optionalDate,
    },
    ['ticker', 'drug_name', 'indication'],
    { version: 'updated_date' },
  ),
  catalysts: kind(
    'Dated events, past and to come',
    {
      _id: id,
      ticker,
      drugname: text,
      /** `PDUFA Date`, `NDA Filing`, `BLA Filing`, `AdComm Meeting`, `Phase 3 Readout` … */
      catalyst: name,
      stage: text,
      treatment: text,
      description: text,
      /** Display string: `2026-03-14`, `Mar 2026`, `Q1 2026`. */
      catdate: text,
      /** The day that the display string stands for. */
      formattedDate: date,
      /** `YYYY/MM/DD`: the day on which the event was first known. */
      createdDate: text,
      regulatory_designations: text,
      therapeuticArea: text,
      drugType: text,
      /** The FDA's decision, once there is one. */
      decision: text,
      decision_date: optionalDate,
      /** What a readout showed: `positive`, `negative`, `mixed`. */
      outcome: text,
      nctId: text,
    },
    ['ticker', 'drugname', 'catalyst', 'treatment', 'createdDate'],
    { id: '_id' },
  ),
  catalyst_changes: kind(
    'Moves of a catalyst after it was first known',
    {
      catalyst_id: name,
      changed_date: date,
      field: name,
      previous_value: text,
      new_value: text,
    },
    ['catalyst_id', 'changed_date', 'field'],
  ),
  decisions: kind(
    'FDA decisions on applications',
    {
      _id: id,
      Ticker: ticker,
      Drug: text,
      Indication: text,
      'PDUFA Date': date,
      /** `Approved`, `CRL`, `Withdrawn` … */
      Decision: text,
      decision_date: optionalDate,
      application_type: text,
      source_url: text,
    },
    ['Ticker', 'Drug', 'Indication', 'PDUFA Date'],
    { id: '_id' },
  ),
  designations: kind(
    'FDA designations',
    {
      ticker: ticker.nullish(),
      drug_name: text,
      designation_type: name,
      designation_date: text,
      indication: text,
      nctId: text,
      status: text,
      sponsor_name: text,
      source_url: text,
    },
    ['ticker', 'drug_name', 'designation_type', 'indication', 'designation_date'],
  ),
  approvals: kind(
    'FDA approvals',
    {
      ticker: ticker.nullish(),
      drug_name: text,
      approval_date: text,
      indication: text,
      application_type: text,
      submission_type: text,
      review_designation: text,
      application_number: text,
      submission_number: text,
      sponsor_name: text,
      source_url: text,
    },
    [
      'application_number',
      'submission_type',
      'submission_number',
      'ticker',
      'drug_name',
      'approval_date',
    ],
  ),
  adverse_events: kind(
    'Adverse events, one record a drug and reaction',
    {
      ticker: ticker.nullish(),
      drug_name: text,
      event_date: text,
      adverse_event: text,
      severity: text,
      outcome: text,
      report_type: text,
      report_id: text,
      report_version: number,
      manufacturer: text,
      source_url: text,
    },
    ['report_id', 'ticker', 'drug_name', 'adverse_event', 'event_date'],
    { version: 'report_version' },
  ),
  trial_results: kind(
    'Announcements of trial results',
    {
      ticker,
      drug_name: text,
      trial_title: name,
      phase: text,
      indications: texts,
      results_summary: texts,
      published_date: text,
      nctId: text,
      /** `positive`, `negative`, `mixed`. */
      outcome: text,
      source_url: text,
    },
    ['ticker', 'trial_title', 'published_date'],
  ),
  financial_facts: kind(
    'Figures of SEC filings, as XBRL tags them',
    {
      ticker,
      cik: id,
      /** Without its taxonomy's prefix. */
      tag: name,
      /** `us-gaap`, `dei`, `ifrs-full`. */
      taxonomy: text,
      unit: name,
      /** Absent for an instant. */
      start: optionalDate,
      end: date,
      value: z.number(),
      form: text,
      filed: date,
      accession: text,
    },
    ['ticker', 'taxonomy', 'tag', 'unit', 'start', 'end', 'filed', 'accession'],
    { series: 'end' },
  ),
  offerings: kind(
    'Offerings and shelf filings',
    {
      ticker,
      form_type: name,
      /** `shelf`, `at_the_market`, `follow_on`, `registered_direct`, `pipe`, `warrants`. */
      offering_type: text,
      is_atm: flag,
      filed_at: date,
      offering_amount_usd: number,
      amount_remaining_usd: number,
      price_usd: number,
      shares_offered: number,
      warrants_outstanding: number,
      accession: text,
      source_url: text,
    },
    ['ticker', 'form_type', 'filed_at', 'accession'],
  ),
  filing_events: kind(
    'What a filing disclosed: going concern, exchange deficiency, reverse split',
    {
      ticker,
      /**
       * `going_concern`, `exchange_deficiency`, `deficiency_cured`, `reverse_split`,
       * `clinical_hold`; `listing_notice` where only the 8-K's item 3.01 is known.
       */
      event: name,
      filed_at: date,
      form_type: text,
      detail: text,
      source_url: text,
    },
    ['ticker', 'event', 'filed_at'],
  ),
  insider_transactions: kind(
    'Insider transactions (Form 4)',
    {
      ticker,
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
      shares: number,
      price_usd: number,
      acquired_disposed: text,
      shares_owned_after: number,
      is_10b5_1: flag,
      direct_indirect: text,
      is_amendment: flag,
      source_url: text,
    },
    ['accession', 'owner_name', 'line'],
  ),
  fund_filings: kind(
    '13F filings with their positions',
    {
      accession: name,
      cik: name,
      fund_name: name,
      report_date: date,
      filing_date: date,
      /** `13F-HR`, `13F-HR/A`. */
      form: text,
      /** `RESTATEMENT` or `NEW HOLDINGS` on an amendment. */
      amendment_type: text,
      is_specialist: flag,
      positions: z
        .array(
          z.looseObject({
            cusip: text,
            ticker: ticker.nullish(),
            issuer: text,
            title_of_class: text,
            /** As reported: thousands of dollars or dollars (see domain/fund-positions.ts). */
            value: z.number(),
            shares: number,
            /** `SH` or `PRN`. */
            share_type: text,
            /** `Put`, `Call` or absent. */
            put_call: text,
          }),
        )
        .max(100_000),
      source_url: text,
    },
    ['accession'],
  ),
  option_chains: kind(
    'Option chain snapshots, one a ticker and day',
    {
      ticker,
      /** Day of the snapshot. */
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
    },
    ['ticker', 'date'],
    { version: 'snapshot_at' },
  ),
  analyst_ratings: kind(
    'Analyst ratings and price targets',
    {
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
    },
    ['ticker', 'date', 'firm'],
  ),
  news: kind(
    'News headlines',
    {
      id: name,
      title: name,
      tickers: texts,
      source: text,
      source_url: text,
      summary: text,
      category: text,
      is_major: flag,
      published_at: text,
    },
    ['id'],
  ),
  deals: kind(
    'Acquisitions, licences and partnerships',
    {
      acquirer: name,
      acquirerTicker: ticker.nullish(),
      target: name,
      targetTicker: ticker.nullish(),
      dealType: text,
      status: text,
      announcedDate: date,
      closedDate: optionalDate,
      upfrontValue: number,
      milestoneValue: number,
      totalValue: number,
      premiumPct: number,
      therapeuticArea: text,
      leadAsset: text,
      leadPhase: text,
      source_url: text,
    },
    ['acquirer', 'target', 'announcedDate'],
  ),
  adcomm_votes: kind(
    'Votes of FDA advisory committees',
    {
      ticker,
      drug_name: name,
      indication: text,
      meeting_date: date,
      votes_yes: number,
      votes_no: number,
      votes_abstain: number,
      source_url: text,
    },
    ['ticker', 'drug_name', 'meeting_date'],
  ),
  complete_response_letters: kind(
    'Complete response letters',
    {
      ticker,
      drug_name: name,
      indication: text,
      letter_date: date,
      /** `efficacy`, `safety`, `manufacturing`, `labeling` … */
      reasons: texts,
      application_number: text,
      source_url: text,
    },
    ['ticker', 'drug_name', 'letter_date'],
  ),
  short_interest: kind(
    'Short interest and float',
    {
      ticker,
      settlement_date: date,
      short_shares: number,
      float_shares: number,
    },
    ['ticker', 'settlement_date'],
  ),
  treasury_rates: kind('Three-month treasury bill rate', { date, rate_pct: z.number() }, ['date']),
  sales_assumptions: kind(
    'Sales assumptions by program, the input of a valuation that no filing holds',
    {
      ticker,
      drug_name: name,
      indication: name,
      peak_sales_usd: z.number().nonnegative(),
      years_to_peak: number,
      launch_year: number,
      /** Year in which exclusivity ends. */
      loss_of_exclusivity: number,
      /** Share of the economics that the company keeps, 0–100. */
      ownership_pct: number,
      cogs_pct: number,
      operating_cost_pct: number,
      assumed_date: optionalDate,
    },
    ['ticker', 'drug_name', 'indication'],
    { version: 'assumed_date' },
  ),
} as const;

export type FactName = keyof typeof factKinds;
export type Fact<Name extends FactName> = Readonly<z.output<(typeof factKinds)[Name]['schema']>>;

/** Whether a word names a kind of fact. */
export function isFactName(word: string): word is FactName {
  return Object.hasOwn(factKinds, word);
}
