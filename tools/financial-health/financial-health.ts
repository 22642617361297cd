import {
  ascending,
  day,
  descending,
  endpoint,
  joined,
  long,
  money,
  months,
  noted,
  object,
  score,
  text,
  texts,
} from '../../src/catalogue/endpoint.ts';
import { tickers } from '../../src/catalogue/params.ts';

export const financialHealth = endpoint({
  name: 'financial_health',
  path: '/financial-health',
  group: 'Financial Health',
  plan: 'basic',
  title: 'Financial health',
  noun: 'record of financial health',
  description:
    'Cash, burn, runway, dilution and distress in one record per company, from SEC filings, most distressed first. Start here; for details use cash_runway, cash_burn, dilution or distress.',
  parameters: {
    ticker: tickers('ticker'),
  },
  record: {
    ticker: text,
    company_name: text,
    period_end: day,
    liquid_usd: noted(money, 'liquid assets minus debt due within 12 months'),
    monthly_burn_usd: money,
    runway_months: months,
    dilution_score: noted(score, '0–100, higher is worse'),
    distress_score: noted(score, '0–100, higher is worse; triggers set a minimum'),
    distress_level: noted(text, 'low, moderate, high or severe'),
    health_grade: noted(text, 'A–F'),
    components: long(object),
    flags: texts,
    accounting_standard: joined(noted(text, 'US GAAP or IFRS')),
    currency: joined(noted(text, 'currency of the filed statements')),
    source_form: text,
    filed_at: day,
    method: text,
    as_of: day,
  },
  collection: 'financialHealth',
  // Our choice: companies with the same score are sorted by runway.
  sort: [descending('distress_score'), ascending('runway_months')],
});
