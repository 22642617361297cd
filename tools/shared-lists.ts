import { sort } from '../src/catalogue/common-params.ts';
import { long, noted } from '../src/catalogue/endpoint.ts';
import * as field from '../src/catalogue/fields.ts';
import {
  atLeast,
  atMost,
  contains,
  exact,
  from,
  oneOf,
  tickers,
  to,
} from '../src/catalogue/params.ts';

/** Filters of `fda_calendar` and `fda_calendar_historical`. */
export const calendarFilters = {
  ticker: exact('ticker', 'CRSP'),
  drug: contains('drugname', 'sotatercept'),
  phase: exact('stage', 'NDA/BLA, Phase 3, Phase 2 or Phase 1'),
  catalyst: exact(
    'catalyst',
    'PDUFA Date, NDA Filing, BLA Filing, AdComm Meeting, Phase 3 Readout',
  ),
  treatment: contains('treatment', 'Cystic Fibrosis'),
  catdate: exact('catdate', '2027-01-19 or Q1 2027'),
};

/** The fields with the analysis of a catalyst, in `fda_calendar` and `fda_calendar_historical`. */
export const analysisFields = {
  poa: noted(field.any, 'probability of approval, percent'),
  poa_summary: field.prose,
  market_analysis: field.prose,
  regulatory_designations: field.any,
  regulatory_designations_active: field.prose,
  key_risks: field.prose,
  upcoming_catalysts: field.prose,
  therapeuticArea: long(field.text),
  drugType: long(field.text),
};

/** Filters of `company_scores` and `program_scores`. */
export const scoreFilters = {
  ticker: tickers('ticker'),
  grade: oneOf('grade', ['A', 'B', 'C', 'D', 'F']),
  valuation: oneOf('valuation', ['undervalued', 'fair', 'overvalued']),
  tier: oneOf('tier', ['top', 'high', 'mid', 'low']),
  minScore: atLeast('score', { minimum: 0, maximum: 100 }),
  sort: sort(['score', 'rNPV', 'percentile']),
};

/** The fields of the score and its rank, in `company_scores` and `program_scores`. */
export const scoreFields = {
  score: noted(field.score, '0–100'),
  grade: field.text,
  tier: field.text,
  percentile: noted(field.score, '0–100'),
  rNPV: field.money,
};

/** The fields that describe a company and its price. */
export const companyFields = {
  ticker: field.text,
  name: field.text,
  sector: field.text,
  industry: field.text,
  exchange: field.text,
  country: field.text,
  market_cap_usd: field.money,
  price_usd: field.price,
};

/** Filters of `options_chain` and `options_flow`. */
export const contractFilters = {
  expiryFrom: from('expiry'),
  expiryTo: to('expiry'),
  strikeMin: atLeast('strike', { minimum: 0 }),
  strikeMax: atMost('strike', { minimum: 0 }),
  type: oneOf('type', ['call', 'put']),
};

/** The fields that identify an option contract. */
export const contractFields = {
  ...field.company,
  option_symbol: field.text,
  type: noted(field.text, 'call or put'),
  strike: field.price,
  expiry: field.day,
};
