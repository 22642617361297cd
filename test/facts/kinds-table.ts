import type { FieldsByType } from './fields-by-type.ts';

/** A kind of fact as an import may state it. */
interface StatedKind {
  readonly key: string;
  readonly id?: string;
  readonly version?: string;
  readonly series?: string;
  readonly knownFrom?: string;
  readonly fields: FieldsByType;
}

/** What the store can know, written out: whoever imports facts relies on it. */
export const statedKinds: Readonly<Record<string, StatedKind>> = {
  companies: {
    key: 'cik ticker',
    fields: {
      day: 'delisted_date',
      'name!': 'name',
      'name|number': 'cik',
      text: 'sector industry exchange country description website sic sic_description',
      texts: 'aliases former_names former_tickers',
      'ticker!': 'ticker',
    },
  },
  prices: {
    key: 'ticker date',
    series: 'date',
    knownFrom: 'date',
    fields: {
      flag: 'as_traded',
      'day!': 'date',
      'number!': 'close',
      number: 'open high low volume',
      'ticker!': 'ticker',
    },
  },
  splits: {
    key: 'ticker date',
    knownFrom: 'date',
    fields: {
      'day!': 'date',
      'number above 0!': 'numerator denominator',
      'ticker!': 'ticker',
    },
  },
  securities: {
    key: 'cusip ticker',
    version: 'seen_date',
    fields: {
      'day!': 'seen_date',
      'name!': 'cusip',
      text: 'name class_title',
      ticker: 'ticker',
    },
  },
  short_interest: {
    key: 'ticker settlement_date',
    knownFrom: 'settlement_date',
    fields: {
      'day!': 'settlement_date',
      number: 'short_shares float_shares average_daily_volume days_to_cover',
      'ticker!': 'ticker',
    },
  },
  option_chains: {
    key: 'ticker date',
    version: 'snapshot_at',
    knownFrom: 'date',
    fields: {
      'call|put!': 'contracts.type',
      'day!': 'date contracts.expiry',
      'list!': 'contracts',
      'name!': 'contracts.option_symbol',
      'number!': 'contracts.strike',
      number: [
        'underlying_price_usd contracts.bid contracts.ask contracts.last contracts.volume',
        'contracts.open_interest',
      ].join(' '),
      text: 'snapshot_at source_url',
      'ticker!': 'ticker',
    },
  },
  analyst_ratings: {
    key: 'ticker date firm',
    knownFrom: 'date',
    fields: {
      'day!': 'date',
      'name!': 'firm',
      number: 'price_target_usd previous_price_target_usd',
      text: 'analyst rating previous_rating action source_url',
      'ticker!': 'ticker',
    },
  },
  news: {
    key: 'id',
    knownFrom: 'published_at',
    fields: {
      flag: 'is_major',
      'name!': 'id title',
      text: 'issuer_name source source_url summary category published_at',
      texts: 'tickers',
    },
  },
  treasury_rates: {
    key: 'date',
    knownFrom: 'date',
    fields: {
      'day!': 'date',
      'number!': 'rate_pct',
    },
  },
  trials: {
    key: 'nctId',
    version: 'updatedAt',
    knownFrom: 'updatedAt',
    fields: {
      flag: 'has_results',
      'day|month!': [
        'dates.start.precision dates.primary_completion.precision dates.completion.precision',
        'dates.results_posted.precision',
      ].join(' '),
      list: [
        'collaborators condition_mesh condition_mesh_ancestors condition_branches',
        'intervention_mesh intervention_mesh_ancestors intervention_branches interventions',
        'arms',
      ].join(' '),
      'name!': [
        'nctId collaborators.name dates.start.date dates.primary_completion.date',
        'dates.completion.date dates.results_posted.date condition_mesh.term',
        'condition_mesh_ancestors.term condition_branches.code intervention_mesh.term',
        'intervention_mesh_ancestors.term intervention_branches.code interventions.name',
      ].join(' '),
      number: 'enrollment',
      object: [
        'dates dates.start dates.primary_completion dates.completion dates.results_posted',
      ].join(' '),
      text: [
        'LeadSponsorName CompletionDate Condition InterventionName BriefTitle Phase',
        'primaryOutcomes secondaryOutcomes updatedAt status start_date first_posted_date',
        'allocation masking intervention_model primary_purpose why_stopped lead_sponsor_class',
        'results_posted_date study_type collaborators.class dates.start.type',
        'dates.primary_completion.type dates.completion.type dates.results_posted.type',
        'condition_mesh.id condition_mesh_ancestors.id condition_branches.name',
        'intervention_mesh.id intervention_mesh_ancestors.id intervention_branches.name',
        'interventions.type arms.label arms.role',
      ].join(' '),
      texts: [
        'countries conditions interventions.other_names interventions.arm_roles',
        'arms.interventions',
      ].join(' '),
      ticker: 'ticker',
    },
  },
  trial_versions: {
    key: 'nctId version_date',
    knownFrom: 'version_date',
    fields: {
      'day!': 'version_date',
      'name!': 'nctId',
      number: 'enrollment countries',
      text: [
        'status phase primary_completion_date primary_completion_date_type primary_outcomes',
        'why_stopped',
      ].join(' '),
    },
  },
  posted_results: {
    key: 'nctId',
    version: 'updatedAt',
    knownFrom: 'posted_date',
    fields: {
      flag: 'primary_outcomes.analyses.within_stated_level',
      list: [
        'primary_outcomes primary_outcomes.groups primary_outcomes.measurements',
        'primary_outcomes.analyses adverse_events discontinuations discontinuations.reasons',
      ].join(' '),
      'name!': [
        'nctId primary_outcomes.groups.id primary_outcomes.measurements.group',
        'adverse_events.group discontinuations.group discontinuations.reasons.reason',
      ].join(' '),
      number: [
        'primary_outcomes.groups.participants primary_outcomes.measurements.value',
        'primary_outcomes.measurements.spread primary_outcomes.measurements.lower',
        'primary_outcomes.measurements.upper primary_outcomes.analyses.p_value',
        'primary_outcomes.analyses.stated_level primary_outcomes.analyses.estimate_value',
        'primary_outcomes.analyses.ci_percent primary_outcomes.analyses.ci_lower',
        'primary_outcomes.analyses.ci_upper adverse_events.serious_affected',
        'adverse_events.serious_at_risk adverse_events.deaths adverse_events.deaths_at_risk',
        'discontinuations.started discontinuations.completed discontinuations.not_completed',
        'discontinuations.reasons.participants',
      ].join(' '),
      text: [
        'LeadSponsorName BriefTitle posted_date updatedAt primary_outcomes.title',
        'primary_outcomes.time_frame primary_outcomes.unit primary_outcomes.measure',
        'primary_outcomes.spread primary_outcomes.groups.title',
        'primary_outcomes.measurements.class primary_outcomes.measurements.category',
        'primary_outcomes.measurements.value_text primary_outcomes.analyses.method',
        'primary_outcomes.analyses.test primary_outcomes.analyses.p_value_text',
        'primary_outcomes.analyses.p_relation primary_outcomes.analyses.estimate',
        'adverse_events.title discontinuations.period discontinuations.title source_url',
      ].join(' '),
      texts: 'primary_outcomes.analyses.groups',
    },
  },
  trial_labels: {
    key: 'nctId source',
    knownFrom: 'date',
    fields: {
      'day!': 'date',
      'name!': 'nctId source',
      'success|failure!': 'label',
    },
  },
  trial_results: {
    key: 'ticker trial_title published_date',
    knownFrom: 'published_date',
    fields: {
      'name!': 'trial_title',
      number: 'confidence',
      text: 'drug_name phase published_date nctId outcome source_url evidence date_precision',
      texts: 'indications results_summary',
      'ticker!': 'ticker',
    },
  },
  adverse_events: {
    key: 'report_id ticker drug_name adverse_event event_date',
    version: 'report_version',
    knownFrom: 'event_date',
    fields: {
      number: 'report_version',
      text: [
        'drug_name event_date adverse_event severity outcome report_type report_id',
        'manufacturer source_url',
      ].join(' '),
      ticker: 'ticker',
    },
  },
  programs: {
    key: 'ticker drug_name indication',
    version: 'updated_date',
    knownFrom: 'updated_date',
    fields: {
      flag: 'lead_program biomarker_selected rare_disease',
      day: 'updated_date',
      'name!': 'drug_name indication',
      text: 'phase status mechanism drugType therapeuticArea',
      texts: 'nctIds',
      'ticker!': 'ticker',
    },
  },
  catalysts: {
    key: 'ticker drugname catalyst treatment createdDate',
    id: '_id',
    knownFrom: 'createdDate',
    fields: {
      day: 'decision_date',
      'day!': 'formattedDate',
      'name!': 'catalyst',
      'name|number': '_id',
      number: 'confidence',
      text: [
        'drugname stage treatment description catdate createdDate regulatory_designations',
        'therapeuticArea drugType decision outcome nctId source_url evidence date_precision',
      ].join(' '),
      'ticker!': 'ticker',
    },
  },
  catalyst_changes: {
    key: 'catalyst_id changed_date field',
    knownFrom: 'changed_date',
    fields: {
      'day!': 'changed_date',
      'name!': 'catalyst_id field',
      number: 'confidence',
      text: 'previous_value new_value source_url evidence date_precision',
    },
  },
  decisions: {
    key: 'Ticker Drug Indication PDUFA Date',
    id: '_id',
    knownFrom: 'decision_date PDUFA Date',
    fields: {
      day: 'decision_date',
      'day!': 'PDUFA Date',
      'name|number': '_id cik',
      number: 'confidence',
      text: 'Drug Indication Decision application_type source_url evidence date_precision',
      'ticker!': 'Ticker',
    },
  },
  designations: {
    key: 'ticker drug_name designation_type indication designation_date',
    knownFrom: 'designation_date',
    fields: {
      'name!': 'designation_type',
      number: 'confidence',
      text: [
        'drug_name designation_date indication nctId status sponsor_name source_url evidence',
        'date_precision',
      ].join(' '),
      ticker: 'ticker',
    },
  },
  approvals: {
    key: 'application_number submission_type submission_number ticker drug_name approval_date',
    knownFrom: 'approval_date',
    fields: {
      flag: 'is_orphan',
      number: 'confidence',
      text: [
        'drug_name approval_date indication application_type submission_type',
        'review_designation application_number submission_number sponsor_name source_url',
        'evidence date_precision',
      ].join(' '),
      texts: 'active_ingredients',
      ticker: 'ticker',
    },
  },
  adcomm_votes: {
    key: 'ticker drug_name meeting_date',
    knownFrom: 'meeting_date',
    fields: {
      'day!': 'meeting_date',
      'name!': 'drug_name',
      number: 'votes_yes votes_no votes_abstain confidence',
      text: 'indication source_url evidence date_precision',
      'ticker!': 'ticker',
    },
  },
  complete_response_letters: {
    key: 'ticker drug_name letter_date',
    id: 'letter_id',
    knownFrom: 'letter_date',
    fields: {
      day: 'corrected_date',
      'day!': 'letter_date',
      name: 'drug_name',
      'name|number': 'letter_id',
      number: 'confidence',
      text: 'indication application_number generic_name source_url evidence date_precision',
      texts: 'reasons other_application_numbers',
      'ticker!': 'ticker',
    },
  },
  advisory_meetings: {
    key: 'meeting_id',
    knownFrom: 'published_date',
    fields: {
      day: 'start_date end_date published_date',
      'name!': 'meeting_id title',
      text: 'committee center status discusses source_url',
      texts: 'application_numbers',
    },
  },
  drug_labels: {
    key: 'set_id',
    version: 'label_version',
    knownFrom: 'effective_date',
    fields: {
      flag: 'is_original_packager has_boxed_warning',
      day: 'effective_date',
      'name!': 'set_id',
      number: 'label_version',
      text: 'indication source_url',
      texts: 'application_numbers brand_names generic_names manufacturers',
    },
  },
  financial_facts: {
    key: 'ticker taxonomy tag unit start end filed accession',
    series: 'end',
    knownFrom: 'filed',
    fields: {
      day: 'start',
      'day!': 'end filed',
      'name!': 'tag unit',
      'name|number': 'cik',
      'number!': 'value',
      text: 'taxonomy form accession',
      'ticker!': 'ticker',
    },
  },
  offerings: {
    key: 'ticker form_type filed_at accession',
    knownFrom: 'filed_at',
    fields: {
      flag: 'is_atm',
      'day!': 'filed_at',
      'name!': 'form_type',
      number: [
        'offering_amount_usd amount_remaining_usd price_usd shares_offered',
        'warrants_outstanding confidence',
      ].join(' '),
      text: 'offering_type accession source_url evidence date_precision',
      'ticker!': 'ticker',
    },
  },
  filing_events: {
    key: 'ticker event filed_at',
    knownFrom: 'filed_at',
    fields: {
      'day!': 'filed_at',
      'name!': 'event',
      number: 'confidence',
      text: 'form_type detail source_url evidence date_precision',
      'ticker!': 'ticker',
    },
  },
  insider_transactions: {
    key: 'accession owner_name line',
    knownFrom: 'filing_date transaction_date',
    fields: {
      flag: 'is_director is_officer is_ten_percent_owner is_10b5_1 is_amendment',
      'name!': 'accession',
      'name|number': 'cik owner_cik',
      'number!': 'line',
      number: 'shares price_usd shares_owned_after',
      text: [
        'owner_name officer_title transaction_code transaction_date filing_date',
        'acquired_disposed direct_indirect source_url',
      ].join(' '),
      'ticker!': 'ticker',
    },
  },
  fund_filings: {
    key: 'accession',
    knownFrom: 'filing_date',
    fields: {
      flag: 'is_specialist',
      'day!': 'report_date filing_date',
      'list!': 'positions',
      'name!': 'accession cik fund_name',
      'number!': 'positions.value',
      number: 'positions.shares table_value_total',
      text: [
        'form amendment_type positions.cusip positions.issuer positions.title_of_class',
        'positions.share_type positions.put_call source_url',
      ].join(' '),
      ticker: 'positions.ticker',
    },
  },
  holdings_reports: {
    key: 'accession',
    knownFrom: 'filing_date',
    fields: {
      'day!': 'report_date filing_date',
      'name!': 'accession cik fund_name',
      'names!': 'positions.cusip',
      number: 'table_value_total',
      'numbers!': 'positions.value positions.shares',
      'object!': 'positions',
      text: 'form amendment_type source_url',
    },
  },
  deals: {
    key: 'acquirer target announcedDate',
    knownFrom: 'announcedDate',
    fields: {
      day: 'closedDate',
      'day!': 'announcedDate',
      'name!': 'acquirer target',
      'name|number': 'acquirerCik targetCik',
      number: 'upfrontValue milestoneValue totalValue premiumPct confidence',
      text: [
        'dealType status therapeuticArea leadAsset leadPhase source_url evidence',
        'date_precision',
      ].join(' '),
      ticker: 'acquirerTicker targetTicker',
    },
  },
  sales_assumptions: {
    key: 'ticker drug_name indication',
    version: 'assumed_date',
    knownFrom: 'assumed_date',
    fields: {
      day: 'assumed_date',
      'name!': 'drug_name indication',
      'number from 0!': 'peak_sales_usd',
      number: [
        'years_to_peak launch_year loss_of_exclusivity ownership_pct cogs_pct',
        'operating_cost_pct',
      ].join(' '),
      'ticker!': 'ticker',
    },
  },
  mentions: {
    key: 'document_id',
    knownFrom: 'published_date',
    fields: {
      'day!': 'published_date',
      'day|object': 'mentions.date',
      'list!': 'mentions',
      'name!': 'document_id mentions.type mentions.sentence',
      'name|number': 'cik',
      'number from 0 to 1!': 'mentions.confidence',
      number: 'mentions.detail.amount',
      object: 'mentions.detail',
      text: [
        'form title source_url mentions.precision mentions.date_basis mentions.ticker',
        'mentions.drug mentions.drug_from mentions.indication mentions.status',
        'mentions.tier mentions.model mentions.detail.outcome',
      ].join(' '),
      'ticker!': 'ticker',
    },
  },
};
