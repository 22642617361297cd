import type { DossierPart, Subject } from '../../src/lookup.ts';
import { pipeline } from '../clinical-pipeline/pipeline.ts';
import { company } from '../company-data/company.ts';
import { calendarChanges } from '../fda-intelligence/calendar-changes.ts';
import { fdaCalendar } from '../fda-intelligence/fda-calendar.ts';
import { fdaCalendarHistorical } from '../fda-intelligence/fda-calendar-historical.ts';
import { cashRunway } from '../financial-health/cash-runway.ts';
import { news } from '../market-signals/news.ts';
import { optionsPutCall } from '../market-signals/options-put-call.ts';
import { rnpv } from '../scoring-and-valuation/rnpv.ts';
import { hedgeFundFlows } from '../smart-money/hedge-fund-flows.ts';
import { insiderSummary } from '../smart-money/insider-summary.ts';

const byTicker = ({ key }: Subject) => ({ ticker: key });

/** What there is to know of a company before its next catalyst. */
export const companyDossier: readonly DossierPart[] = [
  {
    title: 'Company',
    endpoint: company,
    ask: byTicker,
    fields: [
      'name',
      'industry',
      'market_cap_usd',
      'price_usd',
      'Short_percent_of_Float',
      'lead_drug',
    ],
    most: 1,
  },
  {
    title: 'Coming catalysts, nearest first',
    endpoint: fdaCalendar,
    ask: byTicker,
    fields: [
      'formattedDate',
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
    title: 'Past catalysts and price moves, latest first',
    endpoint: fdaCalendarHistorical,
    ask: byTicker,
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
    title: 'Moved dates, latest first',
    endpoint: calendarChanges,
    ask: byTicker,
    fields: ['changed_date', 'catalyst', 'drugname', 'previous_date', 'new_date'],
    most: 3,
  },
  {
    title: 'Cash runway',
    endpoint: cashRunway,
    ask: byTicker,
    fields: [
      'period_end',
      'liquid_usd',
      'monthly_burn_usd',
      'runway_months',
      'cash_out_date',
      'covers_next_catalyst',
      'flags',
      'as_of',
    ],
    most: 1,
  },
  {
    title: 'Pipeline',
    endpoint: pipeline,
    ask: byTicker,
    fields: ['drug_name', 'indication', 'phase', 'status', 'next_catalyst_date'],
    most: 6,
  },
  {
    title: 'Fund flows of the newest quarters (13F)',
    endpoint: hedgeFundFlows,
    ask: byTicker,
    fields: [
      'quarter',
      'funds_holding',
      'new_positions',
      'closed',
      'net_value_change_usd',
      'ownership_pct',
      'as_of',
    ],
    most: 2,
  },
  {
    title: 'Insiders on the open market by month',
    endpoint: insiderSummary,
    ask: byTicker,
    fields: ['period', 'buys', 'sells', 'net_value_usd', 'cluster_buy', 'as_of'],
    most: 2,
  },
  {
    title: 'Move that options imply',
    endpoint: optionsPutCall,
    ask: byTicker,
    fields: ['date', 'expiry', 'implied_move_pct', 'event_iv', 'iv30', 'put_call_oi_ratio'],
    most: 1,
  },
  {
    title: 'Risk-adjusted NPV by program',
    endpoint: rnpv,
    ask: byTicker,
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
    title: 'Headlines, latest first',
    endpoint: news,
    ask: byTicker,
    fields: ['published_at', 'title', 'source'],
    most: 3,
  },
];
