import {
  ascending,
  descending,
  endpoint,
  limitOf,
  long,
  noted,
  number,
  object,
  text,
  texts,
} from '../../src/endpoint.ts';
import { exactUpperCase, page } from '../../src/params.ts';

export const financialHealth = endpoint({
  name: 'financial_health',
  path: '/financial-health',
  group: 'Financial Health',
  plan: 'basic',
  limit: limitOf(60, 60),
  title: 'Financial health',
  description:
    'Cash, burn, runway, dilution and distress in one record a company, from SEC filings, most distressed first. Start here; for detail use cash_runway, cash_burn, dilution or distress.',
  parameters: {
    ticker: exactUpperCase('ticker'),
    page: page(),
  },
  record: {
    ticker: text,
    company_name: text,
    period_end: text,
    liquid_usd: noted(number, 'liquid assets less debt due in 12 months'),
    monthly_burn_usd: number,
    runway_months: number,
    dilution_score: noted(number, '0–100, higher is worse'),
    distress_score: noted(number, '0–100, higher is worse, with a floor by trigger'),
    distress_level: noted(text, 'low, moderate, high or severe'),
    health_grade: noted(text, 'A–F'),
    components: long(object),
    flags: texts,
    source_form: text,
    filed_at: text,
    source_url: text,
    method: text,
    as_of: text,
  },
  collection: 'financialHealth',
  // Our choice: companies on one floor by the months that they have left.
  sort: [descending('distress_score'), ascending('runway_months')],
  paging: 'pages',
  origin: 'extension',
});
