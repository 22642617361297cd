import type { Prompt, PromptArgument } from '../src/catalogue/prompt.ts';
import { ticker } from './arguments.ts';
import { pipeline } from './clinical-pipeline/pipeline.ts';
import { company } from './company-data/company.ts';
import { movers } from './company-data/movers.ts';
import { competitiveLandscape } from './competitive-intelligence/competitive-landscape.ts';
import { calendarChanges } from './fda-intelligence/calendar-changes.ts';
import { fdaCalendar } from './fda-intelligence/fda-calendar.ts';
import { fdaCalendarHistorical } from './fda-intelligence/fda-calendar-historical.ts';
import { poaScores } from './fda-intelligence/poa-scores.ts';
import { cashBurn } from './financial-health/cash-burn.ts';
import { cashRunway } from './financial-health/cash-runway.ts';
import { dilution } from './financial-health/dilution.ts';
import { news } from './market-signals/news.ts';
import { optionsFlow } from './market-signals/options-flow.ts';
import { unusualVolume } from './market-signals/unusual-volume.ts';
import { companyScores } from './scoring-and-valuation/company-scores.ts';
import { hedgeFundFlows } from './smart-money/hedge-fund-flows.ts';
import { hedgeFundPositions } from './smart-money/hedge-fund-positions.ts';
import { insiderTransactions } from './smart-money/insider-transactions.ts';

const days: PromptArgument = {
  name: 'days',
  description: 'Number of days ahead, 1 to 365; default 60',
  default: '60',
  pattern: /^([1-9]|[1-9]\d|[12]\d\d|3[0-5]\d|36[0-5])$/,
  accepted: 'a whole number from 1 to 365',
};

const other: PromptArgument = {
  ...ticker,
  name: 'other',
  description: 'Ticker of the second company, such as VRTX',
};

const ofTicker = { ticker: '{ticker}' };
const ofOther = { ticker: '{other}' };
/** Placeholder for the tickers that an earlier step of the prompt returns. */
const ofAll = { ticker: 'TICKERS' };

/** Prompts for frequent questions. Clients show prompts in a menu. */
export const prompts: readonly Prompt[] = [
  {
    name: 'next_decisions',
    title: 'Next FDA decisions',
    description: 'Upcoming FDA decisions, with approval odds, cash runway and fund activity',
    arguments: [days],
    task: 'Which FDA decisions are due in the next {days} days, what are the approval odds, and which companies have enough cash to wait for them?',
    steps: [
      {
        endpoint: fdaCalendar,
        arguments: { catalyst: 'PDUFA Date', catdateFrom: '{today}', catdateTo: '{today+days}' },
        purpose: 'the decisions, latest date first, with the probability of approval (poa)',
      },
      {
        endpoint: cashRunway,
        arguments: ofAll,
        purpose:
          'whether the cash lasts beyond the decision date; for TICKERS, give the tickers from step 1, separated by commas, at most 20 per call',
      },
      {
        endpoint: hedgeFundPositions,
        arguments: ofAll,
        purpose: 'which specialist funds hold these companies and how they traded last quarter',
      },
    ],
  },
  {
    name: 'dossier',
    title: 'Company dossier',
    description:
      'One company in full: upcoming and past catalysts, cash, pipeline, owners, options, valuation, news',
    arguments: [ticker],
    task: 'Write a dossier of {ticker}: its business, the next catalysts and their odds, how long the cash lasts, who buys and sells, what move the market expects, and what the company may be worth.',
    steps: [
      {
        fetched: 'ticker:{ticker}',
        purpose:
          'one dossier: profile, catalysts, cash, pipeline, owners, options, valuation, news',
      },
      {
        endpoint: fdaCalendarHistorical,
        arguments: ofTicker,
        purpose: 'all past catalysts and price moves (the dossier has only the newest)',
      },
    ],
  },
  {
    name: 'compare',
    title: 'Compare two companies',
    description: 'Two companies side by side: pipeline, approval odds, cash, score and rivals',
    arguments: [ticker, other],
    task: 'Compare {ticker} with {other} side by side: pipeline, next catalyst and its odds, cash, score, rivals. Say where each is stronger and what is unknown.',
    steps: [
      { endpoint: company, arguments: ofTicker, purpose: 'the first company' },
      { endpoint: company, arguments: ofOther, purpose: 'the second company' },
      { endpoint: pipeline, arguments: ofTicker, purpose: 'the programs of the first company' },
      { endpoint: pipeline, arguments: ofOther, purpose: 'the programs of the second company' },
      {
        endpoint: poaScores,
        arguments: ofTicker,
        purpose: 'the odds of the first company, by catalyst',
      },
      { endpoint: poaScores, arguments: ofOther, purpose: 'the odds of the second company' },
      { endpoint: cashRunway, arguments: ofTicker, purpose: 'the cash of the first company' },
      { endpoint: cashRunway, arguments: ofOther, purpose: 'the cash of the second company' },
      { endpoint: companyScores, arguments: ofTicker, purpose: 'the score of the first company' },
      { endpoint: companyScores, arguments: ofOther, purpose: 'the score of the second company' },
      {
        endpoint: competitiveLandscape,
        arguments: ofTicker,
        purpose: 'the rivals of the first company',
      },
    ],
  },
  {
    name: 'cash_before_catalyst',
    title: 'Cash before the catalyst',
    description:
      'Whether the cash of a company lasts until its next catalyst, and if not, how the company could raise money',
    arguments: [ticker],
    task: 'Does the cash of {ticker} last until its next catalyst? If not, when does it have to raise money, and how did it raise money before?',
    steps: [
      { endpoint: cashRunway, arguments: ofTicker, purpose: 'how long the cash lasts' },
      {
        endpoint: fdaCalendar,
        arguments: ofTicker,
        purpose: 'upcoming catalysts, latest date first',
      },
      { endpoint: cashBurn, arguments: ofTicker, purpose: 'the cash burn by quarter' },
      { endpoint: dilution, arguments: ofTicker, purpose: 'how the company raised money before' },
    ],
  },
  {
    name: 'who_is_buying',
    title: 'Who is buying',
    description: 'How funds, insiders and options traders are positioned in a company',
    arguments: [ticker],
    task: 'Who is buying and who is selling {ticker}: specialist funds, insiders, options traders? Say how old each figure is.',
    steps: [
      { endpoint: hedgeFundFlows, arguments: ofTicker, purpose: 'totals of all funds by quarter' },
      {
        endpoint: hedgeFundPositions,
        arguments: ofTicker,
        purpose: 'each fund in the last quarter',
      },
      {
        endpoint: insiderTransactions,
        arguments: ofTicker,
        purpose: 'insider trades, newest first',
      },
      { endpoint: optionsFlow, arguments: ofTicker, purpose: 'unusual options activity' },
      {
        endpoint: fdaCalendar,
        arguments: ofTicker,
        purpose: 'upcoming catalysts that may explain the trades',
      },
    ],
  },
  {
    name: 'what_moved',
    title: 'What moved',
    description:
      'The largest price moves of the last session, and the catalyst dates that changed in the last week',
    arguments: [],
    task: 'Which biotech stocks moved most in the last session, on what volume, and why? Which catalyst dates changed in the last week?',
    steps: [
      { endpoint: movers, arguments: { type: 'gainers' }, purpose: 'the largest gains' },
      { endpoint: movers, arguments: { type: 'losers' }, purpose: 'the largest losses' },
      { endpoint: unusualVolume, arguments: {}, purpose: 'unusual volume, newest first' },
      {
        endpoint: news,
        arguments: ofAll,
        purpose:
          'the newest headlines; for TICKERS, give the tickers of the five largest moves, separated by commas',
      },
      {
        endpoint: calendarChanges,
        arguments: { days: 7 },
        purpose: 'dates that changed in the last week, newest first',
      },
    ],
  },
];
