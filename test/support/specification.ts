/**
 * The tables of the REST API specification, transcribed by hand. A parameter has a name, a rule,
 * and the field that the rule applies to.
 */
export interface Stated {
  readonly path: string;
  readonly plan: 'basic' | 'elite-plus';
  /** Number of requests and the period in seconds. */
  readonly limit: readonly [number, number];
  readonly parameters: readonly (readonly [name: string, rule: Rule, field?: string])[];
  /** Absent if the specification states no order. */
  readonly sort?: { readonly field: string; readonly direction: string; readonly by?: string };
  readonly paging: 'pages' | 'whole';
  readonly constraints: readonly object[];
  /** Field names in order, several per line. */
  readonly fields: readonly string[];
  /** Fields that the specification describes only in prose follow the listed ones. */
  readonly furtherFields?: true;
}

export type Rule =
  | 'page'
  | 'exact'
  | 'upper-cased, then exact'
  | 'regex-ci'
  | 'prefix'
  | 'start of the period'
  | 'end of the period'
  | 'as_of';

const elite = { plan: 'elite-plus', limit: [60, 60], paging: 'pages', constraints: [] } as const;
const asked = [
  ['page', 'page'],
  ['ticker', 'upper-cased, then exact', 'ticker'],
] as const;

export const specification: readonly Stated[] = [
  {
    path: '/api/v2/pdufa/historical',
    plan: 'basic',
    limit: [60, 300],
    parameters: [
      ['page', 'page'],
      ['ticker', 'exact', 'Ticker'],
      ['drug', 'exact', 'Drug'],
      ['company', 'exact', 'name'],
      ['indication', 'exact', 'Indication'],
      ['pdufadate', 'exact', 'PDUFA Date'],
    ],
    sort: { field: 'PDUFA Date', direction: 'descending' },
    paging: 'pages',
    constraints: [{ field: 'PDUFA Date', is: 'today or earlier' }],
    fields: ['_id, Ticker, Drug, Indication, PDUFA Date, Decision, name'],
  },
  {
    path: '/api/v2/pdufa/upcoming',
    plan: 'basic',
    limit: [60, 300],
    parameters: [
      ['page', 'page'],
      ['ticker', 'exact', 'ticker'],
      ['drug', 'exact', 'drugname'],
      ['treatment', 'exact', 'treatment'],
      ['catalyst', 'exact', 'catalyst'],
      ['pdufadate', 'exact', 'catdate'],
    ],
    sort: { field: 'formattedDate', direction: 'descending' },
    paging: 'whole',
    constraints: [
      { field: 'catalyst', is: 'one of', values: ['BLA Filing', 'NDA Filing', 'PDUFA Date'] },
      { field: 'formattedDate', is: 'today or later' },
    ],
    fields: [
      'ticker, drugname, catdate, catalyst, stage, decision, treatment, description',
      'probabiity_of_approval, drugType, therapeuticArea, predicted_iv, formattedDate',
    ],
  },
  {
    path: '/api/v2/catalystsync',
    plan: 'basic',
    limit: [60, 60],
    parameters: [
      ['page', 'page'],
      ['ticker', 'exact', 'ticker'],
      ['phase', 'exact', 'Phase'],
      ['condition', 'regex-ci', 'Condition'],
      ['interventionName', 'regex-ci', 'InterventionName'],
      ['completionDate', 'exact', 'CompletionDate'],
    ],
    sort: { field: 'CompletionDate', direction: 'ascending', by: 'date' },
    paging: 'pages',
    constraints: [],
    fields: [
      'LeadSponsorName, CompletionDate, Condition, InterventionName, BriefTitle, nctId',
      'Phase, ticker, primaryOutcomes, secondaryOutcomes, updatedAt',
    ],
  },
  {
    path: '/api/v2/fdacalendar',
    plan: 'basic',
    limit: [60, 120],
    parameters: [
      ['page', 'page'],
      ['ticker', 'exact', 'ticker'],
      ['drug', 'regex-ci', 'drugname'],
      ['phase', 'exact', 'stage'],
      ['catalyst', 'exact', 'catalyst'],
      ['treatment', 'regex-ci', 'treatment'],
      ['catdate', 'exact', 'catdate'],
      ['catdateFrom', 'start of the period', 'formattedDate'],
      ['catdateTo', 'end of the period', 'formattedDate'],
      ['as_of', 'as_of', 'createdDate'],
    ],
    sort: { field: 'formattedDate', direction: 'descending' },
    paging: 'pages',
    constraints: [{ field: 'formattedDate', is: 'today or later' }],
    fields: [
      'ticker, name, drugname, catdate, stage, treatment, description, catalyst, poa',
      'poa_summary, market_analysis, regulatory_designations',
      'regulatory_designations_active, key_risks, upcoming_catalysts, therapeuticArea',
      'drugType, createdDate, avgInsiderTransactions, Industry, Monthly_Burn_Rate',
      'Cash_and_Cash_Equivalents, Short_percent_of_Float, formattedDate',
    ],
  },
  {
    path: '/api/v2/fdacalendar/historical',
    plan: 'basic',
    limit: [60, 60],
    parameters: [
      ['page', 'page'],
      ['ticker', 'exact', 'ticker'],
      ['drug', 'regex-ci', 'drugname'],
      ['phase', 'exact', 'stage'],
      ['catalyst', 'exact', 'catalyst'],
      ['treatment', 'regex-ci', 'treatment'],
      ['catdate', 'exact', 'catdate'],
      ['as_of', 'as_of', 'createdDate'],
    ],
    paging: 'pages',
    // Not in the specification: only events before the current date, so that the two calendars have
    // no common record.
    constraints: [{ field: 'formattedDate', is: 'before today' }],
    fields: [
      '_id, ticker, name, catalyst, drugname, catdate, createdDayPrice, catalystDayPrice',
      'percentageChange, poa, poa_summary, market_analysis, regulatory_designations',
      'regulatory_designations_active, key_risks, upcoming_catalysts, therapeuticArea',
      'drugType, stage, treatment, description, createdDate',
    ],
  },
  {
    path: '/api/v2/fda/designations',
    ...elite,
    parameters: [
      ...asked,
      ['designation_type', 'regex-ci', 'designation_type'],
      ['drug', 'regex-ci', 'drug_name'],
    ],
    sort: { field: 'designation_date', direction: 'descending' },
    fields: [
      'ticker, company_name, drug_name, designation_type, designation_date, indication',
      'nctId, status',
    ],
  },
  {
    path: '/api/v2/fda/approvals',
    ...elite,
    parameters: [...asked, ['drug', 'regex-ci', 'drug_name'], ['year', 'prefix', 'approval_date']],
    sort: { field: 'approval_date', direction: 'descending' },
    fields: [
      'ticker, company_name, drug_name, approval_date, indication, application_type',
      'submission_type, review_designation',
    ],
  },
  {
    path: '/api/v2/fda/adverse-events',
    ...elite,
    parameters: [...asked, ['drug', 'regex-ci', 'drug_name'], ['severity', 'regex-ci', 'severity']],
    sort: { field: 'event_date', direction: 'descending' },
    fields: [
      'ticker, company_name, drug_name, event_date, adverse_event, severity, outcome',
      'report_type',
    ],
  },
  {
    path: '/api/v2/clinical-trials/results',
    ...elite,
    parameters: [
      ['ticker', 'upper-cased, then exact', 'ticker'],
      ['phase', 'regex-ci', 'phase'],
      // The record has no field `condition`. The field `indications` contains the subject of the
      // announcement.
      ['condition', 'regex-ci', 'indications'],
      ['page', 'page'],
    ],
    fields: ['ticker, drug_name, trial_title, phase, indications, results_summary'],
    furtherFields: true,
  },
];
