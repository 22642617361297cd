import {
  ascending,
  descending,
  endpoint,
  flag,
  limitOf,
  long,
  noted,
  number,
  object,
  text,
  texts,
} from '../../src/endpoint.ts';
import { exactUpperCase, page } from '../../src/params.ts';

export const distress = endpoint({
  name: 'distress',
  path: '/financial-health/distress',
  group: 'Financial Health',
  plan: 'basic',
  limit: limitOf(60, 60),
  title: 'Financial distress',
  description:
    'Distress score with what triggers it: short runway, going concern, listing deficiency, reverse split, debt due. Most distressed first. For an overview use financial_health.',
  parameters: {
    ticker: exactUpperCase('ticker'),
    page: page(),
  },
  record: {
    ticker: text,
    distress_score: noted(number, '0–100, higher is worse, with a floor by trigger'),
    distress_level: noted(text, 'low, moderate, high or severe'),
    altman_z2: noted(number, "Altman Z''; below 1.1 distress, above 2.6 safe"),
    runway_months: number,
    going_concern: flag,
    exchange_deficiency: flag,
    reverse_split_pending: flag,
    debt_due_12m_usd: number,
    current_ratio: number,
    below_cash_value: flag,
    triggers: texts,
    coverage_pct: noted(number, 'share of the weights that have an input'),
    components: long(noted(object, 'the score is their weighted sum, or floor if that is higher')),
    as_of: text,
    method: text,
    flags: texts,
  },
  collection: 'distress',
  // Our choice: companies on one floor by the months that they have left.
  sort: [descending('distress_score'), ascending('runway_months')],
  paging: 'pages',
  origin: 'extension',
});
