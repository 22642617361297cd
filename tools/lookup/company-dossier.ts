import type { DossierPart } from '../../src/catalogue/lookup.ts';
import { catalystSync } from '../clinical-pipeline/catalyst-sync.ts';
import { pipeline } from '../clinical-pipeline/pipeline.ts';
import { company } from '../company-data/company.ts';
import { calendarChanges } from '../fda-intelligence/calendar-changes.ts';
import { fdaCalendar } from '../fda-intelligence/fda-calendar.ts';
import { fdaCalendarHistorical } from '../fda-intelligence/fda-calendar-historical.ts';
import { poaScores } from '../fda-intelligence/poa-scores.ts';
import { cashRunway } from '../financial-health/cash-runway.ts';
import { news } from '../market-signals/news.ts';
import { optionsPutCall } from '../market-signals/options-put-call.ts';
import { priceSnapshot } from '../market-signals/price-snapshot.ts';
import { timeline } from '../market-signals/timeline.ts';
import { rnpv } from '../scoring-and-valuation/rnpv.ts';
import { hedgeFundFlows } from '../smart-money/hedge-fund-flows.ts';
import { hedgeFundPositions } from '../smart-money/hedge-fund-positions.ts';
import { insiderSummary } from '../smart-money/insider-summary.ts';

const ofTicker = { ticker: '{key}' };

/** The sections of a company's dossier, in display order. */
export const companyDossier: readonly DossierPart[] = [
  {
    title: 'Company',
    endpoint: company,
    arguments: ofTicker,
    fields: [
      'name',
      'industry',
      'market_cap_usd',
      'Short_percent_of_Float',
      'short_shares',
      'days_to_cover',
      'short_interest_date',
      'lead_drug',
    ],
    most: 1,
  },
  {
    title: 'Last price',
    endpoint: priceSnapshot,
    arguments: ofTicker,
    fields: ['snapshot_at', 'price_usd', 'change_pct', 'flags'],
    most: 1,
  },
  {
    title: 'Upcoming catalysts, nearest first',
    endpoint: fdaCalendar,
    arguments: ofTicker,
    fields: [
      'formattedDate',
      'catdate',
      'catalyst',
      'drugname',
      'treatment',
      'poa',
      'regulatory_designations',
    ],
    most: 5,
    fromEnd: true,
  },
  {
    title: 'Committee votes on drugs under review',
    endpoint: poaScores,
    arguments: { ...ofTicker, vote: '.' },
    fields: ['formattedDate', 'catalyst', 'drugname', 'votes_yes', 'votes_no', 'vote_date'],
    most: 2,
  },
  {
    title: 'Past catalysts and price moves, newest first',
    endpoint: fdaCalendarHistorical,
    arguments: ofTicker,
    fields: [
      'catdate',
      'catalyst',
      'drugname',
      'createdDayPrice',
      'catalystDayPrice',
      'percentageChange',
    ],
    most: 4,
  },
  {
    title: 'Moved dates, newest first',
    endpoint: calendarChanges,
    arguments: ofTicker,
    fields: ['changed_date', 'catalyst', 'drugname', 'previous_date', 'new_date'],
    most: 3,
  },
  {
    title: 'Events and statements, newest first',
    endpoint: timeline,
    arguments: ofTicker,
    fields: ['date', 'type', 'drug', 'what', 'status'],
    most: 3,
  },
  {
    title: 'Cash runway',
    endpoint: cashRunway,
    arguments: ofTicker,
    fields: [
      'period_end',
      'liquid_usd',
      'monthly_burn_usd',
      'runway_months',
      'cash_out_date',
      'covers_next_catalyst',
      'stated_until',
      'next_catalyst',
      'next_catalyst_date',
      'flags',
      'as_of',
    ],
    most: 1,
  },
  {
    title: 'Pipeline',
    endpoint: pipeline,
    arguments: ofTicker,
    fields: ['drug_name', 'indication', 'phase', 'status', 'next_catalyst_date'],
    most: 6,
  },
  {
    title: 'Trials, latest completion first',
    endpoint: catalystSync,
    arguments: ofTicker,
    fields: ['nctId', 'acronym', 'Phase', 'Condition', 'InterventionName', 'CompletionDate'],
    most: 4,
    fromEnd: true,
  },
  {
    title: 'Fund flows of the newest quarters (13F)',
    endpoint: hedgeFundFlows,
    arguments: ofTicker,
    fields: [
      'quarter',
      'funds_holding',
      'value_usd',
      'new_positions',
      'closed',
      'net_value_change_usd',
      'ownership_pct',
      'as_of',
    ],
    most: 2,
  },
  {
    title: 'Fund holders, largest first (13F, 13D, 13G)',
    endpoint: hedgeFundPositions,
    arguments: ofTicker,
    fields: ['fund_name', 'report_date', 'form', 'value_usd', 'portfolio_pct', 'action'],
    most: 3,
  },
  {
    title: 'Open-market insider trades by month',
    endpoint: insiderSummary,
    arguments: ofTicker,
    fields: ['period', 'buys', 'sells', 'net_value_usd', 'cluster_buy', 'as_of'],
    most: 2,
  },
  {
    title: 'Implied move from options',
    endpoint: optionsPutCall,
    arguments: ofTicker,
    fields: ['date', 'expiry', 'implied_move_pct', 'event_iv', 'iv30', 'put_call_oi_ratio'],
    most: 1,
  },
  {
    title: 'Risk-adjusted NPV by program',
    endpoint: rnpv,
    arguments: ofTicker,
    fields: [
      'drug_name',
      'indication',
      'rNPV',
      'cumulative_pos',
      'rnpv_per_share',
      'flags',
      'as_of',
    ],
    most: 3,
  },
  {
    title: 'Headlines, newest first',
    endpoint: news,
    arguments: ofTicker,
    fields: ['published_at', 'title', 'source'],
    most: 3,
  },
];
