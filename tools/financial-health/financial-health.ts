import {
  ascending,
  descending,
  endpoint,
  joined,
  long,
  noted,
} from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { tickers } from '../../src/catalogue/params.ts';

export const financialHealth = endpoint({
  name: 'financial_health',
  path: '/financial-health',
  group: 'Financial Health',
  plan: 'basic',
  title: 'Financial health',
  noun: 'record of financial health',
  description:
    'Cash, burn, runway, dilution and distress in one record per company, most distressed first. Start here; details: cash_runway, cash_burn, dilution, distress.',
  parameters: { ticker: tickers('ticker') },
  record: {
    ticker: field.text,
    company_name: field.text,
    period_end: field.day,
    liquid_usd: noted(field.money, 'liquid assets minus debt due within 12 months'),
    monthly_burn_usd: field.money,
    runway_months: field.months,
    dilution_score: noted(field.score, '0–100; a higher score means more dilution'),
    distress_score: noted(
      field.score,
      '0–100; a higher score means more distress; some triggers set a minimum score',
    ),
    distress_level: noted(field.text, 'low, moderate, high or severe'),
    health_grade: noted(field.text, 'A–F'),
    components: long(field.object),
    flags: field.texts,
    accounting_standard: joined(noted(field.text, 'US GAAP or IFRS')),
    currency: joined(noted(field.text, 'currency of the filed statements')),
    source_form: field.text,
    filed_at: field.day,
    method: field.text,
    as_of: field.day,
  },
  collection: 'financialHealth',
  // Our choice: companies with the same score are sorted by runway.
  sort: [descending('distress_score'), ascending('runway_months')],
});
