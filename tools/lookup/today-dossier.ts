import type { DossierPart } from '../../src/catalogue/lookup.ts';
import { movers } from '../company-data/movers.ts';
import { fdaCalendar } from '../fda-intelligence/fda-calendar.ts';
import { fdaDecisions } from '../fda-intelligence/fda-decisions.ts';
import { news } from '../market-signals/news.ts';
import { insiderTransactions } from '../smart-money/insider-transactions.ts';

const moved = ['ticker', 'name', 'price_usd', 'change_pct', 'relative_volume'];

/**
 * The sections of the dossier `catalyst://today`, which lists upcoming and recent events across all
 * companies.
 */
export const todayDossier: readonly DossierPart[] = [
  {
    title: 'Due in the next 14 days, nearest first',
    endpoint: fdaCalendar,
    arguments: { catdateFrom: '{today}', catdateTo: '{today+14}' },
    fields: ['formattedDate', 'ticker', 'name', 'drugname', 'catalyst', 'poa'],
    most: 50,
    fromEnd: true,
  },
  {
    title: 'Latest FDA decisions',
    endpoint: fdaDecisions,
    arguments: {},
    fields: ['decision_date', 'ticker', 'company_name', 'drug_name', 'indication', 'outcome'],
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
    fields: ['published_at', 'title', 'source', 'tickers'],
    most: 10,
  },
];
