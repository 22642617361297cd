import { descending, endpoint, type Joined, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { daysTo, joinedFields, ratioOf } from '../../src/catalogue/joined-fields.ts';
import { where } from '../../src/catalogue/where.ts';
import { pipeline } from '../clinical-pipeline/pipeline.ts';
import { pdufaUpcoming } from '../fda-intelligence/pdufa-upcoming.ts';
import { poaScores } from '../fda-intelligence/poa-scores.ts';
import { cashRunway } from '../financial-health/cash-runway.ts';
import { distress } from '../financial-health/distress.ts';
import { financialHealth } from '../financial-health/financial-health.ts';
import { maTargets } from '../ma-tracker/ma-targets.ts';
import { companyScores } from '../scoring-and-valuation/company-scores.ts';
import { hedgeFundFlows } from '../smart-money/hedge-fund-flows.ts';
import { hedgeFundPositions } from '../smart-money/hedge-fund-positions.ts';
import { insiderSummary } from '../smart-money/insider-summary.ts';
import { companies } from './companies.ts';
import { company } from './company.ts';

const same = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, name]));

const from: Joined['from'] = [
  {
    endpoint: companies,
    fields: same('name', 'exchange', 'market_cap_usd', 'price_usd', 'next_catalyst_date'),
  },
  {
    endpoint: company,
    fields: {
      ...same('programs_count', 'short_shares', 'days_to_cover', 'short_interest_date'),
      ...same('short_interest_published'),
      short_percent_of_float: 'Short_percent_of_Float',
    },
  },
  { endpoint: pipeline, fields: { lead_phase: 'phase' } },
  {
    endpoint: cashRunway,
    fields: same(
      ...['cash_usd', 'liquid_usd', 'debt_due_12m_usd', 'monthly_burn_usd', 'runway_months'],
      ...['months_left', 'cash_out_date', 'covers_next_catalyst'],
    ),
  },
  { endpoint: financialHealth, fields: same('dilution_score', 'health_grade') },
  {
    endpoint: distress,
    fields: same('distress_score', 'distress_level', 'going_concern', 'exchange_deficiency'),
  },
  {
    // The nearest goal date is the last record, because `pdufa_upcoming` lists the latest date
    // first.
    endpoint: pdufaUpcoming,
    fields: { goal_date: 'formattedDate', goal_drug: 'drugname' },
    only: ({ catalyst }) => catalyst === 'PDUFA Date',
    take: 'last',
  },
  {
    endpoint: poaScores,
    fields: { next_poa: 'poa' },
    only: ({ formattedDate }, today) => String(formattedDate) >= today,
  },
  { endpoint: companyScores, fields: same('score', 'rNPV', 'rnpv_to_market_cap') },
  { endpoint: maTargets, fields: { ma_score: 'score' } },
  { endpoint: hedgeFundFlows, fields: same('funds_holding', 'funds_change') },
  {
    endpoint: hedgeFundPositions,
    fields: { specialist_holders: 'shares' },
    only: ({ is_specialist, shares, put_call }) =>
      is_specialist === true && Number(shares) > 0 && !put_call,
    take: 'count',
  },
  {
    endpoint: insiderSummary,
    fields: { insider_net_usd: 'net_value_usd', insider_month: 'period' },
  },
];

const computed: Joined['computed'] = {
  cash_to_market_value: ratioOf('liquid_usd', 'market_cap_usd'),
  days_to_goal: daysTo('goal_date'),
};

const record: Readonly<Record<string, field.Field>> = {
  ticker: field.text,
  ...joinedFields(from),
  goal_date: noted(field.day, 'next PDUFA goal date'),
  cash_to_market_value: noted(
    field.ratio,
    'liquid_usd / market_cap_usd; above 1, liquid assets exceed the market value',
  ),
  days_to_goal: noted(field.integer, 'days from today to goal_date'),
};

export const screen = endpoint({
  name: 'screen',
  path: '/screen',
  group: 'Company Data',
  plan: 'basic',
  title: 'Company screen',
  noun: 'screened companies',
  description:
    'Companies that meet all conditions on cash, runway, short interest, value, goal dates, phase, ' +
    'odds, scores, funds and insiders: where=["short_percent_of_float > 20", "days_to_goal < 60"]. ' +
    'Fields and units: see catalyst://screen or the error for an unknown field.',
  parameters: { where: where(record) },
  record,
  collection: 'screen',
  joined: { from, computed },
  sort: [descending('market_cap_usd')],
});
