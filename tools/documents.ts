import type { Document } from '../src/document.ts';
import { ticker } from './arguments.ts';
import { pipeline } from './clinical-pipeline/pipeline.ts';
import { company } from './company-data/company.ts';
import { movers } from './company-data/movers.ts';
import { fdaCalendar } from './fda-intelligence/fda-calendar.ts';
import { fdaCalendarHistorical } from './fda-intelligence/fda-calendar-historical.ts';
import { pdufaHistorical } from './fda-intelligence/pdufa-historical.ts';
import { cashRunway } from './financial-health/cash-runway.ts';
import { news } from './market-signals/news.ts';
import { optionsPutCall } from './market-signals/options-put-call.ts';
import { rnpv } from './scoring-and-valuation/rnpv.ts';
import { hedgeFundFlows } from './smart-money/hedge-fund-flows.ts';
import { insiderSummary } from './smart-money/insider-summary.ts';
import { insiderTransactions } from './smart-money/insider-transactions.ts';

const ofTicker = { ticker: '{ticker}' };
const moved = ['ticker', 'name', 'price_usd', 'change_pct', 'relative_volume'];
const headline = ['published_at', 'title', 'source'];

/** What a person attaches to a conversation by its address. */
export const documents: readonly Document[] = [
  {
    uri: 'catalyst://today',
    name: 'today',
    title: 'Catalysts today',
    description:
      'What is due in the next 14 days, the latest FDA decisions, the largest moves, insider trades and headlines',
    parts: [
      {
        title: 'Due in the next 14 days, latest first',
        endpoint: fdaCalendar,
        arguments: { catdateFrom: '{today}', catdateTo: '{today+14}' },
        fields: ['formattedDate', 'ticker', 'name', 'drugname', 'catalyst', 'poa'],
        most: 50,
      },
      {
        title: 'Latest FDA decisions',
        endpoint: pdufaHistorical,
        arguments: {},
        fields: ['PDUFA Date', 'Ticker', 'name', 'Drug', 'Indication', 'Decision'],
        most: 10,
      },
      {
        title: 'Largest gains of the last session',
        endpoint: movers,
        arguments: { type: 'gainers' },
        fields: moved,
        most: 5,
      },
      {
        title: 'Largest losses of the last session',
        endpoint: movers,
        arguments: { type: 'losers' },
        fields: moved,
        most: 5,
      },
      {
        title: 'Latest insider trades',
        endpoint: insiderTransactions,
        arguments: {},
        fields: ['filing_date', 'ticker', 'owner_name', 'transaction_type', 'value_usd'],
        most: 10,
      },
      {
        title: 'Latest headlines',
        endpoint: news,
        arguments: {},
        fields: [...headline, 'tickers'],
        most: 10,
      },
    ],
  },
  {
    uri: 'catalyst://ticker/{ticker}',
    name: 'ticker',
    title: 'Company dossier',
    description:
      'One company: what comes and came, cash, pipeline, funds, insiders, options, valuation, headlines',
    argument: ticker,
    parts: [
      {
        title: 'Company',
        endpoint: company,
        arguments: ofTicker,
        fields: ['ticker', 'name', 'market_cap_usd', 'price_usd', 'Short_percent_of_Float'],
        most: 1,
      },
      {
        title: 'What comes, latest first',
        endpoint: fdaCalendar,
        arguments: ofTicker,
        fields: ['formattedDate', 'drugname', 'catalyst', 'stage', 'treatment', 'poa'],
        most: 10,
      },
      {
        title: 'What came',
        endpoint: fdaCalendarHistorical,
        arguments: ofTicker,
        fields: ['catdate', 'drugname', 'catalyst', 'percentageChange'],
        most: 5,
      },
      {
        title: 'Cash',
        endpoint: cashRunway,
        arguments: ofTicker,
        fields: ['period_end', 'runway_months', 'cash_out_date', 'covers_next_catalyst', 'flags'],
        most: 1,
      },
      {
        title: 'Pipeline',
        endpoint: pipeline,
        arguments: ofTicker,
        fields: ['drug_name', 'indication', 'phase', 'status'],
        most: 8,
      },
      {
        title: 'Funds, by quarter',
        endpoint: hedgeFundFlows,
        arguments: ofTicker,
        fields: ['quarter', 'funds_holding', 'funds_change', 'net_value_change_usd'],
        most: 2,
      },
      {
        title: 'Insiders, by month',
        endpoint: insiderSummary,
        arguments: ofTicker,
        fields: ['period', 'buys', 'sells', 'net_value_usd', 'unique_buyers'],
        most: 2,
      },
      {
        title: 'Options',
        endpoint: optionsPutCall,
        arguments: ofTicker,
        fields: ['date', 'put_call_volume_ratio', 'iv30', 'implied_move_pct', 'expiry'],
        most: 1,
      },
      {
        title: 'Valuation, by program',
        endpoint: rnpv,
        arguments: ofTicker,
        fields: ['drug_name', 'phase', 'rNPV', 'rnpv_bear', 'rnpv_bull', 'cumulative_pos'],
        most: 4,
      },
      {
        title: 'Latest headlines',
        endpoint: news,
        arguments: ofTicker,
        fields: headline,
        most: 4,
      },
    ],
  },
];
